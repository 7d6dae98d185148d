/* check_vb.c - records that each start with an RDW */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "ztrace/container.h"

#include "container_case.h"
#include "dice.h"
#include "gather.h"
#include "make_container.h"
#include "make_gtf.h"

/* A control record (26 bytes), a system event (16), a record of no data, garbage (5). */
#define CONTROL	"001A0000 0001FFFF 94B6A6E9 BD6636FA 5C021000 00010000 0000 "
#define EVENT	"00100000 FF01A6E9 C33E28F7 DD031000 "
#define EMPTY	"00040000 "
#define GARBAGE	"4142434445 "

/* EVENT in segments of 8, 7 and 5 bytes of data and descriptor. */
#define FIRST	"00090100 FF01A6E9C3 "
#define MIDDLE	"00070300 3E28F7 "
#define LAST	"00080200 DD031000 "
#define NULLSEG	"80000000 "

static const struct container_case cases[] = {
	{ "nothing", "", "", "", 0, 0, 0 },
	{ "two records", CONTROL EVENT, CONTROL EVENT, "", 0, 0, 0 },
	{ "a record without data", CONTROL EMPTY EVENT, CONTROL EMPTY EVENT, "", 0, 0, 0 },
	{ "a record that is not GTF's", CONTROL "00080000 00640000", CONTROL "00080000 00640000",
	    "", 0, 0, 0 },
	{ "damage between records", CONTROL GARBAGE EVENT EVENT, CONTROL EVENT EVENT,
	    "record 2 at 0x1a: bad RDW (41424344, 5 bytes skipped)\n", 0, 0, 5 },
	{ "damage in front", GARBAGE EVENT EVENT, EVENT EVENT,
	    "record 1 at 0x0: bad RDW (41424344, 5 bytes skipped)\n", 0, 0, 5 },
	{ "damage and one record", GARBAGE EVENT, EVENT,
	    "record 1 at 0x0: bad RDW (41424344, 5 bytes skipped)\n", 0, 0, 5 },
	{ "damage up to the end", EVENT GARBAGE, EVENT,
	    "record 2 at 0x10: bad RDW (41424344, 5 bytes skipped)\n", 0, 0, 5 },
	{ "a record that does not go on is not found again", GARBAGE EVENT GARBAGE EVENT EVENT,
	    EVENT EVENT, "record 1 at 0x0: bad RDW (41424344, 26 bytes skipped)\n", 0, 0, 26 },
	{ "a bad RDW", EVENT "00030000 FF01A6E9 C33E28F7 DD031000" EVENT EVENT, EVENT EVENT EVENT,
	    "record 2 at 0x10: bad RDW (00030000, 16 bytes skipped)\n", 0, 0, 16 },
	{ "one byte at the end", EVENT "1A", EVENT,
	    "record 2 at 0x10: bad RDW (1A, 1 bytes skipped)\n", 0, 0, 1 },
	{ "zeros at the end", EVENT "0000000000", EVENT,
	    "record 2 at 0x10: zeros behind the last record (5 bytes)\n", 0, 5, 0 },
	{ "a zero that may be a cut RDW", EVENT "00", EVENT,
	    "record 2 at 0x10: bad RDW (00, 1 bytes skipped)\n", 0, 0, 1 },
	{ "zeros between records", EVENT "0000000000" EVENT EVENT, EVENT EVENT EVENT,
	    "record 2 at 0x10: bad RDW (00000000, 5 bytes skipped)\n", 0, 0, 5 },
	{ "a cut RDW", EVENT "0010", EVENT,
	    "record 2 at 0x10: bad RDW (0010, 2 bytes skipped)\n", 0, 0, 2 },
	{ "a cut record", EVENT "00100000 FF01", EVENT,
	    "record 2 at 0x10: record is cut short (6 of 16 bytes)\n", 0, 0, 6 },
	{ "segments", CONTROL FIRST MIDDLE MIDDLE LAST EVENT, CONTROL
	    "00130000 FF01A6E9C3 3E28F7 3E28F7 DD031000" EVENT, "", 12, 0, 0 },
	{ "null segment and filling", FIRST NULLSEG "000000000000" MIDDLE LAST EVENT, "00100000 "
	    "FF01A6E9C3 3E28F7 DD031000" EVENT, "", 8, 10, 0 },
	{ "null segment and a record", NULLSEG "0000" EVENT NULLSEG EVENT NULLSEG "00", EVENT EVENT,
	    "", 0, 15, 0 },
	{ "null segment and damage", FIRST NULLSEG "00000000" GARBAGE EVENT, EVENT,
	    "record 1 at 0x0: spanned record without its last segment (1 came)\n"
	    "record 1 at 0xd: bad null segment (00000000, 9 bytes skipped)\n", 0, 4, 18 },
	{ "no last segment", FIRST MIDDLE EVENT, EVENT,
	    "record 1 at 0x0: spanned record without its last segment (2 came)\n", 0, 0, 16 },
	{ "no last segment, another first", FIRST FIRST LAST, "000D0000 FF01A6E9C3 DD031000",
	    "record 1 at 0x0: spanned record without its last segment (1 came)\n", 4, 0, 9 },
	{ "no last segment at the end", EVENT FIRST MIDDLE, EVENT,
	    "record 2 at 0x10: spanned record without its last segment (2 came)\n", 0, 0, 16 },
	{ "no first segment", EVENT LAST MIDDLE EVENT, EVENT EVENT,
	    "record 2 at 0x10: segment of a spanned record without its first (code 2, 8 bytes)\n"
	    "record 2 at 0x18: segment of a spanned record without its first (code 3, 7 bytes)\n",
	    0, 0, 15 },
	{ "damage between segments", FIRST GARBAGE LAST EVENT EVENT, EVENT EVENT,
	    "record 1 at 0x0: spanned record without its last segment (1 came)\n"
	    "record 1 at 0x9: bad RDW (41424344, 13 bytes skipped)\n", 0, 0, 22 },
	{ "a cut segment", FIRST "00080200 DD", "",
	    "record 1 at 0x0: spanned record without its last segment (1 came)\n"
	    "record 1 at 0x9: record is cut short (5 of 8 bytes)\n", 0, 0, 14 },
	{ "tape blocks", CONTROL EVENT "|" EVENT, CONTROL EVENT EVENT, "", 0, 0, 0 },
	{ "a record cut by the end of a tape block", CONTROL "00100000 FF|" EVENT, CONTROL EVENT,
	    "record 2 at 0x1a: record is cut short (5 of 16 bytes)\n", 0, 0, 5 },
	{ "an RDW cut by the end of a tape block", CONTROL "0010|" EVENT, CONTROL EVENT,
	    "record 2 at 0x1a: bad RDW (0010, 2 bytes skipped)\n", 0, 0, 2 },
	{ "damage ends with the tape block", GARBAGE "|" EVENT GARBAGE "|" EVENT, EVENT EVENT,
	    "record 1 at 0x0: bad RDW (41424344, 5 bytes skipped)\n"
	    "record 2 at 0x15: bad RDW (41424344, 5 bytes skipped)\n", 0, 0, 10 },
	{ "zeros at the end of a tape block", EVENT "0000|" EVENT, EVENT EVENT,
	    "record 2 at 0x10: zeros behind the last record (2 bytes)\n", 0, 2, 0 },
	{ "segments over tape blocks", FIRST "|" LAST "|" EVENT, "000D0000 FF01A6E9C3 DD031000"
	    EVENT, "", 4, 0, 0 },
};

