/* le_pair.c - finds the return of each call, and the rest of long names */
#include "ztrace/le_pair.h"

#include <stdlib.h>
#include <string.h>

#include "ztrace/le_entry.h"
#include "ztrace/le_event.h"
#include "ztrace/le_ring.h"
#include "ztrace/le_thread.h"
#include "ztrace/tod.h"

enum { RESERVE = LE_DEPTH + 2 };	/* events that one entry can bring */

struct le_pair {
	struct source	 source;	/* first: what the caller holds */
	struct source	*below;		/* owned */
	struct ledger	*ledger;
	struct le_ring	 ring;
	size_t		 kept;		/* frames whose event was shown already */
	struct le_threads threads;
	uint64_t	 now;		/* the time of the latest entry */
	uint32_t	 table;
	struct place	 table_at;	/* an entry of the table in work, ... */
	uint32_t	 table_in_file;	/* ... and its number there */
	struct record	 next;		/* waits until a table has ended; below's */
	bool		 ending, waits, ended;
};

/* A new event, not settled; kind, area and times are the caller's to fill. */
static struct le_waiting *
pair_add(struct le_pair *p, const struct place *at)
{
	struct le_waiting *w = le_ring_at(&p->ring, p->ring.tail++);

	w->at = *at;
	w->settled = false;
	return w;
}

/* An event of an entry's own. */
static struct le_waiting *
pair_begin(struct le_pair *p, const struct le_entry *e,
    const struct le_thread *t, const struct place *at)
{
	struct le_waiting *w = pair_add(p, at);

	le_event_begin(&w->ev, e, p->table);
	if (t != NULL) {
		w->ev.thread_number = t->number;
		w->ev.depth = (uint32_t)t->n;
	}
	return w;
}

/* The event of a frame: where it waits, or a copy of what was shown already. */
static struct le_waiting *
frame_event(struct le_pair *p, struct le_frame *f)
{
	struct le_waiting *w;

	if (f->kept == NULL)
		return le_ring_at(&p->ring, f->event);
	w = pair_add(p, &(struct place){ 0 });
	w->ev = *f->kept;
	free(f->kept);
	f->kept = NULL;
	p->kept--;
	return w;
}

/* Frames from number `from` on that no return will end. */
static void
frames_give_up(struct le_pair *p, struct le_thread *t, size_t from, size_t n,
    enum le_kind kind, uint64_t end)
{
	struct le_waiting *w;
	size_t i;

	for (i = from; i < from + n; i++) {
		w = frame_event(p, &t->frame[i]);
		w->ev.kind = kind;
		w->ev.end = end;
		w->settled = true;
	}
	p->ledger->n[kind == LE_IN_FLIGHT ? CALLS_IN_FLIGHT :
	    CALLS_UNRETURNED] += n;
	le_frame_drop(&p->threads, t, from, n);
}

/*
 * The next entry of a thread is no second part: what waited for one is whole.
 */
static void
part_settle(struct le_pair *p, struct le_thread *t)
{
	if (t->parted && t->part >= p->ring.head)
		le_ring_at(&p->ring, t->part)->settled = true;
	t->parted = false;
}

static void
thread_end(struct le_pair *p, struct le_thread *t, enum le_kind kind)
{
	part_settle(p, t);
	frames_give_up(p, t, 0, t->n, kind, p->now);
	le_thread_end(&p->threads, t);
}

/* Shows the first event that waits ahead of its end. */
static enum rc
pair_force(struct le_pair *p, struct le_waiting *w, struct diag *d)
{
	struct le_thread *t = le_thread_find(&p->threads, w->ev.thread);
	struct le_frame *f = NULL;
	size_t i;

	if (t != NULL && t->parted && t->part == p->ring.head)
		t->parted = false;
	for (i = 0; t != NULL && i < t->n; i++)
		if (t->frame[i].kept == NULL && t->frame[i].event == p->ring.head)
			f = &t->frame[i];
	if (f == NULL)
		return RC_OK;
	f->kept = malloc(sizeof(*f->kept));
	if (f->kept == NULL)
		return diag_memory(d);
	*f->kept = w->ev;
	p->kept++;
	w->ev.kind = LE_OPEN;
	p->ledger->n[CALLS_OPENED]++;
	return RC_OK;
}

