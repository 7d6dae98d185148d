/* flow.h - from whole records to bytes in the output */
#ifndef ZTRACE_FLOW_H
#define ZTRACE_FLOW_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "ztrace/diag.h"
#include "ztrace/ledger.h"
#include "ztrace/pool.h"
#include "ztrace/record.h"
#include "ztrace/work.h"
#include "ztrace/writer.h"

enum { FLOW_JOBS = 60, FLOW_SIZE = 256 * 1024, FLOW_MOST = 64 * 1024 * 1024 };

/*
 *             batches             results
 *  source -> | pool | -> decode -> | pool | -> write
 *  reader               filter                writer
 *                       render
 *                       workers
 *
 * The caller of flow_run is the reader. With jobs 0 it does everything, and
 * no thread is made; the output is the same for any number.
 */
struct flow {
	struct source	*source;	/* borrowed */
	struct work	 work;
	struct writer	*writer;	/* borrowed */
	struct ledger	*ledger;	/* books RESULTS and what becomes of them */
	struct diag	*diag;
	size_t		 jobs;		/* worker threads, at most FLOW_JOBS */
	size_t		 buffers;	/* in each pool, up to POOL_SLOTS; 0: what jobs need */
	size_t		 size;		/* bytes of a batch, up to FLOW_MOST; 0: FLOW_SIZE */
	uint64_t	 waits;		/* out: times that the reader found no buffer */

	/* the flow's own */
	_Atomic int	 state;		/* of the output, an enum rc: RC_OK, RC_END (nobody
					 * reads), RC_FAIL; the writer's to change */
	bool		 opened;	/* what comes before any record is out; the writer's */
	bool		 any;		/* something of a record is out; the writer's */
	struct zip	 zip;		/* for text between batches; the writer's */
	struct flow_threads *threads;	/* NULL: none */
	struct flow_inline *alone;	/* jobs 0; NULL otherwise */
};

/* Runs to the end: RC_OK; RC_END when nobody reads the output any more; RC_FAIL. */
enum rc	flow_run(struct flow *);

/*
 * Sends on what has been read: for the idle of an input that is about to wait,
 * so that the output of a slow pipe appears as soon as its records are whole.
 * To be called by the reader's thread; does nothing while no flow runs.
 */
bool	flow_flush(void *flow);		/* false: the output has failed, do not wait */

#endif
