/* check_flow_threads.c - the same for any number of threads, of buffers, and of bytes in them */
#include <check.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "dice.h"
#include "flow_case.h"
#include "oom.h"

#define ROWS(table) (int)(sizeof(table) / sizeof((table)[0]))

enum { MOST = 300, LONGEST = 700 };

static const size_t jobs[] = { 0, 1, 2, 4, 8 };
static const size_t sizes[] = { 1, 100, 4096, 0, 4 * 1024 * 1024, SIZE_MAX };
static const size_t buffers[] = { 0, 1, 2, 3, 16, POOL_SLOTS };
static const struct format *const forms[] = { &form_plain, &form_list };

static struct flow_case c;
static struct feed feed[MOST];

static bool
is_quick(void)
{
	return getenv("QUICK") != NULL;
}

static void
set_up(void)
{
	flow_case_start(&c);
	c.feed = feed;
}

static void
tear_down(void)
{
	flow_case_free(&c);
}

/* Records of random length and bytes; the caller frees what they are in. */
static uint8_t *
throw_records(struct dice *d)
{
	static const char special[] = "!-?";
	uint8_t *all = malloc(MOST * LONGEST), *bytes = all;
	size_t i, n;

	ck_assert_ptr_nonnull(all);
	c.n = 1 + dice_below(d, is_quick() ? MOST / 10 : MOST);
	for (i = 0; i < c.n; i++, bytes += LONGEST) {
		n = 1 + dice_below(d, LONGEST);
		dice_fill(d, bytes, n);
		bytes[0] = 'a';
		if (dice_below(d, 16) == 0)
			bytes[0] = (uint8_t)special[dice_below(d, 3)];
		feed[i] = (struct feed){ .data = span_of(bytes, n) };
	}
	return all;
}

START_TEST(same_bytes_and_accounts)
{
	struct dice d = dice_new();
	char seed[40];
	uint8_t *all;
	int i, k;

	(void)snprintf(seed, sizeof(seed), "SEED=%llu", (unsigned long long)d.seed);
	c.flow.jobs = jobs[_i];
	for (i = 0; i < ROWS(sizes); i++)
		for (k = 0; k < ROWS(buffers); k += is_quick() ? 3 : 1) {
			all = throw_records(&d);
			c.flow.size = sizes[i];
			c.flow.buffers = buffers[k];
			c.flow.work.format = forms[dice_below(&d, 2)];
			flow_case_run(&c);
			flow_case_check(&c, seed);
			free(all);
		}
}
END_TEST

/* Not only what the members hold is the same: they are. */
START_TEST(same_members)
{
	struct dice d = dice_new();
	uint8_t *all = throw_records(&d);
	struct buf first = { 0 };
	char seed[40];
	int i;

	(void)snprintf(seed, sizeof(seed), "SEED=%llu", (unsigned long long)d.seed);
	c.flow.size = sizes[_i % ROWS(sizes)];
	c.flow.work.format = forms[_i / ROWS(sizes)];
	c.flow.work.level = 1 + _i % 9;
	for (i = 0; i < ROWS(jobs); i++) {
		c.flow.jobs = jobs[i];
		flow_case_run(&c);
		flow_case_check(&c, seed);
		if (i == 0)
			buf_put(&first, c.out.p, c.out.n);
		ck_assert_msg(span_equal(buf_span(&first), buf_span(&c.out)),
		    "%zu and %zu compressed bytes; jobs %zu (%s)", first.n, c.out.n, jobs[i], seed);
	}
	buf_free(&first);
	free(all);
}
END_TEST

/* What few records come to. */
static const struct {
	const struct format *form;
	const char	*records, *out;
} few[] = {
	{ &form_plain, "", "" },
	{ &form_list, "", "<>" },
	{ &form_plain, "-a -b", "" },
	{ &form_list, "-a -b", "<>" },
	{ &form_list, "!a", "<>" },
	{ &form_plain, "ab !x c -y def", "abcdef" },
	{ &form_list, "ab", "<ab>" },
	{ &form_list, "ab c -x ?def", "<ab,c,?def>" },
	{ &form_list, "!a -b c !d e", "<c,e>" },
	{ &format_none, "a b", "" }
};

