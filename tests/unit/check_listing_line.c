/* check_listing_line.c - what one line of a print shows */
#include <check.h>
#include <stdio.h>	/* snprintf */
#include <string.h>

#include "dice.h"
#include "ztrace/listing.h"

#define WORDS "E2E2D6D7 00000001  000000A0 00980001   00000038 00680001  0060005E 4DE2E3C1"
#define BYTES "E2E2D6D700000001000000A00098000100000038006800010060005E4DE2E3C1"

struct row {
	const char	*text;
	size_t		 next, left;
	enum listing_kind kind;
	size_t		 offset;
	const char	*bytes;		/* in hex */
	size_t		 unknown;
};

static const struct row rows[] = {
	/* DFSERA10's columns, with and without control character */
	{ " 000020   " WORDS, 0x20, 999, LISTING_BYTES, 0x20, BYTES, 0 },
	{ "000020   " WORDS, 0x20, 999, LISTING_BYTES, 0x20, BYTES, 0 },
	{ " 000020   " WORDS "   *SSOP............*", 0x20, 999, LISTING_BYTES, 0x20, BYTES, 0 },
	{ " 000020   " WORDS "00", 0x20, 999, LISTING_BYTES, 0x20, BYTES, 0 },
	{ "0000000   " WORDS, 0, 999, LISTING_BYTES, 0, BYTES, 0 },
	{ "1000000   " WORDS, 0, 999, LISTING_BYTES, 0, BYTES, 0 },
	{ "1000020   " WORDS, 0x20, 999, LISTING_BYTES, 0x20, BYTES, 0 },
	{ "-000020   " WORDS, 0x20, 999, LISTING_BYTES, 0x20, BYTES, 0 },
	{ "+000020   " WORDS, 0x20, 999, LISTING_BYTES, 0x20, BYTES, 0 },
	{ ".000020   " WORDS, 0x20, 999, LISTING_BYTES, 0x20, BYTES, 0 },
	{ "\x89" "000020   " WORDS, 0x20, 999, LISTING_BYTES, 0x20, BYTES, 0 },
	{ "\xc2\x89" "000020   " WORDS, 0x20, 999, LISTING_BYTES, 0x20, BYTES, 0 },
	{ "\xef\xbb\xbf" "000020   " WORDS, 0x20, 999, LISTING_BYTES, 0x20, BYTES, 0 },
	{ "0 000020   " WORDS, 0x20, 999, LISTING_BYTES, 0x20, BYTES, 0 },
	{ " 000040   00000000", 0x40, 4, LISTING_BYTES, 0x40, "00000000", 0 },
	{ " 000000   001A0000 0001FFFF  94B6A6E9 BD6636FA   5C021000 00010000  0000", 0, 65535,
	  LISTING_BYTES, 0, "001A00000001FFFF94B6A6E9BD6636FA5C021000000100000000", 0 },

	/* what becomes of blanks, letters and case */
	{ "000020 " WORDS, 0x20, 999, LISTING_BYTES, 0x20, BYTES, 0 },
	{ "\t000020\tE2E2D6D7\t00000001\r", 0x20, 8, LISTING_BYTES, 0x20, "E2E2D6D700000001", 0 },
	{ "\xc2\xa0" "000020\xc2\xa0\xc2\xa0" "E2E2D6D7\xa0" "00000001", 0x20, 8, LISTING_BYTES,
	  0x20, "E2E2D6D700000001", 0 },
	{ " 0000a0   e2e2d6d7 0a0b0c0d", 0xa0, 8, LISTING_BYTES, 0xa0, "E2E2D6D70A0B0C0D", 0 },
	{ "                    000020      01 02", 0x20, 9, LISTING_BYTES, 0x20, "01", 0 },
	{ "0020 E2E2D6D7", 0x20, 9, LISTING_BYTES, 0x20, "E2E2D6D7", 0 },
	{ "00020 E2E2D6D7", 0x20, 9, LISTING_BYTES, 0x20, "E2E2D6D7", 0 },
	{ "10020 E2E2D6D7", 0x20, 9, LISTING_BYTES, 0x20, "E2E2D6D7", 0 },
	{ "00000020 E2E2D6D7 0102", 0x20, 9, LISTING_BYTES, 0x20, "E2E2D6D70102", 0 },
	{ "00FFE0 E2E2D6D7", 0xffe0, 9, LISTING_BYTES, 0xffe0, "E2E2D6D7", 0 },

	/* unknown bytes */
	{ " 0000A0   004C0110 000402xx  XX00", 0xa0, 99, LISTING_BYTES, 0xa0,
	  "004C0110000402000000", 2 },
	{ " 0000A0   004C0110 0004020x", 0xa0, 99, LISTING_BYTES, 0xa0, "004C0110", 0 },
	{ " 0000A0   xxxxxxxx", 0xa0, 99, LISTING_BYTES, 0xa0, "00000000", 4 },

	/* letters and text behind the data */
	{ "000040 00000000 V", 0x40, 4, LISTING_BYTES, 0x40, "00000000", 0 },
	{ "000040 00000000 AA", 0x40, 4, LISTING_BYTES, 0x40, "00000000", 0 },
	{ "000720 9A2B0001| Key to Figure 1 | A", 0x720, 4, LISTING_BYTES, 0x720, "9A2B0001", 0 },
	{ "000720 9A2B0001ABCDEF", 0x720, 4, LISTING_BYTES, 0x720, "9A2B0001", 0 },
	{ "000720 9A2B0001ABCDEF", 0x720, 9, LISTING_NOISE, 0x720, "", 0 },
	{ "000720 9A2B0001*F1F2F3F4*", 0x720, 9, LISTING_BYTES, 0x720, "9A2B0001", 0 },
	{ "000720 9A2B0001 *F1F2F3F4*", 0x720, 9, LISTING_BYTES, 0x720, "9A2B0001", 0 },
	{ "000720 9A2B 0001", 0x720, 9, LISTING_BYTES, 0x720, "9A2B", 0 },
	{ "000720 9A2B000 10000000", 0x720, 9, LISTING_NOISE, 0x720, "", 0 },
	{ "000000 000E0000 FF00A6E9 C33E28F7 DD03 AA", 0, 65535, LISTING_BYTES, 0,
	  "000E0000FF00A6E9C33E28F7DD03", 0 },
	{ "000000 000C0000 FF00A6E9 C33E28F7FF", 0, 65535, LISTING_BYTES, 0,
	  "000C0000FF00A6E9C33E28F7", 0 },
	{ " 000020   " WORDS, 0x20, 7, LISTING_BYTES, 0x20, "E2E2D6D7000000", 0 },
	{ "000020 " WORDS, 0x20, 7, LISTING_BYTES, 0x20, "E2E2D6D7000000", 0 },

	/* DFSERA30: an address in front, lines left out */
	{ "  022480F8 000080   01020304                    *....                *", 0x80, 99,
	  LISTING_BYTES, 0x80, "01020304", 0 },
	{ "0 022480F8 000080   01020304", 0x80, 99, LISTING_BYTES, 0x80, "01020304", 0 },
	{ "022480F8 000080 0102", 0x80, 2, LISTING_BYTES, 0x80, "0102", 0 },
	{ "  0224815C 000060                     SAME AS ABOVE", 0x60, 99,
	  LISTING_SAME, 0x60, "", 0 },
	{ " 000060   SAME AS ABOVE", 0x60, 99, LISTING_SAME, 0x60, "", 0 },
	{ " 000060   SAME AS ABOV", 0x60, 99, LISTING_NOISE, 0x60, "", 0 },
	{ "  0224815C 000060   same as above", 0x60, 99, LISTING_NOISE, 0, "", 0 },

	/* DFHJUP: a second offset */
	{ " 000000   000028   0000004C 00000038  00000014", 0, 65535, LISTING_BYTES, 0,
	  "0000004C0000003800000014", 0 },
	{ " 000020   000048   0102", 0x20, 2, LISTING_BYTES, 0x20, "0102", 0 },
	{ "000020 010203 AA", 0x20, 3, LISTING_BYTES, 0x20, "010203", 0 },
	{ "000020 010203", 0x20, 3, LISTING_BYTES, 0x20, "010203", 0 },
	{ "                                                *...<.....9..0..J=Y.CECI*", 0, 99,
	  LISTING_NOISE, 0, "", 0 },

	/* no lines of a record */
	{ "", 0, 65535, LISTING_NOISE, 0, "", 0 },
	{ " ", 0, 65535, LISTING_NOISE, 0, "", 0 },
	{ "0", 0, 65535, LISTING_NOISE, 0, "", 0 },
	{ "1", 0, 65535, LISTING_NOISE, 0, "", 0 },
	{ "-", 0, 65535, LISTING_NOISE, 0, "", 0 },
	{ "A B C D E F", 0x20, 99, LISTING_NOISE, 0, "", 0 },
	{ "AA", 0x20, 99, LISTING_NOISE, 0, "", 0 },
	{ "\xe2\x8b\xae", 0x20, 99, LISTING_NOISE, 0, "", 0 },
	{ "DFSERA10 - PRINT PROGRAM", 0x20, 99, LISTING_NOISE, 0, "", 0 },
	{ "1DFSERA10 - PRINT PROGRAM      PAGE 0002", 0x20, 99, LISTING_NOISE, 0, "", 0 },
	{ "OPTION   PRINT O=15,V=EFB9,T=X,L=2", 0x20, 99, LISTING_NOISE, 0, "", 0 },
	{ "CONTROL  CNTL  H=EOF", 0x20, 99, LISTING_NOISE, 0, "", 0 },
	{ "FADED", 0, 99, LISTING_NOISE, 0, "", 0 },
	{ "FADED DEED", 0, 99, LISTING_NOISE, 0, "", 0 },
	{ "FEED DEED", 0, 99, LISTING_BYTES, 0xfeed, "DEED", 0 },
	{ "000020", 0x20, 99, LISTING_NOISE, 0, "", 0 },
	{ "000020   ", 0x20, 99, LISTING_NOISE, 0, "", 0 },
	{ "00000000: 001a 0000 0001 ffff 94b6 a6e9", 0, 65535, LISTING_NOISE, 0, "", 0 },
	{ "0000000 001a 0000 0001", 0, 65535, LISTING_BYTES, 0, "001A", 0 },
	{ "000000001 001A0000", 0, 65535, LISTING_BYTES, 1, "001A0000", 0 },
	{ "0000000001 001A0000", 0, 65535, LISTING_NOISE, 0, "", 0 },
	{ "020 001A0000", 0x20, 65535, LISTING_NOISE, 0, "", 0 },
	{ "0000x0 001A0000", 0, 65535, LISTING_NOISE, 0, "", 0 },
	{ "010000 001A0000", 0, 65535, LISTING_NOISE, 0, "", 0 },
	{ "000020=E2E2D6D7", 0x20, 99, LISTING_NOISE, 0, "", 0 },
	{ "*000020 E2E2D6D7*", 0x20, 99, LISTING_NOISE, 0, "", 0 },
	{ "G000020 E2E2D6D7", 0x20, 99, LISTING_NOISE, 0, "", 0 },
	{ " 000020   G2E2D6D7 00000001", 0x20, 99, LISTING_NOISE, 0, "", 0 },
};

