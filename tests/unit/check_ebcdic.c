/* check_ebcdic.c - code pages */
#include <check.h>
#include <iconv.h>
#include <stdio.h>
#include <string.h>

#include "oom.h"
#include "ztrace/ebcdic.h"

enum { NOTHING = 0xFFFD };

/* iconv's table for a code page, two bytes a character at once. */
static void
table_of(const char *name, uint16_t point[256])
{
	char in[256], out[512], *from = in, *to = out;
	size_t n = sizeof(in), m = sizeof(out);
	iconv_t cd = iconv_open("UTF-16BE", name);
	int i;

	ck_assert_msg(cd != (iconv_t)-1, "iconv has no %s", name);
	for (i = 0; i < 256; i++)
		in[i] = (char)i;
	ck_assert_uint_eq(iconv(cd, &from, &n, &to, &m), 0);
	ck_assert_uint_eq(m, 0);
	iconv_close(cd);
	for (i = 0; i < 256; i++)
		point[i] = span_u16(span_of(out, sizeof(out)), 2 * (size_t)i);
}

START_TEST(built_in_table_is_iconvs)
{
	uint16_t wanted[256];
	int i;

	table_of("IBM-1047", wanted);
	for (i = 0; i < 256; i++)
		ck_assert_msg(codepage_1047.point[i] == wanted[i],
		    "%02X is U+%04X here, U+%04X in iconv", (unsigned)i,
		    codepage_1047.point[i], wanted[i]);
	ck_assert_uint_eq(codepage_1047.point[0x15], 0x85);
	ck_assert_uint_eq(codepage_1047.point[0x25], '\n');
}
END_TEST

/* Names of full code pages, and the one that iconv knows each by. */
static const struct {
	const char *name, *iconv;
} loads[] = {
	{ "IBM-1047", "IBM-1047" }, { "ibm-1047", "IBM-1047" }, { "1047", "IBM-1047" },
	{ "CP037", "CP037" }, { "IBM-037", "CP037" }, { "ibm-500", "CP500" },
	{ "CP500", "CP500" }, { "IBM-1141", "CP1141" }, { "IBM273", "IBM273" },
};

START_TEST(load_takes_iconvs_table)
{
	struct codepage cp = { { 0 } };
	uint16_t wanted[256];

	table_of(loads[_i].iconv, wanted);
	ck_assert_msg(codepage_load(&cp, loads[_i].name), "%s", loads[_i].name);
	ck_assert_msg(memcmp(cp.point, wanted, sizeof(wanted)) == 0,
	    "%s", loads[_i].name);
}
END_TEST

START_TEST(load_marks_what_is_not_there)
{
	struct codepage cp;

	/* Greek, with holes between its characters */
	ck_assert(codepage_load(&cp, "IBM423"));
	ck_assert_uint_eq(cp.point[0x68], NOTHING);
	ck_assert_uint_eq(cp.point[0xFE], NOTHING);
	ck_assert_uint_eq(cp.point[0xC1], 'A');
}
END_TEST

/* ASCII, shifted double bytes, several bytes, no code page, and no name. */
static const char *const refused[] = {
	"UTF-8", "ISO-8859-1", "ASCII", "IBM939", "IBM-939", "IBM933", "UTF-16", "UCS-4",
	"SHIFT_JIS", "IBM-0", "", "no such page", "IBM-",
	"IBM-1234567890123456789012345678901234567890123456789012345678901234567890",
};

START_TEST(load_refuses_what_is_no_ebcdic_page)
{
	struct codepage cp = codepage_1047;

	cp.point[7] = 0x1234;
	ck_assert_msg(!codepage_load(&cp, refused[_i]), "%s", refused[_i]);
	ck_assert_uint_eq(cp.point[7], 0x1234);
}
END_TEST

static void
check_text(const struct buf *b, const void *wanted, size_t n)
{
	ck_assert(!b->failed);
	ck_assert_msg(span_equal(buf_span(b), span_of(wanted, n)),
	    "\"%.*s\"", (int)b->n, (const char *)b->p);
}

START_TEST(text_is_appended_as_utf8)
{
	static const char wanted[] =
	    "<SSOP\0\n[\xc2\x85\xc3\xa9\xc3\xbf\xef\xbf\xbd\xe2\x82\xac\xdf\xbf\xe0\xa0\x80";
	struct codepage cp = codepage_1047;
	struct buf b = { 0 };

	cp.point[0x01] = NOTHING;
	cp.point[0x02] = 0x20AC;
	cp.point[0x03] = 0x07FF;
	cp.point[0x04] = 0x0800;
	buf_char(&b, '<');
	codepage_utf8(&cp, span_of("\xE2\xE2\xD6\xD7\x00\x25\xAD\x15\x51\xDF\x01\x02\x03\x04",
	    14), &b);
	check_text(&b, wanted, sizeof(wanted) - 1);
	codepage_utf8(&cp, (struct span){ 0 }, &b);
	check_text(&b, wanted, sizeof(wanted) - 1);
	buf_free(&b);
}
END_TEST

