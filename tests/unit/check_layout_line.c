/* check_layout_line.c - what is wrong with lines of users' layout files, and where */
#include <check.h>
#include <string.h>

#include "said.h"
#include "ztrace/layouts.h"

static struct said said;

static struct layouts *
parse(const char *text)
{
	said_start(&said);
	return layouts_parse(span_of(text, strlen(text)), "layouts.tsv", &said.diag);
}

#define L "layouts.tsv: line 1, column "

/* One line each, and what is said of it. */
static const struct {
	const char	*line;
	const char	*words;
} bad[] = {
	{ "63", L "2: line ends before this\n" },
	{ "63\t1\t2\t2\tuint\tA+", L "7: line ends before this\n" },
	{ "63\t1\t0\t2\tuint\tA+\ta\t\t", L "8: more columns follow ()\n" },
	{ "x\t1\t2\t2\tuint\tA+\ta", L "1: record is not a number up to 65535 (x)\n" },
	{ "65536\t1\t2\t2\tuint\tA+\ta", L "1: record is not a number up to 65535 (65536)\n" },
	{ "-1\t1\t2\t2\tuint\tA+\ta", L "1: record is not a number up to 65535 (-1)\n" },
	{ " 1\t1\t2\t2\tuint\tA+\ta", L "1: record is not a number up to 65535 ( 1)\n" },
	{ "0x\t1\t2\t2\tuint\tA+\ta", L "1: record is not a number up to 65535 (0x)\n" },
	{ "99999999999999999999\t1\t2\t2\tuint\tA+\ta",
	    L "1: record is not a number up to 65535 (99999999999999999999)\n" },
	{ "\t1\t2\t2\tuint\tA+\ta", L "1: record is not a number up to 65535 ()\n" },
	{ "63\t0\t2\t2\tuint\tA+\ta", L "2: section is not a number from 1 to 255 (0)\n" },
	{ "63\t256\t2\t2\tuint\tA+\ta", L "2: section is not a number from 1 to 255 (256)\n" },
	{ "63\t1\t32768\t2\tuint\tA+\ta",
	    L "3: offset is not a number up to 32767, or one behind + (32768)\n" },
	{ "63\t1\t1C\t2\tuint\tA+\ta",
	    L "3: offset is not a number up to 32767, or one behind + (1C)\n" },
	{ "63\t1\t+0\t2\tuint\tA+\ta",
	    L "3: no text of its own length stands before this (+0)\n" },
	{ "63\t1\t0\t9\tuint\tA+\ta", L "4: length is none that the kind can have (9)\n" },
	{ "63\t1\t0\t0\tuint\tA+\ta", L "4: length is none that the kind can have (0)\n" },
	{ "63\t1\t0\t4\ttime\tA+\ta", L "4: length is none that the kind can have (4)\n" },
	{ "63\t1\t0\t4\twhole\tA+\ta", L "4: length is none that the kind can have (4)\n" },
	{ "63\t1\t0\tx\ttext\tA+\ta", L "4: length is none that the kind can have (x)\n" },
	{ "63\t1\t0\t2\tnumber\tA+\ta", L "5: no such kind (number)\n" },
	{ "63\t1\t0\t2\tUINT\tA+\ta", L "5: no such kind (UINT)\n" },
	{ "63\t1\t0\t2\tuint\t\ta", L "6: name is not 1 to 32 characters without blanks, "
	    "or reads as a hexadecimal number ()\n" },
	{ "63\t1\t0\t2\tuint\tA B\ta", L "6: name is not 1 to 32 characters without blanks, "
	    "or reads as a hexadecimal number (A B)\n" },
	{ "63\t1\t0\t2\tuint\tDEADBEEF\ta", L "6: name is not 1 to 32 characters without blanks, "
	    "or reads as a hexadecimal number (DEADBEEF)\n" },
	{ "63\t1\t0\t2\tuint\tN23456789012345678901234567890123\ta",
	    L "6: name is not 1 to 32 characters without blanks, "
	    "or reads as a hexadecimal number (N23456789012345678901234567890123)\n" },
	{ "63\t1\t0\t2\tuint\tA+\tAb",
	    L "7: label is not 1 to 32 lower-case letters, digits and _ (Ab)\n" },
	{ "63\t1\t0\t2\tuint\tA+\t1a",
	    L "7: label is not 1 to 32 lower-case letters, digits and _ (1a)\n" },
	{ "63\t1\t0\t2\tuint\tA+\t",
	    L "7: label is not 1 to 32 lower-case letters, digits and _ ()\n" },
	{ "63\t1\t0\t2\tuint\tA+\trest",
	    L "7: label is that of bytes without a layout (rest)\n" },
	{ "63\t1\t0\t2\tuint\tA+\ta\t1=x",
	    L "8: kind code, and no other, has codes (1=x)\n" },
	{ "63\t1\t0\t2\tcode\tA+\ta", L "8: kind code, and no other, has codes\n" },
	{ "63\t1\t0\t2\tcode\tA+\ta\t1=x;2",
	    L "8: codes are not value=text with ; between (1)\n" },
	{ "63\t1\t0\t2\tcode\tA+\ta\ty=x",
	    L "8: value of a code is not a number of 4 bytes (y)\n" },
	{ "63\t1\t0\t2\tcode\tA+\ta\t0x100000000=x",
	    L "8: value of a code is not a number of 4 bytes (0x100000000)\n" },
	{ "63\t1\t0\t2\tcode\tA+\ta\t1=",
	    L "8: text of a code is not 1 to 60 ASCII characters (1)\n" },
	{ "63\t1\t0\t2\tcode\tA+\ta\t1=\xC3\xA4",
	    L "8: text of a code is not 1 to 60 ASCII characters (1)\n" },
	{ "63\t1\t0\t2\tcode\tA+\ta\t1=012345678901234567890123456789"
	    "0123456789012345678901234567890",
	    L "8: text of a code is not 1 to 60 ASCII characters (1)\n" },
	{ "63\t1\t0\t2\tsection\tA+\ta",
	    L "3: what members begin with is not 4 hexadecimal digits or - (0)\n" },
	{ "63\t1\t0000\t2\tsection\tA+\ta",
	    L "3: what members begin with is not 4 hexadecimal digits or - (0000)\n" },
	{ "63\t1\tC4C\t2\tsection\tA+\ta",
	    L "3: what members begin with is not 4 hexadecimal digits or - (C4C)\n" },
	{ "63\t1\t0xC4\t2\tsection\tA+\ta",
	    L "3: what members begin with is not 4 hexadecimal digits or - (0xC4)\n" },
	{ "63\t1\t-\t65536\tsection\tA+\ta",
	    L "4: least length is not a number up to 65535 (65536)\n" },
	{ "63\t1\t-\t2\tsection\tA+\tA",
	    L "7: label is not 1 to 32 lower-case letters, digits and _ (A)\n" },
	{ "63\t1\t-\t2\tsection\tA+\ta\tsure",
	    L "8: not user, certain, program or recalled (sure)\n" }
};

