/* flow_case.c - a flow over records of text, and forms to write them in */
#define ZLIB_CONST
#include "flow_case.h"

#include <check.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "oom.h"

enum { LEFT_OUT = 7, LET_IN = 8 };	/* IFCIDs */

static const char rules[] = "rules";

/* Runs in threads: nothing is asserted here, and what is wrong shows in the ledger. */
static void
case_decode(const void *with, const struct record *rec, struct event *ev)
{
	ev->raw = rec->data;
	ev->segments = 1;
	ev->ifcid = with != rules || span_u8(rec->data, 0) == '-' ? LEFT_OUT : LET_IN;
	ev->nnotes = span_u8(rec->data, 0) == '?';
}

static const char *
case_render(const struct event *ev, const struct style *style, struct buf *out)
{
	(void)style;
	if (span_u8(ev->raw, 0) == '!')
		return "it begins with !";
	buf_put(out, ev->raw.p, ev->raw.n);
	return NULL;
}

const struct format form_plain = { .name = "plain", .render = case_render };
const struct format form_list = {
	.name = "list", .render = case_render, .open = "<", .between = ",", .close = ">"
};

void
flow_case_start(struct flow_case *c)
{
	static const struct filter filter = {
		.by_ifcid = true, .ifcid = { [LET_IN / 8] = 1 << LET_IN % 8 }
	};

	memset(c, 0, sizeof(*c));
	c->fails = -1;
	c->flow.work = (struct work){
		.decode = case_decode, .rules = rules, .filter = &filter, .format = &form_plain
	};
}

void
flow_case_free(struct flow_case *c)
{
	buf_free(&c->out);
}

/* Reads what comes out to its end. Allocates nothing: that would be counted. */
static void *
case_reader(void *to)
{
	struct flow_case *c = to;
	int fd = open(c->temp.path, O_RDONLY);
	ssize_t n = 1;

	while (n > 0) {
		n = read(fd, c->out.p + c->out.n, CASE_OUT - c->out.n);
		c->out.n += n > 0 ? (size_t)n : 0;
	}
	(void)close(fd);
	return NULL;
}

static void
case_begin(struct flow_case *c)
{
	said_start(&c->said);
	c->ledger = (struct ledger){ 0 };
	buf_clear(&c->out);
	ck_assert_ptr_nonnull(buf_room(&c->out, CASE_OUT));
	if (c->path == NULL) {
		temp_begin(&c->temp);
		ck_assert_int_eq(mkfifo(temp_path(&c->temp, "out"), 0600), 0);
		ck_assert_int_eq(pthread_create(&c->reader, NULL, case_reader, c), 0);
	}
	c->flow.writer = writer_open(c->path != NULL ? c->path : c->temp.path, &c->said.diag);
	ck_assert_ptr_nonnull(c->flow.writer);
}

static void
case_end(struct flow_case *c)
{
	writer_abort(c->flow.writer);
	if (c->path != NULL)
		return;
	ck_assert_int_eq(pthread_join(c->reader, NULL), 0);
	temp_end(&c->temp);
}

void
flow_case_run(struct flow_case *c)
{
	struct flow *f = &c->flow;
	unsigned closed = 0;

	case_begin(c);
	f->source = c->source != NULL ? c->source : feed_open(c->feed, c->n, &closed);
	ck_assert_ptr_nonnull(f->source);
	f->ledger = &c->ledger;
	f->diag = &c->said.diag;
	f->opened = f->any = false;
	oom_arm(c->fails);
	c->rc = flow_run(f);
	c->failed = oom_disarm();
	ck_assert_ptr_null(c->said.diag.lock);
	ck_assert_uint_eq(closed, 0);
	f->source->close(f->source);
	case_end(c);
}

void
flow_case_wanted(const struct flow_case *c, struct buf *out, struct ledger *ledger)
{
	const struct format *format = c->flow.work.format;
	size_t i, written = 0;
	uint8_t first;

	*ledger = (struct ledger){ 0 };
	if (format->open != NULL)
		buf_str(out, format->open);
	for (i = 0; i < c->n; i++) {
		if (c->feed[i].rc != RC_OK)
			continue;
		first = span_u8(c->feed[i].data, 0);
		ledger->n[RESULTS]++;
		ledger->n[NOTED] += first == '?';
		ledger->n[UNWRITABLE] += first == '!';
		ledger->n[FILTERED_IFCID] += first == '-';
		if (first == '!' || first == '-')
			continue;
		ledger->n[WRITTEN]++;
		if (format->between != NULL && written++ > 0)
			buf_str(out, format->between);
		buf_put(out, c->feed[i].data.p, c->feed[i].data.n);
	}
	if (format->close != NULL)
		buf_str(out, format->close);
	ck_assert(!out->failed);
}

void
flow_case_unzip(struct span s, struct buf *out)
{
	z_stream z = { .next_in = s.p, .avail_in = (uInt)s.n };
	int rc = Z_STREAM_END;

	ck_assert_int_eq(inflateInit2(&z, 15 + 16), Z_OK);
	while (z.avail_in > 0 || rc == Z_OK) {
		if (rc == Z_STREAM_END)
			ck_assert_int_eq(inflateReset(&z), Z_OK);
		z.next_out = buf_room(out, 4096);
		ck_assert_ptr_nonnull(z.next_out);
		z.avail_out = 4096;
		rc = inflate(&z, Z_NO_FLUSH);
		ck_assert_msg(rc == Z_OK || rc == Z_STREAM_END, "inflate gives %d", rc);
		out->n += 4096 - z.avail_out;
	}
	ck_assert_int_eq(inflateEnd(&z), Z_OK);
}

void
flow_case_check(const struct flow_case *c, const char *what)
{
	struct buf wanted = { 0 }, plain = { 0 };
	struct span got = buf_span(&c->out);
	struct ledger ledger;
	size_t at = 0;
	int a;

	flow_case_wanted(c, &wanted, &ledger);
	if (c->flow.work.level > 0) {
		flow_case_unzip(got, &plain);
		got = buf_span(&plain);
	}
	while (at < got.n && at < wanted.n && got.p[at] == wanted.p[at])
		at++;
	ck_assert_msg(got.n == wanted.n && at == got.n, "%s: %zu bytes, %zu wanted, not the same "
	    "from %zu on; jobs %zu, buffers %zu, size %zu", what, got.n, wanted.n, at,
	    c->flow.jobs, c->flow.buffers, c->flow.size);
	for (a = 0; a < ACCOUNTS; a++)
		ck_assert_msg(c->ledger.n[a] == ledger.n[a], "%s: account %d has %llu, not %llu; "
		    "jobs %zu, buffers %zu, size %zu", what, a,
		    (unsigned long long)c->ledger.n[a], (unsigned long long)ledger.n[a],
		    c->flow.jobs, c->flow.buffers, c->flow.size);
	ck_assert_int_eq(c->rc, RC_OK);
	buf_free(&wanted);
	buf_free(&plain);
}

size_t
feed_words(const char *words, struct feed *feed, size_t most)
{
	size_t n, k;

	for (n = 0; n < most && *words != '\0'; n++) {
		k = strcspn(words, " ");
		feed[n] = (struct feed){ .data = span_of(words, k) };
		words += k + strspn(words + k, " ");
	}
	return n;
}
