/* check_listing_bid.c - what a listing is taken for one by, and what is not */
#include <check.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dice.h"
#include "make_gtf.h"
#include "make_listing.h"
#include "ztrace/listing.h"

static const char *const strangers[] = {
	"", "\n", "hello\n", "000000", "000000   \n",
	/* other prints of other things */
	"DFSERA10 - PRINT PROGRAM\n",
	"000000   00480000 5E640093  018F1122 F1F2F3F4   00F91400 E2E2D6D7  D4E2E3D9 00280200\n",
	"000000   F0F1F2F3 F4F5F6F7  F8F9F0F1 F2F3F4F5   F6F7F8F9 F0F1F2F3  F4F5F6F7 F8F9F0F1\n",
	"000000   C1C2C3C4 C5C6C7C8  C1C2C3C4 C5C6C7C8   C1C2C3C4 C5C6C7C8  C1C2C3C4 C5C6C7C8\n",
	"0000  F1F2F3F4 40404040 40404040 40404040 40404040 40404040 40404040 40404040 *1234*\n",
	"000000   00000000 00000000  00000000 00000000   00000000 00000000  00000000 00000000\n",
	"000000   FFFFFFFF FFFFFFFF  FFFFFFFF FFFFFFFF   FFFFFFFF FFFFFFFF  FFFFFFFF FFFFFFFF\n",
	/* a listing, but of its first record only other lines are here */
	"000020   E2E2D6D7 00000001  000000A0 00980001   00000038 00680001  0060005E 4DE2E3C1\n",
	/* a program's own hexadecimal */
	"1993 0118 1728 51545981\n", "20260101 000000 00010203\n",
	"S00600004844521B\nS1130000285F245F2212226A000424290008237C2A\n",
	":10010000214601360121470136007EFE09D2190140\n",
	"CEE3DMP V2 R4.0: Condition processing resulted in the unhandled condition.\n",
};

enum { STRANGERS = sizeof(strangers) / sizeof(strangers[0]) };

static int
bid(struct span s, bool whole)
{
	return listing_bid((struct head){ s, whole });
}

START_TEST(bid_nothing_for_strangers)
{
	const char *text = strangers[_i];

	ck_assert_msg(bid(span_of(text, strlen(text)), true) == 0, "%s", text);
	ck_assert_msg(bid(span_of(text, strlen(text)), false) == 0, "%s", text);
}
END_TEST

/* How other programs write any bytes. */
struct dump {
	const char	*behind;	/* the offset */
	int		 digits;	/* of the offset */
	bool		 octal;
	size_t		 width, group;	/* bytes a line, bytes between two blanks */
	bool		 swapped;	/* as little-endian numbers */
};

static const struct dump dumps[] = {
	{ ":", 8, false, 16, 2, false },	/* xxd */
	{ ":", 8, false, 32, 4, false },	/* xxd -g4 -c32 */
	{ " ", 8, false, 16, 1, false },	/* hexdump -C */
	{ "", 7, false, 16, 2, true },		/* hexdump */
	{ "", 7, true, 16, 2, true },		/* od -x */
	{ "", 6, false, 16, 4, true },		/* od -A x -t x4 */
	{ "", 6, false, 16, 4, false },		/* the same --endian=big */
	{ "", 6, false, 16, 1, false },		/* od -A x -t x1 */
};

enum { DUMPS = sizeof(dumps) / sizeof(dumps[0]) };

static void
dump_file(struct span s, const struct dump *d, struct buf *out)
{
	size_t at, i, k;

	for (at = 0; at < s.n; at += d->width) {
		if (d->octal)
			buf_printf(out, "%0*zo%s", d->digits, at, d->behind);
		else
			buf_printf(out, "%0*zx%s", d->digits, at, d->behind);
		for (i = 0; i < d->width && at + i < s.n; i++) {
			k = d->swapped ? i / d->group * d->group + d->group - 1 - i % d->group : i;
			buf_printf(out, "%s%02x", i % d->group == 0 ? " " : "", span_u8(s, at + k));
		}
		buf_char(out, '\n');
	}
}

/* xxd, od and hexdump of a file of GTF records: their offsets do not begin anew. */
START_TEST(bid_nothing_for_dumps_of_files)
{
	struct maker m = maker_of(1);
	struct buf trace = { 0 }, dump = { 0 };

	make_trace(&m, &trace, NULL, 3);
	dump_file(buf_span(&trace), &dumps[_i], &dump);
	ck_assert_int_eq(bid(buf_span(&dump), true), 0);
	buf_clear(&dump);
	dump_file(span_from(buf_span(&trace), 4), &dumps[_i], &dump);
	ck_assert_int_eq(bid(buf_span(&dump), true), 0);
	buf_free(&trace);
	buf_free(&dump);
}
END_TEST

