/* tape.h - tapes: the blocks of the data sets that are wanted, as a stream */
#ifndef ZTRACE_TAPE_H
#define ZTRACE_TAPE_H

#include <stdbool.h>
#include <stdint.h>

#include "ztrace/diag.h"
#include "ztrace/span.h"
#include "ztrace/stream.h"
#include "ztrace/volume.h"

/* What a tape drive reads at a time. */
struct tape_item {
	bool		 mark;		/* a tape mark: no data */
	struct span	 data;		/* a block; borrowed until the next call; empty: it
					 * could not be read (which has been said) */
	uint64_t	 at;		/* offset of its header in the image */
};

/*
 * A tape drive that reads forward; each kind of image is one. next gives
 * RC_OK and an item; RC_SKIP when something damaged has been stepped over
 * (said): call again; RC_END; RC_FAIL. close frees self and what is below.
 */
struct tape_device {
	enum rc	(*next)(void *self, struct tape_item *, struct diag *);
	void	(*close)(void *self);
};

/*
 * A bordered stream: each block of a data set that is wanted is an extent;
 * one that is wanted as a text is one extent, and the stream begins or ends
 * with it. Labels, marks and other data sets do not show. Takes self over,
 * also on failure (NULL, words said).
 */
struct stream *tape_open(const struct tape_device *, void *self, struct diag *);

/*
 * When such a stream has been read to its end: where the tape goes on, what
 * follows is a stream of its own, in *rest (else NULL), and the first one has
 * no tape any more. RC_OK or RC_FAIL.
 */
enum rc	tape_rest(struct stream *, struct stream **rest, struct diag *);

/* The name of the data set that was read last; NULL: no tape. */
const char *tape_name(const struct stream *);

/*
 * Where the block of a text ends of which the byte at `at` is, an offset in
 * the stream; UINT64_MAX where none is known. Those before are forgotten.
 */
uint64_t tape_border(const struct stream *, uint64_t at);

/*
 * Says what is wanted of a tape instead of GTF records; before anything is
 * read. Nothing happens to a stream that is no tape. Borrowed.
 */
void	tape_want(struct stream *, const struct wanted *);

/*
 * Volumes of a data set may come as files of their own, each a stream of its
 * own. A tape_set remembers from one to the next. It starts as zeros.
 */
struct tape_set {
	struct volume_part last;	/* what the last tape left unfinished, if `open` */
	bool		 open;
};

/*
 * To be called for every file when its stream has been read to the end and
 * not yet closed; a stream that is no tape counts too (nothing goes on
 * there). Says if a volume is missing before it.
 */
void	tape_set_add(struct tape_set *, const struct stream *, struct diag *);

/* To be called after the last file: says if a volume is missing behind it. */
void	tape_set_end(struct tape_set *, struct diag *);

#endif
