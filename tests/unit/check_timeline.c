/* check_timeline.c - each record's place on a timeline of subsystems and agents */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "feed.h"
#include "make_agent.h"
#include "marks.h"
#include "said.h"
#include "ztrace/db2.h"
#include "ztrace/gtf.h"
#include "ztrace/join.h"
#include "ztrace/timeline.h"

enum { MOST = 64 };

static struct said said;
static struct ledger ledger;
static struct maker maker;
static struct buf trace, text;
static struct feed feed[MOST];
static struct filter filter;
static struct source *source;

static void
set_up(void)
{
	said_start(&said);
	ledger = (struct ledger){ { 0 } };
	maker = maker_of(5);
	memset(&filter, 0, sizeof(filter));
	source = NULL;
}

static void
tear_down(void)
{
	if (source != NULL)
		source->close(source);
	buf_free(&trace);
	buf_free(&text);
}

/* A timeline over what is in `trace`; NULL: out of memory. */
static struct source *
timeline(const char *events)
{
	struct join_options join = { .rules = db2_join, .hold = 1 << 20 };
	struct eid_match match;
	struct source *s;

	(void)eid_parse(events, &match);
	s = feed_open(feed, feed_split(buf_span(&trace), feed, MOST), NULL);
	if (s != NULL)
		s = select_open(s, match, &ledger);
	if (s != NULL)
		s = join_open(s, &join, &ledger);
	return s == NULL ? NULL : timeline_open(s, &filter, NULL, &codepage_1047);
}

/* "60@1500" is IFCID 60 of the first agent, "b6@20" IFCID 6 of the second. */
static void
make_steps(const char *steps)
{
	unsigned long ifcid, us;
	size_t agent;
	char *end;

	while (*steps != '\0') {
		agent = *steps >= 'a' ? (size_t)(*steps++ - 'a') : 0;
		ifcid = strtoul(steps, &end, 10);
		us = strtoul(end + 1, &end, 10);
		make_agent(&maker, &trace, &agents[agent], us, (uint16_t)ifcid);
		steps = *end == ' ' ? end + 1 : end;
	}
}

/* "B", "i", "E(6 60)": what it is, and what it closes; ! where that took no time. */
static void
put_mark(const struct mark *m)
{
	static const char phases[] = "-iBE";
	size_t i;

	buf_printf(&text, "%s%c", text.n > 0 ? " " : "", phases[m->phase]);
	if (m->brief)
		buf_char(&text, '!');
	for (i = 0; i < m->closes; i++)
		buf_printf(&text, "%c%u", i == 0 ? '(' : ' ', m->closed[i]);
	if (m->closes > 0)
		buf_char(&text, ')');
}

static const struct {
	const char	*steps, *marks;
} rows[] = {
	{ "3@0", "i" },
	{ "60@0 6@10 7@20 58@30", "B B E(6) E(60)" },
	/* an end without a begin, and a begin without an end */
	{ "7@0 58@5", "i i" },
	{ "60@0 45@5 58@9", "B i E(60)" },
	{ "60@0 44@5", "B B" },
	{ "60@0 6@5 58@9 7@12", "B B E(6 60) i" },
	/* one at a time, and one in the other */
	{ "6@0 6@5 7@9 7@11", "B B(6) E(6) i" },
	{ "44@0 17@1 6@2 44@3", "B B B B(6 17 44)" },
	{ "60@0 61@3 58@5 58@9", "B B E(61) E(60)" },
	{ "60@0 60@3 58@5 58@9", "B B E(60) E(60)" },
	/* several ends of one thing, one end of several */
	{ "59@0 53@1 59@2 58@3", "B E(59) B E(59)" },
	{ "8@0 9@1 10@2 9@3", "B E(8) B E(10)" },
	{ "15@0 18@1 16@2 18@3 17@4 18@5", "B E(15) B E(16) B E(17)" },
	/* latches count backwards */
	{ "52@0 51@1 56@2 57@3", "B E(52) B E(56)" },
	{ "44@7 45@7", "B E!(44)" },
	{ "60@7 44@7 58@9", "B B E(44 60)" },
	/* agents do not know each other, nor do subsystems that have one at the same address */
	{ "60@0 b60@1 c60@2 58@3 c58@4 b58@5", "B B B E(60) E(60) E(60)" },
	{ "44@0 b45@1 c45@2 45@3", "B i i E(44)" },
	/* a little late it neither begins nor ends anything, much earlier all is begun anew */
	{ "60@2000 6@1999 7@2001 58@2002", "B i i E(60)" },
	{ "60@5000000 58@4000001 58@5000001", "B i E(60)" },
	{ "60@5000000 6@5000001 58@4000001 58@4000002", "B B i(6 60) i" },
	{ "60@5000000 60@3 58@4", "B B(60) E(60)" },
	/* more than can be nested */
	{ "60@0 60@1 60@2 60@3 60@4 60@5 60@6 60@7 60@8 60@9 60@10 60@11 60@12 58@13 58@14",
	    "B B B B B B B B B B B B B(60 60 60 60 60 60 60 60 60 60 60 60) E(60) i" }
};

