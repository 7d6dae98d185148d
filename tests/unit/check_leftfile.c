/* check_leftfile.c - files of raw segments */
#include <check.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "feed.h"
#include "hex.h"
#include "said.h"
#include "temp.h"
#include "ztrace/gtf.h"
#include "ztrace/leftfile.h"

static const char segment[] = "\0\x14\0\0\xFF\0SEGMENT1ABCDEF";

enum { SEGMENT = sizeof(segment) - 1 };

static struct temp temp;
static struct said said;
static struct ledger ledger;
static struct source *selection;
static struct buf control, file;
static struct leftfile left;
static struct leftover_sink sink;

/* A selection that has read a control record of so many bytes; 0: none. */
static void
select_control_of(size_t n)
{
	struct feed feed;
	struct record rec;

	control = hex_bytes("001A0000 0001FFFF 94B6A6E9 BD6636FA 5C021000 00010000 0000");
	buf_fill(&control, 0, n > control.n ? n - control.n : 0);
	put_u16(control.p, (uint16_t)control.n);
	feed = (struct feed){ .data = buf_span(&control) };
	selection = select_open(feed_open(&feed, n > 0, NULL), (struct eid_match){ 0 }, &ledger);
	ck_assert_ptr_nonnull(selection);
	ck_assert_int_eq(selection->next(selection, &rec, &said.diag), RC_END);
}

static void
set_up(void)
{
	temp_begin(&temp);
	said_start(&said);
	left = (struct leftfile){ 0 };
	sink = (struct leftover_sink){ 0 };
}

static void
tear_down(void)
{
	if (selection != NULL)
		selection->close(selection);
	selection = NULL;
	buf_free(&control);
	buf_free(&file);
	temp_end(&temp);
}

static enum rc
write_segment(void)
{
	return sink.write(sink.to, span_of(segment, SEGMENT), &said.diag);
}

/* That the file holds the control record, if `begun`, and so many segments. */
static void
file_is(const char *name, bool begun, size_t segments)
{
	struct buf wanted = { 0 };

	if (begun)
		buf_put(&wanted, control.p, control.n);
	while (segments-- > 0)
		buf_put(&wanted, segment, SEGMENT);
	buf_clear(&file);
	temp_get(&temp, name, &file);
	ck_assert(span_equal(buf_span(&file), buf_span(&wanted)));
	buf_free(&wanted);
}

START_TEST(not_wanted)
{
	select_control_of(26);
	ck_assert_int_eq(leftfile_open(&left, NULL, selection, &sink, &said.diag), RC_OK);
	ck_assert(sink.write == NULL);
	ck_assert_int_eq(leftfile_commit(&left, &said.diag), RC_OK);
	leftfile_abort(&left);
	said_is(&said, "");
}
END_TEST

/* The control record comes once, before the first segment, and only with one. */
START_TEST(begins_with_the_zone)
{
	size_t i;

	select_control_of(26);
	ck_assert_int_eq(leftfile_open(&left, temp_path(&temp, "left"), selection, &sink,
	    &said.diag), RC_OK);
	for (i = 0; i < (size_t)_i; i++)
		ck_assert_int_eq(write_segment(), RC_OK);
	/* whole or not at all */
	ck_assert_int_ne(access(temp_path(&temp, "left"), F_OK), 0);
	ck_assert_int_eq(leftfile_commit(&left, &said.diag), RC_OK);
	file_is("left", _i > 0, (size_t)_i);
	/* what is final stays */
	leftfile_abort(&left);
	ck_assert_int_eq(leftfile_commit(&left, &said.diag), RC_OK);
	ck_assert_uint_eq(temp_count(&temp), 1);
	said_is(&said, "");
}
END_TEST

/* There may be none, or one that is too long to be kept. */
START_TEST(without_a_zone)
{
	static const size_t sizes[] = { 0, 1024, 1025 };

	select_control_of(sizes[_i]);
	ck_assert_int_eq(leftfile_open(&left, temp_path(&temp, "left"), selection, &sink,
	    &said.diag), RC_OK);
	ck_assert_int_eq(write_segment(), RC_OK);
	ck_assert_int_eq(leftfile_commit(&left, &said.diag), RC_OK);
	file_is("left", sizes[_i] == 1024, 1);
}
END_TEST

START_TEST(aborted)
{
	select_control_of(26);
	temp_put(&temp, "left", span_of("before", 6));
	ck_assert_int_eq(leftfile_open(&left, temp_path(&temp, "left"), selection, &sink,
	    &said.diag), RC_OK);
	ck_assert_int_eq(write_segment(), RC_OK);
	leftfile_abort(&left);
	temp_get(&temp, "left", &file);
	ck_assert(span_equal(buf_span(&file), span_of("before", 6)));
	ck_assert_uint_eq(temp_count(&temp), 1);
	ck_assert_int_eq(leftfile_commit(&left, &said.diag), RC_OK);
}
END_TEST

START_TEST(cannot_be_made)
{
	select_control_of(26);
	ck_assert_int_eq(leftfile_open(&left, temp_path(&temp, "no/left"), selection, &sink,
	    &said.diag), RC_FAIL);
	ck_assert_ptr_nonnull(strstr(said.words, "cannot create output file"));
	ck_assert_ptr_nonnull(strstr(said.words, "no/left: No such file or directory\n"));
	leftfile_abort(&left);
	ck_assert_uint_eq(temp_count(&temp), 0);
}
END_TEST

/* That nobody reads a pipe any more would end the run well; here it must not. */
START_TEST(nobody_reads)
{
	void (*before)(int) = signal(SIGPIPE, SIG_IGN);
	const char *path = temp_path(&temp, "pipe");
	int reader;

	select_control_of(26);
	ck_assert_int_eq(mkfifo(path, 0600), 0);
	reader = open(path, O_RDONLY | O_NONBLOCK);
	ck_assert_int_ge(reader, 0);
	ck_assert_int_eq(leftfile_open(&left, path, selection, &sink, &said.diag), RC_OK);
	ck_assert_int_eq(write_segment(), RC_OK);
	(void)close(reader);
	ck_assert_int_eq(write_segment(), RC_FAIL);
	said_is(&said, "cannot write segments: nobody reads them any more\n");
	leftfile_abort(&left);
	(void)signal(SIGPIPE, before);
}
END_TEST

Suite *
leftfile_suite(void)
{
	Suite *s = suite_create("leftfile");
	TCase *t = tcase_create("leftfile");

	tcase_add_checked_fixture(t, set_up, tear_down);
	tcase_add_test(t, not_wanted);
	tcase_add_loop_test(t, begins_with_the_zone, 0, 4);
	tcase_add_loop_test(t, without_a_zone, 0, 3);
	tcase_add_test(t, aborted);
	tcase_add_test(t, cannot_be_made);
	tcase_add_test(t, nobody_reads);
	suite_add_tcase(s, t);
	return s;
}
