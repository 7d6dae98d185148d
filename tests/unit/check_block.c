/* check_block.c - blocks that each start with a BDW */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "ztrace/container.h"

#include "container_case.h"
#include "dice.h"
#include "gather.h"
#include "hex.h"
#include "make_container.h"
#include "make_gtf.h"

/* A control record (26 bytes), a system event (16), garbage (8). */
#define CONTROL	"001A0000 0001FFFF 94B6A6E9 BD6636FA 5C021000 00010000 0000 "
#define EVENT	"00100000 FF01A6E9 C33E28F7 DD031000 "
#define GARBAGE	"4142434445464748 "

/* Blocks of these: 30, 46, 20 and 36 bytes. */
#define BLOCK_C	 "001E0000 " CONTROL
#define BLOCK_CE "002E0000 " CONTROL EVENT
#define BLOCK_E	 "00140000 " EVENT
#define BLOCK_EE "00240000 " EVENT EVENT

/* EVENT in segments of 9, 7 and 8 bytes. */
#define FIRST	"00090100 FF01A6E9C3 "
#define MIDDLE	"00070300 3E28F7 "
#define LAST	"00080200 DD031000 "
#define JOINED	"00100000 FF01A6E9C3 3E28F7 DD031000 "

static const struct container_case cases[] = {
	{ "nothing", "", "", "", 0, 0, 0 },
	{ "blocks", BLOCK_CE BLOCK_E, CONTROL EVENT EVENT, "", 8, 0, 0 },
	{ "an extended BDW", "8000001E" CONTROL BLOCK_E, CONTROL EVENT, "", 8, 0, 0 },
	{ "a record without data", "00180000 00040000" EVENT, "00040000" EVENT, "", 4, 0, 0 },
	{ "zeros at the end", BLOCK_E "00000000", EVENT,
	    "record 2 at 0x14: zeros behind the last record (4 bytes)\n", 4, 4, 0 },
	{ "zeros that may be a cut BDW", BLOCK_E "000000", EVENT,
	    "record 2 at 0x14: bad BDW (000000, 3 bytes skipped)\n", 4, 0, 3 },
	{ "damage between blocks", BLOCK_C GARBAGE BLOCK_E, CONTROL EVENT,
	    "record 2 at 0x1e: bad BDW (41424344, 8 bytes skipped)\n", 8, 0, 8 },
	{ "damage in front", GARBAGE BLOCK_EE BLOCK_C, EVENT EVENT CONTROL,
	    "record 1 at 0x0: bad BDW (41424344, 8 bytes skipped)\n", 8, 0, 8 },
	{ "damage up to the end", BLOCK_C GARBAGE, CONTROL,
	    "record 2 at 0x1e: bad BDW (41424344, 8 bytes skipped)\n", 4, 0, 8 },
	{ "a block too long to be one", "7FF90000" EVENT BLOCK_E, EVENT EVENT,
	    "record 1 at 0x0: bad BDW of a block (7FF90000)\n", 4, 0, 4 },
	{ "an extended block too long to be one", "80040001" EVENT BLOCK_E, EVENT EVENT,
	    "record 1 at 0x0: bad BDW of a block (80040001)\n", 4, 0, 4 },
	{ "a block too short to be one", "00070000" EVENT BLOCK_E, EVENT EVENT,
	    "record 1 at 0x0: bad BDW of a block (00070000)\n", 4, 0, 4 },
	{ "two of them", "00070000" EVENT EVENT "41424344" CONTROL BLOCK_E, EVENT EVENT CONTROL
	    EVENT, "record 1 at 0x0: bad BDW of a block (00070000)\n"
	    "record 3 at 0x24: bad BDW of a block (41424344)\n", 4, 0, 8 },
	{ "a bad BDW of the last block", BLOCK_E "00070000" EVENT EVENT, EVENT EVENT EVENT,
	    "record 2 at 0x14: bad BDW of a block (00070000)\n", 4, 0, 4 },
	{ "a bad BDW of a tape block", "00070000" EVENT "|" BLOCK_E, EVENT EVENT,
	    "record 1 at 0x0: bad BDW of a block (00070000)\n", 4, 0, 4 },
	{ "a bad BDW and a bad RDW of a tape block", "00070000" EVENT "4142434445|" BLOCK_E,
	    EVENT EVENT, "record 1 at 0x0: bad BDW of a block (00070000)\n"
	    "record 2 at 0x14: bad RDW in a block (41424344, 5 bytes skipped)\n", 4, 0, 9 },
	{ "a bad BDW and a bad RDW", "00070000" EVENT "4142434445" BLOCK_E, EVENT EVENT,
	    "record 1 at 0x0: bad BDW of a block (00070000)\n"
	    "record 2 at 0x14: bad BDW (41424344, 5 bytes skipped)\n", 4, 0, 9 },
	{ "a block whose second record is bad is not found again",
	    GARBAGE "00240000" EVENT "00100400 FF01A6E9 C33E28F7 DD031000" BLOCK_E, EVENT,
	    "record 1 at 0x0: bad BDW (41424344, 44 bytes skipped)\n", 4, 0, 44 },
	{ "a bad RDW costs the rest of the block",
	    "00340000" EVENT "00100400 FF01A6E9 C33E28F7 DD031000" EVENT BLOCK_E, EVENT EVENT,
	    "record 2 at 0x14: bad RDW in a block (00100400, 32 bytes skipped)\n", 8, 0, 32 },
	{ "a record longer than the block",
	    "00240000" EVENT "00110000 FF01A6E9 C33E28F7 DD031000" BLOCK_E, EVENT EVENT,
	    "record 2 at 0x14: bad RDW in a block (00110000, 16 bytes skipped)\n", 8, 0, 16 },
	{ "less than an RDW left in the block", "00160000" EVENT "4142" BLOCK_E, EVENT EVENT,
	    "record 2 at 0x14: bad RDW in a block (4142, 2 bytes skipped)\n", 8, 0, 2 },
	{ "a BDW that says too much", "00280000" EVENT BLOCK_EE, EVENT EVENT EVENT,
	    "record 2 at 0x14: block ends early (20 of 40 bytes)\n", 8, 0, 0 },
	{ "a BDW that says far too much", "01000000" EVENT BLOCK_EE BLOCK_E, EVENT EVENT EVENT
	    EVENT, "record 2 at 0x14: block ends early (20 of 256 bytes)\n", 12, 0, 0 },
	{ "a BDW that says too little", "00120000" EVENT BLOCK_EE, EVENT EVENT,
	    "record 1 at 0x4: bad RDW in a block (00100000, 14 bytes skipped)\n"
	    "record 1 at 0x12: bad BDW (10000024, 2 bytes skipped)\n", 8, 0, 16 },
	{ "a cut BDW", BLOCK_E "0014", EVENT,
	    "record 2 at 0x14: bad BDW (0014, 2 bytes skipped)\n", 4, 0, 2 },
	{ "a block cut behind its BDW", BLOCK_E "00140000", EVENT,
	    "record 2 at 0x18: block is cut short (4 of 20 bytes)\n", 8, 0, 0 },
	{ "a block cut in an RDW", BLOCK_E "00140000 0010", EVENT,
	    "record 2 at 0x18: block is cut short (6 of 20 bytes)\n", 8, 0, 2 },
	{ "a block cut in a record", "00240000" EVENT "00100000 FF01", EVENT,
	    "record 2 at 0x14: block is cut short (26 of 36 bytes)\n", 4, 0, 6 },
	{ "a block cut between records", "00240000" EVENT, EVENT,
	    "record 2 at 0x14: block is cut short (20 of 36 bytes)\n", 4, 0, 0 },
	{ "segments", "000D0000" FIRST "000B0000" MIDDLE "000C0000" LAST BLOCK_E, JOINED EVENT,
	    "", 24, 0, 0 },
	{ "null segments", "00160000" FIRST "80000000 0000000000" "00140000" MIDDLE "80000000 0000"
	    "00000C" "00100000" LAST "80000000" BLOCK_E, JOINED EVENT,
	    "", 24, 22, 0 },
	{ "damage between segments", "000D0000" FIRST "000C0000 41424344 45464748" "000C0000" LAST
	    BLOCK_E, EVENT,
	    "record 1 at 0x4: spanned record without its last segment (1 came)\n"
	    "record 1 at 0x11: bad RDW in a block (41424344, 8 bytes skipped)\n"
	    "record 1 at 0x1d: segment of a spanned record without its first (code 2, 8 bytes)\n",
	    16, 0, 25 },
	{ "tape blocks", BLOCK_CE "|" BLOCK_E, CONTROL EVENT EVENT, "", 8, 0, 0 },
	{ "a tape block longer than its BDW", BLOCK_E "404040|" BLOCK_E, EVENT EVENT,
	    "record 2 at 0x14: tape block is longer than its BDW says (20 bytes, 3 more)\n",
	    8, 3, 0 },
	{ "a tape block shorter than its BDW", "00240000" EVENT "|" BLOCK_E, EVENT EVENT,
	    "record 2 at 0x14: block is cut short (20 of 36 bytes)\n", 8, 0, 0 },
	{ "a tape block cut in a record", "00240000" EVENT "00100000 FF|" BLOCK_E, EVENT EVENT,
	    "record 2 at 0x14: block is cut short (25 of 36 bytes)\n", 8, 0, 5 },
	{ "a tape block without a BDW", BLOCK_C "|" GARBAGE EVENT "|" BLOCK_E, CONTROL EVENT,
	    "record 2 at 0x1e: tape block without a BDW (41424344, 24 bytes skipped)\n", 8, 0, 24 },
	{ "a tape block of one byte", BLOCK_C "|40|" BLOCK_E, CONTROL EVENT,
	    "record 2 at 0x1e: tape block without a BDW (40, 1 bytes skipped)\n", 8, 0, 1 },
	{ "a bad RDW in a tape block", "00340000" EVENT "41424344 FF01A6E9 C33E28F7 DD031000" EVENT
	    "|" BLOCK_E, EVENT EVENT,
	    "record 2 at 0x14: bad RDW in a block (41424344, 32 bytes skipped)\n", 8, 0, 32 },
	{ "a bad RDW in a short tape block", "00440000" EVENT "41424344 FF01A6E9" "|" BLOCK_E,
	    EVENT EVENT,
	    "record 2 at 0x14: bad RDW in a block (41424344, 8 bytes skipped)\n", 8, 0, 8 },
	{ "segments over tape blocks", "000D0000" FIRST "|000B0000" MIDDLE "|000C0000" LAST, JOINED,
	    "", 20, 0, 0 },
};

