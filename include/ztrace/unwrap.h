/* unwrap.h - what data can be wrapped in: gzip, tape images */
#ifndef ZTRACE_UNWRAP_H
#define ZTRACE_UNWRAP_H

#include "ztrace/diag.h"
#include "ztrace/span.h"
#include "ztrace/stream.h"

/*
 * A bid says how many bits of the head of a stream speak for a format: 0 is
 * "no". Each bidder counts only bits it has really matched in the bytes it is
 * shown; whoever has matched most wins, so there is no order to keep.
 * More bytes may raise a bid or turn it to 0. A head may be any part of the
 * beginning of the stream; `whole` says that nothing comes behind it.
 */
struct head {
	struct span	s;
	bool		whole;
};

enum {
	BID_SURE = 32,			/* bits that settle it before the head is full */
	BID_HEAD = 264 * 1024		/* bytes of a full head: the largest tape block */
};

struct unwrapper {
	const char	*name;		/* "gzip" */
	const char	*help;
	bool		 slow;		/* worth a thread of its own */
	int	       (*bid)(struct head);
	/* Takes `below` over, also on failure (NULL, words said). */
	struct stream *(*open)(struct stream *below, struct diag *);
};

extern const struct unwrapper unwrapper_gzip;
extern const struct unwrapper unwrapper_aws;
extern const struct unwrapper unwrapper_faketape;
extern const struct unwrapper unwrapper_simh;

/* All of them, ended by NULL. */
extern const struct unwrapper *const unwrappers[];

#endif
