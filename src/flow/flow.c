/* flow.c - from whole records to bytes in the output */

#include <stdlib.h>

#include "ztrace/flow.h"

/* Everything in one thread. */
struct flow_inline {
	struct worker	worker;
	struct result	result;
	size_t		bytes;		/* of records that it was made from */
};

/* The reader's view of threads at work. */
struct flow_threads {
	struct pool	 in, out;	/* slots hold a struct batch, a struct result */
	struct batch	 batch[POOL_SLOTS];
	struct result	 result[POOL_SLOTS];
	pthread_t	 worker[FLOW_JOBS], writer;
	size_t		 workers;	/* that run */
	bool		 writes;	/* the writer runs */
	struct slot	*filling;	/* the reader's; NULL: none yet */
	uint64_t	 turn;		/* of the next batch */
	pthread_mutex_t	 say;		/* held while something is said */
};

static size_t
flow_size(const struct flow *f)
{
	if (f->size == 0)
		return FLOW_SIZE;
	return f->size < FLOW_MOST ? f->size : FLOW_MOST;
}

static enum rc
flow_state(struct flow *f)
{
	return (enum rc)atomic_load(&f->state);
}

/* Text of the format's own, which belongs to no batch. */
static enum rc
flow_text(struct flow *f, const char *text)
{
	struct buf b = { 0 }, zipped = { 0 };
	enum rc rc = RC_OK;

	if (text == NULL)
		return RC_OK;
	buf_str(&b, text);
	if (b.failed || (f->work.level > 0 &&
	    !zip_member(&f->zip, f->work.level, buf_span(&b), &zipped)))
		rc = diag_memory(f->diag);
	else
		rc = writer_put(f->writer, buf_span(f->work.level > 0 ? &zipped : &b), f->diag);
	buf_free(&b);
	buf_free(&zipped);
	return rc;
}

/* What stands before the first record of an output, even if there is none. */
static enum rc
flow_open(struct flow *f)
{
	if (f->opened)
		return RC_OK;
	f->opened = true;
	return flow_text(f, f->work.format->open);
}

/* Writes a result, books it, and says what could not be written. */
static enum rc
flow_put(struct flow *f, const struct result *r)
{
	enum rc rc = RC_OK;
	enum account a;
	size_t i;

	if (r->failed)
		return diag_memory(f->diag);
	if (r->written > 0) {
		rc = flow_open(f);
		if (rc == RC_OK && f->any)
			rc = flow_text(f, f->work.format->between);
		f->any = f->any || r->out.n > 0;
		if (rc == RC_OK)
			rc = writer_put(f->writer, buf_span(&r->out), f->diag);
	}
	/* the reader books other accounts at the same time: those are not touched */
	for (a = 0; a < ACCOUNTS; a++)
		if (r->part.n[a] > 0)
			f->ledger->n[a] += r->part.n[a];
	for (i = 0; i < r->refusals; i++)
		(void)diag_damage(f->diag, &r->refused[i].at, "record cannot be written in this "
		    "form (%s: %s)", f->work.format->name, r->refused[i].why);
	return rc;
}

/* The end of an output that is whole: it may hold no record, but is none the less what it is. */
static enum rc
flow_end(struct flow *f)
{
	struct buf empty = { 0 };
	enum rc rc = flow_open(f);

	if (rc == RC_OK && !f->any && f->work.level > 0 && f->work.format->open == NULL) {
		if (!zip_member(&f->zip, f->work.level, buf_span(&empty), &empty))
			rc = diag_memory(f->diag);
		else
			rc = writer_put(f->writer, buf_span(&empty), f->diag);
	}
	if (rc == RC_OK)
		rc = flow_text(f, f->work.format->close);
	buf_free(&empty);
	return rc;
}

static void
flow_put_inline(struct flow *f)
{
	struct flow_inline *a = f->alone;

	work_finish(&f->work, &a->worker, &a->result);
	if (flow_state(f) == RC_OK)
		atomic_store(&f->state, flow_put(f, &a->result));
	result_clear(&a->result);
	a->bytes = 0;
}

/* Ends a result where threads would end a batch: so its gzip member is the same. */
static enum rc
flow_record_inline(struct flow *f, const struct record *rec)
{
	struct flow_inline *a = f->alone;

	work_record(&f->work, &a->worker, rec, &a->result);
	a->bytes += rec->data.n;
	if (a->bytes >= flow_size(f) || a->result.failed)
		flow_put_inline(f);
	return flow_state(f);
}

/* The reader gives its batch to the workers. */
static void
flow_send(struct flow *f)
{
	struct flow_threads *t = f->threads;

	if (t->filling == NULL)
		return;
	pool_full(&t->in, t->filling);
	t->filling = NULL;
}

static enum rc
flow_record_threaded(struct flow *f, const struct record *rec)
{
	struct flow_threads *t = f->threads;
	struct batch *b;

	if (t->filling == NULL) {
		t->filling = pool_fill(&t->in, t->turn);
		if (t->filling == NULL)
			return flow_state(f);
		t->turn++;
	}
	b = t->filling->data;
	if (!batch_add(b, rec))
		return diag_memory(f->diag);
	if (b->bytes.n >= flow_size(f))
		flow_send(f);
	return flow_state(f);
}

static void *
flow_worker(void *to)
{
	struct flow *f = to;
	struct flow_threads *t = f->threads;
	struct worker w = { 0 };
	struct slot *in, *out;
	struct result *r;
	bool ready = worker_init(&w);

	while ((in = pool_capture(&t->in, true)) != NULL) {
		out = pool_fill(&t->out, atomic_load(&in->turn));
		if (out == NULL)
			break;
		r = out->data;
		if (ready)
			work_batch(&f->work, &w, in->data, r);
		else
			r->failed = true;
		batch_clear(in->data);
		pool_release(&t->in, in);
		pool_full(&t->out, out);
	}
	worker_free(&w);
	return NULL;
}