START_TEST(cases_come_out)
{
	case_run(&container_block, &cases[_i]);
}
END_TEST

static const struct make_form forms[] = {
	{ 0 },
	{ .block = 600 },
	{ .block = 27998, .extended = true },
	{ .block = 262144 },
	{ .block = 500, .segment = 100 },
	{ .block = 500, .segment = 100, .null = true },
	{ .block = 65535, .segment = 32756, .null = true },
};
enum { FORMS = sizeof(forms) / sizeof(forms[0]) };

START_TEST(traces_read_back)
{
	struct dice dice = dice_new();
	struct maker m = maker_of(dice.seed);
	struct buf trace = { 0 }, in = { 0 }, image = { 0 };
	struct gathered g;
	size_t i;

	make_trace(&m, &trace, NULL, 200);
	make_block(buf_span(&trace), &forms[_i], &in);
	case_reads(&container_block, buf_span(&in), buf_span(&trace));

	image_blocks(&image, buf_span(&in));
	for (i = 0; i < CHUNKS; i++) {
		gather(&g, &container_block, stream_open_blocks(buf_span(&image), chunks[i]), in.n);
		ck_assert_ptr_null(g.wrong);
		ck_assert_str_eq((const char *)g.words.p, "");
		ck_assert_msg(span_equal(buf_span(&trace), buf_span(&g.records)), "SEED=%llu",
		    (unsigned long long)dice.seed);
		gathered_free(&g);
	}
	buf_free(&trace);
	buf_free(&in);
	buf_free(&image);
}
END_TEST

