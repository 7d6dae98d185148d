/* wanted.h - which data sets of a tape a program wants */
#ifndef ZTRACE_WANTED_H
#define ZTRACE_WANTED_H

#include <stdbool.h>

#include "ztrace/span.h"
#include "ztrace/unwrap.h"

/* A data set is wanted if one of the two says so; NULL: it never does. */
struct wanted {
	const char	*what;		/* kind of data, in messages: "GTF" */
	bool	       (*block)(struct span);	/* whether a block holds some */
	/*
	 * Whether a data set that begins so does, whatever its blocks are: to
	 * who reads it they are one piece, as a plain file is.
	 */
	bool	       (*text)(struct head);
};

/* GTF records: what is wanted where nobody says anything else. */
extern const struct wanted wanted_gtf;

/*
 * A block with or without its BDW. One whose first words are damaged is
 * known by three records in a row further on.
 */
bool	wanted_block(struct span);

/* The same by the first two words alone: BDW, RDW and AID, or RDW and AID. */
bool	wanted_head(struct span);

/* The same of the head of a file: another record follows, or may. */
bool	wanted_file(struct head);

#endif
