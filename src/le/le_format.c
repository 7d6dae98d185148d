/* le_format.c - the table of formats, and what is common to them */
#include "ztrace/le_format.h"

#include <stdlib.h>
#include <string.h>

const struct le_format *const le_formats[] = {
	&le_format_calls,
	&le_format_tree,
	&le_format_summary,
	&le_format_heap,
	&le_format_edges,
	&le_format_entries,
	&le_format_json,
	&le_format_csv,
	&le_format_trace,
	&le_format_folded,
	&le_format_none,
	NULL
};

const struct le_format le_format_none = {
	.form = { .name = "none", .help = "nothing: for --stats alone" }
};

const struct le_format *
le_format_find(const char *name)
{
	size_t i;

	for (i = 0; le_formats[i] != NULL; i++)
		if (strcmp(le_formats[i]->form.name, name) == 0)
			return le_formats[i];
	return NULL;
}

void
le_format_render(const void *style, const struct record *rec, struct buf *b)
{
	const struct le_style *s = style;

	if (s->format->report != NULL)
		buf_put(b, rec->data.p, rec->data.n);
	else if (s->format->render != NULL)
		s->format->render(le_event_of(rec->data), s->codepage, b);
}

struct le_reporter {
	struct source	 source;	/* first: what the caller holds */
	struct source	*below;		/* owned */
	const struct le_report *report;
	void		*state;		/* the report's own */
	struct buf	 text;
	bool		 told;
};

static enum rc
report_next(struct source *source, struct record *rec, struct diag *d)
{
	struct le_reporter *r = (struct le_reporter *)source;
	enum rc rc;

	if (r->told)
		return RC_END;
	while ((rc = r->below->next(r->below, rec, d)) != RC_END) {
		if (rc == RC_FAIL)
			return rc;
		if (rc == RC_SKIP)
			continue;
		if (!r->report->add(r->state, le_event_of(rec->data)))
			return diag_memory(d);
	}
	r->told = true;
	r->report->end(r->state, &r->text);
	if (r->text.failed)
		return diag_memory(d);
	*rec = (struct record){ .data = buf_span(&r->text) };
	return RC_OK;
}

static void
report_close(struct source *source)
{
	struct le_reporter *r = (struct le_reporter *)source;

	r->below->close(r->below);
	r->report->close(r->state);
	buf_free(&r->text);
	free(r);
}

struct source *
le_report_open(struct source *below, const struct le_style *style)
{
	struct le_reporter *r = calloc(1, sizeof(*r));

	if (r != NULL)
		r->state = style->format->report->open(style->codepage);
	if (r == NULL || r->state == NULL) {
		free(r);
		below->close(below);
		return NULL;
	}
	r->source = (struct source){ .next = report_next,
	    .close = report_close };
	r->below = below;
	r->report = style->format->report;
	return &r->source;
}
