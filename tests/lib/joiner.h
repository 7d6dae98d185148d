/* joiner.h - runs records through selection and join, and keeps what becomes of each */
#ifndef TESTS_JOINER_H
#define TESTS_JOINER_H

#include "ztrace/gtf.h"
#include "ztrace/join.h"

#include "feed.h"
#include "said.h"

struct joiner {
	/* set by the caller before a run; sinks may be left as zeros */
	struct join_options opt;
	struct eid_match eids;
	/* Gets each record that comes out; may be NULL. */
	void	       (*got)(void *to, const struct record *);
	void	       *to;
	bool		carrying;	/* open records at the end are carried */

	/* filled by it */
	struct ledger	ledger;
	struct said	said;		/* its diag.least stays as it is set */
	struct buf	whole;		/* what came out, one behind the other */
	struct buf	rejected, carried;
};

/* Zeros, but for rules, EFB9, and a limit of memory that no test reaches by chance. */
void	joiner_start(struct joiner *, const struct join_rules *);
void	joiner_free(struct joiner *);

/*
 * One run, from empty ledger and buffers on; what it returns is what the join
 * ended with, and RC_FAIL (words said) when the ledger does not add up then.
 */
enum rc	joiner_run(struct joiner *, const struct feed *, size_t n);

/* The same over records that stand one behind the other. */
enum rc	joiner_run_all(struct joiner *, struct span records);

#endif
