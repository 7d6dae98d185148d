/* check_ccsid.c - text in coded character sets: tables, Unicode, iconv, and wrong numbers */
#include <check.h>
#include <iconv.h>
#include <stdio.h>
#include <string.h>

#include "dice.h"
#include "hex.h"
#include "ztrace/ccsid.h"

/* The text of bytes as a string, in out. */
static void
text_of(uint32_t number, struct span bytes, struct buf *out)
{
	buf_clear(out);
	ccsid_text(number, bytes, &codepage_1047, out);
	buf_char(out, '\0');
}

static const struct {
	uint32_t	number;
	const char	*bytes;
	const char	*text;
} texts[] = {
	/* one byte a character: EBCDIC */
	{ 37, "E2C5D3C5C3E3 40 5C 40 5A4A4F5FBABB", "SELECT * !\xC2\xA2|\xC2\xAC[]" },
	{ 500, "C1405A4A4F5F", "A ][!^" },
	{ 1047, "C140ADBD5F", "A []^" },
	{ 273, "C1404AC06AD05AE0A1", "A \xC3\x84\xC3\xA4\xC3\xB6\xC3\xBC\xC3\x9C\xC3\x96\xC3\x9F" },
	{ 1140, "C1409F", "A \xE2\x82\xAC" },
	{ 1141, "C1409F", "A \xE2\x82\xAC" },
	{ 37, "C1409F", "A \xC2\xA4" },
	/* ... and ASCII */
	{ 819, "53454C4543542020E4", "SELECT  \xC3\xA4" },
	{ 437, "412084", "A \xC3\xA4" },
	{ 850, "41209B", "A \xC3\xB8" },
	{ 923, "4120A4", "A \xE2\x82\xAC" },
	{ 1252, "41208081", "A \xE2\x82\xAC\xEF\xBF\xBD" },
	{ 367, "4120C4", "A \xEF\xBF\xBD" },
	/* UTF-8 */
	{ 1208, "4120C3A4E282ACF09F9880", "A \xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\x80" },
	{ 1208, "41 80 42", "A\xEF\xBF\xBD" "B" },
	{ 1208, "41 C3 42", "A\xEF\xBF\xBD" "B" },
	{ 1208, "41 C080 42", "A\xEF\xBF\xBD\xEF\xBF\xBD" "B" },
	{ 1208, "41 E08080 42", "A\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD" "B" },
	{ 1208, "41 EDA080 42", "A\xEF\xBF\xBD" "B" },
	{ 1208, "41 F4908080", "A\xEF\xBF\xBD" },
	{ 1208, "41 F5", "A\xEF\xBF\xBD" },
	{ 1208, "41 E282", "A\xEF\xBF\xBD\xEF\xBF\xBD" },
	/* UTF-16 */
	{ 1200, "0041 0020 00E4 20AC D83DDE00", "A \xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\x80" },
	{ 1200, "0041 D83D 0042", "A\xEF\xBF\xBD" "B" },
	{ 1200, "0041 DE00 0042", "A\xEF\xBF\xBD" "B" },
	{ 1200, "0041 D83D", "A\xEF\xBF\xBD" },
	{ 1200, "0041 00", "A\xEF\xBF\xBD" },
	{ 1200, "4100 0020 0000", "\xE4\x84\x80" },
	{ 13488, "0041 0042", "AB" },
	/* by iconv: EBCDIC of two bytes with shift codes, and one more of one byte */
	{ 939, "C1 0E 4566 0F C2", "A\xE6\x9C\xAC" "B" },
	{ 870, "C1 40 C2", "A B" },
	/* no number, or an unknown one */
	{ 0, "C140C2", "A B" },
	{ 0, "412042", "A B" },
	{ 65535, "C140C2", "A B" },
	{ 65535, "4120C3A4", "A \xC3\xA4" },
	{ 0xFFFFFFFF, "C140C2", "A B" },
	{ 0, "C1C2", "AB" },
	/* the number of where it came from, the text as Db2 has it */
	{ 37, "4120C3A4", "A \xC3\xA4" },
	{ 1208, "C1405F40C2", "A ^ B" },
	{ 819, "C14040C2", "A  B" },
	{ 1208, "C1C2", "\xEF\xBF\xBD\xEF\xBF\xBD" },
	{ 1200, "C140C24040C3", "A B  C" },
	{ 1200, "412042C3A4", "A B\xC3\xA4" },
	{ 1200, "4E004E8C", "\xE4\xB8\x80\xE4\xBA\x8C" },
	{ 939, "412042C3A4", "A B\xC3\xA4" },
	{ 943, "412042C3A4", "A B\xEF\xBE\x83\xEF\xBD\xA4" },
	{ 943, "C140C2", "A B" },
	/* line ends and control characters */
	{ 37, "C10D25C215C325C40DC5", "A\nB\nC\nD\nE" },
	{ 819, "410A20420D0A430D0D44", "A\n B\nC\n\nD" },
	{ 1208, "4120C28542E280A843", "A \nB\xE2\x80\xA8" "C" },
	{ 37, "C105C2", "A\tB" },
	{ 819, "41091B42207F", "A\t.B ." },
	{ 37, "C100C2", "A.B" },
	/* blanks and zeros at the end */
	{ 37, "C14040400000", "A" },
	{ 819, "4120202000", "A" },
	{ 37, "404040", "" },
	{ 37, "000000", "" },
	{ 37, "", "" },
	{ 1200, "00000000", "" },
	{ 1200, "", "" },
	{ 1208, "", "" }
};

