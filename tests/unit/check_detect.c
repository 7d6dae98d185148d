/* check_detect.c - what a stream is taken for, and how soon */
#include <check.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "make_container.h"
#include "make_gtf.h"
#include "make_gzip.h"
#include "make_listing.h"
#include "oom.h"
#include "said.h"
#include "ztrace/container.h"

static struct said said;
static struct ledger ledger;
static struct buf trace, packed, got;

static void
set_up(void)
{
	struct maker m = maker_of(7);

	said_start(&said);
	ledger = (struct ledger){ { 0 } };
	make_trace(&m, &trace, NULL, 6);
}

static void
tear_down(void)
{
	buf_free(&trace);
	buf_free(&packed);
	buf_free(&got);
}

/* Puts all records of a source into `got`, and closes it. */
static void
read_all(struct source *s)
{
	struct record rec;
	enum rc rc;

	while ((rc = s->next(s, &rec, &said.diag)) != RC_END) {
		ck_assert_int_ne(rc, RC_FAIL);
		if (rc == RC_OK)
			buf_put(&got, rec.data.p, rec.data.n);
	}
	s->close(s);
}

static struct source *
detect(const struct input *in, struct span s, size_t chunk, bool *empty)
{
	struct stream *stream = stream_open_memory(s, chunk);

	return detect_open(&stream, in, &ledger, empty, &said.diag);
}

static void
as_vb(void)
{
	make_vb(buf_span(&trace), &(struct make_form){ 0 }, &packed);
}

static void
as_block(void)
{
	make_block(buf_span(&trace), &(struct make_form){ 0 }, &packed);
}

static void
as_listing(void)
{
	print_trace(&print_styles[0], buf_span(&trace), &packed);
}

static const struct {
	const char	*name;
	void	       (*make)(void);
} forms[] = {
	{ "vb", as_vb },
	{ "block", as_block },
	{ "listing", as_listing }
};

enum { FORMS = sizeof(forms) / sizeof(forms[0]) };

static void
wrap(int times)
{
	struct buf inner;

	while (times-- > 0) {
		inner = packed;
		packed = (struct buf){ 0 };
		make_gzip(buf_span(&inner), &packed);
		buf_free(&inner);
	}
}

/* Every form, bare and wrapped up to four times, at once and byte by byte. */
START_TEST(form_is_found)
{
	static const size_t chunks[] = { 0, 1, 2, 3, 7, 4096 };
	const struct input in = { .list = gtf_containers };
	char words[40];
	int i, times;
	bool empty = true;
	struct source *s;

	forms[_i % FORMS].make();
	times = _i / (int)FORMS;
	wrap(times);
	(void)snprintf(words, sizeof(words), "read as %s: ", forms[_i % FORMS].name);
	for (i = 0; i < (int)(sizeof(chunks) / sizeof(chunks[0])); i++) {
		buf_clear(&got);
		s = detect(&in, buf_span(&packed), chunks[i], &empty);
		ck_assert_msg(s != NULL, "%s", said.words);
		ck_assert(!empty);
		read_all(s);
		ck_assert(span_equal(buf_span(&got), buf_span(&trace)));
		ck_assert_int_eq(diag_status(&said.diag), 0);
		ck_assert_ptr_nonnull(strstr(said.words, words));
	}
	/* a wrapping is told of each time it is taken off */
	ck_assert_uint_eq(said.diag.count[DIAG_NOTE], (unsigned)(times + 1) * 6);
}
END_TEST

START_TEST(too_many_wrappings)
{
	const struct input in = { .list = gtf_containers };
	bool empty = true;

	said.diag.least = DIAG_WARN;
	as_vb();
	wrap(5);
	ck_assert_ptr_null(detect(&in, buf_span(&packed), 0, &empty));
	ck_assert(!empty);
	said_is(&said, "more than 4 wrappings, one inside the other\n");
	ck_assert_int_eq(diag_status(&said.diag), 1);
}
END_TEST

/* --from settles the container, but wrappings are taken off all the same. */
START_TEST(forced_container)
{
	const struct input in = { .list = gtf_containers, .forced = &container_vb };
	bool empty;

	as_vb();
	wrap(_i);
	read_all(detect(&in, buf_span(&packed), 0, &empty));
	ck_assert(span_equal(buf_span(&got), buf_span(&trace)));

	/* what is something else is read as told, whatever comes out */
	buf_clear(&packed);
	buf_str(&packed, "Nothing that is known, and no record at all.\n");
	wrap(_i);
	read_all(detect(&in, buf_span(&packed), 0, &empty));
	ck_assert_int_eq(diag_status(&said.diag), 2);
	ck_assert_uint_eq(ledger.n[BYTES_SKIPPED], 45);
}
END_TEST

START_TEST(unknown_is_refused)
{
	const struct input in = { .list = gtf_containers };
	bool empty = true;

	said.diag.least = DIAG_WARN;
	buf_str(&packed, "Nothing that is known, and no record at all.\n");
	wrap(_i);
	ck_assert_ptr_null(detect(&in, buf_span(&packed), 1, &empty));
	ck_assert(!empty);
	ck_assert_int_eq(diag_status(&said.diag), 1);
	ck_assert_uint_eq(said.diag.count[DIAG_FAIL], 1);
	ck_assert_uint_gt(said.n, 20);
}
END_TEST

