/* feed.h - a source over records in memory, for tests of what stands above a container */
#ifndef TESTS_FEED_H
#define TESTS_FEED_H

#include <stdbool.h>
#include <stddef.h>

#include "ztrace/record.h"
#include "ztrace/span.h"

struct feed {
	struct span	data;
	bool		cut;		/* as in struct record */
	enum rc		rc;		/* other than RC_OK: is given in the place of a record */
};

/*
 * Gives the records one after the other, numbered from 1, with the offsets
 * they would have in one stream. Each is lent in a block of just its size
 * that is gone at the next call. *closed, if not NULL, counts closes. Array and
 * bytes must outlive it. NULL when memory ran out.
 */
struct source *feed_open(const struct feed *, size_t n, unsigned *closed);

/* Fills at most `most` from records that stand one behind the other; how many. */
size_t	feed_split(struct span, struct feed *, size_t most);

#endif
