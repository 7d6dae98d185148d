/* check_field.c - the bytes of fields, their text, members, and finding fields by label */
#include <check.h>
#include <string.h>

#include "hex.h"
#include "ztrace/event.h"
#include "ztrace/field.h"

static const struct code codes[] = {
	{ 4, "CICS" },
	{ 0xFFFFFFFF, "all bits" },
	{ 0, NULL }
};

static const struct {
	enum kind	 kind;
	const char	*bytes;
	const char	*text;
} texts[] = {
	{ FIELD_UINT, "00", "0" },
	{ FIELD_UINT, "FF", "255" },
	{ FIELD_UINT, "0001FFFF", "131071" },
	{ FIELD_UINT, "010000", "65536" },
	{ FIELD_UINT, "FFFFFFFFFFFFFFFF", "18446744073709551615" },
	{ FIELD_INT, "7F", "127" },
	{ FIELD_INT, "80", "-128" },
	{ FIELD_INT, "FFFF94B6", "-27466" },
	{ FIELD_INT, "FFFFFE", "-2" },
	{ FIELD_INT, "8000000000000000", "-9223372036854775808" },
	{ FIELD_INT, "7FFFFFFFFFFFFFFF", "9223372036854775807" },
	{ FIELD_HEX, "00B3ADB8", "00B3ADB8" },
	{ FIELD_TEXT, "E2E2D6D7", "SSOP" },
	{ FIELD_TEXT, "C4C2F24040404040", "DB2" },
	{ FIELD_TEXT, "40C1404000", " A" },
	{ FIELD_TEXT, "4040404000000000", "" },
	{ FIELD_TEXT, "C10D15250005C2", "A.....B" },
	{ FIELD_TEXT, "20C1FFC2", ".A.B" },
	{ FIELD_TEXT, "C0D04A5A63C4", "{}\xC2\xA2!\xC3\x84" "D" },
	{ FIELD_LONG, "E2C1D56DD1D6E2C5", "SAN_JOSE" },
	{ FIELD_STCK, "A6E9C33E28F7DD03", "1993-01-18T17:28:51.545981Z" },
	{ FIELD_STCK, "0093018F11223310", "1993-01-18T11:22:33.10 local" },
	{ FIELD_STCK, "0093018011223310", "2043-01-12T22:03:13.174051Z" },
	{ FIELD_STCK, "0000000000000000", "" },
	{ FIELD_INTERVAL, "0000000000001000", "0.000001" },
	{ FIELD_INTERVAL, "00000000F4240FFF", "1.000000" },
	{ FIELD_INTERVAL, "0000000000000000", "0.000000" },
	{ FIELD_CODE, "00000004", "CICS (4)" },
	{ FIELD_CODE, "FFFFFFFF", "all bits (4294967295)" },
	{ FIELD_CODE, "05", "5" },
	{ FIELD_CODE, "FFFFFFFF00000004", "18446744069414584324" }
};

START_TEST(text_of_each_kind)
{
	struct field f = { .kind = texts[_i].kind, .codes = codes };
	struct buf bytes = hex_bytes(texts[_i].bytes), out = { 0 };

	field_text(&f, buf_span(&bytes), &codepage_1047, &out);
	buf_char(&out, '\0');
	ck_assert_str_eq((char *)out.p, texts[_i].text);
	buf_free(&bytes);
	buf_free(&out);
}
END_TEST

/* Whatever the bytes: no control character, no line end, and always text. */
START_TEST(text_shows_no_controls)
{
	struct field f = { .kind = FIELD_TEXT };
	struct buf out = { 0 };
	uint8_t all[256];
	size_t i;

	for (i = 0; i < sizeof(all); i++)
		all[i] = (uint8_t)i;
	field_text(&f, span_of(all, sizeof(all)), &codepage_1047, &out);
	for (i = 0; i < out.n; i++) {
		ck_assert_msg(out.p[i] >= ' ' && out.p[i] != 0x7F, "byte %02X at %zu", out.p[i], i);
		if (out.p[i] == 0xC2)
			ck_assert_msg(out.p[i + 1] >= 0xA0, "C1 control at %zu", i);
	}
	buf_free(&out);
}
END_TEST

START_TEST(absent_beyond_the_end)
{
	static const uint8_t section[8] = { 1, 2, 3, 4, 5, 6, 7, 8 };
	struct field f = { .at = 4, .len = 4, .kind = FIELD_UINT };
	struct span out;
	size_t n;

	for (n = 0; n <= sizeof(section); n++) {
		ck_assert_msg(field_bytes(&f, span_of(section, n), &out) == (n == 8),
		    "section of %zu bytes", n);
		ck_assert_uint_eq(out.n, n == 8 ? 4 : 0);
	}
	ck_assert_ptr_eq(out.p, section + 4);
}
END_TEST

