/* check_cpintake.c - the forms in which CP trace entries stand */
#include <check.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "ztrace/cpintake.h"

#include "cp_read.h"
#include "cp_same.h"
#include "hex.h"
#include "make_container.h"
#include "make_gzip.h"
#include "make_tape.h"

enum { CHUNKS = 5 };
static const size_t chunks[CHUNKS] = { 4096, 1, 2, 3, 7 };

#define TRACE	"7400310D 2130666C 00000A00 00000000 D9E4D540 0123F000 03EC1000 80001234 "
#define TRACG	"7580BCF2 310D2130 666CA5F0 00000A00 00000000 00000000 00000000 D9E4D540 " \
		"00000001 0123F000 0705C001 80000000 00000000 00012340 00000000 00000007 "
#define SHORT	"7000310D 2130666C 00007F01 DEADBEEF "
#define BAD	"6400310D 2130666C 00000A00 00000000 D9E4D540 0123F000 03EC1000 80001234 "
#define ZEROS	"00000000 00000000 00000000 00000000 "

static const struct plain_case {
	const char	*what, *in;
	size_t		 n;
	const char	*words;
	uint64_t	 unused, skipped;
} cases[] = {
	{ "nothing", "", 0, "", 0, 0 },
	{ "both forms", TRACE TRACG TRACE, 3, "", 0, 0 },
	{ "unused slots", ZEROS ZEROS TRACE ZEROS TRACE ZEROS, 2, "", 64, 0 },
	{ "only unused slots", ZEROS, 0, "", 16, 0 },
	{ "the operand's first bit", "7400310D 2130666C 80000A00 00000000 D9E4D540 0123F000 "
	    "03EC1000 80001234 " TRACE, 1,
	    "record 1 at 0x0: no trace entry (7400310D, 32 bytes skipped)\n", 0, 32 },
	{ "another first byte", TRACE "6400310D 2130666C 00000A00 00000000 D9E4D540 0123F000 "
	    "03EC1000 80001234 " TRACE TRACE, 3,
	    "record 2 at 0x20: no trace entry (6400310D, 32 bytes skipped)\n", 0, 32 },
	{ "cut after 31 bytes", TRACE "7400310D 2130666C 00000A00 00000000 D9E4D540 0123F000 "
	    "03EC1000 800012", 1,
	    "record 2 at 0x20: entry is cut short (31 of 32 bytes)\n", 0, 31 },
	{ "cut after a byte", TRACE "74", 1,
	    "record 2 at 0x20: no trace entry (74, 1 bytes skipped)\n", 0, 1 },
	{ "damage up to the end", TRACE "11223344 55667788 99", 1,
	    "record 2 at 0x20: no trace entry (11223344, 9 bytes skipped)\n", 0, 9 },
	{ "shifted by 4 bytes", "11223344 " SHORT SHORT SHORT "00000000" SHORT, 4,
	    "record 1 at 0x0: no trace entry (11223344, 4 bytes skipped)\n", 4, 4 },
	{ "shifted, but not three in a row", "11223344 " SHORT SHORT "99999999" SHORT SHORT, 2,
	    "record 1 at 0x0: no trace entry (11223344, 40 bytes skipped)\n", 0, 40 },
	{ "one between two bad ones", TRACE BAD TRACE BAD TRACE BAD, 3,
	    "record 2 at 0x20: no trace entry (6400310D, 32 bytes skipped)\n"
	    "record 3 at 0x60: no trace entry (6400310D, 32 bytes skipped)\n"
	    "record 4 at 0xa0: no trace entry (6400310D, 32 bytes skipped)\n", 0, 96 },
	{ "other hardware kinds", "10000000 10000000 " TRACE, 1,
	    "record 1 at 0x0: no trace entry (10000000, 8 bytes skipped)\n", 0, 8 },
};

START_TEST(plain_entries_come_out)
{
	const struct plain_case *t = &cases[_i];
	struct buf in = hex_bytes(t->in);
	struct cp_got g;
	size_t i;

	for (i = 0; i < CHUNKS; i++) {
		cp_read(&g, &container_cp_plain, buf_span(&in), chunks[i], NULL);
		ck_assert_msg(g.wrong == NULL, "%s: %s", t->what, g.wrong);
		ck_assert_str_eq((const char *)g.words.p, t->words);
		ck_assert_uint_eq(g.n, t->n);
		ck_assert_uint_eq(g.ledger.n[BYTES_PADDING], t->unused);
		ck_assert_uint_eq(g.ledger.n[BYTES_SKIPPED], t->skipped);
		cp_got_free(&g);
	}
	buf_free(&in);
}
END_TEST

