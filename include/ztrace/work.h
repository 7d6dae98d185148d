/* work.h - a batch of records made into output: the free half of the flow */
#ifndef ZTRACE_WORK_H
#define ZTRACE_WORK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ztrace/buf.h"
#include "ztrace/event.h"
#include "ztrace/filter.h"
#include "ztrace/format.h"
#include "ztrace/ledger.h"
#include "ztrace/record.h"
#include "ztrace/zip.h"

struct result;

/* What is done with a record; constant while a flow runs, shared by all who work. */
struct work {
	/*
	 * All that becomes of a record, for programs whose records are no
	 * events: books, selects and renders it. NULL: decode, filter and
	 * format do.
	 */
	void	       (*own)(const struct work *, const struct record *, struct result *);
	void	       (*decode)(const void *rules, const struct record *, struct event *);
	const void	*rules;			/* handed to decode, or to render */
	/*
	 * NULL, or what is done in the place of decoding, filtering and the
	 * format's own rendering: appends what a record becomes, or nothing.
	 * Results are then booked by who gives the records.
	 */
	void	       (*render)(const void *rules, const struct record *, struct buf *);
	const struct filter *filter;
	const struct format *format;
	struct style	 style;
	int		 level;			/* of gzip, 1 to 9; 0: output is not compressed */
};

/* Records with their bytes, on their way to a worker. Starts as zeros. */
struct batch {
	struct buf	 bytes;		/* of all records, one behind the other */
	struct record	*rec;		/* owned; of their data only the length is valid */
	size_t		 n, cap;	/* records, and room for them */
	struct mark	*mark;		/* owned; of those records that have one, in turn */
	size_t		 marks, marks_cap;
};

bool	batch_add(struct batch *, const struct record *);	/* false: out of memory */
void	batch_clear(struct batch *);	/* keeps the memory, up to a limit */
void	batch_free(struct batch *);

/* A record that its form could not hold. */
struct refusal_note {
	struct place	 at;
	const char	*why;		/* constant sentence */
};

/* What a worker made of a batch. Starts as zeros. */
struct result {
	struct buf	 out;		/* rendered; compressed if that is wanted */
	uint64_t	 written;	/* records in it */
	struct ledger	 part;		/* what is to be booked */
	struct refusal_note *refused;	/* owned */
	size_t		 refusals, cap;
	bool		 failed;	/* memory ran out */
};

void	result_clear(struct result *);	/* keeps the memory, up to a limit */
void	result_free(struct result *);

/* One worker's own room. Starts as zeros. */
struct worker {
	struct event	*event;
	struct buf	 text, plain;
	struct zip	 zip;
};

bool	worker_init(struct worker *);	/* false: out of memory */
void	worker_free(struct worker *);

/* Decodes, filters and renders one record behind what the result holds. */
void	work_record(const struct work *, struct worker *, const struct record *, struct result *);

/* All of a batch, and compresses what has come out. */
void	work_batch(const struct work *, struct worker *, const struct batch *, struct result *);

/* Compresses what the result holds, if that is wanted. */
void	work_finish(const struct work *, struct worker *, struct result *);

#endif