enum { ROWS = sizeof(rows) / sizeof(rows[0]) };

static void
check_row(const struct row *r, struct span text)
{
	struct listing_line line = { .offset = 12345 };
	char hex[2 * LISTING_WIDTH + 1] = "";
	size_t i;

	listing_line_read(text, r->next, r->left, &line);
	ck_assert_msg(line.kind == r->kind, "\"%s\": kind %d", r->text, (int)line.kind);
	if (r->kind == LISTING_NOISE)
		return;
	for (i = 0; i < line.n; i++)
		snprintf(hex + 2 * i, 3, "%02X", line.data[i]);
	ck_assert_msg(strcmp(hex, r->bytes) == 0, "\"%s\": %s", r->text, hex);
	ck_assert_msg(line.offset == r->offset, "\"%s\": offset %zX", r->text, line.offset);
	ck_assert_msg(line.unknown == r->unknown, "\"%s\": %zu unknown", r->text, line.unknown);
}

START_TEST(line_shows)
{
	const struct row *r = &rows[_i];

	check_row(r, span_of(r->text, strlen(r->text)));
}
END_TEST

/* What a line shows does not depend on what stands behind it in memory. */
START_TEST(line_ends_where_it_ends)
{
	const struct row *r = &rows[_i];
	char room[256];
	size_t n = strlen(r->text);

	memset(room, '0', sizeof(room));
	memcpy(room, r->text, n);
	check_row(r, span_of(room, n));
}
END_TEST

