/* timeline.c - gives each record its place on a timeline of subsystems and agents */
#include "ztrace/timeline.h"

#include <stdlib.h>
#include <string.h>

#include "ztrace/db2.h"
#include "ztrace/map.h"
#include "ztrace/pairs.h"
#include "ztrace/tod.h"

enum {
	AT_SSID = 32,			/* in the GTF header */
	AT_ACE = 8, AT_CLOCK = 16,	/* in the standard header */
	AT_TYPE = 2, CORRELATION = 2,	/* of any header */
	NAME = 4,			/* bytes of a subsystem ID, and of an address */
	SECOND = 1000000
};

struct process {
	struct map_node	 node;
	uint32_t	 number;
	bool		 told;
};

/* A thing that has begun. */
struct begun {
	uint16_t	 ifcid;
	uint64_t	 us;
};

struct agent {
	struct map_node	 node;
	uint32_t	 number;
	bool		 told;		/* a record goes by its name */
	bool		 named;		/* and this told more of it than its address */
	uint64_t	 latest;	/* time of its last record */
	size_t		 n;
	struct begun	 open[MARK_DEPTH];	/* outermost first */
};

struct timeline {
	struct source	 source;	/* first: what the caller holds */
	struct source	*below;		/* owned */
	const struct filter *filter;	/* NULL: everything passes */
	const struct layouts *layouts;
	const struct codepage *codepage;
	struct mark	 mark;		/* of the record lent to the caller */
	struct map	 processes, agents;	/* nodes are owned */
	uint32_t	 process_last, agent_last;	/* numbers given so far */
	struct event	*event;		/* owned; NULL without a filter */
	struct buf	 text;
};

/* A node of a map that is full makes room for the next. */
static void
forget_oldest(struct map *map, size_t most)
{
	struct map_node *node = map->oldest;

	if (map->n < most)
		return;
	map_take(map, node);
	free(node);
}

static struct process *
process_get(struct timeline *t, struct span key)
{
	struct process *p = (struct process *)map_find(&t->processes, key);

	if (p != NULL)
		return p;
	forget_oldest(&t->processes, TIMELINE_PROCESSES);
	p = calloc(1, sizeof(*p));
	if (p == NULL || !map_put(&t->processes, key, &p->node)) {
		free(p);
		return NULL;
	}
	p->number = ++t->process_last;
	return p;
}

static struct agent *
agent_get(struct timeline *t, struct span key)
{
	struct agent *a = (struct agent *)map_find(&t->agents, key);

	if (a != NULL)
		return a;
	forget_oldest(&t->agents, TIMELINE_AGENTS);
	a = calloc(1, sizeof(*a));
	if (a == NULL || !map_put(&t->agents, key, &a->node)) {
		free(a);
		return NULL;
	}
	a->number = ++t->agent_last;
	return a;
}

/* Closes what is open from number `from` on. */
static void
agent_close(struct agent *a, size_t from, uint64_t us, struct mark *m)
{
	if (a->n > from)
		m->closed_us = us;
	while (a->n > from)
		m->closed[m->closes++] = a->open[--a->n].ifcid;
}

/* The innermost open thing that this IFCID ends; a->n: none is. */
static size_t
agent_find_end(const struct agent *a, uint16_t ifcid)
{
	size_t i;

	for (i = a->n; i > 0; i--)
		if (pair_fits(a->open[i - 1].ifcid, ifcid))
			return i - 1;
	return a->n;
}

static size_t
agent_find(const struct agent *a, uint16_t ifcid)
{
	size_t i = 0;

	while (i < a->n && a->open[i].ifcid != ifcid)
		i++;
	return i;
}

static void
agent_begin(struct agent *a, const struct pair *pair, struct mark *m)
{
	if (!pair->nests)
		agent_close(a, agent_find(a, pair->begin), m->us, m);
	/* so much at a time is no nest: ends were lost */
	if (a->n == MARK_DEPTH)
		agent_close(a, 0, m->us, m);
	a->open[a->n++] = (struct begun){ .ifcid = pair->begin, .us = m->us };
	m->phase = MARK_BEGIN;
}

static void
agent_end(struct agent *a, uint16_t ifcid, struct mark *m)
{
	size_t at = agent_find_end(a, ifcid);

	if (at == a->n)
		return;
	m->brief = a->open[at].us == m->us;
	agent_close(a, at, m->us, m);
	m->phase = MARK_END;
}

/*
 * Clocks of processors agree, so an agent's records are in order but for the
 * start of a joined one, and but for data sets that wrapped or are read in the
 * wrong order: there its earlier and later parts are two stories.
 */
