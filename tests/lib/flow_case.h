/* flow_case.h - a flow over records of text, and forms to write them in */
#ifndef TESTS_FLOW_CASE_H
#define TESTS_FLOW_CASE_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#include "feed.h"
#include "said.h"
#include "temp.h"
#include "ztrace/buf.h"
#include "ztrace/flow.h"
#include "ztrace/ledger.h"

enum { CASE_OUT = 1024 * 1024 };

/*
 * A record's first byte says what becomes of it:
 *
 *     !  no form can hold it        -  the filter leaves it out (by IFCID)
 *     ?  it has a note              anything else: nothing of the kind
 */
extern const struct format form_plain;	/* the records one behind the other */
extern const struct format form_list;	/* "<", "," between them, ">" */

struct flow_case {
	/* set by the caller */
	const struct feed *feed;
	size_t		 n;
	struct source	*source;	/* in their place; NULL: none */
	struct flow	 flow;		/* jobs, buffers, size, work.format, work.level */
	const char	*path;		/* to be written to; NULL: a pipe, read into `out` */
	long		 fails;		/* the flow's allocation that fails, from 0; -1: none */

	/* filled by flow_case_run */
	struct ledger	 ledger;
	struct said	 said;
	struct buf	 out;		/* what has come out, up to CASE_OUT bytes */
	enum rc		 rc;
	bool		 failed;	/* an allocation has failed */

	struct temp	 temp;		/* its own */
	pthread_t	 reader;
};

/* Zeros, but for plain form, a decoder and a filter. */
void	flow_case_start(struct flow_case *);

/* Closes the source. */
void	flow_case_run(struct flow_case *);
void	flow_case_free(struct flow_case *);

/* What a form should make of the records, and where the ledger should book them. */
void	flow_case_wanted(const struct flow_case *, struct buf *out, struct ledger *);

/* Ends the test unless all came out that should, was booked, and the flow came to its end. */
void	flow_case_check(const struct flow_case *, const char *what);

/* Inflates all members. */
void	flow_case_unzip(struct span, struct buf *);

/* Text records "ab cd !e", parted by blanks; at most `most`. Returns how many. */
size_t	feed_words(const char *words, struct feed *, size_t most);

#endif
