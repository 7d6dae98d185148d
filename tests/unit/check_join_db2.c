/* check_join_db2.c - Db2's records, cut in any way and mixed in any order, are whole again */
#include <check.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "hex.h"
#include "joiner.h"
#include "make_gtf.h"
#include "ztrace/db2.h"

enum { HEADER = 40, TIME = 6, DLEN = 28, CODE = 30, COMPLETE = 0, FIRST = 1, LAST = 2, MIDDLE = 3 };

static struct joiner joiner;
static struct maker maker;
static struct buf trace, piece;

static void
set_up(void)
{
	joiner_start(&joiner, &db2_join);
	maker = maker_of(11);
}

static void
tear_down(void)
{
	joiner_free(&joiner);
	buf_free(&trace);
	buf_free(&piece);
}

static size_t
less(size_t a, size_t b)
{
	return a < b ? a : b;
}

/* Appends the record in segments of random length, up to `most` bytes of payload. */
static void
cut(struct dice *dice, struct span whole, size_t most, struct buf *out)
{
	struct span payload = span_from(whole, HEADER), part;
	bool first = true;
	uint8_t *head;

	do {
		part = span_first(payload, 1 + dice_below(dice, most));
		payload = span_from(payload, part.n);
		head = buf_room(out, HEADER);
		memcpy(head, whole.p, HEADER);
		put_u16(head, (uint16_t)(HEADER + part.n));
		put_u16(head + DLEN, (uint16_t)(HEADER - DLEN + part.n));
		head[CODE] = payload.n == 0 ? (first ? COMPLETE : LAST) : first ? FIRST : MIDDLE;
		if (!first)
			put_u64(head + TIME, maker.clock += 0x23000);
		out->n += HEADER;
		buf_put(out, part.p, part.n);
		first = false;
	} while (payload.n > 0);
}

/* The documentation's records; the clock in two of them is no clock, so they stand for any. */
static const char *const documented[] = {
	"start-trace.hex", "start-trace-packed.hex", "statistics.hex"
};

START_TEST(documented_record)
{
	struct buf whole = hex_record(documented[_i]);
	size_t segments = (whole.n - HEADER + MAKE_PAYLOAD - 1) / MAKE_PAYLOAD;

	make_segments(&maker, &trace, buf_span(&whole));
	ck_assert_int_eq(joiner_run_all(&joiner, buf_span(&trace)), RC_END);
	ck_assert(span_equal(buf_span(&joiner.whole), buf_span(&whole)));
	ck_assert_uint_eq(joiner.ledger.n[SEGMENTS_JOINED], segments);
	ck_assert_uint_eq(joiner.ledger.n[WHOLE_JOINED], 1);
	said_is(&joiner.said, "");
	buf_free(&whole);
}
END_TEST

/* Without any one of its segments nothing is written, and each segment is in the rejects. */
START_TEST(lost_segment_is_noticed)
{
	struct buf whole = hex_record(documented[_i]), lacking = { 0 };
	struct feed feed[20];
	size_t n, k, i;

	make_segments(&maker, &trace, buf_span(&whole));
	n = feed_split(buf_span(&trace), feed, 20);
	ck_assert_uint_gt(n, 1);
	for (k = 0; k < n; k++) {
		buf_clear(&lacking);
		for (i = 0; i < n; i++)
			if (i != k)
				buf_put(&lacking, feed[i].data.p, feed[i].data.n);
		ck_assert_int_eq(joiner_run_all(&joiner, buf_span(&lacking)), RC_END);
		ck_assert_uint_eq(joiner.whole.n, 0);
		ck_assert(span_equal(buf_span(&joiner.rejected), buf_span(&lacking)));
		ck_assert_uint_eq(joiner.ledger.n[k == 0 ? REJECTED_ORPHAN : k == n - 1 ?
		    REJECTED_UNFINISHED : REJECTED_DAMAGED], n - 1);
		ck_assert_int_eq(diag_status(&joiner.said.diag), 2);
	}
	buf_free(&lacking);
	buf_free(&whole);
}
END_TEST

/* Merged and without time: what comes out has the documented layout in any case. */
START_TEST(layouts_become_one)
{
	struct buf whole = { 0 }, pieces = { 0 }, other = { 0 };
	struct feed feed[20];
	size_t n, i;

	make_db2_random(&maker, &whole, 1500);
	make_segments(&maker, &pieces, buf_span(&whole));
	n = feed_split(buf_span(&pieces), feed, 20);
	for (i = 0; i < n; i++) {
		if (_i == 0)
			make_merged(&other, feed[i].data, 0x0102);
		else
			make_untimed(&other, feed[i].data);
	}
	/* and one that was never cut */
	if (_i == 0)
		make_merged(&other, buf_span(&whole), 0x0102);
	else
		make_untimed(&other, buf_span(&whole));
	if (_i == 1)
		memset(whole.p + TIME, 0, 8);
	ck_assert_int_eq(joiner_run_all(&joiner, buf_span(&other)), RC_END);
	ck_assert_uint_eq(joiner.whole.n, 2 * whole.n);
	ck_assert(memcmp(joiner.whole.p, whole.p, whole.n) == 0);
	ck_assert(memcmp(joiner.whole.p + whole.n, whole.p, whole.n) == 0);
	said_is(&joiner.said, "");
	buf_free(&whole);
	buf_free(&pieces);
	buf_free(&other);
}
END_TEST