static void
agent_see(struct agent *a, uint16_t ifcid, struct mark *m)
{
	const struct pair *pair = pair_begin(ifcid);

	m->phase = MARK_INSTANT;
	if (m->us < a->latest) {
		if (a->latest - m->us < SECOND)
			return;
		agent_close(a, 0, a->latest, m);
	}
	a->latest = m->us;
	if (pair != NULL)
		agent_begin(a, pair, m);
	else if (a->n > 0 && pair_ends(ifcid))
		agent_end(a, ifcid, m);
}

/* Whether the product section has a correlation header, which tells whose agent it is. */
static bool
is_named(struct span record)
{
	struct event_section product;
	struct span rest, header;

	db2_section(record, 0, &product);
	for (rest = product.bytes; rest.n > AT_TYPE; rest = span_from(rest, header.n)) {
		if (span_u8(rest, AT_TYPE) == CORRELATION)
			return true;
		if (span_u16(rest, 0) == 0 || !span_cut(rest, 0, span_u16(rest, 0), &header))
			return false;
	}
	return false;
}

/* GTF's time or, where it ran without TIME=YES, Db2's own; that may be a packed date instead. */
static bool
time_of(const struct record *rec, struct span standard, uint64_t *us)
{
	uint64_t stck = rec->timed ? rec->tod : span_u64(standard, AT_CLOCK);

	*us = tod_us(stck);
	return rec->timed || stck >> 63 != 0;
}

/* False: out of memory. */
static bool
timeline_mark(struct timeline *t, struct record *rec)
{
	const bool db2 = rec->segments > 0;
	struct mark m = { 0 };
	struct db2_start start = { 0 };
	struct process *p;
	struct agent *a;
	uint8_t key[2 * NAME] = { 0 };
	struct span ssid, ace;

	if (db2)
		(void)db2_start(rec->data, &start);
	if (!time_of(rec, start.standard, &m.us))
		return true;
	if (db2 && span_cut(rec->data, AT_SSID, NAME, &ssid))
		memcpy(key, ssid.p, NAME);
	if (span_cut(start.standard, AT_ACE, NAME, &ace))
		memcpy(key + NAME, ace.p, NAME);
	p = process_get(t, span_of(key, db2 ? NAME : 1));
	a = p == NULL ? NULL : agent_get(t, span_of(key, db2 ? sizeof(key) : 1));
	if (a == NULL)
		return false;
	m.process = p->number;
	m.process_new = !p->told;
	m.thread = a->number;
	m.thread_new = !a->told;
	p->told = a->told = true;
	if (db2 && !a->named && is_named(rec->data))
		m.thread_new = a->named = true;
	agent_see(a, start.ifcid, &m);
	t->mark = m;
	rec->mark = &t->mark;
	return true;
}

/* False: out of memory. */
static bool
timeline_passes(struct timeline *t, const struct record *rec, bool *passes)
{
	*passes = true;
	if (t->filter == NULL)
		return true;
	db2_decode(t->layouts, rec, t->event);
	*passes = filter_account(t->filter, t->event, t->codepage, &t->text) == ACCOUNTS;
	return !t->text.failed;
}

static enum rc
timeline_next(struct source *source, struct record *rec, struct diag *d)
{
	struct timeline *t = (struct timeline *)source;
	enum rc rc = t->below->next(t->below, rec, d);
	bool passes;

	if (rc != RC_OK)
		return rc;
	if (!timeline_passes(t, rec, &passes) || (passes && !timeline_mark(t, rec)))
		return diag_memory(d);
	return RC_OK;
}

static void
timeline_close(struct source *source)
{
	struct timeline *t = (struct timeline *)source;

	t->below->close(t->below);
	while (t->processes.n > 0)
		forget_oldest(&t->processes, 1);
	while (t->agents.n > 0)
		forget_oldest(&t->agents, 1);
	map_free(&t->processes);
	map_free(&t->agents);
	buf_free(&t->text);
	free(t->event);
	free(t);
}

struct source *
timeline_open(struct source *below, const struct filter *filter, const struct layouts *layouts,
    const struct codepage *codepage)
{
	struct timeline *t = calloc(1, sizeof(*t));

	if (t != NULL && !filter_all(filter)) {
		t->filter = filter;
		t->event = calloc(1, sizeof(*t->event));
	}
	if (t == NULL || (t->filter != NULL && t->event == NULL)) {
		free(t);
		below->close(below);
		return NULL;
	}
	t->source = (struct source){ .next = timeline_next, .close = timeline_close };
	t->below = below;
	t->layouts = layouts;
	t->codepage = codepage;
	map_init(&t->processes);
	map_init(&t->agents);
	return &t->source;
}
