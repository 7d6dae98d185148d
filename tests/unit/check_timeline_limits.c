/* check_timeline_limits.c - timelines of anything, of more than is followed, and without memory */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dice.h"
#include "feed.h"
#include "make_agent.h"
#include "marks.h"
#include "oom.h"
#include "said.h"
#include "ztrace/pairs.h"
#include "ztrace/timeline.h"

enum { MOST = 4096 };

static struct said said;
static struct maker maker;
static struct buf trace;
static struct feed feed[MOST + 1];
static struct filter filter;
static struct source *source;

/* Whole records as a join gives them, without one: that does without some of the memory. */
static size_t given;

static enum rc
whole_next(struct source *s, struct record *rec, struct diag *d)
{
	(void)s;
	(void)d;
	if (feed[given].data.n == 0)
		return RC_END;
	*rec = (struct record){
		.data = feed[given].data, .segments = 1, .timed = true,
		.tod = span_u64(feed[given].data, 6)
	};
	given++;
	return RC_OK;
}

static void
whole_close(struct source *s)
{
	(void)s;
	given = 0;
}

static struct source below = { .next = whole_next, .close = whole_close };

static void
set_up(void)
{
	said_start(&said);
	maker = maker_of(5);
	memset(&filter, 0, sizeof(filter));
	memset(feed, 0, sizeof(feed));
	source = NULL;
}

static void
tear_down(void)
{
	if (source != NULL)
		source->close(source);
	buf_free(&trace);
}

static void
open_timeline(void)
{
	(void)feed_split(buf_span(&trace), feed, MOST);
	source = timeline_open(&below, &filter, NULL, &codepage_1047);
	ck_assert_ptr_nonnull(source);
}

/* What a thread must look like, whatever comes: a stack. */
struct stack {
	size_t		 n;
	uint16_t	 ifcid[MARK_DEPTH];
	uint64_t	 us;
};

static void
replay(struct stack *s, const struct mark *m, uint16_t ifcid)
{
	size_t i;

	for (i = 0; i < m->closes; i++) {
		ck_assert_uint_gt(s->n, 0);
		ck_assert_uint_eq(m->closed[i], s->ifcid[--s->n]);
	}
	if (m->phase == MARK_END) {
		ck_assert_uint_ge(m->closes, 1);
		ck_assert(pair_fits(m->closed[m->closes - 1], ifcid));
	}
	if (m->phase == MARK_BEGIN) {
		ck_assert_uint_lt(s->n, MARK_DEPTH);
		ck_assert_ptr_nonnull(pair_begin(ifcid));
		s->ifcid[s->n++] = ifcid;
	}
	if (m->phase != MARK_INSTANT) {
		ck_assert(m->us >= s->us || m->us + 1000000 <= s->us);
		s->us = m->us;
	}
}

START_TEST(spans_never_cross)
{
	static const uint16_t known[] = {
		60, 61, 58, 53, 6, 7, 44, 45, 17, 18, 8, 10, 9, 3, 95, 96
	};
	struct dice dice = dice_new();
	struct stack stacks[AGENTS + 1] = { { 0 } };
	uint16_t made[MOST];
	uint64_t us = 0;
	struct mark m;
	size_t i, n = getenv("QUICK") != NULL ? MOST / 8 : MOST;

	printf("timeline: seed %llu\n", (unsigned long long)dice.seed);
	for (i = 0; i < n; i++) {
		made[i] = known[dice_below(&dice, sizeof(known) / sizeof(known[0]))];
		us += dice_below(&dice, 100);
		if (dice_below(&dice, 50) == 0)
			us -= us > 40 ? 40 : us;
		if (dice_below(&dice, 500) == 0)
			us = us > 3000000 ? us - 3000000 : us + 5000000;
		make_agent(&maker, &trace, &agents[dice_below(&dice, AGENTS)], us, made[i]);
	}
	open_timeline();
	for (i = 0; i < n; i++) {
		m = next_mark(source, &said.diag);
		ck_assert_int_ne(m.phase, MARK_NONE);
		ck_assert_uint_le(m.thread, AGENTS);
		replay(&stacks[m.thread], &m, made[i]);
	}
}
END_TEST

/* The oldest subsystem is forgotten, and is another when it comes again. */
START_TEST(subsystems_are_forgotten)
{
	struct make_agent a = agents[0];
	char ssid[5];
	unsigned i;

	a.ssid = ssid;
	for (i = 0; i <= TIMELINE_PROCESSES; i++) {
		(void)snprintf(ssid, sizeof(ssid), "%04u", i);
		make_agent(&maker, &trace, &a, i, 60);
	}
	(void)snprintf(ssid, sizeof(ssid), "%04u", 0);
	make_agent(&maker, &trace, &a, i, 58);
	open_timeline();
	for (i = 0; i <= TIMELINE_PROCESSES; i++)
		ck_assert_uint_eq(next_mark(source, &said.diag).process, i + 1);
	ck_assert_uint_eq(next_mark(source, &said.diag).process, TIMELINE_PROCESSES + 2);
}
END_TEST

START_TEST(no_memory)
{
	struct record rec;
	struct diag d = { 0 };
	enum rc rc = RC_OK;
	bool failed = true;
	long n;

	ck_assert_ptr_null(filter_add_where(&filter, "plan=PLAN1"));
	make_agent(&maker, &trace, &agents[0], 0, 60);
	make_agent(&maker, &trace, &agents[0], 1, 58);
	(void)feed_split(buf_span(&trace), feed, MOST);
	for (n = 0; failed; n++) {
		oom_arm(n);
		rc = RC_FAIL;
		source = timeline_open(&below, &filter, NULL, &codepage_1047);
		if (source != NULL) {
			do
				rc = source->next(source, &rec, &d);
			while (rc == RC_OK);
			source->close(source);
		}
		failed = oom_disarm();
		ck_assert_msg(rc == (failed ? RC_FAIL : RC_END), "allocation %ld: %d", n, rc);
		ck_assert_uint_eq(given, 0);
	}
	source = NULL;
	ck_assert_int_eq(n, 8);
}
END_TEST

Suite *
timeline_limits_suite(void)
{
	Suite *s = suite_create("timeline_limits");
	TCase *t = tcase_create("timeline_limits");

	tcase_add_checked_fixture(t, set_up, tear_down);
	tcase_add_test(t, spans_never_cross);
	tcase_add_test(t, subsystems_are_forgotten);
	tcase_add_test(t, no_memory);
	suite_add_tcase(s, t);
	return s;
}