START_TEST(text_is_in_utf8)
{
	struct buf bytes = hex_bytes(texts[_i].bytes), out = { 0 };

	text_of(texts[_i].number, buf_span(&bytes), &out);
	ck_assert_msg(strcmp((char *)out.p, texts[_i].text) == 0, "%lu %s: %s",
	    (unsigned long)texts[_i].number, texts[_i].bytes, (char *)out.p);
	buf_free(&bytes);
	buf_free(&out);
}
END_TEST

START_TEST(sets_are_sorted)
{
	size_t i;

	ck_assert_uint_gt(ccsids_count, 20);
	for (i = 0; i < ccsids_count; i++) {
		ck_assert_ptr_eq(ccsid_page(ccsids[i].number), &ccsids[i].page);
		if (i > 0)
			ck_assert_uint_gt(ccsids[i].number, ccsids[i - 1].number);
	}
	ck_assert_ptr_null(ccsid_page(0));
	ck_assert_ptr_null(ccsid_page(1208));
	ck_assert_ptr_null(ccsid_page(0xFFFFFFFF));
	ck_assert_int_eq(memcmp(ccsid_page(1047), &codepage_1047, sizeof(codepage_1047)), 0);
}
END_TEST

/* Each byte of each set as iconv has it, where iconv knows the set. */
START_TEST(sets_are_as_iconv_has_them)
{
	const struct ccsid *set = &ccsids[_i];
	char name[16], in, out[8], *from, *to;
	size_t n, left;
	iconv_t cd;
	unsigned i;

	snprintf(name, sizeof(name), "IBM%03u", set->number);
	cd = iconv_open("UTF-16BE", name);
	if (cd == (iconv_t)-1) {
		snprintf(name, sizeof(name), "CP%u", set->number);
		cd = iconv_open("UTF-16BE", name);
	}
	if (cd == (iconv_t)-1)
		return;
	for (i = 0; i < 256; i++) {
		in = (char)i;
		from = &in;
		to = out;
		n = 1;
		left = sizeof(out);
		iconv(cd, NULL, NULL, NULL, NULL);
		if (iconv(cd, &from, &n, &to, &left) == (size_t)-1)
			ck_assert_msg(set->page.point[i] == 0xFFFD, "%s %02X", name, i);
		else
			ck_assert_msg(set->page.point[i] == span_u16(span_of(out, 2), 0),
			    "%s %02X", name, i);
	}
	iconv_close(cd);
}
END_TEST

