/* check_filter.c - what an argument of a filter is, and which fields there are */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "dice.h"
#include "oom.h"
#include "ztrace/db2.h"
#include "ztrace/filter.h"

typedef const char *setter(void *filter, const char *arg);

static struct filter filter;

static void
set_up(void)
{
	filter = (struct filter){ 0 };
}

/* Arguments of one kind, and what is said of them. */
#define NO_IFCIDS "not a list of IFCIDs (like 1,3,100-199)"
#define NO_SSIDS "not a list of subsystem IDs (1 to 4 characters each)"
#define NO_TIME "not a time (like 2026-01-31T23:59:00Z)"
#define NO_CONDITION "not FIELD=PATTERN"

static const struct {
	setter		*set;
	const char	*arg;
	const char	*wrong;		/* NULL: it is right */
} args[] = {
	{ filter_add_ifcids, "0", NULL },
	{ filter_add_ifcids, "65535", NULL },
	{ filter_add_ifcids, "0-65535", NULL },
	{ filter_add_ifcids, "1,3,100-199,7-7", NULL },
	{ filter_add_ifcids, "007", NULL },
	{ filter_add_ifcids, "", NO_IFCIDS },
	{ filter_add_ifcids, ",", NO_IFCIDS },
	{ filter_add_ifcids, "1,", NO_IFCIDS },
	{ filter_add_ifcids, ",1", NO_IFCIDS },
	{ filter_add_ifcids, "1,,2", NO_IFCIDS },
	{ filter_add_ifcids, "-1", NO_IFCIDS },
	{ filter_add_ifcids, "1-", NO_IFCIDS },
	{ filter_add_ifcids, "1--2", NO_IFCIDS },
	{ filter_add_ifcids, "1-2-3", NO_IFCIDS },
	{ filter_add_ifcids, "5-3", NO_IFCIDS },
	{ filter_add_ifcids, "65536", NO_IFCIDS },
	{ filter_add_ifcids, "1-65536", NO_IFCIDS },
	{ filter_add_ifcids, "4294967297", NO_IFCIDS },
	{ filter_add_ifcids, "18446744073709551617", NO_IFCIDS },
	{ filter_add_ifcids, "1 ,2", NO_IFCIDS },
	{ filter_add_ifcids, " 1", NO_IFCIDS },
	{ filter_add_ifcids, "+1", NO_IFCIDS },
	{ filter_add_ifcids, "0x1", NO_IFCIDS },
	{ filter_add_ifcids, "all", NO_IFCIDS },
	{ filter_add_ssids, "D", NULL },
	{ filter_add_ssids, "DB2A,DB2B", NULL },
	{ filter_add_ssids, "", NO_SSIDS },
	{ filter_add_ssids, ",DB2A", NO_SSIDS },
	{ filter_add_ssids, "DB2A,", NO_SSIDS },
	{ filter_add_ssids, "DB2A,,DB2B", NO_SSIDS },
	{ filter_add_ssids, "DB2AB", NO_SSIDS },
	{ filter_set_since, "1993-01-18", NULL },
	{ filter_set_until, "1993-01-18T17:28+01:00", NULL },
	{ filter_set_since, "", NO_TIME },
	{ filter_set_since, "yesterday", NO_TIME },
	{ filter_set_until, "1993-02-29", NO_TIME },
	{ filter_add_where, "plan=", NULL },
	{ filter_add_where, "plan==", NULL },
	{ filter_add_where, "plan", NO_CONDITION },
	{ filter_add_where, "=DSN*", NO_CONDITION },
	{ filter_add_where, "", NO_CONDITION }
};

START_TEST(argument_is_read)
{
	ck_assert_pstr_eq(args[_i].set(&filter, args[_i].arg), args[_i].wrong);
}
END_TEST

/* Lists made by chance add up to what a plain array says. */
START_TEST(lists_of_ifcids_add_up)
{
	struct dice dice = dice_new();
	static bool model[65536];
	size_t n, from, to, i;
	char list[64];

	memset(model, 0, sizeof(model));
	for (n = 0; n < 40; n++) {
		from = dice_below(&dice, 65536);
		to = from + dice_below(&dice, 200);
		to = to < 65536 ? to : 65535;
		(void)snprintf(list, sizeof(list), "%zu-%zu,%zu", from, to, n);
		ck_assert_ptr_null(filter_add_ifcids(&filter, list));
		model[n] = true;
		for (i = from; i <= to; i++)
			model[i] = true;
	}
	ck_assert(filter.by_ifcid);
	for (i = 0; i < 65536; i++)
		ck_assert_msg((filter.ifcid[i / 8] >> i % 8 & 1) == model[i],
		    "IFCID %zu, SEED=%llu", i, (unsigned long long)dice.seed);
}
END_TEST

START_TEST(lists_have_an_end)
{
	size_t i;

	for (i = 0; i < FILTER_SSIDS; i++)
		ck_assert_ptr_null(filter_add_ssids(&filter, "DB2A"));
	ck_assert_str_eq(filter_add_ssids(&filter, "DB2B"), "too many subsystem IDs (64 at most)");
	for (i = 0; i < FILTER_WHERES; i++)
		ck_assert_ptr_null(filter_add_where(&filter, "plan=*"));
	ck_assert_str_eq(filter_add_where(&filter, "plan=*"),
	    "too many conditions (32 at most)");
}
END_TEST

