/* check_le_limits.c - wrapped tables, and runs of any length, depth and width */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "dice.h"
#include "le_run.h"
#include "make_le.h"
#include "ztrace/le_pair.h"

enum { A = 0, B = 1 };

static struct le_run run;
static struct buf entries, turned;
static uint64_t now;

static void
set_up(void)
{
	memset(&run, 0, sizeof(run));
	run.forced = &container_le_raw;
	run.quiet = true;
	entries = turned = (struct buf){ 0 };
	now = LE_MADE_TIME;
}

static void
tear_down(void)
{
	le_run_free(&run);
	buf_free(&entries);
	buf_free(&turned);
}

/* The next entry, 10 microseconds later. */
static struct le_made
made(int thread, uint32_t type)
{
	now += 10;
	return (struct le_made){ .us = now, .type = type,
	    .thread = UINT64_C(0x21DEC83000000000) + ((uint64_t)thread << 32) };
}

static void
call(int thread, const char *text)
{
	le_make_call(&entries, made(thread, LE_BASE_CALL), "main", text, "");
}

static void
give_back(int thread, const char *text)
{
	le_make_return(&entries, made(thread, LE_BASE_RETURN), text);
}

static void
run_all(void)
{
	le_run(&run, buf_span(&entries));
	ck_assert_msg(run.wrong == NULL, "%s: %s", run.wrong, run.words.p);
}

/* Begins with entry k, as a table of storage that has wrapped there. */
static void
turn(size_t k)
{
	buf_clear(&turned);
	buf_put(&turned, entries.p + k * LE_SIZE, entries.n - k * LE_SIZE);
	buf_put(&turned, entries.p, k * LE_SIZE);
}

/*
 * Turned anywhere, told by the heading or by the clock alone: the same calls.
 */
START_TEST(wrapped_tables)
{
	enum { N = 60 };
	struct dice d = dice_new();
	struct le_print form = { .indent = 5 };
	struct buf print = { 0 }, wanted = { 0 };
	size_t k;

	le_make_run(&d, N, &entries);
	for (k = 0; k < N; k++)
		put_u64(entries.p + k * LE_SIZE, (LE_MADE_TIME + k) << 12);
	run_all();
	buf_put(&wanted, run.out.p, run.out.n + 1);
	for (k = 0; k < N; k++) {
		turn(k);
		buf_clear(&print);
		form.recent = (uint32_t)(((N - 1 + N - k) % N) * LE_SIZE);
		if (_i == 1)
			form.recent = LE_NOWHERE;
		le_print_table(&print_styles[0], &form, buf_span(&turned),
		    &print);
		run.forced = _i == 2 ? &container_le_raw :
		    &container_le_listing;
		le_run(&run, buf_span(_i == 2 ? &turned : &print));
		ck_assert_msg(run.wrong == NULL && run.words.n == 0,
		    "%zu: %s (SEED=%llu)", k, run.words.p,
		    (unsigned long long)d.seed);
		ck_assert_msg(strcmp((char *)run.out.p, (char *)wanted.p) == 0,
		    "turned by %zu (SEED=%llu)", k, (unsigned long long)d.seed);
		ck_assert_uint_eq(run.ledger.n[TABLES_WRAPPED], k > 0);
	}
	buf_free(&print);
	buf_free(&wanted);
}
END_TEST

/* Where the seam of a wrapped table is damaged, it is found none the less. */
static const struct {
	const char	*what;
	uint32_t	 recent;	/* that the heading tells */
	size_t		 lost, torn;	/* entries: not there, and without their time */
} seams[] = {
	{ "newest lost", 9 * LE_SIZE, 9, 99 },
	{ "oldest lost", 9 * LE_SIZE, 10, 99 },
	{ "heading between entries", 9 * LE_SIZE + 0x10, 99, 99 },
	{ "no heading, newest lost", LE_NOWHERE, 9, 99 },
	{ "no heading, first without time", LE_NOWHERE, 99, 0 },
	{ "no heading, last without time", LE_NOWHERE, 99, 39 },
	{ "no heading, newest without time", LE_NOWHERE, 99, 9 },
	{ "newest without time", 9 * LE_SIZE, 99, 9 },
	{ "oldest without time", 9 * LE_SIZE, 99, 10 }
};

