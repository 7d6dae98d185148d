/* check_json.c - the format json: every value, odd records, and that it is always JSON */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hex.h"
#include "json_read.h"
#include "make_odd.h"
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
		.data = record, .timed = true, .tod = span_u64(record, 6),
		.eid = span_u16(record, 14), .segments = segments
	};

	db2_decode(NULL, &rec, &ev);
}

/* Renders ev, which must give one line that is JSON; `out` keeps it without its end. */
static void
render(struct buf *out)
{
	const char *wrong;

	buf_clear(out);
	ck_assert_ptr_null(format_json.render(&ev, &style, out));
	ck_assert(!out->failed);
	ck_assert_uint_gt(out->n, 2);
	ck_assert_int_eq(out->p[--out->n], '\n');
	wrong = json_wrong(buf_span(out));
	ck_assert_msg(wrong == NULL, "%s: %.*s", wrong, (int)out->n, (char *)out->p);
}

/* Whether JSON is this text, which has ' where JSON has a quote. */
static void
check_json(struct span json, const char *want, const char *what, int row)
{
	bool same = json.n == strlen(want);
	size_t i;

	for (i = 0; same && i < json.n; i++)
		same = json.p[i] == (uint8_t)(want[i] == '\'' ? '"' : want[i]);
	ck_assert_msg(same, "row %d, %s: %.*s", row, what, (int)json.n, (const char *)json.p);
}

START_TEST(start_trace_in_full)
{
	static const char want[] =
	    "{'length':312,'segments':2,'time':'1993-01-18T17:28:51.545981Z','eid':'EFB9',"
	    "'ascb':'00F91400','job':'SSOPMSTR','ssid':'SSOP','seq':1,'ifcid':4,"
	    "'title':'Trace started, START TRACE text','sections':["
	    "{'name':'product','offset':160,'length':152,'count':1},"
	    "{'name':'data 1','offset':56,'length':104,'count':1}],"
	    "'headers':{'standard':{'length':76,'type':'01',"
	    "'resource_manager':'instrumentation commands','resource_manager_code':16,"
	    "'ifcid':4,'sections':2,'release':'0','release_code':0,'ace':'00B3ADB8',"
	    "'ssid':'SSOP','time':'1993-01-18T17:28:51.545844Z','ifcid_seq':6,'seq':1,"
	    "'trace_mask':'00000001','location':'SANTA_TERESA_LAB','network_id':'DB2NET',"
	    "'lu_name':'LUND0','luw_instance':'A6E9C33E271F','commit_count':1},"
	    "'correlation':{'length':76,'type':'02','auth_id':'SYSOPR',"
	    "'correlation_id':'023.GCSCN602','connection':'SSOP','plan':'',"
	    "'original_id':'SYSOPR','connection_type':'none','connection_type_code':0,"
	    "'accounting_token':'00000000000000000000000000000000000000000000',"
	    "'rest':'0000'}},'data':[{'name':'data 1','members':[";
	struct buf b = hex_record("start-trace.hex"), out = { 0 };

	decode(buf_span(&b), 2);
	ev.section[1].layout = NULL;
	render(&out);
	ck_assert_uint_gt(out.n, sizeof(want));
	check_json(span_first(buf_span(&out), sizeof(want) - 1), want, "beginning", 0);
	ck_assert_ptr_null(format_json.open);
	ck_assert_ptr_null(format_json.between);
	ck_assert_uint_eq(format_json.longest, 0);
	buf_free(&b);
	buf_free(&out);
}
END_TEST

