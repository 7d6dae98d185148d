/* check_value.c - values of fields: what each kind is, and texts that tell their own lengths */
#include <check.h>
#include <string.h>

#include "hex.h"
#include "ztrace/field.h"

static const struct code codes[] = {
	{ 4, "CICS" },
	{ 0, NULL }
};

/* What the bytes of each kind are. */
static const struct {
	enum kind	 kind;
	const char	*bytes;
	enum value	 is;
	const char	*text;
	uint64_t	 number;
	const char	*name;
} values[] = {
	{ FIELD_UINT, "FFFFFFFF", VALUE_UINT, "4294967295", 4294967295, NULL },
	{ FIELD_INT, "FFFFFCDB", VALUE_INT, "-805", (uint64_t)-805, NULL },
	{ FIELD_INT, "0064", VALUE_INT, "100", 100, NULL },
	{ FIELD_HEX, "00AF", VALUE_HEX, "00AF", 0, NULL },
	{ FIELD_TEXT, "C1C240", VALUE_TEXT, "AB", 0, NULL },
	{ FIELD_TEXT, "4040", VALUE_TEXT, "", 0, NULL },
	{ FIELD_STCK, "A6E9C33E28F7DD03", VALUE_TIME, "1993-01-18T17:28:51.545981Z", 0, NULL },
	{ FIELD_STCK, "0093018F11223310", VALUE_TIME, "1993-01-18T11:22:33.10 local", 0, NULL },
	{ FIELD_STCK, "0000000000000000", VALUE_TIME, "", 0, NULL },
	{ FIELD_INTERVAL, "00000000F4241FFF", VALUE_SECONDS, "1.000001", 1000001, NULL },
	{ FIELD_INTERVAL, "FFFFFFFFFFFFFFFF", VALUE_SECONDS, "4503599627.370495",
	    4503599627370495, NULL },
	{ FIELD_CODE, "04", VALUE_CODE, "CICS", 4, "CICS" },
	{ FIELD_CODE, "05", VALUE_CODE, "5", 5, NULL },
	{ FIELD_LONG, "C1C2", VALUE_TEXT, "AB", 0, NULL },
	{ FIELD_COUNTED, "C1C2", VALUE_TEXT, "AB", 0, NULL },
	{ FIELD_WHOLE, "C1C2", VALUE_TEXT, "AB", 0, NULL },
	{ FIELD_CCSID, "04B8", VALUE_UINT, "1208", 1208, NULL },
	{ FIELD_SQL, "C1401525C2", VALUE_TEXT, "A \n\nB", 0, NULL },
	{ FIELD_SQL_LONG, "C1", VALUE_TEXT, "A", 0, NULL },
	{ FIELD_SQL_COUNTED, "C1", VALUE_TEXT, "A", 0, NULL },
	{ FIELD_SQL_WHOLE, "C1", VALUE_TEXT, "A", 0, NULL }
};

START_TEST(value_of_each_kind)
{
	struct field f = { .kind = values[_i].kind, .codes = codes };
	struct buf bytes = hex_bytes(values[_i].bytes), text = { 0 };
	struct value_out v = { .text = &text, .number = 99, .name = "old" };

	buf_char(&text, 'x');
	ck_assert_int_eq(field_value_of(&f, buf_span(&bytes), &codepage_1047, &v), values[_i].is);
	buf_char(&text, '\0');
	ck_assert_str_eq((char *)text.p + 1, values[_i].text);
	ck_assert(v.number == values[_i].number);
	ck_assert_pstr_eq(v.name, values[_i].name);
	buf_free(&bytes);
	buf_free(&text);
}
END_TEST

START_TEST(every_kind_has_a_row)
{
	size_t i;
	int kind;

	for (kind = 0; kind < FIELD_KINDS; kind++) {
		for (i = 0; i < sizeof(values) / sizeof(values[0]); i++)
			if ((int)values[i].kind == kind)
				break;
		ck_assert_msg(i < sizeof(values) / sizeof(values[0]), "%s", field_kinds[kind].name);
	}
}
END_TEST

/* Two texts one behind the other, numbers behind each, a statement whose CCSID comes last. */
static const struct field chain_fields[] = {
	{ 0, 2, FIELD_COUNTED, "A", "a", NULL },
	{ FIELD_BEHIND + 0, 1, FIELD_UINT, "B", "b", NULL },
	{ FIELD_BEHIND + 1, 2, FIELD_SQL_WHOLE, "C", "c", NULL },
	{ FIELD_BEHIND + 0, 2, FIELD_CCSID, "D", "d", NULL },
	{ FIELD_BEHIND + 2, 2, FIELD_LONG, "E", "e", NULL },
	{ FIELD_BEHIND + 4, 0, FIELD_HEX, "F", "f", NULL },
	{ 0 }
};
static const struct layout chain = { "CHAIN", "chain", chain_fields };

