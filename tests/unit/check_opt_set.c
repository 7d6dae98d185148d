/* check_opt_set.c - options that are put where their rows say */
#include <check.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "oom.h"
#include "ztrace/opt.h"

/* What a program keeps its options in. */
struct choices {
	bool		 before;	/* no option's */
	bool		 merge;
	bool		 between;	/* no option's */
	bool		 quiet;
	const char	*carry;
	const char	*rejects;
	const char	*gzip;
	unsigned	 set;		/* how often set_whole was called */
};

/* With `at` left out an option gets all of it. */
static const char *
set_whole(void *to, const char *arg)
{
	struct choices *c = to;

	(void)arg;
	c->set++;
	return NULL;
}

static const struct opt rows[] = {
	{ 0,   "merge",   NULL,      "", opt_flag, offsetof(struct choices, merge) },
	{ 'q', "quiet",   NULL,      "", opt_flag, offsetof(struct choices, quiet) },
	{ 'c', "carry",   "FILE",    "", opt_string, offsetof(struct choices, carry) },
	{ 0,   "rejects", "FILE",    "", opt_string, offsetof(struct choices, rejects) },
	{ 'z', "gzip",    "[LEVEL]", "", opt_string, offsetof(struct choices, gzip) },
	{ 'w', "whole",   NULL,      "", set_whole, 0 },
	{ 0,   NULL,      NULL,      NULL, NULL, 0 }
};

static const struct {
	const char	*argv[6];
	struct choices	 wanted;
} lines[] = {
	{ { NULL }, { .gzip = "kept" } },
	{ { "--merge", NULL }, { .merge = true, .gzip = "kept" } },
	{ { "-q", NULL }, { .quiet = true, .gzip = "kept" } },
	{ { "-qqq", "--merge", "--merge", NULL },
	    { .quiet = true, .merge = true, .gzip = "kept" } },
	{ { "-c", "a", NULL }, { .carry = "a", .gzip = "kept" } },
	{ { "--carry=a", "--rejects", "b", NULL },
	    { .carry = "a", .rejects = "b", .gzip = "kept" } },
	/* the last one counts */
	{ { "-ca", "-cb", NULL }, { .carry = "b", .gzip = "kept" } },
	{ { "--gzip=9", NULL }, { .gzip = "9" } },
	/* an argument that may be left out is, and then it is none */
	{ { "--gzip=9", "-z", "9", NULL }, { .gzip = NULL } },
	{ { "-wwq", "--whole", NULL }, { .quiet = true, .set = 3, .gzip = "kept" } }
};

START_TEST(each_has_its_place)
{
	static char program[] = "prog";
	const struct choices *wanted = &lines[_i].wanted;
	struct choices c = { .gzip = "kept" };
	char words[6][16], *argv[8] = { program };
	struct buf err = { 0 };
	int argc;

	for (argc = 1; lines[_i].argv[argc - 1] != NULL; argc++)
		argv[argc] = strcpy(words[argc - 1], lines[_i].argv[argc - 1]);
	ck_assert_int_gt(opt_parse(rows, argc, argv, &c, &err), 0);
	ck_assert_uint_eq(err.n, 0);
	ck_assert(!c.before);
	ck_assert(!c.between);
	ck_assert_int_eq(c.merge, wanted->merge);
	ck_assert_int_eq(c.quiet, wanted->quiet);
	ck_assert_pstr_eq(c.carry, wanted->carry);
	ck_assert_pstr_eq(c.rejects, wanted->rejects);
	ck_assert_pstr_eq(c.gzip, wanted->gzip);
	ck_assert_uint_eq(c.set, wanted->set);
}
END_TEST

/* A string is not copied: it lives as long as argv does. */
START_TEST(strings_are_borrowed)
{
	static char program[] = "prog", option[] = "--carry=tape";
	char *argv[] = { program, option, NULL };
	struct choices c = { .carry = NULL };
	struct buf err = { 0 };

	ck_assert_int_eq(opt_parse(rows, 2, argv, &c, &err), 2);
	ck_assert_ptr_eq(c.carry, option + strlen("--carry="));
}
END_TEST

static const struct opt shared[] = {
	{ .help = "Shared" },
	{ 'V', "version", NULL,      "two\nlines", opt_flag, offsetof(struct choices, merge) },
	{ 0,   NULL,      NULL,      NULL, NULL, 0 }
};

/* Options of two tables are one command line and one list. */
START_TEST(tables_are_joined)
{
	static char program[] = "prog", line[] = "-Vq";
	char *argv[] = { program, line, NULL };
	struct choices c = { .carry = NULL };
	struct buf err = { 0 }, text = { 0 };
	struct opt *all = opt_join(rows, shared);

	ck_assert_ptr_nonnull(all);
	ck_assert_int_eq(opt_parse(all, 2, argv, &c, &err), 2);
	ck_assert(c.merge);
	ck_assert(c.quiet);
	opt_table(all, &text);
	ck_assert(buf_char(&text, '\0'));
	ck_assert_str_eq((const char *)text.p,
	    "option\t-\tmerge\tnone\t-\t\n"
	    "option\tq\tquiet\tnone\t-\t\n"
	    "option\tc\tcarry\tneeded\tFILE\t\n"
	    "option\t-\trejects\tneeded\tFILE\t\n"
	    "option\tz\tgzip\toptional\t[LEVEL]\t\n"
	    "option\tw\twhole\tnone\t-\t\n"
	    "option\tV\tversion\tnone\t-\ttwo lines\n");
	buf_free(&text);
	free(all);
	oom_arm(0);
	ck_assert_ptr_null(opt_join(rows, shared));
	(void)oom_disarm();
}
END_TEST

Suite *
opt_set_suite(void)
{
	Suite *s = suite_create("opt_set");
	TCase *t = tcase_create("opt_set");

	tcase_add_loop_test(t, each_has_its_place, 0, sizeof(lines) / sizeof(lines[0]));
	tcase_add_test(t, strings_are_borrowed);
	tcase_add_test(t, tables_are_joined);
	suite_add_tcase(s, t);
	return s;
}
