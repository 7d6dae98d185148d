/* check_run.c - what all programs have on the command line */
#include <check.h>
#include <stddef.h>
#include <string.h>

#include "caught.h"
#include "ztrace/flow.h"
#include "ztrace/run.h"
#include "ztrace/version.h"

/* A program's own options. */
struct options {
	struct run_options	 run;
	uint64_t		 size, time;
};

static struct options options;
static struct caught caught;

static const struct opt rows[] = {
	{ .help = "Test" },
	{ 0, "hold", "SIZE", "memory", run_set_size, offsetof(struct options, size) },
	{ 0 }
};

static const char *
hold_row(size_t i, const char **help)
{
	static const char *const names[] = { "name", "a-long-name-1", NULL };

	*help = "what it is";
	return names[i];
}

static const struct run_list lists[] = {
	{ "hold", "Lists", hold_row },
	{ "none", NULL, hold_row },
	{ 0 }
};

static const struct run_program program = {
	.name = "prog", .usage = "Usage: prog", .options = rows, .lists = lists
};

static void
set_up(void)
{
	options = (struct options){ .size = 7, .time = 7 };
}

#define NO_SIZE "not a size (a number, with K, M or G behind it)"

static const struct {
	const char	*arg;
	uint64_t	 size;
	const char	*wrong;		/* NULL: it is right */
} sizes[] = {
	{ "0", 0, NULL },
	{ "512", 512, NULL },
	{ "64K", 65536, NULL },
	{ "64k", 65536, NULL },
	{ "1M", 1048576, NULL },
	{ "3m", 3145728, NULL },
	{ "2G", 2147483648, NULL },
	{ "1g", 1073741824, NULL },
	{ "0G", 0, NULL },
	{ "18446744073709551615", UINT64_MAX, NULL },
	{ "18014398509481983K", 18446744073709550592U, NULL },
	{ "17179869183G", 18446744072635809792U, NULL },
	{ "18446744073709551616", 7, NO_SIZE },
	{ "18014398509481984K", 7, NO_SIZE },
	{ "17179869184G", 7, NO_SIZE },
	{ "", 7, NO_SIZE },
	{ "K", 7, NO_SIZE },
	{ "1KB", 7, NO_SIZE },
	{ "1KK", 7, NO_SIZE },
	{ "1T", 7, NO_SIZE },
	{ "1 K", 7, NO_SIZE },
	{ " 1", 7, NO_SIZE },
	{ "1 ", 7, NO_SIZE },
	{ "-1", 7, NO_SIZE },
	{ "+1", 7, NO_SIZE },
	{ "1.5M", 7, NO_SIZE },
	{ "0x10", 7, NO_SIZE }
};

START_TEST(size_is_read)
{
	ck_assert_pstr_eq(run_set_size(&options.size, sizes[_i].arg), sizes[_i].wrong);
	ck_assert_uint_eq(options.size, sizes[_i].size);
}
END_TEST

static const struct {
	const char	*arg;
	uint64_t	 us;		/* 7: it is wrong */
} seconds[] = {
	{ "1", 1000000 }, { "3600", 3600000000 }, { "4294967295", 4294967295000000 },
	{ "0", 7 }, { "4294967296", 7 }, { "18446744073709551617", 7 }, { "", 7 }, { "-1", 7 },
	{ "1.5", 7 }, { "1s", 7 }, { " 1", 7 }
};

START_TEST(seconds_are_read)
{
	ck_assert_pstr_eq(run_set_seconds(&options.time, seconds[_i].arg),
	    seconds[_i].us == 7 ? "not a number of seconds" : NULL);
	ck_assert_uint_eq(options.time, seconds[_i].us);
}
END_TEST

START_TEST(report_is_chosen)
{
	ck_assert_ptr_null(run_set_stats(&options, "json"));
	ck_assert_int_eq(options.run.stats, RUN_STATS_JSON);
	ck_assert_ptr_null(run_set_stats(&options, NULL));
	ck_assert_int_eq(options.run.stats, RUN_STATS_TEXT);
	ck_assert_ptr_null(run_set_stats(&options, "json"));
	ck_assert_ptr_null(run_set_stats(&options, "text"));
	ck_assert_int_eq(options.run.stats, RUN_STATS_TEXT);
	ck_assert_pstr_eq(run_set_stats(&options, "xml"), "neither text nor json");
	ck_assert_pstr_eq(run_set_stats(&options, ""), "neither text nor json");
	ck_assert_int_eq(options.run.stats, RUN_STATS_TEXT);
}
END_TEST

