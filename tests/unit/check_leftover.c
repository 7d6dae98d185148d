/* check_leftover.c - what becomes of segments whose record will not be whole now
 *
 * A segment here is 8 bytes: 0008 0000, its key, and three letters. A run is
 * written "abc def": its segments, in order.
 */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "said.h"
#include "ztrace/leftover.h"
#include "ztrace/tod.h"

enum { SEGMENT = 8 };

static struct pending pending;
static struct ledger ledger;
static struct said said;
static struct leftover left;

/* A sink that writes down what it gets: "Kabc Kdef", and fails once `fail` is 0. */
struct sink {
	char	text[200];
	int	fail;
};

static struct sink rejects, carry;

static enum rc
sink_write(void *to, struct span record, struct diag *d)
{
	struct sink *s = to;
	size_t n = strlen(s->text);

	if (s->fail-- == 0)
		return diag_fail(d, NULL, "sink is full");
	ck_assert_uint_eq(record.n, SEGMENT);
	(void)snprintf(s->text + n, sizeof(s->text) - n, "%s%.4s", n > 0 ? " " : "",
	    (const char *)record.p + 4);
	return RC_OK;
}

static void
name_key(struct span key, char out[LEFTOVER_NAME])
{
	(void)snprintf(out, LEFTOVER_NAME, "key %c", key.p[0]);
}

static void
set_up(void)
{
	pending_init(&pending);
	ledger = (struct ledger){ { 0 } };
	said_start(&said);
	rejects = carry = (struct sink){ .fail = -1 };
	left = (struct leftover){
		.pending = &pending, .ledger = &ledger, .name = name_key,
		.rejects = { .write = sink_write, .to = &rejects }
	};
}

static void
tear_down(void)
{
	pending_free(&pending);
}

/* Appends segments to the run of a key, which begins at record `number`, `us` microseconds. */
static struct run *
put(enum run_sort sort, char key, const char *letters, uint64_t number, uint64_t us)
{
	struct known *k = pending_know(&pending, span_of(&key, 1));
	struct run *r = k->run[sort];
	struct record rec = { .timed = true, .tod = us << 12, .at = { .number = number } };
	char bytes[SEGMENT + 1] = "";

	if (r == NULL)
		r = run_begin(&pending, sort, k, &rec);
	for (; *letters != '\0'; letters += 3 + (letters[3] == ' ')) {
		put_u16((uint8_t *)bytes, SEGMENT);
		bytes[4] = key;
		memcpy(bytes + 5, letters, 3);
		rec.data = span_of(bytes, SEGMENT);
		ck_assert(run_append(&pending, r, &rec));
	}
	return r;
}

static struct run *
open_run(char key, const char *letters, uint64_t number, uint64_t us)
{
	return put(RUN_OPEN, key, letters, number, us);
}

static struct run *
orphan(char key, const char *letters, uint64_t number, uint64_t us)
{
	return put(RUN_ORPHAN, key, letters, number, us);
}

/* What is said of each account, and where. */
static const struct {
	enum account	 account;
	bool		 orphans;
	bool		 elsewhere;	/* at the record that was the reason */
	const char	*words;
} accounts[] = {
	{ REJECTED_ORPHAN, true, false, "record 7: segments without a first (key K, 2)\n" },
	{ REJECTED_RESTARTED, false, true,
	    "record 9: record begins anew before its end (key K, 2 segments given up)\n" },
	{ REJECTED_UNFINISHED, false, false,
	    "record 7: record is not finished at the end of input (key K, 2 segments)\n" },
	{ REJECTED_DAMAGED, false, false,
	    "record 7: record cannot be completed (key K, 2 segments: it is odd)\n" },
	{ REJECTED_LONG, false, false,
	    "record 7: record cannot be completed (key K, 2 segments: it is odd)\n" },
	{ REJECTED_MEMORY, false, false, "record 7: segments given up for memory (key K, 2)\n" },
	{ REJECTED_AGE, false, false,
	    "record 7: open record given up for its age (key K, 2 segments)\n" }
};

START_TEST(reject_says_why)
{
	enum run_sort sort = accounts[_i].orphans ? RUN_ORPHAN : RUN_OPEN;
	struct place at = { .number = 9 };
	struct run *r = put(sort, 'K', "abc def", 7, 100);

	ck_assert_int_eq(leftover_reject(&left, r, accounts[_i].account,
	    accounts[_i].elsewhere ? &at : NULL, "it is odd", &said.diag), RC_SKIP);
	said_is(&said, accounts[_i].words);
	ck_assert_int_eq(diag_status(&said.diag), 2);
	ck_assert_str_eq(rejects.text, "Kabc Kdef");
	ck_assert_uint_eq(ledger.n[accounts[_i].account], 2);
	ck_assert_uint_eq(pending.held, 0);
	ck_assert_ptr_null(pending.runs[sort].oldest);
}
END_TEST

