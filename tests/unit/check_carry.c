/* check_carry.c - segments that the run before left open */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "feed.h"
#include "joiner.h"
#include "make_gtf.h"
#include "oom.h"
#include "said.h"
#include "temp.h"
#include "ztrace/carry.h"
#include "ztrace/db2.h"
#include "ztrace/gtf.h"

enum { LIMIT = 1 << 20 };

static struct temp temp;
static struct said said;
static struct ledger ledger;
static struct maker maker;
static struct buf bytes, loaded;

static void
set_up(void)
{
	temp_begin(&temp);
	said_start(&said);
	ledger = (struct ledger){ { 0 } };
	maker = maker_of(5);
}

static void
tear_down(void)
{
	buf_free(&bytes);
	buf_free(&loaded);
	temp_end(&temp);
}

/* What a run leaves: a control record, and a record's first segments. */
static void
make_left(void)
{
	struct buf whole = { 0 };

	make_control(&maker, &bytes, 0);
	make_db2_random(&maker, &whole, 900);
	make_segment(&maker, &bytes, buf_span(&whole), 0);
	make_segment(&maker, &bytes, buf_span(&whole), 1);
	make_segment(&maker, &bytes, buf_span(&whole), 2);
	buf_free(&whole);
}

static enum rc
load(struct span file, size_t limit)
{
	buf_clear(&loaded);
	return carry_load(temp_put(&temp, "carry", file), limit, &loaded, &said.diag);
}

/* That this is said of temp.path, the path used last, at `place`. */
static void
said_of(const char *place, const char *sentence)
{
	size_t n = strlen(temp.path);

	ck_assert_msg(strncmp(said.words, temp.path, n) == 0, "%s", said.words);
	ck_assert_msg(strncmp(said.words + n, ": ", 2) == 0, "%s", said.words);
	ck_assert_msg(strncmp(said.words + n + 2, place, strlen(place)) == 0, "%s", said.words);
	ck_assert_str_eq(said.words + n + 2 + strlen(place), sentence);
	said_clear(&said);
}

START_TEST(nothing_is_carried)
{
	ck_assert_int_eq(carry_load(temp_path(&temp, "none"), LIMIT, &loaded, &said.diag), RC_OK);
	ck_assert_int_eq(load((struct span){ 0 }, 0), RC_OK);
	ck_assert_uint_eq(loaded.n, 0);
	said_is(&said, "");
}
END_TEST

START_TEST(file_is_loaded)
{
	make_left();
	ck_assert_int_eq(load(buf_span(&bytes), LIMIT), RC_OK);
	ck_assert(span_equal(buf_span(&loaded), buf_span(&bytes)));
	said_is(&said, "");
}
END_TEST

/* Larger than one reading takes. */
START_TEST(large_file_is_loaded)
{
	size_t i;

	for (i = 0; i < 400; i++)
		make_left();
	ck_assert_uint_gt(bytes.n, 4 * 65536);
	ck_assert_int_eq(load(buf_span(&bytes), LIMIT), RC_OK);
	ck_assert(span_equal(buf_span(&loaded), buf_span(&bytes)));
}
END_TEST

START_TEST(file_is_too_large)
{
	make_left();
	ck_assert_int_eq(load(buf_span(&bytes), bytes.n), RC_OK);
	ck_assert_int_eq(load(buf_span(&bytes), bytes.n - 1), RC_FAIL);
	ck_assert_ptr_nonnull(strstr(said.words, "carry file is larger than can be held (8"));
	ck_assert_ptr_nonnull(strstr(said.words, " bytes; --hold sets the limit)\n"));
	ck_assert_int_eq(load(span_of("x", 1), 0), RC_FAIL);
}
END_TEST

START_TEST(file_is_no_file)
{
	ck_assert_int_eq(carry_load(temp.folder, LIMIT, &loaded, &said.diag), RC_FAIL);
	ck_assert_ptr_nonnull(strstr(said.words,
	    ": cannot read carry file: it is no plain file\n"));
	said_clear(&said);
	temp_put(&temp, "carry", span_of("x", 1));
	ck_assert_int_eq(carry_load(temp_path(&temp, "carry/x"), LIMIT, &loaded, &said.diag),
	    RC_FAIL);
	said_of("", "cannot open carry file: Not a directory\n");
}
END_TEST