/* With each number of threads, all in one batch and each in its own, compressed and not. */
START_TEST(few_records_come_out_as_told)
{
	struct buf plain = { 0 };
	int i;

	c.n = feed_words(few[_i].records, feed, MOST);
	c.flow.work.format = few[_i].form;
	for (i = 0; i < ROWS(jobs) * 4; i++) {
		c.flow.jobs = jobs[i / 4];
		c.flow.size = i % 2 != 0;
		c.flow.work.level = i / 2 % 2 * 6;
		flow_case_run(&c);
		ck_assert_int_eq(c.rc, RC_OK);
		buf_clear(&plain);
		if (c.flow.work.level == 0)
			buf_put(&plain, c.out.p, c.out.n);
		else
			flow_case_unzip(buf_span(&c.out), &plain);
		buf_char(&plain, '\0');
		ck_assert_str_eq((const char *)plain.p, few[_i].out);
		/* nothing, compressed, is a member too */
		ck_assert(c.flow.work.level == 0 || c.out.n >= 20);
	}
	buf_free(&plain);
}
END_TEST

/* In the order of records; so many that most are only counted. */
START_TEST(refusals_are_said_in_order)
{
	struct buf wanted = { 0 };
	int i;

	for (i = 0; i < MOST; i++) {
		feed[i] = (struct feed){ .data = span_of(i % 7 == 3 ? "!x" : "yy", 2) };
		if (i % 7 == 3 && i < 7 * DIAG_REPEATS)
			buf_printf(&wanted, "record %d at 0x%x: record cannot be written in this "
			    "form (plain: it begins with !)\n", i + 1, 2 * (unsigned)i);
	}
	buf_printf(&wanted, "record cannot be written in this form: %d more\n",
	    (MOST + 3) / 7 - DIAG_REPEATS);
	buf_char(&wanted, '\0');
	c.n = MOST;
	c.flow.jobs = jobs[_i];
	c.flow.size = 5;
	flow_case_run(&c);
	flow_case_check(&c, "refusals");
	diag_sum(&c.said.diag);
	said_is(&c.said, (const char *)wanted.p);
	buf_free(&wanted);
}
END_TEST

START_TEST(waits_for_buffers_are_counted)
{
	int i;

	for (i = 0; i < MOST; i++)
		feed[i] = (struct feed){ .data = span_of("abc", 3) };
	c.n = MOST;
	c.flow.size = 1;
	flow_case_run(&c);
	ck_assert_uint_eq(c.flow.waits, 0);
	c.flow.jobs = 1;
	c.flow.buffers = 1;
	flow_case_run(&c);
	flow_case_check(&c, "waits");
	ck_assert_uint_gt(c.flow.waits, 0);
	ck_assert_uint_lt(c.flow.waits, MOST);
}
END_TEST

/* Each allocation fails once, in whatever thread: what has come out until then is right. */
START_TEST(without_memory_all_threads_end)
{
	struct buf wanted = { 0 }, got = { 0 };
	struct ledger ledger;
	bool failed = true, said;
	long n;

	c.n = feed_words("ab !c d -e f !g h i", feed, MOST);
	c.flow.jobs = jobs[_i % ROWS(jobs)];
	c.flow.size = 3;
	c.flow.work.format = &form_list;
	c.flow.work.level = _i / ROWS(jobs) * 6;
	flow_case_wanted(&c, &wanted, &ledger);
	for (n = 0; failed; n += is_quick() ? 3 : 1) {
		c.fails = n;
		flow_case_run(&c);
		failed = c.failed;
		buf_clear(&got);
		if (c.flow.work.level == 0)
			buf_put(&got, c.out.p, c.out.n);
		else
			flow_case_unzip(buf_span(&c.out), &got);
		ck_assert_msg(span_equal(buf_span(&got), span_first(buf_span(&wanted), got.n)) &&
		    (failed || got.n == wanted.n), "allocation %ld: %.*s", n, (int)got.n,
		    (const char *)got.p);
		/* a worker that had nothing to do is not missed */
		ck_assert(c.rc == (failed ? RC_FAIL : RC_OK) ||
		    (c.rc == RC_OK && c.flow.jobs > 1 && got.n == wanted.n));
		said = strstr(c.said.words, "out of memory\n") != NULL;
		ck_assert_msg(said == (c.rc == RC_FAIL), "allocation %ld: \"%s\"", n,
		    c.said.words);
	}
	ck_assert_int_gt(n, 10);
	buf_free(&wanted);
	buf_free(&got);
}
END_TEST

