/* db2gtf.h - one run of db2gtf: what is asked for, and the chain that does it */
#ifndef ZTRACE_DB2GTF_H
#define ZTRACE_DB2GTF_H

#include <stdbool.h>
#include <stdint.h>

#include "ztrace/buf.h"
#include "ztrace/container.h"
#include "ztrace/ebcdic.h"
#include "ztrace/filter.h"
#include "ztrace/flow.h"
#include "ztrace/format.h"
#include "ztrace/gtf.h"
#include "ztrace/layouts.h"
#include "ztrace/leftfile.h"
#include "ztrace/ledger.h"
#include "ztrace/progress.h"
#include "ztrace/run.h"
#include "ztrace/writer.h"

struct options {
	struct run_options	 run;		/* what all programs have; first */
	const struct container	*from;		/* NULL: by bids */
	const struct format	*to;
	bool			 merge;
	const char		*output;	/* NULL: standard output */
	const char		*rejects;	/* NULL: not wanted */
	const char		*carry;		/* the same */
	uint64_t		 max_age;	/* microseconds; 0: any */
	struct eid_match	 eid;
	struct codepage		 codepage;
	struct style		 style;		/* its code page is `codepage` */
	bool			 sid;		/* style.sid is set */
	struct filter		 filter;
	const char		*layouts;	/* a file of them; NULL: built-in ones only */
	bool			 print_layouts, print_schema;
	uint64_t		 hold;		/* bytes */
};

/* Everything that one run holds. Starts as zeros, but for what the caller lends. */
struct chain {
	struct progress	*progress;	/* borrowed */
	struct writer	*output;
	struct leftfile	 rejects, carry;
	struct layouts	*layouts;	/* the user's, or NULL */
	struct buf	 carried;	/* what the run before left */
	struct source	*selection;	/* owned by `join`, which is above it */
	struct source	*join;		/* owned by `timeline` where there is one */
	struct source	*timeline;	/* or NULL */
	struct flow	 flow;
	struct ledger	 ledger;
};

/*
 * Opens everything, in an order in which nothing is written before all that
 * can be wrong is known. RC_OK or RC_FAIL (words said); chain_close either way.
 */
enum rc	chain_open(struct chain *, const struct options *, const char *const *files,
	    struct diag *);

/* Makes the files final. RC_OK, RC_END (nobody reads the output) or RC_FAIL. */
enum rc	chain_commit(struct chain *, struct diag *);

/* Frees everything; files that are not final are as they were before. */
void	chain_close(struct chain *);

#endif
