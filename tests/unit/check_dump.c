/* check_dump.c - dump lines, and the formats that show nothing but bytes */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "dice.h"
#include "hex.h"
#include "ztrace/ebcdic.h"
#include "ztrace/format.h"

/* Where the digits of byte i stand, counted from 0. */
static size_t
digits_column(size_t i)
{
	static const size_t words[] = { 10, 19, 29, 38, 49, 58, 68, 77 };

	return words[i / 4] + 2 * (i % 4);
}

static int
value(char c)
{
	static const char digits[] = "0123456789ABCDEF";
	const char *at = c != '\0' ? strchr(digits, c) : NULL;

	return at != NULL ? (int)(at - digits) : -1;
}

static const char *const figures[] = {
	"start-trace.hex", "start-trace-packed.hex", "statistics.hex"
};

START_TEST(figures_come_out_as_printed)
{
	struct buf record = hex_record(figures[_i]), lines = hex_lines(figures[_i]);
	struct buf out = { 0 };

	dump_lines(buf_span(&record), false, &out);
	ck_assert(buf_char(&out, '\0') && buf_char(&lines, '\0'));
	ck_assert_str_eq((char *)out.p, (char *)lines.p);
	buf_free(&record);
	buf_free(&lines);
	buf_free(&out);
}
END_TEST

/* Holds one line of at most 32 bytes against its bytes, place by place. */
static void
check_line(const char *line, size_t length, struct span s, size_t at, bool text)
{
	size_t end = digits_column(s.n - 1) + 2, i, offset = 0;

	ck_assert_uint_eq(length, text ? 122 : end);
	ck_assert(line[0] == ' ' && memcmp(line + 7, "   ", 3) == 0);
	for (i = 1; i < 7; i++)
		offset = offset << 4 | (size_t)value(line[i]);
	ck_assert_uint_eq(offset, at);
	for (i = 0; i < s.n; i++) {
		const char *digits = line + digits_column(i);

		ck_assert_msg(value(digits[0]) == s.p[i] >> 4 && value(digits[1]) == (s.p[i] & 15),
		    "byte %zu: %.2s for %02X", i, digits, s.p[i]);
		if (i % 4 == 0)
			ck_assert(digits[-1] == ' ');
	}
	if (!text)
		return;
	for (i = end; i < 88; i++)
		ck_assert_msg(line[i] == ' ', "column %zu is not blank", i + 1);
	ck_assert(line[88] == '*' && line[121] == '*');
	for (i = 0; i < 32; i++)
		ck_assert_int_eq(line[89 + i], i < s.n ? (char)ebcdic_print[s.p[i]] : ' ');
}

/* Records of _i bytes, with text and without. */
START_TEST(places_for_every_length)
{
	struct dice dice = dice_new();
	struct buf out = { 0 };
	uint8_t bytes[100];
	struct span s = span_of(bytes, (size_t)_i);
	const char *line, *end;
	size_t at;
	int text;

	dice_fill(&dice, bytes, sizeof(bytes));
	for (text = 0; text <= 1; text++) {
		buf_clear(&out);
		dump_lines(s, text, &out);
		line = (char *)out.p;
		for (at = 0; at < s.n; at += 32, line = end + 1) {
			end = memchr(line, '\n', out.n);
			ck_assert_ptr_nonnull(end);
			check_line(line, (size_t)(end - line),
			    span_first(span_from(s, at), 32), at, text);
		}
		ck_assert_uint_eq(out.n, s.n > 0 ? (size_t)(line - (char *)out.p) : 0);
	}
	buf_free(&out);
}
END_TEST

START_TEST(lines_are_appended)
{
	struct buf out = { 0 };

	buf_str(&out, "before\n");
	dump_lines(span_of("\xC1\xC2", 2), true, &out);
	buf_char(&out, '\0');
	ck_assert_str_eq((char *)out.p, "before\n 000000   C1C2"
	    "                                                                          "
	    "*AB                              *\n");
	buf_free(&out);
}
END_TEST

/* Offsets beyond six digits get eight, and the words stay where they are. */
START_TEST(offsets_beyond_16_mib)
{
	size_t n = (1 << 24) + 33;
	uint8_t *bytes = calloc(n, 1);
	struct buf out = { 0 };

	ck_assert_ptr_nonnull(bytes);
	dump_lines(span_of(bytes, n), false, &out);
	buf_char(&out, '\0');
	ck_assert_ptr_nonnull(strstr((char *)out.p, "\n FFFFE0   00000000 "));
	ck_assert_ptr_nonnull(strstr((char *)out.p, "\n 01000000 00000000 "));
	ck_assert_ptr_nonnull(strstr((char *)out.p, "\n 01000020 00\n"));
	free(bytes);
	buf_free(&out);
}
END_TEST

START_TEST(formats_by_name)
{
	size_t i;

	for (i = 0; formats[i] != NULL; i++) {
		ck_assert_ptr_eq(format_find(formats[i]->name), formats[i]);
		ck_assert_ptr_nonnull(formats[i]->help);
		ck_assert(formats[i]->render != NULL);
	}
	ck_assert_ptr_eq(formats[0], &format_listing);
	ck_assert_ptr_null(format_find("dum"));
	ck_assert_ptr_null(format_find("dumps"));
	ck_assert_ptr_null(format_find(""));
}
END_TEST

START_TEST(formats_of_bytes_alone)
{
	static struct event ev;
	struct buf record = hex_record("start-trace.hex"), lines = hex_lines("start-trace.hex");
	struct buf out = { 0 };

	ev = (struct event){ .raw = buf_span(&record) };
	format_dump.render(&ev, &(struct style){ .codepage = &codepage_1047 }, &out);
	ck_assert(span_equal(buf_span(&out), buf_span(&lines)));
	ck_assert_str_eq(format_dump.between, "\n");
	ck_assert_uint_eq(format_dump.longest, 0);

	buf_clear(&out);
	format_gtf.render(&ev, &(struct style){ .codepage = &codepage_1047 }, &out);
	ck_assert(span_equal(buf_span(&out), ev.raw));
	ck_assert_ptr_null(format_gtf.between);
	ck_assert_uint_eq(format_gtf.longest, 32760);

	buf_clear(&out);
	format_none.render(&ev, &(struct style){ .codepage = &codepage_1047 }, &out);
	ck_assert_uint_eq(out.n, 0);
	ck_assert_ptr_null(format_none.between);
	buf_free(&record);
	buf_free(&lines);
	buf_free(&out);
}
END_TEST

Suite *
dump_suite(void)
{
	Suite *s = suite_create("dump");
	TCase *t = tcase_create("dump");

	tcase_add_loop_test(t, figures_come_out_as_printed, 0,
	    sizeof(figures) / sizeof(figures[0]));
	tcase_add_loop_test(t, places_for_every_length, 0, 100);
	tcase_add_test(t, lines_are_appended);
	if (getenv("QUICK") == NULL)
		tcase_add_test(t, offsets_beyond_16_mib);
	tcase_add_test(t, formats_by_name);
	tcase_add_test(t, formats_of_bytes_alone);
	suite_add_tcase(s, t);
	return s;
}
