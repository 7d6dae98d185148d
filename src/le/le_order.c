/* le_order.c - entries of a table in the order in which they were written */
#include "ztrace/le_order.h"

#include <inttypes.h>
#include <stdlib.h>

#include "ztrace/buf.h"
#include "ztrace/le_entry.h"
#include "ztrace/le_names.h"
#include "ztrace/tod.h"

enum { MOST = LE_LARGEST / LE_SIZE };	/* entries of the largest table */

/* Where an entry came from; the file is that of its table. */
struct origin {
	uint64_t	 number, line, offset;
};

struct le_order {
	struct source	 source;	/* first: what the caller holds */
	struct source	*below;		/* owned */
	struct ledger	*ledger;
	struct buf	 table;		/* its entries, LE_RECORD bytes each */
	struct origin	*origin;	/* of each; owned */
	size_t		 n, origins;	/* how many, and room for origins */
	const char	*file;		/* of the table in work, ... */
	uint32_t	 number;	/* ... and its number there */
	size_t		 given, first;	/* given out so far; the oldest one */
	bool		 giving;
	bool		 passing;	/* too large a table: entries go on at once */
	struct record	 ahead;		/* waits until all kept are out; below's */
	bool		 waits;		/* there is one */
	bool		 ended;
};

static struct span
order_at(const struct le_order *o, size_t i)
{
	return span_of(o->table.p + i * LE_RECORD, LE_RECORD);
}

/* The time of an entry; 0: it is not there. */
static uint64_t
order_time(const struct le_order *o, size_t i)
{
	struct span entry = order_at(o, i);

	return (le_where_read(entry).have & 3) == 3 ?
	    tod_us(span_u64(entry, 0)) : 0;
}

static struct place
order_place(const struct le_order *o, size_t i)
{
	const struct origin *from = &o->origin[i];

	return (struct place){ .number = from->number, .line = from->line,
	    .offset = from->offset, .known = true, .file = o->file };
}

/* Whether the entry is of the table in work. */
static bool
order_mine(const struct le_order *o, const struct record *rec)
{
	return o->file == rec->at.file &&
	    o->number == le_where_read(rec->data).table;
}

static uint32_t
order_displacement(const struct le_order *o, size_t i)
{
	return le_where_read(order_at(o, i)).displacement;
}

/*
 * The entry behind the one named the newest, or behind where that would be if
 * it is lost; 0: nothing is behind it, or the table printed begins behind it.
 */
static size_t
order_seam(const struct le_order *o, uint32_t recent)
{
	/* nearly always it is where it would be if none were missing */
	size_t i = (recent - order_displacement(o, 0)) / LE_SIZE;

	if (i >= o->n || order_displacement(o, i) != recent)
		for (i = o->n - 1; i > 0 && order_displacement(o, i) > recent;
		    i--)
			;
	return order_displacement(o, i) > recent ? 0 : (i + 1) % o->n;
}

/*
 * Where the clock falls most; 0 where the first entry is older than the last.
 * Entries whose time is lost say nothing.
 */
static size_t
order_fall(const struct le_order *o)
{
	uint64_t fall, most = 0, before, now;
	size_t first = 0, last = o->n - 1, i, at = 0;

	while (first < last && order_time(o, first) == 0)
		first++;
	while (first < last && order_time(o, last) == 0)
		last--;
	before = order_time(o, first);
	if (before <= order_time(o, last))
		return 0;
	for (i = first + 1; i <= last; i++) {
		now = order_time(o, i);
		fall = now != 0 && before > now ? before - now : 0;
		if (fall > most) {
			most = fall;
			at = i;
		}
		if (now != 0)
			before = now;
	}
	return at;
}

/* Whether the clock says what the heading does: that it falls before entry i. */
static bool
order_agreed(const struct le_order *o, size_t i)
{
	uint64_t before = order_time(o, i - 1), now = order_time(o, i);

	return before == 0 || now == 0 || now <= before;
}

/* The table is all there: finds its oldest entry. */
static void
order_begin(struct le_order *o, struct diag *d)
{
	uint32_t recent = le_where_read(order_at(o, 0)).recent;
	struct place at;

	o->first = recent == LE_NOWHERE ? order_fall(o) : order_seam(o, recent);
	o->given = 0;
	o->giving = true;
	o->ledger->n[TABLES]++;
	if (o->first == 0)
		return;
	o->ledger->n[TABLES_WRAPPED]++;
	at = order_place(o, o->first);
	(void)diag_note(d, &at,
	    "the table has wrapped, its oldest entry is here (%zu of %zu)",
	    o->first + 1, o->n);
	if (!order_agreed(o, o->first))
		(void)diag_warn(d, &at,
		    "the clock does not say that the table has "
		    "wrapped, its heading does (%zu of %zu)", o->first + 1,
		    o->n);
}

