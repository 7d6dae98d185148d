/* check_gaps.c - which numbers of a numbering are missing */
#include <check.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dice.h"
#include "oom.h"
#include "ztrace/gaps.h"

static struct gaps gaps;
static struct buf text, json;

static void
set_up(void)
{
	gaps = (struct gaps){ 0 };
	map_init(&gaps.owners);
}

static void
tear_down(void)
{
	gaps_free(&gaps);
	buf_free(&text);
	buf_free(&json);
}

static void
see(const char *owner, uint32_t number)
{
	ck_assert(gaps_see(&gaps, span_of(owner, strlen(owner)), number));
}

/* Numbers as they come by, and how many are missing then. */
static const struct {
	const char	*numbers;
	uint64_t	 missing;
} rows[] = {
	{ "", 0 },
	{ "7", 0 },
	{ "1 2 3 4", 0 },
	{ "1 2 4 5", 1 },
	{ "1 5", 3 },
	{ "1 3 2 4", 0 },
	{ "1 5 2 3", 1 },
	{ "1 5 4 3 2 6", 0 },
	/* the first ones too may come out of order, but not by much */
	{ "5 4 6", 0 },
	{ "5 6 3 7 4", 0 },
	{ "20 4 21", 15 },
	{ "20 3 21", 17 },
	{ "20 19 3 22", 16 },
	{ "1500 2522 1499 1498", 1021 },
	/* what begins anew near it is seen a little later */
	{ "3 4 5 1 2 3 4 6", 1 },
	/* begun anew: no gap, and what was missing before stays so */
	{ "1 2 3 1 2 3", 0 },
	{ "1 2 5 1 2 4", 3 },
	{ "700 701 1 2", 0 },
	{ "3 3 3", 0 },
	{ "5 7 7", 1 },
	{ "4294967294 4294967295 0 1", 0 },
	{ "0 4294967295", 4294967294 },
	/* late by no more than the window: 1023 */
	{ "1 1024 1023", 1021 },
	{ "1 1024 2", 1021 },
	{ "1 1025 2", 1022 },
	{ "1 1026 2", 1024 },
	{ "1 1026 2 3 4", 1024 },
	{ "1 2 100000 99999 99997", 99995 },
	/* a bit of the window serves many numbers */
	{ "1 1024 1025 2048 2049 1026", 2043 },
	{ "1 1025 2049 1025", 2046 },
	{ "1 3000 5048 4025", 5044 }
};

START_TEST(row_is_counted)
{
	const char *s = rows[_i].numbers;
	uint32_t number;
	char *end;

	while (*s != '\0') {
		number = (uint32_t)strtoul(s, &end, 10);
		s = end;
		see("DB2A", number);
	}
	ck_assert_uint_eq(gaps_missing(&gaps), rows[_i].missing);
}
END_TEST

/*
 * The same by a plain list of what has been seen. Numbers stay small enough
 * for an array.
 */
enum { NUMBERS = 20000, OWNERS = 3 };

struct model {
	bool		seen[NUMBERS];
	bool		begun;
	uint32_t	lowest, highest;
	uint64_t	missing;	/* of the numberings before */
};

static uint64_t
model_missing(const struct model *m)
{
	uint64_t missing = m->missing;
	uint32_t n;

	for (n = m->lowest; m->begun && n <= m->highest; n++)
		missing += !m->seen[n];
	return missing;
}

static void
model_see(struct model *m, uint32_t n)
{
	if (m->begun && ((n < m->lowest && m->lowest - n > GAPS_LATE) || m->seen[n] ||
	    (n < m->highest && m->highest - n >= GAPS_WINDOW))) {
		m->missing = model_missing(m);
		m->begun = false;
	}
	if (!m->begun) {
		memset(m->seen, 0, sizeof(m->seen));
		m->begun = true;
		m->lowest = m->highest = n;
	}
	m->seen[n] = true;
	m->lowest = n < m->lowest ? n : m->lowest;
	m->highest = n > m->highest ? n : m->highest;
}

/* The next number of a numbering, more or less. */
static uint32_t
next_number(struct dice *dice, const struct model *m)
{
	uint32_t high = m->highest, n = 0;

	switch (dice_below(dice, 12)) {
	case 0:		/* late */
		n = (uint32_t)dice_below(dice, 40);
		return n < high ? high - n : 1;
	case 1:		/* very late, or too late */
		n = (uint32_t)dice_below(dice, 2 * GAPS_WINDOW);
		return n < high ? high - n : 1;
	case 2:		/* some are missing */
		n = (uint32_t)dice_below(dice, 20);
		break;
	case 3:		/* many are */
		n = dice_below(dice, 10) == 0 ? (uint32_t)dice_below(dice, 3000) : 0;
		break;
	case 4:		/* anew */
		if (dice_below(dice, 30) == 0)
			return (uint32_t)dice_below(dice, 5);
		break;
	default:
		break;
	}
	return high + 1 + n < NUMBERS ? high + 1 + n : 1;
}