/* One change to the IFCID 4 record, and what then is at a path ("": nothing). */
static const struct {
	size_t		 at;
	const char	*bytes;
	const char	*path, *value;
} values[] = {
	{ 0, "", "data[0].members", "['0060005E4DE2E3C1D9E340E3D9C1C3C5404DE2E3C1E3405DC3D3C1"
	    "E2E2404D5C405DD9D4C9C4404D5C405DC4C5E2E3404DC7E3C6405DD7D3C1D5404D5C405DC1E4E3C8C9C4"
	    "404D5C405DC9C6C3C9C4404D5C405DC2E4C6E2C9E9C5404D5C405DFFFFFFFF00040101']" },
	{ 0, "", "notes", "[]" },
	{ 48, "00000038 0000 0001", "sections[1].length", "0" },
	{ 48, "00000038 0000 0001", "data[0].members[0]", "'005E4DE2E3C1D9E340E3D9C1C3C5404DE2E3C1"
	    "E3405DC3D3C1E2E2404D5C405DD9D4C9C4404D5C405DC4C5E2E3404DC7E3C6405DD7D3C1D5404D5C405DC1"
	    "E4E3C8C9C4404D5C405DC9C6C3C9C4404D5C405DC2E4C6E2C9E9C5404D5C405DFFFF'" },
	{ 48, "00000038 0034 0002", "data[0].members[1]", "'405DD7D3C1D5404D5C405DC1E4E3"
	    "C8C9C4404D5C405DC9C6C3C9C4404D5C405DC2E4C6E2C9E9C5404D5C405DFFFFFFFF00040101'" },
	{ 48, "00000000 0000 0000", "data", "[]" },
	{ 48, "00000138 0001 0001", "data", "[]" },
	{ 48, "00000138 0001 0001", "notes[0]", "'section lies outside the record'" },
	{ 48, "FFFFFFFF FFFF FFFF", "sections[1].offset", "4294967295" },
	{ 0xA4, "FFFF", "ifcid", "65535" },
	{ 0xA4, "FFFF", "title", "null" },
	{ 0xA2, "02", "ifcid", "0" },
	{ 0xA2, "02", "sections", "[]" },
	{ 0xA2, "02", "headers", "{}" },
	{ 0xA2, "02", "data", "[]" },
	{ 0xA2, "02", "notes", "['product section does not begin with a standard header']" },
	{ 0xEE, "40", "headers.correlation", "" },
	{ 0xEC, "0005 40 C1C2 0047 02", "headers.unknown_40", "'000540C1C2'" },
	{ 0xEC, "0005 40 C1C2 0047 02", "headers.correlation.length", "71" },
	{ 0xEC, "0005 40 C1C2 0047 40", "headers.unknown_40_2.", "" },
	{ 0xEC, "0005 40 C1C2 0003 40 0003 40 0041 40", "headers.unknown_40_3", "'000340'" },
	{ 0xEC, "004C 01", "headers.standard_2.length", "76" },
	{ 0xEC, "004C 01", "headers.standard.ace", "'00B3ADB8'" },
	{ 0xEC, "004C 01", "headers.rest", "" },
	{ 0xEC, "0004 0400 0000", "headers.trace", "{'length':4,'type':'04','rest':'00'}" },
	{ 0xEC, "0046 02", "headers.rest", "'000000000000'" },
	{ 0xEC, "0046 02", "notes[0]",
	    "'header of the product section is too short for its type'" },
	{ 0xEC, "004C 20", "headers.data_sharing.rest", "'D5F6F0F2E2E2D6D7404040404040404040404040"
	    "E2E8E2D6D7D9404000000000000000000000000000000000000000000000000000000000'" },
	{ 0xEC, "0033 02", "headers.correlation.connection_type", "" },
	{ 0xEC, "0033 02", "headers.correlation.connection_type_code", "" },
	{ 0xEC, "0033 02", "headers.correlation.rest", "'000000'" },
	{ 0xEC, "004C 08 00 00000000F4240FFF 0007", "headers.cpu.cpu_time", "1.000000" },
	{ 0xEC, "004C 08 00 0000000000001000 0007", "headers.cpu.cpu_time", "0.000001" },
	{ 0xA7, "C1", "headers.standard.release", "'V12'" },
	{ 0xA7, "C1", "headers.standard.release_code", "193" },
	{ 0x11C, "00000063", "headers.correlation.connection_type", "'99'" },
	{ 0x11C, "00000063", "headers.correlation.connection_type_code", "99" },
	{ 0xB0, "00000000 00000000", "headers.standard.time", "null" },
	{ 0xB0, "0093018F 11223310", "headers.standard.time", "'1993-01-18T11:22:33.10 local'" },
	{ 32, "C4C2F240 FFFFFFFF", "ssid", "'DB2'" },
	{ 32, "C4C2F240 FFFFFFFF", "seq", "4294967295" },
	{ 20, "7FE0406B0D004A40", "job", "'\\'\\\\ ,..\xC2\xA2'" },
	{ 20, "4040404000000000", "job", "''" }
};

