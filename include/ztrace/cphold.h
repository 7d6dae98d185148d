/* cphold.h - parts of a trace that wait until their times can be told */
#ifndef ZTRACE_CPHOLD_H
#define ZTRACE_CPHOLD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ztrace/buf.h"
#include "ztrace/cppart.h"

/* Starts as zeros. First parts are put in, then they are settled, then given. */
struct cphold {
	struct buf	 bytes;		/* of all parts, in a row; none: they are lent */
	struct cppart	*part;		/* owned */
	size_t		 n, cap;
	size_t		 most;		/* parts that fit; the caller's */
	size_t		 first;		/* the part to give first, */
	size_t		 given;		/* and how many have been */
	bool		 giving;
};

/* What is known besides the parts. */
struct cpknown {
	struct cptime	past;		/* of the entry before the first part; zeros where */
	bool		fresh;		/* there is none */
	uint64_t	since;		/* clock of the first entry that rises up to it */
	bool		whole;		/* nothing comes before or behind the parts */
	bool		near;		/* they are not later than near_us */
	uint64_t	near_us;	/* microseconds since 1900 */
};

/* Whether there is room for it. */
bool	cphold_fits(const struct cphold *, const struct cppart *);

/* Puts a part in: its bytes are copied, or lent until all is given. False: no memory. */
bool	cphold_add(struct cphold *, const struct cppart *);
bool	cphold_lend(struct cphold *, const struct cppart *);

/*
 * Tells the times of all parts, and which are guesses; puts a table that is
 * written in circles in the order of time. Where the trace then stands.
 */
struct cptime cphold_settle(struct cphold *, const struct cpknown *);

/* From now on they are given, if there are any: the next one. False when none is left. */
void	cphold_release(struct cphold *);
bool	cphold_give(struct cphold *, struct record *);

void	cphold_free(struct cphold *);

#endif
