/* expand.h - one compressed block at a time, whole in memory */
#ifndef ZTRACE_EXPAND_H
#define ZTRACE_EXPAND_H

#include <stddef.h>

#include "ztrace/buf.h"
#include "ztrace/span.h"

enum expand {
	EXPAND_OK,		/* the compressed stream ends exactly with its bytes */
	EXPAND_CUT,		/* its end is missing; what came before is in out */
	EXPAND_BAD,		/* it is none, or a check failed */
	EXPAND_MORE,		/* there are bytes behind its end */
	EXPAND_LONG,		/* it would give more than `most` */
	EXPAND_MEMORY,
	EXPAND_MISSING		/* this build cannot */
};

/* Each appends what `in` expands to, at most `most` bytes, to out. */
enum expand expand_zlib(struct span in, size_t most, struct buf *out);
enum expand expand_bzip2(struct span in, size_t most, struct buf *out);

/* What is wrong, as the rest of a sentence: "ends early". */
const char *expand_words(enum expand);

#endif
