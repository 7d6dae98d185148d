/* check_writer_through.c - output that goes straight to a device, a pipe or standard output */
#include <check.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "said.h"
#include "temp.h"
#include "ztrace/writer.h"

static struct said said;
static struct temp temp;

static void
set_up(void)
{
	said_start(&said);
	temp_begin(&temp);
	(void)signal(SIGPIPE, SIG_IGN);
}

static void
tear_down(void)
{
	temp_end(&temp);
}

static struct span
text(const char *s)
{
	return span_of(s, strlen(s));
}

START_TEST(device_is_written_to)
{
	struct writer *w = writer_open("/dev/null", &said.diag);
	struct stat st;

	ck_assert_ptr_nonnull(w);
	ck_assert_int_eq(writer_put(w, text("all"), &said.diag), RC_OK);
	ck_assert_int_eq(writer_commit(w, &said.diag), RC_OK);
	ck_assert_int_eq(stat("/dev/null", &st), 0);
	ck_assert(S_ISCHR(st.st_mode));
	said_is(&said, "");
	if (access("/dev/full", W_OK) != 0)
		return;
	w = writer_open("/dev/full", &said.diag);
	ck_assert_int_eq(writer_put(w, text("all"), &said.diag), RC_FAIL);
	ck_assert_int_eq(writer_commit(w, &said.diag), RC_FAIL);
	said_is(&said, "cannot write output: No space left on device\n");
}
END_TEST

START_TEST(named_pipe_is_written_to)
{
	char bytes[10] = "";
	struct writer *w;
	struct stat st;
	int fd;

	ck_assert_int_eq(mkfifo(temp_path(&temp, "fifo"), 0600), 0);
	fd = open(temp.path, O_RDONLY | O_NONBLOCK);
	w = writer_open(temp.path, &said.diag);
	ck_assert_ptr_nonnull(w);
	ck_assert_int_eq(writer_put(w, text("now"), &said.diag), RC_OK);
	ck_assert_int_eq(read(fd, bytes, sizeof(bytes)), 3);
	ck_assert_str_eq(bytes, "now");
	close(fd);
	ck_assert_int_eq(writer_put(w, text("later"), &said.diag), RC_END);
	ck_assert_int_eq(writer_commit(w, &said.diag), RC_OK);
	ck_assert_int_eq(stat(temp_path(&temp, "fifo"), &st), 0);
	ck_assert(S_ISFIFO(st.st_mode));
	said_is(&said, "");
}
END_TEST

/* Makes a pipe standard output; its reading end, and what standard output was. */
static int
pipe_as_output(int *saved)
{
	int fd[2];

	ck_assert_int_eq(fflush(stdout), 0);
	*saved = dup(STDOUT_FILENO);
	ck_assert_int_eq(pipe(fd), 0);
	ck_assert_int_eq(dup2(fd[1], STDOUT_FILENO), STDOUT_FILENO);
	close(fd[1]);
	return fd[0];
}

static void
restore_output(int saved)
{
	ck_assert_int_eq(dup2(saved, STDOUT_FILENO), STDOUT_FILENO);
	close(saved);
}

/* That nobody reads any more is the end, and nothing to talk about. */
START_TEST(reader_is_gone)
{
	int saved, fd = pipe_as_output(&saved);
	struct writer *w = writer_open(NULL, &said.diag);
	char bytes[10] = "";
	enum rc first, second, end;

	first = writer_put(w, text("out"), &said.diag);
	ck_assert_int_eq(read(fd, bytes, sizeof(bytes)), 3);
	close(fd);
	second = writer_put(w, text("more"), &said.diag);
	end = writer_commit(w, &said.diag);
	restore_output(saved);
	ck_assert_int_eq(first, RC_OK);
	ck_assert_int_eq(second, RC_END);
	ck_assert_int_eq(end, RC_OK);
	said_is(&said, "");
}
END_TEST

/* What an aborted run has written to standard output cannot be taken back; it stays open. */
START_TEST(abort_leaves_standard_output_open)
{
	int saved, fd = pipe_as_output(&saved);
	struct writer *w = writer_open(NULL, &said.diag);

	writer_abort(w);
	ck_assert_int_eq(fcntl(STDOUT_FILENO, F_GETFD), 0);
	close(fd);
	restore_output(saved);
}
END_TEST

/* Reads a pipe to its end, slowly at first. */
struct slow_reader {
	int	fd;
	size_t	n;
};

static void *
read_slowly(void *to)
{
	struct slow_reader *r = to;
	uint8_t bytes[10000];
	ssize_t more = 1;

	(void)poll(NULL, 0, 20);
	while (more > 0) {
		more = read(r->fd, bytes, sizeof(bytes));
		r->n += more > 0 ? (size_t)more : 0;
	}
	close(r->fd);
	return NULL;
}

/* A pipe that would not wait, shared with somebody who wants it so. */
START_TEST(output_that_does_not_wait)
{
	enum { SIZE = 1 << 20 };
	int saved;
	struct slow_reader r = { .fd = pipe_as_output(&saved) };
	uint8_t *bytes = calloc(1, SIZE);
	struct writer *w = writer_open(NULL, &said.diag);
	pthread_t reader;
	enum rc rc, end;

	ck_assert_int_eq(fcntl(STDOUT_FILENO, F_SETFL, O_WRONLY | O_NONBLOCK), 0);
	ck_assert_int_eq(pthread_create(&reader, NULL, read_slowly, &r), 0);
	rc = writer_put(w, span_of(bytes, SIZE), &said.diag);
	end = writer_commit(w, &said.diag);
	restore_output(saved);
	ck_assert_int_eq(pthread_join(reader, NULL), 0);
	ck_assert_int_eq(rc, RC_OK);
	ck_assert_int_eq(end, RC_OK);
	ck_assert_uint_eq(r.n, SIZE);
	free(bytes);
}
END_TEST

Suite *
writer_through_suite(void)
{
	Suite *suite = suite_create("writer_through");
	TCase *tc = tcase_create("core");

	tcase_add_checked_fixture(tc, set_up, tear_down);
	tcase_add_test(tc, device_is_written_to);
	tcase_add_test(tc, named_pipe_is_written_to);
	tcase_add_test(tc, reader_is_gone);
	tcase_add_test(tc, abort_leaves_standard_output_open);
	tcase_add_test(tc, output_that_does_not_wait);
	suite_add_tcase(suite, tc);
	return suite;
}
