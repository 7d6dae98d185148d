/* check_filter_record.c - which whole records are written, and what the others are left out by */
#include <check.h>
#include <string.h>

#include "hex.h"
#include "oom.h"
#include "ztrace/db2.h"
#include "ztrace/filter.h"

static struct filter filter;
static struct event ev;
static struct buf record, text;

static void
set_up(void)
{
	filter = (struct filter){ 0 };
	record = hex_record("start-trace.hex");
	text = (struct buf){ 0 };
}

static void
tear_down(void)
{
	buf_free(&record);
	buf_free(&text);
}

/* Decodes `record` with so many segments (0: another event), as the flow does. */
static void
decode(uint32_t segments, bool timed)
{
	struct record rec = {
		.data = buf_span(&record), .timed = timed,
		.tod = timed ? span_u64(buf_span(&record), 6) : 0,
		.eid = span_u16(buf_span(&record), 14), .segments = segments
	};

	db2_decode(NULL, &rec, &ev);
}

static enum account
account(void)
{
	return filter_account(&filter, &ev, &codepage_1047, &text);
}

/*
 * What passes of the documentation's IFCID 4 record: subsystem SSOP, written
 * at 17:28:51.545981 on 1993-01-18.
 */
static const struct {
	const char	*ifcids, *ssids, *since, *until, *where, *and;
	enum account	 left_out;	/* ACCOUNTS: it passes */
} rows[] = {
	{ .left_out = ACCOUNTS },
	{ .ifcids = "4", .left_out = ACCOUNTS },
	{ .ifcids = "1-3,5-65535", .left_out = FILTERED_IFCID },
	{ .ssids = "SSOP", .left_out = ACCOUNTS },
	{ .ssids = "DB2A,SSOP,DB2B", .left_out = ACCOUNTS },
	{ .ssids = "SSO,SOP,OP,S", .left_out = FILTERED_SSID },
	{ .ssids = "ssop", .left_out = FILTERED_SSID },

	/* from since on, before until */
	{ .since = "1993-01-18T17:28:51.545981Z", .left_out = ACCOUNTS },
	{ .since = "1993-01-18T17:28:51.545982Z", .left_out = FILTERED_TIME },
	{ .until = "1993-01-18T17:28:51.545981Z", .left_out = FILTERED_TIME },
	{ .until = "1993-01-18T17:28:51.545982Z", .left_out = ACCOUNTS },
	{ .since = "1993-01-18T09:28:51.545981-08:00",
	    .until = "1993-01-18T09:28:51.545982-08:00", .left_out = ACCOUNTS },
	{ .since = "1993-01-19", .until = "1993-01-18", .left_out = FILTERED_TIME },
	{ .since = "1900-01-01", .until = "2042-01-01", .left_out = ACCOUNTS },

	/* fields of all headers, by patterns */
	{ .where = "auth_id=SYSOPR", .left_out = ACCOUNTS },
	{ .where = "auth_id=SYS*", .left_out = ACCOUNTS },
	{ .where = "auth_id=S?S[A-O]PR", .left_out = ACCOUNTS },
	{ .where = "auth_id=SYS", .left_out = FILTERED_WHERE },
	{ .where = "auth_id=sysopr", .left_out = FILTERED_WHERE },
	{ .where = "correlation_id=023.GCSCN602", .left_out = ACCOUNTS },
	{ .where = "location=SANTA_*", .left_out = ACCOUNTS },
	{ .where = "job=SSOPMSTR", .left_out = ACCOUNTS },
	{ .where = "ascb=00F91400", .left_out = ACCOUNTS },
	{ .where = "ifcid=4", .left_out = ACCOUNTS },
	{ .where = "time=1993-01-18T17:*", .left_out = ACCOUNTS },
	{ .where = "plan=", .left_out = ACCOUNTS },
	{ .where = "plan=?*", .left_out = FILTERED_WHERE },
	{ .where = "auth_id=SYS*", .and = "plan=", .left_out = ACCOUNTS },
	{ .where = "auth_id=SYS*", .and = "plan=DSN*", .left_out = FILTERED_WHERE },

	/* coded values, by name, number or both; one without a name by its number */
	{ .where = "resource_manager=instrumentation*", .left_out = ACCOUNTS },
	{ .where = "resource_manager=instrumentation commands", .left_out = ACCOUNTS },
	{ .where = "resource_manager=16", .left_out = ACCOUNTS },
	{ .where = "resource_manager=instrumentation commands (16)", .left_out = ACCOUNTS },
	{ .where = "resource_manager=1", .left_out = FILTERED_WHERE },
	{ .where = "resource_manager=16)", .left_out = FILTERED_WHERE },
	{ .where = "resource_manager=", .left_out = FILTERED_WHERE },
	{ .where = "connection_type=none", .left_out = ACCOUNTS },
	{ .where = "release=0", .left_out = ACCOUNTS },

	/* what the record does not have passes by no pattern */
	{ .where = "end_user=*", .left_out = FILTERED_WHERE },
	{ .where = "long_location=*", .left_out = FILTERED_WHERE },
	{ .where = "cpu_time=*", .left_out = FILTERED_WHERE },
	{ .where = "no_such_field_in_any_header_at_all=*", .left_out = FILTERED_WHERE },

	/* the first that does not fit counts */
	{ .ifcids = "5", .ssids = "A", .since = "2000-01-01", .where = "plan=X",
	    .left_out = FILTERED_IFCID },
	{ .ifcids = "4", .ssids = "A", .since = "2000-01-01", .where = "plan=X",
	    .left_out = FILTERED_SSID },
	{ .ssids = "SSOP", .since = "2000-01-01", .where = "plan=X", .left_out = FILTERED_TIME },
	{ .ifcids = "4", .ssids = "SSOP", .since = "1993-01-18", .until = "1993-01-19",
	    .where = "plan=X", .left_out = FILTERED_WHERE },
	{ .ifcids = "4", .ssids = "SSOP", .since = "1993-01-18", .until = "1993-01-19",
	    .where = "plan=", .left_out = ACCOUNTS }
};