START_TEST(values_at_their_paths)
{
	struct buf b = hex_record("start-trace.hex"), out = { 0 };
	struct buf change = hex_bytes(values[_i].bytes);

	if (change.n > 0)
		memcpy(b.p + values[_i].at, change.p, change.n);
	decode(buf_span(&b), 2);
	ev.section[1].layout = NULL;
	render(&out);
	check_json(json_at(buf_span(&out), values[_i].path), values[_i].value, values[_i].path, _i);
	buf_free(&b);
	buf_free(&change);
	buf_free(&out);
}
END_TEST

static const struct code codes[] = { { 7, "seven" }, { 0, NULL } };
static const struct field member_fields[] = {
	{ 0, 8, FIELD_UINT,    "A", "wide",   NULL },
	{ 8, 8, FIELD_INT,     "B", "signed", NULL },
	{ 16, 1, FIELD_CODE,   "C", "coded",  codes },
	{ 18, 2, FIELD_WHOLE,  "D", "said",   NULL },
	{ FIELD_BEHIND + 0, 2, FIELD_HEX, "E", "behind", NULL },
	{ FIELD_BEHIND + 2, 4, FIELD_HEX, "F", "last", NULL },
	{ 0 }
};
static const struct layout member_layout = { "M", "member", member_fields };

/* A section of one member with the layout above. */
static const struct {
	const char	*bytes;
	const char	*json;
} members[] = {
	{ "0020000000000000 FFFFFFFFFFFFFFFE 07FF 0004 C17F ABCD 01020304",
	    "{'wide':9007199254740992,'signed':-2,'coded':'seven','coded_code':7,"
	    "'said':'A\\'','behind':'ABCD','last':'01020304'}" },
	{ "0020000000000001 0020000000000000 08FF 0002 ABCD 010203",
	    "{'wide':'9007199254740993','signed':9007199254740992,'coded':'8','coded_code':8,"
	    "'said':'','behind':'ABCD','rest':'010203'}" },
	{ "FFFFFFFFFFFFFFFF FFE0000000000000 07FF 0003 C1",
	    "{'wide':'18446744073709551615','signed':-9007199254740992,'coded':'seven',"
	    "'coded_code':7,'said':'A'}" },
	{ "0000000000000000 0020000000000001 07FF 0009 C1C2",
	    "{'wide':0,'signed':'9007199254740993','coded':'seven','coded_code':7,"
	    "'rest':'FF0009C1C2'}" },
	{ "0000000000000000 FFDFFFFFFFFFFFFF", "{'wide':0,'signed':'-9007199254740993'}" },
	{ "00000000000000", "{'rest':'00000000000000'}" }
};

START_TEST(members_by_their_layout)
{
	struct buf bytes = hex_bytes(members[_i].bytes), out = { 0 };

	memset(&ev, 0, sizeof(ev));
	ev.raw = buf_span(&bytes);
	ev.segments = 1;
	ev.nsections = 2;
	ev.section[0].name = "product";
	ev.section[1] = (struct event_section){
		.name = "data 1", .length = (uint16_t)bytes.n, .count = 1, .present = true,
		.inside = true, .bytes = buf_span(&bytes), .layout = &member_layout
	};
	render(&out);
	check_json(json_at(buf_span(&out), "data[0].members[0]"), members[_i].json, "member", _i);
	buf_free(&bytes);
	buf_free(&out);
}
END_TEST