START_TEST(cases_come_out)
{
	case_run(&container_vb, &cases[_i]);
}
END_TEST

static struct buf
small_trace(uint64_t seed)
{
	struct maker m = maker_of(seed);
	struct buf b = { 0 };

	make_control(&m, &b, 28);
	make_foreign(&m, &b, 0x1000, 0);
	make_lost_events(&m, &b, 7);
	make_foreign(&m, &b, 0xEF6C, 40);
	return b;
}

START_TEST(traces_read_back)
{
	static const struct make_form forms[] = { { 0 }, { .segment = 100 }, { .segment = 5 } };
	struct dice dice = dice_new();
	struct maker m = maker_of(dice.seed);
	struct buf trace = { 0 }, in = { 0 };

	make_trace(&m, &trace, NULL, 30);
	make_vb(buf_span(&trace), &forms[_i], &in);
	case_reads(&container_vb, buf_span(&in), buf_span(&trace));
	buf_free(&trace);
	buf_free(&in);
}
END_TEST

START_TEST(cut_anywhere_ends)
{
	static const struct make_form forms[] = { { 0 }, { .segment = 20 } };
	struct buf trace = small_trace(1), in = { 0 };

	make_vb(buf_span(&trace), &forms[_i], &in);
	case_truncated(&container_vb, buf_span(&in), buf_span(&trace));
	buf_free(&trace);
	buf_free(&in);
}
END_TEST

START_TEST(changed_anywhere_ends)
{
	static const struct make_form forms[] = { { 0 }, { .segment = 20 } };
	struct buf trace = small_trace(2), in = { 0 };

	make_vb(buf_span(&trace), &forms[_i], &in);
	case_flipped(&container_vb, buf_span(&in));
	buf_free(&trace);
	buf_free(&in);
}
END_TEST

START_TEST(records_come_at_once)
{
	struct buf trace = small_trace(3);

	case_prompt(&container_vb, buf_span(&trace), buf_span(&trace));
	buf_free(&trace);
}
END_TEST

/* Damage to one RDW costs that record; all that follow it are there. */
START_TEST(a_bad_rdw_costs_one_record)
{
	struct dice dice = dice_new();
	struct maker m = maker_of(dice.seed);
	struct buf trace = { 0 }, rest = { 0 };
	struct gathered g;
	struct span record;
	struct cursor c;
	size_t at, n = 0;

	make_trace(&m, &trace, NULL, 10);
	c = cursor_at(buf_span(&trace), 0);
	for (at = 0; make_each(&c, &record); at = c.at, n++) {
		buf_clear(&rest);
		buf_put(&rest, trace.p, at);
		buf_put(&rest, trace.p + c.at, trace.n - c.at);
		trace.p[at + 2] ^= 0x80;
		gather(&g, &container_vb, stream_open_memory(buf_span(&trace), 0), trace.n);
		trace.p[at + 2] ^= 0x80;
		ck_assert_msg(g.wrong == NULL && g.diag.count[DIAG_DAMAGE] == 1 &&
		    span_equal(buf_span(&g.records), buf_span(&rest)),
		    "record %zu (SEED=%llu): %s", n + 1, (unsigned long long)dice.seed,
		    (const char *)g.words.p);
		gathered_free(&g);
	}
	buf_free(&trace);
	buf_free(&rest);
}
END_TEST

