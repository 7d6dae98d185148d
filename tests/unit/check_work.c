/* check_work.c - batches of records, and what a worker makes of them */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "feed.h"
#include "flow_case.h"
#include "make_gtf.h"
#include "oom.h"
#include "ztrace/db2.h"
#include "ztrace/work.h"

enum { MOST = 300, LARGE = 8 * 1024 * 1024 };

static struct flow_case c;	/* for its decoder and filter */
static struct worker worker;
static struct batch batch;
static struct result result;

static void
set_up(void)
{
	flow_case_start(&c);
	worker = (struct worker){ 0 };
	batch = (struct batch){ 0 };
	result = (struct result){ 0 };
	ck_assert(worker_init(&worker));
}

static void
tear_down(void)
{
	worker_free(&worker);
	batch_free(&batch);
	result_free(&result);
	flow_case_free(&c);
}

static struct record
record_of(struct span data, uint64_t number)
{
	return (struct record){
		.data = data, .segments = 1,
		.at = { .number = number, .offset = 10 * number, .known = true }
	};
}

/* Adds words as records, numbered from 1. */
static void
batch_words(const char *words)
{
	struct feed feed[MOST];
	size_t i, n = feed_words(words, feed, MOST);
	struct record rec;

	for (i = 0; i < n; i++) {
		rec = record_of(feed[i].data, i + 1);
		ck_assert(batch_add(&batch, &rec));
	}
}

static void
result_is(const char *out)
{
	ck_assert_msg(span_equal(buf_span(&result.out), span_of(out, strlen(out))),
	    "\"%.*s\" is not \"%s\"", (int)result.out.n, (const char *)result.out.p, out);
}

START_TEST(batch_has_bytes_of_its_own)
{
	char text[8] = "abcdefg";
	struct record rec;
	size_t i;

	for (i = 0; i < MOST; i++) {
		rec = record_of(span_of(text, i % 8), i);
		text[0] = (char)('a' + i % 26);
		ck_assert(batch_add(&batch, &rec));
		text[0] = '-';
	}
	ck_assert_uint_eq(batch.n, MOST);
	c.flow.work.format = &form_list;
	work_batch(&c.flow.work, &worker, &batch, &result);
	ck_assert_uint_eq(result.part.n[WRITTEN], MOST);
	ck_assert_uint_eq(result.out.n, batch.bytes.n + MOST - 1);
	ck_assert_mem_eq(result.out.p, ",b,cb,dbc,ebcd,fbcde,gbcdef,hbcdefg,,", 37);
	for (i = 0; i < MOST; i++)
		ck_assert_uint_eq(batch.rec[i].at.number, i);
}
END_TEST

/* What is emptied is filled again without new memory, unless that was much. */
START_TEST(emptied_memory_is_kept_up_to_a_limit)
{
	static uint8_t large[LARGE + 1];
	struct record rec = record_of(span_of("abc", 3), 1);
	const uint8_t *p;

	ck_assert(batch_add(&batch, &rec));
	p = batch.bytes.p;
	batch_clear(&batch);
	ck_assert_uint_eq(batch.n, 0);
	ck_assert_uint_eq(batch.bytes.n, 0);
	ck_assert_ptr_eq(batch.bytes.p, p);
	rec.data = span_of(large, sizeof(large));
	ck_assert(batch_add(&batch, &rec));
	batch_clear(&batch);
	ck_assert_uint_eq(batch.bytes.cap, 0);

	ck_assert(buf_str(&result.out, "abc"));
	p = result.out.p;
	result_clear(&result);
	ck_assert_uint_eq(result.out.n, 0);
	ck_assert_ptr_eq(result.out.p, p);
	ck_assert(buf_put(&result.out, large, sizeof(large)));
	result_clear(&result);
	ck_assert_uint_eq(result.out.cap, 0);
}
END_TEST