static void
set(const char *(*to)(void *, const char *), const char *arg)
{
	const char *wrong = arg != NULL ? to(&filter, arg) : NULL;

	ck_assert_msg(wrong == NULL, "%s: %s", arg, wrong);
}

START_TEST(record_is_accounted)
{
	decode(1, true);
	set(filter_add_ifcids, rows[_i].ifcids);
	set(filter_add_ssids, rows[_i].ssids);
	set(filter_set_since, rows[_i].since);
	set(filter_set_until, rows[_i].until);
	set(filter_add_where, rows[_i].where);
	set(filter_add_where, rows[_i].and);
	ck_assert_int_eq(account(), rows[_i].left_out);
	/* the room to work in is as good as new */
	ck_assert_int_eq(account(), rows[_i].left_out);
}
END_TEST

/* A name that looks like a coded value's is matched as a whole. */
START_TEST(names_are_no_codes)
{
	memcpy(record.p + 0xEC + 12, "\xC1\xC2\xC3\x40\x4D\xF1\x5D\x40\x40\x40\x40\x40", 12);
	decode(1, true);
	set(filter_add_where, "correlation_id=ABC (1)");
	ck_assert_int_eq(account(), ACCOUNTS);
	filter.where[0].glob = "ABC";
	ck_assert_int_eq(account(), FILTERED_WHERE);
	filter.where[0].glob = "1";
	ck_assert_int_eq(account(), FILTERED_WHERE);
}
END_TEST

/* An event that is not Db2's has no IFCID and no subsystem, but a time and a job. */
START_TEST(other_events)
{
	put_u16(record.p + 14, 0xE123);
	decode(0, true);
	set(filter_set_since, "1993-01-18");
	set(filter_add_where, "job=SSOP*");
	ck_assert_int_eq(account(), ACCOUNTS);
	set(filter_add_where, "plan=*");
	ck_assert_int_eq(account(), FILTERED_WHERE);
	set(filter_add_ssids, "SSOP");
	ck_assert_int_eq(account(), FILTERED_SSID);
	set(filter_add_ifcids, "0-65535");
	ck_assert_int_eq(account(), FILTERED_IFCID);
}
END_TEST

START_TEST(without_time)
{
	decode(1, false);
	ck_assert_int_eq(account(), ACCOUNTS);
	set(filter_set_since, "1900-01-01");
	ck_assert_int_eq(account(), FILTERED_TIME);
	filter.by_since = false;
	set(filter_set_until, "2042-01-01");
	ck_assert_int_eq(account(), FILTERED_TIME);
}
END_TEST

START_TEST(text_needs_memory)
{
	struct buf room = { 0 };
	enum account left_out = ACCOUNTS;
	bool failed = true;
	long n;

	decode(1, true);
	set(filter_add_ssids, "SSOP");
	set(filter_add_where, "auth_id=SYS*");
	for (n = 0; failed; n++) {
		buf_free(&room);
		oom_arm(n);
		left_out = filter_account(&filter, &ev, &codepage_1047, &room);
		failed = oom_disarm();
		ck_assert_int_eq(room.failed, failed);
	}
	ck_assert_int_gt(n, 1);
	ck_assert_int_eq(left_out, ACCOUNTS);
	buf_free(&room);
}
END_TEST

Suite *
filter_record_suite(void)
{
	Suite *s = suite_create("filter_record");
	TCase *t = tcase_create("filter_record");

	tcase_add_checked_fixture(t, set_up, tear_down);
	tcase_add_loop_test(t, record_is_accounted, 0, sizeof(rows) / sizeof(rows[0]));
	tcase_add_test(t, names_are_no_codes);
	tcase_add_test(t, other_events);
	tcase_add_test(t, without_time);
	tcase_add_test(t, text_needs_memory);
	suite_add_tcase(s, t);
	return s;
}
