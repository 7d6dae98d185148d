/* check_flow.c - records become output: in order, all of it, and as soon as it is wanted */
#include <check.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "oom.h"
#include "said.h"
#include "temp.h"
#include "ztrace/flow.h"

enum { MOST = 1500 };

/* A source of records "r1", "r2", ...; what happens at one of them can be told. */
struct numbers {
	struct source	source;		/* first: what the flow holds */
	unsigned	n, last;	/* given so far, and to be given */
	unsigned	at;		/* before the record with this number ... */
	enum rc		rc;		/* ... this is returned once, if it is not RC_OK, ... */
	void	       (*call)(void);	/* ... or this is called, if it is not NULL */
	bool		zoned;
	char		bytes[16];
};

static struct said said;
static struct temp temp;
static struct ledger ledger;
static struct numbers numbers;
static struct flow flow;
static struct filter filter;
static struct buf got, wanted;

static enum rc
numbers_next(struct source *source, struct record *rec, struct diag *d)
{
	struct numbers *s = (struct numbers *)source;
	enum rc rc = s->rc;

	if (s->at == s->n + 1) {
		s->at = 0;
		if (s->call != NULL)
			s->call();
		if (rc != RC_OK)
			return rc == RC_FAIL ? diag_fail(d, NULL, "no more of this") : rc;
	}
	if (s->n == s->last)
		return RC_END;
	s->n++;
	(void)snprintf(s->bytes, sizeof(s->bytes), "r%u", s->n);
	*rec = (struct record){
		.data = span_of(s->bytes, strlen(s->bytes)),
		.at = { .number = s->n, .offset = s->n * 10, .known = true },
		.eid = (uint16_t)s->n, .segments = 1, .zoned = s->zoned
	};
	return RC_OK;
}

/* The number becomes the IFCID; every tenth record has a note. */
static void
decode(const void *rules, const struct record *rec, struct event *ev)
{
	if (rules != &numbers)
		abort();	/* Check cannot be called from a worker */
	*ev = (struct event){ .raw = rec->data, .ifcid = rec->eid, .segments = rec->segments };
	ev->nnotes = rec->eid % 10 == 0;
}

/* Cannot hold a record with a 7 at its end. */
static const char *
render(const struct event *ev, const struct style *style, struct buf *out)
{
	(void)style;
	buf_put(out, ev->raw.p, ev->raw.n);
	return ev->raw.p[ev->raw.n - 1] == '7' ? "it is unlucky" : NULL;
}

static const struct format lucky = {
	.name = "lucky", .open = "<", .between = ",", .close = ">", .render = render
}, local = {
	.name = "local", .local = true, .render = render
};

static void
set_up(void)
{
	said_start(&said);
	temp_begin(&temp);
	(void)signal(SIGPIPE, SIG_IGN);
	ledger = (struct ledger){ { 0 } };
	filter = (struct filter){ .wheres = 0 };
	numbers = (struct numbers){ .source = { .next = numbers_next } };
	flow = (struct flow){
		.source = &numbers.source, .ledger = &ledger, .diag = &said.diag,
		.work = {
			.decode = decode, .rules = &numbers, .filter = &filter, .format = &lucky,
			.style = { .codepage = &codepage_1047 }
		}
	};
}

static void
tear_down(void)
{
	temp_end(&temp);
	buf_free(&got);
	buf_free(&wanted);
}

/* Every number of workers, with batches of one record, of some, and of all. */
static const struct {
	size_t	jobs, buffers, size;
} shapes[] = {
	{ 0, 0, 1 }, { 0, 0, 100 }, { 0, 0, 0 },
	{ 1, 1, 1 }, { 1, 0, 100 }, { 1, 0, 0 },
	{ 2, 2, 1 }, { 4, 0, 1 }, { 4, 16, 30 }, { 4, 0, 0 }
};

enum { SHAPES = sizeof(shapes) / sizeof(shapes[0]) };

static enum rc
run(int shape, const char *path)
{
	enum rc rc;

	flow.jobs = shapes[shape].jobs;
	flow.buffers = shapes[shape].buffers;
	flow.size = shapes[shape].size;
	flow.writer = writer_open(path, &said.diag);
	ck_assert_ptr_nonnull(flow.writer);
	rc = flow_run(&flow);
	if (rc == RC_OK)
		rc = writer_commit(flow.writer, &said.diag);
	else
		writer_abort(flow.writer);
	return rc;
}