/* Two systems may have a subsystem of the same name: their segments do not mix. */
START_TEST(systems_are_kept_apart)
{
	struct buf whole = { 0 }, pieces = { 0 };
	struct feed feed[20];
	size_t n;

	make_db2_random(&maker, &whole, 300);
	make_segments(&maker, &pieces, buf_span(&whole));
	n = feed_split(buf_span(&pieces), feed, 20);
	make_merged(&trace, feed[0].data, 1);
	make_merged(&trace, feed[n - 1].data, 2);
	buf_put(&trace, feed[n - 1].data.p, feed[n - 1].data.n);
	ck_assert_int_eq(joiner_run_all(&joiner, buf_span(&trace)), RC_END);
	ck_assert_uint_eq(joiner.whole.n, 0);
	ck_assert(span_equal(buf_span(&joiner.rejected), buf_span(&trace)));
	ck_assert_ptr_nonnull(strstr(joiner.said.words, "(SID 0001 DB2A 00000001, 1 segments)"));
	ck_assert_ptr_nonnull(strstr(joiner.said.words, "(SID 0002 DB2A 00000001, 1)"));
	ck_assert_ptr_nonnull(strstr(joiner.said.words, "(DB2A 00000001, 1)"));
	buf_free(&whole);
	buf_free(&pieces);
}
END_TEST

/* Without time stamps, segments of zeros are alike to the last byte, and all are meant. */
START_TEST(untimed_segments_that_are_alike)
{
	struct buf whole = { 0 }, pieces = { 0 };
	struct feed feed[20];
	size_t n, i, at;

	make_db2(&maker, &whole, 3, NULL, 0);
	at = whole.n;
	buf_fill(&whole, 0, 6 * MAKE_PAYLOAD);
	put_u16(whole.p, (uint16_t)whole.n);
	put_u16(whole.p + DLEN, (uint16_t)(whole.n - DLEN));
	make_segments(&maker, &pieces, buf_span(&whole));
	n = feed_split(buf_span(&pieces), feed, 20);
	for (i = 0; i < n; i++)
		make_untimed(&trace, feed[i].data);
	ck_assert_int_eq(joiner_run_all(&joiner, buf_span(&trace)), RC_END);
	ck_assert_uint_eq(joiner.whole.n, whole.n);
	ck_assert(memcmp(joiner.whole.p + 14, whole.p + 14, at - 14) == 0);
	ck_assert_uint_eq(joiner.ledger.n[SEGMENTS_REPEATED], 0);
	buf_free(&whole);
	buf_free(&pieces);
}
END_TEST

/* Longer than its length field can say, or than an RDW may say. */
START_TEST(very_long_record)
{
	struct buf whole = { 0 };

	make_db2(&maker, &whole, 3, NULL, 0);
	make_bytes(&maker, &whole, 70000);
	make_segments(&maker, &trace, buf_span(&whole));
	ck_assert_int_eq(joiner_run_all(&joiner, buf_span(&trace)), RC_END);
	ck_assert_uint_eq(joiner.whole.n, whole.n);
	ck_assert_uint_eq(span_u16(buf_span(&joiner.whole), 0), 0xFFFF);
	ck_assert_uint_eq(span_u16(buf_span(&joiner.whole), DLEN), 0xFFFF - DLEN);
	ck_assert(memcmp(joiner.whole.p + 32, whole.p + 32, whole.n - 32) == 0);

	joiner.opt.longest = 32760;
	ck_assert_int_eq(joiner_run_all(&joiner, buf_span(&trace)), RC_END);
	ck_assert_uint_eq(joiner.whole.n, 0);
	ck_assert(span_equal(buf_span(&joiner.rejected), buf_span(&trace)));
	said_is(&joiner.said, "record 1 at 0x0: record cannot be completed (DB2A 00000001, 288 "
	    "segments: it is too long for this output)\n");
	buf_free(&whole);
}
END_TEST

/* A stretch of input that comes twice is no gap in the numbering, and hides none. */
START_TEST(numbering_is_followed)
{
	size_t at = 0, size = 0, i;
	bool gap = _i % 2 == 1;

	for (i = 1; i <= 12; i++) {
		if (i == 8 && gap)
			maker.seq++;
		if (i == 5)
			at = trace.n;
		buf_clear(&piece);
		make_db2_random(&maker, &piece, 800);
		if (_i < 2)
			buf_put(&trace, piece.p, piece.n);
		else
			make_segments(&maker, &trace, buf_span(&piece));
		if (i == 7)
			size = trace.n - at;
		if (i == 10 && buf_room(&trace, size) != NULL)
			buf_put(&trace, trace.p + at, size);
	}
	ck_assert_int_eq(joiner_run_all(&joiner, buf_span(&trace)), RC_END);
	ck_assert_uint_eq(joiner.ledger.n[RESULTS], 12);
	ck_assert_uint_ge(joiner.ledger.n[SEGMENTS_REPEATED], 3);
	ck_assert_uint_eq(joiner.ledger.n[MISSING], gap);
}
END_TEST

