/* cptime.h - the clock of an entry, of which only the low part was kept */
#ifndef ZTRACE_CPTIME_H
#define ZTRACE_CPTIME_H

#include <stdbool.h>
#include <stdint.h>

#include "ztrace/cpentry.h"

/* Where the clock stands, with all its bits (STCK). Starts as zeros. */
struct cptime {
	uint64_t	tod;
	bool		known;		/* else tod counts from some unknown moment */
	bool		guess;		/* a wrap was taken for granted since the last full clock */
};

/*
 * Forward, to the next entry of the same trace: one period is added where what
 * was kept falls. A TRACG entry, which has all of the clock, sets it.
 */
void	cptime_step(struct cptime *, enum cpform, uint64_t kept);

/* Backward, from an entry at `later` to the one before it: what it stands at. */
uint64_t cptime_before(uint64_t later, enum cpform, uint64_t kept);

/* What kept stands for if it is not after `reference`: the same as the last. */
static inline uint64_t
cptime_until(uint64_t reference, enum cpform form, uint64_t kept)
{
	return cptime_before(reference, form, kept);
}

/* Numbers in the order of time: clocks after 2042 have their first bit off. */
static inline uint64_t
cptime_order(uint64_t tod)
{
	return tod ^ UINT64_C(1) << 63;
}

#endif