/* Older orphans of a key go before its open record; others stay. */
START_TEST(reject_keeps_the_order)
{
	struct run *r;

	orphan('K', "aaa bbb", 1, 1);
	orphan('L', "ccc", 2, 2);
	r = open_run('K', "ddd", 3, 3);
	ck_assert_int_eq(leftover_reject(&left, r, REJECTED_DAMAGED, NULL, "odd",
	    &said.diag), RC_SKIP);
	ck_assert_str_eq(rejects.text, "Kaaa Kbbb Kddd");
	said_is(&said, "record 1: segments without a first (key K, 2)\n"
	    "record 3: record cannot be completed (key K, 1 segments: odd)\n");
	ck_assert_uint_eq(ledger.n[REJECTED_ORPHAN], 2);
	ck_assert_uint_eq(ledger.n[REJECTED_DAMAGED], 1);
	ck_assert_ptr_nonnull(pending_find(&pending, span_of("L", 1))->run[RUN_ORPHAN]);
}
END_TEST

START_TEST(reject_leaves_what_is_newer)
{
	struct run *r = open_run('K', "aaa", 1, 1);

	orphan('K', "bbb", 2, 2);
	ck_assert_int_eq(leftover_reject(&left, r, REJECTED_DAMAGED, NULL, "odd",
	    &said.diag), RC_SKIP);
	ck_assert_str_eq(rejects.text, "Kaaa");
	/* an orphan goes alone */
	open_run('K', "ccc", 3, 3);
	r = pending.runs[RUN_ORPHAN].oldest;
	ck_assert_int_eq(leftover_reject(&left, r, REJECTED_ORPHAN, NULL, NULL,
	    &said.diag), RC_SKIP);
	ck_assert_str_eq(rejects.text, "Kaaa Kbbb");
	ck_assert_ptr_nonnull(pending.runs[RUN_OPEN].oldest);
}
END_TEST

/* Where nobody wants them they are only booked. */
START_TEST(reject_without_a_sink)
{
	struct run *r = open_run('K', "abc", 1, 1);

	left.rejects.write = NULL;
	ck_assert_int_eq(leftover_reject(&left, r, REJECTED_AGE, NULL, NULL,
	    &said.diag), RC_SKIP);
	ck_assert_uint_eq(ledger.n[REJECTED_AGE], 1);
	ck_assert_uint_eq(pending.held, 0);
}
END_TEST

/* A sink that fails ends the run, at whichever segment; nothing more is given to it. */
START_TEST(sink_may_fail)
{
	static const char *const texts[] = { "", "Kaaa", "Kaaa Kbbb", "Kaaa Kbbb Kccc" };
	struct run *r;

	orphan('K', "aaa bbb", 1, 1);
	r = open_run('K', "ccc ddd", 2, 2);
	rejects.fail = _i;
	ck_assert_int_eq(leftover_reject(&left, r, REJECTED_DAMAGED, NULL, "odd",
	    &said.diag), RC_FAIL);
	ck_assert_str_eq(rejects.text, texts[_i]);
	ck_assert_int_eq(diag_status(&said.diag), 1);
	ck_assert_int_eq(pending.runs[RUN_OPEN].oldest == NULL, _i >= 2);
}
END_TEST

/* The oldest of both sorts go, until no more than that is held. */
START_TEST(trim_takes_the_oldest)
{
	size_t last;

	ck_assert_int_eq(leftover_trim(&left, 0, &said.diag), RC_SKIP);
	orphan('K', "aaa", 1, 9);
	open_run('L', "bbb", 2, 8);
	orphan('M', "ccc", 3, 7);
	last = pending.held;
	open_run('N', "ddd", 4, 6);
	last = pending.held - last;
	ck_assert_int_eq(leftover_trim(&left, pending.held, &said.diag), RC_SKIP);
	ck_assert_str_eq(rejects.text, "");
	ck_assert_int_eq(leftover_trim(&left, pending.held - 1, &said.diag), RC_SKIP);
	ck_assert_str_eq(rejects.text, "Kaaa");
	ck_assert_int_eq(leftover_trim(&left, last, &said.diag), RC_SKIP);
	ck_assert_str_eq(rejects.text, "Kaaa Lbbb Mccc");
	ck_assert_int_eq(leftover_trim(&left, last - 1, &said.diag), RC_SKIP);
	ck_assert_str_eq(rejects.text, "Kaaa Lbbb Mccc Nddd");
	ck_assert_uint_eq(pending.held, 0);
	ck_assert_uint_eq(ledger.n[REJECTED_MEMORY], 4);
}
END_TEST

START_TEST(trim_stops_when_a_sink_fails)
{
	orphan('K', "aaa", 1, 1);
	orphan('L', "bbb", 2, 2);
	rejects.fail = 0;
	ck_assert_int_eq(leftover_trim(&left, 0, &said.diag), RC_FAIL);
	ck_assert_ptr_nonnull(pending_find(&pending, span_of("L", 1))->run[RUN_ORPHAN]);
}
END_TEST