/* An entry of which too much is missing, or that is of no kind that pairs. */
static void
take_other(struct le_pair *p, const struct le_entry *e, struct le_thread *t,
    const struct place *at)
{
	struct le_waiting *w = pair_begin(p, e, t, at);

	w->settled = true;
	p->ledger->n[e->where.have == LE_HAVE_ALL ? ENTRIES_OTHER :
	    ENTRIES_PARTIAL]++;
}

static enum rc
take_call(struct le_pair *p, const struct le_entry *e, struct span number,
    struct le_thread *t, const struct place *at, struct diag *d)
{
	struct le_frame *f;
	struct le_waiting *w;

	if (t->n == LE_DEPTH || (p->threads.frames >= LE_OPEN_CALLS &&
	    t->n > 0)) {
		(void)diag_warn(d, at,
		    "more calls are open than can be followed (%zu of a "
		    "thread, the outermost is given up)", t->n);
		frames_give_up(p, t, 0, 1, LE_UNRETURNED, 0);
	}
	w = pair_begin(p, e, t, at);
	w->ev.kind = LE_CALL;
	p->ledger->n[ENTRIES_CALL]++;
	f = le_frame_push(&p->threads, t, e->type, number);
	if (f == NULL)
		return diag_memory(d);
	f->event = p->ring.tail - 1;
	return RC_OK;
}

static void
take_return(struct le_pair *p, const struct le_entry *e,
    const struct le_return *r, struct le_thread *t, const struct place *at)
{
	size_t i = le_frame_find(t, e->type, r->number);
	uint64_t now = le_entry_timed(e) ? p->now : 0;
	struct le_waiting *w;

	p->ledger->n[ENTRIES_RETURN]++;
	if (i < t->n) {
		frames_give_up(p, t, i + 1, t->n - i - 1, LE_UNRETURNED,
		    p->now);
		w = frame_event(p, &t->frame[i]);
		le_frame_drop(&p->threads, t, i, 1);
		p->ledger->n[CALLS_RETURNED]++;
		p->ledger->n[ENTRIES_BACK] += now != 0 && now < w->ev.start;
		w->ev.kind = LE_CALL;
	} else {
		w = pair_begin(p, e, t, at);
		w->ev.kind = LE_ORPHAN;
		w->ev.start = 0;
		w->ev.at = LE_NOWHERE;
		memset(w->ev.area, 0, LE_AREA_SIZE);
		p->ledger->n[RETURNS_ORPHAN]++;
	}
	w->ev.end = now;
	w->ev.at_end = e->where.displacement;
	w->ev.have_end = e->where.have;
	w->ev.errno_state = (uint8_t)le_thread_errno(t, r);
	w->ev.marks = le_return_marks(e->area, r);
	memcpy(w->ev.area_end, e->area.p, LE_AREA_SIZE);
	w->settled = true;
}

/* A part of a pair of names. */
static void
take_switch(struct le_pair *p, const struct le_entry *e, int part,
    struct le_thread *t, const struct place *at)
{
	struct le_waiting *w;

	p->ledger->n[ENTRIES_SWITCH]++;
	if (part == 2 && t->parted && t->part >= p->ring.head &&
	    le_ring_at(&p->ring, t->part)->ev.type == e->type) {
		w = le_ring_at(&p->ring, t->part);
		w->ev.at_end = e->where.displacement;
		memcpy(w->ev.area_end, e->area.p, LE_AREA_SIZE);
		p->ledger->n[SWITCHES_SECOND]++;
		part_settle(p, t);
		return;
	}
	part_settle(p, t);
	w = pair_begin(p, e, t, at);
	w->ev.kind = LE_SWITCH;
	p->ledger->n[SWITCHES_FIRST]++;
	w->settled = part == 2;
	t->parted = part == 1;
	t->part = p->ring.tail - 1;
}

static enum rc
take_entry(struct le_pair *p, const struct le_entry *e, const struct place *at,
    struct diag *d)
{
	struct le_thread *t = NULL;
	struct span number = { 0 };
	struct le_return r;
	int part;

