/* vmtrace_chain.c - source over source, and the file that a run writes */

#include "ztrace/vmtrace.h"

#include "ztrace/ahead.h"
#include "ztrace/cpintake.h"
#include "ztrace/cpmerge.h"
#include "ztrace/le_entry.h"
#include "ztrace/zip.h"

static const struct sister sisters[] = {
	{ "db2gtf", "GTF trace data", gtf_containers },
	{ "letrace", "trace tables of Language Environment", le_containers },
	{ NULL, NULL, NULL }
};

/* From the files to runs of entries with their times. */
static enum rc
chain_source(struct vmtrace_chain *c, const struct vmtrace_options *o,
    const char *const *files, struct diag *d)
{
	struct input in = {
		.list = cp_containers, .forced = o->from, .files = files, .sisters = sisters,
		.wrappings = cp_wrappings, .wanted = &wanted_cp,
		.idle = { .idle = flow_flush, .to = &c->flow },
		.meter = { .read = progress_read, .to = c->progress },
		.ahead = o->run.jobs > 0 ? ahead_open : NULL
	};

	if (!o->in_turn) {
		c->source = cpmerge_open(&in, &o->clock, o->first_cpu, &c->ledger, d);
		return c->source != NULL ? RC_OK : RC_FAIL;
	}
	c->source = input_open(&in, &c->ledger, d);
	if (c->source == NULL)
		return RC_FAIL;
	c->source = cpclock_open(c->source, &o->clock, o->first_cpu);
	return c->source != NULL ? RC_OK : diag_memory(d);
}

enum rc
vmtrace_open(struct vmtrace_chain *c, const struct vmtrace_options *o,
    const char *const *files, struct diag *d)
{
	const struct writer_target out[] = { writer_output(o->output), { NULL, NULL } };
	const char *const tables[] = { o->codes, NULL };

	if (writer_apart(out, files, d) == RC_FAIL || writer_apart(out, tables, d) == RC_FAIL)
		return RC_FAIL;
	c->codes = cpcodes_open(o->codes, d);
	if (c->codes == NULL)
		return RC_FAIL;
	c->output = writer_open(o->output, d);
	if (c->output == NULL || chain_source(c, o, files, d) == RC_FAIL)
		return RC_FAIL;
	c->show = (struct cpshow){
		.format = o->to, .pick = &o->pick, .codes = c->codes,
		.all = cppick_all(&o->pick), .total = o->to->adds ? &c->total : NULL
	};
	c->flow = (struct flow){
		.source = c->source, .writer = c->output, .ledger = &c->ledger, .diag = d,
		.work = {
			.own = vmtrace_render, .rules = &c->show, .format = &o->to->format,
			.level = o->run.level
		},
		/* what adds up does so in order */
		.jobs = o->to->adds ? 0 : o->run.jobs, .buffers = o->run.buffers,
		.size = (size_t)o->run.buffer_size
	};
	return RC_OK;
}

/* What a form writes when all entries are known. */
static enum rc
chain_end(struct vmtrace_chain *c, int level, struct diag *d)
{
	struct buf text = { 0 }, zipped = { 0 };
	struct zip zip = { 0 };
	enum rc rc;

	c->show.format->end(&c->show, &text);
	if (text.failed || (level > 0 && !zip_member(&zip, level, buf_span(&text), &zipped)))
		rc = diag_memory(d);
	else
		rc = writer_put(c->output, buf_span(level > 0 ? &zipped : &text), d);
	zip_free(&zip);
	buf_free(&text);
	buf_free(&zipped);
	return rc;
}

enum rc
vmtrace_run(struct vmtrace_chain *c, const struct vmtrace_options *o, struct diag *d)
{
	struct writer *output = c->output;
	enum rc rc = flow_run(&c->flow);

	d->file = NULL;
	if (rc == RC_OK && o->to->end != NULL)
		rc = chain_end(c, o->run.level, d);
	if (rc != RC_OK)
		return rc;
	c->output = NULL;
	return writer_commit(output, d);
}

void
vmtrace_close(struct vmtrace_chain *c)
{
	if (c->source != NULL)
		c->source->close(c->source);
	writer_abort(c->output);
	cpcodes_close(c->codes);
	cptotal_free(&c->total);
}
