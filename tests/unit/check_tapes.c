/* check_tapes.c - a trace on several tapes: one after the other, or each alone and the rest later
 *
 *     in turn   tape 1 --carry-> tape 2 --carry-> tape 3       the records of one trace, in order
 *     alone     tape 1   tape 2   tape 3                       some of them;
 *               rejects 1 carry 1 rejects 2 carry 2 ...        read as a trace: the others
 */
#include <check.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "joiner.h"
#include "make_gtf.h"
#include "ztrace/db2.h"

enum { TAPES = 20, RECORDS = 4000, PARTS = 4, SYSTEMS = 2 };

static struct joiner one, other;
static struct buf traces[SYSTEMS], trace;
static struct feed feed[RECORDS];
static size_t n;		/* records in it */
static bool lossy, restarted;	/* some are lost; numbers begin anew */
static size_t border[TAPES + 1];	/* tape i begins at record border[i] */
static size_t tapes;

/* What a way of reading the tapes has given, all of it. */
struct heap {
	struct buf	whole, rejected, carried;
};

static struct heap heap;

static void
heap_free(struct heap *h)
{
	buf_free(&h->whole);
	buf_free(&h->rejected);
	buf_free(&h->carried);
}

static void
set_up(void)
{
	joiner_start(&one, &db2_join);
	joiner_start(&other, &db2_join);
	one.carrying = other.carrying = true;
}

static void
tear_down(void)
{
	size_t i;

	joiner_free(&one);
	joiner_free(&other);
	for (i = 0; i < SYSTEMS; i++)
		buf_free(&traces[i]);
	buf_free(&trace);
	heap_free(&heap);
}

static void
put(struct buf *to, const struct buf *from)
{
	ck_assert(buf_put(to, from->p, from->n));
}

/*
 * Some time of a subsystem, between two starts: its numbers begin anew, what
 * is open at its end stays open. Of `lost` records one is lost, on average.
 */
static void
make_part(struct maker *m, size_t lost, struct buf *out)
{
	struct dice *dice = &m->dice;
	struct buf all = { 0 };
	struct cursor c;
	struct span record;
	size_t end;

	m->seq = (uint32_t)dice_below(dice, 3);
	make_trace(m, &all, NULL, 1 + dice_below(dice, 25));
	end = all.n - dice_below(dice, all.n < 2000 ? all.n : 2000);
	c = cursor_at(buf_span(&all), 0);
	while (make_each(&c, &record) && c.at <= end)
		if (dice_below(dice, lost) > 0)
			buf_put(out, record.p, record.n);
	buf_free(&all);
}

/* A trace of two subsystems, mixed; each starts several times. */
static void
make_tapes(struct dice *dice)
{
	static const char *const names[SYSTEMS] = { "DB2A", "DB2B" };
	static const size_t often[] = { SIZE_MAX, 50, 8 };
	size_t i, k, parts = 1 + dice_below(dice, PARTS), lost = dice_below(dice, 3);
	struct cursor c[SYSTEMS];
	struct span record;

	lossy = lost > 0;
	restarted = parts > 1;
	buf_clear(&trace);
	for (i = 0; i < SYSTEMS; i++) {
		struct maker m = maker_of(dice_u64(dice));

		maker_ssid(&m, names[i]);
		buf_clear(&traces[i]);
		for (k = 0; k < parts; k++)
			make_part(&m, often[lost], &traces[i]);
		c[i] = cursor_at(buf_span(&traces[i]), 0);
	}
	while (cursor_left(&c[0]) > 0 || cursor_left(&c[1]) > 0) {
		i = dice_below(dice, SYSTEMS);
		if (cursor_left(&c[i]) > 0 && make_each(&c[i], &record))
			buf_put(&trace, record.p, record.n);
	}
	n = feed_split(buf_span(&trace), feed, RECORDS);
	ck_assert_uint_lt(n, RECORDS);
}

static int
border_compare(const void *a, const void *b)
{
	size_t x = *(const size_t *)a, y = *(const size_t *)b;

	return (x > y) - (x < y);
}

/* Cuts it at any records; a tape may be empty. */
static void
cut_tapes(struct dice *dice)
{
	size_t i;

	tapes = 1 + dice_below(dice, TAPES);
	for (i = 0; i < tapes; i++)
		border[i] = i == 0 ? 0 : dice_below(dice, n + 1);
	border[tapes] = n;
	qsort(border, tapes + 1, sizeof(border[0]), border_compare);
}

static void
run_tape(struct joiner *j, const struct buf *before, size_t tape)
{
	struct buf input = { 0 };
	size_t i;

	put(&input, before);
	for (i = border[tape]; i < border[tape + 1]; i++)
		buf_put(&input, feed[i].data.p, feed[i].data.n);
	ck_assert_int_eq(joiner_run_all(j, buf_span(&input)), RC_END);
	buf_free(&input);
}

