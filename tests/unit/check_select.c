/* check_select.c - which records go on, what rides in them, and how the others are counted */
#include <check.h>
#include <string.h>

#include "feed.h"
#include "make_gtf.h"
#include "oom.h"
#include "said.h"
#include "ztrace/gtf.h"

enum { MOST = 200 };

static struct said said;
static struct ledger ledger;
static struct maker maker;
static struct buf trace, text, json;
static struct feed feed[MOST];
static size_t fed;

static void
set_up(void)
{
	said_start(&said);
	ledger = (struct ledger){ { 0 } };
	maker = maker_of(3);
}

static void
tear_down(void)
{
	buf_free(&trace);
	buf_free(&text);
	buf_free(&json);
}

/* A source over what is in `trace`. */
static struct source *
selection(const char *pattern)
{
	struct eid_match match;

	ck_assert(eid_parse(pattern, &match));
	fed = feed_split(buf_span(&trace), feed, MOST);
	return select_open(feed_open(feed, fed, NULL), match, &ledger);
}

/* Lets all go by; how many went on. */
static size_t
drain(struct source *s)
{
	struct record rec;
	size_t n = 0;

	while (s->next(s, &rec, &said.diag) == RC_OK)
		n++;
	return n;
}

static void
make_db2_small(uint8_t code)
{
	size_t at = trace.n;

	make_db2(&maker, &trace, 3, NULL, 0);
	trace.p[at + 30] = code;
}

/* One record of every kind, and two of Db2's. */
static void
make_all(void)
{
	make_control(&maker, &trace, 28);
	make_lost_events(&maker, &trace, 5);
	make_lost_events(&maker, &trace, 7);
	make_lost_block(&maker, &trace);
	buf_put(&trace, "\0\6\0\0\0\x09", 6);		/* AID 00, FID 9 */
	make_foreign(&maker, &trace, 0xE5E9, 20);
	make_foreign(&maker, &trace, 0x1000, 20);
	make_foreign(&maker, &trace, 0x1FB9, 20);
	make_split(&maker, &trace, 0xF1, 20);
	make_db2_small(0);
	make_db2_small(1);
	buf_put(&trace, "\0\6\0\0\x77\x00", 6);		/* no AID there is */
	buf_put(&trace, "\0\6\0\0\xff\x00", 6);		/* too short */
}

static const struct {
	const char	*pattern;
	size_t		 on;		/* records that go on */
	uint64_t	 foreign, unselected;
} choices[] = {
	{ "EFB9", 2, 4, 0 },
	{ "xFB9", 3, 3, 0 },
	{ "any", 6, 0, 0 },
	{ "E5E9", 1, 3, 2 },
	{ "EFxx", 3, 3, 0 },
	{ "EF6C", 1, 3, 2 },
	{ "1111", 0, 4, 2 },
};

START_TEST(each_record_is_booked_once)
{
	struct source *s;
	size_t on;

	make_all();
	s = selection(choices[_i].pattern);
	on = drain(s);
	s->close(s);
	ck_assert_uint_eq(fed, 13);
	ck_assert_uint_eq(on, choices[_i].on);
	ck_assert_uint_eq(ledger.n[RECORDS_READ], 13);
	ck_assert_uint_eq(ledger.n[RECORDS_CONTROL], 1);
	ck_assert_uint_eq(ledger.n[RECORDS_LOST], 3);
	ck_assert_uint_eq(ledger.n[LOST_EVENTS], 12);
	ck_assert_uint_eq(ledger.n[LOST_BLOCKS], 1);
	ck_assert_uint_eq(ledger.n[RECORDS_OWN], 1);
	ck_assert_uint_eq(ledger.n[RECORDS_FOREIGN], choices[_i].foreign);
	ck_assert_uint_eq(ledger.n[RECORDS_UNSELECTED], choices[_i].unselected);
	ck_assert_uint_eq(ledger.n[RECORDS_MALFORMED], 2);
	ck_assert_uint_eq(on + 5 + choices[_i].foreign + choices[_i].unselected + 2, 13);
}
END_TEST

START_TEST(what_is_no_record_is_told)
{
	struct source *s;

	make_control(&maker, &trace, 0);
	buf_put(&trace, "\0\6\0\0\x77\x00", 6);
	s = selection("EFB9");
	ck_assert_uint_eq(drain(s), 0);
	s->close(s);
	said_is(&said, "record 2 at 0x1a: no GTF record (6 bytes)\n");
	ck_assert_int_eq(diag_status(&said.diag), 2);
}
END_TEST

/* Of records that are cut only Db2's go on: the join must know. Their container has told. */
START_TEST(cut_records)
{
	struct record rec;
	struct source *s;

	make_control(&maker, &trace, 0);
	make_foreign(&maker, &trace, 0xE5E9, 20);
	make_db2_small(1);
	make_db2_small(0);
	s = selection("any");
	feed[0].cut = feed[1].cut = feed[2].cut = true;
	feed[2].data.n -= 3;
	ck_assert_int_eq(s->next(s, &rec, &said.diag), RC_OK);
	ck_assert(rec.cut);
	ck_assert_uint_eq(rec.eid, EID_DB2);
	ck_assert_int_eq(s->next(s, &rec, &said.diag), RC_OK);
	ck_assert(!rec.cut);
	/* the zone of a control record that is cut is not believed */
	ck_assert(!rec.zoned);
	ck_assert_int_eq(s->next(s, &rec, &said.diag), RC_END);
	s->close(s);
	ck_assert_uint_eq(ledger.n[RECORDS_MALFORMED], 2);
	said_is(&said, "");
}
END_TEST

