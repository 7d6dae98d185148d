/* check_cpclock.c - the times of trace entries, and which of them are guesses */
#include <check.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "ztrace/cpintake.h"
#include "ztrace/cpsaved.h"

#include "cp_read.h"

static const uint64_t base = UINT64_C(0xE0F2000000000000);

/* Hours and minutes, in units of the clock. */
#define H(n)	((uint64_t)(n) * 3600 * 4096000000)
#define M(n)	((uint64_t)(n) * 60 * 4096000000)
#define WRAP	(UINT64_C(1) << 48)

enum { MOST = 12 };

/*
 * Entries as they stand in a page or a run: T is TRACE, G is TRACG, and how
 * long after `base` they were written. What comes out: in order, with ? where
 * the time is a guess.
 */
static const struct clocks {
	const char	*what;
	bool		 page;
	uint64_t	 near;		/* after base; 0: not given */
	const char	*forms;
	uint64_t	 after[MOST];
	const char	*order;		/* letters of the entries as they come out */
	const char	*guess;		/* of each of those */
	uint64_t	 off[MOST];	/* what their times are wrong by */
} clocks[] = {
	{ "a wrap", false, H(20), "TTTT", { H(18), H(19), H(20) - M(5), H(20) - M(4) },
	    "abcd", "??  ", { 0 } },
	{ "two wraps, and the time is that of the newest", false, H(58), "TTTT",
	    { H(18), H(30), H(40), H(58) }, "abcd", "??? ", { 0 } },
	{ "no wrap", false, H(18), "TTT", { H(1), H(9), H(17) }, "abc", "   ", { 0 } },
	{ "the time is given a day late", false, H(40), "TT", { H(18), H(20) }, "ab", "? ",
	    { WRAP, WRAP } },
	{ "a full clock behind a wrap", false, 0, "GTTTGT",
	    { H(1), H(18), H(20), H(21), H(22), H(23) }, "abcdef", "      ", { 0 } },
	{ "a full clock behind two wraps that look like one", false, 0, "GTTTGT",
	    { H(1), H(18), H(40), H(41), H(42), H(43) }, "abcdef", "      ", { 0 } },
	{ "full clocks and a gap somewhere between them", false, 0, "GTTTGT",
	    { H(1), H(18), H(37), H(38), H(65), H(66) }, "abcdef", "  ??  ",
	    { 0, 0, WRAP, WRAP } },
	{ "no full clock behind a wrap", false, 0, "GTTT", { H(1), H(18), H(20), H(21) },
	    "abcd", "  ??", { 0 } },
	{ "only a full clock at the end", false, 0, "TTTTG",
	    { H(16), H(18), H(20), H(21), H(22) }, "abcde", "??   ", { 0 } },
	{ "a page, and a wrap", true, H(20), "TTTT", { H(18), H(19), H(19) + M(10), H(20) - M(4) },
	    "abcd", "??  ", { 0 } },
	{ "a page with an idle gap over a wrap", true, H(31), "TTTT",
	    { H(18), H(18) + M(5), H(30), H(30) + M(5) }, "abcd", "??  ", { 0 } },
	{ "a page with an idle gap and no wrap", true, H(18), "TTTT",
	    { H(2), H(2) + M(5), H(15), H(15) + M(5) }, "abcd", "??  ", { 0 } },
	{ "the same, with full clocks", true, 0, "GTTGTT",
	    { H(18), H(18) + M(5), H(30), H(30) + M(5), H(48), H(48) + M(1) }, "abcdef",
	    "    ??", { 0 } },
	{ "the same, with a full clock behind", true, 0, "TTTTG",
	    { H(18), H(18) + M(5), H(30), H(30) + M(5), H(30) + M(6) }, "abcde", "??   ",
	    { 0 } },
	{ "a table in circles", true, H(11), "TTTTT",
	    { H(10) + M(4), H(10) + M(5), H(10), H(10) + M(1), H(10) + M(2) }, "cdeab", "???  ",
	    { 0 } },
	{ "a table in circles, over a wrap", true, H(20), "TTTTT",
	    { H(19) + M(8), H(19) + M(9), H(19) + M(1), H(19) + M(2), H(19) + M(6) }, "cdeab",
	    "???  ", { 0 } },
	{ "a table in circles, with full clocks", true, 0, "GGTGGT",
	    { H(10) + M(4), H(10) + M(5), H(10) + M(6), H(10), H(10) + M(1), H(10) + M(2) },
	    "defabc", "      ", { 0 } },
	{ "tables of two CPUs", true, H(11), "TTTTT",
	    { H(10), H(10) + M(4), H(10) + M(5), H(10) + M(1), H(10) + M(6) }, "abcde",
	    "???  ", { 0 } },
};

