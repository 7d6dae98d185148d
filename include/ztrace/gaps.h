/* gaps.h - which numbers of a numbering are missing */
#ifndef ZTRACE_GAPS_H
#define ZTRACE_GAPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ztrace/buf.h"
#include "ztrace/map.h"
#include "ztrace/span.h"

enum {
	GAPS_WINDOW = 1024,	/* how far behind the highest a number may still come in; bits */
	GAPS_LATE = 16,		/* how far before the lowest of all one may still come in */
	GAPS_OWNERS = 1024,	/* more numberings than this are not followed */
	GAPS_NAME = 32		/* room for an owner's name, with its NUL */
};

/*
 * Each owner (a subsystem) numbers its records on its own, from one up.
 *
 *      lowest .......... highest - WINDOW ........ highest
 *      passed: missing for good    seen or not yet, a bit each
 */
struct gaps_owner {
	struct map_node	 node;		/* first; the map's */
	uint32_t	 lowest, highest;	/* of the present numbering */
	uint64_t	 seen;		/* distinct numbers of it */
	uint64_t	 missing;	/* of the numberings before it */
	uint64_t	 window[GAPS_WINDOW / 64];	/* by number modulo GAPS_WINDOW */
};

/* Starts as zeros. */
struct gaps {
	struct map	 owners;
};

void	gaps_free(struct gaps *);

/*
 * A number of this owner has come by. One that has been seen before, or is
 * far behind the highest or before the lowest, begins a numbering anew: that
 * is no gap.
 */
bool	gaps_see(struct gaps *, struct span owner, uint32_t number);	/* false: out of memory */

/* Numbers between the lowest and the highest of each numbering that never came. */
uint64_t gaps_missing(const struct gaps *);

/* Goes through the owners, oldest first: NULL to begin; NULL at the end. */
const struct gaps_owner *gaps_next(const struct gaps *, const struct gaps_owner *);
uint64_t gaps_owner_missing(const struct gaps_owner *);

/*
 * For the report: "DB2A 12, DB2B 3" - missing numbers by owner; and as a JSON
 * object. `name` names an owner.
 */
void	gaps_report(const struct gaps *, void (*name)(struct span owner, char out[GAPS_NAME]),
	    struct buf *text, struct buf *json);

#endif