START_TEST(head_rides_in_the_record)
{
	struct record rec;
	struct source *s;
	struct buf whole = { 0 };

	make_db2_small(0);
	maker.zone = -27466;
	make_control(&maker, &trace, 0);
	make_db2_small(0);
	maker.zone = 3433;
	make_control(&maker, &trace, 0);
	make_db2(&maker, &whole, 3, NULL, 0);
	make_untimed(&trace, buf_span(&whole));

	s = selection("EFB9");
	ck_assert_int_eq(s->next(s, &rec, &said.diag), RC_OK);
	ck_assert(!rec.zoned && rec.timed);
	ck_assert_uint_eq(rec.eid, EID_DB2);
	ck_assert_uint_eq(rec.tod, span_u64(rec.data, 6));
	ck_assert_uint_eq(rec.at.number, 1);
	ck_assert_uint_eq(select_control(s).n, 0);
	ck_assert_int_eq(s->next(s, &rec, &said.diag), RC_OK);
	ck_assert(rec.zoned && rec.timed);
	ck_assert_int_eq(rec.zone, -480);
	ck_assert(span_equal(select_control(s), feed[1].data));
	ck_assert_int_eq(s->next(s, &rec, &said.diag), RC_OK);
	ck_assert(rec.zoned && !rec.timed);
	ck_assert_int_eq(rec.zone, 60);
	ck_assert_uint_eq(rec.eid, EID_DB2);
	ck_assert(span_equal(select_control(s), feed[3].data));
	ck_assert_int_eq(s->next(s, &rec, &said.diag), RC_END);
	s->close(s);
	buf_free(&whole);
}
END_TEST

START_TEST(codes_from_below_are_passed_on)
{
	static const struct feed codes[] = { { .rc = RC_SKIP }, { .rc = RC_FAIL } };
	unsigned closed = 0;
	struct source *s = select_open(feed_open(codes, 2, &closed), (struct eid_match){ 0 },
	    &ledger);
	struct record rec;

	ck_assert_int_eq(s->next(s, &rec, &said.diag), RC_SKIP);
	ck_assert_int_eq(s->next(s, &rec, &said.diag), RC_FAIL);
	ck_assert_int_eq(s->next(s, &rec, &said.diag), RC_END);
	s->close(s);
	ck_assert_uint_eq(closed, 1);
	ck_assert_uint_eq(ledger.n[RECORDS_READ], 0);

	s = feed_open(codes, 2, &closed);
	oom_arm(0);
	ck_assert_ptr_null(select_open(s, (struct eid_match){ 0 }, &ledger));
	ck_assert(oom_disarm());
	ck_assert_uint_eq(closed, 2);
}
END_TEST

static void
foreign_is(struct source *s, const char *wanted_text, const char *wanted_json)
{
	buf_clear(&text);
	buf_clear(&json);
	select_foreign(s, &text, &json);
	buf_char(&text, '\0');
	buf_char(&json, '\0');
	ck_assert_str_eq((const char *)text.p, wanted_text);
	ck_assert_str_eq((const char *)json.p, wanted_json);
}

START_TEST(foreign_events_are_counted)
{
	struct source *s = selection("EFB9");
	int i;

	foreign_is(s, "", "{}");
	s->close(s);
	for (i = 0; i < 3; i++)
		make_foreign(&maker, &trace, 0xE5EA, 4);
	make_foreign(&maker, &trace, 0xFFFF, 4);
	make_foreign(&maker, &trace, 0x0000, 4);
	make_foreign(&maker, &trace, 0x1000, 4);
	make_foreign(&maker, &trace, 0x1000, 4);
	make_split(&maker, &trace, 0xF0, 4);
	make_split(&maker, &trace, 0xF1, 4);
	make_db2_small(0);
	s = selection("EFB9");
	ck_assert_uint_eq(drain(s), 1);
	foreign_is(s, "E5EA 3, 1000 2, EF6C 2, 0000 1, FFFF 1",
	    "{\"0000\":1,\"1000\":2,\"E5EA\":3,\"EF6C\":2,\"FFFF\":1}");
	s->close(s);
}
END_TEST

/* The report for people shows twenty of them, and says when there are more. */
START_TEST(many_foreign_events)
{
	struct source *s;
	uint16_t i;

	for (i = 0; i < (uint16_t)_i; i++)
		make_foreign(&maker, &trace, (uint16_t)(0x1000 + i), 4);
	s = selection("EFB9");
	ck_assert_uint_eq(drain(s), 0);
	select_foreign(s, &text, &json);
	buf_char(&text, '\0');
	buf_char(&json, '\0');
	ck_assert_ptr_nonnull(strstr((const char *)text.p, "1000 1, 1001 1, 1002 1"));
	ck_assert_ptr_nonnull(strstr((const char *)text.p, ", 1012 1"));
	ck_assert((strstr((const char *)text.p, ", 1013 1") != NULL) == (_i >= 20));
	ck_assert((strstr((const char *)text.p, ", ...") != NULL) == (_i > 20));
	ck_assert((strstr((const char *)json.p, "\"1014\":1}") != NULL) == (_i > 20));
	s->close(s);
}
END_TEST

Suite *
select_suite(void)
{
	Suite *suite = suite_create("select");
	TCase *tc = tcase_create("core");

	tcase_add_checked_fixture(tc, set_up, tear_down);
	tcase_add_loop_test(tc, each_record_is_booked_once, 0,
	    sizeof(choices) / sizeof(choices[0]));
	tcase_add_test(tc, what_is_no_record_is_told);
	tcase_add_test(tc, cut_records);
	tcase_add_test(tc, head_rides_in_the_record);
	tcase_add_test(tc, codes_from_below_are_passed_on);
	tcase_add_test(tc, foreign_events_are_counted);
	tcase_add_loop_test(tc, many_foreign_events, 19, 22);
	suite_add_tcase(suite, tc);
	return suite;
}
