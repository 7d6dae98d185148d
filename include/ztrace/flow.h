/* flow.h - from whole records to bytes in the output */
#ifndef ZTRACE_FLOW_H
#define ZTRACE_FLOW_H

#include "ztrace/buf.h"
#include "ztrace/diag.h"
#include "ztrace/ebcdic.h"
#include "ztrace/event.h"
#include "ztrace/filter.h"
#include "ztrace/format.h"
#include "ztrace/ledger.h"
#include "ztrace/record.h"
#include "ztrace/writer.h"

/*
 *     source -> decode -> filter -> render -> write
 *
 * decode and render are pure functions of one record; only the writer holds
 * a descriptor.
 */
struct flow {
	struct source	*source;	/* borrowed */
	void	       (*decode)(const void *rules, const struct record *, struct event *);
	const void	*rules;		/* handed to decode; constant while the flow runs */
	const struct format *format;
	struct style	 style;
	const struct filter *filter;	/* borrowed */
	struct writer	*writer;	/* borrowed */
	struct ledger	*ledger;	/* books RESULTS and what becomes of them */
	struct diag	*diag;
	struct buf	 out;		/* rendered and not yet written; owned */
	struct buf	 text;		/* room for the filter; owned */
	bool		 opened;	/* what stands before the first record is out */
	enum rc		 state;		/* of the output: RC_OK, RC_END (nobody reads), RC_FAIL */
};

/* Runs to the end: RC_OK; RC_END when nobody reads the output any more; RC_FAIL. */
enum rc	flow_run(struct flow *);

/*
 * Writes out what is rendered: for `idle` of an input that is about to wait,
 * so that the output of a slow pipe appears as soon as its records are whole.
 */
void	flow_flush(void *flow);

void	flow_free(struct flow *);	/* what the flow itself owns */

#endif
