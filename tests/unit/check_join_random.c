/* check_join_random.c - random streams of segments, against a join that is simple and slow
 *
 * Segments get lost, come twice, are cut, begin anew and have no beginning;
 * some streams start in their middle, as a data set does that has wrapped.
 */
#include <check.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "dice.h"
#include "joiner.h"
#include "slow_join.h"
#include "toy.h"

enum { WORK = 6, KEYS = 40, PARTS = 40, KEY = 17 };

/*
 * Streams in which a segment comes again only before the end of its record;
 * also later; that and wrapped; and those where each record has its own key,
 * as Db2's have.
 */
enum stream { CALM, LATE, WRAPPED, OWN, STREAMS };

/* The record of a key that the stream is at, and which of its segments have come. */
struct making {
	char		key;
	char		letter;		/* next one of its payload */
	unsigned	left;		/* segments to come; 0: a new record begins */
	size_t		sent[PARTS];	/* numbers of those that have come, from 1 */
	size_t		nsent;
};

static struct dice dice;
static struct joiner joiner;
static struct toys toys;
static struct buf script;
static size_t made;			/* records in the script */
static struct making making[WORK];
static enum stream stream;
static size_t taken;			/* of the keys, when each record has its own */

static bool
one_in(size_t n)
{
	return dice_below(&dice, n) == 0;
}

/* Adds a segment of one or two letters; it may get lost, or lose its end. */
static void
add(struct making *m, char part)
{
	if (one_in(12) && part != 'W') {
		m->letter++;
		return;
	}
	buf_printf(&script, "%c%c%c", part, m->key, m->letter++);
	if (one_in(3))
		buf_char(&script, m->letter++);
	buf_str(&script, one_in(30) ? "~ " : " ");
	made++;
	if (m->nsent < PARTS)
		m->sent[m->nsent++] = made;
}

static void
begin(struct making *m)
{
	if (stream == OWN)
		m->key = (char)('!' + taken++);
	m->nsent = 0;
	m->letter = 'a';
	m->left = (unsigned)dice_below(&dice, 6);
	add(m, m->left == 0 ? 'W' : 'F');
}

static void
step(struct making *m)
{
	if (m->nsent > 0 && (stream != CALM || m->left > 0) && one_in(8)) {
		buf_printf(&script, "=%zu ", m->sent[dice_below(&dice, m->nsent)]);
		made++;
	} else if (m->left == 0 || one_in(20)) {
		begin(m);
	} else {
		add(m, --m->left == 0 ? 'L' : 'M');
	}
}

static void
make_stream(void)
{
	size_t n = 20 + dice_below(&dice, 300), from, i;
	struct feed turned[TOY_MOST];

	buf_clear(&script);
	made = taken = 0;
	for (i = 0; i < WORK; i++)
		making[i] = (struct making){ .key = (char)('!' + (int)i) };
	while (made < n && taken < KEYS)
		step(&making[dice_below(&dice, WORK)]);
	script.p[script.n - 1] = '\0';
	toys_free(&toys);
	toys_make(&toys, (const char *)script.p, false);
	from = stream == WRAPPED ? dice_below(&dice, toys.n) : 0;
	for (i = 0; i < toys.n; i++)
		turned[i] = toys.feed[(from + i) % toys.n];
	memcpy(toys.feed, turned, toys.n * sizeof(turned[0]));
}

static enum slow_fate fate[TOY_MOST];
static struct buf wanted;

static struct span
bytes(size_t i)
{
	return toys.feed[i].data;
}

static size_t
fates(enum slow_fate what)
{
	size_t i, n = 0;

	for (i = 0; i < toys.n; i++)
		n += fate[i] == what;
	return n;
}

static uint64_t
rejected_by_ledger(void)
{
	uint64_t n = 0;
	enum account a;

	for (a = REJECTED_ORPHAN; a <= REJECTED_AGE; a++)
		n += joiner.ledger.n[a];
	return n;
}