START_TEST(batch_without_memory_holds_what_it_held)
{
	static const uint8_t bytes[1000];
	struct record rec = record_of(span_of(bytes, sizeof(bytes)), 1);
	bool failed = true, added;
	size_t before;
	long n;

	for (n = 0; failed; n++) {
		batch_free(&batch);
		batch = (struct batch){ 0 };
		for (added = true; added && batch.n < MOST;) {
			before = batch.n;
			oom_arm(n);
			added = batch_add(&batch, &rec);
			failed = oom_disarm();
			ck_assert_uint_eq(batch.n, before + added);
			ck_assert_int_eq(added, !failed);
		}
		ck_assert_uint_eq(batch.bytes.n, batch.n * sizeof(bytes));
		batch_clear(&batch);
		ck_assert(batch_add(&batch, &rec));
	}
	ck_assert_int_eq(n, 3);
}
END_TEST

static const struct {
	const char	*words, *out;
	uint64_t	 written, unwritable, filtered, noted;
} rows[] = {
	{ "", "", 0, 0, 0, 0 },
	{ "a", "a", 1, 0, 0, 0 },
	{ "a b ?c", "a,b,?c", 3, 0, 0, 1 },
	{ "!a b", "b", 1, 1, 0, 0 },
	{ "a !b c", "a,c", 2, 1, 0, 0 },
	{ "a b !c", "a,b", 2, 1, 0, 0 },
	{ "-a b -c d -e", "b,d", 2, 0, 3, 0 },
	{ "!a -b", "", 0, 1, 1, 0 }
};

/* Text before and behind all records is not the worker's. */
START_TEST(batch_becomes_a_result)
{
	size_t a, sum = 0;

	c.flow.work.format = &form_list;
	batch_words(rows[_i].words);
	work_batch(&c.flow.work, &worker, &batch, &result);
	result_is(rows[_i].out);
	ck_assert(!result.failed);
	ck_assert_uint_eq(result.written, rows[_i].written);
	ck_assert_uint_eq(result.refusals, rows[_i].unwritable);
	ck_assert_uint_eq(result.part.n[RESULTS], batch.n);
	ck_assert_uint_eq(result.part.n[WRITTEN], rows[_i].written);
	ck_assert_uint_eq(result.part.n[UNWRITABLE], rows[_i].unwritable);
	ck_assert_uint_eq(result.part.n[FILTERED_IFCID], rows[_i].filtered);
	ck_assert_uint_eq(result.part.n[NOTED], rows[_i].noted);
	for (a = 0; a < ACCOUNTS; a++)
		sum += result.part.n[a];
	ck_assert_uint_eq(sum, 2 * batch.n + rows[_i].noted);
	result_clear(&result);
	ck_assert_uint_eq(result.written + result.refusals + result.part.n[RESULTS], 0);
}
END_TEST

START_TEST(refusals_keep_their_place)
{
	size_t i;

	for (i = 0; i < MOST / 2; i++)
		batch_words("a !b");
	work_batch(&c.flow.work, &worker, &batch, &result);
	ck_assert_uint_eq(result.refusals, MOST / 2);
	for (i = 0; i < MOST / 2; i++) {
		ck_assert_uint_eq(result.refused[i].at.number, 2);
		ck_assert_uint_eq(result.refused[i].at.offset, 20);
		ck_assert_str_eq(result.refused[i].why, "it begins with !");
	}
}
END_TEST

/* In the place of decoding and the format's own rendering. */
static void
render_twice(const void *to, const struct record *rec, struct buf *out)
{
	if (to != &c || span_u8(rec->data, 0) == '-')
		return;
	buf_put(out, rec->data.p, rec->data.n);
	buf_put(out, rec->data.p, rec->data.n);
}

START_TEST(another_may_render)
{
	size_t a;

	c.flow.work.format = &form_list;
	c.flow.work.render = render_twice;
	c.flow.work.rules = &c;
	batch_words("-x ab -y -z c !d -e");
	work_batch(&c.flow.work, &worker, &batch, &result);
	result_is("abab,cc,!d!d");
	ck_assert_uint_eq(result.written, 3);
	for (a = 0; a < ACCOUNTS; a++)
		ck_assert_uint_eq(result.part.n[a], 0);
}
END_TEST

