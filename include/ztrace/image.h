/* image.h - how the readers of tape images look at the bytes below them */
#ifndef ZTRACE_IMAGE_H
#define ZTRACE_IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ztrace/diag.h"
#include "ztrace/span.h"
#include "ztrace/stream.h"

enum {
	IMAGE_BLOCK = 2 * 1024 * 1024	/* the longest block that anybody writes; z/OS: 256 KiB */
};

/*
 * Bytes that are taken stay where they are until the next look, so that what
 * was shown of them can be lent to a caller without a copy.
 */
struct image {
	struct stream	*below;		/* owned */
	size_t		 taken;		/* of what was shown last; consumed by the next look */
	struct span	 v;		/* what the last look showed */
};

/*
 * Shows at least n bytes (at most STREAM_PEEK) behind what is taken; fewer
 * when the image ends. RC_OK, also at the end, or RC_FAIL.
 */
enum rc	image_look(struct image *, size_t n, struct diag *);
void	image_take(struct image *, size_t n);	/* n: of v, behind what is taken already */

uint64_t image_at(const struct image *);	/* offset behind the taken bytes */
struct place image_place(const struct image *);	/* the same, for messages */

/*
 * What is behind an open image starts with a struct image: so many bytes, all
 * zeros but that. Takes `below` over, also on failure (NULL, words said).
 */
void	*image_new(size_t, struct stream *below, struct diag *);
void	image_free(void *self);			/* and closes what is below */

/*
 * What a kind of image knows of its headers. Judged is by two headers that
 * agree, or by whatever else the kind repeats.
 */
struct image_form {
	size_t	header;		/* bytes of a header */
	size_t	reach;		/* bytes that fits may want to see, at most STREAM_PEEK / 2 */
	/* Whether a header starts s that is consistent with itself. whole: s reaches the end. */
	bool	(*fits)(const void *to, struct span s, bool whole);
};

/* The first place in s, from `from` and before `to`, that fits; s.n when there is none. */
size_t	image_find(const struct image_form *, const void *to_fits, struct span s,
	    size_t from, size_t to, bool whole);

/*
 * Where no header is: takes bytes until one fits and says how many were
 * skipped. RC_SKIP; RC_END when there is none up to the end of the image
 * (only a warning if all of the rest is zeros: padding); RC_FAIL.
 */
enum rc	image_resync(struct image *, const struct image_form *, const void *to_fits,
	    struct diag *);

#endif