/* A long name: 2 bytes at 2 say where its length and text are. */
static const struct {
	const char	*section;
	const char	*name;		/* NULL: absent */
} longs[] = {
	{ "FFFF 0004 0003 C1C2C3", "C1C2C3" },
	{ "FFFF 0004 0000 C1C2C3", "" },
	{ "FFFF 0000 0003 C1C2C3", NULL },
	{ "FFFF 0004 0004 C1C2C3", NULL },
	{ "FFFF 0007 0003 C1C2C3", NULL },
	{ "FFFF 0008 0003 C1C2C3", NULL },
	{ "FFFF FFFF 0003 C1C2C3", NULL },
	{ "FFFF 00", NULL }
};

START_TEST(long_names_are_followed)
{
	struct field f = { .at = 2, .len = 2, .kind = FIELD_LONG };
	struct buf section = hex_bytes(longs[_i].section);
	struct buf name = hex_bytes(longs[_i].name != NULL ? longs[_i].name : "");
	struct span out;

	ck_assert_msg(field_bytes(&f, buf_span(&section), &out) == (longs[_i].name != NULL),
	    "%s", longs[_i].section);
	if (longs[_i].name != NULL)
		ck_assert(span_equal(out, buf_span(&name)));
	buf_free(&section);
	buf_free(&name);
}
END_TEST

START_TEST(members_one_after_the_other)
{
	struct buf b = hex_bytes("0002C1C2 0000 0001C3 0005C4");
	struct cursor c = cursor_at(buf_span(&b), 0);
	struct span m;

	ck_assert(event_member(&c, 0, &m));
	ck_assert(span_equal(m, span_of(b.p + 2, 2)));
	ck_assert(event_member(&c, 0, &m));
	ck_assert_uint_eq(m.n, 0);
	ck_assert(event_member(&c, 0, &m));
	ck_assert_uint_eq(m.n, 1);
	ck_assert_uint_eq(m.p[0], 0xC3);
	ck_assert(!event_member(&c, 0, &m));

	c = cursor_at(buf_span(&b), 0);
	ck_assert(event_member(&c, 6, &m));
	ck_assert(span_equal(m, span_of(b.p, 6)));
	ck_assert(event_member(&c, 6, &m));
	ck_assert(span_equal(m, span_of(b.p + 6, 6)));
	ck_assert(!event_member(&c, 6, &m));
	buf_free(&b);
}
END_TEST

static const struct field front_fields[] = {
	{ 0, 2, FIELD_UINT, "LEN", "length", NULL },
	{ 2, 2, FIELD_HEX, "EID", "eid", NULL },
	{ 0 }
};
static const struct field back_fields[] = {
	{ 0, 1, FIELD_HEX, "TYPE", "eid", NULL },
	{ 1, 2, FIELD_UINT, "SEQ", "seq", NULL },
	{ 0 }
};
static const struct layout front = { "F", "front", front_fields };
static const struct layout back = { "B", "back", back_fields };

START_TEST(fields_by_label)
{
	static const uint8_t raw[] = { 0, 9, 0xEF, 0xB9, 1, 2, 7, 8, 9 };
	static struct event ev;
	struct span bytes;

	ev = (struct event){
		.raw = span_of(raw, sizeof(raw)), .writer = &front, .nheaders = 3,
		.header = {
			{ .layout = NULL, .bytes = span_of(raw, 4) },
			{ .layout = &back, .bytes = span_of(raw + 4, 2) },
			{ .layout = &back, .bytes = span_of(raw + 6, 3) }
		}
	};
	ck_assert_ptr_eq(event_field(&ev, "eid", &bytes), &front_fields[1]);
	ck_assert_uint_eq(span_uint(bytes), 0xEFB9);
	/* The first header of that layout is too short for it. */
	ck_assert_ptr_eq(event_field(&ev, "seq", &bytes), &back_fields[1]);
	ck_assert_uint_eq(span_uint(bytes), 0x0809);
	ck_assert_ptr_null(event_field(&ev, "plan", &bytes));
	ev.writer = NULL;
	ck_assert_ptr_eq(event_field(&ev, "eid", &bytes), &back_fields[0]);
	ck_assert_uint_eq(span_uint(bytes), 1);
}
END_TEST

Suite *
field_suite(void)
{
	Suite *s = suite_create("field");
	TCase *t = tcase_create("field");

	tcase_add_loop_test(t, text_of_each_kind, 0, sizeof(texts) / sizeof(texts[0]));
	tcase_add_test(t, text_shows_no_controls);
	tcase_add_test(t, absent_beyond_the_end);
	tcase_add_loop_test(t, long_names_are_followed, 0, sizeof(longs) / sizeof(longs[0]));
	tcase_add_test(t, members_one_after_the_other);
	tcase_add_test(t, fields_by_label);
	suite_add_tcase(s, t);
	return s;
}
