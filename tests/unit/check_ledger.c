/* check_ledger.c - the sums and the two reports */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "dice.h"
#include "oom.h"
#include "ztrace/ledger.h"

#define ROWS(table) (int)(sizeof(table) / sizeof((table)[0]))

static void
check_text(const struct buf *b, const char *wanted)
{
	ck_assert(!b->failed);
	ck_assert_msg(b->n == strlen(wanted) && memcmp(b->p, wanted, b->n) == 0,
	    "\"%.*s\" is not \"%s\"", (int)b->n, (const char *)b->p, wanted);
}

/* Accounts that are no total get any number; the totals follow as the header says. */
static struct ledger
balanced(struct dice *d)
{
	struct ledger l;
	uint64_t *n = l.n;
	int a;

	for (a = 0; a < ACCOUNTS; a++) {
		n[a] = dice_u64(d);
		n[a] = n[a] >> dice_below(d, 60) >> 5;
	}
	n[BYTES_READ] = n[BYTES_RECORD] + n[BYTES_DESCRIPTOR] + n[BYTES_PADDING] +
	    n[BYTES_SKIPPED];
	n[SEGMENTS] = n[SEGMENTS_COMPLETE] + n[SEGMENTS_JOINED] + n[SEGMENTS_REPEATED] +
	    n[SEGMENTS_CARRIED];
	for (a = REJECTED_ORPHAN; a <= REJECTED_AGE; a++)
		n[SEGMENTS] += n[a];
	n[RECORDS_READ] = n[RECORDS_CONTROL] + n[RECORDS_LOST] + n[RECORDS_OWN] +
	    n[RECORDS_FOREIGN] + n[RECORDS_UNSELECTED] + n[RECORDS_EVENT] +
	    n[RECORDS_MALFORMED] + n[SEGMENTS];
	n[RESULTS] = n[WHOLE_COMPLETE] + n[WHOLE_JOINED] + n[RECORDS_EVENT];
	n[WRITTEN] = n[RESULTS];
	for (a = UNWRITABLE; a <= FILTERED_WHERE; a++) {
		n[a] = n[WRITTEN] / 8;
		n[WRITTEN] -= n[a];
	}
	return l;
}

/* How many sums an account is part of; the last of GTF's, and those of others, stand outside. */
static int
sums_of(int account)
{
	if (account >= LOST_EVENTS)
		return 0;
	return account == SEGMENTS || account == RECORDS_EVENT || account == RESULTS ? 2 : 1;
}

START_TEST(each_account_is_in_its_sums)
{
	struct dice d = dice_new();
	struct ledger l;
	struct buf words = { 0 };
	int i, failed;
	size_t at;

	for (i = 0; i < 50; i++) {
		l = balanced(&d);
		ck_assert_msg(ledger_check(&l, &words), "%.*s (SEED=%llu)",
		    (int)words.n, (const char *)words.p, (unsigned long long)d.seed);
		ck_assert_uint_eq(words.n, 0);

		l.n[_i]++;
		failed = !ledger_check(&l, &words);
		for (at = 0; at < words.n; at++)
			failed += words.p[at] == ';';
		ck_assert_msg(failed == sums_of(_i), "account %d: %.*s", _i,
		    (int)words.n, (const char *)words.p);
		buf_clear(&words);
	}
	buf_free(&words);
}
END_TEST

static const struct {
	enum account	 account;
	const char	*words;
} wrongs[] = {
	{ BYTES_SKIPPED, "bytes_read 100 is not bytes_record 80 + bytes_descriptor 16 + "
	    "bytes_padding 4 + bytes_skipped 1 = 101" },
	{ RECORDS_OWN, "records_read 10 is not records_control 1 + records_lost 0 + "
	    "records_own 1 + records_foreign 2 + records_unselected 0 + records_event 1 + "
	    "records_malformed 0 + segments 6 = 11" },
	{ REJECTED_LONG, "segments 6 is not segments_complete 2 + segments_joined 3 + "
	    "segments_repeated 0 + segments_carried 0 + rejected_orphan 1 + rejected_restarted 0 + "
	    "rejected_unfinished 0 + rejected_damaged 0 + rejected_long 1 + "
	    "rejected_memory 0 + rejected_age 0 = 7" },
	{ WHOLE_JOINED, "results 4 is not whole_complete 2 + whole_joined 2 + "
	    "records_event 1 = 5" },
	{ WRITTEN, "results 4 is not written 5 + unwritable 0 + filtered_ifcid 0 + "
	    "filtered_ssid 0 + filtered_time 0 + filtered_where 0 = 5" },
	{ SEGMENTS, "records_read 10 is not records_control 1 + records_lost 0 + "
	    "records_own 0 + records_foreign 2 + records_unselected 0 + records_event 1 + "
	    "records_malformed 0 + segments 7 = 11; "
	    "segments 7 is not segments_complete 2 + segments_joined 3 + "
	    "segments_repeated 0 + segments_carried 0 + rejected_orphan 1 + rejected_restarted 0 + "
	    "rejected_unfinished 0 + rejected_damaged 0 + rejected_long 0 + "
	    "rejected_memory 0 + rejected_age 0 = 6" },
};

static const struct ledger small = { .n = {
	[BYTES_READ] = 100, [BYTES_RECORD] = 80, [BYTES_DESCRIPTOR] = 16, [BYTES_PADDING] = 4,
	[RECORDS_READ] = 10, [RECORDS_CONTROL] = 1, [RECORDS_FOREIGN] = 2,
	[RECORDS_EVENT] = 1, [SEGMENTS] = 6,
	[SEGMENTS_COMPLETE] = 2, [SEGMENTS_JOINED] = 3, [REJECTED_ORPHAN] = 1,
	[WHOLE_COMPLETE] = 2, [WHOLE_JOINED] = 1, [RESULTS] = 4, [WRITTEN] = 4,
	[LOST_EVENTS] = 5
} };

