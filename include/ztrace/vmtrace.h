/* vmtrace.h - one run of vmtrace: what is asked for, and the chain that does it */
#ifndef ZTRACE_VMTRACE_H
#define ZTRACE_VMTRACE_H

#include <stdbool.h>
#include <stdint.h>

#include "ztrace/container.h"
#include "ztrace/cpclock.h"
#include "ztrace/cppick.h"
#include "ztrace/cpshow.h"
#include "ztrace/cptotal.h"
#include "ztrace/flow.h"
#include "ztrace/ledger.h"
#include "ztrace/progress.h"
#include "ztrace/run.h"
#include "ztrace/writer.h"

struct vmtrace_options {
	struct run_options	 run;		/* what all programs have; first */
	const struct container	*from;		/* NULL: by bids */
	const struct cpformat	*to;
	const char		*output;	/* NULL: standard output */
	const char		*codes;		/* a user's list; NULL: the built-in one only */
	bool			 print_codes, print_schema;
	uint16_t		 first_cpu;	/* of the first file's entries that name none */
	bool			 in_turn;	/* the files are one trace */
	struct cpclock_options	 clock;
	struct cppick		 pick;
};

/* Everything that one run holds. Starts as zeros, but for what the caller lends. */
struct vmtrace_chain {
	struct progress	*progress;	/* borrowed */
	struct writer	*output;
	struct cpcodes	*codes;
	struct source	*source;
	struct cpshow	 show;
	struct cptotal	 total;
	struct flow	 flow;
	struct ledger	 ledger;
};

extern const struct ledger_book ledger_cp;

/*
 * Opens everything; nothing is written before all that can be wrong is known.
 * RC_OK or RC_FAIL (words said); vmtrace_close either way.
 */
enum rc	vmtrace_open(struct vmtrace_chain *, const struct vmtrace_options *,
	    const char *const *files, struct diag *);

/* Reads and writes to the end. RC_OK, RC_END (nobody reads the output) or RC_FAIL. */
enum rc	vmtrace_run(struct vmtrace_chain *, const struct vmtrace_options *, struct diag *);

/* For struct work, whose rules are a struct cpshow. */
void	vmtrace_render(const struct work *, const struct record *, struct result *);

/* Frees everything; output that is not final is as it was before. */
void	vmtrace_close(struct vmtrace_chain *);

#endif