static void
clocks_are(const struct clocks *t, const struct cp_got *g, const struct cp_made *made)
{
	const char *line = (const char *)g->lines.p;
	const struct cp_made *got;
	size_t i, which;

	ck_assert_msg(g->wrong == NULL, "%s: %s", t->what, g->wrong);
	ck_assert_uint_eq(g->n, strlen(t->forms));
	for (i = 0; i < g->n; i++, line = strchr(line, '\n') + 1) {
		got = cp_got_made(g, i);
		which = (size_t)(t->order[i] - 'a');
		ck_assert_msg(got->code == which, "%s: place %zu has entry %c", t->what, i,
		    'a' + got->code);
		ck_assert_msg(got->tod == made[which].tod + t->off[i],
		    "%s: entry %c is at %016" PRIX64 ", not %016" PRIX64, t->what,
		    t->order[i], got->tod, made[which].tod + t->off[i]);
		ck_assert_msg(line[27] == t->guess[i], "%s: entry %c has '%c'", t->what,
		    t->order[i], line[27]);
	}
}

START_TEST(clocks_are_told)
{
	static const size_t chunks[] = { 0, 1, 7 };
	const struct clocks *t = &clocks[_i];
	struct cpclock_options o = {
		.near = t->near != 0, .near_us = (base + t->near) >> 12, .quiet = true
	};
	struct dice d = dice_new();
	struct cp_made made[MOST];
	struct buf b = { 0 };
	struct cp_got g;
	size_t i, n = strlen(t->forms);

	for (i = 0; i < n; i++) {
		made[i] = cp_random(&d, t->forms[i] == 'G' ? CPFORM_TRACG : CPFORM_TRACE,
		    base + t->after[i], 1);
		made[i].n = t->forms[i] == 'G' ? 6 : 5;
		made[i].code = (uint16_t)i;
	}
	if (t->page)
		cp_put_pages(&b, made, n);
	else
		for (i = 0; i < n; i++)
			cp_put(&b, &made[i]);
	for (i = 0; i < 3; i++) {
		cp_read(&g, t->page ? &container_cp_page : &container_cp_plain, buf_span(&b),
		    chunks[i], &o);
		clocks_are(t, &g, made);
		cp_got_free(&g);
	}
	buf_free(&b);
}
END_TEST

enum { RANDOM = 300 };

/* Whatever the steps and the wraps: no entry is later than the time that was given. */
START_TEST(near_is_the_newest)
{
	static const enum cpform forms[] = { CPFORM_TRACE, CPFORM_TRACE, CPFORM_SAVED };
	struct cp_made *made = calloc(RANDOM, sizeof(*made));
	struct cpclock_options o = { .near = true, .quiet = true };
	struct dice d = dice_new();
	struct buf b = { 0 };
	struct cp_got g;
	uint64_t tod = base, period = cpentry_mask(forms[_i]);
	size_t i;

	ck_assert_ptr_nonnull(made);
	for (i = 0; i < RANDOM; i++) {
		made[i] = cp_random(&d, forms[_i], tod, _i == 1 ? period / 2 : period);
		tod = made[i].tod;
		made[i].n = 5;
		made[i].cpu = 3;
		if (_i != 1)
			cp_put(&b, &made[i]);
	}
	if (_i == 1)
		cp_put_pages(&b, made, RANDOM);
	o.near_us = tod >> 12;
	cp_read(&g, _i == 0 ? &container_cp_plain : _i == 1 ? &container_cp_page :
	    &container_cp_short, buf_span(&b), 0, &o);
	ck_assert_ptr_null(g.wrong);
	ck_assert_uint_eq(g.n, RANDOM);
	for (i = 0; i < RANDOM; i++)
		ck_assert_msg(cp_got_made(&g, i)->tod == made[i].tod, "entry %zu of form %d "
		    "(SEED=%" PRIu64 ")", i, _i, d.seed);
	cp_got_free(&g);
	buf_free(&b);
	free(made);
}
END_TEST