/* Each tape behind what was open at the end of the one before. */
static void
read_in_turn(void)
{
	size_t i;

	for (i = 0; i < tapes; i++) {
		run_tape(&other, &heap.carried, i);
		put(&heap.whole, &other.whole);
		put(&heap.rejected, &other.rejected);
		buf_clear(&heap.carried);
		put(&heap.carried, &other.carried);
	}
}

/* Each tape as if it were the only one; then what was left of all: how many records that gave. */
static uint64_t
read_alone(void)
{
	struct buf left = { 0 }, none = { 0 };
	size_t i;

	for (i = 0; i < tapes; i++) {
		run_tape(&other, &none, i);
		put(&heap.whole, &other.whole);
		put(&left, &other.rejected);
		put(&left, &other.carried);
	}
	ck_assert_int_eq(joiner_run_all(&other, buf_span(&left)), RC_END);
	put(&heap.whole, &other.whole);
	put(&heap.rejected, &other.rejected);
	put(&heap.carried, &other.carried);
	buf_free(&left);
	return other.ledger.n[WHOLE_JOINED];
}

static int
record_compare(const void *a, const void *b)
{
	const struct feed *x = a, *y = b;
	int order = memcmp(x->data.p, y->data.p,
	    x->data.n < y->data.n ? x->data.n : y->data.n);

	return order != 0 ? order : (x->data.n > y->data.n) - (x->data.n < y->data.n);
}

static size_t
sorted(const struct buf *b, struct feed *to)
{
	size_t count = feed_split(buf_span(b), to, RECORDS);

	qsort(to, count, sizeof(*to), record_compare);
	return count;
}

/* That `b` holds all records of `a`, in any order, and no others but `more`; none twice. */
static void
has_records(const struct buf *a, const struct buf *b, bool more, const char *what, uint64_t seed)
{
	static struct feed x[RECORDS], y[RECORDS];
	size_t nx = sorted(a, x), ny = sorted(b, y), i, k = 0;

	for (i = 0; i < ny; i++) {
		if (k < nx && span_equal(x[k].data, y[i].data))
			k++;
		else
			ck_assert_msg(more, "too many %s, SEED=%" PRIu64, what, seed);
		ck_assert_msg(i == 0 || !span_equal(y[i - 1].data, y[i].data), "%s twice, "
		    "SEED=%" PRIu64, what, seed);
	}
	ck_assert_msg(k == nx, "too few %s, SEED=%" PRIu64, what, seed);
}

static size_t
rounds(void)
{
	return getenv("QUICK") != NULL ? 10 : 150;
}

START_TEST(tapes_in_turn)
{
	struct dice dice = dice_new();
	size_t k;

	for (k = 0; k < rounds(); k++) {
		make_tapes(&dice);
		cut_tapes(&dice);
		ck_assert_int_eq(joiner_run(&one, feed, n), RC_END);
		heap_free(&heap);
		read_in_turn();
		ck_assert_msg(span_equal(buf_span(&heap.whole), buf_span(&one.whole)),
		    "other records, SEED=%" PRIu64, dice.seed);
		ck_assert_msg(span_equal(buf_span(&heap.carried), buf_span(&one.carried)),
		    "other segments are open, SEED=%" PRIu64, dice.seed);
		has_records(&one.rejected, &heap.rejected, false, "rejects", dice.seed);
	}
}
END_TEST

/*
 * Numbers that are used again are told apart by what is read in between, and
 * that is not among what is left: parts of two records, one without its end
 * and one without its beginning, can then look like one that is whole.
 */
START_TEST(tapes_alone)
{
	struct dice dice = dice_new();
	uint64_t later = 0;
	size_t k;

	for (k = 0; k < rounds(); k++) {
		make_tapes(&dice);
		cut_tapes(&dice);
		ck_assert_int_eq(joiner_run(&one, feed, n), RC_END);
		heap_free(&heap);
		later += read_alone();
		has_records(&one.whole, &heap.whole, lossy && restarted, "records", dice.seed);
		if (lossy && restarted)
			continue;
		/* whether a record is given up or still open depends on what is read in between */
		put(&heap.rejected, &heap.carried);
		put(&one.rejected, &one.carried);
		has_records(&one.rejected, &heap.rejected, false, "segments", dice.seed);
	}
	/* or else nothing has been tried */
	ck_assert_uint_gt(later, 2 * rounds());
}
END_TEST

Suite *
tapes_suite(void)
{
	Suite *s = suite_create("tapes");
	TCase *t = tcase_create("tapes");

	tcase_add_checked_fixture(t, set_up, tear_down);
	tcase_add_test(t, tapes_in_turn);
	tcase_add_test(t, tapes_alone);
	suite_add_tcase(s, t);
	return s;
}
