/* check_merge.c - a trace on several data sets at once: merged, it is the same trace
 *
 *     round robin   1 4 7 ...   2 5 8 ...   3 6 9 ...
 *     wrapped       each turned at one of its records, the oldest overwritten
 */
#include <check.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "joiner.h"
#include "make_gtf.h"
#include "said.h"
#include "temp.h"
#include "ztrace/db2.h"
#include "ztrace/merge.h"

enum { SETS = 16, RECORDS = 4000, ROUNDS = 40, BUFFER = 8, KEY = 32 };

static struct temp temp;
static struct said said;
static struct buf trace, merged;
static struct feed feed[RECORDS];
static size_t n;			/* records of the trace */
static struct ledger ledger;

/* A data set: indexes into feed[], in the order in which they stand. */
struct set {
	size_t	 at[RECORDS];
	size_t	 n;
	char	 path[TEMP_PATH];
};

static struct set sets[SETS];
static size_t nsets;

static void
set_up(void)
{
	temp_begin(&temp);
	said_start(&said);
}

static void
tear_down(void)
{
	temp_end(&temp);
	buf_free(&trace);
	buf_free(&merged);
}

static void
make(struct dice *dice, size_t records)
{
	struct maker m = maker_of(dice_u64(dice));

	buf_clear(&trace);
	make_trace(&m, &trace, NULL, records);
	n = feed_split(buf_span(&trace), feed, RECORDS);
	ck_assert_uint_gt(n, 0);
	ck_assert_uint_lt(n, RECORDS);
}

static uint64_t
stamp(size_t i)
{
	struct gtf_head h = gtf_head(feed[i].data);

	/* GTF's own records have the time of the block they begin */
	return h.kind == GTF_TRACE || h.kind == GTF_SPLIT ? h.tod : 0;
}

static bool
of_one_record(size_t i, size_t k)
{
	struct span a = feed[i].data, b = feed[k].data;

	return gtf_head(a).eid == EID_DB2 && gtf_head(b).eid == EID_DB2 &&
	    span_u64(a, KEY) == span_u64(b, KEY);
}

/* GTF writes its buffers, so many records each, to each data set in turn. */
static void
deal(size_t count, size_t buffer)
{
	struct set *s;
	size_t i;

	nsets = count;
	for (i = 0; i < count; i++)
		sets[i].n = 0;
	for (i = 0; i < n; i++) {
		s = &sets[i / buffer % count];
		s->at[s->n++] = i;
	}
}

/* Processors hand their records in a little late: some neighbours change places. */
static void
disorder(struct dice *dice)
{
	struct feed first;
	size_t i;

	for (i = 0; i + 1 < n; i++) {
		if (dice_below(dice, 4) > 0 || stamp(i) == 0 || stamp(i + 1) == 0 ||
		    of_one_record(i, i + 1))
			continue;
		first = feed[i];
		feed[i] = feed[i + 1];
		feed[++i] = first;
	}
}

/* Overwrites the first `lost` records of a set, and begins it at the record `from`. */
static void
turn(struct set *s, size_t lost, size_t from)
{
	size_t turned[RECORDS], i, left = s->n - lost;

	for (i = 0; i < left; i++)
		turned[i] = s->at[lost + (from + i) % left];
	memcpy(s->at, turned, left * sizeof(turned[0]));
	s->n = left;
}

static void
write_sets(void)
{
	struct buf b = { 0 };
	char name[32];
	size_t i, k;

	for (i = 0; i < nsets; i++) {
		buf_clear(&b);
		for (k = 0; k < sets[i].n; k++)
			buf_put(&b, feed[sets[i].at[k]].data.p, feed[sets[i].at[k]].data.n);
		(void)snprintf(name, sizeof(name), "set%zu", i);
		(void)snprintf(sets[i].path, sizeof(sets[i].path), "%s",
		    temp_put(&temp, name, buf_span(&b)));
	}
	buf_free(&b);
}

/* All that the merge gives, one behind the other; the ledger counts each byte once. */
static void
merge(void)
{
	const char *names[SETS + 1] = { NULL };
	struct input in = { .list = gtf_containers, .forced = &container_vb, .files = names };
	struct source *s;
	struct record rec;
	enum rc rc = RC_OK;
	size_t i;

	for (i = 0; i < nsets; i++)
		names[i] = sets[i].path;
	write_sets();
	buf_clear(&merged);
	ledger = (struct ledger){ { 0 } };
	s = merge_open(&in, &ledger, &said.diag);
	ck_assert_ptr_nonnull(s);
	while (rc == RC_OK || rc == RC_SKIP) {
		rc = s->next(s, &rec, &said.diag);
		if (rc == RC_OK)
			buf_put(&merged, rec.data.p, rec.data.n);
	}
	s->close(s);
	ck_assert_int_eq(rc, RC_END);
	ck_assert_uint_eq(ledger.n[BYTES_READ], merged.n);
	ck_assert_uint_eq(ledger.n[BYTES_RECORD], merged.n);
}

