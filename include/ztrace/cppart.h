/* cppart.h - a part of a run of trace entries, within which the clock only rises */
#ifndef ZTRACE_CPPART_H
#define ZTRACE_CPPART_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ztrace/cptime.h"
#include "ztrace/record.h"

/*
 * Entries whose low parts rise, so that the time of the first gives the time
 * of all. Low parts are as wide as the form that keeps least of the clock.
 */
struct cppart {
	struct record	rec;	/* tod, timed and guess: of the first entry, once they are told */
	uint64_t	first, last;	/* low parts of the first and the last clock */
	uint16_t	first_cpu, last_cpu;	/* of saved entries */
	uint64_t	step;	/* from the entry before it to the first, modulo a period */
	bool		breaks;	/* nothing is before it, or the low part does not just rise: */
	bool		doubt;	/* so the first clock is not sure, for it has no high part */
	bool		back;	/* the clock has not come around: it goes back */
	bool		leads;	/* the first entry has all of its clock */
	bool		full;	/* some entry has: */
	uint64_t	exact;	/* the first such clock, */
	uint64_t	before;	/* the low part in front of it, */
	uint64_t	end;	/* and the last such clock */
};

/* Low parts that records of this kind keep, as a mask. */
uint64_t cppart_mask(const struct record *);

/*
 * Cuts the first part off a run that follows an entry with the low part `low`
 * (fresh: there is none). A rise of more than `most` ends it, as a fall does.
 * Sets all but the part's times. Bytes that it takes; 0 where no entry fits.
 */
size_t	cppart_cut(struct cppart *, const struct record *run, uint64_t low, bool fresh,
	    uint64_t most);

/* Puts `next` to the end of a part, if it is its continuation in all respects. */
bool	cppart_glue(struct cppart *, const struct cppart *next);

/* Gives it the time that follows from the one of the entry before it. */
void	cppart_follow(struct cppart *, const struct cptime *past);

/* The time of its last entry, from that of its first. */
struct cptime cppart_end(const struct cppart *);

#endif