static void *
flow_writer(void *to)
{
	struct flow *f = to;
	struct flow_threads *t = f->threads;
	struct slot *out;
	enum rc rc = RC_OK;

	while (rc == RC_OK && (out = pool_capture(&t->out, true)) != NULL) {
		rc = flow_put(f, out->data);
		result_clear(out->data);
		pool_release(&t->out, out);
	}
	if (rc != RC_OK) {
		atomic_store(&f->state, rc);
		pool_stop(&t->in);
		pool_stop(&t->out);
	}
	return NULL;
}

bool
flow_flush(void *to)
{
	struct flow *f = to;

	if (f->threads != NULL)
		flow_send(f);
	else if (f->alone != NULL)
		flow_put_inline(f);
	return flow_state(f) == RC_OK;
}

/* Reads to the end; the records go wherever this flow takes them. */
static enum rc
flow_read(struct flow *f)
{
	const struct work *w = &f->work;
	struct record rec = { 0 };
	enum rc rc = RC_OK;

	while (rc == RC_OK || rc == RC_SKIP) {
		rc = f->source->next(f->source, &rec, f->diag);
		if (rc == RC_OK && w->format->local && !rec.zoned && !w->style.zoned)
			(void)diag_warn(f->diag, &rec.at, "local time is not known, UTC is "
			    "written (no control record gives the zone; --zone does)");
		if (rc == RC_OK)
			rc = f->threads != NULL ? flow_record_threaded(f, &rec) :
			    flow_record_inline(f, &rec);
		else if (rc == RC_SKIP)
			rc = flow_state(f);
	}
	return rc;
}

static enum rc
flow_run_inline(struct flow *f)
{
	struct flow_inline *a = calloc(1, sizeof(*a));
	enum rc rc = RC_FAIL;

	if (a == NULL || !worker_init(&a->worker)) {
		free(a);
		return diag_memory(f->diag);
	}
	f->alone = a;
	rc = flow_read(f);
	/* what was rendered before a failure is sound, and goes out */
	flow_put_inline(f);
	f->alone = NULL;
	worker_free(&a->worker);
	result_free(&a->result);
	free(a);
	return rc;
}

static bool
flow_start(struct flow *f)
{
	struct flow_threads *t = f->threads;

	t->writes = pthread_create(&t->writer, NULL, flow_writer, f) == 0;
	for (; t->writes && t->workers < f->jobs; t->workers++)
		if (pthread_create(&t->worker[t->workers], NULL, flow_worker, f) != 0)
			break;
	return t->workers > 0;
}

static enum rc
flow_run_threads(struct flow *f)
{
	struct flow_threads *t = f->threads;
	enum rc rc;
	size_t i;

	f->diag->lock = &t->say;
	if (flow_start(f)) {
		rc = flow_read(f);
		flow_send(f);
		pool_close(&t->in, t->turn);
		pool_close(&t->out, t->turn);
	} else {
		rc = diag_fail(f->diag, NULL, "cannot start threads (-j 0 needs none)");
		pool_stop(&t->in);
		pool_stop(&t->out);
	}
	for (i = 0; i < t->workers; i++)
		(void)pthread_join(t->worker[i], NULL);
	if (t->writes)
		(void)pthread_join(t->writer, NULL);
	f->waits = t->in.waits;
	f->diag->lock = NULL;
	return rc;
}

/* The pools and locks that threads need; NULL when memory or locks ran out. */
static struct flow_threads *
flow_threads_new(const struct flow *f)
{
	size_t i, in = f->buffers > 0 ? f->buffers : f->jobs + 2;
	/* results are large: one for each worker, and one that is written */
	size_t out = f->buffers > 0 ? f->buffers : f->jobs + 1;
	struct flow_threads *t = calloc(1, sizeof(*t));

	if (t == NULL)
		return NULL;
	if (!pool_init(&t->in, in))
		goto no_in;
	if (!pool_init(&t->out, out))
		goto no_out;
	if (pthread_mutex_init(&t->say, NULL) != 0)
		goto no_say;
	for (i = 0; i < POOL_SLOTS; i++) {
		t->in.slot[i].data = &t->batch[i];
		t->out.slot[i].data = &t->result[i];
	}
	return t;
no_say:
	pool_free(&t->out);
no_out:
	pool_free(&t->in);
no_in:
	free(t);
	return NULL;
}

static void
flow_threads_free(struct flow_threads *t)
{
	size_t i;

	for (i = 0; i < POOL_SLOTS; i++) {
		batch_free(&t->batch[i]);
		result_free(&t->result[i]);
	}
	(void)pthread_mutex_destroy(&t->say);
	pool_free(&t->in);
	pool_free(&t->out);
	free(t);
}

enum rc
flow_run(struct flow *f)
{
	enum rc rc;

	atomic_store(&f->state, RC_OK);
	if (f->jobs == 0) {
		rc = flow_run_inline(f);
	} else {
		f->threads = flow_threads_new(f);
		if (f->threads == NULL)
			return diag_memory(f->diag);
		rc = flow_run_threads(f);
		flow_threads_free(f->threads);
		f->threads = NULL;
	}
	if (flow_state(f) != RC_OK)
		rc = flow_state(f);
	else if (rc == RC_END)
		rc = flow_end(f);
	zip_free(&f->zip);
	return rc;
}
