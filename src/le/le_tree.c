/* le_tree.c - the formats tree and folded: who called what, from where
 *
 *   thread                 a node for each different way:
 *     main                 thread, caller, function, caller in a function
 *       qsort()            that calls back, ...
 *         compare
 *           strcmp()
 */
#include <stdlib.h>
#include <string.h>

#include "ztrace/le_format.h"
#include "ztrace/le_names.h"
#include "ztrace/le_pair.h"

#define NONE UINT32_MAX

struct node {
	uint32_t	 parent, name;		/* NONE: a thread has no parent */
	uint32_t	 child, last;		/* the first and the last; 0: none */
	uint32_t	 next;			/* of the same parent; 0: none */
	uint32_t	 depth;
	bool		 function;
	uint64_t	 calls, total;		/* ended; microseconds */
	uint64_t	 inside;		/* of that, in calls inside */
	uint64_t	 in_flight, unreturned;
};

/* The calls that are open in a thread, the outermost first. */
struct path {
	uint32_t	 node[LE_DEPTH + 1];
	uint64_t	 start[LE_DEPTH + 1], end[LE_DEPTH + 1];
	uint32_t	 n;
};

struct tree {
	const struct codepage *codepage;
	struct le_names	 names, keys;		/* a node is a key: parent and name */
	struct node	*node;			/* by number of key */
	size_t		 nodes;
	struct path	**path;			/* by number of thread; NULL: none yet */
	size_t		 paths;
	struct buf	 room;
	bool		 lacks;			/* memory ran out */
};

static void *
tree_open(const struct codepage *cp)
{
	struct tree *t = calloc(1, sizeof(*t));

	if (t != NULL)
		t->codepage = cp;
	return t;
}

static void
tree_close(void *state)
{
	struct tree *t = state;
	size_t i;

	for (i = 0; i < t->paths; i++)
		free(t->path[i]);
	free(t->path);
	free(t->node);
	le_names_free(&t->names);
	le_names_free(&t->keys);
	buf_free(&t->room);
	free(t);
}

/* The node of this name below a parent; NONE: out of memory. */
static uint32_t
tree_node(struct tree *t, uint32_t parent, struct span name, bool function)
{
	uint8_t key[9];
	uint32_t number, id = le_name_get(&t->names, name),
	    before = (uint32_t)t->keys.n;
	struct node *node, *above;

	if (id == LE_NO_NAME)
		return NONE;
	put_u32(key, parent);
	put_u32(key + 4, id);
	key[8] = function;
	number = le_name_get(&t->keys, span_of(key, sizeof(key)));
	if (number == LE_NO_NAME || number < before)
		return number;
	node = le_names_room(t->node, number, &t->nodes, sizeof(*node));
	if (node == NULL)
		return NONE;
	t->node = node;
	node[number] = (struct node){ .parent = parent, .name = id,
	    .function = function };
	if (parent == NONE)
		return number;
	above = &node[parent];
	node[number].depth = above->depth + 1;
	if (above->child == 0)
		above->child = number;
	else
		node[above->last].next = number;
	above->last = number;
	return number;
}

static struct path *
tree_path(struct tree *t, uint32_t thread)
{
	struct path **path = le_names_room(t->path, thread, &t->paths,
	    sizeof(*path));

	if (path == NULL)
		return NULL;
	t->path = path;
	if (path[thread] == NULL)
		path[thread] = calloc(1, sizeof(**path));
	return path[thread];
}

/* Text of the event, in the room of the tree. */
static struct span
tree_text(struct tree *t, struct span text)
{
	buf_clear(&t->room);
	le_put_text(&t->room, text, t->codepage);
	t->lacks |= t->room.failed;
	return buf_span(&t->room);
}

/*
 * The innermost open call that the event is inside of; its thread, if there is
 * none.
 */
static uint32_t
tree_around(struct tree *t, const struct le_event *ev, struct path *path,
    uint32_t *around)
{
	uint32_t depth = ev->depth < path->n ? ev->depth : path->n;

	*around = NONE;
	for (; depth > 0; depth--) {
		/* one whose time is lost is where its depth says */
		if (ev->start != 0 && (ev->start < path->start[depth - 1] ||
		    ev->start > path->end[depth - 1]))
			continue;
		*around = path->node[depth - 1];
		return *around;
	}
	buf_clear(&t->room);
	buf_str(&t->room, "thread ");
	le_put_thread(&t->room, ev->thread);
	if (ev->table > 1)
		buf_printf(&t->room, " in table %u", ev->table);
	t->lacks |= t->room.failed;
	return tree_node(t, NONE, buf_span(&t->room), false);
}

static void
tree_count(struct tree *t, const struct le_event *ev, uint32_t node,
    uint32_t around)
{
	uint64_t us;

	if (!le_event_elapsed(ev, &us))
		us = 0;
	if (ev->kind == LE_CALL)
		t->node[node].calls++;
	else if (ev->kind == LE_IN_FLIGHT)
		t->node[node].in_flight++;
	else
		t->node[node].unreturned++;
	t->node[node].total += us;
	if (around != NONE)
		t->node[around].inside += us;
}