START_TEST(numbers_have_limits)
{
	struct run_options *o = &options.run;

	ck_assert_ptr_null(run_set_gzip(o, NULL));
	ck_assert_int_eq(o->level, 6);
	ck_assert_ptr_null(run_set_gzip(o, "9"));
	ck_assert_int_eq(o->level, 9);
	ck_assert_pstr_eq(run_set_gzip(o, "0"), "not a level from 1 to 9");
	ck_assert_pstr_eq(run_set_gzip(o, "10"), "not a level from 1 to 9");
	ck_assert_pstr_eq(run_set_gzip(o, "9x"), "not a level from 1 to 9");
	ck_assert_ptr_null(run_set_jobs(o, "0"));
	ck_assert_ptr_null(run_set_jobs(o, "60"));
	ck_assert_uint_eq(o->jobs, FLOW_JOBS);
	ck_assert_pstr_eq(run_set_jobs(o, "61"), "not a number from 0 to 60");
	ck_assert_pstr_eq(run_set_jobs(o, "-1"), "not a number from 0 to 60");
	ck_assert_ptr_null(run_set_buffers(o, "1"));
	ck_assert_ptr_null(run_set_buffers(o, "64"));
	ck_assert_uint_eq(o->buffers, POOL_SLOTS);
	ck_assert_pstr_eq(run_set_buffers(o, "65"), "not a number from 1 to 64");
	ck_assert_pstr_eq(run_set_buffers(o, "0"), "not a number from 1 to 64");
}
END_TEST

/* The row of a shared option. */
static const struct opt *
shared(const char *name)
{
	const struct opt *o;

	for (o = run_rows; o->help != NULL; o++)
		if (o->name != NULL && strcmp(o->name, name) == 0)
			return o;
	ck_abort_msg("no option --%s", name);
	return NULL;
}

static const struct {
	const char	*arg;
	uint64_t	 size;
	const char	*wrong;		/* NULL: it is right */
} buffer_sizes[] = {
	{ "1", 1, NULL },
	{ "256K", 262144, NULL },
	{ "64M", FLOW_MOST, NULL },
	{ "67108864", FLOW_MOST, NULL },
	{ "67108865", 7, "not a size from 1 to 64M" },
	{ "65M", 7, "not a size from 1 to 64M" },
	{ "1G", 7, "not a size from 1 to 64M" },
	{ "0", 7, "not a size from 1 to 64M" },
	{ "64MB", 7, NO_SIZE }
};

START_TEST(buffer_size_has_limits)
{
	options.run.buffer_size = 7;
	ck_assert_pstr_eq(shared("buffer-size")->set(&options, buffer_sizes[_i].arg),
	    buffer_sizes[_i].wrong);
	ck_assert_uint_eq(options.run.buffer_size, buffer_sizes[_i].size);
}
END_TEST

START_TEST(output_is_named)
{
	const char *path = "before";

	ck_assert_ptr_null(run_set_output(&path, "-"));
	ck_assert_ptr_null(path);
	ck_assert_ptr_null(run_set_output(&path, "./-"));
	ck_assert_str_eq(path, "./-");
}
END_TEST

/* Command lines: what is left to do, and what is caught.words if nothing is. */
static const struct {
	const char	*argv[4];
	int		 first, status;
	const char	*error;		/* on standard error; NULL: nothing */
} lines[] = {
	{ { NULL }, 1, 0, NULL },
	{ { "a", "-q", NULL }, 2, 0, NULL },
	{ { "-j3", "--hold=1K", "--", NULL }, 4, 0, NULL },
	{ { "--nope", NULL }, -1, 1, "prog: unknown option --nope\nprog: try --help\n" },
	{ { "-q", "--jobs=99", "a", NULL }, -1, 1,
	    "prog: option --jobs 99: not a number from 0 to 60\nprog: try --help\n" },
	{ { "--buffer-size=65M", NULL }, -1, 1,
	    "prog: option --buffer-size 65M: not a size from 1 to 64M\n"
	    "prog: try --help\n" },
	{ { "--help=html", NULL }, -1, 1,
	    "prog: option --help html: not a form of help\nprog: try --help\n" }
};