/* What is to come of records 1 to n, from those that are lucky and pass. */
static void
want(unsigned n, bool passes(unsigned))
{
	const char *sep = "";
	unsigned i;

	buf_str(&wanted, "<");
	for (i = 1; i <= n; i++)
		if (i % 10 != 7 && (passes == NULL || passes(i))) {
			buf_printf(&wanted, "%sr%u", sep, i);
			sep = ",";
		}
	buf_str(&wanted, ">");
}

static void
file_is_wanted(void)
{
	temp_get(&temp, "out", &got);
	ck_assert_msg(span_equal(buf_span(&got), buf_span(&wanted)), "%.*s\nis not\n%.*s",
	    (int)got.n, (const char *)got.p, (int)wanted.n, (const char *)wanted.p);
}

/* None, one that is refused, some, and many. */
START_TEST(records_come_out_in_order)
{
	static const unsigned counts[] = { 0, 1, 6, 7, 8, 30, MOST };
	unsigned n = counts[(size_t)_i / SHAPES];

	numbers.last = n;
	ck_assert_int_eq(run(_i % SHAPES, temp_path(&temp, "out")), RC_OK);
	want(n, NULL);
	file_is_wanted();
	ck_assert_uint_eq(ledger.n[RESULTS], n);
	ck_assert_uint_eq(ledger.n[UNWRITABLE], (n + 3) / 10);
	ck_assert_uint_eq(ledger.n[WRITTEN], n - (n + 3) / 10);
	ck_assert_uint_eq(ledger.n[NOTED], n / 10);
	ck_assert_uint_eq(said.diag.count[DIAG_DAMAGE], (n + 3) / 10);
}
END_TEST

START_TEST(refused_records_are_told)
{
	numbers.last = 20;
	ck_assert_int_eq(run(_i, temp_path(&temp, "out")), RC_OK);
	said_is(&said, "record 7 at 0x46: record cannot be written in this form "
	    "(lucky: it is unlucky)\n"
	    "record 17 at 0xaa: record cannot be written in this form (lucky: it is unlucky)\n");
	ck_assert_int_eq(diag_status(&said.diag), 2);
}
END_TEST

static bool
is_picked(unsigned n)
{
	return n == 3 || n == 9 || (n >= 17 && n <= 21);
}

START_TEST(filtered_records_leave_no_trace)
{
	numbers.last = 50;
	ck_assert_ptr_null(filter_add_ifcids(&filter, "3,9,17-21"));
	ck_assert_int_eq(run(_i, temp_path(&temp, "out")), RC_OK);
	want(50, is_picked);
	file_is_wanted();
	ck_assert_uint_eq(ledger.n[FILTERED_IFCID], 43);
	ck_assert_uint_eq(ledger.n[WRITTEN], 6);
	ck_assert_uint_eq(ledger.n[UNWRITABLE], 1);
}
END_TEST

START_TEST(damage_in_the_source_is_stepped_over)
{
	numbers.last = 20;
	numbers.at = 5;
	numbers.rc = RC_SKIP;
	ck_assert_int_eq(run(_i, temp_path(&temp, "out")), RC_OK);
	want(20, NULL);
	file_is_wanted();
}
END_TEST

/* What was read before is written: into a pipe, for a file would not be made final. */
START_TEST(source_fails)
{
	char bytes[100];
	ssize_t n;
	int fd;

	ck_assert_int_eq(mkfifo(temp_path(&temp, "fifo"), 0600), 0);
	fd = open(temp.path, O_RDWR);
	numbers.last = 20;
	numbers.at = 5;
	numbers.rc = RC_FAIL;
	ck_assert_int_eq(run(_i, temp.path), RC_FAIL);
	n = read(fd, bytes, sizeof(bytes));
	ck_assert_msg(n == 12 && memcmp(bytes, "<r1,r2,r3,r4", 12) == 0, "%.*s", (int)n, bytes);
	close(fd);
	said_is(&said, "no more of this\n");
	ck_assert_uint_eq(ledger.n[WRITTEN], 4);
}
END_TEST

/* When nobody reads any more, the run ends soon, without words. */
START_TEST(reader_is_gone)
{
	int fd;

	ck_assert_int_eq(mkfifo(temp_path(&temp, "fifo"), 0600), 0);
	fd = open(temp.path, O_RDONLY | O_NONBLOCK);
	flow.writer = writer_open(temp.path, &said.diag);
	close(fd);
	numbers.last = UINT32_MAX;
	flow.jobs = shapes[_i].jobs;
	flow.size = shapes[_i].size;
	ck_assert_int_eq(flow_run(&flow), RC_END);
	writer_abort(flow.writer);
	ck_assert_uint_lt(numbers.n, 100000000);
	ck_assert_int_eq(diag_status(&said.diag) & 1, 0);
}
END_TEST

