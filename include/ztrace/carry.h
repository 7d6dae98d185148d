/* carry.h - segments that the run before left open */
#ifndef ZTRACE_CARRY_H
#define ZTRACE_CARRY_H

#include <stddef.h>

#include "ztrace/buf.h"
#include "ztrace/diag.h"
#include "ztrace/ledger.h"
#include "ztrace/rc.h"
#include "ztrace/record.h"

/*
 * Reads a carry file whole: GTF records, each with its RDW (a control record
 * for the zone, and segments). One that is not
 * there is empty. RC_FAIL (words said) when it cannot be read, is larger than
 * `limit`, or holds anything else: then nothing may be written.
 */
enum rc	carry_load(const char *path, size_t limit, struct buf *, struct diag *);

/*
 * A source over a source: first the records of a loaded carry file (borrowed,
 * as is the path), then those of `below`, which it takes over. NULL when
 * memory ran out.
 */
struct source *carry_open(const struct buf *, const char *path, struct source *below,
	    struct ledger *);

#endif