static int
parse(const char *const *line, FILE *stream, int *status)
{
	static char name[] = "prog";
	char words[4][24], *argv[5] = { name };
	int argc, first;

	for (argc = 1; line[argc - 1] != NULL; argc++)
		argv[argc] = strcpy(words[argc - 1], line[argc - 1]);
	caught_begin(&caught, stream);
	first = run_parse(&program, argc, argv, &options.run, status);
	caught_end(&caught);
	return first;
}

START_TEST(line_is_parsed)
{
	int status = 0;

	ck_assert_int_eq(parse(lines[_i].argv, stderr, &status), lines[_i].first);
	if (lines[_i].first < 0)
		ck_assert_int_eq(status, lines[_i].status);
	ck_assert_str_eq(caught.words, lines[_i].error != NULL ? lines[_i].error : "");
	ck_assert_uint_eq(options.run.buffer_size, FLOW_SIZE);
}
END_TEST

/* Help and version go to standard output, and are all there is to do. */
static void
show(const char *option)
{
	const char *const line[] = { option, NULL };
	int status = 7;

	options.run = (struct run_options){ 0 };
	ck_assert_int_eq(parse(line, stdout, &status), -1);
	ck_assert_int_eq(status, 0);
}

static void
has(const char *text)
{
	ck_assert_msg(strstr(caught.words, text) != NULL, "no \"%s\" in:\n%s", text,
	    caught.words);
}

START_TEST(help_is_shown)
{
	show("-h");
	caught_begins(&caught, "Usage: prog\n"
	    "Test\n"
	    "      --hold=SIZE         memory\n"
	    "\n"
	    "Reporting\n"
	    "      --stats[=FORMAT]    say ");
	has("\n  -V, --version           show the version\n"
	    "\n"
	    "Lists\n"
	    "  name         what it is\n"
	    "  a-long-name-1 what it is\n"
	    "\n"
	    "Exit status: 0 all clean; 1 failed; 2 finished, but input was damaged or some\n"
	    "record stayed incomplete.\n");
}
END_TEST

START_TEST(help_has_other_forms)
{
	show("--help=mdoc");
	caught_begins(&caught, ".Ss Test\n.Bl -tag -width Ds\n"
	    ".It Fl -hold Ns = Ns Ar SIZE\nmemory\n.El\n.Ss Reporting\n");
	ck_assert_ptr_null(strstr(caught.words, "Lists"));

	show("--help=table");
	caught_begins(&caught, "option\t-\thold\tneeded\tSIZE\tmemory\n"
	    "option\t-\tstats\toptional\t[FORMAT]\t");
	has("\noption\tq\tquiet\tnone\t-\tsay only why a run failed\n");
	has("\nvalue\thold\tname\twhat it is\n");
	has("\nvalue\tnone\ta-long-name-1\twhat it is\n");
	has("\nvalue\tstats\tjson\tone JSON object\n");
	has("\naccount\tbytes_read\tbytes: read\n");
	has("\naccount\tmissing\tlost on the host: records, by gaps in the numbering\n");
}
END_TEST

START_TEST(version_is_shown)
{
	show("-V");
	caught_begins(&caught, "prog " ZTRACE_VERSION);
	caught.words[strcspn(caught.words, "\n")] = '\0';
	ck_assert_str_eq(caught.words + strlen("prog "), ztrace_build);
}
END_TEST

Suite *
run_suite(void)
{
	Suite *s = suite_create("run");
	TCase *t = tcase_create("run");

	tcase_add_checked_fixture(t, set_up, NULL);
	tcase_add_loop_test(t, size_is_read, 0, sizeof(sizes) / sizeof(sizes[0]));
	tcase_add_loop_test(t, seconds_are_read, 0, sizeof(seconds) / sizeof(seconds[0]));
	tcase_add_test(t, report_is_chosen);
	tcase_add_test(t, numbers_have_limits);
	tcase_add_loop_test(t, buffer_size_has_limits, 0,
	    sizeof(buffer_sizes) / sizeof(buffer_sizes[0]));
	tcase_add_test(t, output_is_named);
	tcase_add_loop_test(t, line_is_parsed, 0, sizeof(lines) / sizeof(lines[0]));
	tcase_add_test(t, help_is_shown);
	tcase_add_test(t, help_has_other_forms);
	tcase_add_test(t, version_is_shown);
	suite_add_tcase(s, t);
	return s;
}