/*
 * That the trace records of merged are those of the sets, in the order of
 * their times, each once; as often as any other record is in the sets.
 */
static void
is_in_order(uint64_t seed)
{
	struct feed got[RECORDS];
	size_t all = 0, count = feed_split(buf_span(&merged), got, RECORDS), i, k = 0;
	bool has[RECORDS] = { false };

	for (i = 0; i < nsets; i++)
		for (k = 0; k < sets[i].n; k++) {
			has[sets[i].at[k]] = true;
			all++;
		}
	ck_assert_msg(count == all, "%zu records of %zu, SEED=%" PRIu64, count, all, seed);
	for (i = k = 0; i < n; i++) {
		if (!has[i] || stamp(i) == 0)
			continue;
		while (k < count && gtf_head(got[k].data).kind != GTF_TRACE &&
		    gtf_head(got[k].data).kind != GTF_SPLIT)
			k++;
		ck_assert_msg(k < count && span_equal(got[k].data, feed[i].data),
		    "another record than %zu of %zu, SEED=%" PRIu64, i, n, seed);
		k++;
	}
}

static size_t
rounds(void)
{
	return getenv("QUICK") != NULL ? 5 : ROUNDS;
}

START_TEST(round_robin)
{
	struct dice dice = dice_new();
	size_t k;

	for (k = 0; k < rounds(); k++) {
		make(&dice, 1 + dice_below(&dice, 200));
		deal(1 + k % SETS, 1 + dice_below(&dice, BUFFER));
		merge();
		is_in_order(dice.seed);
		ck_assert_ptr_null(strstr(said.words, "wrapped"));
		said_clear(&said);
	}
}
END_TEST

/* Each data set's own order is kept. */
static void
keeps_order(uint64_t seed)
{
	struct feed got[RECORDS];
	size_t count = feed_split(buf_span(&merged), got, RECORDS), i, k, at;

	for (i = 0; i < nsets; i++)
		for (k = at = 0; k < sets[i].n; k++, at++) {
			while (at < count && !span_equal(got[at].data, feed[sets[i].at[k]].data))
				at++;
			ck_assert_msg(at < count, "record %zu of data set %zu is not behind the "
			    "one before, SEED=%" PRIu64, k, i, seed);
		}
}

START_TEST(disorder_in_data_sets)
{
	struct dice dice = dice_new();
	struct joiner one, apart;
	size_t k;

	joiner_start(&one, &db2_join);
	joiner_start(&apart, &db2_join);
	for (k = 0; k < rounds(); k++) {
		/* in a data set of few records it would look like a seam */
		make(&dice, 300 + dice_below(&dice, 300));
		disorder(&dice);
		deal(1 + k % SETS, 1 + dice_below(&dice, BUFFER));
		merge();
		keeps_order(dice.seed);
		ck_assert_uint_eq(merged.n, trace.n);
		ck_assert_int_eq(joiner_run(&one, feed, n), RC_END);
		ck_assert_int_eq(joiner_run_all(&apart, buf_span(&merged)), RC_END);
		ck_assert_msg(one.rejected.n == 0 && apart.rejected.n == 0 &&
		    one.whole.n == apart.whole.n, "%zu bytes of whole records, and %zu apart, "
		    "SEED=%" PRIu64, one.whole.n, apart.whole.n, dice.seed);
		said_clear(&said);
	}
	joiner_free(&one);
	joiner_free(&apart);
}
END_TEST

START_TEST(wrapped)
{
	struct dice dice = dice_new();
	size_t i, k, first;

	for (k = 0; k < rounds(); k++) {
		make(&dice, 20 + dice_below(&dice, 200));
		deal(1 + k % SETS, 1 + dice_below(&dice, BUFFER));
		for (i = 0; i < nsets; i++)
			if (sets[i].n > 8 && dice_below(&dice, 4) > 0) {
				first = dice_below(&dice, sets[i].n / 2);
				turn(&sets[i], first, dice_below(&dice, sets[i].n / 2));
			}
		merge();
		is_in_order(dice.seed);
		said_clear(&said);
	}
}
END_TEST

START_TEST(too_many_data_sets)
{
	const char *names[MERGE_FILES + 2] = { NULL };
	struct input in = { .list = gtf_containers, .files = names };
	size_t i;

	for (i = 0; i <= MERGE_FILES; i++)
		names[i] = "/dev/null";
	ck_assert_ptr_null(merge_open(&in, &ledger, &said.diag));
	said_is(&said, "too many files to merge (64 at most)\n");
}
END_TEST

Suite *
merge_suite(void)
{
	Suite *s = suite_create("merge");
	TCase *t = tcase_create("merge");

	tcase_add_checked_fixture(t, set_up, tear_down);
	tcase_add_test(t, round_robin);
	tcase_add_test(t, disorder_in_data_sets);
	tcase_add_test(t, wrapped);
	tcase_add_test(t, too_many_data_sets);
	suite_add_tcase(s, t);
	return s;
}
