/* le_run.h - the whole way from bytes to what letrace writes, in memory */
#ifndef TESTS_LE_RUN_H
#define TESTS_LE_RUN_H

#include <stddef.h>

#include "ztrace/buf.h"
#include "ztrace/container.h"
#include "ztrace/le_event.h"
#include "ztrace/le_format.h"
#include "ztrace/le_select.h"
#include "ztrace/ledger.h"

struct le_run {
	/* what is wanted: may be zeros */
	const struct container *forced;	/* as --from */
	const struct le_format *to;	/* NULL: calls */
	struct le_select select;
	size_t		 chunk;		/* bytes that come at a time; 0: all */
	bool		 quiet;		/* notes are not kept */

	/* what became of it */
	int		 status;	/* as letrace would end: 0, 1 or 2 */
	const char	*wrong;		/* what must never be: a sentence; NULL: all is well */
	struct ledger	 ledger;
	struct buf	 out;		/* ended by a NUL that does not count */
	struct buf	 words;		/* messages, one a line; the same */
	struct le_event	*event;		/* owned: all that were shown */
	size_t		 n, cap;
};

/* What held before is forgotten. */
void	le_run(struct le_run *, struct span);
void	le_run_free(struct le_run *);

#endif
