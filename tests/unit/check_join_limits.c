/* check_join_limits.c - length, memory and age; what is carried; sinks and sources that fail */
#include <check.h>
#include <string.h>

#include "joiner.h"
#include "oom.h"
#include "toy.h"

static struct joiner joiner;
static struct toys toys;
static struct buf text;

static void
set_up(void)
{
	joiner_start(&joiner, &toy_join);
}

static void
tear_down(void)
{
	joiner_free(&joiner);
	toys_free(&toys);
	buf_free(&text);
}

static enum rc
run(const char *script)
{
	toys_free(&toys);
	toys_make(&toys, script, false);
	return joiner_run(&joiner, toys.feed, toys.n);
}

static void
texts_are(const struct buf *records, const char *wanted)
{
	buf_clear(&text);
	toy_texts(buf_span(records), &text);
	buf_char(&text, '\0');
	ck_assert_str_eq((const char *)text.p, wanted);
}

static const struct {
	size_t		longest;
	const char	*script, *whole, *rejected;
	uint64_t	too_long;
	const char	*said;
} lengths[] = {
	{ TOY_HEADER + 4, "F1ab L1cd W2abcd W3abc", "W1abcd W2abcd W3abc", "", 0, "" },
	{ TOY_HEADER + 3, "F1ab L1cd W3abc", "W3abc", "F1ab L1cd", 2,
	    "record 1 at 0x0: record cannot be completed (key 1, 2 segments: it is too long for "
	    "this output)\n" },
	{ TOY_HEADER + 3, "W3abc W2abcd", "W3abc", "W2abcd", 1,
	    "record 2 at 0x15: record is too long for this output (key 2, 22 bytes)\n" },
	/* what is too long is not even looked at */
	{ TOY_HEADER + 1, "F1a L1z", "", "F1a L1z", 2,
	    "record 1 at 0x0: record cannot be completed (key 1, 2 segments: it is too long for "
	    "this output)\n" },
	/* the end of a record that was too long is remembered too */
	{ TOY_HEADER + 1, "F1a L1b =2", "", "F1a L1b", 2,
	    "record 1 at 0x0: record cannot be completed (key 1, 2 segments: it is too long for "
	    "this output)\n" },
};

START_TEST(longest_record)
{
	joiner.opt.longest = lengths[_i].longest;
	ck_assert_int_eq(run(lengths[_i].script), RC_END);
	texts_are(&joiner.whole, lengths[_i].whole);
	texts_are(&joiner.rejected, lengths[_i].rejected);
	ck_assert_uint_eq(joiner.ledger.n[REJECTED_LONG], lengths[_i].too_long);
	said_is(&joiner.said, lengths[_i].said);
}
END_TEST

/* Room for so many runs, each with few bytes in it. */
enum { RUN = RUN_COST + 256 };

static const struct {
	size_t		runs;
	const char	*script, *whole, *rejected;
	uint64_t	given_up;
	const char	*said;
} holds[] = {
	{ 3, "F1a F2a F3a L3b L2b L1b", "W3ab W2ab W1ab", "", 0, "" },
	{ 2, "F1a F2a F3a L3b L2b", "W3ab W2ab", "F1a", 1,
	    "record 1 at 0x0: segments given up for memory (key 1, 1)\n" },
	/* the oldest is what was begun first, whatever came to it since */
	{ 2, "F1a F2a M1b F3a L2b L3b", "W2ab W3ab", "F1a M1b", 2,
	    "record 1 at 0x0: segments given up for memory (key 1, 2)\n" },
	/* orphans are as old as they are */
	{ 2, "M1x F2a F3a L2b L3b", "W2ab W3ab", "M1x", 1,
	    "record 1 at 0x0: segments given up for memory (key 1, 1)\n" },
	{ 2, "F1a M2x M3x", "", "F1a M2x M3x", 1,
	    "record 1 at 0x0: segments given up for memory (key 1, 1)\n"
	    "record 2 at 0x13: segments without a first (key 2, 1)\n"
	    "record 3 at 0x26: segments without a first (key 3, 1)\n" },
	/* older orphans of its key go with it, in order */
	{ 2, "M1x F1a F2a L2b", "W2ab", "M1x F1a", 1,
	    "record 1 at 0x0: segments given up for memory (key 1, 1)\n"
	    "record 2 at 0x13: record is not finished at the end of input (key 1, 1 segments)\n" },
	/* what comes for a record that is gone is an orphan */
	{ 1, "F1a F2a L2b L1b", "W2ab", "F1a L1b", 1,
	    "record 1 at 0x0: segments given up for memory (key 1, 1)\n"
	    "record 4 at 0x39: segments without a first (key 1, 1)\n" },
	/* a limit that nothing fits in gives up everything, and ends */
	{ 0, "F1a L1b W1ab", "W1ab", "F1a L1b", 2,
	    "record 1 at 0x0: segments given up for memory (key 1, 1)\n"
	    "record 2 at 0x13: segments given up for memory (key 1, 1)\n" },
};

