/* check_opt.c - command lines, --help and the man page's list */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "oom.h"
#include "ztrace/opt.h"

#define ROWS(table) (int)(sizeof(table) / sizeof((table)[0]))

/* What the options did, in order: "f=vb merge" */
struct log {
	char	text[200];
};

static const char *
note(struct log *log, const char *name, const char *arg)
{
	size_t n = strlen(log->text);

	snprintf(log->text + n, sizeof(log->text) - n, "%s%s%s%s", n ? " " : "", name,
	    arg != NULL ? "=" : "", arg != NULL ? arg : "");
	return NULL;
}

static const char *
set_from(void *to, const char *arg)
{
	note(to, "from", arg);
	return strcmp(arg, "odd") == 0 ? "no such format" : NULL;
}

static const char *
set_format(void *to, const char *arg)
{
	return note(to, "format", arg);
}

static const char *
set_gzip(void *to, const char *arg)
{
	return note(to, "gzip", arg);
}

static const char *
set_quiet(void *to, const char *arg)
{
	note(to, "quiet", arg);
	return strstr(to, "quiet quiet") != NULL ? "given twice" : NULL;
}

static const char *
set_jobs(void *to, const char *arg)
{
	return note(to, "jobs", arg);
}

static const char *
set_zone(void *to, const char *arg)
{
	return note(to, "zone", arg);
}

static const struct opt rows[] = {
	{ 0,   NULL,         NULL,        "input", NULL, 0 },
	{ 'f', "from",       "FORMAT",    "auto (default), or a container's name", set_from, 0 },
	{ 0,   "format",     "X",         "shares its beginning", set_format, 0 },
	{ 0,   NULL,         NULL,        "output", NULL, 0 },
	{ 'z', "gzip",       "[LEVEL]",   "compress the output", set_gzip, 0 },
	{ 'q', "quiet",      NULL,        "less", set_quiet, 0 },
	{ 'j', NULL,         "N",         "worker threads", set_jobs, 0 },
	{ 0,   "zone",       "[+-]HH:MM", "local time offset", set_zone, 0 },
	{ 0,   NULL,         NULL,        NULL, NULL, 0 }
};

/* Command lines, what is called, the operands, and the words when it is wrong. */
static const struct {
	const char	*line;
	const char	*done;
	const char	*rest;
	const char	*error;		/* NULL: none */
} lines[] = {
	{ "", "", "", NULL },
	{ "a b", "", "a b", NULL },
	{ "-q", "quiet", "", NULL },
	{ "-f vb -q a", "from=vb quiet", "a", NULL },
	{ "-fvb -qfblock", "from=vb quiet from=block", "", NULL },
	{ "--from=vb --from block", "from=vb from=block", "", NULL },
	{ "--fr vb --q --z=+01:00", "from=vb quiet zone=+01:00", "", NULL },
	{ "a -q b --from vb - c", "quiet from=vb", "a b - c", NULL },
	{ "a -- -q --from", "", "a -q --from", NULL },
	{ "--gzip --gzip=9 -z 9", "gzip gzip=9 gzip", "9", NULL },
	{ "-zq", "gzip quiet", "", NULL },
	{ "--gzip=", "gzip=", "", NULL },
	{ "--from=", "", NULL, "option --from needs an argument that is not empty (FORMAT)" },
	{ "-j 4 -j2 -j -1", "jobs=4 jobs=2 jobs=-1", "", NULL },
	{ "--zone -01:00", "zone=-01:00", "", NULL },
	{ "--nope", "", NULL, "unknown option --nope" },
	{ "a --nope=1 b -q", "", NULL, "unknown option --nope" },
	{ "-q --fro-x=1", "quiet", NULL, "unknown option --fro-x" },
	{ "--f=vb", "", NULL, "ambiguous option --f" },
	{ "--fo=vb", "format=vb", "", NULL },
	{ "-x", "", NULL, "unknown option -x" },
	{ "-qx", "quiet", NULL, "unknown option -x" },
	{ "-q:", "quiet", NULL, "unknown option -:" },
	{ "-q?", "quiet", NULL, "unknown option -?" },
	{ "-\xC3\xA9", "", NULL, "unknown option -\\xC3" },
	{ "-\x1b", "", NULL, "unknown option -\\x1B" },
	{ "-f", "", NULL, "option -f needs an argument (FORMAT)" },
	{ "a -qj", "quiet", NULL, "option -j needs an argument (N)" },
	{ "--from", "", NULL, "option --from needs an argument (FORMAT)" },
	{ "--zo", "", NULL, "option --zone needs an argument ([+-]HH:MM)" },
	{ "--quiet=1", "", NULL, "option --quiet takes no argument" },
	{ "--q=1", "", NULL, "option --quiet takes no argument" },
	{ "-f odd a", "from=odd", NULL, "option -f odd: no such format" },
	{ "--fr=odd", "from=odd", NULL, "option --from odd: no such format" },
	{ "-q --qui", "quiet quiet", NULL, "option --quiet: given twice" },
	{ "-qq", "quiet quiet", NULL, "option -q: given twice" },
};

