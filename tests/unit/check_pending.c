/* check_pending.c - runs of segments, what they take of memory, and remembered ends */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "oom.h"
#include "toy.h"
#include "ztrace/pending.h"

static struct pending pending;
static struct toys toys;

static void
set_up(void)
{
	pending_init(&pending);
	toys_make(&toys, "F1a M1b M1c L1d F2a L2b", false);
}

static void
tear_down(void)
{
	pending_free(&pending);
	toys_free(&toys);
}

static struct span
key(const char *s)
{
	return span_of(s, strlen(s));
}

/* Script record k, from 0, as the selection would pass it on. */
static struct record
record(size_t k)
{
	return (struct record){
		.data = toys.feed[k].data, .at = { .number = k + 1 }, .timed = true,
		.tod = span_u64(toys.feed[k].data, 6)
	};
}

/* A run of the records from `from` up to `to`. */
static struct run *
run_of(enum run_sort sort, const char *name, size_t from, size_t to)
{
	struct record rec = record(from);
	struct run *r = run_begin(&pending, sort, pending_know(&pending, key(name)), &rec);

	ck_assert_ptr_nonnull(r);
	for (; from < to; from++) {
		rec = record(from);
		ck_assert(run_append(&pending, r, &rec));
	}
	return r;
}

static struct run *
run_find(enum run_sort sort, struct span k)
{
	const struct known *known = pending_find(&pending, k);

	return known != NULL ? known->run[sort] : NULL;
}

static struct run *
any_run(const char *name)
{
	const struct known *known = pending_find(&pending, key(name));

	return known != NULL ? known_run(known) : NULL;
}

/* Ends the test unless the run holds just these segments, in this order. */
static void
holds(const struct run *r, const char *wanted)
{
	struct buf b = { 0 };
	struct span segment;
	size_t at = 0, n = 0;

	for (; run_walk(r, &at, &segment); n++)
		toy_text(segment, &b);
	buf_char(&b, '\0');
	ck_assert_str_eq((const char *)b.p, wanted);
	ck_assert_uint_eq(r->segments, n);
	buf_free(&b);
}

START_TEST(run_keeps_segments_in_order)
{
	struct run *r = run_of(RUN_OPEN, "1", 0, 4);
	size_t at = 0;
	struct span segment;

	holds(r, "F1a M1b M1c L1d");
	ck_assert_uint_eq(r->first.at.number, 1);
	ck_assert_ptr_null(r->first.data.p);
	ck_assert_uint_eq(r->tod, record(3).tod);
	ck_assert(span_equal(run_first(r), toys.feed[0].data));
	ck_assert(run_walk(r, &at, &segment));
	ck_assert_uint_eq(at, segment.n);
	ck_assert(span_equal(segment, toys.feed[0].data));
}
END_TEST

START_TEST(runs_are_found_by_key_and_age)
{
	struct run *a = run_of(RUN_OPEN, "1", 0, 1);
	struct run *b = run_of(RUN_OPEN, "2", 4, 5);
	struct run *orphan = run_of(RUN_ORPHAN, "2", 5, 6);
	struct run *other = run_of(RUN_ORPHAN, "3", 5, 6);

	ck_assert_ptr_eq(run_find(RUN_OPEN, key("1")), a);
	ck_assert_ptr_eq(run_find(RUN_OPEN, key("2")), b);
	ck_assert_ptr_null(run_find(RUN_OPEN, key("3")));
	ck_assert_ptr_eq(run_find(RUN_ORPHAN, key("2")), orphan);
	ck_assert_ptr_eq(any_run("2"), b);
	ck_assert_ptr_eq(any_run("3"), other);
	ck_assert_ptr_null(any_run("4"));
	ck_assert_ptr_eq(pending.runs[RUN_OPEN].oldest, a);
	ck_assert_ptr_eq(a->newer, b);
	ck_assert_ptr_null(b->newer);
	ck_assert_uint_lt(a->serial, b->serial);
	ck_assert_uint_lt(b->serial, orphan->serial);
	run_end(&pending, a);
	ck_assert_ptr_eq(pending.runs[RUN_OPEN].oldest, b);
	ck_assert_ptr_null(run_find(RUN_OPEN, key("1")));
}
END_TEST