START_TEST(disk_is_full)
{
	if (access("/dev/full", W_OK) != 0)
		return;
	numbers.last = 6;
	ck_assert_int_eq(run(_i, "/dev/full"), RC_FAIL);
	said_is(&said, "cannot write output: No space left on device\n");
}
END_TEST

static int fifo;

/* Everything that has been read so far is in the pipe, now or soon. */
static void
flush_is_seen(void)
{
	char bytes[100];
	struct pollfd ready = { .fd = fifo, .events = POLLIN };
	ssize_t more = 1;
	size_t n = 0;

	ck_assert(flow_flush(&flow));
	while (n < 12 && more > 0) {
		ck_assert_int_eq(poll(&ready, 1, 10000), 1);
		more = read(fifo, bytes + n, sizeof(bytes) - n);
		n += more > 0 ? (size_t)more : 0;
	}
	ck_assert_msg(n == 12 && memcmp(bytes, "<r1,r2,r3,r4", 12) == 0, "%.*s", (int)n, bytes);
}

START_TEST(flush_sends_what_there_is)
{
	ck_assert(flow_flush(&flow));	/* no flow runs: nothing happens */
	ck_assert_int_eq(mkfifo(temp_path(&temp, "fifo"), 0600), 0);
	fifo = open(temp.path, O_RDWR);
	numbers.last = 6;
	numbers.at = 5;
	numbers.call = flush_is_seen;
	ck_assert_int_eq(run(_i, temp.path), RC_OK);
	ck_assert_uint_eq(numbers.n, 6);
	close(fifo);
}
END_TEST

/* Local times without a zone: said, at each record of which it is so. */
START_TEST(zone_is_missed)
{
	flow.work.format = &local;
	numbers.last = 1;
	ck_assert_int_eq(run(_i, temp_path(&temp, "out")), RC_OK);
	said_is(&said, "record 1 at 0xa: local time is not known, UTC is written "
	    "(no control record gives the zone; --zone does)\n");
	flow.work.style.zoned = true;
	numbers.n = 0;
	ck_assert_int_eq(run(_i, temp_path(&temp, "out")), RC_OK);
	flow.work.style.zoned = false;
	numbers.n = 0;
	numbers.zoned = true;
	ck_assert_int_eq(run(_i, temp_path(&temp, "out")), RC_OK);
	said_is(&said, "");
	ck_assert_int_eq(diag_status(&said.diag), 0);
}
END_TEST

/* Each allocation fails once, without threads: words and failure, or all is well. */
START_TEST(without_memory)
{
	bool failed = true, told = false;
	enum rc rc;
	long n;

	for (n = 0; failed; n++) {
		said_start(&said);
		numbers = (struct numbers){ .source = { .next = numbers_next }, .last = 9 };
		flow.size = 1;
		flow.opened = flow.any = false;
		flow.writer = writer_open("/dev/null", &said.diag);
		oom_arm(n);
		rc = flow_run(&flow);
		failed = oom_disarm();
		writer_abort(flow.writer);
		ck_assert_int_eq(rc, failed ? RC_FAIL : RC_OK);
		told |= failed && strcmp(said.words, "out of memory\n") == 0;
	}
	ck_assert_int_gt(n, 3);
	ck_assert(told);
}
END_TEST

Suite *
flow_suite(void)
{
	Suite *suite = suite_create("flow");
	TCase *tc = tcase_create("core");

	tcase_add_checked_fixture(tc, set_up, tear_down);
	tcase_add_loop_test(tc, records_come_out_in_order, 0, 7 * SHAPES);
	tcase_add_loop_test(tc, refused_records_are_told, 0, SHAPES);
	tcase_add_loop_test(tc, filtered_records_leave_no_trace, 0, SHAPES);
	tcase_add_loop_test(tc, damage_in_the_source_is_stepped_over, 0, SHAPES);
	tcase_add_loop_test(tc, source_fails, 0, SHAPES);
	tcase_add_loop_test(tc, reader_is_gone, 0, SHAPES);
	tcase_add_loop_test(tc, disk_is_full, 0, SHAPES);
	tcase_add_loop_test(tc, flush_sends_what_there_is, 0, SHAPES);
	tcase_add_loop_test(tc, zone_is_missed, 0, SHAPES);
	tcase_add_test(tc, without_memory);
	suite_add_tcase(suite, tc);
	return suite;
}