static const struct make_form small[] = {
	{ .block = 80 },
	{ .block = 80, .extended = true },
	{ .block = 60, .segment = 20, .null = true },
};
enum { SMALL = sizeof(small) / sizeof(small[0]) };

static void
small_trace(struct buf *trace, struct buf *in, const struct make_form *form)
{
	struct maker m = maker_of(7);

	make_control(&m, trace, 28);
	make_foreign(&m, trace, 0x1000, 0);
	make_lost_events(&m, trace, 7);
	make_foreign(&m, trace, 0xEF6C, 40);
	make_foreign(&m, trace, 0x1000, 0);
	make_block(buf_span(trace), form, in);
}

START_TEST(cut_anywhere_ends)
{
	struct buf trace = { 0 }, in = { 0 };

	small_trace(&trace, &in, &small[_i]);
	case_truncated(&container_block, buf_span(&in), buf_span(&trace));
	buf_free(&trace);
	buf_free(&in);
}
END_TEST

START_TEST(changed_anywhere_ends)
{
	struct buf trace = { 0 }, in = { 0 };

	small_trace(&trace, &in, &small[_i]);
	case_flipped(&container_block, buf_span(&in));
	buf_free(&trace);
	buf_free(&in);
}
END_TEST

/* Records inside a block do not wait for its end. */
START_TEST(records_come_at_once)
{
	struct buf trace = { 0 }, in = { 0 };

	small_trace(&trace, &in, &(struct make_form){ .block = 4096 });
	case_prompt(&container_block, buf_span(&in), buf_span(&trace));
	buf_free(&trace);
	buf_free(&in);
}
END_TEST