#define NO_RECORD "carry file holds something that is no GTF record: it was not written by a " \
	"run before this one, or is damaged\n"

/* One change to the second record (26 bytes from the start). */
static const struct {
	size_t		at;
	uint8_t		byte;
	enum rc		rc;
} changes[] = {
	{ 0, 0x7F, RC_FAIL },	/* a length beyond the end, */
	{ 0, 0, RC_FAIL },	/* one that the next record does not agree with, */
	{ 1, 0, RC_FAIL },
	{ 2, 1, RC_FAIL },	/* a segment of a spanned record, */
	{ 3, 1, RC_FAIL },
	{ 4, 0, RC_FAIL },	/* GTF's own record that is none of control */
	{ 4, 0xF0, RC_FAIL },	/* a record that GTF has cut */
	{ 4, 0x77, RC_FAIL },
	{ 5, 0xFF, RC_OK },	/* what the format does not look at is the join's business */
	{ 14, 0, RC_OK },
	{ 100, 0, RC_OK }
};

START_TEST(file_is_damaged)
{
	make_left();
	bytes.p[26 + changes[_i].at] = changes[_i].byte;
	ck_assert_int_eq(load(buf_span(&bytes), LIMIT), changes[_i].rc);
	if (changes[_i].rc == RC_FAIL && changes[_i].at > 1)
		said_of("record 2 at 0x1a: ", NO_RECORD);
	else if (changes[_i].rc == RC_FAIL)
		ck_assert_ptr_nonnull(strstr(said.words, NO_RECORD));
	else
		said_is(&said, "");
}
END_TEST

/* Cut at any byte it is whole only where a record ends. */
START_TEST(file_is_cut)
{
	struct feed feed[8];
	size_t n, i, end = 0, k = 0;
	bool whole;

	make_left();
	ck_assert_uint_eq(feed_split(buf_span(&bytes), feed, 8), 4);
	for (n = 0; n < bytes.n; n += n < 40 || n + 40 > bytes.n ? 1 : 9) {
		for (end = 0, k = 0; k < 4 && end + feed[k].data.n <= n; k++)
			end += feed[k].data.n;
		whole = end == n;
		said_clear(&said);
		i = (size_t)load(span_of(bytes.p, n), LIMIT);
		ck_assert_msg(i == (size_t)(whole ? RC_OK : RC_FAIL), "cut at %zu bytes", n);
		if (!whole)
			ck_assert_ptr_nonnull(strstr(said.words, NO_RECORD));
	}
}
END_TEST

START_TEST(loading_needs_memory)
{
	enum rc rc = RC_OK;
	const char *path;
	bool failed = true;
	long n;

	make_left();
	path = temp_put(&temp, "carry", buf_span(&bytes));
	for (n = 0; failed; n++) {
		buf_free(&loaded);
		said_clear(&said);
		oom_arm(n);
		rc = carry_load(path, LIMIT, &loaded, &said.diag);
		failed = oom_disarm();
		ck_assert_int_eq(rc, failed ? RC_FAIL : RC_OK);
		ck_assert_str_eq(said.words, failed ? "out of memory\n" : "");
	}
	ck_assert_int_gt(n, 1);
}
END_TEST

/* Each record with its place in the carry file; then what is below, to its end. */
START_TEST(carried_records_come_first)
{
	struct feed feed[8], below = { .data = span_of("\0\6\0\0\xFF\0", 6) };
	struct source *s;
	struct record rec;
	unsigned closed = 0;
	size_t i, at = 0;

	make_left();
	ck_assert_uint_eq(feed_split(buf_span(&bytes), feed, 8), 4);
	s = carry_open(&bytes, "left.gtf", feed_open(&below, 1, &closed), &ledger);
	for (i = 0; i < 4; i++) {
		ck_assert_int_eq(s->next(s, &rec, &said.diag), RC_OK);
		ck_assert(span_equal(rec.data, feed[i].data));
		ck_assert_str_eq(rec.at.file, "left.gtf");
		ck_assert_uint_eq(rec.at.number, i + 1);
		ck_assert_uint_eq(rec.at.offset, at);
		ck_assert(rec.at.known && rec.carried && !rec.cut);
		at += rec.data.n;
		ck_assert_uint_eq(ledger.n[BYTES_READ], at);
		ck_assert_uint_eq(ledger.n[BYTES_RECORD], at);
	}
	ck_assert_int_eq(s->next(s, &rec, &said.diag), RC_OK);
	ck_assert(span_equal(rec.data, below.data));
	ck_assert(rec.at.file == NULL && !rec.carried);
	ck_assert_uint_eq(ledger.n[BYTES_READ], at);
	for (i = 0; i < 3; i++)
		ck_assert_int_eq(s->next(s, &rec, &said.diag), RC_END);
	s->close(s);
	ck_assert_uint_eq(closed, 1);
}
END_TEST

