/* container.h - the forms in which records stand in a stream */
#ifndef ZTRACE_CONTAINER_H
#define ZTRACE_CONTAINER_H

#include "ztrace/diag.h"
#include "ztrace/ledger.h"
#include "ztrace/record.h"
#include "ztrace/stream.h"
#include "ztrace/unwrap.h"
#include "ztrace/wanted.h"

/*
 * A container turns a stream into records. Adding one is a file in src/input
 * and a row in the table of container.c.
 */
struct container {
	const char	*name;		/* as in --from */
	const char	*help;		/* what it is, for --help and messages */
	int	       (*bid)(struct head);	/* see unwrap.h */
	/*
	 * Takes the stream over, also on failure (NULL, words said). Bytes are
	 * booked in the ledger, which outlives the source.
	 */
	struct source *(*open)(struct stream *, struct ledger *, struct diag *);
	/*
	 * What it bids for may stand anywhere in the head, so inside of a
	 * wrapping too: those of unwrap.h go first.
	 */
	bool		 deep;
};

extern const struct container container_vb, container_block, container_listing;
extern const struct container container_record, container_ftp_block, container_ftp_record,
	    container_stripped;

/* Those that hold GTF records, ended by NULL. */
extern const struct container *const gtf_containers[];

/* Which data sets of a tape do: in blocks, or printed. */
extern const struct wanted wanted_gtf_or_print;

/*
 * For --from: finds a container of a list by its name; "auto" is NULL, which
 * is none. NULL, or a sentence on what is wrong.
 */
const char *container_choose(const struct container *const *list, const char *name,
	    const struct container **);

/* The highest bid of a list. */
int	container_bid(const struct container *const *list, struct head);

/* The name of row i of a list, and what it is; NULL behind the last. */
const char *container_row(const struct container *const *list, size_t i, const char **help);

/* Another program of the family, for the message where its input comes to this one. */
struct sister {
	const char	*program;
	const char	*what;		/* it reads: "GTF trace data" */
	const struct container *const *list;
};

/* What is wanted of input_open. */
struct input {
	const struct container *const *list;	/* those the program accepts */
	const struct container *forced;		/* --from; NULL: the highest bid */
	const struct sister *sisters;		/* ended by one without a program; or NULL */
	const char	*const *files;		/* names, ended by NULL; "-" is standard input */
	const struct unwrapper *const *wrappings;	/* besides those of unwrap.h; NULL: none */
	const struct wanted *wanted;		/* of tapes; NULL: GTF data */
	struct stream_idle idle;		/* what to do when input must be waited for */
	struct stream_meter meter;		/* of all bytes, as they stand in the files */
	/*
	 * Makes a stream be read ahead by a thread of its own: for what a
	 * compressed wrapping uncovers. *idle is that of the descriptor at the
	 * bottom. Takes the stream over, as unwrappers do. NULL: not wanted.
	 */
	struct stream *(*ahead)(struct stream *, struct stream_idle *idle, struct diag *);
	struct stream_idle *bottom;		/* what ahead gets; input.c's */
};

/*
 * Takes off wrappings (at most 4, one inside the other) and opens the
 * container that bids highest, or the forced one. Takes the stream over, and
 * leaves in *stream the unwrapped one, which the source owns; NULL on failure
 * (words said) or where there is nothing at all (*empty is set).
 */
struct source *detect_open(struct stream **stream, const struct input *, struct ledger *,
	    bool *empty, struct diag *);

/*
 * One source over all files, one after the other: each is opened when its
 * turn comes, unwrapped, and given to the container that bids highest. Record
 * numbers start anew in each file. diag->file is set to the file in work.
 * NULL when memory ran out.
 */
struct source *input_open(const struct input *, struct ledger *, struct diag *);

#endif