static int reader;	/* descriptor; -1: gone */

/* One record, and then nothing for as long as there is somebody to read it. */
static enum rc
lasting_next(struct source *source, struct record *rec, struct diag *d)
{
	struct timespec t = { .tv_nsec = 100000 };

	(void)source;
	(void)d;
	if (reader >= 0) {
		(void)close(reader);
		reader = -1;
		*rec = (struct record){ .data = span_of("a", 1) };
		return RC_OK;
	}
	while (flow_flush(&c.flow))
		(void)nanosleep(&t, NULL);
	return RC_END;
}

static void
lasting_close(struct source *source)
{
	(void)source;
}

START_TEST(flush_tells_that_nobody_reads)
{
	struct source lasting = { .next = lasting_next, .close = lasting_close };
	struct temp temp;

	(void)signal(SIGPIPE, SIG_IGN);
	temp_begin(&temp);
	ck_assert_int_eq(mkfifo(temp_path(&temp, "fifo"), 0600), 0);
	reader = open(temp.path, O_RDONLY | O_NONBLOCK);
	c.path = temp.path;
	c.source = &lasting;
	c.flow.jobs = jobs[_i];
	flow_case_run(&c);
	ck_assert_int_eq(c.rc, RC_END);
	temp_end(&temp);
}
END_TEST

/* Records without end. */
static enum rc
endless_next(struct source *source, struct record *rec, struct diag *d)
{
	static const char text[1000] = "a";

	(void)source;
	(void)d;
	*rec = (struct record){ .data = span_of(text, sizeof(text)) };
	return RC_OK;
}

/* Reads a little, waits until nothing moves any more, and goes. */
static void *
weary_reader(void *path)
{
	struct timespec t = { .tv_nsec = 50000000 };
	int fd = open(path, O_RDONLY);
	char bytes[100];

	(void)!read(fd, bytes, sizeof(bytes));
	(void)nanosleep(&t, NULL);
	(void)close(fd);
	return NULL;
}

/* Wherever each thread waits: all of them end when the reader goes. */
START_TEST(full_buffers_end_when_nobody_reads)
{
	struct source endless = { .next = endless_next, .close = lasting_close };
	struct temp temp;
	pthread_t weary;

	(void)signal(SIGPIPE, SIG_IGN);
	temp_begin(&temp);
	ck_assert_int_eq(mkfifo(temp_path(&temp, "fifo"), 0600), 0);
	ck_assert_int_eq(pthread_create(&weary, NULL, weary_reader, temp.path), 0);
	c.path = temp.path;
	c.source = &endless;
	c.flow.jobs = jobs[_i % ROWS(jobs)];
	c.flow.buffers = buffers[_i / ROWS(jobs)];
	c.flow.size = 1;
	flow_case_run(&c);
	ck_assert_int_eq(c.rc, RC_END);
	said_is(&c.said, "");
	ck_assert_int_eq(pthread_join(weary, NULL), 0);
	temp_end(&temp);
}
END_TEST

Suite *
flow_threads_suite(void)
{
	Suite *s = suite_create("flow_threads");
	TCase *t = tcase_create("flow_threads");

	tcase_add_checked_fixture(t, set_up, tear_down);
	tcase_add_loop_test(t, same_bytes_and_accounts, 0, ROWS(jobs));
	tcase_add_loop_test(t, same_members, 0, 2 * ROWS(sizes));
	tcase_add_loop_test(t, few_records_come_out_as_told, 0, ROWS(few));
	tcase_add_loop_test(t, refusals_are_said_in_order, 0, ROWS(jobs));
	tcase_add_test(t, waits_for_buffers_are_counted);
	tcase_add_loop_test(t, flush_tells_that_nobody_reads, 0, ROWS(jobs));
	tcase_add_loop_test(t, full_buffers_end_when_nobody_reads, 0, 3 * ROWS(jobs));
	tcase_add_loop_test(t, without_memory_all_threads_end, 0, 2 * ROWS(jobs));
	suite_add_tcase(s, t);
	return s;
}
