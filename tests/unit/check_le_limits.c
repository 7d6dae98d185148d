/* check_le_limits.c - wrapped tables, and runs of any length, depth and width */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "dice.h"
#include "le_play.h"
#include "ztrace/le_pair.h"

enum { A = 0, B = 1 };

static struct le_play play;

static void
set_up(void)
{
	le_play_begin(&play);
}

static void
tear_down(void)
{
	le_play_end(&play);
}

/* Begins with entry k, as a table of storage that has wrapped there. */
static void
turn(size_t k)
{
	buf_clear(&play.other);
	buf_put(&play.other, play.entries.p + k * LE_SIZE, play.entries.n - k * LE_SIZE);
	buf_put(&play.other, play.entries.p, k * LE_SIZE);
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

	le_make_run(&d, N, &play.entries);
	for (k = 0; k < N; k++)
		put_u64(play.entries.p + k * LE_SIZE, (LE_MADE_TIME + k) << 12);
	le_play_run(&play);
	buf_put(&wanted, play.run.out.p, play.run.out.n + 1);
	for (k = 0; k < N; k++) {
		turn(k);
		buf_clear(&print);
		form.recent = (uint32_t)(((N - 1 + N - k) % N) * LE_SIZE);
		if (_i == 1)
			form.recent = LE_NOWHERE;
		le_print_table(&print_styles[0], &form, buf_span(&play.other),
		    &print);
		play.run.forced = _i == 2 ? &container_le_raw :
		    &container_le_listing;
		le_run(&play.run, buf_span(_i == 2 ? &play.other : &print));
		ck_assert_msg(play.run.wrong == NULL && play.run.words.n == 0,
		    "%zu: %s (SEED=%llu)", k, play.run.words.p,
		    (unsigned long long)d.seed);
		ck_assert_msg(strcmp((char *)play.run.out.p, (char *)wanted.p) == 0,
		    "turned by %zu (SEED=%llu)", k, (unsigned long long)d.seed);
		ck_assert_uint_eq(play.run.ledger.n[TABLES_WRAPPED], k > 0);
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
		le_make_other(&play.entries, le_play_made(&play, A, 0x101), LE_CEL,
		    (struct span){ 0 });
	turn(N - NEWEST - 1);
	le_print_table(&print_styles[0], &form, span_first(buf_span(&play.other),
	    lost * LE_SIZE), &print);
	form.bare = true;
	form.from = (uint32_t)(lost + 1) * LE_SIZE;
	le_print_table(&print_styles[0], &form, span_from(buf_span(&play.other),
	    (lost + 1) * LE_SIZE), &print);
	ck_assert(buf_char(&print, '\0'));
	print.n--;
	for (at = (char *)print.p, i = 0; (at = strstr(at, "Time ")) != NULL;
	    at++, i++)
		if (i == seams[_i].torn)
			at[5] = 'x';
	play.run.forced = NULL;
	le_run(&play.run, buf_span(&print));
	ck_assert_uint_eq(play.run.n, lost < N ? N - 1 : N);
	ck_assert_uint_eq(play.run.ledger.n[TABLES_WRAPPED], 1);
	ck_assert_ptr_null(strstr((char *)play.run.words.p, "clock does not say"));
	for (i = 0; i < play.run.n; i++) {
		ck_assert_msg(play.run.event[i].start == 0 ||
		    play.run.event[i].start > before, "%s: %zu", seams[_i].what, i);
		if (play.run.event[i].start != 0)
			before = play.run.event[i].start;
	}
	buf_free(&print);
}
END_TEST

/* In storage: members that nobody knows and flags pass, where the clock fits. */
START_TEST(odd_entries_in_storage)
{
	int i, n = _i == 0 ? 1 : 5;

	le_play_call(&play, A, "-->(001) read()");
	for (i = 0; i < n; i++)
		le_make_other(&play.entries, le_play_made(&play, A, 0x99), 0x99,
		    (struct span){ 0 });
	for (i = 0; i < n; i++) {
		le_make_other(&play.entries, le_play_made(&play, A, 0x101), LE_CEL,
		    (struct span){ 0 });
		play.entries.p[play.entries.n - LE_SIZE + 18] = 0x40;
	}
	if (_i < 2)
		le_play_return(&play, A, "<--(001) R15=00000001 ERRNO=00000000");
	if (_i == 3)
		buf_put(&play.other, play.entries.p + LE_SIZE, play.entries.n - LE_SIZE);
	le_run(&play.run, buf_span(_i == 3 ? &play.other : &play.entries));
	ck_assert_str_eq((const char *)play.run.words.p, "");
	ck_assert_uint_eq(play.run.ledger.n[ENTRIES_OTHER], (unsigned)(2 * n));
	ck_assert_uint_eq(play.run.event[play.run.n - 1].flags, 0x4000);
}
END_TEST

/* A heading that the clock speaks against is followed, and that is said. */
START_TEST(heading_against_the_clock)
{
	struct le_print form = { .indent = 5, .recent = 0 };
	struct buf print = { 0 };

	le_play_call(&play, A, "-->(001) read()");
	le_play_return(&play, A, "<--(001) R15=00000001 ERRNO=00000000");
	le_print_table(&print_styles[0], &form, buf_span(&play.entries), &print);
	play.run.forced = NULL;
	le_run(&play.run, buf_span(&print));
	ck_assert_str_eq((const char *)play.run.words.p,
	    "record 2 at line 14: the clock does not say "
	    "that the table has wrapped, its heading does (2 of 2)\n");
	ck_assert_int_eq(play.run.status, 0);
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

	le_play_call(&play, A, "-->(001) main_loop()");
	le_play_call(&play, B, "-->(009) pthread_join()");
	for (i = 0; i < LE_WAITING; i++) {
		le_play_call(&play, A, "-->(002) read()");
		le_play_return(&play, A, "<--(002) R15=00000001 ERRNO=00000000");
	}
	le_play_return(&play, A, "<--(001) R15=00000001 ERRNO=00000000");
	le_play_run(&play);
	ck_assert_uint_eq(play.run.n, LE_WAITING + 4);
	ck_assert_int_eq(play.run.event[0].kind, LE_OPEN);
	ck_assert_int_eq(play.run.event[1].kind, LE_OPEN);
	ck_assert_int_eq(play.run.event[play.run.n - 2].kind, LE_CALL);
	ck_assert_uint_eq(play.run.event[play.run.n - 2].start, play.run.event[0].start);
	ck_assert_uint_eq(play.run.event[play.run.n - 2].end, play.now);
	ck_assert_int_eq(play.run.event[play.run.n - 1].kind, LE_IN_FLIGHT);
	ck_assert_uint_eq(play.run.ledger.n[CALLS_OPENED], 2);
	play.run.to = &le_format_folded;
	le_play_run(&play);
	ck_assert_ptr_nonnull(strstr((const char *)play.run.out.p,
	    "thread 21DEC83000000000;main;main_loop;main;read "));
}
END_TEST

START_TEST(too_deep)
{
	int i;

	for (i = 0; i < LE_DEPTH + 5; i++)
		le_play_call(&play, A, "-->(001) recurse()");
	for (i = 0; i < LE_DEPTH + 5; i++)
		le_play_return(&play, A, "<--(001) R15=00000001 ERRNO=00000000");
	le_play_run(&play);
	ck_assert_uint_eq(play.run.ledger.n[CALLS_RETURNED], LE_DEPTH);
	ck_assert_uint_eq(play.run.ledger.n[CALLS_UNRETURNED], 5);
	ck_assert_uint_eq(play.run.ledger.n[RETURNS_ORPHAN], 5);
	ck_assert_int_eq(play.run.status, 0);
	ck_assert_ptr_nonnull(strstr((const char *)play.run.words.p,
	    "record 257 at 0x8000: more calls are "
	    "open than can be followed (256 of a thread, the outermost is given up)"));
}
END_TEST

START_TEST(too_many_threads)
{
	int i;

	for (i = 0; i <= LE_THREADS; i++)
		le_play_call(&play, i, "-->(001) read()");
	le_play_run(&play);
	ck_assert_uint_eq(play.run.ledger.n[CALLS_UNRETURNED], 1);
	ck_assert_uint_eq(play.run.ledger.n[CALLS_IN_FLIGHT], LE_THREADS);
	ck_assert_ptr_nonnull(strstr((const char *)play.run.words.p,
	    "record 4097 at 0x80000: more threads than can be followed (4096)"));
}
END_TEST

/* A return that the clock puts before its call took no time, and is counted. */
START_TEST(clock_goes_back)
{
	le_play_call(&play, A, "-->(001) read()");
	play.now -= 50;
	le_play_return(&play, A, "<--(001) R15=00000001 ERRNO=00000000");
	play.run.forced = &container_le_raw;
	le_play_call(&play, A, "-->(001) read()");
	play.now += 100;
	le_play_return(&play, A, "<--(001) R15=00000001 ERRNO=00000000");
	le_play_run(&play);
	ck_assert_uint_eq(play.run.n, 2);
	ck_assert_uint_eq(play.run.ledger.n[ENTRIES_BACK], 1);
	ck_assert_ptr_nonnull(strstr((const char *)play.run.out.p,
	    " 0.000 ms  main -> read()"));
}
END_TEST

/* Any sequence adds up, in every form. */
START_TEST(random_runs_add_up)
{
	struct dice d = dice_new();
	int i, k, rounds = getenv("QUICK") != NULL ? 3 : 20;

	for (i = 0; i < rounds; i++) {
		buf_clear(&play.entries);
		le_make_run(&d, 1 + dice_below(&d, 3000), &play.entries);
		for (k = 0; le_formats[k] != NULL; k++) {
			play.run.to = le_formats[k];
			le_run(&play.run, buf_span(&play.entries));
			ck_assert_msg(play.run.wrong == NULL,
			    "%s: %s: %s (SEED=%llu)", play.run.to->form.name,
			    play.run.wrong, play.run.words.p, (unsigned long long)d.seed);
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