/* A line of n bytes, as prints have it; its length with the end. */
static size_t
make_line(struct dice *dice, size_t offset, size_t n, char line[256])
{
	static const char *const ends[] = { "\n", "\r\n", "   *SSOP.....*\n", " \n", "AB\n" };
	int at = snprintf(line, 256, "%s%06zX  ", dice_below(dice, 2) ? " " : "", offset);
	size_t i;

	for (i = 0; i < n; i++)
		at += snprintf(line + at, 256 - (size_t)at, "%s%s%02X", i % 4 == 0 ? " " : "",
		    i > 0 && i % 8 == 0 ? (i == 16 ? "  " : " ") : "",
		    (unsigned)dice_below(dice, 256));
	at += snprintf(line + at, 256 - (size_t)at, "%s", ends[dice_below(dice, 5)]);
	return (size_t)at;
}

/* The quick way takes what prints have, and never gives something else than the slow one. */
START_TEST(line_next_agrees)
{
	static const char letters[] = " 0AXxz*\f\n\r\xa0";
	struct dice dice = dice_new();
	struct listing_line slow;
	uint8_t quick[LISTING_WIDTH];
	size_t round, n, size, used, offset;
	char line[256];
	bool odd;

	for (round = 0; round < 20000; round++) {
		n = 1 + dice_below(&dice, LISTING_WIDTH);
		offset = LISTING_WIDTH * (1 + dice_below(&dice, 2046));
		size = make_line(&dice, offset, n, line);
		odd = dice_below(&dice, 2) == 0;
		if (odd)
			line[dice_below(&dice, size)] =
			    letters[dice_below(&dice, sizeof(letters) - 1)];
		used = listing_line_next(span_of(line, size), offset, n, quick);
		if (!odd)
			ck_assert_uint_eq(used, n < 4 ? 0 : size);
		ck_assert_uint_eq(listing_line_next(span_of(line, used > 0 ? used - 1 : 0),
		    offset, n, quick), 0);
		if (used == 0)
			continue;
		ck_assert_uint_eq(used, listing_line_next(span_of(line, size), offset, n, quick));
		ck_assert(used == size || line[used - 1] == '\n');
		listing_line_read(span_of(line, used - 1), offset, n, &slow);
		ck_assert_msg(slow.kind == LISTING_BYTES && slow.offset == offset && slow.n == n &&
		    slow.unknown == 0 && memcmp(slow.data, quick, n) == 0,
		    "seed %llu, round %zu: \"%.*s\"", (unsigned long long)dice.seed, round,
		    (int)used - 1, line);
		ck_assert_uint_eq(listing_line_next(span_of(line, size), offset + LISTING_WIDTH, n,
		    quick), 0);
	}
}
END_TEST