/* Segments of one record, to be taken one after the other. */
struct queue {
	struct buf	segments;
	struct cursor	left;
	struct buf	whole;
};

enum { QUEUES = 6 };

/* Records of every size, and the documented ones, in segments of every size. */
static void
fill_queues(struct queue q[QUEUES], struct dice *dice)
{
	size_t i, most;

	for (i = 0; i < QUEUES; i++) {
		q[i] = (struct queue){ .segments = { 0 } };
		if (i < 3)
			q[i].whole = hex_record(documented[i]);
		else
			make_db2_random(&maker, &q[i].whole, dice_below(dice, 3000));
		most = dice_below(dice, 2) == 0 ? 1 + dice_below(dice, 40) :
		    1 + dice_below(dice, less(3000, q[i].whole.n));
		if (dice_below(dice, 2) == 0)
			make_segments(&maker, &q[i].segments, buf_span(&q[i].whole));
		else
			cut(dice, buf_span(&q[i].whole), most, &q[i].segments);
		q[i].left = cursor_at(buf_span(&q[i].segments), 0);
	}
}

/* Puts what is in the queues into the trace in any order that keeps each one's own. */
static void
mix(struct queue q[QUEUES], struct dice *dice, struct buf *wanted)
{
	size_t i, busy = QUEUES;
	struct span segment;

	while (busy > 0) {
		i = dice_below(dice, QUEUES + 1);
		if (i == QUEUES)
			make_foreign(&maker, &trace, 0xE5E9, dice_below(dice, 100));
		else if (cursor_left(&q[i].left) > 0 && make_each(&q[i].left, &segment)) {
			buf_put(&trace, segment.p, segment.n);
			if (cursor_left(&q[i].left) > 0)
				continue;
			buf_put(wanted, q[i].whole.p, q[i].whole.n);
			busy--;
		}
	}
}

START_TEST(any_cut_in_any_order)
{
	struct dice dice = dice_new();
	size_t rounds = getenv("QUICK") != NULL ? 10 : 100, i;
	struct queue q[QUEUES];
	struct buf wanted = { 0 };

	while (rounds-- > 0) {
		buf_clear(&trace);
		buf_clear(&wanted);
		fill_queues(q, &dice);
		mix(q, &dice, &wanted);
		ck_assert_int_eq(joiner_run_all(&joiner, buf_span(&trace)), RC_END);
		ck_assert_msg(span_equal(buf_span(&joiner.whole), buf_span(&wanted)),
		    "other records than those that were cut: SEED=%" PRIu64, dice.seed);
		ck_assert_msg(joiner.ledger.n[SEGMENTS_COMPLETE] + joiner.ledger.n[SEGMENTS_JOINED]
		    == joiner.ledger.n[SEGMENTS], "segments lost: SEED=%" PRIu64, dice.seed);
		ck_assert_int_eq(diag_status(&joiner.said.diag), 0);
		for (i = 0; i < QUEUES; i++) {
			buf_free(&q[i].segments);
			buf_free(&q[i].whole);
		}
	}
	buf_free(&wanted);
}
END_TEST

/* What GTF's own tools would have made of a trace, read again, is the same. */
START_TEST(joined_records_are_read_again)
{
	struct buf wanted = { 0 }, again = { 0 };

	make_trace(&maker, &trace, &wanted, 30);
	ck_assert_int_eq(joiner_run_all(&joiner, buf_span(&trace)), RC_END);
	ck_assert(span_equal(buf_span(&joiner.whole), buf_span(&wanted)));
	buf_put(&again, joiner.whole.p, joiner.whole.n);
	ck_assert_int_eq(joiner_run_all(&joiner, buf_span(&again)), RC_END);
	ck_assert(span_equal(buf_span(&joiner.whole), buf_span(&wanted)));
	ck_assert_uint_eq(joiner.ledger.n[WHOLE_COMPLETE], 30);
	buf_free(&wanted);
	buf_free(&again);
}
END_TEST

Suite *
join_db2_suite(void)
{
	Suite *suite = suite_create("join_db2");
	TCase *tc = tcase_create("core");

	tcase_add_checked_fixture(tc, set_up, tear_down);
	tcase_add_loop_test(tc, documented_record, 0, 3);
	tcase_add_loop_test(tc, lost_segment_is_noticed, 0, 3);
	tcase_add_loop_test(tc, layouts_become_one, 0, 2);
	tcase_add_test(tc, systems_are_kept_apart);
	tcase_add_test(tc, untimed_segments_that_are_alike);
	tcase_add_test(tc, very_long_record);
	tcase_add_loop_test(tc, numbering_is_followed, 0, 4);
	tcase_add_test(tc, any_cut_in_any_order);
	tcase_add_test(tc, joined_records_are_read_again);
	suite_add_tcase(suite, tc);
	return suite;
}
