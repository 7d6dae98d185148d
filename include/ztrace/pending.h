/* pending.h - segments that wait for the rest of their record */
#ifndef ZTRACE_PENDING_H
#define ZTRACE_PENDING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ztrace/buf.h"
#include "ztrace/map.h"
#include "ztrace/record.h"

/*
 * Segments wait in runs. All that is known of a key stands in one place, so
 * that a segment is looked up once:
 *
 *   key -> known -> open run       begins with a first segment
 *                -> orphan run     does not
 *                -> ended          how its record ended last
 *
 * Of each sort, runs also stand in a row by age.
 */
enum run_sort { RUN_OPEN, RUN_ORPHAN, RUN_SORTS };

struct known;

/*
 * Segments of one key, as they came, one behind the other. Each starts with
 * its RDW, so a run can be walked, and written out as GTF records.
 */
struct run {
	struct known	*known;		/* the key, and what else there is of it */
	enum run_sort	sort;
	struct run	*older, *newer;	/* neighbours in age, of its sort; pending.c's */
	uint64_t	serial;		/* order of beginning, over all runs */
	struct record	first;		/* the first segment's, without its bytes */
	struct buf	raw;		/* the segments */
	uint32_t	segments;
	uint64_t	tod;		/* the latest of its segments' */
	bool		torn;		/* a segment of it was cut in the input */
};

enum {
	PENDING_ENDED = 256,	/* records whose end is remembered */
	PRINT_BYTES = 288	/* Db2's own segments have at most 284 bytes */
};

/* What a segment is known again by: all its bytes, or of a longer one a digest of them. */
struct print {
	size_t		n;		/* bytes of the segment; 0: there is none */
	uint8_t		bytes[PRINT_BYTES];
};

/*
 * How a record began and ended, to know exact repeats by (the time stamps of
 * segments are among their bytes).
 */
struct ended {
	struct known	*known;		/* whose record it was; NULL: nothing here */
	struct print	first;		/* none: it was not made whole */
	struct print	last;
};

/* What is known of a key; gone when that is nothing any more. */
struct known {
	struct map_node	node;		/* first; the map's */
	struct run	*run[RUN_SORTS];	/* NULL: none */
	struct ended	*ended;		/* NULL: not one of the latest ends */
	struct known	*spare;		/* next free one; pending.c's */
};

/* All runs of one sort by age. */
struct runs {
	struct run	*oldest, *newest;
};

/* Bytes that a run counts for beside its segments; the other run of its key has its own. */
enum { RUN_COST = sizeof(struct run) + sizeof(struct known) };

struct pending {
	struct map	 keys;		/* of struct known */
	struct runs	 runs[RUN_SORTS];
	size_t		 held;		/* bytes in use by runs */
	uint64_t	 serial;	/* of the run begun last */
	struct run	*spare;		/* free runs, linked by `newer`, kept for reuse */
	size_t		 spares;
	struct known	*blank;		/* free ones of those */
	struct ended	 ended[PENDING_ENDED];	/* a ring of the latest ends */
	uint64_t	 end;		/* how many there have been */
};

void	pending_init(struct pending *);
void	pending_free(struct pending *);

/* What is known of a key, or NULL: nothing. */
struct known *pending_find(const struct pending *, struct span key);

/*
 * The same, made where there is none; NULL: out of memory. A new one must be
 * given a run or an end. It is gone with the last run or end that it has.
 */
struct known *pending_know(struct pending *, struct span key);

struct span known_key(const struct known *);
struct run *known_run(const struct known *);	/* open, else orphan, else NULL */

/*
 * Whether the record of this key that ended last is one of the latest 256,
 * and ended with just this segment; or was made whole, and began with it.
 */
bool	known_ended(const struct known *, struct span last);
bool	known_began(const struct known *, struct span first);

/* Remembers an end. first is empty when the record was not made whole. */
void	pending_end(struct pending *, struct known *, struct span first, struct span last);

/*
 * A new empty run of a key that has none of this sort. NULL: out of memory;
 * what was known stays.
 */
struct run *run_begin(struct pending *, enum run_sort, struct known *,
	    const struct record *first);

/* Appends a segment. False: out of memory. */
bool	run_append(struct pending *, struct run *, const struct record *);

/*
 * Whether the run has a segment with just these bytes, its time stamp among
 * them. False without time stamps: then segments of one record can be alike.
 */
bool	run_repeats(const struct run *, const struct record *segment);

struct span run_first(const struct run *);	/* its first segment */

/* Walks the segments: *at from 0 on; false behind the last one. */
bool	run_walk(const struct run *, size_t *at, struct span *segment);

/* Removes the segments from byte `from` up to `to`; a run that is empty then is ended. */
void	run_remove(struct pending *, struct run *, size_t from, size_t to);

/* Frees a run. */
void	run_end(struct pending *, struct run *);

#endif
