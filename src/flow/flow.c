/* flow.c - from whole records to bytes in the output */

#include <stdlib.h>

#include "ztrace/flow.h"

enum { FLOW_BATCH = 256 * 1024 };	/* bytes written at a time */

void
flow_flush(void *to)
{
	struct flow *f = to;

	if (f->state == RC_OK && f->out.n > 0)
		f->state = writer_put(f->writer, buf_span(&f->out), f->diag);
	f->out.n = 0;
}

/* What stands before the first record of an output, even if there is none. */
static void
flow_open(struct flow *f)
{
	if (!f->opened && f->format->open != NULL)
		buf_str(&f->out, f->format->open);
	f->opened = true;
}

static enum rc
flow_record(struct flow *f, const struct record *rec, struct event *ev)
{
	size_t before = f->out.n;
	const char *refused;
	enum account out;

	f->ledger->n[RESULTS]++;
	f->decode(f->rules, rec, ev);
	if (ev->nnotes > 0)
		f->ledger->n[NOTED]++;
	out = filter_account(f->filter, ev, f->style.codepage, &f->text);
	if (out != ACCOUNTS) {
		f->ledger->n[out]++;
		return RC_SKIP;
	}
	flow_open(f);
	if (f->format->local && !ev->zoned && !f->style.zoned)
		(void)diag_warn(f->diag, &rec->at, "local time is not known, UTC is written "
		    "(no control record gives the zone; --zone does)");
	if (f->format->between != NULL && f->ledger->n[WRITTEN] > 0)
		buf_str(&f->out, f->format->between);
	refused = f->format->render(ev, &f->style, &f->out);
	if (f->out.failed || refused != NULL)
		f->out.n = before;
	if (f->out.failed)
		return diag_memory(f->diag);
	if (refused != NULL) {
		f->ledger->n[UNWRITABLE]++;
		return diag_damage(f->diag, &rec->at, "record cannot be written in this form "
		    "(%s: %s)", f->format->name, refused);
	}
	f->ledger->n[WRITTEN]++;
	if (f->out.n >= FLOW_BATCH)
		flow_flush(f);
	return f->state;
}

enum rc
flow_run(struct flow *f)
{
	struct event *ev = calloc(1, sizeof(*ev));
	struct record rec = { 0 };
	enum rc rc = RC_OK;

	if (ev == NULL)
		return diag_memory(f->diag);
	while (rc == RC_OK || rc == RC_SKIP) {
		rc = f->source->next(f->source, &rec, f->diag);
		if (rc == RC_OK)
			rc = flow_record(f, &rec, ev);
		else if (f->state != RC_OK)
			rc = f->state;
		else if (rc == RC_END)
			break;
	}
	free(ev);
	if (rc == RC_END)
		flow_open(f);
	/* what was rendered before a failure is sound, and goes out */
	flow_flush(f);
	if (rc == RC_END && f->state == RC_OK)
		return RC_OK;
	return rc == RC_FAIL ? RC_FAIL : f->state;
}

void
flow_free(struct flow *f)
{
	buf_free(&f->out);
	buf_free(&f->text);
}
