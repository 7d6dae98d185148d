/* tape_case.h - what the reader of a kind of tape image makes of an image */
#ifndef TESTS_TAPE_CASE_H
#define TESTS_TAPE_CASE_H

#include <stddef.h>

#include "make_tape.h"
#include "said.h"
#include "ztrace/buf.h"
#include "ztrace/span.h"
#include "ztrace/tape.h"
#include "ztrace/unwrap.h"

enum { TAPE_CHUNKS = 5 };
extern const size_t tape_chunks[TAPE_CHUNKS];	/* sizes in which a stream may come */

struct tape_read {
	struct said	said;
	struct buf	blocks;		/* the extents, as image_put of make_container.h has them */
	size_t		n;		/* how many */
	enum rc		rc;		/* RC_OK: the end was reached */
	struct tape_set	set;		/* with this tape in it */
};

/* Fills *t (to be freed, and not to be moved). The image may be in a container of its own size. */
void	tape_read(struct tape_read *, const struct unwrapper *, struct span image, size_t chunk);
void	tape_read_stream(struct tape_read *, struct stream *);	/* of one that is open */
void	tape_read_free(struct tape_read *);

/*
 * All below end the test when something is not as it should be.
 *
 * The image gives these blocks (as image_put has them) and words (messages
 * but notes, one a line), whatever the size of chunks.
 */
void	tape_gives(const struct unwrapper *, struct span image, struct span blocks,
	    const char *words);

/* The same for a tape in words (see make_tape.h), all of whose GTF blocks are to come. */
void	tape_plays(const struct unwrapper *, struct reel, const char *script, const char *words);

/* An image, and damage done to it. */
struct tape_damage {
	const char	*what;		/* a sentence part for messages */
	struct reel	 reel;		/* how it is written */
	const char	*script;	/* its contents */
	size_t		 at;		/* where bytes are changed ... */
	const char	*patch;		/* ... to these, hex */
	size_t		 cut;		/* bytes that the end is short of */
	const char	*more;		/* bytes behind that, hex */
	const char	*gives;		/* "13~4": GTF blocks 1, 3, and the first bytes of 4 */
	const char	*words;
};
void	tape_damaged(const struct unwrapper *, const struct tape_damage *);

/* What holds for each kind of image; the reel says how it is to be written. */

/* A random trace comes as it went in, and the bid is sure. */
void	tape_reads(const struct unwrapper *, struct reel);

/* For each shorter image: the blocks are the first of its blocks, the last one may be cut. */
void	tape_truncated(const struct unwrapper *, struct reel);

/*
 * For each byte once changed: at most one block is lost, or is another one; a
 * loss is always said.
 */
void	tape_flipped(const struct unwrapper *, struct reel);

/* For each allocation that fails: the end is RC_FAIL, and nothing leaks. */
void	tape_out_of_memory(const struct unwrapper *, struct reel);

#endif