/* Several lines at once are what they are one by one, up to the first that is not whole. */
START_TEST(lines_next_agree)
{
	static const char letters[] = " 0AXxz*\f\n\r\xa0";
	struct dice dice = dice_new();
	uint8_t at_once[64 * LISTING_WIDTH], each[LISTING_WIDTH];
	char text[64 * 256];
	size_t round, first, n, i, size, used, one, lines, whole;
	bool odd;

	for (round = 0; round < 2000; round++) {
		n = 1 + dice_below(&dice, 40 * LISTING_WIDTH);
		first = LISTING_WIDTH * (1 + dice_below(&dice, 2000));
		for (size = i = 0; i < n; i += LISTING_WIDTH)
			size += make_line(&dice, first + i,
			    n - i < LISTING_WIDTH ? n - i : LISTING_WIDTH, text + size);
		odd = dice_below(&dice, 2) == 0;
		if (odd)
			text[dice_below(&dice, size)] =
			    letters[dice_below(&dice, sizeof(letters) - 1)];
		used = listing_lines_next(span_of(text, size), first, n, at_once, &lines);
		whole = n / LISTING_WIDTH < LISTING_RUN ? n / LISTING_WIDTH : LISTING_RUN;
		if (!odd)
			ck_assert_uint_eq(lines, whole);
		ck_assert_uint_le(lines, whole);
		for (size = i = 0; used > 0 && i < lines; i++, size += one) {
			one = listing_line_next(span_from(span_of(text, used), size),
			    first + i * LISTING_WIDTH, LISTING_WIDTH, each);
			ck_assert_msg(one > 0 && memcmp(each, at_once + i * LISTING_WIDTH,
			    LISTING_WIDTH) == 0, "seed %llu, round %zu, line %zu",
			    (unsigned long long)dice.seed, round, i);
		}
		ck_assert_uint_eq(size, used);
	}
}
END_TEST

Suite *
listing_line_suite(void)
{
	Suite *s = suite_create("listing_line");
	TCase *t = tcase_create("rows");

	tcase_add_loop_test(t, line_shows, 0, ROWS);
	tcase_add_loop_test(t, line_ends_where_it_ends, 0, ROWS);
	tcase_add_test(t, line_next_agrees);
	tcase_add_test(t, lines_next_agree);
	suite_add_tcase(s, t);
	return s;
}
