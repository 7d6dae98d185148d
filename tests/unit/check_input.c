/* check_input.c - several files as one trace, and files that cannot be read */
#include <check.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "make_container.h"
#include "make_gtf.h"
#include "make_gzip.h"
#include "make_listing.h"
#include "oom.h"
#include "said.h"
#include "temp.h"
#include "ztrace/container.h"

static struct said said;
static struct ledger ledger;
static struct temp temp;
static struct maker maker;
static struct buf got;

static void
set_up(void)
{
	said_start(&said);
	said.diag.least = DIAG_WARN;
	ledger = (struct ledger){ { 0 } };
	temp_begin(&temp);
	maker = maker_of(7);
}

static void
tear_down(void)
{
	temp_end(&temp);
	buf_free(&got);
}

/* The names of the files of a test; each stays where it is. */
struct names {
	char		path[8][TEMP_PATH];
	const char     *name[9];
	size_t		n;
};

static void
add_name(struct names *names, const char *name)
{
	(void)snprintf(names->path[names->n], TEMP_PATH, "%s", name);
	names->name[names->n] = names->path[names->n];
	names->name[++names->n] = NULL;
}

static struct source *
open_names(const struct names *names)
{
	const struct input in = { .list = gtf_containers, .files = names->name };
	struct source *s = input_open(&in, &ledger, &said.diag);

	ck_assert_ptr_nonnull(s);
	return s;
}

/* Puts all records into `got`; ends with the code that was not RC_OK or RC_SKIP. */
static enum rc
read_all(struct source *s)
{
	struct record rec;
	enum rc rc;

	while ((rc = s->next(s, &rec, &said.diag)) == RC_OK || rc == RC_SKIP)
		if (rc == RC_OK)
			buf_put(&got, rec.data.p, rec.data.n);
	return rc;
}

/* The same trace in parts, each part in a file of another form. */
START_TEST(files_are_one_trace)
{
	struct names names = { .n = 0 };
	struct buf trace = { 0 }, part = { 0 }, packed = { 0 };
	struct source *s;
	size_t i, from;

	for (i = 0; i < 4; i++) {
		from = trace.n;
		make_trace(&maker, &trace, NULL, 3);
		buf_clear(&part);
		buf_clear(&packed);
		if (i == 0)
			make_vb(span_from(buf_span(&trace), from),
			    &(struct make_form){ 0 }, &packed);
		else if (i == 1)
			make_block(span_from(buf_span(&trace), from), &(struct make_form){ 0 },
			    &packed);
		else if (i == 2)
			print_trace(&print_styles[0], span_from(buf_span(&trace), from), &packed);
		else
			make_gzip(span_from(buf_span(&trace), from), &packed);
		add_name(&names, temp_put(&temp, (char[]){ (char)('a' + i), '\0' },
		    buf_span(&packed)));
		/* nothing stands between two files, not even an empty one */
		add_name(&names, temp_put(&temp, "empty", (struct span){ 0 }));
	}
	s = open_names(&names);
	ck_assert_int_eq(read_all(s), RC_END);
	s->close(s);
	ck_assert(span_equal(buf_span(&got), buf_span(&trace)));
	ck_assert_uint_eq(said.diag.count[DIAG_WARN], 4);
	ck_assert_uint_eq(said.diag.count[DIAG_DAMAGE], 0);
	ck_assert_ptr_nonnull(strstr(said.words, "/empty: input holds no data\n"));
	buf_free(&trace);
	buf_free(&part);
	buf_free(&packed);
}
END_TEST

/* Numbers and offsets are those of the record's own file, which it names. */
START_TEST(places_are_those_of_the_file)
{
	struct names names = { .n = 0 };
	struct buf trace = { 0 };
	struct record rec;
	struct source *s;
	size_t i, k;

	make_lost_block(&maker, &trace);
	make_control(&maker, &trace, 0);
	add_name(&names, temp_put(&temp, "a", buf_span(&trace)));
	add_name(&names, temp_put(&temp, "b", buf_span(&trace)));
	s = open_names(&names);
	for (i = 0; i < 2; i++) {
		for (k = 0; k < 2; k++) {
			ck_assert_int_eq(s->next(s, &rec, &said.diag), RC_OK);
			ck_assert_uint_eq(rec.at.number, k + 1);
			ck_assert_uint_eq(rec.at.offset, k * 22);
			ck_assert_ptr_eq(rec.at.file, names.name[i]);
			ck_assert_ptr_eq(said.diag.file, names.name[i]);
		}
	}
	ck_assert_int_eq(s->next(s, &rec, &said.diag), RC_END);
	s->close(s);
	buf_free(&trace);
}
END_TEST

/* Closed in the middle of a file, nothing of it stays open. */
START_TEST(close_in_the_middle)
{
	struct names names = { .n = 0 };
	struct buf trace = { 0 };
	struct record rec;
	struct source *s;
	int before, after;

	make_trace(&maker, &trace, NULL, 2);
	add_name(&names, temp_put(&temp, "a", buf_span(&trace)));
	before = dup(STDERR_FILENO);
	close(before);
	s = open_names(&names);
	ck_assert_int_eq(s->next(s, &rec, &said.diag), RC_OK);
	s->close(s);
	after = dup(STDERR_FILENO);
	close(after);
	ck_assert_int_eq(after, before);
	buf_free(&trace);
}
END_TEST

