/* row.h - records in a row tell a form, and the way back after damage */
#ifndef ZTRACE_ROW_H
#define ZTRACE_ROW_H

#include <stdbool.h>
#include <stddef.h>

#include "ztrace/intake.h"
#include "ztrace/span.h"
#include "ztrace/unwrap.h"

/*
 * Bits matched by the record that s starts with, and the number of bytes it
 * takes with all that belongs to it (less than SIGHT_MOST; more than s.n where
 * its end is not in s). 0: there is none. Bits are those of the first ROW_HEAD
 * bytes, so they do not depend on how many more happen to be there.
 */
typedef int measure_fn(struct span s, size_t *n);

enum {
	ROW_HEAD = 20,		/* bytes that any form needs to tell a record */
	ROW_MOST = 4		/* records that are looked at */
};

/*
 * A bid for up to ROW_MOST records in a row. Not sure before the second record,
 * or the end, stands where the first one says, unless that one says more than
 * enough by itself; 0 when neither does, and when all there is to see is not
 * enough to be sure.
 */
int	row_bid(struct head, measure_fn *);

/* As sight_fn: a record is in sight, and behind it another, or the end. */
enum sight row_sight(struct span s, bool whole, size_t *need, measure_fn *);

#endif