/* Open records begun more than so much before the newest; orphans stay. */
START_TEST(age_takes_open_records)
{
	uint64_t late = tod_us((uint64_t)1502 << 12);

	orphan('A', "xxx", 1, 1);
	open_run('K', "aaa", 2, 1000);
	open_run('L', "bbb", 3, 1001);
	open_run('M', "ccc", 4, 1002);
	ck_assert_int_eq(leftover_age(&left, late - 2, 500, &said.diag), RC_SKIP);
	ck_assert_str_eq(rejects.text, "");
	ck_assert_int_eq(leftover_age(&left, late, 500, &said.diag), RC_SKIP);
	ck_assert_str_eq(rejects.text, "Kaaa Lbbb");
	said_is(&said, "record 2: open record given up for its age (key K, 1 segments)\n"
	    "record 3: open record given up for its age (key L, 1 segments)\n");
	ck_assert_ptr_nonnull(pending.runs[RUN_ORPHAN].oldest);
	/* it goes by the first segment: a later one does not make it young again */
	open_run('M', "ddd", 9, 1400);
	ck_assert_int_eq(leftover_age(&left, late + 1, 500, &said.diag), RC_SKIP);
	ck_assert_str_eq(rejects.text, "Kaaa Lbbb Mccc Mddd");
	ck_assert_int_eq(leftover_age(&left, UINT64_MAX, 0, &said.diag), RC_SKIP);
}
END_TEST

/* More age than there has been time, and records that have no time. */
START_TEST(age_that_is_not_known)
{
	struct run *r = open_run('K', "aaa", 1, 1000);

	ck_assert_int_eq(leftover_age(&left, 1000, UINT64_MAX, &said.diag), RC_SKIP);
	r->first.timed = false;
	ck_assert_int_eq(leftover_age(&left, UINT64_MAX, 1, &said.diag), RC_SKIP);
	ck_assert_str_eq(rejects.text, "");
}
END_TEST

/* At the end of input orphans are rejected and open records carried, the oldest first. */
START_TEST(end_carries_or_rejects)
{
	int n;

	if (_i > 0)
		left.carry = (struct leftover_sink){ .write = sink_write, .to = &carry };
	open_run('K', "aaa", 1, 1);
	orphan('L', "bbb", 2, 2);
	orphan('M', "ccc", 3, 3);
	open_run('M', "ddd eee", 4, 4);
	for (n = 0; leftover_end(&left, &said.diag) == RC_SKIP; n++)
		;
	ck_assert_int_eq(n, 4);
	ck_assert_int_eq(leftover_end(&left, &said.diag), RC_END);
	ck_assert_uint_eq(ledger.n[REJECTED_ORPHAN], 2);
	if (_i > 0) {
		ck_assert_str_eq(rejects.text, "Lbbb Mccc");
		ck_assert_str_eq(carry.text, "Kaaa Mddd Meee");
		ck_assert_uint_eq(ledger.n[SEGMENTS_CARRIED], 3);
		said_is(&said, "record 2: segments without a first (key L, 1)\n"
		    "record 3: segments without a first (key M, 1)\n");
	} else {
		ck_assert_str_eq(rejects.text, "Kaaa Lbbb Mccc Mddd Meee");
		ck_assert_uint_eq(ledger.n[REJECTED_UNFINISHED], 3);
	}
}
END_TEST

/* That a segment was cut in the input cannot be told to the next run. */
START_TEST(end_carries_nothing_torn)
{
	left.carry = (struct leftover_sink){ .write = sink_write, .to = &carry };
	open_run('K', "aaa", 1, 1)->torn = true;
	ck_assert_int_eq(leftover_end(&left, &said.diag), RC_SKIP);
	ck_assert_str_eq(rejects.text, "Kaaa");
	ck_assert_str_eq(carry.text, "");
	said_is(&said,
	    "record 1: record is not finished at the end of input (key K, 1 segments)\n");
}
END_TEST

START_TEST(end_stops_when_carrying_fails)
{
	left.carry = (struct leftover_sink){ .write = sink_write, .to = &carry };
	carry.fail = 1;
	open_run('K', "aaa bbb", 1, 1);
	ck_assert_int_eq(leftover_end(&left, &said.diag), RC_FAIL);
	ck_assert_str_eq(carry.text, "Kaaa");
	said_is(&said, "sink is full\n");
}
END_TEST

Suite *
leftover_suite(void)
{
	Suite *s = suite_create("leftover");
	TCase *t = tcase_create("leftover");

	tcase_add_checked_fixture(t, set_up, tear_down);
	tcase_add_loop_test(t, reject_says_why, 0, sizeof(accounts) / sizeof(accounts[0]));
	tcase_add_test(t, reject_keeps_the_order);
	tcase_add_test(t, reject_leaves_what_is_newer);
	tcase_add_test(t, reject_without_a_sink);
	tcase_add_loop_test(t, sink_may_fail, 0, 4);
	tcase_add_test(t, trim_takes_the_oldest);
	tcase_add_test(t, trim_stops_when_a_sink_fails);
	tcase_add_test(t, age_takes_open_records);
	tcase_add_test(t, age_that_is_not_known);
	tcase_add_loop_test(t, end_carries_or_rejects, 0, 2);
	tcase_add_test(t, end_carries_nothing_torn);
	tcase_add_test(t, end_stops_when_carrying_fails);
	suite_add_tcase(s, t);
	return s;
}