START_TEST(standard_input_is_a_file)
{
	struct names names = { .n = 0 };
	struct buf trace = { 0 };
	int saved = dup(STDIN_FILENO), fd;
	struct record rec;
	struct source *s;

	make_control(&maker, &trace, 0);
	fd = open(temp_put(&temp, "a", buf_span(&trace)), O_RDONLY);
	ck_assert_int_eq(dup2(fd, STDIN_FILENO), STDIN_FILENO);
	close(fd);
	add_name(&names, "-");
	add_name(&names, temp.path);
	s = open_names(&names);
	ck_assert_int_eq(s->next(s, &rec, &said.diag), RC_OK);
	ck_assert_str_eq(rec.at.file, "standard input");
	ck_assert_int_eq(s->next(s, &rec, &said.diag), RC_OK);
	ck_assert_ptr_eq(rec.at.file, names.name[1]);
	ck_assert_int_eq(s->next(s, &rec, &said.diag), RC_END);
	s->close(s);
	dup2(saved, STDIN_FILENO);
	close(saved);
	buf_free(&trace);
}
END_TEST

static void
make_missing(const char *path)
{
	(void)path;
}

static void
make_folder(const char *path)
{
	ck_assert_int_eq(mkdir(path, 0700), 0);
}

static void
make_loop(const char *path)
{
	ck_assert_int_eq(symlink(path, path), 0);
}

static const struct {
	void	       (*make)(const char *path);
	const char	*said;
} unreadable[] = {
	{ make_missing, "cannot open: No such file or directory" },
	{ make_folder, "cannot open: Is a directory" },
	{ make_loop, "cannot open: Too many levels of symbolic links" }
};

/* What was read before is passed on; then the run ends, with the name of the file. */
START_TEST(unreadable_file_is_a_failure)
{
	struct names names = { .n = 0 };
	char words[TEMP_PATH + 100];
	struct buf trace = { 0 };
	struct source *s;

	make_trace(&maker, &trace, NULL, 1);
	add_name(&names, temp_put(&temp, "a", buf_span(&trace)));
	add_name(&names, temp_path(&temp, "b"));
	unreadable[_i].make(names.name[1]);
	add_name(&names, names.name[0]);
	s = open_names(&names);
	ck_assert_int_eq(read_all(s), RC_FAIL);
	s->close(s);
	ck_assert(span_equal(buf_span(&got), buf_span(&trace)));
	(void)snprintf(words, sizeof(words), "%s: %s\n", names.name[1], unreadable[_i].said);
	said_is(&said, words);
	ck_assert_int_eq(diag_status(&said.diag), 1);
	buf_free(&trace);
}
END_TEST

/* A file that is nothing known ends the run too. */
START_TEST(unknown_file_is_a_failure)
{
	struct names names = { .n = 0 };
	struct source *s;

	add_name(&names, temp_put(&temp, "a", span_of("no trace data", 13)));
	s = open_names(&names);
	ck_assert_int_eq(read_all(s), RC_FAIL);
	s->close(s);
	ck_assert_int_eq(strncmp(said.words, names.name[0], strlen(names.name[0])), 0);
	ck_assert_int_eq(diag_status(&said.diag), 1);
}
END_TEST

/* The writing end of a pipe, which is closed when its reader begins to wait. */
struct writing {
	int		fd;
	unsigned	calls;
};

static bool
close_writing(void *to)
{
	struct writing *w = to;

	w->calls++;
	close(w->fd);
	return true;
}

START_TEST(idle_is_called_for_a_slow_file)
{
	struct buf trace = { 0 };
	struct writing w = { .calls = 0 };
	struct names names = { .n = 0 };
	const struct input in = {
		.list = gtf_containers, .files = names.name, .idle = { close_writing, &w }
	};
	struct record rec;
	struct source *s;

	add_name(&names, temp_path(&temp, "fifo"));
	ck_assert_int_eq(mkfifo(names.name[0], 0600), 0);
	w.fd = open(names.name[0], O_RDWR);
	make_control(&maker, &trace, 0);
	make_control(&maker, &trace, 0);
	ck_assert_int_eq(write(w.fd, trace.p, trace.n), (ssize_t)trace.n);
	s = input_open(&in, &ledger, &said.diag);
	ck_assert_int_eq(s->next(s, &rec, &said.diag), RC_OK);
	ck_assert_int_eq(s->next(s, &rec, &said.diag), RC_OK);
	ck_assert_uint_eq(w.calls, 0);
	ck_assert_int_eq(s->next(s, &rec, &said.diag), RC_END);
	ck_assert_uint_eq(w.calls, 1);
	s->close(s);
	buf_free(&trace);
}
END_TEST

START_TEST(no_files_are_the_end)
{
	struct names names = { .n = 0 };
	struct source *s = open_names(&names);

	ck_assert_int_eq(read_all(s), RC_END);
	s->close(s);
	said_is(&said, "");
	oom_arm(0);
	ck_assert_ptr_null(input_open(&(struct input){ .list = gtf_containers }, &ledger,
	    &said.diag));
	ck_assert(oom_disarm());
	said_is(&said, "out of memory\n");
}
END_TEST

Suite *
input_suite(void)
{
	Suite *suite = suite_create("input");
	TCase *tc = tcase_create("core");

	tcase_add_checked_fixture(tc, set_up, tear_down);
	tcase_add_test(tc, files_are_one_trace);
	tcase_add_test(tc, places_are_those_of_the_file);
	tcase_add_test(tc, close_in_the_middle);
	tcase_add_test(tc, standard_input_is_a_file);
	tcase_add_loop_test(tc, unreadable_file_is_a_failure, 0,
	    sizeof(unreadable) / sizeof(unreadable[0]));
	tcase_add_test(tc, unknown_file_is_a_failure);
	tcase_add_test(tc, idle_is_called_for_a_slow_file);
	tcase_add_test(tc, no_files_are_the_end);
	suite_add_tcase(suite, tc);
	return suite;
}