enum { MADE = 400 };

/* Random entries: a full clock first, unless they are for pages or blocks. */
static void
make_all(struct dice *d, enum cpform form, bool mixed, uint64_t step, struct cp_made *made)
{
	uint64_t tod = UINT64_C(0xE0F2310D2130666C);
	size_t i;

	for (i = 0; i < MADE; i++) {
		made[i] = cp_random(d, mixed && (i == 0 || dice_below(d, 2) > 0) ?
		    CPFORM_TRACG : form, tod, step);
		if (!mixed)
			made[i].n = 5;
		tod = made[i].tod;
	}
}

static void
reads_back(const struct container *c, struct span in, const struct cp_made *made,
    const struct cpclock_options *o, uint64_t seed)
{
	struct cp_got g, again;
	size_t i, k;

	for (k = 0; k < CHUNKS; k++) {
		cp_read(&g, c, in, chunks[k], o);
		ck_assert_msg(g.wrong == NULL, "%s (SEED=%" PRIu64 ")", g.wrong, seed);
		ck_assert_str_eq((const char *)g.words.p, "");
		ck_assert_uint_eq(g.n, MADE);
		for (i = 0; i < MADE; i++)
			cp_same(&made[i], cp_got_made(&g, i), seed);
		if (k == 0) {
			/* raw output, read again, gives the same */
			cp_read(&again, &container_cp_plain, buf_span(&g.raw), 0, o);
			ck_assert_ptr_null(again.wrong);
			ck_assert(span_equal(buf_span(&g.raw), buf_span(&again.raw)));
			ck_assert_uint_eq(again.n, MADE);
			for (i = 0; i < MADE && made[0].form != CPFORM_SAVED; i++)
				cp_same(&made[i], cp_got_made(&again, i), seed);
			cp_got_free(&again);
		}
		cp_got_free(&g);
	}
}

/* A time that no entry is later than, and the last is less than a wrap before. */
static struct cpclock_options
near(const struct cp_made *made)
{
	return (struct cpclock_options){
		.near = true, .near_us = (made[MADE - 1].tod >> 12) + 1000000, .quiet = true
	};
}

START_TEST(random_entries_read_back)
{
	struct dice dice = dice_new();
	struct cp_made *made = calloc(MADE, sizeof(*made));
	struct cpclock_options o;
	struct buf b = { 0 };
	size_t i;

	ck_assert_ptr_nonnull(made);
	/* TRACE and TRACG mixed, up to 19 hours apart */
	make_all(&dice, CPFORM_TRACE, true, UINT64_C(0xFFFFFFFFFFFF), made);
	for (i = 0; i < MADE; i++)
		cp_put(&b, &made[i]);
	reads_back(&container_cp_plain, buf_span(&b), made, NULL, dice.seed);
	reads_back(NULL, buf_span(&b), made, NULL, dice.seed);

	buf_clear(&b);
	make_all(&dice, CPFORM_TRACE, false, 1 << 30, made);
	cp_put_pages(&b, made, MADE);
	o = near(made);
	reads_back(&container_cp_page, buf_span(&b), made, &o, dice.seed);
	reads_back(NULL, buf_span(&b), made, &o, dice.seed);

	buf_clear(&b);
	make_all(&dice, CPFORM_SAVED, false, INT32_MAX, made);
	cp_put_blocks(&b, made, MADE, dice_below(&dice, 1000000));
	reads_back(&container_cp_block, buf_span(&b), made, NULL, dice.seed);
	reads_back(NULL, buf_span(&b), made, NULL, dice.seed);

	buf_clear(&b);
	for (i = 0; i < MADE; i++)
		cp_put(&b, &made[i]);
	o = near(made);
	reads_back(&container_cp_short, buf_span(&b), made, &o, dice.seed);
	buf_free(&b);
	free(made);
}
END_TEST