static void
set(const char *condition)
{
	ck_assert_ptr_null(filter_add_where(&filter, condition));
}

/* All headers that Db2's records have. */
static bool
check_where(const char *condition, struct buf *words)
{
	const struct layout *layouts[UINT8_MAX + 3] = { &db2_writer_header };
	size_t n = 1;
	unsigned type;

	for (type = 0; type <= UINT8_MAX; type++) {
		layouts[n] = db2_header_layout((uint8_t)type);
		n += layouts[n] != NULL;
	}
	set(condition);
	return filter_check(&filter, layouts, words);
}

/* Names that are not there, and what is said of names that are near. */
static const struct {
	const char	*condition;
	const char	*words;		/* NULL: the name is right */
} names[] = {
	{ "plan=*", NULL },
	{ "ssid=*", NULL },
	{ "group=*", NULL },
	{ "autid=*", "no header field is called autid; near it are aid, auth_id, asid" },
	{ "auth=*", "no header field is called auth; near it are auth_id, long_auth_id" },
	{ "Plan=*", "no header field is called Plan; near it are plan" },
	{ "corelation_id=*",
	    "no header field is called corelation_id; near it are correlation_id" },
	{ "workstations=*",
	    "no header field is called workstations; near it are workstation" },
	/* that several headers have it is said once */
	{ "lenght=*", "no header field is called lenght; near it are length" },
	{ "the_plan_name=*", "no header field is called the_plan_name; near it are plan" }
};

START_TEST(name_is_known)
{
	struct buf words = { 0 };

	ck_assert_int_eq(check_where(names[_i].condition, &words), names[_i].words == NULL);
	buf_char(&words, '\0');
	ck_assert_str_eq((char *)words.p, names[_i].words != NULL ? names[_i].words : "");
	buf_free(&words);
}
END_TEST

/* Where nothing is near, all are named, each once. */
START_TEST(name_is_far)
{
	static const char *const far[] = {
		"qqqqqqqqq=*", "a_name_longer_than_any_label_there_is=*"
	};
	static const char *const some[] = {
		"; there are length, aid, fid, time, ", " ssid,", " auth_id,", " cpu_time,",
		" group"
	};
	struct buf words = { 0 };
	const char *at;
	size_t i;

	ck_assert(!check_where(far[_i], &words));
	buf_char(&words, '\0');
	at = strstr((char *)words.p, "; there are");
	ck_assert_pstr_ne(at, NULL);
	ck_assert_int_eq(at - (char *)words.p, (int)strlen("no header field is called ") +
	    (int)strlen(far[_i]) - 2);
	for (i = 0; i < sizeof(some) / sizeof(some[0]); i++)
		ck_assert_msg(strstr(at, some[i]) != NULL, "%s not in %s", some[i], at);
	ck_assert_ptr_null(strstr(strstr(at, " length,") + 1, " length,"));
	buf_free(&words);
}
END_TEST

/* The second condition is looked at too. */
START_TEST(each_condition_is_looked_at)
{
	const struct layout *const layouts[] = { &db2_writer_header, NULL };
	struct buf words = { 0 };

	ck_assert(filter_check(&filter, layouts, &words));
	set("job=*");
	ck_assert(filter_check(&filter, layouts, &words));
	set("jobb=*");
	ck_assert(!filter_check(&filter, layouts, &words));
	buf_char(&words, '\0');
	ck_assert_str_eq((char *)words.p, "no header field is called jobb; near it are job");
	buf_free(&words);
}
END_TEST

START_TEST(names_need_memory)
{
	const struct layout *const layouts[] = { &db2_writer_header, NULL };
	struct buf words = { 0 };
	bool failed = true, known = true;
	long n;

	set("qqqqqqqqq=*");
	for (n = 0; failed; n++) {
		buf_free(&words);
		oom_arm(n);
		known = filter_check(&filter, layouts, &words);
		failed = oom_disarm();
		ck_assert(!known);
		ck_assert_int_eq(words.failed, failed);
		ck_assert_uint_le(words.n, words.cap);
	}
	ck_assert_int_gt(n, 1);
	buf_free(&words);
}
END_TEST

Suite *
filter_suite(void)
{
	Suite *s = suite_create("filter");
	TCase *t = tcase_create("filter");

	tcase_add_checked_fixture(t, set_up, NULL);
	tcase_add_loop_test(t, argument_is_read, 0, sizeof(args) / sizeof(args[0]));
	tcase_add_test(t, lists_of_ifcids_add_up);
	tcase_add_test(t, lists_have_an_end);
	tcase_add_loop_test(t, name_is_known, 0, sizeof(names) / sizeof(names[0]));
	tcase_add_loop_test(t, name_is_far, 0, 2);
	tcase_add_test(t, each_condition_is_looked_at);
	tcase_add_test(t, names_need_memory);
	suite_add_tcase(s, t);
	return s;
}