/* What is known but not read gets a name and advice, also inside of something else. */
START_TEST(known_form_is_refused)
{
	const struct input in = { .list = gtf_containers };
	bool empty = true;

	said.diag.least = DIAG_WARN;
	buf_str(&packed, "BZh91AY&SY and so on, which is no matter.");
	wrap(_i);
	ck_assert_ptr_null(detect(&in, buf_span(&packed), 1, &empty));
	ck_assert(!empty);
	ck_assert_ptr_nonnull(strstr(said.words, "bzip2 -dc"));
	ck_assert_uint_eq(said.diag.count[DIAG_FAIL], 1);
}
END_TEST

/* Nothing, a member of nothing, and the same again; whatever is forced. */
START_TEST(empty_is_no_failure)
{
	const struct input in = {
		.list = gtf_containers, .forced = _i % 2 == 0 ? NULL : &container_vb
	};
	bool empty = false;

	said.diag.least = DIAG_WARN;
	wrap(_i / 2);
	ck_assert_ptr_null(detect(&in, buf_span(&packed), 0, &empty));
	ck_assert(empty);
	said_is(&said, "");
	ck_assert_int_eq(diag_status(&said.diag), 0);
}
END_TEST

/* Cut before anything came out of it: empty, but not without a word. */
START_TEST(cut_wrapping_of_nothing)
{
	const struct input in = { .list = gtf_containers };
	bool empty = false;

	said.diag.least = DIAG_WARN;
	ck_assert_ptr_null(detect(&in, span_of("\x1f\x8b\x08\0\0\0\0\0\0\3", 10), 0, &empty));
	ck_assert(empty);
	said_is(&said, "at 0xa: gzip data end early (the file is cut)\n");
}
END_TEST

START_TEST(unreadable_is_a_failure)
{
	const struct input in = { .list = gtf_containers };
	int fd = open(".", O_RDONLY);
	struct stream *s = stream_open_fd(fd, NULL);
	bool empty = true;

	ck_assert_ptr_null(detect_open(&s, &in, &ledger, &empty, &said.diag));
	ck_assert(!empty);
	said_is(&said, "cannot read: Is a directory\n");
	ck_assert_int_eq(fcntl(fd, F_GETFD), -1);
}
END_TEST

static bool
never(void *to)
{
	(void)to;
	ck_abort_msg("waited for more than was needed");
	return true;
}

/* A slow pipe: once it is clear what it is, its records are read without waiting for more. */
START_TEST(sure_bid_does_not_wait)
{
	const struct input in = { .list = gtf_containers };
	struct stream *stream;
	struct source *s;
	struct record rec;
	bool empty;
	int fd[2];

	ck_assert_int_eq(pipe(fd), 0);
	ck_assert_int_eq(write(fd[1], trace.p, trace.n), (ssize_t)trace.n);
	stream = stream_open_fd(fd[0], &(struct stream_idle){ never, NULL });
	s = detect_open(&stream, &in, &ledger, &empty, &said.diag);
	ck_assert_ptr_nonnull(s);
	while (got.n < trace.n) {
		ck_assert_int_eq(s->next(s, &rec, &said.diag), RC_OK);
		buf_put(&got, rec.data.p, rec.data.n);
	}
	ck_assert(span_equal(buf_span(&got), buf_span(&trace)));
	s->close(s);
	close(fd[1]);
}
END_TEST

START_TEST(without_memory)
{
	const struct input in = { .list = gtf_containers };
	struct stream *stream;
	struct source *s;
	bool empty, failed = true;
	long n;

	as_vb();
	wrap(2);
	for (n = 0; failed; n++) {
		stream = stream_open_memory(buf_span(&packed), 0);
		oom_arm(n);
		s = detect_open(&stream, &in, &ledger, &empty, &said.diag);
		failed = oom_disarm();
		ck_assert(failed == (s == NULL));
		ck_assert(!failed || !empty);
		ck_assert(!failed || diag_status(&said.diag) == 1);
		if (s != NULL)
			s->close(s);
	}
	ck_assert_int_gt(n, 4);
}
END_TEST

Suite *
detect_suite(void)
{
	Suite *suite = suite_create("detect");
	TCase *tc = tcase_create("core");

	tcase_add_checked_fixture(tc, set_up, tear_down);
	tcase_add_loop_test(tc, form_is_found, 0, FORMS * 5);
	tcase_add_test(tc, too_many_wrappings);
	tcase_add_loop_test(tc, forced_container, 0, 3);
	tcase_add_loop_test(tc, unknown_is_refused, 0, 3);
	tcase_add_loop_test(tc, known_form_is_refused, 0, 2);
	tcase_add_loop_test(tc, empty_is_no_failure, 0, 6);
	tcase_add_test(tc, cut_wrapping_of_nothing);
	tcase_add_test(tc, unreadable_is_a_failure);
	tcase_add_test(tc, sure_bid_does_not_wait);
	tcase_add_test(tc, without_memory);
	suite_add_tcase(suite, tc);
	return suite;
}
