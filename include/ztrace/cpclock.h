/* cpclock.h - gives runs of trace entries their full time */
#ifndef ZTRACE_CPCLOCK_H
#define ZTRACE_CPCLOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "ztrace/record.h"

struct cpclock_options {
	bool		near;		/* a time was given that no entry is later than: */
	uint64_t	near_us;	/* microseconds since 1900 */
	bool		operand;	/* see struct record */
	bool		quiet;		/* somebody else tells of times that are relative */
};

/* Tells that a trace has relative times. */
void	cpclock_tell(const struct record *, struct diag *);

/*
 * A source over one of runs, of one trace. The high part of a clock comes from
 * a TRACG entry before it, or behind it in the same run; from its block; from
 * the time that was given; or is not known, which is said.
 * Takes `below` over, also on failure (NULL: out of memory).
 */
struct source *cpclock_open(struct source *below, const struct cpclock_options *, uint16_t cpu);

/*
 * For a run whose time is not known, and all that follow it: takes what is
 * nearest to the time of another trace of the same system.
 */
void	cpclock_adopt(struct source *, struct record *, uint64_t tod);

#endif
