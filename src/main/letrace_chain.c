/* letrace_chain.c - source over source, and the output of a run */
#include "ztrace/ahead.h"
#include "ztrace/cpintake.h"
#include "ztrace/le_order.h"
#include "ztrace/le_pair.h"
#include "ztrace/letrace.h"

static const struct sister sisters[] = {
	{ "db2gtf", "GTF trace data", gtf_containers },
	{ "vmtrace", "trace entries of CP", cp_containers },
	{ NULL, NULL, NULL }
};

/*
 * From the files to the events that are wanted; NULL: out of memory, or
 * RC_FAIL's words are said.
 */
static struct source *
chain_source(struct le_chain *c, const struct le_options *o,
    const char *const *files, struct diag *d)
{
	struct input in = {
		.list = le_containers, .forced = o->from, .files = files, .sisters = sisters,
		.wanted = &wanted_le,
		.idle = { .idle = flow_flush, .to = &c->flow },
		.meter = { .read = progress_read, .to = c->progress },
		.ahead = o->run.jobs > 0 ? ahead_open : NULL
	};
	struct source *s = input_open(&in, &c->ledger, d);

	if (s != NULL && o->to->plain) {
		s = le_plain_open(s, &c->ledger);
	} else if (s != NULL) {
		s = le_order_open(s, &c->ledger);
		if (s != NULL)
			s = le_pair_open(s, &c->ledger);
	}
	if (s != NULL)
		s = le_select_open(s, &o->select, &o->codepage, &c->ledger);
	if (s != NULL && o->to->report != NULL)
		s = le_report_open(s, &c->style);
	if (s == NULL && diag_status(d) != 1)
		(void)diag_memory(d);
	return s;
}

enum rc
le_chain_open(struct le_chain *c, const struct le_options *o,
    const char *const *files, struct diag *d)
{
	static const struct filter none = { 0 };
	const struct writer_target out[] = { writer_output(o->output), { NULL, NULL } };

	if (writer_apart(out, files, d) == RC_FAIL)
		return RC_FAIL;
	c->style = (struct le_style){ .format = o->to,
	    .codepage = &o->codepage };
	c->output = writer_open(o->output, d);
	if (c->output == NULL)
		return RC_FAIL;
	c->source = chain_source(c, o, files, d);
	if (c->source == NULL)
		return RC_FAIL;
	c->flow = (struct flow){
		.source = c->source, .writer = c->output, .ledger = &c->ledger,
		    .diag = d,
		.work = {
			.render = le_format_render, .rules = &c->style,
			    .filter = &none,
			.format = &o->to->form, .level = o->run.level
		},
		.jobs = o->run.jobs, .buffers = o->run.buffers,
		.size = (size_t)o->run.buffer_size
	};
	return RC_OK;
}

enum rc
le_chain_commit(struct le_chain *c, struct diag *d)
{
	struct writer *output = c->output;

	d->file = NULL;
	c->output = NULL;
	return writer_commit(output, d);
}

void
le_chain_close(struct le_chain *c)
{
	if (c->source != NULL)
		c->source->close(c->source);
	writer_abort(c->output);
}
