/* le_format.h - the forms in which events are shown */
#ifndef ZTRACE_LE_FORMAT_H
#define ZTRACE_LE_FORMAT_H

#include "ztrace/format.h"
#include "ztrace/le_event.h"
#include "ztrace/record.h"

/* A report: looks at all events before it says anything. */
struct le_report {
	void	*(*open)(const struct codepage *);	/* NULL: no memory */
	bool	 (*add)(void *, const struct le_event *);	/* false: no memory */
	void	 (*end)(void *, struct buf *);		/* appends its text */
	void	 (*close)(void *);
};

/*
 * Adding a format is a file in src/le and a row in the table of le_format.c.
 * One of render and report is set.
 */
struct le_format {
	struct format	 form;		/* name, help, what stands around events */
	bool		 plain;		/* of entries as they are, not of calls */
	void	       (*render)(const struct le_event *, const struct codepage *,
	    struct buf *);
	const struct le_report *report;
};

/* All of them, ended by NULL. */
extern const struct le_format *const le_formats[];

extern const struct le_format le_format_calls, le_format_entries,
	    le_format_json, le_format_csv, le_format_trace, le_format_none;
extern const struct le_format le_format_tree, le_format_folded,
	    le_format_summary, le_format_heap, le_format_edges;

const struct le_format *le_format_find(const char *name);	/* or NULL */

/* What the workers of a flow need to render events (work.h). */
struct le_style {
	const struct le_format *format;
	const struct codepage *codepage;
};
void	le_format_render(const void *style, const struct record *,
	    struct buf *);

/*
 * Over a source of events: one record, the text of a report. Takes `below`
 * over, also on failure (NULL: out of memory).
 */
struct source *le_report_open(struct source *below, const struct le_style *);

/* Appends the JSON Schema of the format json. */
void	le_schema(struct buf *);

#endif