START_TEST(marks_are_set)
{
	struct mark m;

	make_steps(rows[_i].steps);
	source = timeline("EFB9");
	ck_assert_ptr_nonnull(source);
	while ((m = next_mark(source, &said.diag)).phase != MARK_NONE)
		put_mark(&m);
	buf_char(&text, '\0');
	ck_assert_str_eq((char *)text.p, rows[_i].marks);
	said_is(&said, "");
}
END_TEST

START_TEST(times_are_told)
{
	struct mark m;

	make_steps("60@5000000 6@5000007 3@1000000 60@1000009");
	source = timeline("EFB9");
	ck_assert_uint_eq(next_mark(source, &said.diag).us, MAKE_AGENT_START + 5000000);
	ck_assert_uint_eq(next_mark(source, &said.diag).us, MAKE_AGENT_START + 5000007);
	m = next_mark(source, &said.diag);
	ck_assert_uint_eq(m.us, MAKE_AGENT_START + 1000000);
	ck_assert_uint_eq(m.closed_us, MAKE_AGENT_START + 5000007);
	ck_assert_uint_eq(m.closes, 2);
	ck_assert_uint_eq(next_mark(source, &said.diag).us, MAKE_AGENT_START + 1000009);
}
END_TEST

START_TEST(numbers_and_names)
{
	static const struct {
		uint32_t	process, thread;
		bool		process_new, thread_new;
	} want[] = {
		{ 1, 1, true, true }, { 1, 1, false, false }, { 1, 2, false, true },
		{ 2, 3, true, true }, { 2, 4, false, true }, { 1, 1, false, false },
		{ 3, 5, true, true }, { 3, 5, false, false }
	};
	struct mark m;
	size_t i;

	make_steps("3@0 3@1 b3@2 c3@3 d3@4 3@5");
	make_foreign(&maker, &trace, 0xE5E9, 20);
	make_foreign(&maker, &trace, 0x1000, 20);
	source = timeline("any");
	for (i = 0; i < sizeof(want) / sizeof(want[0]); i++) {
		m = next_mark(source, &said.diag);
		ck_assert_uint_eq(m.process, want[i].process);
		ck_assert_uint_eq(m.thread, want[i].thread);
		ck_assert_int_eq(m.process_new, want[i].process_new);
		ck_assert_int_eq(m.thread_new, want[i].thread_new);
	}
	ck_assert_int_eq(next_mark(source, &said.diag).phase, MARK_NONE);
}
END_TEST