START_TEST(wrappings_are_taken_off)
{
	struct dice dice = dice_new();
	struct cp_made *made = calloc(MADE, sizeof(*made));
	struct buf b = { 0 }, zipped = { 0 };
	struct reel reel = { 0 };
	size_t at;

	ck_assert_ptr_nonnull(made);
	make_all(&dice, CPFORM_SAVED, false, 1 << 24, made);
	cp_put_blocks(&b, made, MADE, 1 << 20);
	for (at = 0; at < b.n; at += CP_BLOCK)
		reel_block(&reel, span_first(span_from(buf_span(&b), at), CP_BLOCK));
	reel_mark(&reel);
	reel_mark(&reel);
	reads_back(NULL, buf_span(&reel.image), made, NULL, dice.seed);
	make_gzip(buf_span(&reel.image), &zipped);
	reads_back(NULL, buf_span(&zipped), made, NULL, dice.seed);
	buf_free(&b);
	buf_free(&zipped);
	buf_free(&reel.image);
	free(made);
}
END_TEST

/* One of each container, small. */
static const struct container *
small(int which, struct buf *b)
{
	static const struct container *const list[] = {
		&container_cp_plain, &container_cp_page, &container_cp_block, &container_cp_short
	};
	struct cp_made made[6];
	struct dice d = { .seed = 1, .state = 1 };
	enum cpform form = which < 2 ? CPFORM_TRACE : CPFORM_SAVED;
	size_t i;

	for (i = 0; i < 6; i++) {
		made[i] = cp_random(&d, form, UINT64_C(0xE0F2310D2130666C) + (i << 20), 1 << 20);
		made[i].n = 5;
	}
	if (which == 0)
		made[3].form = CPFORM_TRACG;
	if (which == 1)
		cp_put_pages(b, made, 6);
	else if (which == 2)
		cp_put_blocks(b, made, 6, 0);
	else
		for (i = 0; i < 6; i++)
			cp_put(b, &made[i]);
	return list[which];
}

START_TEST(cut_anywhere_ends)
{
	struct buf b = { 0 };
	const struct container *c = small(_i, &b);
	struct cp_got all, g;
	size_t n, step = getenv("QUICK") != NULL ? 5 : 1;

	cp_read(&all, c, buf_span(&b), 0, NULL);
	ck_assert_ptr_null(all.wrong);
	ck_assert_uint_eq(all.n, 6);
	for (n = 0; n < b.n; n += n < 512 ? 1 : step) {
		cp_read(&g, c, span_first(buf_span(&b), n), 7, NULL);
		ck_assert_msg(g.wrong == NULL, "%zu of %zu bytes: %s", n, b.n, g.wrong);
		ck_assert_msg(g.n <= 6, "%zu of %zu bytes: more entries", n, b.n);
		cp_got_free(&g);
	}
	cp_got_free(&all);
	buf_free(&b);
}
END_TEST

START_TEST(changed_anywhere_ends)
{
	static const uint8_t masks[] = { 0xFF, 0x01, 0x80 };
	struct buf b = { 0 };
	const struct container *c = small(_i, &b);
	size_t i, k, step = getenv("QUICK") != NULL ? 31 : 3;
	struct cp_got g, other;

	for (i = 0; i < b.n; i += i < 256 ? 1 : step)
		for (k = 0; k < sizeof(masks); k++) {
			b.p[i] ^= masks[k];
			cp_read(&g, c, buf_span(&b), 0, NULL);
			cp_read(&other, c, buf_span(&b), 7, NULL);
			b.p[i] ^= masks[k];
			ck_assert_msg(g.wrong == NULL, "byte %zu: %s", i, g.wrong);
			ck_assert_str_eq((const char *)g.words.p, (const char *)other.words.p);
			ck_assert_str_eq((const char *)g.lines.p, (const char *)other.lines.p);
			cp_got_free(&g);
			cp_got_free(&other);
		}
	buf_free(&b);
}
END_TEST

/* What is said of pages and blocks that are not whole. */
static const struct spoilt {
	int		 which;
	size_t		 at;		/* a byte that becomes 64; 0: none */
	size_t		 n;		/* bytes left of it; 0: all */
	size_t		 entries;
	const char	*words;
} spoils[] = {
	{ 1, 32, 0, 5, "record 2 at 0x20: no trace entry (6400310D, 32 bytes skipped)\n" },
	{ 1, 0, 100, 3, "record 1 at 0x0: page is cut short (100 of 4096 bytes)\n"
	    "record 4 at 0x60: no trace entry (7400310D, 4 bytes skipped)\n" },
	{ 2, 0, 100, 2, "record 1 at 0x0: block is cut short (100 of 4096 bytes)\n"
	    "record 3 at 0x5c: entry is cut short (8 of 28 bytes)\n" },
	{ 2, 36 + 28 + 4, 0, 6, "" },
	{ 3, 0, 100, 3, "record 4 at 0x54: entry is cut short (16 of 28 bytes)\n" },
};