START_TEST(bid_nothing_for_bytes)
{
	struct dice dice = dice_new();
	struct maker m = maker_of(1);
	struct buf trace = { 0 };
	uint8_t bytes[2000];
	int round;

	make_trace(&m, &trace, NULL, 20);
	ck_assert_int_eq(bid(buf_span(&trace), true), 0);
	ck_assert_int_eq(bid(span_from(buf_span(&trace), 4), true), 0);
	for (round = 0; round < 200; round++) {
		dice_fill(&dice, bytes, sizeof(bytes));
		ck_assert_msg(bid(span_of(bytes, sizeof(bytes)), true) == 0,
		    "seed %" PRIu64, dice.seed);
	}
	memset(bytes, 0, sizeof(bytes));
	ck_assert_int_eq(bid(span_of(bytes, sizeof(bytes)), true), 0);
	memset(bytes, '0', sizeof(bytes));
	ck_assert_int_eq(bid(span_of(bytes, sizeof(bytes)), true), 0);
	buf_free(&trace);
}
END_TEST

/* Of a growing head: nothing until there is a whole line of a record, then it is sure. */
START_TEST(bid_grows_with_the_head)
{
	const struct print_style *style = &print_styles[_i];
	struct buf trace = { 0 }, print = { 0 };
	struct maker m = maker_of(4);
	size_t n, sure = 0;
	int bits;

	make_control(&m, &trace, 0);
	make_trace(&m, &trace, NULL, 5);
	print_trace(style, buf_span(&trace), &print);
	for (n = 0; n < print.n && n < 3000; n++) {
		bits = bid(span_first(buf_span(&print), n), false);
		ck_assert_msg(bits == 0 || bits >= BID_SURE, "%s: %d at %zu", style->name, bits, n);
		/* with more lines another length of them can seem right for a while */
		ck_assert_msg(bits > 0 || sure == 0 || style->ends == PRINT_FIXED,
		    "%s: 0 again at %zu", style->name, n);
		sure = bits > 0 && sure == 0 ? n : sure;
	}
	ck_assert_msg(sure > 60, "%s: sure at %zu", style->name, sure);
	/* what is not plain ASCII is told by its first KiB */
	if (style->ends != PRINT_FIXED)
		ck_assert_msg(sure <= (style->ebcdic || style->ends >= PRINT_RDW ? 1024 : 400),
		    "%s: sure only at %zu", style->name, sure);
	buf_free(&trace);
	buf_free(&print);
}
END_TEST

/* A joined record is told also where an RDW could not hold its length. */
START_TEST(bid_knows_joined_records)
{
	static const char line[] =
	    " 000000   81580000 FF00A6E9  C33E28F7 DD03EFB9   "
	    "00F91400 E2E2D6D7  D4E2E3D9 813C0000\n";

	ck_assert_int_ge(bid(span_of(line, sizeof(line) - 1), true), BID_SURE);
}
END_TEST

/* Pages of text may stand in front of the first record. */
START_TEST(bid_finds_the_first_record)
{
	struct buf print = { 0 };
	size_t i;

	for (i = 0; i < 500; i++)
		buf_str(&print, "         OPTION PRINT  O=15,V=EFB9,T=X,L=2\n");
	ck_assert_int_eq(bid(buf_span(&print), false), 0);
	buf_str(&print, "000000 001A0000 0001FFFF 94B6A6E9 BD6636FA 5C021000 00010000 0000\n");
	ck_assert_int_ge(bid(buf_span(&print), false), BID_SURE);
	buf_free(&print);
}
END_TEST

Suite *
listing_bid_suite(void)
{
	Suite *s = suite_create("listing_bid");
	TCase *t = tcase_create("bids");
	int styles = 0;

	while (print_styles[styles].name != NULL)
		styles++;
	tcase_add_loop_test(t, bid_nothing_for_strangers, 0, STRANGERS);
	tcase_add_loop_test(t, bid_nothing_for_dumps_of_files, 0, DUMPS);
	tcase_add_test(t, bid_nothing_for_bytes);
	tcase_add_loop_test(t, bid_grows_with_the_head, 0, styles);
	tcase_add_test(t, bid_knows_joined_records);
	tcase_add_test(t, bid_finds_the_first_record);
	suite_add_tcase(s, t);
	return s;
}
