/* db2gtf_chain.c - source over source, and the files that a run writes */

#include <stdlib.h>

#include "ztrace/ahead.h"
#include "ztrace/carry.h"
#include "ztrace/cpintake.h"
#include "ztrace/db2.h"
#include "ztrace/db2gtf.h"
#include "ztrace/join.h"
#include "ztrace/le_entry.h"
#include "ztrace/merge.h"
#include "ztrace/timeline.h"

static const struct sister sisters[] = {
	{ "letrace", "trace tables of Language Environment", le_containers },
	{ "vmtrace", "trace entries of CP", cp_containers },
	{ NULL, NULL, NULL }
};

/* From the files to the records that are wanted. */
static enum rc
chain_select(struct chain *c, const struct options *o, const char *const *files, struct diag *d)
{
	struct input in = {
		.list = gtf_containers, .forced = o->from, .files = files, .sisters = sisters,
		.idle = { .idle = flow_flush, .to = &c->flow },
		.meter = { .read = progress_read, .to = c->progress },
		.ahead = o->run.jobs > 0 ? ahead_open : NULL
	};
	struct source *source = o->merge ? merge_open(&in, &c->ledger, d) :
	    input_open(&in, &c->ledger, d);

	if (source == NULL)
		return RC_FAIL;
	if (o->carry != NULL)
		source = carry_open(&c->carried, o->carry, source, &c->ledger);
	if (source != NULL)
		source = select_open(source, o->eid, &c->ledger);
	c->selection = source;
	return source != NULL ? RC_OK : diag_memory(d);
}

/* What is written must replace neither other output nor what is read. */
static enum rc
chain_apart(const struct options *o, const char *const *files, struct diag *d)
{
	const struct writer_target out[] = {
		{ "--carry", o->carry }, { "--rejects", o->rejects }, writer_output(o->output),
		{ NULL, NULL }
	};
	const char *const tables[] = { o->layouts, NULL };

	if (writer_apart(out, files, d) == RC_FAIL)
		return RC_FAIL;
	return writer_apart(out, tables, d);
}

static enum rc
chain_timeline(struct chain *c, const struct options *o, struct diag *d)
{
	c->timeline = timeline_open(c->join, &o->filter, c->layouts, &o->codepage);
	if (c->timeline != NULL)
		return RC_OK;
	c->join = NULL;
	return diag_memory(d);
}

enum rc
chain_open(struct chain *c, const struct options *o, const char *const *files, struct diag *d)
{
	struct join_options join = {
		.rules = db2_join, .longest = o->to->longest, .hold = (size_t)o->hold,
		.max_age = o->max_age
	};

	if (chain_apart(o, files, d) == RC_FAIL)
		return RC_FAIL;
	if (o->layouts != NULL) {
		c->layouts = layouts_load(o->layouts, d);
		if (c->layouts == NULL)
			return RC_FAIL;
	}
	if (o->carry != NULL && carry_load(o->carry, (size_t)o->hold, &c->carried, d) == RC_FAIL)
		return RC_FAIL;
	c->output = writer_open(o->output, d);
	if (c->output == NULL || chain_select(c, o, files, d) == RC_FAIL)
		return RC_FAIL;
	c->join = c->selection;
	if (leftfile_open(&c->rejects, o->rejects, c->selection, &join.rejects, d) == RC_FAIL ||
	    leftfile_open(&c->carry, o->carry, c->selection, &join.carry, d) == RC_FAIL)
		return RC_FAIL;
	c->join = join_open(c->selection, &join, &c->ledger);
	if (c->join == NULL)
		return diag_memory(d);
	if (o->to == &format_trace && chain_timeline(c, o, d) == RC_FAIL)
		return RC_FAIL;
	c->flow = (struct flow){
		.source = c->timeline != NULL ? c->timeline : c->join,
		.writer = c->output, .ledger = &c->ledger, .diag = d,
		.work = {
			.decode = db2_decode, .rules = c->layouts, .filter = &o->filter,
			.format = o->to, .style = o->style, .level = o->run.level
		},
		.jobs = o->run.jobs, .buffers = o->run.buffers,
		.size = (size_t)o->run.buffer_size
	};
	return RC_OK;
}

/*
 * Files become final only when all of them are there. A run that is killed in
 * between has lost nothing: the carry file, which decides what the next run
 * takes up, comes last.
 */
enum rc
chain_commit(struct chain *c, struct diag *d)
{
	struct writer *output = c->output;
	enum rc rc;

	d->file = NULL;
	rc = leftfile_commit(&c->rejects, d);
	if (rc != RC_OK)
		return rc;
	c->output = NULL;
	rc = writer_commit(output, d);
	return rc == RC_OK ? leftfile_commit(&c->carry, d) : rc;
}

void
chain_close(struct chain *c)
{
	if (c->timeline != NULL)
		c->timeline->close(c->timeline);
	else if (c->join != NULL)
		c->join->close(c->join);
	leftfile_abort(&c->rejects);
	leftfile_abort(&c->carry);
	writer_abort(c->output);
	buf_free(&c->carried);
	layouts_free(c->layouts);
}
