/* parts.h - a record that must be put together from parts of the stream */
#ifndef ZTRACE_PARTS_H
#define ZTRACE_PARTS_H

#include <stdbool.h>
#include <stddef.h>

#include "ztrace/buf.h"
#include "ztrace/diag.h"
#include "ztrace/record.h"
#include "ztrace/span.h"

struct intake;

/*
 * All that is taken for a record is booked as skipped until it is whole, so
 * one that never becomes whole needs no more booking.
 */
struct parts {
	struct buf	whole;		/* owned: an RDW, and the data so far */
	struct place	at;		/* of the first part */
	size_t		taken;		/* bytes of the stream, with marks */
	unsigned	count;		/* parts so far; 0: no record is open */
	bool		spoiled;	/* no record: its end is waited for */
};

/*
 * Takes all of v, which intake_peek has shown: `mark` bytes that are not data,
 * then data. A record that becomes longer than an RDW can say is spoiled
 * (said). RC_SKIP, or RC_FAIL.
 */
enum rc	parts_add(struct intake *, struct span v, size_t mark, struct diag *);

/*
 * Ends the record that is open. RC_OK: lent; its data and `rdw` bytes of its
 * marks are booked as record, the other marks as descriptors. RC_SKIP: it was
 * spoiled.
 */
enum rc	parts_lend(struct intake *, size_t rdw, struct record *);

/* Gives up the record that is open, if any: what should follow is missing. */
void	parts_drop(struct intake *, struct diag *);

#endif