START_TEST(memory_is_limited)
{
	joiner.opt.hold = holds[_i].runs * RUN;
	ck_assert_int_eq(run(holds[_i].script), RC_END);
	texts_are(&joiner.whole, holds[_i].whole);
	texts_are(&joiner.rejected, holds[_i].rejected);
	ck_assert_uint_eq(joiner.ledger.n[REJECTED_MEMORY], holds[_i].given_up);
	said_is(&joiner.said, holds[_i].said);
}
END_TEST

/* Times of a script are microseconds. */
static const struct {
	const char	*script, *whole, *rejected;
	uint64_t	given_up;
	const char	*said;
} ages[] = {
	{ "@100 F1a @200 F2a L1b L2b", "W1ab W2ab", "", 0, "" },
	{ "@100 F1a @201 F2a L1b L2b", "W2ab", "F1a L1b", 1,
	    "record 1 at 0x0: open record given up for its age (key 1, 1 segments)\n"
	    "record 3 at 0x26: segments without a first (key 1, 1)\n" },
	/* older input does not make what is open older */
	{ "@100 F1a @1 F2a @90 L1b L2b", "W1ab W2ab", "", 0, "" },
	/* any segment makes those before it old; orphans and complete records have no age */
	{ "@100 F1a @500 W2ab L1b", "W2ab", "F1a L1b", 1,
	    "record 1 at 0x0: open record given up for its age (key 1, 1 segments)\n"
	    "record 3 at 0x27: segments without a first (key 1, 1)\n" },
	{ "@100 M1b @500 F2a L2b", "W2ab", "M1b", 0,
	    "record 1 at 0x0: segments without a first (key 1, 1)\n" },
};

START_TEST(age_is_limited)
{
	joiner.opt.max_age = 100;
	ck_assert_int_eq(run(ages[_i].script), RC_END);
	texts_are(&joiner.whole, ages[_i].whole);
	texts_are(&joiner.rejected, ages[_i].rejected);
	ck_assert_uint_eq(joiner.ledger.n[REJECTED_AGE], ages[_i].given_up);
	said_is(&joiner.said, ages[_i].said);
}
END_TEST

/* Open records are carried, orphans and what is torn are not. */
START_TEST(open_records_are_carried)
{
	joiner.carrying = true;
	ck_assert_int_eq(run("L4b F1a F2a M1b F3a M3b~ L2b F5a"), RC_END);
	texts_are(&joiner.whole, "W2ab");
	texts_are(&joiner.carried, "F1a M1b F5a");
	texts_are(&joiner.rejected, "L4b F3a");
	ck_assert_uint_eq(joiner.ledger.n[SEGMENTS_CARRIED], 3);
	said_is(&joiner.said, "record 1 at 0x0: segments without a first (key 4, 1)\n"
	    "record 5 at 0x4c: record is not finished at the end of input (key 3, 1 segments)\n");
}
END_TEST

/* What two runs leave becomes whole when it is read in one. */
START_TEST(leftovers_are_joined_afterwards)
{
	struct buf left = { 0 };

	joiner.carrying = true;
	ck_assert_int_eq(run("@10 F1a M1b W2ab F3a"), RC_END);
	buf_put(&left, joiner.carried.p, joiner.carried.n);
	ck_assert_int_eq(run("@20 M3b L1c L3c W2ab"), RC_END);
	texts_are(&joiner.rejected, "M3b L3c L1c");
	buf_put(&left, joiner.rejected.p, joiner.rejected.n);
	ck_assert_int_eq(joiner_run_all(&joiner, buf_span(&left)), RC_END);
	texts_are(&joiner.whole, "W3abc W1abc");
	ck_assert_uint_eq(joiner.rejected.n + joiner.carried.n, 0);
	ck_assert_int_eq(diag_status(&joiner.said.diag), 0);
	buf_free(&left);
}
END_TEST

