/* record.h - one shape for everything that yields records */
#ifndef ZTRACE_RECORD_H
#define ZTRACE_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ztrace/diag.h"
#include "ztrace/rc.h"
#include "ztrace/span.h"

/*
 * Where a record stands on a timeline: what it is there, and what it ends that
 * had begun before. The innermost stands first; that of an END is the last.
 */
enum mark_phase { MARK_NONE, MARK_INSTANT, MARK_BEGIN, MARK_END };
enum { MARK_DEPTH = 12 };

struct mark {
	uint64_t	us;		/* microseconds since 1900 */
	uint64_t	closed_us;	/* when those ended that no record ends */
	uint32_t	process, thread;	/* numbers, from 1 */
	enum mark_phase	phase;
	bool		process_new, thread_new;	/* their names are to be told */
	bool		brief;		/* END: in the microsecond in which it began */
	uint8_t		closes;		/* how many it ends */
	uint16_t	closed[MARK_DEPTH];	/* IFCIDs of their begins */
};

/*
 * A record, borrowed from its source until the next call on that source.
 * What a later stage must know of earlier records rides in it.
 */
struct record {
	struct span	data;		/* from the RDW on */
	struct place	at;		/* where it came from */
	bool		cut;		/* bytes its RDW promises are missing from data */
	bool		carried;	/* read by the run before this one, and counted there */
	uint32_t	unknown;	/* bytes shown as xx in a listing, here 00 */

	/* set from select.c on */
	uint64_t	tod;		/* GTF's time stamp (STCK); meaningless unless timed */
	bool		timed;
	int		zone;		/* minutes east of UTC, from the last control record */
	bool		zoned;		/* there has been one */
	uint16_t	eid;		/* event ID */

	/* set from join.c on */
	uint32_t	segments;	/* it was made of; 0: never a Db2 record */

	/* set from timeline.c on */
	const struct mark *mark;	/* borrowed as data is; NULL: it is on no timeline */

	/* set in src/vm, where data is a run of trace entries (see cprun.h) */
	uint32_t	entries;	/* in it; 0: it is no such run */
	bool		saved;		/* they are of 28 bytes each */
	bool		page;		/* they may be older than what came before */
	bool		operand;	/* the operand's upper half is the CPU */
	bool		guess;		/* the time of the first is one */
	uint16_t	cpu;		/* of those that do not name theirs */
};

/*
 * A record of which nothing is known but its bytes and where it came from.
 * Field by field: compilers clear a struct of this size in a way that costs
 * more than all the rest of reading a record.
 */
static inline void
record_start(struct record *rec, struct span data, const struct place *at)
{
	rec->data = data;
	rec->at = *at;
	rec->cut = rec->carried = false;
	rec->unknown = 0;
	rec->tod = 0;
	rec->timed = rec->zoned = false;
	rec->zone = 0;
	rec->eid = 0;
	rec->segments = 0;
	rec->mark = NULL;
	rec->entries = 0;
	rec->saved = rec->page = rec->operand = rec->guess = false;
	rec->cpu = 0;
}

/*
 * next gives RC_OK and a record; RC_SKIP when something damaged has been
 * stepped over (said in diag, booked in the ledger): call again; RC_END;
 * RC_FAIL. close frees the source and all below it.
 */
struct source {
	enum rc	(*next)(struct source *, struct record *, struct diag *);
	void	(*close)(struct source *);
};

#endif