/* Where not all can be held, it is said when the time turns out to be too early. */
START_TEST(near_is_passed)
{
	struct cpclock_options o = {
		.near = true, .near_us = (base + H(19)) >> 12, .quiet = true, .hold = 100
	};
	struct cp_made made[6];
	struct dice d = dice_new();
	struct buf b = { 0 };
	struct cp_got g;
	size_t i;

	for (i = 0; i < 6; i++) {
		made[i] = cp_random(&d, CPFORM_TRACE, base + H(4) * (i + 1), 1);
		made[i].n = 5;
		cp_put(&b, &made[i]);
	}
	cp_read(&g, &container_cp_plain, buf_span(&b), 0, &o);
	ck_assert_ptr_null(g.wrong);
	ck_assert_str_eq((const char *)g.words.p, "record 5 at 0x80: the clock goes on behind the "
	    "time of --near: times up to here are too late\n");
	ck_assert_uint_eq(cp_got_made(&g, 5)->tod, made[5].tod);
	cp_got_free(&g);
	buf_free(&b);
}
END_TEST

/* What has been held is given in slices, each with its time. */
START_TEST(much_is_held)
{
	enum { MANY = 20000 };
	static const enum cpform forms[] = { CPFORM_TRACE, CPFORM_SAVED };
	struct cp_made *made = calloc(MANY, sizeof(*made));
	struct cpclock_options o = { .near = true, .quiet = true };
	struct dice d = dice_new();
	struct buf b = { 0 };
	struct cp_got g;
	uint64_t tod = base;
	size_t i;

	ck_assert_ptr_nonnull(made);
	for (i = 0; i < MANY; i++) {
		made[i] = cp_random(&d, forms[_i], tod, 1 << 16);
		tod = made[i].tod;
		made[i].n = 5;
		cp_put(&b, &made[i]);
	}
	o.near_us = tod >> 12;
	cp_read(&g, _i == 0 ? &container_cp_plain : &container_cp_short, buf_span(&b), 0, &o);
	ck_assert_ptr_null(g.wrong);
	ck_assert_uint_eq(g.n, MANY);
	ck_assert_ptr_null(strstr((const char *)g.lines.p, "Z?"));
	for (i = 0; i < MANY; i++)
		ck_assert_msg(cp_got_made(&g, i)->tod == made[i].tod,
		    "entry %zu (SEED=%" PRIu64 ")", i, d.seed);
	cp_got_free(&g);
	buf_free(&b);
	free(made);
}
END_TEST

/* Times of saved entries in milliseconds: with their CPUs, and what is known of the block. */
static const struct block {
	const char	*what;
	uint64_t	 clock, floor;
	const char	*cpus;
	uint64_t	 at[MOST];
	size_t		 guesses;
	uint64_t	 off[MOST];	/* wraps that are missing */
} blocks[] = {
	{ "in order", 5000, 4500, "0101", { 4600, 4700, 4800, 4900 }, 0, { 0 } },
	{ "nothing before", 5000, 0, "0101", { 4600, 4700, 4800, 4900 }, 4, { 0 } },
	{ "a long way back", 5000, 3000, "0101", { 4600, 4700, 4800, 4900 }, 4, { 0 } },
	{ "another CPU is out of order", 5000, 4500, "00100", { 4600, 4700, 4650, 4800, 4900 }, 0,
	    { 0 } },
	{ "far out of order", 5000, 4500, "001000", { 4510, 4900, 4600, 4920, 4930, 4940 }, 0,
	    { 0 } },
	{ "out of order over a wrap", 5300, 5200, "0100", { 5210, 5260, 5240, 5270 }, 0, { 0 } },
	{ "the first is out of order", 5000, 4550, "1000", { 4700, 4600, 4800, 4900 }, 0, { 0 } },
	{ "the last is out of order", 5000, 4500, "0001", { 4600, 4700, 4900, 4800 }, 0, { 0 } },
	{ "an idle CPU", 9000, 3900, "1000000", { 4000, 4100, 5000, 6000, 7000, 8000, 8900 }, 5,
	    { 0 } },
	{ "its own CPU is out of order", 5000, 4500, "0000", { 4600, 4700, 4650, 4900 }, 0,
	    { 0 } },
	{ "its own CPU is out of order, or half a period has passed", 5000, 3550, "0000",
	    { 4600, 4700, 4650, 4900 }, 2, { 1, 1, 0, 0 } },
	{ "half a period on its own CPU", 5900, 3900, "0000", { 4000, 4800, 5700, 5800 }, 2,
	    { 0 } },
	{ "half a period of silence, or another CPU is out of order", 5900, 3900, "0100",
	    { 4000, 4800, 5700, 5800 }, 4, { -(uint64_t)1, -(uint64_t)1, 0, 0 } },
	{ "the clock before is later", 5000, 6000, "0101", { 4600, 4700, 4800, 4900 }, 4, { 0 } },
};