static enum rc
order_give(struct le_order *o, struct record *rec)
{
	size_t i = (o->first + o->given++) % o->n;

	*rec = (struct record){ .data = order_at(o, i),
	    .at = order_place(o, i) };
	return RC_OK;
}

/* Everything that was kept is out. */
static void
order_clear(struct le_order *o)
{
	buf_clear(&o->table);
	o->n = 0;
	o->giving = false;
}

static enum rc
order_keep(struct le_order *o, const struct record *rec, struct diag *d)
{
	struct origin *origin = le_names_room(o->origin, o->n, &o->origins,
	    sizeof(*origin));

	o->ledger->n[ENTRIES_READ]++;
	if (origin == NULL)
		return diag_memory(d);
	o->origin = origin;
	if (!buf_put(&o->table, rec->data.p, LE_RECORD))
		return diag_memory(d);
	if (o->n == 0) {
		o->file = rec->at.file;
		o->number = le_where_read(rec->data).table;
	}
	origin[o->n++] = (struct origin){ .number = rec->at.number,
	    .line = rec->at.line, .offset = rec->at.offset };
	return RC_OK;
}

/* No more entries are kept: this one waits until they are out. */
static void
order_stop(struct le_order *o, const struct record *rec, struct diag *d)
{
	o->ahead = *rec;
	o->waits = true;
	if (!order_mine(o, rec)) {
		order_begin(o, d);
		return;
	}
	(void)diag_warn(d, &rec->at,
	    "the table is larger than any can be (%d entries), "
	    "and is taken as it stands", MOST);
	o->giving = o->passing = true;
	o->first = o->given = 0;
	o->ledger->n[TABLES]++;
}

/* Keeps a table, up to its end. RC_OK: there is something to give. */
static enum rc
order_fill(struct le_order *o, struct diag *d)
{
	struct record next;
	enum rc rc = RC_OK;

	if (o->waits)
		rc = order_keep(o, &o->ahead, d);
	o->waits = false;
	while (rc == RC_OK || rc == RC_SKIP) {
		rc = o->below->next(o->below, &next, d);
		if (rc != RC_OK)
			continue;
		if (o->n > 0 && (o->n == MOST || !order_mine(o, &next))) {
			order_stop(o, &next, d);
			return RC_OK;
		}
		rc = order_keep(o, &next, d);
	}
	o->ended = rc == RC_END;
	if (o->ended && o->n > 0) {
		order_begin(o, d);
		return RC_OK;
	}
	return rc;
}

/*
 * Gives on an entry of a table that is too large to be kept; RC_SKIP: its table
 * is over.
 */
static enum rc
order_pass(struct le_order *o, struct record *rec, struct diag *d)
{
	enum rc rc = RC_OK;

	if (o->waits)
		*rec = o->ahead;
	else
		rc = o->below->next(o->below, rec, d);
	o->waits = false;
	if (rc == RC_OK && order_mine(o, rec)) {
		o->ledger->n[ENTRIES_READ]++;
		return RC_OK;
	}
	if (rc == RC_SKIP)
		return rc;
	o->passing = false;
	order_clear(o);
	if (rc == RC_OK) {
		o->ahead = *rec;
		o->waits = true;
		return RC_SKIP;
	}
	return rc;
}

/* RC_SKIP: it has got on, but there is none yet. */
static enum rc
order_step(struct le_order *o, struct record *rec, struct diag *d)
{
	enum rc rc;

	if (o->giving && o->given < o->n)
		return order_give(o, rec);
	if (o->passing)
		return order_pass(o, rec, d);
	if (o->giving)
		order_clear(o);
	if (o->ended)
		return RC_END;
	rc = order_fill(o, d);
	return rc == RC_OK ? RC_SKIP : rc;
}

static enum rc
order_next(struct source *source, struct record *rec, struct diag *d)
{
	struct le_order *o = (struct le_order *)source;
	enum rc rc;

	do
		rc = order_step(o, rec, d);
	while (rc == RC_SKIP);
	return rc;
}

static void
order_close(struct source *source)
{
	struct le_order *o = (struct le_order *)source;

	o->below->close(o->below);
	buf_free(&o->table);
	free(o->origin);
	free(o);
}

struct source *
le_order_open(struct source *below, struct ledger *ledger)
{
	struct le_order *o = calloc(1, sizeof(*o));

	if (o == NULL) {
		below->close(below);
		return NULL;
	}
	o->source = (struct source){ .next = order_next, .close = order_close };
	o->below = below;
	o->ledger = ledger;
	return &o->source;
}