/* Nearly every byte looks like a record that goes on far away: none may be looked at twice. */
START_TEST(search_is_linear)
{
	static const uint8_t head[] = { 0x7F, 0xF0, 0, 0, 0xFF, 0xFF };
	size_t n = getenv("QUICK") != NULL ? 200000 : 4000000;
	struct buf b = { 0 };
	struct gathered g;

	buf_fill(&b, 'x', 4);
	while (b.n < n)
		buf_put(&b, head, sizeof(head));
	buf_fill(&b, 'x', 70000);
	gather(&g, &container_vb, stream_open_memory(buf_span(&b), 512), b.n);
	ck_assert_ptr_null(g.wrong);
	ck_assert_uint_eq(g.ledger.n[BYTES_READ], b.n);
	gathered_free(&g);
	buf_free(&b);
}
END_TEST

/* A spanned record can be longer than any RDW says; it costs itself and no more. */
START_TEST(too_long_spanned_record)
{
	struct maker m = maker_of(4);
	struct buf part = { 0 }, in = { 0 };
	struct gathered g;
	size_t k;

	make_foreign(&m, &part, 0x1000, 20000);
	for (k = 0; k < 4; k++) {
		part.p[2] = k == 0 ? 1 : k == 3 ? 2 : 3;
		buf_put(&in, part.p, part.n);
	}
	part.p[2] = 0;
	buf_put(&in, part.p, part.n);
	gather(&g, &container_vb, stream_open_memory(buf_span(&in), 0), in.n);
	ck_assert_ptr_null(g.wrong);
	ck_assert_str_eq((const char *)g.words.p,
	    "record 1 at 0x0: record is too long (more than 32760 bytes)\n");
	ck_assert(span_equal(buf_span(&g.records), buf_span(&part)));
	ck_assert_uint_eq(g.ledger.n[BYTES_SKIPPED], 4 * part.n);
	gathered_free(&g);
	buf_free(&part);
	buf_free(&in);
}
END_TEST

static int
bid(struct span s, bool whole)
{
	return container_vb.bid((struct head){ s, whole });
}

START_TEST(bids_are_sure_early)
{
	struct dice dice = dice_new();
	struct maker m = maker_of(dice.seed);
	struct buf b = { 0 };

	make_trace(&m, &b, NULL, 4);
	ck_assert_int_eq(bid(span_first(buf_span(&b), 5), false), 0);
	ck_assert_int_gt(bid(span_first(buf_span(&b), 6), false), 0);
	ck_assert_int_lt(bid(span_first(buf_span(&b), 6), false), BID_SURE);
	ck_assert_int_ge(bid(span_first(buf_span(&b), 16), false), BID_SURE);
	ck_assert_int_gt(bid(buf_span(&b), false), bid(span_first(buf_span(&b), 26), false));
	ck_assert_int_eq(container_block.bid((struct head){ buf_span(&b), true }), 0);
	buf_free(&b);
}
END_TEST

START_TEST(bids_nothing_for_other_things)
{
	static const char *const texts[] = {
		"", "x", "000000   001A0000 0001FFFF  94B6A6E9\n", "\x1F\x8B\x08",
		"%PDF-1.4 and more",
	};
	struct dice dice = dice_new();
	uint8_t random[64];
	size_t i;

	for (i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		ck_assert_int_eq(bid(span_of(texts[i], strlen(texts[i])), true), 0);
	for (i = 0; i < 100000; i++) {
		dice_fill(&dice, random, sizeof(random));
		ck_assert_msg(bid(span_of(random, sizeof(random)), false) == 0 || random[2] <= 1,
		    "SEED=%llu", (unsigned long long)dice.seed);
	}
}
END_TEST

Suite *
vb_suite(void)
{
	Suite *s = suite_create("vb");
	TCase *t = tcase_create("vb");

	tcase_add_loop_test(t, cases_come_out, 0, (int)(sizeof(cases) / sizeof(cases[0])));
	tcase_add_loop_test(t, traces_read_back, 0, 3);
	tcase_add_loop_test(t, cut_anywhere_ends, 0, 2);
	tcase_add_loop_test(t, changed_anywhere_ends, 0, 2);
	tcase_add_test(t, records_come_at_once);
	tcase_add_test(t, a_bad_rdw_costs_one_record);
	tcase_add_test(t, search_is_linear);
	tcase_add_test(t, too_long_spanned_record);
	tcase_add_test(t, bids_are_sure_early);
	tcase_add_test(t, bids_nothing_for_other_things);
	suite_add_tcase(s, t);
	return s;
}
