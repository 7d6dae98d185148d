/* check_csv.c - the format csv: its columns, its quotes, and odd records */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "csv_read.h"
#include "hex.h"
#include "oom.h"
#include "ztrace/db2.h"
#include "ztrace/format.h"

/* Not on the stack: it is large. */
static struct event ev;

static const struct style style = { .codepage = &codepage_1047 };

static void
decode(struct span record, uint32_t segments)
{
	struct record rec = {
		.data = record, .timed = segments > 0, .tod = span_u64(record, 6),
		.eid = span_u16(record, 14), .segments = segments
	};

	db2_decode(NULL, &rec, &ev);
}

static void
render(struct buf *out)
{
	ck_assert_ptr_null(format_csv.render(&ev, &style, out));
	ck_assert(!out->failed);
}

static const char *
c_string(struct buf *b)
{
	buf_char(b, '\0');
	return (const char *)b->p;
}

START_TEST(start_trace_in_full)
{
	struct buf b = hex_record("start-trace.hex"), out = { 0 };

	decode(buf_span(&b), 2);
	render(&out);
	ck_assert_str_eq(c_string(&out),
	    "1993-01-18T17:28:51.545981Z,SSOP,1,4,\"Trace started, START TRACE text\",312,2,"
	    "SSOPMSTR,EFB9,00F91400,instrumentation commands,0,00B3ADB8,"
	    "1993-01-18T17:28:51.545844Z,6,SANTA_TERESA_LAB,DB2NET,LUND0,A6E9C33E271F,1,,SYSOPR,"
	    "023.GCSCN602,SSOP,,SYSOPR,none,"
	    ",,,,,,,,,,\r\n");
	ck_assert_ptr_null(format_csv.between);
	ck_assert_uint_eq(format_csv.longest, 0);
	buf_free(&b);
	buf_free(&out);
}
END_TEST

/* One change to the IFCID 4 record, and what then stands in a column. */
static const struct {
	size_t		 at;
	const char	*bytes;
	const char	*column, *value;
} values[] = {
	{ 0xA4, "0001", "ifcid", "1" },
	{ 0xA4, "FFFF", "title", "" },
	{ 0xA2, "02", "ifcid", "0" },
	{ 0xA2, "02", "location", "" },
	{ 0xA2, "02", "notes", "product section does not begin with a standard header" },
	{ 0xEC, "0046 02", "notes", "header of the product section is too short for its type" },
	{ 32, "C4C2F24000000007", "notes",
	    "standard header names another subsystem than the GTF header; "
	    "standard header has another sequence number than the GTF header" },
	{ 0xEE, "40", "auth_id", "" },
	{ 0xEC, "0003 02 0049 02 00", "auth_id", "" },
	{ 0xEC, "0003 01 0049 02 00", "auth_id", "OPR  023" },
	{ 0xEC, "0003 01 0049 02 00", "location", "SANTA_TERESA_LAB" },
	{ 0xA7, "C1", "release", "V12" },
	{ 0x11C, "0000000C", "connection_type", "RRSAF" },
	{ 0x11C, "00000063", "connection_type", "99" },
	{ 0xB0, "0093018F 11223310", "db2_time", "1993-01-18T11:22:33.10 local" },
	{ 0xB0, "0000000000000000", "db2_time", "" },
	{ 0xEC, "004C 20 00", "member", "SYSOPR" },
	{ 0xEC, "004C 20 00", "group", "023.GCSC" },
	{ 0xEC, "004C 10 00", "requester", "SYSOPR  023.GCSC" },
	{ 0xF0, "C16BC26BC3406B40", "auth_id", "A,B,C ," },
	{ 0xF0, "7F7FC17FC26B7F7F", "auth_id", "\"\"A\"B,\"\"" },
	{ 0xF0, "40C10D154000C240", "auth_id", " A.. .B" },
	{ 20, "7F40404040404040", "job", "\"" }
};

START_TEST(values_in_their_columns)
{
	struct buf b = hex_record("start-trace.hex"), out = { 0 };
	struct buf change = hex_bytes(values[_i].bytes);
	struct csv_row names = { 0 }, row = { 0 };
	struct cursor c;
	size_t k;

	memcpy(b.p + values[_i].at, change.p, change.n);
	decode(buf_span(&b), 2);
	buf_str(&out, format_csv.open);
	render(&out);
	c = cursor_at(buf_span(&out), 0);
	ck_assert_ptr_null(csv_take(&c, &names));
	ck_assert_ptr_null(csv_take(&c, &row));
	ck_assert_uint_eq(cursor_left(&c), 0);
	ck_assert_uint_eq(row.n, names.n);
	for (k = 0; k < names.n; k++)
		if (strcmp(csv_value(&names, k), values[_i].column) == 0)
			break;
	ck_assert_msg(k < names.n, "no column %s", values[_i].column);
	ck_assert_msg(strcmp(csv_value(&row, k), values[_i].value) == 0, "row %d: %s", _i,
	    csv_value(&row, k));
	buf_free(&b);
	buf_free(&change);
	buf_free(&out);
	buf_free(&names.text);
	buf_free(&row.text);
}
END_TEST

START_TEST(other_events_have_few_values)
{
	struct buf b = hex_bytes("00200000FFD9A6E9C33E29011303E5EA00F91400D4D8F1C1D4E2E3D9"
	    "00000000");
	struct buf out = { 0 };

	decode(buf_span(&b), 0);
	render(&out);
	ck_assert_str_eq(c_string(&out), ",,,,,32,0,,E5EA,,,,,,,,,,,,,,,,,,,,,,,,,,,,,\r\n");
	buf_free(&b);
	buf_free(&out);
}
END_TEST

START_TEST(failed_memory_is_remembered)
{
	struct buf b = hex_record("start-trace.hex");
	bool failed, told;
	long n;

	memset(b.p + 0xF0, 0x7F, 8);
	decode(buf_span(&b), 1);
	for (n = 0, failed = true; failed; n++) {
		struct buf out = { 0 };

		oom_arm(n);
		format_csv.render(&ev, &style, &out);
		failed = oom_disarm();
		told = out.failed;
		buf_free(&out);
		ck_assert_int_eq(told, failed);
	}
	ck_assert_int_gt(n, 1);
	buf_free(&b);
}
END_TEST

Suite *
csv_suite(void)
{
	Suite *s = suite_create("csv");
	TCase *t = tcase_create("csv");

	tcase_add_test(t, start_trace_in_full);
	tcase_add_loop_test(t, values_in_their_columns, 0, sizeof(values) / sizeof(values[0]));
	tcase_add_test(t, other_events_have_few_values);
	tcase_add_test(t, failed_memory_is_remembered);
	suite_add_tcase(s, t);
	return s;
}
