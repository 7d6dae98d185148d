/* letrace.h - one run of letrace: what is asked for, and what does it */
#ifndef ZTRACE_LETRACE_H
#define ZTRACE_LETRACE_H

#include <stdbool.h>

#include "ztrace/container.h"
#include "ztrace/ebcdic.h"
#include "ztrace/flow.h"
#include "ztrace/le_format.h"
#include "ztrace/le_select.h"
#include "ztrace/ledger.h"
#include "ztrace/progress.h"
#include "ztrace/run.h"
#include "ztrace/writer.h"

struct le_options {
	struct run_options	 run;		/* first: what all programs have */
	const struct container	*from;		/* NULL: by bids */
	const struct le_format	*to;
	const char		*output;	/* NULL: standard output */
	struct codepage		 codepage;
	struct le_select	 select;
	bool			 print_schema;
};

/* Everything that one run holds. Starts as zeros, but for what the caller lends. */
struct le_chain {
	struct progress	*progress;	/* borrowed */
	struct writer	*output;
	struct source	*source;
	struct le_style	 style;
	struct flow	 flow;
	struct ledger	 ledger;
};

/*
 * RC_OK or RC_FAIL (words said); le_chain_close either way. The options must
 * outlive the chain.
 */
enum rc	le_chain_open(struct le_chain *, const struct le_options *,
	    const char *const *files, struct diag *);

/* Makes the output final. RC_OK, RC_END (nobody reads it) or RC_FAIL. */
enum rc	le_chain_commit(struct le_chain *, struct diag *);

/* Frees everything; an output that is not final is as it was before. */
void	le_chain_close(struct le_chain *);

#endif
