/* image.c - how the readers of tape images look at the bytes below them */

#include <inttypes.h>
#include <stdlib.h>

#include "ztrace/image.h"

enum rc
image_look(struct image *im, size_t n, struct diag *d)
{
	if (im->taken > 0)
		stream_consume(im->below, im->taken);
	im->taken = 0;
	return stream_peek(im->below, n, &im->v, d);
}

void
image_take(struct image *im, size_t n)
{
	im->taken += n;
}

uint64_t
image_at(const struct image *im)
{
	return stream_at(im->below) + im->taken;
}

struct place
image_place(const struct image *im)
{
	return (struct place){ .offset = image_at(im), .known = true };
}

void *
image_new(size_t size, struct stream *below, struct diag *d)
{
	struct image *im = calloc(1, size);

	if (im == NULL) {
		stream_close(below);
		(void)diag_memory(d);
		return NULL;
	}
	im->below = below;
	return im;
}

void
image_free(void *self)
{
	struct image *im = self;

	stream_close(im->below);
	free(im);
}

size_t
image_find(const struct image_form *form, const void *to_fits, struct span s,
    size_t from, size_t to, bool whole)
{
	size_t at;

	for (at = from; at < to && at < s.n; at++)
		if (form->fits(to_fits, span_from(s, at), whole))
			return at;
	return s.n;
}

/* What resync came upon. */
struct resync {
	uint64_t skipped;
	bool	 zeros;		/* all that was skipped is zeros */
	bool	 ended;		/* no header up to the end of the image */
};

/* Takes what no header starts in. True: one fits, or the image has ended. */
static bool
resync_step(struct image *im, const struct image_form *form,
    const void *to_fits, struct resync *r)
{
	size_t want = 2 * form->reach, to, found;
	bool whole = im->v.n < want;

	/* past `to` a header may need bytes that are not shown yet */
	to = whole ? im->v.n : im->v.n - form->reach;
	/* what stands first was judged before */
	found = image_find(form, to_fits, im->v, r->skipped == 0, to, whole);
	r->ended = found == im->v.n && whole;
	if (found == im->v.n)
		found = to;
	r->zeros = r->zeros && span_zero(span_first(im->v, found));
	r->skipped += found;
	image_take(im, found);
	return r->ended || found < to;
}

enum rc
image_resync(struct image *im, const struct image_form *form,
    const void *to_fits, struct diag *d)
{
	struct resync r = { .zeros = true };
	struct place at = image_place(im);
	bool first = true;

	do {
		if (image_look(im, 2 * form->reach, d) == RC_FAIL)
			return RC_FAIL;
		if (first && im->v.n < form->header) {
			(void)diag_damage(d, &at, "image ends within a header "
			    "(%zu bytes)", im->v.n);
			image_take(im, im->v.n);
			return RC_END;
		}
		first = false;
	} while (!resync_step(im, form, to_fits, &r));
	if (r.ended && r.zeros)
		(void)diag_warn(d, &at, "image ends in zeros (%" PRIu64
		    " bytes)", r.skipped);
	else
		(void)diag_damage(d, &at, "header is damaged (%" PRIu64
		    " bytes skipped)", r.skipped);
	return r.ended ? RC_END : RC_SKIP;
}