/* A section, and its fields as "label=text ...", where one that is absent is left out. */
static const struct {
	const char	*section;
	const char	*fields;
	bool		 overrun;
} chains[] = {
	{ "0002 C1C2 07 0005 416220 04B8 0000 EEFF", "a=AB b=7 c=Ab d=1208 f=EEFF", false },
	{ "0000 07 0002 0025 0000", "a= b=7 c= d=37", false },
	{ "0000 07 0000 0025 0000", "a= b=7 c= d=37", false },
	{ "0000 07 0001 0025 0000", "a= b=7 c= d=37", false },
	{ "0002 C1C2 07 0006 41E44220 0333 0000", "a=AB b=7 c=A\xC3\xA4" "B d=819", false },
	{ "0001 C1 07 0003 C1 0025 000E EEFFEE 0001 C4", "a=A b=7 c=A d=37 e=D f=EEFFEE0001C4",
	    false },
	{ "0001 C1 07 0003 C1 0025 000D", "a=A b=7 c=A d=37", true },
	{ "0001 C1 07 0003 C1 0025 0001", "a=A b=7 c=A d=37", true },
	{ "0001 C1 07 0003 C1 00", "a=A b=7 c=A", false },
	{ "0001 C1 07 0004 C1", "a=A b=7", true },
	{ "0001 C1 07 00", "a=A b=7", false },
	{ "0001 C1", "a=A", false },
	{ "0002 C1", "", true },
	{ "FFFF C1", "", true },
	{ "00", "", false },
	{ "", "", false }
};

START_TEST(fields_behind_texts)
{
	struct buf section = hex_bytes(chains[_i].section), text = { 0 };
	struct value_out v = { .text = &text };
	const struct field *f;
	size_t before;

	for (f = chain_fields; f->name != NULL; f++) {
		before = text.n;
		buf_printf(&text, "%s%s=", text.n > 0 ? " " : "", f->label);
		if (field_value(&chain, f, buf_span(&section), &codepage_1047, &v) == VALUE_ABSENT)
			text.n = before;
	}
	buf_char(&text, '\0');
	ck_assert_str_eq((char *)text.p, chains[_i].fields);
	ck_assert_int_eq(layout_overrun(&chain, buf_span(&section)), chains[_i].overrun);
	buf_free(&section);
	buf_free(&text);
}
END_TEST

/* An absent value leaves nothing of the one before. */
START_TEST(absent_is_nothing)
{
	struct buf text = { 0 };
	struct value_out v = { .text = &text, .number = 99, .name = "old" };

	ck_assert_int_eq(field_value(&chain, &chain_fields[0], span_of("", 1), &codepage_1047,
	    &v), VALUE_ABSENT);
	ck_assert_uint_eq(text.n, 0);
	ck_assert_uint_eq(v.number, 0);
	ck_assert_ptr_null(v.name);
}
END_TEST

/* Length 0: all to the section's end, if that is anything. */
START_TEST(rest_of_a_section)
{
	static const uint8_t section[] = { 0xC1, 0xC2, 0xC3 };
	struct field f = { .at = 1, .len = 0, .kind = FIELD_TEXT };
	struct span out;

	ck_assert(field_bytes(&f, span_of(section, 3), &out));
	ck_assert_ptr_eq(out.p, section + 1);
	ck_assert_uint_eq(out.n, 2);
	ck_assert(!field_bytes(&f, span_of(section, 1), &out));
	ck_assert(!field_bytes(&f, span_of(section, 0), &out));
}
END_TEST

Suite *
value_suite(void)
{
	Suite *s = suite_create("value");
	TCase *t = tcase_create("value");

	tcase_add_loop_test(t, value_of_each_kind, 0, sizeof(values) / sizeof(values[0]));
	tcase_add_test(t, every_kind_has_a_row);
	tcase_add_loop_test(t, fields_behind_texts, 0, sizeof(chains) / sizeof(chains[0]));
	tcase_add_test(t, absent_is_nothing);
	tcase_add_test(t, rest_of_a_section);
	suite_add_tcase(s, t);
	return s;
}