/* Cuts a line at its blanks, as a shell does. */
static int
split(char *line, char *argv[], int most)
{
	static char program[] = "prog";
	int argc = 0;
	char *word;

	argv[argc++] = program;
	for (word = strtok(line, " "); word != NULL; word = strtok(NULL, " ")) {
		ck_assert_int_lt(argc, most);
		argv[argc++] = word;
	}
	argv[argc] = NULL;
	return argc;
}

static void
check_line(int row)
{
	char line[100], rest[100] = "", *argv[16];
	struct log log = { "" };
	struct buf err = { 0 };
	int argc, i;

	strcpy(line, lines[row].line);
	argc = split(line, argv, 15);
	i = opt_parse(rows, argc, argv, &log, &err);
	ck_assert_msg(strcmp(log.text, lines[row].done) == 0, "%s: did \"%s\"",
	    lines[row].line, log.text);
	ck_assert(buf_char(&err, '\0'));
	ck_assert_str_eq((const char *)err.p, lines[row].error ? lines[row].error : "");
	buf_free(&err);
	if (lines[row].error != NULL) {
		ck_assert_int_eq(i, -1);
		return;
	}
	ck_assert_int_ge(i, 1);
	for (; i < argc; i++) {
		strcat(rest, *rest != '\0' ? " " : "");
		strcat(rest, argv[i]);
	}
	ck_assert_str_eq(rest, lines[row].rest);
}

START_TEST(line_is_understood)
{
	check_line(_i);
}
END_TEST

/* One process reads many lines: nothing stays behind from the one before. */
START_TEST(lines_follow_each_other)
{
	int other;

	for (other = 0; other < ROWS(lines); other++) {
		check_line(_i);
		check_line(other);
	}
}
END_TEST

START_TEST(no_argument_at_all)
{
	char *argv[] = { NULL };
	struct buf err = { 0 };

	ck_assert_int_eq(opt_parse(rows, 0, argv, NULL, &err), 0);
	ck_assert_uint_eq(err.n, 0);
	buf_free(&err);
}
END_TEST

START_TEST(memory_may_run_out_anywhere)
{
	char line[] = "-q", *argv[4];
	int argc = split(line, argv, 3), first;
	struct log log;
	struct buf err = { 0 };
	bool failed = true;
	long n;

	for (n = 0; failed; n++) {
		log.text[0] = '\0';
		buf_clear(&err);
		ck_assert_ptr_nonnull(buf_room(&err, 100));
		oom_arm(n);
		first = opt_parse(rows, argc, argv, &log, &err);
		failed = oom_disarm();
		ck_assert_int_eq(first, failed ? -1 : 2);
		ck_assert_str_eq(log.text, failed ? "" : "quiet");
		ck_assert(!failed || span_equal(buf_span(&err),
		    span_of("out of memory", 13)));
	}
	ck_assert_int_eq(n, 3);
	buf_free(&err);
}
END_TEST

static void
check_text(const struct buf *b, const char *wanted)
{
	ck_assert(!b->failed);
	ck_assert_msg(b->n == strlen(wanted) && memcmp(b->p, wanted, b->n) == 0,
	    "\n%.*s is not\n%s", (int)b->n, (const char *)b->p, wanted);
}

/* Long texts, line ends, wide options, and all that mdoc would take amiss. */
static const struct opt hard[] = {
	{ 'f', "from",  "FORMAT", "auto, or a container's name: listing, vb (RDW), block "
	    "(BDW+RDW), stripped, ...\ntape images and gzip are unwrapped", set_from, 0 },
	{ 0,   "merge", NULL,     "the \"files\" are parts. They are ~one^ `run'", set_quiet, 0 },
	{ 0,   NULL,    NULL,     "selection", NULL, 0 },
	{ 'w', "where", "FIELD=GLOB-OR-MORE", ".gz Nm -t smf \\ %A ; Db2 OK", set_jobs, 0 },
	{ '?', NULL,    NULL,     "this", set_quiet, 0 },
	{ 'o', NULL,    "Nm",     "a word of 70: xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
	    "xxxxxxxxxxxxxxxxxxxxxxx and more", set_jobs, 0 },
	{ 0,   NULL,    NULL,     NULL, NULL, 0 }
};

START_TEST(help_is_aligned)
{
	struct buf b = { 0 };

	opt_help(rows, &b);
	check_text(&b,
	    "input\n"
	    "  -f, --from=FORMAT     auto (default), or a container's name\n"
	    "      --format=X        shares its beginning\n"
	    "\n"
	    "output\n"
	    "  -z, --gzip[=LEVEL]    compress the output\n"
	    "  -q, --quiet           less\n"
	    "  -j N                  worker threads\n"
	    "      --zone=[+-]HH:MM  local time offset\n");
	buf_free(&b);
}
END_TEST