START_TEST(part_of_a_run_is_removed)
{
	static const struct {
		size_t		from, to;	/* segments */
		const char	*left;		/* NULL: the run is ended */
	} cases[] = {
		{ 0, 1, "M1b M1c L1d" },
		{ 1, 3, "F1a L1d" },
		{ 2, 4, "F1a M1b" },
		{ 2, 2, "F1a M1b M1c L1d" },
		{ 0, 4, NULL }
	};
	size_t size = toys.feed[0].data.n, i;
	struct run *r;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		r = run_of(RUN_ORPHAN, "1", 0, 4);
		run_remove(&pending, r, size * cases[i].from, size * cases[i].to);
		ck_assert_ptr_eq(run_find(RUN_ORPHAN, key("1")),
		    cases[i].left != NULL ? r : NULL);
		if (cases[i].left == NULL)
			continue;
		holds(r, cases[i].left);
		run_end(&pending, r);
	}
	ck_assert_uint_eq(pending.held, 0);
}
END_TEST

START_TEST(repeat_has_all_bytes_alike)
{
	struct run *r = run_of(RUN_OPEN, "1", 0, 3);
	struct record rec;
	size_t k;

	for (k = 0; k < 3; k++) {
		rec = record(k);
		ck_assert(run_repeats(r, &rec));
	}
	rec = record(3);
	ck_assert(!run_repeats(r, &rec));
	/* one byte other, one byte less, without time */
	rec = record(1);
	toys.bytes.p[rec.data.p - toys.bytes.p + TOY_HEADER] ^= 1;
	ck_assert(!run_repeats(r, &rec));
	rec = record(2);
	rec.data.n--;
	ck_assert(!run_repeats(r, &rec));
	rec = record(2);
	rec.timed = false;
	ck_assert(!run_repeats(r, &rec));
}
END_TEST

/* What is held is what all runs have in use, and nothing when there are none. */
START_TEST(held_is_counted)
{
	struct run *a = run_of(RUN_OPEN, "1", 0, 1), *b;
	uint8_t big[5000] = { sizeof(big) >> 8, sizeof(big) & 0xff };
	struct record rec = { .data = span_of(big, sizeof(big)) };

	ck_assert_uint_eq(pending.held, RUN_COST + a->raw.cap);
	b = run_of(RUN_ORPHAN, "1", 1, 2);
	ck_assert_uint_eq(pending.held, 2 * RUN_COST + a->raw.cap + b->raw.cap);
	ck_assert(run_append(&pending, b, &rec));
	ck_assert_uint_ge(b->raw.cap, sizeof(big));
	ck_assert_uint_eq(pending.held, 2 * RUN_COST + a->raw.cap + b->raw.cap);
	run_end(&pending, b);
	ck_assert_uint_eq(pending.held, RUN_COST + a->raw.cap);
	run_end(&pending, a);
	ck_assert_uint_eq(pending.held, 0);
}
END_TEST

/* A run taken again holds nothing of what it held, and is not much larger than a new one. */
START_TEST(runs_are_used_again)
{
	static const char *const names[] = { "a", "b", "c", "d" };
	uint8_t big[70000] = { 0x40, 0x00 };
	struct record rec = { .data = span_of(big, 0x4000) };
	size_t round, i;
	struct run *r;

	for (round = 0; round < 100; round++) {
		for (i = 0; i < 4; i++) {
			r = run_of(RUN_OPEN, names[i], 0, 2);
			holds(r, "F1a M1b");
			ck_assert(!r->torn);
			r->torn = true;
			ck_assert(i != 3 || run_append(&pending, r, &rec));
		}
		ck_assert_uint_le(pending.held, 4 * (RUN_COST + 4096) + 2 * 0x8000);
		while ((r = pending.runs[RUN_OPEN].oldest) != NULL)
			run_end(&pending, r);
		ck_assert_uint_eq(pending.held, 0);
		ck_assert_uint_le(pending.spares, 4);
	}
	r = run_of(RUN_OPEN, "a", 0, 1);
	ck_assert_uint_le(pending.held, RUN_COST + 4096);
}
END_TEST

/* What the record of a key ended and began with; false also where nothing is known of it. */
static bool
ended(const char *name, struct span last)
{
	const struct known *k = pending_find(&pending, key(name));

	return k != NULL && known_ended(k, last);
}

static bool
began(const char *name, struct span first)
{
	const struct known *k = pending_find(&pending, key(name));

	return k != NULL && known_began(k, first);
}

static void
end(const char *name, struct span first, struct span last)
{
	pending_end(&pending, pending_know(&pending, key(name)), first, last);
}