START_TEST(damaged_seams)
{
	enum { N = 40, NEWEST = 9 };
	struct le_print form = { .indent = 5, .recent = seams[_i].recent };
	struct buf print = { 0 };
	size_t i, lost = seams[_i].lost < N ? seams[_i].lost : N;
	uint64_t before = 0;
	char *at;

	for (i = 0; i < N; i++)
		le_make_other(&entries, made(A, 0x101), LE_CEL,
		    (struct span){ 0 });
	turn(N - NEWEST - 1);
	le_print_table(&print_styles[0], &form, span_first(buf_span(&turned),
	    lost * LE_SIZE), &print);
	form.bare = true;
	form.from = (uint32_t)(lost + 1) * LE_SIZE;
	le_print_table(&print_styles[0], &form, span_from(buf_span(&turned),
	    (lost + 1) * LE_SIZE), &print);
	ck_assert(buf_char(&print, '\0'));
	print.n--;
	for (at = (char *)print.p, i = 0; (at = strstr(at, "Time ")) != NULL;
	    at++, i++)
		if (i == seams[_i].torn)
			at[5] = 'x';
	run.forced = NULL;
	le_run(&run, buf_span(&print));
	ck_assert_uint_eq(run.n, lost < N ? N - 1 : N);
	ck_assert_uint_eq(run.ledger.n[TABLES_WRAPPED], 1);
	ck_assert_ptr_null(strstr((char *)run.words.p, "clock does not say"));
	for (i = 0; i < run.n; i++) {
		ck_assert_msg(run.event[i].start == 0 ||
		    run.event[i].start > before, "%s: %zu", seams[_i].what, i);
		if (run.event[i].start != 0)
			before = run.event[i].start;
	}
	buf_free(&print);
}
END_TEST

/* In storage: members that nobody knows and flags pass, where the clock fits. */
START_TEST(odd_entries_in_storage)
{
	int i, n = _i == 0 ? 1 : 5;

	call(A, "-->(001) read()");
	for (i = 0; i < n; i++)
		le_make_other(&entries, made(A, 0x99), 0x99, (struct span){ 0 });
	for (i = 0; i < n; i++) {
		le_make_other(&entries, made(A, 0x101), LE_CEL, (struct span){ 0 });
		entries.p[entries.n - LE_SIZE + 18] = 0x40;
	}
	if (_i < 2)
		give_back(A, "<--(001) R15=00000001 ERRNO=00000000");
	if (_i == 3)
		buf_put(&turned, entries.p + LE_SIZE, entries.n - LE_SIZE);
	le_run(&run, buf_span(_i == 3 ? &turned : &entries));
	ck_assert_str_eq((const char *)run.words.p, "");
	ck_assert_uint_eq(run.ledger.n[ENTRIES_OTHER], (unsigned)(2 * n));
	ck_assert_uint_eq(run.event[run.n - 1].flags, 0x4000);
}
END_TEST

/* A heading that the clock speaks against is followed, and that is said. */
START_TEST(heading_against_the_clock)
{
	struct le_print form = { .indent = 5, .recent = 0 };
	struct buf print = { 0 };

	call(A, "-->(001) read()");
	give_back(A, "<--(001) R15=00000001 ERRNO=00000000");
	le_print_table(&print_styles[0], &form, buf_span(&entries), &print);
	run.forced = NULL;
	le_run(&run, buf_span(&print));
	ck_assert_str_eq((const char *)run.words.p,
	    "record 2 at line 14: the clock does not say "
	    "that the table has wrapped, its heading does (2 of 2)\n");
	ck_assert_int_eq(run.status, 0);
	buf_free(&print);
}
END_TEST

/*
 * A call that is open for longer than events can wait is shown ahead, and
 * again.
 */
START_TEST(long_calls)
{
	uint64_t i;

	call(A, "-->(001) main_loop()");
	call(B, "-->(009) pthread_join()");
	for (i = 0; i < LE_WAITING; i++) {
		call(A, "-->(002) read()");
		give_back(A, "<--(002) R15=00000001 ERRNO=00000000");
	}
	give_back(A, "<--(001) R15=00000001 ERRNO=00000000");
	run_all();
	ck_assert_uint_eq(run.n, LE_WAITING + 4);
	ck_assert_int_eq(run.event[0].kind, LE_OPEN);
	ck_assert_int_eq(run.event[1].kind, LE_OPEN);
	ck_assert_int_eq(run.event[run.n - 2].kind, LE_CALL);
	ck_assert_uint_eq(run.event[run.n - 2].start, run.event[0].start);
	ck_assert_uint_eq(run.event[run.n - 2].end, now);
	ck_assert_int_eq(run.event[run.n - 1].kind, LE_IN_FLIGHT);
	ck_assert_uint_eq(run.ledger.n[CALLS_OPENED], 2);
	run.to = &le_format_folded;
	run_all();
	ck_assert_ptr_nonnull(strstr((const char *)run.out.p,
	    "thread 21DEC83000000000;main;main_loop;main;read "));
}
END_TEST