/* Each rejected segment is one that the slow join rejected: none more, none less. */
static void
rejects_agree(void)
{
	struct span all = buf_span(&joiner.rejected), segment;
	size_t i, n;

	for (; all.n > 0; all = span_from(all, n)) {
		n = span_u16(all, 0);
		ck_assert(n > TOY_HEADER && span_cut(all, 0, n, &segment));
		for (i = 0; i < toys.n; i++)
			if (fate[i] == SLOW_REJECTED && span_equal(bytes(i), segment))
				break;
		ck_assert_msg(i < toys.n, "rejected, but the slow join did not: %s",
		    (const char *)script.p);
		fate[i] = SLOW_READ;
	}
	ck_assert_msg(fates(SLOW_REJECTED) == 0, "not rejected, but the slow join did: %s",
	    (const char *)script.p);
}

/* Of one key, segments are rejected in the order in which they came. */
static void
rejects_are_in_order(void)
{
	struct span all = buf_span(&joiner.rejected), segment;
	size_t at[256] = { 0 }, n, i;

	for (; all.n > 0; all = span_from(all, n)) {
		n = span_u16(all, 0);
		segment = span_first(all, n);
		for (i = at[segment.p[KEY]]; i < toys.n; i++)
			if (span_equal(bytes(i), segment))
				break;
		ck_assert_msg(i < toys.n, "key %c is rejected in another order: %s",
		    segment.p[KEY], (const char *)script.p);
		at[segment.p[KEY]] = i + 1;
	}
}

/* Read again, the rejects give no record that was written before. */
static void
rejects_are_read_again(void)
{
	struct buf rejects = { 0 };
	struct span whole, old;

	buf_put(&rejects, joiner.rejected.p, joiner.rejected.n);
	ck_assert_int_eq(joiner_run_all(&joiner, buf_span(&rejects)), RC_END);
	for (whole = buf_span(&joiner.whole); whole.n > 0;
	    whole = span_from(whole, span_u16(whole, 0)))
		for (old = buf_span(&wanted); old.n > 0; old = span_from(old, span_u16(old, 0)))
			ck_assert_msg(!span_equal(span_first(whole, span_u16(whole, 0)),
			    span_first(old, span_u16(old, 0))), "written twice: %s",
			    (const char *)script.p);
	buf_free(&rejects);
}

static void
set_up(void)
{
	dice = dice_new();
	joiner_start(&joiner, &toy_join);
}

static void
tear_down(void)
{
	joiner_free(&joiner);
	toys_free(&toys);
	buf_free(&script);
	buf_free(&wanted);
}

START_TEST(slow_join_agrees)
{
	size_t rounds = getenv("QUICK") != NULL ? 30 : 400;

	stream = (enum stream)_i;
	while (rounds-- > 0) {
		make_stream();
		buf_clear(&wanted);
		slow_join(&toys, fate, &wanted);
		ck_assert_int_eq(joiner_run(&joiner, toys.feed, toys.n), RC_END);
		ck_assert_msg(span_equal(buf_span(&joiner.whole), buf_span(&wanted)),
		    "SEED=%" PRIu64 ": other records than those of %s", dice.seed,
		    (const char *)script.p);
		ck_assert_uint_eq(joiner.ledger.n[RECORDS_MALFORMED], fates(SLOW_CUT));
		ck_assert_uint_eq(joiner.ledger.n[SEGMENTS_COMPLETE] +
		    joiner.ledger.n[SEGMENTS_JOINED], fates(SLOW_WRITTEN));
		ck_assert_msg(joiner.ledger.n[SEGMENTS_REPEATED] == fates(SLOW_REPEATED),
		    "SEED=%" PRIu64 ": other repeats than those of %s", dice.seed,
		    (const char *)script.p);
		ck_assert_uint_eq(rejected_by_ledger(), fates(SLOW_REJECTED));
		ck_assert_uint_eq(fates(SLOW_READ), 0);
		rejects_agree();
		if (stream == CALM)
			rejects_are_in_order();
		if (stream == CALM || stream == OWN)
			rejects_are_read_again();
	}
}
END_TEST

Suite *
join_random_suite(void)
{
	Suite *suite = suite_create("join_random");
	TCase *tc = tcase_create("core");

	tcase_add_checked_fixture(tc, set_up, tear_down);
	tcase_add_loop_test(tc, slow_join_agrees, 0, STREAMS);
	suite_add_tcase(suite, tc);
	return suite;
}
