/* check_run_end.c - what a run says, and how it ends */
#include <check.h>
#include <string.h>

#include "caught.h"
#include "ztrace/run.h"
#include "ztrace/version.h"

static const struct run_program program = { .name = "prog" };
static struct run_options options;
static struct diag diag;
static struct ledger ledger;
static struct caught caught;

static void
set_up(void)
{
	options = (struct run_options){ .stats = RUN_STATS_NONE };
	ledger = (struct ledger){ { 0 } };
	run_diag(&diag, &program, &options);
}

/* Which messages are shown, and that they are lines of the program. */
static const struct {
	bool		 quiet, verbose;
	const char	*shown;
} levels[] = {
	{ false, false, "prog: warned\nprog: f: record 3: damaged\nprog: failed\n" },
	{ false, true, "prog: noted\nprog: warned\nprog: f: record 3: damaged\nprog: failed\n" },
	{ true, false, "prog: failed\n" },
	{ true, true, "prog: failed\n" }
};

START_TEST(messages_by_level)
{
	struct place at = { .file = "f", .number = 3 };

	options.quiet = levels[_i].quiet;
	options.verbose = levels[_i].verbose;
	run_diag(&diag, &program, &options);
	caught_begin(&caught, stderr);
	(void)diag_note(&diag, NULL, "noted");
	(void)diag_warn(&diag, NULL, "warned");
	(void)diag_damage(&diag, &at, "damaged");
	(void)diag_fail(&diag, NULL, "failed");
	caught_end(&caught);
	ck_assert_str_eq(caught.words, levels[_i].shown);
	ck_assert_int_eq(diag_status(&diag), 1);
}
END_TEST

static int
finish(const struct run_extra *extra)
{
	static const struct run_extra none = { 0 };
	int status;

	caught_begin(&caught, stderr);
	status = run_finish(&program, &options, &ledger, extra != NULL ? extra : &none, &diag);
	caught_end(&caught);
	return status;
}

START_TEST(status_follows_the_messages)
{
	ck_assert_int_eq(finish(NULL), 0);
	ck_assert_str_eq(caught.words, "");
	diag.print = NULL;
	(void)diag_warn(&diag, NULL, "warned");
	ck_assert_int_eq(finish(NULL), 0);
	(void)diag_damage(&diag, NULL, "damaged");
	ck_assert_int_eq(finish(NULL), 2);
	(void)diag_fail(&diag, NULL, "failed");
	ck_assert_int_eq(finish(NULL), 1);
	ck_assert_str_eq(caught.words, "");
}
END_TEST

/* A message that came often is summed up; no file is in work any more. */
START_TEST(repeats_are_summed)
{
	void (*print)(void *, const char *) = diag.print;
	int i;

	diag.file = "tape1";
	diag.print = NULL;
	for (i = 0; i < DIAG_REPEATS + 3; i++)
		(void)diag_damage(&diag, NULL, "odd block (%d)", i);
	diag.print = print;
	ck_assert_int_eq(finish(NULL), 2);
	ck_assert_str_eq(caught.words, "prog: odd block: 3 more\n");
}
END_TEST

/* A run that ended well must add up; one that failed need not. */
START_TEST(ledger_must_add_up)
{
	ledger.n[BYTES_READ] = ledger.n[BYTES_RECORD] = 168;
	ledger.n[RECORDS_READ] = 3;
	ledger.n[RECORDS_CONTROL] = 2;
	if (_i == 0) {
		ck_assert_int_eq(finish(NULL), 1);
		caught_begins(&caught, "prog: internal error, the ledger does not add up: "
		    "records_read 3 is not records_control 2 + ");
		ck_assert_ptr_nonnull(strstr(caught.words, " = 2\n"));
	} else {
		diag.print = NULL;
		(void)diag_fail(&diag, NULL, "failed");
		ck_assert_int_eq(finish(NULL), 1);
		ck_assert_str_eq(caught.words, "");
	}
}
END_TEST

static struct run_extra extra[] = {
	{ .label = "foreign_events", .title = "foreign events by ID" },
	{ .label = "waits", .title = "buffers" },
	{ 0 }
};

static void
fill_extra(void)
{
	buf_str(&extra[0].text, "EF6C 3");
	buf_str(&extra[0].json, "{\"EF6C\":3}");
	run_waits(0, &extra[1].text, &extra[1].json);
	ledger.n[BYTES_READ] = ledger.n[BYTES_RECORD] = 168;
	ledger.n[RECORDS_READ] = ledger.n[RECORDS_FOREIGN] = 3;
}

START_TEST(report_as_text)
{
	options.stats = RUN_STATS_TEXT;
	fill_extra();
	ck_assert_int_eq(finish(extra), 0);
	ck_assert_str_eq(caught.words,
	    "bytes\n"
	    "  read                                             168\n"
	    "  in records                                       168\n"
	    "records\n"
	    "  read                                               3\n"
	    "  of other events                                    3\n"
	    "foreign events by ID\n"
	    "  EF6C 3\n");
	run_waits(12, &extra[1].text, &extra[1].json);
	ck_assert_int_eq(finish(extra), 0);
	ck_assert_ptr_nonnull(strstr(caught.words, "foreign events by ID\n  EF6C 3\nbuffers\n"
	    "  the reader waited 12 times for a free one; more --buffers or a larger "
	    "--buffer-size may help\n"));
	run_extra_free(extra);
	ck_assert_ptr_null(extra[0].text.p);
	ck_assert_ptr_null(extra[1].json.p);
}
END_TEST

/* One line, with the status that the program ends with. */
START_TEST(report_as_json)
{
	const char *at;

	options.stats = RUN_STATS_JSON;
	fill_extra();
	diag.print = NULL;
	(void)diag_damage(&diag, NULL, "damaged");
	ck_assert_int_eq(finish(extra), 2);
	at = strchr(caught.words, '\n');
	ck_assert_pstr_eq(at, "\n");
	caught_begins(&caught, "{\"program\":\"prog\",\"version\":\"" ZTRACE_VERSION "\","
	    "\"status\":2,\"ledger\":{\"bytes_read\":168,");
	at = strstr(caught.words, ",\"unknown_bytes\":0},");
	ck_assert_pstr_eq(at,
	    ",\"unknown_bytes\":0},\"foreign_events\":{\"EF6C\":3},\"waits\":0}\n");
	run_extra_free(extra);
	/* what nothing is known of is left out */
	ck_assert_int_eq(finish(extra), 2);
	at = strstr(caught.words, ",\"unknown_bytes\":0}");
	ck_assert_pstr_eq(at, ",\"unknown_bytes\":0}}\n");
}
END_TEST

Suite *
run_end_suite(void)
{
	Suite *s = suite_create("run_end");
	TCase *t = tcase_create("run_end");

	tcase_add_checked_fixture(t, set_up, NULL);
	tcase_add_loop_test(t, messages_by_level, 0, sizeof(levels) / sizeof(levels[0]));
	tcase_add_test(t, status_follows_the_messages);
	tcase_add_test(t, repeats_are_summed);
	tcase_add_loop_test(t, ledger_must_add_up, 0, 2);
	tcase_add_test(t, report_as_text);
	tcase_add_test(t, report_as_json);
	suite_add_tcase(s, t);
	return s;
}
