/* check_progress.c - how far a long run is, in words */
#include <check.h>
#include <inttypes.h>
#include <string.h>

#include "caught.h"
#include "ztrace/progress.h"

static const struct run_program program = { .name = "prog" };
static const char *const files[] = { "/dev/null", NULL };

static const struct {
	uint64_t	 read, total, ms;
	const char	*text;
} lines[] = {
	{ 0, 0, 0, "0 B, 0 B/s" },
	{ 0, 1000, 0, "0 B, 0 %, 0 B/s" },
	{ 0, 1000, 5000, "0 B, 0 %, 0 B/s" },
	{ 1, 0, 1000, "1 B, 1 B/s" },
	{ 999, 0, 1000, "999 B, 999 B/s" },
	{ 1000, 0, 1000, "1.0 KiB, 1.0 KiB/s" },
	{ 10188, 0, 2000, "9.9 KiB, 5.0 KiB/s" },
	{ 10189, 0, 2000, "10 KiB, 5.0 KiB/s" },
	{ 1022976, 0, 1000, "999 KiB, 999 KiB/s" },
	{ 1023488, 0, 1000, "1.0 MiB, 1.0 MiB/s" },
	{ UINT64_MAX, 0, 1000, "16 EiB, 16 EiB/s" },
	{ UINT64_MAX, UINT64_MAX, 1000, "16 EiB, 100 %, 16 EiB/s" },
	{ 1, UINT64_MAX, 1000, "1 B, 0 %, 1 B/s" },
	{ 500, 1000, 1000, "500 B, 50 %, 500 B/s, 0:01 left" },
	{ 999, 1000, 1000, "999 B, 99 %, 999 B/s, 0:00 left" },
	{ 1000, 1000, 1000, "1.0 KiB, 100 %, 1.0 KiB/s" },
	{ 1001, 1000, 1000, "1.0 KiB, 1.0 KiB/s" },
	{ 100, 6100, 1000, "100 B, 1 %, 100 B/s, 1:00 left" },
	{ 10, 36000, 1000, "10 B, 0 %, 10 B/s, 59:59 left" },
	{ 10, 36010, 1000, "10 B, 0 %, 10 B/s, 1 h 00 left" },
	{ 1, 359999, 1000, "1 B, 0 %, 1 B/s, 99 h 59 left" },
	{ 1, 360001, 1000, "1 B, 0 %, 1 B/s" },
	{ 1, 100, 2000, "1 B, 1 %, 0 B/s, 3:18 left" }
};

START_TEST(line_tells)
{
	char text[PROGRESS_TEXT];

	progress_text(lines[_i].read, lines[_i].total, lines[_i].ms * 1000, text);
	ck_assert_str_eq(text, lines[_i].text);
}
END_TEST

/* No numbers make it longer than the line that is taken away. */
START_TEST(line_fits)
{
	static const uint64_t odd[] = { 0, 1, 999, 1023, 1024, 1048575, UINT32_MAX,
	    UINT64_C(1099511627775), UINT64_C(9223372036854775807), UINT64_MAX };
	const size_t n = sizeof(odd) / sizeof(odd[0]);
	char text[PROGRESS_TEXT];
	size_t i;

	for (i = 0; i < n * n * n; i++) {
		progress_text(odd[i % n], odd[i / n % n], odd[i / n / n], text);
		ck_assert_uint_lt(strlen(text), PROGRESS_TEXT - 4);
		ck_assert_ptr_nonnull(strstr(text, "/s"));
	}
}
END_TEST

/* What stays on standard error after a run that read 1000 bytes and said something. */
static const char *
run(struct caught *caught, const struct run_options *o)
{
	struct progress p;

	caught_begin(caught, stderr);
	progress_begin(&p, &program, o, files, true);
	progress_read(&p, 400);
	progress_line(&p, "prog: a message");
	progress_read(&p, 600);
	progress_end(&p);
	progress_line(&p, "prog: the end");
	caught_end(caught);
	return caught->words;
}

START_TEST(nothing_is_shown_where_no_terminal_is)
{
	struct caught caught;

	ck_assert_str_eq(run(&caught, &(struct run_options){ 0 }),
	    "prog: a message\nprog: the end\n");
	ck_assert_str_eq(run(&caught, &(struct run_options){ .progress = true, .quiet = true }),
	    "prog: a message\nprog: the end\n");
}
END_TEST

START_TEST(asked_for_it_is_shown_at_the_end)
{
	struct caught caught;
	const char *err = run(&caught, &(struct run_options){ .progress = true });

	ck_assert_ptr_nonnull(strstr(err, "prog: a message\nprog: 1.0 KiB, "));
	ck_assert_ptr_nonnull(strstr(err, "/s\nprog: the end\n"));
	ck_assert_ptr_null(strchr(err, '\r'));
}
END_TEST

Suite *
progress_suite(void)
{
	Suite *s = suite_create("progress");
	TCase *t = tcase_create("progress");

	tcase_add_loop_test(t, line_tells, 0, sizeof(lines) / sizeof(lines[0]));
	tcase_add_test(t, line_fits);
	tcase_add_test(t, nothing_is_shown_where_no_terminal_is);
	tcase_add_test(t, asked_for_it_is_shown_at_the_end);
	suite_add_tcase(s, t);
	return s;
}