/* Every byte, and iconv over all 256 at once. */
START_TEST(utf8_is_iconvs)
{
	char in[256], out[1024], *from = in, *to = out;
	size_t n = sizeof(in), m = sizeof(out);
	iconv_t cd = iconv_open("UTF-8", "IBM-1047");
	struct buf b = { 0 };
	int i;

	ck_assert(cd != (iconv_t)-1);
	for (i = 0; i < 256; i++)
		in[i] = (char)i;
	ck_assert_uint_eq(iconv(cd, &from, &n, &to, &m), 0);
	iconv_close(cd);
	codepage_utf8(&codepage_1047, span_of(in, sizeof(in)), &b);
	check_text(&b, out, sizeof(out) - m);
	buf_free(&b);
}
END_TEST

static const struct {
	const char	*bytes;
	size_t		 n;
	const char	*text;
	size_t		 len;
} trims[] = {
	{ "\xC1\x40\x40", 3, "A", 1 },
	{ "\xC1\x00\x00", 3, "A", 1 },
	{ "\xC1\x00\x40\x00", 4, "A", 1 },
	{ "\x40\xC1\x40\xC2\x40", 5, " A B", 4 },
	{ "\x00\xC1", 2, "\0A", 2 },
	{ "\x40\x40\x00", 3, "", 0 },
	{ "", 0, "", 0 },
	{ "\xC1\x05", 2, "A\t", 2 },
};

START_TEST(trim_drops_blanks_at_the_end)
{
	struct buf b = { 0 };

	buf_char(&b, ' ');
	codepage_trim(&codepage_1047, span_of(trims[_i].bytes, trims[_i].n), &b);
	ck_assert_uint_eq(b.p[0], ' ');
	ck_assert_msg(span_equal(span_from(buf_span(&b), 1),
	    span_of(trims[_i].text, trims[_i].len)), "row %d", _i);
	buf_free(&b);
}
END_TEST

START_TEST(print_column_is_printable_ascii)
{
	unsigned i, point;

	for (i = 0; i < 256; i++) {
		point = codepage_1047.point[i];
		ck_assert_msg(ebcdic_print[i] ==
		    (point >= 0x20 && point < 0x7F ? point : '.'), "%02X", i);
	}
}
END_TEST

START_TEST(ascii_goes_there_and_back)
{
	int c;

	for (c = 0; c < 128; c++)
		ck_assert_msg(codepage_1047.point[ebcdic_from_ascii((char)c)] == c,
		    "%02X", (unsigned)c);
	for (; c < 256; c++)
		ck_assert_uint_eq(ebcdic_from_ascii((char)c), 0);
	ck_assert_uint_eq(ebcdic_from_ascii('A'), 0xC1);
	ck_assert_uint_eq(ebcdic_from_ascii('\n'), 0x25);
	ck_assert_uint_eq(ebcdic_from_ascii(' '), 0x40);
}
END_TEST

START_TEST(no_memory_is_the_buffers_failure)
{
	struct buf b = { 0 };

	oom_arm(0);
	codepage_utf8(&codepage_1047, span_of("\xC1", 1), &b);
	ck_assert(oom_disarm());
	ck_assert(b.failed);
	ck_assert_uint_eq(b.n, 0);

	buf_clear(&b);
	codepage_utf8(&codepage_1047, span_of("\xC1", SIZE_MAX / 3 + 1), &b);
	ck_assert(b.failed);
	buf_free(&b);
}
END_TEST

#define ROWS(table) (int)(sizeof(table) / sizeof((table)[0]))

Suite *
ebcdic_suite(void)
{
	Suite *s = suite_create("ebcdic");
	TCase *t = tcase_create("ebcdic");

	tcase_add_test(t, built_in_table_is_iconvs);
	tcase_add_loop_test(t, load_takes_iconvs_table, 0, ROWS(loads));
	tcase_add_test(t, load_marks_what_is_not_there);
	tcase_add_loop_test(t, load_refuses_what_is_no_ebcdic_page, 0, ROWS(refused));
	tcase_add_test(t, text_is_appended_as_utf8);
	tcase_add_test(t, utf8_is_iconvs);
	tcase_add_loop_test(t, trim_drops_blanks_at_the_end, 0, ROWS(trims));
	tcase_add_test(t, print_column_is_printable_ascii);
	tcase_add_test(t, ascii_goes_there_and_back);
	tcase_add_test(t, no_memory_is_the_buffers_failure);
	suite_add_tcase(s, t);
	return s;
}