START_TEST(too_deep)
{
	int i;

	for (i = 0; i < LE_DEPTH + 5; i++)
		call(A, "-->(001) recurse()");
	for (i = 0; i < LE_DEPTH + 5; i++)
		give_back(A, "<--(001) R15=00000001 ERRNO=00000000");
	run_all();
	ck_assert_uint_eq(run.ledger.n[CALLS_RETURNED], LE_DEPTH);
	ck_assert_uint_eq(run.ledger.n[CALLS_UNRETURNED], 5);
	ck_assert_uint_eq(run.ledger.n[RETURNS_ORPHAN], 5);
	ck_assert_int_eq(run.status, 0);
	ck_assert_ptr_nonnull(strstr((const char *)run.words.p,
	    "record 257 at 0x8000: more calls are "
	    "open than can be followed (256 of a thread, the outermost is given up)"));
}
END_TEST

START_TEST(too_many_threads)
{
	int i;

	for (i = 0; i <= LE_THREADS; i++)
		call(i, "-->(001) read()");
	run_all();
	ck_assert_uint_eq(run.ledger.n[CALLS_UNRETURNED], 1);
	ck_assert_uint_eq(run.ledger.n[CALLS_IN_FLIGHT], LE_THREADS);
	ck_assert_ptr_nonnull(strstr((const char *)run.words.p,
	    "record 4097 at 0x80000: more threads than can be followed (4096)"));
}
END_TEST

/* A return that the clock puts before its call took no time, and is counted. */
START_TEST(clock_goes_back)
{
	call(A, "-->(001) read()");
	now -= 50;
	give_back(A, "<--(001) R15=00000001 ERRNO=00000000");
	run.forced = &container_le_raw;
	call(A, "-->(001) read()");
	now += 100;
	give_back(A, "<--(001) R15=00000001 ERRNO=00000000");
	run_all();
	ck_assert_uint_eq(run.n, 2);
	ck_assert_uint_eq(run.ledger.n[ENTRIES_BACK], 1);
	ck_assert_ptr_nonnull(strstr((const char *)run.out.p,
	    " 0.000 ms  main -> read()"));
}
END_TEST

/* Any sequence adds up, in every form. */
START_TEST(random_runs_add_up)
{
	struct dice d = dice_new();
	int i, k, rounds = getenv("QUICK") != NULL ? 3 : 20;

	for (i = 0; i < rounds; i++) {
		buf_clear(&entries);
		le_make_run(&d, 1 + dice_below(&d, 3000), &entries);
		for (k = 0; le_formats[k] != NULL; k++) {
			run.to = le_formats[k];
			le_run(&run, buf_span(&entries));
			ck_assert_msg(run.wrong == NULL,
			    "%s: %s: %s (SEED=%llu)", run.to->form.name,
			    run.wrong, run.words.p, (unsigned long long)d.seed);
		}
	}
}
END_TEST

Suite *
le_limits_suite(void)
{
	Suite *s = suite_create("le_limits");
	TCase *t = tcase_create("le_limits");

	tcase_add_checked_fixture(t, set_up, tear_down);
	tcase_add_loop_test(t, wrapped_tables, 0, 3);
	tcase_add_loop_test(t, odd_entries_in_storage, 0, 4);
	tcase_add_loop_test(t, damaged_seams, 0,
	    sizeof(seams) / sizeof(seams[0]));
	tcase_add_test(t, heading_against_the_clock);
	tcase_add_test(t, long_calls);
	tcase_add_test(t, too_deep);
	tcase_add_test(t, too_many_threads);
	tcase_add_test(t, clock_goes_back);
	tcase_add_test(t, random_runs_add_up);
	suite_add_tcase(s, t);
	return s;
}