START_TEST(result_is_compressed_if_wanted)
{
	struct buf plain = { 0 };
	int i;

	batch_words("abc def");
	c.flow.work.level = 9;
	for (i = 0; i < 3; i++) {
		result_clear(&result);
		work_batch(&c.flow.work, &worker, &batch, &result);
		ck_assert(!result.failed);
		ck_assert_uint_gt(result.out.n, 20);
		buf_clear(&plain);
		flow_case_unzip(buf_span(&result.out), &plain);
		ck_assert_uint_eq(plain.n, 6);
		ck_assert_mem_eq(plain.p, "abcdef", 6);
	}
	/* nothing stays nothing: a member belongs to a batch that has something */
	result_clear(&result);
	batch_clear(&batch);
	batch_words("-a !b");
	work_batch(&c.flow.work, &worker, &batch, &result);
	ck_assert_uint_eq(result.out.n, 0);
	buf_free(&plain);
}
END_TEST

/* Each allocation fails once; what has failed can be used again, and then writes so many. */
static long
work_without_memory(uint64_t written)
{
	bool failed = true;
	long n;

	for (n = 0; failed; n++) {
		result_free(&result);
		worker_free(&worker);
		result = (struct result){ 0 };
		worker = (struct worker){ 0 };
		ck_assert(worker_init(&worker));
		oom_arm(n);
		work_batch(&c.flow.work, &worker, &batch, &result);
		failed = oom_disarm();
		ck_assert_int_eq(result.failed, failed);
		result_clear(&result);
		work_batch(&c.flow.work, &worker, &batch, &result);
		ck_assert(!result.failed);
		ck_assert_uint_eq(result.written, written);
	}
	return n;
}

START_TEST(work_without_memory_fails)
{
	batch_words("a !b c -d");
	c.flow.work.format = &form_list;
	c.flow.work.level = _i * 6;
	ck_assert_int_ge(work_without_memory(2), 3 + _i);
}
END_TEST

/* A record is not left out because there was no room for what the filter asks for. */
START_TEST(filter_without_memory_fails)
{
	static const struct filter filter = { .ssids = 1, .ssid = { "DB2B" } };
	struct make_section section = { .length = 8, .count = 1 };
	struct maker m = maker_of(1);
	struct buf b = { 0 };
	struct record rec;

	make_db2(&m, &b, 3, &section, 1);
	rec = record_of(buf_span(&b), 1);
	ck_assert(batch_add(&batch, &rec));
	c.flow.work = (struct work){
		.decode = db2_decode, .filter = &filter, .format = &format_gtf,
		.style = { .codepage = &codepage_1047 }
	};
	ck_assert_int_eq(work_without_memory(0), 2);
	buf_free(&b);
}
END_TEST

START_TEST(worker_without_memory_is_not_ready)
{
	struct worker w = { 0 };
	bool ready;

	oom_arm(0);
	ready = worker_init(&w);
	ck_assert(oom_disarm());
	ck_assert(!ready);
	worker_free(&w);
}
END_TEST

Suite *
work_suite(void)
{
	Suite *s = suite_create("work");
	TCase *t = tcase_create("work");

	tcase_add_checked_fixture(t, set_up, tear_down);
	tcase_add_test(t, batch_has_bytes_of_its_own);
	tcase_add_test(t, emptied_memory_is_kept_up_to_a_limit);
	tcase_add_test(t, batch_without_memory_holds_what_it_held);
	tcase_add_loop_test(t, batch_becomes_a_result, 0, (int)(sizeof(rows) / sizeof(rows[0])));
	tcase_add_test(t, refusals_keep_their_place);
	tcase_add_test(t, another_may_render);
	tcase_add_test(t, result_is_compressed_if_wanted);
	tcase_add_loop_test(t, work_without_memory_fails, 0, 2);
	tcase_add_test(t, filter_without_memory_fails);
	tcase_add_test(t, worker_without_memory_is_not_ready);
	suite_add_tcase(s, t);
	return s;
}