START_TEST(help_is_wrapped)
{
	struct buf b = { 0 };

	opt_help(hard, &b);
	check_text(&b,
	    "  -f, --from=FORMAT  auto, or a container's name: listing, vb (RDW), block\n"
	    "                     (BDW+RDW), stripped, ...\n"
	    "                     tape images and gzip are unwrapped\n"
	    "      --merge        the \"files\" are parts. They are ~one^ `run'\n"
	    "\n"
	    "selection\n"
	    "  -w, --where=FIELD=GLOB-OR-MORE\n"
	    "                     .gz Nm -t smf \\ %A ; Db2 OK\n"
	    "  -?                 this\n"
	    "  -o Nm              a word of 70:\n"
	    "                     xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
	    "xxxxxxxxxxxxxxxxxxxxxxx\n"
	    "                     and more\n");
	buf_free(&b);
}
END_TEST

START_TEST(mdoc_is_a_list)
{
	struct buf b = { 0 };

	opt_mdoc(rows, &b);
	check_text(&b,
	    ".Ss input\n"
	    ".Bl -tag -width Ds\n"
	    ".It Fl f Ar FORMAT , Fl -from Ns = Ns Ar FORMAT\n"
	    "auto (default), or a container\\(aqs name\n"
	    ".It Fl -format Ns = Ns Ar X\n"
	    "shares its beginning\n"
	    ".El\n"
	    ".Ss output\n"
	    ".Bl -tag -width Ds\n"
	    ".It Fl z , Fl -gzip Ns Op = Ns Ar LEVEL\n"
	    "compress the output\n"
	    ".It Fl q , Fl -quiet\n"
	    "less\n"
	    ".It Fl j Ar N\n"
	    "worker threads\n"
	    ".It Fl -zone Ns = Ns Ar [+-]HH:MM\n"
	    "local time offset\n"
	    ".El\n");
	buf_free(&b);
}
END_TEST

START_TEST(mdoc_is_escaped)
{
	struct buf b = { 0 };

	opt_mdoc(hard, &b);
	check_text(&b,
	    ".Bl -tag -width Ds\n"
	    ".It Fl f Ar FORMAT , Fl -from Ns = Ns Ar FORMAT\n"
	    "auto, or a container\\(aqs name: listing, vb (RDW), block (BDW+RDW), stripped,\n"
	    "\\&... tape images and gzip are unwrapped\n"
	    ".It Fl -merge\n"
	    "the \\(dqfiles\\(dq are parts.\n"
	    "They are \\(tione\\(ha \\(garun\\(aq\n"
	    ".El\n"
	    ".Ss selection\n"
	    ".Bl -tag -width Ds\n"
	    ".It Fl w Ar FIELD=GLOB-OR-MORE , Fl -where Ns = Ns Ar FIELD=GLOB-OR-MORE\n"
	    "\\&.gz \\&Nm \\-t smf \\e \\&%A \\&; \\&Db2 OK\n"
	    ".It Fl \\&?\n"
	    "this\n"
	    ".It Fl o Ar \\&Nm\n"
	    "a word of 70:\n"
	    "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx and more\n"
	    ".El\n");
	buf_free(&b);
}
END_TEST

START_TEST(texts_need_memory)
{
	struct buf b;
	bool failed = true;
	long n;

	for (n = 0; failed; n++) {
		b = (struct buf){ 0 };
		oom_arm(n);
		opt_mdoc(hard, &b);
		failed = oom_disarm();
		ck_assert_int_eq(b.failed, failed);
		buf_free(&b);
	}
	ck_assert_int_gt(n, 3);
	for (n = 0, failed = true; failed; n++) {
		b = (struct buf){ 0 };
		oom_arm(n);
		opt_help(hard, &b);
		failed = oom_disarm();
		ck_assert_int_eq(b.failed, failed);
		buf_free(&b);
	}
	ck_assert_int_gt(n, 2);
}
END_TEST

Suite *
opt_suite(void)
{
	Suite *s = suite_create("opt");
	TCase *t = tcase_create("opt");

	tcase_add_loop_test(t, line_is_understood, 0, ROWS(lines));
	tcase_add_loop_test(t, lines_follow_each_other, 0, ROWS(lines));
	tcase_add_test(t, no_argument_at_all);
	tcase_add_test(t, memory_may_run_out_anywhere);
	tcase_add_test(t, help_is_aligned);
	tcase_add_test(t, help_is_wrapped);
	tcase_add_test(t, mdoc_is_a_list);
	tcase_add_test(t, mdoc_is_escaped);
	tcase_add_test(t, texts_need_memory);
	suite_add_tcase(s, t);
	return s;
}