static enum rc
write_fails(void *to, struct span record, struct diag *d)
{
	unsigned *left = to;

	(void)record;
	if (*left == 0)
		return diag_fail(d, NULL, "cannot write");
	--*left;
	return RC_OK;
}

/* A sink that fails ends the run as a failure, whenever that is; nothing is written then. */
START_TEST(sink_fails)
{
	static const char *const scripts[] = {
		"F1a L1c", "W1ac", "F1a F1a L1b", "M1b", "F1a", "M1b F1a F1a"
	};
	unsigned left;
	size_t i;

	for (i = 0; i < sizeof(scripts) / sizeof(scripts[0]); i++) {
		left = 0;
		joiner.opt.rejects = (struct leftover_sink){ .write = write_fails, .to = &left };
		ck_assert_int_eq(run(scripts[i]), RC_FAIL);
		ck_assert_uint_eq(joiner.whole.n, 0);
		ck_assert_int_eq(diag_status(&joiner.said.diag), 1);
	}
	left = 2;
	ck_assert_int_eq(run("F1a M1b M1c M1d"), RC_FAIL);
	ck_assert_uint_eq(left, 0);
	joiner.opt.rejects = (struct leftover_sink){ .write = NULL };
}
END_TEST

static enum rc
write_nothing(void *to, struct span record, struct diag *d)
{
	(void)to;
	(void)record;
	(void)d;
	return RC_OK;
}

/* Codes from below are passed on; a failure is no end of the input. */
START_TEST(source_fails)
{
	static const struct feed codes[] = { { .rc = RC_SKIP }, { .rc = RC_FAIL } };
	struct join_options opt = {
		.rules = toy_join, .hold = 1 << 20, .rejects = { .write = write_nothing }
	};
	struct ledger ledger = { { 0 } };
	unsigned closed = 0;
	struct source *s = join_open(feed_open(codes, 2, &closed), &opt, &ledger);
	struct record rec;

	ck_assert_int_eq(s->next(s, &rec, &joiner.said.diag), RC_FAIL);
	s->close(s);
	ck_assert_uint_eq(closed, 1);
	s = feed_open(codes, 2, &closed);
	oom_arm(0);
	ck_assert_ptr_null(join_open(s, &opt, &ledger));
	ck_assert(oom_disarm());
	ck_assert_uint_eq(closed, 2);
}
END_TEST

static void
count_record(void *to, const struct record *rec)
{
	unsigned *n = to;

	(void)rec;
	++*n;
}

/* Each allocation fails once: the run fails with words, or nothing was lost by it. */
START_TEST(without_memory)
{
	const char *script = "@60 M1c L1d @10 F2a W3ab F1a M1b L2b F4a F5a F6a L5c L7b";
	bool failed = true, ran_out = false;
	unsigned got;
	enum rc rc;
	long n;

	joiner.opt.rejects = (struct leftover_sink){ .write = write_nothing };
	joiner.got = count_record;
	joiner.to = &got;
	toys_make(&toys, script, false);
	/* buffers of the test itself must not be what fails */
	(void)buf_room(&joiner.whole, 10000);
	for (n = 0; failed; n++) {
		got = 0;
		oom_arm(n);
		rc = joiner_run(&joiner, toys.feed, toys.n);
		failed = oom_disarm();
		ran_out |= failed && strcmp(joiner.said.words, "out of memory\n") == 0;
		ck_assert(rc == RC_FAIL || (rc == RC_END && got == 3));
		ck_assert(failed || rc == RC_END);
	}
	ck_assert_int_gt(n, 10);
	ck_assert(ran_out);
}
END_TEST

Suite *
join_limits_suite(void)
{
	Suite *suite = suite_create("join_limits");
	TCase *tc = tcase_create("core");

	tcase_add_checked_fixture(tc, set_up, tear_down);
	tcase_add_loop_test(tc, longest_record, 0, sizeof(lengths) / sizeof(lengths[0]));
	tcase_add_loop_test(tc, memory_is_limited, 0, sizeof(holds) / sizeof(holds[0]));
	tcase_add_loop_test(tc, age_is_limited, 0, sizeof(ages) / sizeof(ages[0]));
	tcase_add_test(tc, open_records_are_carried);
	tcase_add_test(tc, leftovers_are_joined_afterwards);
	tcase_add_test(tc, sink_fails);
	tcase_add_test(tc, source_fails);
	tcase_add_test(tc, without_memory);
	suite_add_tcase(suite, tc);
	return suite;
}
