/* check_le_line.c - single lines of a printed trace table */
#include <check.h>
#include <string.h>

#include "ztrace/le_entry.h"
#include "ztrace/le_line.h"

/* Lines that are nearly rows. */
static const struct {
	const char	*text;
	enum le_line_kind kind;
	uint32_t	 displacement;
	uint32_t	 have;
} lines[] = {
	{ "+000018    94818995 40404040", LE_LINE_AREA, 0, 3 },
	{ "+000018    94818995 404040", LE_LINE_AREA, 0, 1 },
	{ "1+000018    94818995", LE_LINE_AREA, 0, 1 },
	{ "+         +000018    94818995", LE_LINE_AREA, 0, 1 },
	{ "\xef\xbb\xbf+000018    94818995", LE_LINE_AREA, 0, 1 },
	{ "\xef\xbb\xbf  +000018    94818995", LE_LINE_AREA, 0, 1 },
	{ "+000018    94818995  40404040", LE_LINE_AREA, 0, 0 },
	{ "+000018 94818995", LE_LINE_AREA, 0, 0 },
	{ "+000018    9481899  40404040 40404040 40404040  40404040", LE_LINE_NOISE, 0, 0 },
	{ "+000018    948189Z5 40404040 40404040 40404040  40404040", LE_LINE_AREA, 0, 0x1e },
	{ "+000018    94818995 40404040 40404040 40404040", LE_LINE_AREA, 0, 0xf },
	{ "+000018    94818995 40404040 40404040  40404040", LE_LINE_AREA, 0, 0 },
	{ "+000018    94818995 40404040  |main", LE_LINE_AREA, 0, 0 },
	{ "+000078    94818995 4040404040|main", LE_LINE_AREA, 0, 0 },
	{ "+000018    94818995 40404040 4Z404040", LE_LINE_AREA, 0, 3 },
	{ "+000018    94818995 40404040 4Z404040 |main", LE_LINE_AREA, 0, 0 },
	{ "+000078    94818995           |main", LE_LINE_AREA, 0, 0 },
	{ "-\t+00001F98    94818995 40404040", LE_LINE_AREA, 0x1F80, 3 },
	{ "+00000018    94818995", LE_LINE_AREA, 0, 1 },
	{ "+000078    40404040 40404040 40404040", LE_LINE_AREA, 0, 3 },
	{ "+00018 94818995", LE_LINE_NOISE, 0, 0 },
	{ "+000000018    94818995", LE_LINE_NOISE, 0, 0 },
	{ "+000020    94818995", LE_LINE_NOISE, 0, 0 },
	{ "+000000    94818995", LE_LINE_NOISE, 0, 0 },
	{ "+000018", LE_LINE_NOISE, 0, 0 },
	{ "+000018 main", LE_LINE_NOISE, 0, 0 },
	{ "000018 94818995", LE_LINE_NOISE, 0, 0 },
	{ "x +000018    94818995", LE_LINE_AREA, 0, 1 },
	{ "xx +000018    94818995", LE_LINE_NOISE, 0, 0 },
	{ "+000010 Member ID.... 03 Flags..... 000000 Entry Type..... 00000001",
	    LE_LINE_MEMBER, 0, 3 },
	{ "+000010 Member ID.... 3 Flags..... 000000 Entry Type..... 00000001",
	    LE_LINE_MEMBER, 0, 2 },
	{ "+000000 Time 1", LE_LINE_HEAD, 0, 0 },
	{ " Language Environment Trace Table:", LE_LINE_TABLE, 0, 0 },
	{ "Most recent trace entry is at displacement: 02D500", LE_LINE_RECENT, 0x2D500, 0 },
	{ "Most recent trace entry is at displacement: nowhere", LE_LINE_RECENT, LE_NOWHERE, 0 },
	{ "CEE3846I CEEDUMP Processing completed.", LE_LINE_END, 0, 0 },
	{ "", LE_LINE_NOISE, 0, 0 },
	{ "+", LE_LINE_NOISE, 0, 0 },
	{ " ", LE_LINE_NOISE, 0, 0 }
};

START_TEST(lines_of_all_kinds)
{
	struct le_line line;

	le_line_read((struct span){ 0 }, &line);
	ck_assert_int_eq(line.kind, LE_LINE_NOISE);
	le_line_read(span_of(lines[_i].text, strlen(lines[_i].text)), &line);
	ck_assert_msg(line.kind == lines[_i].kind, "%s: %d", lines[_i].text,
	    (int)line.kind);
	if (line.kind == LE_LINE_NOISE)
		return;
	ck_assert_uint_eq(line.displacement, lines[_i].displacement);
	ck_assert_msg(line.have == lines[_i].have, "%s: %u", lines[_i].text,
	    line.have);
}
END_TEST

Suite *
le_line_suite(void)
{
	Suite *s = suite_create("le_line");
	TCase *t = tcase_create("le_line");

	tcase_add_loop_test(t, lines_of_all_kinds, 0,
	    sizeof(lines) / sizeof(lines[0]));
	suite_add_tcase(s, t);
	return s;
}