/* An agent's name is told again when a record first has a correlation header. */
START_TEST(name_comes_later)
{
	size_t product;

	make_steps("3@0 3@1 3@2 3@3");
	/* the first record's second header is of no known type, the second's of no length */
	product = span_u32(buf_span(&trace), 40);
	trace.p[product + 0x4C + 2] = 0x40;
	product = trace.n / 4 + span_u32(buf_span(&trace), trace.n / 4 + 40);
	trace.p[product + 0x4C + 1] = 0;
	trace.p[product + 0x4C + 2] = 0x40;
	source = timeline("EFB9");
	ck_assert(next_mark(source, &said.diag).thread_new);
	ck_assert(!next_mark(source, &said.diag).thread_new);
	ck_assert(next_mark(source, &said.diag).thread_new);
	ck_assert(!next_mark(source, &said.diag).thread_new);
}
END_TEST

/* Without GTF's time Db2's own is taken, where it is one. */
START_TEST(without_time)
{
	struct mark m;
	struct span first, second, rest;
	struct buf untimed = { 0 };

	make_steps("60@100 58@200");
	rest = buf_span(&trace);
	first = span_first(rest, rest.n / 2);
	second = span_from(rest, rest.n / 2);
	make_untimed(&untimed, first);
	make_untimed(&untimed, second);
	/* the second clock is a packed date, as IBM's own example has it */
	put_u64(untimed.p + untimed.n - 0x98 + 0x10, 0x0093018F11223310);
	buf_clear(&trace);
	buf_put(&trace, untimed.p, untimed.n);
	buf_free(&untimed);
	source = timeline("EFB9");
	m = next_mark(source, &said.diag);
	ck_assert_int_eq(m.phase, MARK_BEGIN);
	ck_assert_uint_eq(m.us, MAKE_AGENT_START + 80);
	ck_assert_int_eq(next_mark(source, &said.diag).phase, MARK_NONE);
}
END_TEST

static const struct {
	const char	*ifcids, *ssid, *where;
	const char	*marks;
} filters[] = {
	{ "6,7", NULL, NULL, "- B - E(6) - -" },
	{ "58,60", NULL, NULL, "B - - - - E(60)" },
	{ "58", NULL, NULL, "- - - - - i" },
	{ NULL, "DB2B", NULL, "- - - - - -" },
	/* 7 ends 6, so 44, which began later, cannot go on */
	{ NULL, NULL, "plan=PLAN1", "B B B E(44 6) i E(60)" },
	{ "1-200", "DB2A", "ace=00000100", "B B B E(44 6) i E(60)" }
};

START_TEST(what_is_left_out_does_nothing)
{
	struct mark m;
	size_t i;

	if (filters[_i].ifcids != NULL)
		ck_assert_ptr_null(filter_add_ifcids(&filter, filters[_i].ifcids));
	if (filters[_i].ssid != NULL)
		ck_assert_ptr_null(filter_add_ssids(&filter, filters[_i].ssid));
	if (filters[_i].where != NULL)
		ck_assert_ptr_null(filter_add_where(&filter, filters[_i].where));
	make_steps("60@0 6@1 44@2 7@3 3@4 58@5");
	source = timeline("EFB9");
	for (i = 0; i < 6; i++) {
		m = next_mark(source, &said.diag);
		put_mark(&m);
	}
	buf_char(&text, '\0');
	ck_assert_str_eq((char *)text.p, filters[_i].marks);
}
END_TEST

Suite *
timeline_suite(void)
{
	Suite *s = suite_create("timeline");
	TCase *t = tcase_create("timeline");

	tcase_add_checked_fixture(t, set_up, tear_down);
	tcase_add_loop_test(t, marks_are_set, 0, sizeof(rows) / sizeof(rows[0]));
	tcase_add_test(t, times_are_told);
	tcase_add_test(t, numbers_and_names);
	tcase_add_test(t, name_comes_later);
	tcase_add_test(t, without_time);
	tcase_add_loop_test(t, what_is_left_out_does_nothing, 0,
	    sizeof(filters) / sizeof(filters[0]));
	suite_add_tcase(s, t);
	return s;
}