static bool
tree_add(void *state, const struct le_event *ev)
{
	struct tree *t = state;
	uint32_t around, node;
	struct path *path;
	struct le_call c;

	if (!le_event_call(ev, &c) || ev->depth > LE_DEPTH)
		return true;
	path = tree_path(t, ev->thread_number);
	if (path == NULL)
		return false;
	node = tree_around(t, ev, path, &around);
	if (node != NONE)
		node = tree_node(t, node, c.caller.n > 0 ?
		    tree_text(t, c.caller) : span_of("?", 1), false);
	if (node != NONE)
		node = tree_node(t, node, tree_text(t, c.name), true);
	if (node == NONE || t->lacks)
		return false;
	for (; path->n < ev->depth; path->n++)
		path->start[path->n] = UINT64_MAX;
	path->node[ev->depth] = node;
	path->start[ev->depth] = ev->start;
	path->end[ev->depth] = ev->kind == LE_OPEN ||
	    ev->end == 0 ? UINT64_MAX : ev->end;
	path->n = ev->depth + 1;
	if (ev->kind != LE_OPEN)
		tree_count(t, ev, node, around);
	return true;
}

/*
 * The next node in the order of the tree; NONE: that was the last one below its
 * thread.
 */
static uint32_t
tree_next(const struct tree *t, uint32_t at)
{
	if (t->node[at].child != 0)
		return t->node[at].child;
	while (t->node[at].parent != NONE && t->node[at].next == 0)
		at = t->node[at].parent;
	return t->node[at].parent == NONE ? NONE : t->node[at].next;
}

static uint64_t
node_self(const struct node *n)
{
	return n->total > n->inside ? n->total - n->inside : 0;
}

static void
tree_line(const struct tree *t, uint32_t at, struct buf *b)
{
	const struct node *n = &t->node[at];
	struct span name = le_name_text(&t->names, n->name);

	if (n->function) {
		buf_printf(b, "%10llu", (unsigned long long)(n->calls +
		    n->in_flight + n->unreturned));
		le_put_ms(b, n->total, 14);
		le_put_ms(b, node_self(n), 14);
	} else {
		buf_fill(b, ' ', 10 + 14 + 14);
	}
	buf_fill(b, ' ', 2 + 2 * (size_t)(n->depth - 1));
	buf_put(b, name.p, name.n);
	if (n->function)
		buf_str(b, "()");
	if (n->in_flight > 0)
		buf_printf(b, "  in flight: %llu",
		    (unsigned long long)n->in_flight);
	if (n->unreturned > 0)
		buf_printf(b, "  never returned: %llu",
		    (unsigned long long)n->unreturned);
	buf_char(b, '\n');
}

static void
tree_end(void *state, struct buf *b)
{
	const struct tree *t = state;
	struct span name;
	uint32_t i, at;

	for (i = 0; i < t->keys.n; i++) {
		if (t->node[i].parent != NONE)
			continue;
		name = le_name_text(&t->names, t->node[i].name);
		if (b->n > 0)
			buf_char(b, '\n');
		buf_put(b, name.p, name.n);
		buf_str(b, "\n     calls      total ms       self ms\n");
		for (at = tree_next(t, i); at != NONE; at = tree_next(t, at))
			tree_line(t, at, b);
	}
}

static const struct le_report tree_report = {
	.open = tree_open, .add = tree_add, .end = tree_end, .close = tree_close
};

const struct le_format le_format_tree = {
	.form = {
		.name = "tree",
		.help = "for each thread who called what, how often and how long"
	},
	.report = &tree_report
};

/* Names from the thread to the node, parted by ; which no name may hold. */
static void
folded_path(const struct tree *t, uint32_t at, struct buf *b)
{
	uint32_t way[2 * LE_DEPTH + 4], n = 0;
	struct span name;
	size_t i, start;

	for (; at != NONE && n < sizeof(way) / sizeof(way[0]);
	    at = t->node[at].parent)
		way[n++] = at;
	while (n-- > 0) {
		name = le_name_text(&t->names, t->node[way[n]].name);
		start = b->n;
		buf_put(b, name.p, name.n);
		for (i = start; i < b->n; i++)
			if (b->p[i] == ';')
				b->p[i] = ':';
		if (n > 0)
			buf_char(b, ';');
	}
}

static void
folded_end(void *state, struct buf *b)
{
	const struct tree *t = state;
	uint32_t i, at;

	for (i = 0; i < t->keys.n; i++) {
		if (t->node[i].parent != NONE)
			continue;
		for (at = tree_next(t, i); at != NONE; at = tree_next(t, at)) {
			if (!t->node[at].function)
				continue;
			folded_path(t, at, b);
			buf_char(b, ' ');
			buf_uint(b, node_self(&t->node[at]));
			buf_char(b, '\n');
		}
	}
}

static const struct le_report folded_report = {
	.open = tree_open, .add = tree_add, .end = folded_end,
	    .close = tree_close
};

const struct le_format le_format_folded = {
	.form = {
		.name = "folded",
		.help = "stacks and microseconds, for flame graphs"
	},
	.report = &folded_report
};
