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
 * Segments of one key, as they came, one behind the other. Each starts with
 * its RDW, so a run can be walked, and written out as GTF records.
 */
struct run {
	struct map_node	node;		/* first; the map's */
	uint64_t	serial;		/* order of beginning, over all runs */
	struct record	first;		/* the first segment's, without its bytes */
	struct buf	raw;		/* the segments */
	uint32_t	segments;
	uint64_t	tod;		/* the latest of its segments' */
	bool		torn;		/* a segment of it was cut in the input */
	struct run	*spare;		/* next free one; pending.c's */
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
	struct map_node	node;		/* first; the map's */
	struct print	first;		/* none: it was not made whole */
	struct print	last;		/* none: nothing here */
};

/* All runs of one sort, by key, and which is oldest. */
struct runs {
	struct map map;
};

struct pending {
	struct runs	 open;		/* begin with a first segment */
	struct runs	 orphans;	/* do not */
	size_t		 held;		/* bytes in use by both */
	uint64_t	 serial;	/* of the run begun last */
	struct run	*spare;		/* free runs, kept for reuse */
	size_t		 spares;
	struct ended	 ended[PENDING_ENDED];	/* a ring of the latest ends */
	uint64_t	 end;		/* how many there have been */
	struct map	 ends;		/* those in the ring, by key */
};

void	pending_init(struct pending *);
void	pending_free(struct pending *);

/*
 * How the record of this key ended last, if that was one of the latest 256
 * ends, and it ended with just this segment; else NULL.
 */
const struct ended *pending_ended(const struct pending *, struct span key, struct span last);

/* Whether the record of this key that ended last was made whole and began with this segment. */
bool	pending_began(const struct pending *, struct span key, struct span first);

/* Remembers an end. first is empty when the record was not made whole. */
void	pending_end(struct pending *, struct span key, struct span first, struct span last);

struct run *run_find(const struct runs *, struct span key);
struct run *pending_run(const struct pending *, struct span key);	/* open, else orphan */
struct run *run_oldest(const struct runs *);	/* NULL: there is none */
struct run *run_newer(const struct run *);	/* NULL: it is the newest */

/* A new empty run in `runs` under a key that is not in it. NULL: out of memory. */
struct run *run_begin(struct pending *, struct runs *, struct span key,
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
void	run_remove(struct pending *, struct runs *, struct run *, size_t from, size_t to);

/* Takes a run out of `runs` and frees it. */
void	run_end(struct pending *, struct runs *, struct run *);

#endif