START_TEST(line_and_column_are_told)
{
	ck_assert_ptr_null(parse(bad[_i].line));
	ck_assert_msg(strcmp(said.words, bad[_i].words) == 0, "%s: %s", bad[_i].line, said.words);
	ck_assert_int_eq(diag_status(&said.diag), 1);
}
END_TEST

#undef L

/* What is wrong between lines: the last one is. */
static const struct {
	const char	*text;
	const char	*words;
} pairs[] = {
	{ "63\t1\t0\t2\tuint\tA+\ta\n63\t1\t2\t2\tuint\tB+\ta",
	    "line 2, column 7: label stands in this section already (a)\n" },
	{ "63\t1\t0\t2\tcode\tA+\ta\t1=x\n63\t1\t2\t2\tuint\tB+\ta_code",
	    "line 2, column 7: label stands in this section already (a_code)\n" },
	{ "63\t1\t0\t2\tuint\tA+\ta_code\n63\t1\t2\t2\tcode\tB+\ta\t1=x",
	    "line 2, column 7: label stands in this section already (a)\n" },
	{ "63\t1\t0\t2\tuint\tA+\ta\n64\t1\t0\t2\tuint\tA+\ta\n63\t1\t2\t2\tuint\tB+\tb",
	    "line 3, column 2: lines of this section do not stand together (1)\n" },
	{ "63\t1\t-\t2\tsection\tA+\ta\n\n63\t1\t-\t4\tsection\tB+\tb",
	    "line 3, column 3: section is described twice (-)\n" },
	{ "63\t1\t0\t2\tuint\tA+\ta\n63\t1\t-\t4\tsection\tB+\tb",
	    "line 2, column 3: section is described twice (-)\n" },
	{ "63\t1\t2\t2\tlong\tA+\ta\n63\t1\t+0\t2\tuint\tB+\tb",
	    "line 2, column 3: no text of its own length stands before this (+0)\n" },
	{ "63\t1\t2\t2\twhole\tA+\ta\n63\t2\t+0\t2\tuint\tB+\tb",
	    "line 2, column 3: no text of its own length stands before this (+0)\n" }
};

START_TEST(lines_must_agree)
{
	ck_assert_ptr_null(parse(pairs[_i].text));
	ck_assert_msg(strncmp(said.words, "layouts.tsv: ", 13) == 0, "%s", said.words);
	ck_assert_str_eq(said.words + 13, pairs[_i].words);
}
END_TEST

START_TEST(reading_goes_on_behind_an_error)
{
	struct buf text = { 0 };
	size_t i, lines = 0;

	for (i = 0; i < 50; i++)
		buf_str(&text, "x\n");
	buf_char(&text, '\0');
	ck_assert_ptr_null(parse((char *)text.p));
	for (i = 0; said.words[i] != '\0'; i++)
		lines += said.words[i] == '\n';
	ck_assert_uint_eq(lines, 10);
	ck_assert_ptr_nonnull(strstr(said.words, "line 10, column 2"));
	buf_free(&text);
}
END_TEST

Suite *
layout_line_suite(void)
{
	Suite *s = suite_create("layout_line");
	TCase *t = tcase_create("layout_line");

	tcase_add_loop_test(t, line_and_column_are_told, 0, sizeof(bad) / sizeof(bad[0]));
	tcase_add_loop_test(t, lines_must_agree, 0, sizeof(pairs) / sizeof(pairs[0]));
	tcase_add_test(t, reading_goes_on_behind_an_error);
	suite_add_tcase(s, t);
	return s;
}