/* Several owners at a time, each as if it were alone. */
START_TEST(model_agrees)
{
	static const char *const names[OWNERS] = { "DB2A", "DB2B", "\1\2DB2A" };
	static struct model models[OWNERS];
	struct dice dice = dice_new();
	const struct gaps_owner *o;
	uint64_t all = 0;
	size_t step, i;

	dice.state += (uint64_t)_i;
	memset(models, 0, sizeof(models));
	for (step = 0; step < 3000; step++) {
		uint32_t n;

		i = dice_below(&dice, OWNERS);
		n = next_number(&dice, &models[i]);
		model_see(&models[i], n);
		see(names[i], n);
		o = (const struct gaps_owner *)map_find(&gaps.owners,
		    span_of(names[i], strlen(names[i])));
		if (step % 50 == 0 || step > 2990)
			ck_assert_msg(gaps_owner_missing(o) == model_missing(&models[i]),
			    "%" PRIu64 " for %" PRIu64 ", step %zu of %d, SEED=%" PRIu64,
			    gaps_owner_missing(o), model_missing(&models[i]), step, _i, dice.seed);
	}
	for (i = 0; i < OWNERS; i++)
		all += model_missing(&models[i]);
	ck_assert_uint_eq(gaps_missing(&gaps), all);
	ck_assert_uint_gt(all, 0);
}
END_TEST

/* In order of their first numbers. */
START_TEST(owners_one_by_one)
{
	static const char *const order[] = { "DB2C", "DB2A", "DB2B" };
	const struct gaps_owner *o;
	size_t i;

	ck_assert_ptr_null(gaps_next(&gaps, NULL));
	ck_assert_uint_eq(gaps_missing(&gaps), 0);
	for (i = 0; i < 3; i++)
		see(order[i], 5);
	see("DB2A", 7);
	see("DB2C", 9);
	for (i = 0, o = gaps_next(&gaps, NULL); o != NULL; o = gaps_next(&gaps, o), i++) {
		ck_assert_uint_eq(o->node.len, 4);
		ck_assert_mem_eq(o->node.key, order[i], 4);
	}
	ck_assert_uint_eq(i, 3);
	ck_assert_uint_eq(gaps_missing(&gaps), 4);
}
END_TEST

/* More owners than are followed are let pass; those that are known go on. */
START_TEST(owners_have_an_end)
{
	char name[8];
	unsigned i;

	for (i = 0; i < GAPS_OWNERS + 5; i++) {
		(void)snprintf(name, sizeof(name), "%04X", i);
		see(name, 1);
		see(name, 3);
	}
	ck_assert_uint_eq(gaps.owners.n, GAPS_OWNERS);
	ck_assert_uint_eq(gaps_missing(&gaps), GAPS_OWNERS);
	see("0000", 5);
	ck_assert_uint_eq(gaps_missing(&gaps), GAPS_OWNERS + 1);
}
END_TEST

static void
name_owner(struct span owner, char out[GAPS_NAME])
{
	(void)snprintf(out, GAPS_NAME, "%.*s", (int)owner.n, (const char *)owner.p);
}

static void
report_is(const char *wanted_text, const char *wanted_json)
{
	buf_clear(&text);
	buf_clear(&json);
	gaps_report(&gaps, name_owner, &text, &json);
	buf_char(&text, '\0');
	buf_char(&json, '\0');
	ck_assert_str_eq((char *)text.p, wanted_text);
	ck_assert_str_eq((char *)json.p, wanted_json);
}

START_TEST(report_names_owners)
{
	report_is("", "{}");
	see("DB2A", 1);
	see("DB2B", 1);
	see("DB2C", 1);
	report_is("", "{}");
	see("DB2B", 5);
	report_is("DB2B 3", "{\"DB2B\":3}");
	see("DB2C", 4000000000);
	see("DB2A", 3);
	report_is("DB2A 1, DB2B 3, DB2C 3999999998",
	    "{\"DB2A\":1,\"DB2B\":3,\"DB2C\":3999999998}");
}
END_TEST

/* A name can have any character that can be printed. */
START_TEST(report_is_json)
{
	see("\"A\\B", 1);
	see("\"A\\B", 3);
	report_is("\"A\\B 1", "{\"\\\"A\\\\B\":1}");
}
END_TEST

START_TEST(memory_may_run_out)
{
	bool failed = true, seen = false;
	long n;

	for (n = 0; failed; n++) {
		oom_arm(n);
		seen = gaps_see(&gaps, span_of("DB2A", 4), 1);
		failed = oom_disarm();
		ck_assert_int_eq(seen, !failed);
		ck_assert_uint_eq(gaps.owners.n, !failed);
	}
	ck_assert_int_gt(n, 2);
	/* a number of an owner that is known needs none */
	oom_arm(0);
	seen = gaps_see(&gaps, span_of("DB2A", 4), 3);
	failed = oom_disarm();
	ck_assert(seen && !failed);
	ck_assert_uint_eq(gaps_missing(&gaps), 1);
}
END_TEST

Suite *
gaps_suite(void)
{
	Suite *s = suite_create("gaps");
	TCase *t = tcase_create("gaps");

	tcase_add_checked_fixture(t, set_up, tear_down);
	tcase_add_loop_test(t, row_is_counted, 0, sizeof(rows) / sizeof(rows[0]));
	tcase_add_loop_test(t, model_agrees, 0, getenv("QUICK") != NULL ? 2 : 10);
	tcase_add_test(t, owners_one_by_one);
	tcase_add_test(t, owners_have_an_end);
	tcase_add_test(t, report_names_owners);
	tcase_add_test(t, report_is_json);
	tcase_add_test(t, memory_may_run_out);
	suite_add_tcase(s, t);
	return s;
}