/* Damage to a descriptor costs nothing but that. */
START_TEST(damage_costs_no_record)
{
	struct dice dice = dice_new();
	struct maker m = maker_of(dice.seed);
	struct buf trace = { 0 }, in = { 0 };
	struct gathered g;
	size_t at, n;

	make_trace(&m, &trace, NULL, 20);
	make_block(buf_span(&trace), &(struct make_form){ .block = 1000 }, &in);
	for (at = 0; at < in.n; at += n) {
		n = span_u16(buf_span(&in), at);
		in.p[at + 3] ^= 0x40;
		gather(&g, &container_block, stream_open_memory(buf_span(&in), 0), in.n);
		in.p[at + 3] ^= 0x40;
		ck_assert_ptr_null(g.wrong);
		ck_assert_msg(g.diag.count[DIAG_DAMAGE] == 1 && g.records.n == trace.n,
		    "block at %zu (SEED=%llu): %s", at, (unsigned long long)dice.seed,
		    (const char *)g.words.p);
		ck_assert_uint_eq(g.ledger.n[BYTES_SKIPPED], 4);
		gathered_free(&g);
	}
	buf_free(&trace);
	buf_free(&in);
}
END_TEST

static int
bid(const char *hex, bool whole)
{
	struct buf b = hex_bytes(hex);
	int bits = container_block.bid((struct head){ buf_span(&b), whole });

	ck_assert_int_eq(container_vb.bid((struct head){ buf_span(&b), whole }), 0);
	buf_free(&b);
	return bits;
}

START_TEST(bids_are_sure_early)
{
	ck_assert_int_eq(bid("01E00000 001A0000 00", false), 0);
	ck_assert_int_eq(bid("01E00000 001A0000 0001", false), 16 + 30);
	ck_assert_int_eq(bid("01E00000" CONTROL, false), 16 + 46);
	ck_assert_int_eq(bid("DEAD0000" CONTROL EVENT, false), BID_SURE - 1);
	ck_assert_int_eq(bid("DEAD0000" EVENT EVENT, false), 0);
	ck_assert_int_eq(bid("81E00000" CONTROL, false), 0);
	ck_assert_int_eq(bid("800001E0" CONTROL, false), 16 + 46);
	ck_assert_int_eq(bid("800101E0" CONTROL, false), 13 + 46);
	ck_assert_int_eq(bid(BLOCK_C, false), 16 + 46 + 15);
	ck_assert_int_eq(bid(BLOCK_CE "0102", false), 16 + 46 + 25 + 15);
	ck_assert_int_eq(bid("002F0000" CONTROL EVENT "00", true), 16 + 46 + 25);
	ck_assert_int_eq(bid("00190000" CONTROL, true), 0);
	ck_assert_int_eq(bid("00180000" EVENT "00000001", true), 0);
}
END_TEST

START_TEST(bids_nothing_for_other_things)
{
	struct dice dice = dice_new();
	uint8_t random[64];
	size_t i;

	ck_assert_int_eq(bid("", true), 0);
	/* SIMH: a length word (little-endian), a BDW, an RDW */
	ck_assert_int_eq(bid("350F0000 0F350000 001A0000 0001FFFF 94B6A6E9", false), 0);
	ck_assert_int_eq(bid("00000000 00000000 00000000 00000000 00000000", false), 0);
	ck_assert_int_eq(bid("00400000 00200000 00000000 00000000 00000000", false), 0);
	for (i = 0; i < 100000; i++) {
		dice_fill(&dice, random, sizeof(random));
		ck_assert_msg(container_block.bid((struct head){ span_of(random, 64), false }) == 0,
		    "SEED=%llu", (unsigned long long)dice.seed);
	}
}
END_TEST

Suite *
block_suite(void)
{
	Suite *s = suite_create("block");
	TCase *t = tcase_create("block");

	tcase_add_loop_test(t, cases_come_out, 0, (int)(sizeof(cases) / sizeof(cases[0])));
	tcase_add_loop_test(t, traces_read_back, 0, FORMS);
	tcase_add_loop_test(t, cut_anywhere_ends, 0, SMALL);
	tcase_add_loop_test(t, changed_anywhere_ends, 0, SMALL);
	tcase_add_test(t, records_come_at_once);
	tcase_add_test(t, damage_costs_no_record);
	tcase_add_test(t, bids_are_sure_early);
	tcase_add_test(t, bids_nothing_for_other_things);
	suite_add_tcase(s, t);
	return s;
}