START_TEST(blocks_are_told)
{
	const struct block *t = &blocks[_i];
	const uint64_t ms = 4096000, period = UINT64_C(1) << 32;
	struct cpsaved_slot s[MOST];
	size_t i, n = strlen(t->cpus);

	for (i = 0; i < n; i++)
		s[i] = (struct cpsaved_slot){
			.kept = (uint32_t)(base + t->at[i] * ms), .cpu = (uint8_t)t->cpus[i]
		};
	ck_assert_msg(cpsaved_times(s, n, base + t->clock * ms,
	    t->floor == 0 ? 0 : base + t->floor * ms) == t->guesses, "%s: guesses", t->what);
	for (i = 0; i < n; i++)
		ck_assert_msg(s[i].tod == base + t->at[i] * ms - t->off[i] * period,
		    "%s: entry %zu", t->what, i);
}
END_TEST

/* Blocks whose entries come late by up to a quarter of a period, but for those of their own CPU. */
START_TEST(disorder_in_blocks)
{
	const uint64_t step = 1 << 26, late = 1 << 30;
	struct cp_made *made = calloc(RANDOM, sizeof(*made)), swap;
	struct dice d = dice_new();
	struct buf b = { 0 };
	struct cp_got g;
	uint64_t tod = base;
	size_t i, k;

	ck_assert_ptr_nonnull(made);
	for (i = 0; i < RANDOM; i++) {
		made[i] = cp_random(&d, CPFORM_SAVED, tod, step);
		tod = made[i].tod;
	}
	/* not over the borders of blocks: their clocks would be too early */
	for (i = 1; i < RANDOM; i++)
		for (k = i; k % 145 > 0 && dice_below(&d, 2) > 0 &&
		    made[k].cpu != made[k - 1].cpu; k--) {
			swap = made[k];
			made[k] = made[k - 1];
			made[k - 1] = swap;
		}
	cp_put_blocks(&b, made, RANDOM, late);
	cp_read(&g, NULL, buf_span(&b), 0, NULL);
	ck_assert_ptr_null(g.wrong);
	ck_assert_uint_eq(g.n, RANDOM);
	for (i = 0; i < RANDOM; i++)
		ck_assert_msg(cp_got_made(&g, i)->tod == made[i].tod,
		    "entry %zu (SEED=%" PRIu64 ")", i, d.seed);
	cp_got_free(&g);
	buf_free(&b);
	free(made);
}
END_TEST

Suite *
cpclock_suite(void)
{
	Suite *s = suite_create("cpclock");
	TCase *t = tcase_create("cpclock");

	tcase_add_loop_test(t, clocks_are_told, 0, (int)(sizeof(clocks) / sizeof(clocks[0])));
	tcase_add_loop_test(t, near_is_the_newest, 0, 3);
	tcase_add_test(t, near_is_passed);
	tcase_add_loop_test(t, much_is_held, 0, 2);
	tcase_add_loop_test(t, blocks_are_told, 0, (int)(sizeof(blocks) / sizeof(blocks[0])));
	tcase_add_test(t, disorder_in_blocks);
	suite_add_tcase(s, t);
	return s;
}
