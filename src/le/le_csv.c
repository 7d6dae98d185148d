/* le_csv.c - the format csv (RFC 4180) */
#include <string.h>

#include "ztrace/le_columns.h"
#include "ztrace/le_format.h"

/*
 * Puts quotes around what was appended since `start`, if it needs them (RFC
 * 4180).
 */
static void
csv_quote(struct buf *b, size_t start)
{
	size_t i, more = 2, n = b->n - start;
	uint8_t *p;

	if (b->failed || (memchr(b->p + start, ',', n) == NULL &&
	    memchr(b->p + start, '"', n) == NULL))
		return;
	for (i = start; i < b->n; i++)
		more += b->p[i] == '"';
	if (buf_room(b, more) == NULL)
		return;
	p = b->p + b->n + more;
	*--p = '"';
	for (i = b->n; i-- > start; ) {
		*--p = b->p[i];
		if (b->p[i] == '"')
			*--p = '"';
	}
	*--p = '"';
	b->n += more;
}

static void
csv_render(const struct le_event *ev, const struct codepage *cp, struct buf *b)
{
	const struct le_column *c;
	struct le_view v;
	size_t start;
	uint64_t n;

	le_view_fill(&v, ev, cp);
	for (c = le_columns; c < le_columns + le_columns_count; c++) {
		if (c > le_columns)
			buf_char(b, ',');
		start = b->n;
		switch (c->cell(&v, b, &n)) {
		case LE_CELL_NONE:
			break;
		case LE_CELL_TEXT:
			csv_quote(b, start);
			break;
		case LE_CELL_NUMBER:
			buf_uint(b, n);
			break;
		case LE_CELL_TRUE:
			buf_str(b, "true");
			break;
		case LE_CELL_FALSE:
			buf_str(b, "false");
			break;
		}
	}
	buf_put(b, "\r\n", 2);
}

const struct le_format le_format_csv = {
	.form = {
		.name = "csv",
		.help = "a line for each call, with the same as columns",
		.open = "kind,time,elapsed_us,thread,table,depth,caller,"
		    "function,parameters,operator,number,value,failed,errno,"
		    "errno_name,errno2,errno_age,from_module,from_function,"
		    "to_module,to_function,member,type,flags,at,at_end,"
		    "partial,area\r\n"
	},
	.render = csv_render
};
