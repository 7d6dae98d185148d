/* chunks.h - the chunks of a tape block, joined and expanded */
#ifndef ZTRACE_CHUNKS_H
#define ZTRACE_CHUNKS_H

#include <stdbool.h>

#include "ztrace/buf.h"
#include "ztrace/diag.h"
#include "ztrace/span.h"

enum chunks_method { CHUNKS_PLAIN, CHUNKS_ZLIB, CHUNKS_BZIP2 };

/* Starts as zeros; used for one block after the other. */
struct chunks {
	enum chunks_method method;
	bool		 segmented;	/* each chunk may have been compressed by itself */
	bool		 overlong;	/* more than any tape block: the rest is not kept */
	struct buf	 stored;	/* the chunks, joined */
	struct buf	 segments;	/* length and method of each, of a segmented block */
	struct buf	 plain;		/* the block, expanded */
};

void	chunks_free(struct chunks *);

/* A block begins. */
void	chunks_begin(struct chunks *, enum chunks_method, bool segmented);

/* Puts a chunk to those of the block; its method may be another one in a segmented block. */
bool	chunks_add(struct chunks *, struct span, enum chunks_method);	/* false: no memory */

/*
 * The whole block, made of chunks that were added or of one chunk as it
 * stands in memory; borrowed until the next block. If its end is missing
 * (cut) it is what there is. Empty, and words said, where it does not expand;
 * RC_FAIL where no block would.
 */
enum rc	chunks_finish(struct chunks *, bool cut, const struct place *, struct span *,
	    struct diag *);
enum rc	chunks_finish_one(struct chunks *, struct span chunk, bool cut,
	    const struct place *, struct span *, struct diag *);

#endif