START_TEST(wrong_sum_is_named_with_both_sides)
{
	struct ledger l = small;
	struct buf words = { 0 };

	ck_assert(ledger_check(&l, &words));
	l.n[wrongs[_i].account]++;
	ck_assert(!ledger_check(&l, &words));
	check_text(&words, wrongs[_i].words);
	buf_free(&words);
}
END_TEST

START_TEST(text_leaves_zeros_out_but_the_first)
{
	struct ledger none = { { 0 } };
	struct buf b = { 0 };

	ledger_text(&none, &b);
	check_text(&b,
	    "bytes\n"
	    "  read                                               0\n");
	buf_clear(&b);
	ledger_text(&small, &b);
	check_text(&b,
	    "bytes\n"
	    "  read                                             100\n"
	    "  in records                                        80\n"
	    "  in block descriptors and marks                    16\n"
	    "  between records                                    4\n"
	    "records\n"
	    "  read                                              10\n"
	    "  control records of GTF                             1\n"
	    "  of other events                                    2\n"
	    "  of other events, selected                          1\n"
	    "Db2 segments\n"
	    "  all                                                6\n"
	    "  complete records                                   2\n"
	    "  joined                                             3\n"
	    "  rejected: no first segment                         1\n"
	    "results\n"
	    "  all                                                4\n"
	    "  came complete                                      2\n"
	    "  joined from segments                               1\n"
	    "  written                                            4\n"
	    "lost on the host\n"
	    "  events                                             5\n");
	buf_free(&b);
}
END_TEST

/* Every account of GTF has one line, all of one width, and no two look alike in a group. */
START_TEST(text_is_aligned)
{
	struct buf b = { 0 };
	struct ledger l;
	int a, lines = 0;
	const char *p, *end;

	for (a = 0; a < ACCOUNTS; a++)
		l.n[a] = 999999999999;
	ledger_text(&l, &b);
	ck_assert(buf_char(&b, '\0'));
	for (p = (const char *)b.p; *p != '\0'; p = end + 1) {
		end = strchr(p, '\n');
		ck_assert_ptr_nonnull(end);
		if (*p != ' ')
			continue;
		lines++;
		ck_assert_msg(end - p == 54, "%.*s", (int)(end - p), p);
	}
	ck_assert_int_eq(lines, UNKNOWN_BYTES + 1);
	buf_free(&b);
}
END_TEST

START_TEST(json_has_every_account)
{
	struct ledger l;
	struct buf b = { 0 };
	uint64_t a;

	for (a = 0; a < ACCOUNTS; a++)
		l.n[a] = a;
	l.n[UNKNOWN_BYTES] = UINT64_MAX;
	ledger_json(&l, &b);
	check_text(&b, "{\"bytes_read\":0,\"bytes_record\":1,\"bytes_descriptor\":2,"
	    "\"bytes_padding\":3,\"bytes_skipped\":4,\"records_read\":5,"
	    "\"records_control\":6,\"records_lost\":7,\"records_own\":8,"
	    "\"records_foreign\":9,\"records_unselected\":10,\"records_event\":11,"
	    "\"records_malformed\":12,\"segments\":13,\"segments_complete\":14,"
	    "\"segments_joined\":15,\"segments_repeated\":16,\"segments_carried\":17,"
	    "\"rejected_orphan\":18,\"rejected_restarted\":19,\"rejected_unfinished\":20,"
	    "\"rejected_damaged\":21,\"rejected_long\":22,\"rejected_memory\":23,"
	    "\"rejected_age\":24,\"results\":25,\"whole_complete\":26,\"whole_joined\":27,"
	    "\"written\":28,\"unwritable\":29,\"filtered_ifcid\":30,\"filtered_ssid\":31,"
	    "\"filtered_time\":32,\"filtered_where\":33,\"lost_events\":34,"
	    "\"lost_blocks\":35,\"missing\":36,\"noted\":37,"
	    "\"unknown_bytes\":18446744073709551615}");
	buf_free(&b);
}
END_TEST

START_TEST(no_memory_is_the_buffers_failure)
{
	struct ledger l = { .n = { [BYTES_READ] = 1 } };
	struct buf b = { 0 };
	bool failed = true, good;
	long n;

	for (n = 0; failed; n++) {
		b = (struct buf){ 0 };
		oom_arm(n);
		good = ledger_check(&l, &b);
		ledger_text(&l, &b);
		ledger_json(&l, &b);
		failed = oom_disarm();
		ck_assert(!good);
		ck_assert_int_eq(b.failed, failed);
		buf_free(&b);
	}
	ck_assert_int_gt(n, 2);
}
END_TEST

Suite *
ledger_suite(void)
{
	Suite *s = suite_create("ledger");
	TCase *t = tcase_create("ledger");

	tcase_add_loop_test(t, each_account_is_in_its_sums, 0, ACCOUNTS);
	tcase_add_loop_test(t, wrong_sum_is_named_with_both_sides, 0, ROWS(wrongs));
	tcase_add_test(t, text_leaves_zeros_out_but_the_first);
	tcase_add_test(t, text_is_aligned);
	tcase_add_test(t, json_has_every_account);
	tcase_add_test(t, no_memory_is_the_buffers_failure);
	suite_add_tcase(s, t);
	return s;
}