	if (le_entry_timed(e))
		p->now = tod_us(e->tod);
	if (!le_entry_known(e)) {
		take_other(p, e, NULL, at);
		return RC_OK;
	}
	if (p->threads.map.n == LE_THREADS &&
	    le_thread_find(&p->threads, e->thread) == NULL) {
		(void)diag_warn(d, at, "more threads than can be followed (%d)",
		    LE_THREADS);
		thread_end(p, (struct le_thread *)p->threads.map.oldest,
		    LE_UNRETURNED);
	}
	t = le_thread_get(&p->threads, e->thread);
	if (t == NULL)
		return diag_memory(d);
	part = le_type_switches(e) ? le_switch_part(e->area, e->where.have) : 0;
	if (part != 0) {
		take_switch(p, e, part, t, at);
		return RC_OK;
	}
	part_settle(p, t);
	if (le_type_calls(e))
		number = le_call_number(e->area, e->where.have);
	if (number.n > 0)
		return take_call(p, e, number, t, at, d);
	if (le_type_returns(e) && le_return_read(e->area, e->where.have, &r))
		take_return(p, e, &r, t, at);
	else
		take_other(p, e, t, at);
	return RC_OK;
}

/* Reads an entry, or sees that a table has ended. */
static enum rc
pair_read(struct le_pair *p, struct diag *d)
{
	struct le_entry e;
	enum rc rc = RC_OK;

	if (!p->waits)
		rc = p->ended ? RC_END : p->below->next(p->below, &p->next, d);
	p->waits = false;
	if (rc == RC_END)
		p->ended = p->ending = true;
	if (rc != RC_OK)
		return rc;
	e = le_entry_read(p->next.data);
	if (p->table == 0 || p->table_at.file != p->next.at.file ||
	    p->table_in_file != e.where.table) {
		p->waits = p->ending = p->table > 0 && p->threads.map.n > 0;
		if (p->ending)
			return RC_OK;
		p->table++;
		p->table_at = p->next.at;
		p->table_in_file = e.where.table;
	}
	return take_entry(p, &e, &p->next.at, d);
}

static enum rc
pair_give(struct le_pair *p, struct record *rec, struct diag *d)
{
	struct le_waiting *w = le_ring_at(&p->ring, p->ring.head);

	if (!w->settled && pair_force(p, w, d) == RC_FAIL)
		return RC_FAIL;
	p->ring.head++;
	*rec = (struct record){ .data = span_of(&w->ev, sizeof(w->ev)),
	    .at = w->at };
	return RC_OK;
}

static enum rc
pair_next(struct source *source, struct record *rec, struct diag *d)
{
	struct le_pair *p = (struct le_pair *)source;
	enum rc rc;

	for (;;) {
		if (p->ring.head < p->ring.tail && (le_ring_at(&p->ring, p->ring.head)->settled ||
		    p->ring.tail - p->ring.head >= LE_WAITING - RESERVE))
			return pair_give(p, rec, d);
		if (!le_ring_room(&p->ring, 2 +
		    (p->kept < LE_DEPTH ? p->kept : LE_DEPTH)))
			return diag_memory(d);
		if (p->ending && p->threads.map.n > 0) {
			thread_end(p, (struct le_thread *)p->threads.map.oldest,
			    LE_IN_FLIGHT);
			continue;
		}
		p->ending = false;
		rc = pair_read(p, d);
		if (rc == RC_FAIL || (rc == RC_END && p->ring.head == p->ring.tail &&
		    p->threads.map.n == 0))
			return rc;
	}
}

static void
pair_close(struct source *source)
{
	struct le_pair *p = (struct le_pair *)source;

	p->below->close(p->below);
	le_threads_free(&p->threads);
	le_ring_close(&p->ring);
	free(p);
}

struct source *
le_pair_open(struct source *below, struct ledger *ledger)
{
	struct le_pair *p = calloc(1, sizeof(*p));

	if (p == NULL || !le_ring_open(&p->ring)) {
		free(p);
		below->close(below);
		return NULL;
	}
	p->source = (struct source){ .next = pair_next, .close = pair_close };
	p->below = below;
	p->ledger = ledger;
	map_init(&p->threads.map);
	return &p->source;
}