/* Other programs' events: the fields they have, and the bytes behind them. */
static const struct {
	const char	*hex;
	bool		 timed;
	const char	*json;
} others[] = {
	{ "00200000FFD9A6E9C33E29011303E5EA00F91400D4D8F1C1D4E2E3D9 00000001", true,
	    "{'length':32,'segments':0,'time':'1993-01-18T17:28:51.546129Z','eid':'E5EA',"
	    "'ascb':'00F91400','job':'MQ1AMSTR','sections':[],'headers':{},'data':[],"
	    "'rest':'00000001','notes':[]}" },
	{ "00200000FF01A6E9C33E29011303100000F91400D4D8F1C1D4E2E3D9 00000001", true,
	    "{'length':32,'segments':0,'time':'1993-01-18T17:28:51.546129Z','eid':'E5EA',"
	    "'sections':[],'headers':{},'data':[],"
	    "'rest':'00F91400D4D8F1C1D4E2E3D900000001','notes':[]}" },
	{ "00180000FFD9E5EA00F91400D4D8F1C1D4E2E3D9", false,
	    "{'length':20,'segments':0,'time':null,'eid':'E5EA','ascb':'00F91400',"
	    "'job':'MQ1AMSTR','sections':[],'headers':{},'data':[],'notes':[]}" },
	{ "00080000FFD9E5EA", false,
	    "{'length':8,'segments':0,'time':null,'eid':'E5EA','sections':[],'headers':{},"
	    "'data':[],'rest':'00080000FFD9E5EA','notes':[]}" }
};

START_TEST(other_events)
{
	struct buf b = hex_bytes(others[_i].hex), out = { 0 };
	struct record rec = {
		.data = buf_span(&b), .timed = others[_i].timed, .tod = span_u64(buf_span(&b), 6),
		.eid = 0xE5EA
	};

	db2_decode(NULL, &rec, &ev);
	render(&out);
	check_json(buf_span(&out), others[_i].json, "event", _i);
	buf_free(&b);
	buf_free(&out);
}
END_TEST

/* Cut and turned over at every byte: JSON all the same. */
START_TEST(damage_at_every_byte)
{
	struct buf b = hex_record("statistics.hex"), out = { 0 };
	size_t i, step = getenv("QUICK") != NULL ? 13 : 1;

	for (i = 0; i <= b.n; i += step) {
		decode(span_of(b.p, i), 1);
		render(&out);
	}
	for (i = 0; i < b.n; i += step) {
		b.p[i] ^= 0xFF;
		decode(buf_span(&b), 1);
		render(&out);
		b.p[i] ^= 0xFF;
	}
	buf_free(&b);
	buf_free(&out);
}
END_TEST

START_TEST(failed_memory_is_remembered)
{
	struct buf b = hex_record("start-trace.hex");
	bool failed, told;
	long n;

	b.p[20] = 0x7F;
	decode(buf_span(&b), 1);
	for (n = 0, failed = true; failed; n++) {
		struct buf out = { 0 };

		oom_arm(n);
		format_json.render(&ev, &style, &out);
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
json_suite(void)
{
	Suite *s = suite_create("json");
	TCase *t = tcase_create("json");

	tcase_add_test(t, start_trace_in_full);
	tcase_add_loop_test(t, values_at_their_paths, 0, sizeof(values) / sizeof(values[0]));
	tcase_add_loop_test(t, members_by_their_layout, 0, sizeof(members) / sizeof(members[0]));
	tcase_add_loop_test(t, other_events, 0, sizeof(others) / sizeof(others[0]));
	tcase_add_test(t, damage_at_every_byte);
	tcase_add_test(t, failed_memory_is_remembered);
	suite_add_tcase(s, t);
	return s;
}