START_TEST(spoilt_blocks_are_told)
{
	const struct spoilt *t = &spoils[_i];
	struct buf b = { 0 };
	const struct container *c = small(t->which, &b);
	struct cp_got g;
	size_t k;

	if (t->at > 0)
		b.p[t->at] = 0x64;
	for (k = 0; k < CHUNKS; k++) {
		cp_read(&g, c, span_first(buf_span(&b), t->n > 0 ? t->n : b.n), chunks[k], NULL);
		ck_assert_ptr_null(g.wrong);
		ck_assert_str_eq((const char *)g.words.p, t->words);
		ck_assert_uint_eq(g.n, t->entries);
		cp_got_free(&g);
	}
	buf_free(&b);
}
END_TEST

START_TEST(a_block_without_a_clock)
{
	struct cp_got g;
	struct buf b = { 0 };

	(void)small(2, &b);
	memset(b.p, 0, 8);
	memset(b.p + 36, 0x99, 8);
	cp_read(&g, &container_cp_block, buf_span(&b), 0, NULL);
	ck_assert_ptr_null(g.wrong);
	ck_assert_str_eq((const char *)g.words.p, "record 1 at 0x0: block has no clock\n"
	    "record 1 at 0x24: no trace entry (99999999, 28 bytes skipped)\n");
	ck_assert_uint_eq(g.n, 5);
	ck_assert_ptr_nonnull(strstr((const char *)g.lines.p, "+00:00:00."));
	cp_got_free(&g);
	buf_free(&b);
}
END_TEST

/* Times of a block are guesses unless the block before was less than a wrap ago. */
START_TEST(guesses_are_flagged)
{
	struct cp_made made[3 * 145];
	struct dice d = dice_new();
	struct buf b = { 0 };
	struct cp_got g;
	size_t i, guesses = 0;
	uint64_t tod = UINT64_C(0xE0F2310D2130666C);

	for (i = 0; i < sizeof(made) / sizeof(made[0]); i++) {
		made[i] = cp_random(&d, CPFORM_SAVED, tod, 1 << 20);
		tod = made[i].tod + (i == 2 * 145 - 1 ? UINT64_C(0x200000000) : 0);
	}
	cp_put_blocks(&b, made, i, 0);
	cp_read(&g, &container_cp_block, buf_span(&b), 0, NULL);
	ck_assert_ptr_null(g.wrong);
	for (i = 0; i < g.lines.n; i++)
		guesses += g.lines.p[i] == '?' && i >= 1 && g.lines.p[i - 1] == 'Z';
	ck_assert_uint_eq(guesses, 2 * 145);
	cp_got_free(&g);
	buf_free(&b);
}
END_TEST

/* A full clock behind entries without one counts for them too, in both directions of a wrap. */
START_TEST(clocks_are_taken_from_near_by)
{
	struct cp_made made[5];
	struct dice d = dice_new();
	struct buf b = { 0 };
	struct cp_got g;
	size_t i;

	for (i = 0; i < 5; i++) {
		made[i] = cp_random(&d, i == 2 ? CPFORM_TRACG : CPFORM_TRACE,
		    UINT64_C(0xE0F2C00000000000) + i * UINT64_C(0xC00000000000), 1);
		cp_put(&b, &made[i]);
	}
	cp_read(&g, NULL, buf_span(&b), 0, NULL);
	ck_assert_ptr_null(g.wrong);
	for (i = 0; i < 5; i++)
		cp_same(&made[i], cp_got_made(&g, i), d.seed);
	cp_got_free(&g);
	buf_free(&b);
}
END_TEST

Suite *
cpintake_suite(void)
{
	Suite *s = suite_create("cpintake");
	TCase *t = tcase_create("cpintake");

	tcase_add_loop_test(t, plain_entries_come_out, 0, (int)(sizeof(cases) / sizeof(cases[0])));
	tcase_add_test(t, random_entries_read_back);
	tcase_add_test(t, wrappings_are_taken_off);
	tcase_add_loop_test(t, cut_anywhere_ends, 0, 4);
	tcase_add_loop_test(t, changed_anywhere_ends, 0, 4);
	tcase_add_loop_test(t, spoilt_blocks_are_told, 0,
	    (int)(sizeof(spoils) / sizeof(spoils[0])));
	tcase_add_test(t, a_block_without_a_clock);
	tcase_add_test(t, guesses_are_flagged);
	tcase_add_test(t, clocks_are_taken_from_near_by);
	suite_add_tcase(s, t);
	return s;
}
