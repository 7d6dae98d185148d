/* vbs.h - records that the access method spread over blocks: segments first */
#ifndef ZTRACE_VBS_H
#define ZTRACE_VBS_H

#include "ztrace/diag.h"
#include "ztrace/intake.h"
#include "ztrace/record.h"
#include "ztrace/span.h"

/*
 * A spanned record (RECFM VBS) comes in segments, each with a descriptor that
 * looks like an RDW and has a code in byte 2:
 *
 *   LEN 01 00 data (first)  LEN 03 00 data (middle) ...  LEN 02 00 data (last)
 *
 * The joined record gets one RDW with code 0 (DFSMS Using Data Sets, "Segment
 * Descriptor Word"). This is not how Db2 cuts its records (see join.h).
 *
 * Takes the record or segment that `v`, shown by intake_peek, consists of; its
 * RDW is good. RC_OK: *rec is a whole record. RC_SKIP: nothing yet. RC_FAIL.
 */
enum rc	vbs_take(struct intake *, struct span v, struct record *,
	    struct diag *);

/* Gives up the record that is open, if any: what should follow is missing. */
void	vbs_drop(struct intake *, struct diag *);

#endif
