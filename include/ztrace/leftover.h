/* leftover.h - what becomes of segments whose record will not be whole now */
#ifndef ZTRACE_LEFTOVER_H
#define ZTRACE_LEFTOVER_H

#include <stdint.h>

#include "ztrace/diag.h"
#include "ztrace/ledger.h"
#include "ztrace/pending.h"
#include "ztrace/rc.h"

enum { LEFTOVER_NAME = 32 };	/* room for a key's name, with its NUL */

/*
 * Where raw segments go, as records; write NULL: nowhere. It returns RC_OK or
 * RC_FAIL: that nobody reads them any more is a failure too.
 */
struct leftover_sink {
	enum rc	(*write)(void *to, struct span record, struct diag *);
	void	*to;
};

struct leftover {
	struct pending	*pending;	/* borrowed */
	struct ledger	*ledger;	/* borrowed */
	void	       (*name)(struct span key, char out[LEFTOVER_NAME]);
	struct leftover_sink rejects;
	struct leftover_sink carry;	/* open records at the end of input */
};

/*
 * All of these return RC_SKIP when the caller can go on, RC_FAIL when it can
 * not.
 *
 * Rejects a run: says why, by the account that it is booked in (at
 * the place of its first segment, or at `at` if that is not NULL; `why` in
 * the words, may be NULL), and ends it. Older orphans of the same key go
 * first, so that the rejects of a key stay in the order of the input.
 */
enum rc	leftover_reject(struct leftover *, struct run *, enum account,
	    const struct place *at, const char *why, struct diag *);

/* Gives up the oldest until no more than `hold` bytes are held. */
enum rc	leftover_trim(struct leftover *, size_t hold, struct diag *);

/*
 * Gives up open records begun more than `age` microseconds before `newest`
 * (both by the clock); age 0: none.
 */
enum rc	leftover_age(struct leftover *, uint64_t newest, uint64_t age, struct diag *);

/* The end of input: carries or rejects the oldest run there is. RC_END when there is none. */
enum rc	leftover_end(struct leftover *, struct diag *);

#endif
