/* gather.h - reads a container to its end and keeps all that came out */
#ifndef TESTS_GATHER_H
#define TESTS_GATHER_H

#include <stddef.h>

#include "ztrace/buf.h"
#include "ztrace/container.h"
#include "ztrace/diag.h"
#include "ztrace/ledger.h"

struct gathered {
	struct buf	records;	/* one behind the other, each from its RDW on */
	size_t		n;		/* how many */
	struct buf	words;		/* messages, one a line */
	struct ledger	ledger;
	struct diag	diag;
	const char     *wrong;		/* what must not be: a sentence; NULL: nothing */
};

/*
 * Fills *g (to be freed). Takes the stream over. Looks at what holds for any
 * input of `size` bytes: records are as long as their RDWs say and numbered
 * from 1, places do not go back, the end stays the end, every byte is booked.
 */
void	gather(struct gathered *g, const struct container *, struct stream *, size_t size);
void	gathered_free(struct gathered *);

#endif
