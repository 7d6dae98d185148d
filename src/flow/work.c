/* work.c - a batch of records made into output: the free half of the flow */

#include <stdlib.h>

#include "ztrace/work.h"

enum {
	KEPT = 8 * 1024 * 1024,	/* bytes of memory that an emptied batch or result keeps */
	FIRST = 64		/* records that a batch has room for at first */
};

/* Room for one more of an array; NULL when memory ran out. */
static void *
work_grow(void *p, size_t n, size_t *cap, size_t size)
{
	size_t more = *cap == 0 ? FIRST : *cap * 2;

	if (n < *cap)
		return p;
	p = realloc(p, more * size);
	if (p != NULL)
		*cap = more;
	return p;
}

static bool
batch_mark(struct batch *b, const struct mark *mark)
{
	struct mark *m = work_grow(b->mark, b->marks, &b->marks_cap, sizeof(*b->mark));

	if (m == NULL)
		return false;
	b->mark = m;
	b->mark[b->marks++] = *mark;
	return true;
}

bool
batch_add(struct batch *b, const struct record *rec)
{
	struct record *r = work_grow(b->rec, b->n, &b->cap, sizeof(*b->rec));

	if (r == NULL)
		return false;
	b->rec = r;
	if (rec->mark != NULL && !batch_mark(b, rec->mark))
		return false;
	if (!buf_put(&b->bytes, rec->data.p, rec->data.n))
		return false;
	b->rec[b->n++] = *rec;
	return true;
}

static void
work_empty(struct buf *b)
{
	if (b->cap > KEPT)
		buf_free(b);
	else
		buf_clear(b);
}

void
batch_clear(struct batch *b)
{
	work_empty(&b->bytes);
	b->n = b->marks = 0;
}

void
batch_free(struct batch *b)
{
	buf_free(&b->bytes);
	free(b->rec);
	free(b->mark);
}

void
result_clear(struct result *r)
{
	work_empty(&r->out);
	r->written = 0;
	r->part = (struct ledger){ 0 };
	r->refusals = 0;
	r->failed = false;
}

void
result_free(struct result *r)
{
	buf_free(&r->out);
	free(r->refused);
}

bool
worker_init(struct worker *w)
{
	w->event = calloc(1, sizeof(*w->event));
	return w->event != NULL;
}

void
worker_free(struct worker *w)
{
	free(w->event);
	buf_free(&w->text);
	buf_free(&w->plain);
	zip_free(&w->zip);
}

static void
result_refuse(struct result *r, const struct record *rec, const char *why)
{
	struct refusal_note *note = work_grow(r->refused, r->refusals, &r->cap, sizeof(*note));

	r->part.n[UNWRITABLE]++;
	if (note == NULL) {
		r->failed = true;
		return;
	}
	r->refused = note;
	r->refused[r->refusals++] = (struct refusal_note){ .at = rec->at, .why = why };
}

/* A record that another than the format renders. */
static void
work_render(const struct work *work, const struct record *rec, struct result *r)
{
	size_t before = r->out.n, start;

	if (work->format->between != NULL && r->written > 0)
		buf_str(&r->out, work->format->between);
	start = r->out.n;
	work->render(work->rules, rec, &r->out);
	if (r->out.n > start)
		r->written++;
	else
		r->out.n = before;
	r->failed = r->failed || r->out.failed;
}

void
work_record(const struct work *work, struct worker *w, const struct record *rec,
    struct result *r)
{
	const struct format *format = work->format;
	size_t before = r->out.n;
	const char *refused;
	enum account left;

	if (work->render != NULL) {
		work_render(work, rec, r);
		return;
	}
	if (work->own != NULL) {
		work->own(work, rec, r);
		r->failed = r->failed || r->out.failed;
		return;
	}
	r->part.n[RESULTS]++;
	work->decode(work->rules, rec, w->event);
	if (w->event->nnotes > 0)
		r->part.n[NOTED]++;
	left = filter_account(work->filter, w->event, work->style.codepage, &w->text);
	if (left != ACCOUNTS) {
		r->failed = r->failed || w->text.failed;
		r->part.n[left]++;
		return;
	}
	if (format->between != NULL && r->written > 0)
		buf_str(&r->out, format->between);
	refused = format->render(w->event, &work->style, &r->out);
	if (refused != NULL) {
		r->out.n = before;
		result_refuse(r, rec, refused);
		return;
	}
	r->failed = r->failed || r->out.failed;
	r->written++;
	r->part.n[WRITTEN]++;
}

void
work_finish(const struct work *work, struct worker *w, struct result *r)
{
	struct buf plain = r->out;

	if (work->level == 0 || plain.n == 0 || r->failed)
		return;
	/* the two change places, so that neither is copied */
	r->out = w->plain;
	w->plain = plain;
	buf_clear(&r->out);
	if (!zip_member(&w->zip, work->level, buf_span(&w->plain), &r->out))
		r->failed = true;
	work_empty(&w->plain);
}

void
work_batch(const struct work *work, struct worker *w, const struct batch *b, struct result *r)
{
	struct span rest = buf_span(&b->bytes);
	struct record rec;
	size_t i, marks = 0;

	for (i = 0; i < b->n && !r->failed; i++) {
		rec = b->rec[i];
		rec.data = span_first(rest, rec.data.n);
		rest = span_from(rest, rec.data.n);
		if (rec.mark != NULL)
			rec.mark = &b->mark[marks++];
		work_record(work, w, &rec, r);
	}
	work_finish(work, w, r);
}
