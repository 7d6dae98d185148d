/* held.h - the first blocks of a data set, kept until it is known if it is wanted */
#ifndef ZTRACE_HELD_H
#define ZTRACE_HELD_H

#include <stdbool.h>
#include <stddef.h>

#include "ztrace/buf.h"
#include "ztrace/unwrap.h"
#include "ztrace/wanted.h"

/* Starts as zeros. */
struct held {
	struct buf	data;		/* the blocks, one behind the other */
	struct buf	sizes;		/* of each, four bytes */
	size_t		judged;		/* bytes that were looked at last */
};

void	held_free(struct held *);
void	held_clear(struct held *);
bool	held_put(struct held *, struct span block);	/* false: no memory */

/* No more is kept: what is not known by now never will be. */
bool	held_full(const struct held *);

/*
 * Whether what is held is wanted. `whole`: the data set ends here. It is
 * looked at whenever there is twice as much: seldom, however small its blocks.
 */
bool	held_wanted(struct held *, const struct wanted *, bool whole);

#endif
