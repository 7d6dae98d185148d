/* check_stream_fd.c - streams over descriptors: ends, waits and failures */
#include <check.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/time.h>	/* setitimer */
#include <unistd.h>

#include "oom.h"
#include "said.h"
#include "ztrace/stream.h"

static struct said said;

static void
set_up(void)
{
	said_start(&said);
}

static struct span
text(const char *s)
{
	return span_of(s, strlen(s));
}

/* Ends the test unless peek shows just these bytes. */
static void
shows(struct stream *s, size_t min, const char *wanted)
{
	struct span v;

	ck_assert_int_eq(stream_peek(s, min, &v, &said.diag), RC_OK);
	ck_assert_msg(span_equal(v, text(wanted)), "peek of %zu shows \"%.*s\", not \"%s\"",
	    min, (int)v.n, (const char *)v.p, wanted);
}

/* A descriptor that reads these bytes and then the end. */
static int
pipe_of(const char *bytes)
{
	int fd[2];

	ck_assert_int_eq(pipe(fd), 0);
	ck_assert_int_eq(write(fd[1], bytes, strlen(bytes)), (ssize_t)strlen(bytes));
	close(fd[1]);
	return fd[0];
}

static bool
is_open(int fd)
{
	return fcntl(fd, F_GETFD) != -1;
}

START_TEST(descriptor_is_read_and_closed)
{
	int fd = pipe_of("0123456789");
	struct stream *s = stream_open_fd(fd, NULL);

	shows(s, 4, "0123456789");
	stream_consume(s, 10);
	shows(s, 1, "");
	ck_assert(is_open(fd));
	stream_close(s);
	ck_assert(!is_open(fd));

	fd = pipe_of("");
	oom_arm(0);
	ck_assert_ptr_null(stream_open_fd(fd, NULL));
	ck_assert(oom_disarm());
	ck_assert(!is_open(fd));
}
END_TEST

START_TEST(standard_input_stays_open)
{
	int saved = dup(STDIN_FILENO), fd = pipe_of("in");
	struct stream *s;

	ck_assert_int_eq(dup2(fd, STDIN_FILENO), STDIN_FILENO);
	close(fd);
	s = stream_open_fd(STDIN_FILENO, NULL);
	shows(s, 3, "in");
	stream_close(s);
	ck_assert(is_open(STDIN_FILENO));
	dup2(saved, STDIN_FILENO);
	close(saved);
}
END_TEST

START_TEST(directory_cannot_be_read)
{
	struct stream *s = stream_open_fd(open(".", O_RDONLY), NULL);
	struct span v;

	ck_assert_int_eq(stream_peek(s, 1, &v, &said.diag), RC_FAIL);
	said_is(&said, "cannot read: Is a directory\n");
	stream_close(s);
}
END_TEST

/* What `idle` is given: it writes the next byte when the stream begins to wait. */
struct waited {
	int		to;		/* the writing end; closed when nothing is left */
	const char	*left;
	unsigned	calls;
};

static bool
waited_write(void *to)
{
	struct waited *w = to;

	w->calls++;
	if (*w->left == '\0')
		close(w->to);
	else
		ck_assert_int_eq(write(w->to, w->left++, 1), 1);
	return true;
}

START_TEST(idle_is_called_before_waiting)
{
	struct waited w = { .left = "bc" };
	struct stream *s;
	int fd[2];

	ck_assert_int_eq(pipe(fd), 0);
	ck_assert_int_eq(write(fd[1], "a", 1), 1);
	w.to = fd[1];
	s = stream_open_fd(fd[0], &(struct stream_idle){ waited_write, &w });
	shows(s, 1, "a");
	ck_assert_uint_eq(w.calls, 0);
	shows(s, 3, "abc");
	ck_assert_uint_eq(w.calls, 2);
	shows(s, 4, "abc");
	ck_assert_uint_eq(w.calls, 3);
	stream_close(s);
}
END_TEST

static bool
give_up(void *to)
{
	unsigned *calls = to;

	return ++*calls < 3;
}

/* Told not to wait any more, reading fails; why is known to who said so. */
START_TEST(waiting_can_be_given_up)
{
	unsigned calls = 0;
	const struct stream_idle idle = { .idle = give_up, .to = &calls };
	struct stream *s;
	struct span v;
	int fd[2];

	ck_assert_int_eq(pipe(fd), 0);
	s = stream_open_fd(fd[0], &idle);
	ck_assert_int_eq(stream_peek(s, 1, &v, &said.diag), RC_FAIL);
	ck_assert_uint_eq(calls, 3);
	said_is(&said, "");
	stream_close(s);
	close(fd[1]);
}
END_TEST

/* The end that the signal's handler writes to, and how many signals are to come before. */
static volatile sig_atomic_t alarm_to, alarm_left;

static void
alarm_write(int signal)
{
	(void)signal;
	if (--alarm_left == 0 && write(alarm_to, "late", 4) == 4)
		(void)close(alarm_to);
}

/* A wait that signals break is gone on with; 1: the descriptor itself does not wait. */
START_TEST(interrupted_wait_goes_on)
{
	struct itimerval tick = { .it_interval = { .tv_usec = 10000 },
	    .it_value = { .tv_usec = 10000 } };
	struct sigaction old, action = { .sa_handler = alarm_write };
	struct stream *s;
	int fd[2];

	ck_assert_int_eq(pipe(fd), 0);
	if (_i == 1)
		ck_assert_int_eq(fcntl(fd[0], F_SETFL, O_NONBLOCK), 0);
	alarm_to = fd[1];
	alarm_left = 3;
	s = stream_open_fd(fd[0], NULL);
	ck_assert_int_eq(sigaction(SIGALRM, &action, &old), 0);
	ck_assert_int_eq(setitimer(ITIMER_REAL, &tick, NULL), 0);
	shows(s, 5, "late");
	tick = (struct itimerval){ .it_value = { 0 } };
	ck_assert_int_eq(setitimer(ITIMER_REAL, &tick, NULL), 0);
	ck_assert_int_eq(sigaction(SIGALRM, &old, NULL), 0);
	ck_assert_int_le(alarm_left, 0);
	stream_close(s);
}
END_TEST

Suite *
stream_fd_suite(void)
{
	Suite *suite = suite_create("stream_fd");
	TCase *tc = tcase_create("core");

	tcase_add_checked_fixture(tc, set_up, NULL);
	tcase_add_test(tc, descriptor_is_read_and_closed);
	tcase_add_test(tc, standard_input_stays_open);
	tcase_add_test(tc, directory_cannot_be_read);
	tcase_add_test(tc, idle_is_called_before_waiting);
	tcase_add_test(tc, waiting_can_be_given_up);
	tcase_add_loop_test(tc, interrupted_wait_goes_on, 0, 2);
	suite_add_tcase(suite, tc);
	return suite;
}
