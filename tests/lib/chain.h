/* chain.h - the whole way from bytes to every output form, in memory */
#ifndef TESTS_CHAIN_H
#define TESTS_CHAIN_H

#include <stddef.h>

#include "ztrace/buf.h"
#include "ztrace/container.h"
#include "ztrace/diag.h"
#include "ztrace/format.h"
#include "ztrace/ledger.h"

enum { CHAIN_FORMATS = 9 };

/* Every form that db2gtf writes, ended by NULL; output k is in chain_formats[k]. */
extern const struct format *const chain_formats[];

struct chain {
	/* what is wanted: may be zeros */
	const struct container *forced;	/* as --from */
	size_t		 chunk;		/* bytes that come at a time; 0: all */
	size_t		 hold;		/* as --hold; 0: enough */

	/* what became of it */
	int		 status;	/* as db2gtf would end: 0, 1 or 2 */
	const char	*wrong;		/* what must never be: a sentence; NULL: all is well */
	struct ledger	 ledger;
	struct buf	 out[CHAIN_FORMATS];
	struct buf	 rejects;
	struct buf	 words;		/* messages, one a line */
};

/*
 * Unwraps, detects, selects, joins, decodes and renders, as db2gtf does, but
 * in all forms at once. JSON and CSV must be valid. What held before a run is
 * forgotten.
 */
void	chain_run(struct chain *, struct span);

/* Whether the rejects and the GTF output can be read again; a sentence if not. */
const char *chain_again(const struct chain *);

void	chain_free(struct chain *);

#endif
