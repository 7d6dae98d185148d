/* le_edges.c - the format edges: calls between linkages, each counted */
#include <stdlib.h>
#include <string.h>

#include "ztrace/le_format.h"
#include "ztrace/le_names.h"

struct edge {
	uint32_t	 number;	/* of its text */
	uint64_t	 count;
};

struct edges {
	const struct codepage *codepage;
	struct le_names	 names;
	struct edge	*edge;		/* by number */
	size_t		 cap;
	struct buf	 room;
};

static void *
edges_open(const struct codepage *cp)
{
	struct edges *e = calloc(1, sizeof(*e));

	if (e != NULL)
		e->codepage = cp;
	return e;
}

static void
edges_close(void *state)
{
	struct edges *e = state;

	le_names_free(&e->names);
	free(e->edge);
	buf_free(&e->room);
	free(e);
}

static bool
edges_add(void *state, const struct le_event *ev)
{
	struct edges *e = state;
	struct edge *edge;
	struct le_switch s;
	uint32_t number;

	if (!le_event_switch(ev, &s))
		return true;
	buf_clear(&e->room);
	le_put_switch(&e->room, &s, LE_FROM_MODULE, e->codepage);
	buf_str(&e->room, " --> ");
	le_put_switch(&e->room, &s, LE_TO_MODULE, e->codepage);
	buf_str(&e->room, ev->type == LE_FROM_XPLINK ? "  XPLINK to other" :
	    "  other to XPLINK");
	number = le_name_get(&e->names, buf_span(&e->room));
	if (number == LE_NO_NAME || e->room.failed)
		return false;
	edge = le_names_room(e->edge, number, &e->cap, sizeof(*edge));
	if (edge == NULL)
		return false;
	e->edge = edge;
	edge += number;
	edge->number = number;
	edge->count++;
	return true;
}

/* The most frequent first; else as they came. */
static int
edge_compare(const void *a, const void *b)
{
	const struct edge *x = a, *y = b;

	if (x->count != y->count)
		return x->count < y->count ? 1 : -1;
	return x->number < y->number ? -1 : 1;
}

static void
edges_end(void *state, struct buf *b)
{
	struct edges *e = state;
	struct span text;
	size_t i;

	if (e->names.n == 0)
		return;
	qsort(e->edge, e->names.n, sizeof(*e->edge), edge_compare);
	buf_str(b, "     count\n");
	for (i = 0; i < e->names.n; i++) {
		text = le_name_text(&e->names, e->edge[i].number);
		buf_printf(b, "%10llu  ", (unsigned long long)e->edge[i].count);
		buf_put(b, text.p, text.n);
		buf_char(b, '\n');
	}
}

static const struct le_report report = {
	.open = edges_open, .add = edges_add, .end = edges_end,
	    .close = edges_close
};

const struct le_format le_format_edges = {
	.form = {
		.name = "edges",
		.help = "calls between XPLINK and other code, and how often each came"
	},
	.report = &report
};