/* What goes wrong below is handed on. */
START_TEST(below_may_fail)
{
	static const struct feed below[] = { { .rc = RC_SKIP }, { .rc = RC_FAIL } };
	struct buf none = { 0 };
	struct source *s = carry_open(&none, "left", feed_open(below, 2, NULL), &ledger);
	struct record rec;

	ck_assert_int_eq(s->next(s, &rec, &said.diag), RC_SKIP);
	ck_assert_int_eq(s->next(s, &rec, &said.diag), RC_FAIL);
	s->close(s);
}
END_TEST

START_TEST(opening_needs_memory)
{
	unsigned closed = 0;
	struct source *below = feed_open(NULL, 0, &closed), *s;

	oom_arm(0);
	s = carry_open(&bytes, "left", below, &ledger);
	ck_assert(oom_disarm());
	ck_assert_ptr_null(s);
	ck_assert_uint_eq(closed, 1);
}
END_TEST

/*
 * A trace cut in two, the second half behind what the first has left: the
 * records are those of the whole trace, and none is missing in between.
 */
START_TEST(carry_and_input_are_one)
{
	static struct joiner one, first;
	struct join_options opt = { .rules = db2_join, .hold = LIMIT };
	struct feed feed[400];
	struct source *s;
	struct record rec;
	size_t n, half;
	enum rc rc;

	joiner_start(&one, &db2_join);
	joiner_start(&first, &db2_join);
	first.carrying = true;
	make_trace(&maker, &bytes, NULL, 40);
	n = feed_split(buf_span(&bytes), feed, 400);
	ck_assert_uint_lt(n, 400);
	ck_assert_int_eq(joiner_run(&one, feed, n), RC_END);
	for (half = 0; half <= n; half++) {
		ck_assert_int_eq(joiner_run(&first, feed, half), RC_END);
		ck_assert_uint_eq(first.ledger.n[MISSING], 0);
		ledger = (struct ledger){ { 0 } };
		s = carry_open(&first.carried, "left", feed_open(feed + half, n - half, NULL),
		    &ledger);
		s = select_open(s, one.eids, &ledger);
		s = join_open(s, &opt, &ledger);
		while ((rc = s->next(s, &rec, &said.diag)) == RC_OK || rc == RC_SKIP)
			if (rc == RC_OK)
				buf_put(&first.whole, rec.data.p, rec.data.n);
		s->close(s);
		ck_assert_msg(span_equal(buf_span(&first.whole), buf_span(&one.whole)),
		    "cut before record %zu of %zu", half + 1, n);
		ck_assert_msg(ledger.n[MISSING] == 0, "cut before record %zu", half + 1);
	}
	said_is(&said, "");
	joiner_free(&one);
	joiner_free(&first);
}
END_TEST

Suite *
carry_suite(void)
{
	Suite *s = suite_create("carry");
	TCase *t = tcase_create("carry");

	tcase_add_checked_fixture(t, set_up, tear_down);
	tcase_add_test(t, nothing_is_carried);
	tcase_add_test(t, file_is_loaded);
	tcase_add_test(t, large_file_is_loaded);
	tcase_add_test(t, file_is_too_large);
	tcase_add_test(t, file_is_no_file);
	tcase_add_loop_test(t, file_is_damaged, 0, sizeof(changes) / sizeof(changes[0]));
	tcase_add_test(t, file_is_cut);
	tcase_add_test(t, loading_needs_memory);
	tcase_add_test(t, carried_records_come_first);
	tcase_add_test(t, below_may_fail);
	tcase_add_test(t, opening_needs_memory);
	tcase_add_test(t, carry_and_input_are_one);
	suite_add_tcase(s, t);
	return s;
}
