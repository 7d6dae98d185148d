/* volume.h - what the labels and marks of a tape make of its blocks */
#ifndef ZTRACE_VOLUME_H
#define ZTRACE_VOLUME_H

#include <stdbool.h>
#include <stdint.h>

#include "ztrace/buf.h"
#include "ztrace/diag.h"
#include "ztrace/held.h"
#include "ztrace/labels.h"
#include "ztrace/span.h"
#include "ztrace/wanted.h"

/* One volume's part of a data set. */
struct volume_part {
	char		 name[LABEL_NAME];	/* of the data set; empty: none */
	unsigned	 volume;		/* sequence number, from 1; 0: not known */
	bool		 text;			/* taken as one piece: see wanted.h */
};

/* The data set in work. */
struct volume_set {
	struct volume_part part;
	enum volume_use { USE_OPEN, USE_TAKEN, USE_LEFT } use;
	char		 format;	/* V, F, U, ...; 0: no label says */
	bool		 begun;		/* a label, a mark or a block has begun it */
	bool		 expected;	/* goes on from a volume whose part was taken */
	bool		 holds;		/* what is held is of it */
	unsigned	 tried;		/* blocks that were not wanted, before it was taken */
	uint64_t	 blocks;	/* of this part, so far */
};

/*
 *        HDR, VOL           mark                mark
 *  labels ------> labels --------> data blocks -------> labels ...
 *                                                       EOF, EOV
 *
 * Without labels each mark is between two data sets, two end the tape. A
 * label in the place of data is believed if it is sure: a mark can get lost.
 */
struct volume {
	const struct wanted *wanted;	/* NULL: wanted_gtf */
	bool		 started;	/* there has been a block */
	bool		 labelled;
	bool		 data;		/* blocks are data now, not labels */
	bool		 header;	/* the labels since the last mark begin a data set */
	bool		 trailer;	/* the labels since the last mark end one */
	bool		 ended;		/* what comes is behind the logical end */
	bool		 told;		/* ... and that has been said */
	unsigned	 marks;		/* in a row, up to here */
	struct place	 at;		/* of what is in work */
	struct volume_set set;

	unsigned	 sets;		/* data sets begun so far */
	unsigned	 taken, left;	/* of these; empty ones are not counted */
	unsigned	 named;		/* of those left, as many as there is room for */
	struct buf	 names;		/* theirs, as text */
	struct volume_part first;	/* the first data set on the tape */
	bool		 first_taken;
	struct volume_part last;	/* the one that goes on on the next volume */
	bool		 open;		/* there is one, and it was taken */

	struct held	 held;		/* of a data set that may be wanted as a text */
	bool		 ready;		/* it is, and what is held comes now */
	struct volume_part from;	/* the data set of what was handed out last, ... */
	unsigned	 from_set;	/* ... and its number on the tape, from 1 */
};

/* Starts as zeros. */
void	volume_free(struct volume *);

/*
 * Takes the next block, which stood at this offset (empty: it could not be
 * read). RC_OK: it is data of a wanted data set; RC_SKIP: it is not; RC_FAIL.
 * Where `ready` is set after this or one of the following, what is held is
 * such data: to be taken, and `ready` to be cleared, before the next call.
 */
enum rc	volume_block(struct volume *, struct span block, uint64_t offset,
	    struct diag *);

/* The next thing is a tape mark. */
void	volume_mark(struct volume *, uint64_t offset, struct diag *);

/* Something was stepped over: labels may be missing. */
void	volume_damage(struct volume *);

/* The image ends here. */
void	volume_end(struct volume *, uint64_t offset, struct diag *);

/* Whether `next` is the volume after `last`. */
bool	volume_follows(const struct volume_part *last,
	    const struct volume_part *next);

#endif