/* Strictly: no overlong forms, no surrogates, nothing beyond the last code point. */
static bool
is_utf8(const uint8_t *p, size_t n)
{
	size_t i = 0, more, k;
	uint32_t point;

	while (i < n) {
		uint8_t c = p[i++];

		more = c < 0x80 ? 0 : c >= 0xF0 ? 3 : c >= 0xE0 ? 2 : c >= 0xC0 ? 1 : 9;
		if (more > n - i)
			return false;
		point = more == 0 ? c : c & (0x3Fu >> more);
		for (k = 0; k < more; k++) {
			if ((p[i] & 0xC0) != 0x80)
				return false;
			point = point << 6 | (p[i++] & 0x3F);
		}
		if ((more == 1 && point < 0x80) || (more == 2 && point < 0x800) ||
		    (more == 3 && point < 0x10000) || point > 0x10FFFF ||
		    (point >= 0xD800 && point <= 0xDFFF))
			return false;
		if ((point < ' ' && point != '\t' && point != '\n') ||
		    (point >= 0x7F && point <= 0x9F))
			return false;
	}
	return true;
}

/* Whatever the bytes and the number: valid UTF-8 without control characters. */
START_TEST(any_bytes_give_text)
{
	static const uint32_t numbers[] = {
		0, 37, 437, 930, 932, 939, 943, 1047, 1200, 1208, 1252, 1390, 5026, 13488, 65535
	};
	struct dice dice = dice_new();
	struct buf out = { 0 };
	uint8_t bytes[700];
	size_t i, n;
	int round;

	for (round = 0; round < 20; round++) {
		n = dice_below(&dice, sizeof(bytes));
		dice_fill(&dice, bytes, n);
		for (i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
			buf_clear(&out);
			buf_char(&out, 'x');
			ccsid_text(numbers[i], span_of(bytes, n), &codepage_1047, &out);
			ck_assert_msg(is_utf8(out.p, out.n) && out.p[0] == 'x',
			    "SEED=%llu: %lu", (unsigned long long)dice.seed,
			    (unsigned long)numbers[i]);
		}
	}
	buf_free(&out);
}
END_TEST

/* A text longer than what iconv is given at a time, its characters cut at every place. */
START_TEST(long_texts_are_converted)
{
	struct buf bytes = { 0 }, want = { 0 }, out = { 0 };
	size_t i;

	for (i = 0; i < (size_t)_i; i++) {
		buf_put(&bytes, "\xC1", 1);
		buf_str(&want, "A");
	}
	buf_put(&bytes, "\x0E", 1);
	for (i = 0; i < 500; i++) {
		buf_put(&bytes, "\x45\x66", 2);
		buf_str(&want, "\xE6\x9C\xAC");
	}
	buf_put(&bytes, "\x0F", 1);
	ccsid_text(939, buf_span(&bytes), &codepage_1047, &out);
	ck_assert(span_equal(buf_span(&out), buf_span(&want)));
	buf_free(&bytes);
	buf_free(&want);
	buf_free(&out);
}
END_TEST

START_TEST(memory_runs_out_quietly)
{
	static const uint32_t numbers[] = { 37, 1208, 1200, 939 };
	struct buf out = { .failed = true };

	ccsid_text(numbers[_i], span_of("\xC1\x40\xC2\x40", 4), &codepage_1047, &out);
	ck_assert(out.failed && out.n == 0 && out.p == NULL);
}
END_TEST

Suite *
ccsid_suite(void)
{
	Suite *s = suite_create("ccsid");
	TCase *t = tcase_create("ccsid");

	tcase_add_loop_test(t, text_is_in_utf8, 0, sizeof(texts) / sizeof(texts[0]));
	tcase_add_test(t, sets_are_sorted);
	tcase_add_loop_test(t, sets_are_as_iconv_has_them, 0, (int)ccsids_count);
	tcase_add_test(t, any_bytes_give_text);
	tcase_add_loop_test(t, long_texts_are_converted, 0, 4);
	tcase_add_loop_test(t, memory_runs_out_quietly, 0, 4);
	suite_add_tcase(s, t);
	return s;
}
