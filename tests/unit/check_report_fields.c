/* check_report_fields.c - fields in the listing: two to a line, long ones folded */
#include <check.h>
#include <string.h>

#include "dice.h"
#include "hex.h"
#include "ztrace/report.h"

static const struct code codes[] = {
	{ 1, "one" },
	{ 0, NULL }
};

static const struct field fields[] = {
	{  0, 1, FIELD_UINT, "A", "a", NULL },
	{  1, 1, FIELD_CODE, "B", "b", codes },
	{  2, 1, FIELD_CODE, "C", "c", codes },
	{  3, 2, FIELD_SQL_COUNTED, "D", "d", NULL },
	{ FIELD_BEHIND, 1, FIELD_UINT, "LONGERTHANITSCOLUMN", "e_label_of_seventeen", NULL },
	{ FIELD_BEHIND + 1, 0, FIELD_HEX, "F", "f", NULL },
	{ 0 }
};
static const struct layout layout = { "L", "l", fields };

static void
show(struct span section, size_t from, struct buf *out)
{
	buf_clear(out);
	report_fields(&layout, section, from, &codepage_1047, out);
	buf_char(out, '\0');
}

#define A_C	"    A            a                7                                   " \
		"B            b                one (1)\n" \
		"    C            c                2\n"

/* The text of D, in ASCII, and what is shown of it. */
static const struct {
	const char	*text, *shown;
} texts[] = {
	{ "SELECT 1", "    D            d                SELECT 1\n" },
	{ "", "    D            d                -\n" },
	{ "SELECT 1\nFROM T", "    D            d\n      | SELECT 1\n      | FROM T\n" },
	{ "a\n\n b  \n\t\nc",
	    "    D            d\n      | a\n      |\n      |  b\n      |\n      | c\n" },
	{ "a\n", "    D            d\n      | a\n" },
	{ "\na", "    D            d\n      |\n      | a\n" },
	{ "a\tb\nc", "    D            d\n      | a b\n      | c\n" },
	/* 98 columns fit the line, 124 one of their own */
	{ "01234567890123456789012345678901234567890123456789012345678901234567890123456789"
	    "012345678901234567",
	    "    D            d                "
	    "01234567890123456789012345678901234567890123456789012345678901234567890123456789"
	    "012345678901234567\n" },
	{ "01234567890123456789012345678901234567890123456789012345678901234567890123456789"
	    "0123456789012345678",
	    "    D            d\n      | "
	    "01234567890123456789012345678901234567890123456789012345678901234567890123456789"
	    "0123456789012345678\n" },
	{ "01234567890123456789012345678901234567890123456789012345678901234567890123456789"
	    "01234567890123456789012345678901234567890123x",
	    "    D            d\n      | "
	    "01234567890123456789012345678901234567890123456789012345678901234567890123456789"
	    "01234567890123456789012345678901234567890123\n      : x\n" },
	/* blanks where a line is cut go on the next */
	{ "01234567890123456789012345678901234567890123456789012345678901234567890123456789"
	    "012345678901234567890123456789012345678901    x\ny",
	    "    D            d\n      | "
	    "01234567890123456789012345678901234567890123456789012345678901234567890123456789"
	    "012345678901234567890123456789012345678901\n      :     x\n      | y\n" }
};

START_TEST(texts_are_folded)
{
	struct buf section = hex_bytes("070102"), out = { 0 }, want = { 0 };
	size_t n = strlen(texts[_i].text);
	uint8_t length[2];

	put_u16(length, (uint16_t)n);
	buf_put(&section, length, 2);
	buf_put(&section, texts[_i].text, n);
	buf_str(&want, A_C);
	buf_str(&want, texts[_i].shown);
	buf_char(&want, '\0');
	/* without blanks a text is taken for EBCDIC: one more says what it is */
	if (strchr(texts[_i].text, ' ') == NULL && n > 0) {
		buf_char(&section, ' ');
		put_u16(section.p + 3, (uint16_t)(n + 1));
	}
	show(buf_span(&section), 0, &out);
	ck_assert_str_eq((char *)out.p, (char *)want.p);
	buf_free(&section);
	buf_free(&out);
	buf_free(&want);
}
END_TEST

START_TEST(fields_stand_in_columns)
{
	struct buf section = hex_bytes("FF0103 0001C1 2A"), out = { 0 };
	size_t i;

	for (i = 0; i < 50; i++)
		buf_put(&section, "\x0A", 1);
	show(buf_span(&section), 0, &out);
	ck_assert_str_eq((char *)out.p,
	    "    A            a                255                                 "
	    "B            b                one (1)\n"
	    "    C            c                3\n"
	    "    D            d                A\n"
	    "    LONGERTHANITSCOLUMN e_label_of_seventeen 42\n"
	    "    F            f\n"
	    "      | 0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A"
	    "0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A\n");
	show(buf_span(&section), 2, &out);
	ck_assert_str_eq(strchr((char *)out.p, '\n'), strchr(strstr((char *)out.p, "C  "), '\n'));
	ck_assert_int_eq(strncmp((char *)out.p, "    C   ", 8), 0);
	show(span_of(section.p, 1), 0, &out);
	ck_assert_str_eq((char *)out.p, "    A            a                255\n");
	show(span_of(section.p, 0), 0, &out);
	ck_assert_str_eq((char *)out.p, "");
	buf_free(&section);
	buf_free(&out);
}
END_TEST

/* With a name, or as a folded line does. */
static bool
begins_well(const char *line)
{
	return strncmp(line, "    ", 4) == 0 && (line[4] != ' ' ||
	    strncmp(line + 4, "  | ", 4) == 0 || strncmp(line + 4, "  |\n", 4) == 0 ||
	    strncmp(line + 4, "  : ", 4) == 0 || strncmp(line + 4, "  :\n", 4) == 0);
}

/* Whatever the bytes: no line is wider than a printer's, and none could be a dump line. */
START_TEST(lines_begin_with_a_word_of_ours)
{
	struct dice dice = dice_new();
	struct buf out = { 0 };
	uint8_t section[900];
	const char *line, *end, *p;
	size_t n, width;
	int i;

	for (i = 0; i < 50; i++) {
		n = dice_below(&dice, sizeof(section));
		dice_fill(&dice, section, n);
		section[3] = (uint8_t)dice_below(&dice, 2);
		show(span_of(section, n), 0, &out);
		for (line = (char *)out.p; *line != '\0'; line = end + 1) {
			end = strchr(line, '\n');
			ck_assert_ptr_nonnull(end);
			for (p = line, width = 0; p < end; p++)
				width += ((unsigned char)*p & 0xC0) != 0x80;
			ck_assert_msg(width <= 132 && end[-1] != ' ' && begins_well(line),
			    "SEED=%llu: %.*s", (unsigned long long)dice.seed,
			    (int)(end - line), line);
		}
	}
	buf_free(&out);
}
END_TEST

Suite *
report_fields_suite(void)
{
	Suite *s = suite_create("report_fields");
	TCase *t = tcase_create("report_fields");

	tcase_add_loop_test(t, texts_are_folded, 0, sizeof(texts) / sizeof(texts[0]));
	tcase_add_test(t, fields_stand_in_columns);
	tcase_add_test(t, lines_begin_with_a_word_of_ours);
	suite_add_tcase(s, t);
	return s;
}