START_TEST(ends_are_remembered)
{
	const struct span first = toys.feed[0].data, last = toys.feed[3].data;
	const struct span other = toys.feed[5].data;

	ck_assert(!ended("1", last));
	ck_assert(!began("1", first));
	end("1", first, last);
	ck_assert(ended("1", last));
	ck_assert(began("1", first));
	ck_assert(!ended("1", other));
	ck_assert(!ended("2", last));
	ck_assert(!ended("1", span_first(last, last.n - 1)));
	ck_assert(!began("1", other));
	ck_assert(!began("2", first));
	/* the next end of the same key takes its place */
	end("1", (struct span){ 0 }, other);
	ck_assert(!ended("1", last));
	ck_assert(ended("1", other));
	ck_assert(!began("1", first));
}
END_TEST

/* 256 ends are remembered, whoever comes again and again; then the oldest is not any more. */
START_TEST(latest_ends_are_remembered)
{
	const struct span last = toys.feed[3].data;
	char name[8];
	size_t i;

	for (i = 0; i < PENDING_ENDED; i++) {
		(void)snprintf(name, sizeof(name), "%zu", i);
		end(name, last, last);
		/* the latest, once more, takes no place of another */
		end(name, (struct span){ 0 }, last);
	}
	for (i = 0; i < PENDING_ENDED; i++) {
		(void)snprintf(name, sizeof(name), "%zu", i);
		ck_assert_msg(ended(name, last), "%s is forgotten", name);
	}
	end("more", last, last);
	ck_assert_ptr_null(pending_find(&pending, key("0")));
	ck_assert(ended("1", last));
	ck_assert(ended("more", last));
	ck_assert_uint_eq(pending.keys.n, PENDING_ENDED);
}
END_TEST

/* A key is known as long as it has a run of either sort, or an end. */
START_TEST(keys_are_forgotten)
{
	struct run *open = run_of(RUN_OPEN, "1", 0, 1);
	struct run *orphan = run_of(RUN_ORPHAN, "1", 1, 2);
	struct run *ending = run_of(RUN_OPEN, "2", 0, 1);

	ck_assert_uint_eq(pending.keys.n, 2);
	run_end(&pending, open);
	ck_assert_ptr_eq(any_run("1"), orphan);
	run_end(&pending, orphan);
	ck_assert_ptr_null(pending_find(&pending, key("1")));
	end("2", (struct span){ 0 }, toys.feed[3].data);
	run_end(&pending, ending);
	ck_assert_ptr_nonnull(pending_find(&pending, key("2")));
	ck_assert_uint_eq(pending.keys.n, 1);
}
END_TEST

/* Each allocation fails once; nothing is lost of what was there, and the sum still holds. */
START_TEST(without_memory)
{
	bool failed = true, put;
	struct record rec = record(0);
	struct known *k;
	struct run *r;
	long n;

	for (n = 0; failed; n++) {
		pending_free(&pending);
		pending_init(&pending);
		oom_arm(n);
		k = pending_know(&pending, key("1"));
		r = k != NULL ? run_begin(&pending, RUN_OPEN, k, &rec) : NULL;
		put = r != NULL && run_append(&pending, r, &rec);
		failed = oom_disarm();
		ck_assert(failed == !put);
		if (r == NULL)
			ck_assert_uint_eq(pending.held, 0);
		else
			ck_assert_uint_eq(pending.held, RUN_COST + r->raw.cap);
		ck_assert_ptr_eq(run_find(RUN_OPEN, key("1")), r);
		if (r != NULL)
			holds(r, put ? "F1a" : "");
	}
	ck_assert_int_eq(n, 5);
}
END_TEST

Suite *
pending_suite(void)
{
	Suite *suite = suite_create("pending");
	TCase *tc = tcase_create("core");

	tcase_add_checked_fixture(tc, set_up, tear_down);
	tcase_add_test(tc, run_keeps_segments_in_order);
	tcase_add_test(tc, runs_are_found_by_key_and_age);
	tcase_add_test(tc, part_of_a_run_is_removed);
	tcase_add_test(tc, repeat_has_all_bytes_alike);
	tcase_add_test(tc, held_is_counted);
	tcase_add_test(tc, runs_are_used_again);
	tcase_add_test(tc, ends_are_remembered);
	tcase_add_test(tc, latest_ends_are_remembered);
	tcase_add_test(tc, keys_are_forgotten);
	tcase_add_test(tc, without_memory);
	suite_add_tcase(suite, tc);
	return suite;
}
