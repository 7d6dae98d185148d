/* cprun.h - records that are runs of trace entries, and the walk over one */
#ifndef ZTRACE_CPRUN_H
#define ZTRACE_CPRUN_H

#include <stdbool.h>
#include <stdint.h>

#include "ztrace/cpentry.h"
#include "ztrace/cptime.h"
#include "ztrace/record.h"

/*
 * A record's data are whole entries, one behind the other, so that millions
 * of them cost no more than their bytes; among saved ones may be slots that
 * hold none. From a container, `timed` says that no entry is later than
 * `tod`. From cpclock.h on, tod is the time of the first entry, and timed says
 * that all of its bits are known; from there on time only rises within a run.
 *
 *     struct cpwalk w = cpwalk_of(rec);
 *     while (cpwalk_next(&w))
 *             ... w.entry, w.time, w.cpu ...
 */
struct cpwalk {
	struct span	left;		/* entries to come */
	bool		saved;
	bool		operand;	/* its upper half is the CPU */
	uint16_t	given;		/* CPU of those that do not name theirs */
	uint32_t	n;		/* entries seen so far */
	struct cpentry	entry;
	struct cptime	time;		/* of the entry */
	uint16_t	cpu;		/* the entry's */
};

struct cpwalk cpwalk_of(const struct record *);

bool	cpwalk_next(struct cpwalk *);

/*
 * How entries are counted in one pass: bytes of the whole entries that s
 * starts with, and how many there are of each form.
 */
struct cpcount {
	size_t		bytes;
	size_t		last;		/* of them, in front of the last entry */
	uint32_t	trace, tracg;
};
struct cpcount cprun_count(struct span s);

/* The order of two entries by time and CPU: less than 0, 0, more than 0. */
int	cprun_compare(const struct cpwalk *, const struct cpwalk *);

#endif
