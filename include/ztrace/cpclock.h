/* cpclock.h - gives runs of trace entries their full time */
#ifndef ZTRACE_CPCLOCK_H
#define ZTRACE_CPCLOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "ztrace/record.h"

enum { CPCLOCK_HOLD = 16 * 1024 * 1024, CPCLOCK_MOST = 1024 * 1024 * 1024 };

struct cpclock_options {
	bool		near;		/* a time was given that no entry is later than: */
	uint64_t	near_us;	/* microseconds since 1900 */
	uint64_t	hold;		/* bytes of entries that may be held; 0: CPCLOCK_HOLD */
	bool		operand;	/* see struct record */
	bool		quiet;		/* somebody else tells of times that are relative */
};

/* Tells that a trace has relative times. */
void	cpclock_tell(const struct record *, struct diag *);

/*
 * A source over one of runs, of one trace: parts of them, each with the time of
 * its first entry, within which time only rises. The high part of a clock
 * comes from a TRACG entry before it, or up to 64 KiB of entries behind it;
 * from its block; from the time that was given; or is not known, which is
 * said. To that end entries are held: all of a page table and of what has only
 * the given time, up to the size in the options.
 * Takes `below` over, also on failure (NULL: out of memory).
 */
struct source *cpclock_open(struct source *below, const struct cpclock_options *, uint16_t cpu);

/*
 * For the first record of a trace, if its time is not known, and all that
 * follow it: takes what is nearest to the time of another trace of the same
 * system.
 */
void	cpclock_adopt(struct source *, struct record *, uint64_t tod);

#endif
