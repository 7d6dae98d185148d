/* aws.c - tape images with 6-byte headers: AWSTAPE, HET, Bus-Tech */

/*
 * A header before every chunk; chunks make a block, and a compressed block is
 * one stream over the joined chunks (Hercules' hetlib.h and awstape.c;
 * Bus-Tech's "AWS Tape Information"):
 *
 *  0       2       4      5
 *  LENGTH  BEFORE  FLAGS  MORE  data ...       lengths are little-endian
 *          |       |      80 zlib (Bus-Tech)
 *          |       80 first chunk, 20 last chunk of a block
 *          |       40 tape mark, without data
 *          |       10 with 80: the block is in several segments (Bus-Tech)
 *          |       01 zlib, 02 bzip2 (HET)
 *          LENGTH of the header before this one; 0 in the first
 *
 * Each length stands twice, so a damaged one can be told, and made good.
 */

#include <inttypes.h>
#include <stdlib.h>

#include "ztrace/expand.h"
#include "ztrace/image.h"
#include "ztrace/tape.h"
#include "ztrace/unwrap.h"

enum {
	HEADER = 6,
	LONGEST = 65535,	/* a chunk */
	CHUNK = HEADER + LONGEST,
	SEGMENT = 5		/* bytes kept of each chunk of a segmented block */
};

enum {
	FIRST = 0x80,
	MARK = 0x40,
	LAST = 0x20,
	SEGMENTED = 0x10,
	UNKNOWN = 0x0c,
	METHOD = 0x03,
	ZLIB = 0x01,
	BZIP2 = 0x02,
	PACKED = 0x80		/* in MORE */
};

struct header {
	size_t	length, before;
	uint8_t	flags, more;
};

struct aws {
	struct image	 image;
	struct header	 last;		/* the header before, if it is known */
	bool		 known;
	bool		 overlong;	/* the block in work is too long to be kept */
	struct buf	 stored;	/* the chunks of a block, joined */
	struct buf	 segments;	/* length and MORE of each, of a segmented block */
	struct buf	 plain;		/* the block, expanded */
};

/* Where in a block a header stands. */
enum place_in { OUTSIDE, INSIDE };

static struct header
header_read(struct span s, size_t at)
{
	struct cursor c = cursor_at(s, at);
	struct header h;

	h.length = cursor_u16le(&c);
	h.before = cursor_u16le(&c);
	h.flags = cursor_u8(&c);
	h.more = cursor_u8(&c);
	return h;
}

static bool
header_legal(const struct header *h, enum place_in where)
{
	bool method = (h->flags & METHOD) != 0;

	if (h->flags & MARK)
		return where == OUTSIDE && (h->flags & ~MARK) == 0 && h->length == 0 &&
		    h->more == 0;
	if ((h->flags & UNKNOWN) != 0 || (h->flags & METHOD) == METHOD ||
	    (h->more & ~PACKED) != 0 || (method && h->more != 0) || h->length == 0)
		return false;
	if (where == INSIDE)
		return (h->flags & (FIRST | SEGMENTED)) == 0;
	return (h->flags & FIRST) != 0;
}

/* What kind of header must follow this one. */
static enum place_in
header_next_in(const struct header *h)
{
	return (h->flags & (LAST | MARK)) != 0 ? OUTSIDE : INSIDE;
}

/* A header of the kind asked for (or outside any block), and one behind it that repeats its length. */
static bool
aws_fits(const void *to, struct span s, bool whole)
{
	enum place_in where = *(const enum place_in *)to;
	struct header h = header_read(s, 0), next;
	struct span rest = span_from(s, HEADER + h.length);

	if (s.n < HEADER || !(header_legal(&h, where) || header_legal(&h, OUTSIDE)))
		return false;
	if (rest.n == 0)
		return whole && s.n == HEADER + h.length;
	next = header_read(rest, 0);
	return rest.n >= HEADER && next.before == h.length &&
	    header_legal(&next, header_next_in(&h));
}

static const struct image_form aws_form = {
	.header = HEADER,
	.reach = CHUNK + HEADER,
	.fits = aws_fits
};

/* Whether what follows a chunk is as it should be: another header, or the end. */
static bool
chunk_is_followed(struct span v, size_t end, enum place_in where)
{
	struct header next = header_read(v, end);

	return end == v.n || (v.n >= end + HEADER && header_legal(&next, where));
}

/*
 * A chunk that no header follows: its length is wrong, or the next header
 * is. The header found further on repeats the length, and decides. RC_OK: h
 * is right now, or as right as can be told.
 */
static enum rc
chunk_doubt(struct aws *a, struct header *h, struct diag *d)
{
	struct image *im = &a->image;
	enum place_in where = header_next_in(h);
	struct place at = image_place(im);
	size_t end = HEADER + h->length, found;
	struct header next;

	if (image_look(im, 2 * aws_form.reach + CHUNK, d) == RC_FAIL)
		return RC_FAIL;
	found = image_find(&aws_form, &where, im->v, HEADER + 1, CHUNK + 1,
	    im->v.n < 2 * aws_form.reach + CHUNK);
	next = header_read(im->v, found);
	if (found == im->v.n || found == end)
		return RC_OK;
	if (next.before == found - HEADER) {
		(void)diag_damage(d, &at, "length in a header is wrong (%zu, the next header "
		    "repeats %zu)", h->length, next.before);
		h->length = next.before;
		return RC_OK;
	}
	if (found > end)
		return RC_OK;
	image_take(im, found);
	a->known = false;
	return diag_damage(d, &at, "header is damaged (%zu bytes skipped)", found);
}

/* Looks at a whole chunk, header h included; less of it is there only where the image is cut. */
static enum rc
chunk_look(struct aws *a, struct header *h, struct diag *d)
{
	size_t end = HEADER + h->length;

	if (image_look(&a->image, end + HEADER, d) == RC_FAIL)
		return RC_FAIL;
	if (chunk_is_followed(a->image.v, end, header_next_in(h)))
		return RC_OK;
	return chunk_doubt(a, h, d);
}

/* Takes a chunk that was looked at. Its data; *cut is set when not all of them are there. */
static struct span
chunk_take(struct aws *a, const struct header *h, bool *cut)
{
	struct span data = span_first(span_from(a->image.v, HEADER), h->length);

	*cut = data.n < h->length;
	image_take(&a->image, HEADER + data.n);
	a->last = *h;
	a->known = true;
	return data;
}

/* Expands a block of segments that were compressed one by one. */
static enum expand
block_expand_segments(struct aws *a)
{
	struct span left = buf_span(&a->stored), list = buf_span(&a->segments), part;
	enum expand e = EXPAND_OK;
	size_t at;

	buf_clear(&a->plain);
	for (at = 0; at < list.n && e == EXPAND_OK; at += SEGMENT) {
		part = span_first(left, span_u32(list, at));
		left = span_from(left, part.n);
		if (a->plain.n + part.n > IMAGE_BLOCK)
			return EXPAND_LONG;
		if (span_u8(list, at + 4) & PACKED)
			e = expand_zlib(part, IMAGE_BLOCK - a->plain.n, &a->plain);
		else if (!buf_put(&a->plain, part.p, part.n))
			e = EXPAND_MEMORY;
	}
	return e;
}

/* Fills a->plain from the bytes of a whole block. */
static enum expand
block_expand(struct aws *a, const struct header *first, struct span stored)
{
	enum expand e;

	buf_clear(&a->plain);
	if ((first->flags & METHOD) == BZIP2)
		return expand_bzip2(stored, IMAGE_BLOCK, &a->plain);
	e = expand_zlib(stored, IMAGE_BLOCK, &a->plain);
	if (e != EXPAND_OK && (first->flags & SEGMENTED) != 0)
		e = block_expand_segments(a);
	return e;
}

/*
 * Makes the block of its stored bytes. One whose end is missing gives what
 * there is of it; one that does not expand gives nothing.
 */
static enum rc
block_finish(struct aws *a, const struct header *first, struct span stored, bool cut,
    struct tape_item *item, struct diag *d)
{
	struct place at = { .offset = item->at, .known = true };
	enum expand e;

	item->data = stored;
	if ((first->flags & METHOD) == 0 && first->more == 0)
		return RC_OK;
	e = block_expand(a, first, stored);
	if (e == EXPAND_MEMORY)
		return diag_memory(d);
	if (e == EXPAND_MISSING)
		return diag_fail(d, &at, "block cannot be expanded: %s", expand_words(e));
	item->data = buf_span(&a->plain);
	if (e == EXPAND_OK || (cut && e == EXPAND_CUT))
		return RC_OK;
	item->data = (struct span){ 0 };
	(void)diag_damage(d, &at, "block cannot be expanded (%s)", expand_words(e));
	return RC_OK;
}

/* Writers that change part of a tape can leave a wrong length of the header before; 0 starts an image. */
static void
header_check(const struct aws *a, const struct header *h, struct diag *d)
{
	struct place at = image_place(&a->image);

	if (a->known && h->before != a->last.length && h->before != 0)
		(void)diag_warn(d, &at, "header repeats another length than the one before it "
		    "has (%zu, not %zu)", h->before, a->last.length);
}

/* Looks for the header of a block's next chunk. False when that is not what follows. */
static bool
chunk_next(struct aws *a, const struct header *first, struct header *h)
{
	*h = header_read(a->image.v, 0);
	if (a->image.v.n < HEADER || !header_legal(h, INSIDE))
		return false;
	return (h->flags & METHOD) == (first->flags & METHOD) &&
	    (h->more == first->more || (first->flags & SEGMENTED) != 0);
}

/* Puts a chunk to those of its block. */
static bool
chunk_join(struct aws *a, const struct header *first, const struct header *h,
    struct span data)
{
	uint8_t *segment;

	if (a->stored.n + data.n > IMAGE_BLOCK)
		a->overlong = true;
	else if (!buf_put(&a->stored, data.p, data.n))
		return false;
	if ((first->flags & SEGMENTED) == 0)
		return true;
	segment = buf_room(&a->segments, SEGMENT);
	if (segment == NULL)
		return false;
	put_u32(segment, (uint32_t)data.n);
	segment[4] = h->more;
	a->segments.n += SEGMENT;
	return true;
}

/* Joins the chunks of a block up to the last. RC_SKIP: the block ends within, which has been said. */
static enum rc
block_join(struct aws *a, struct header *first, struct diag *d)
{
	struct header h = *first;
	struct place at;
	struct span data;
	bool cut;
	enum rc rc;

	for (;;) {
		rc = chunk_look(a, &h, d);
		if (rc != RC_OK)
			return rc;
		at = image_place(&a->image);
		data = chunk_take(a, &h, &cut);
		first->more |= h.more;
		if (!chunk_join(a, first, &h, data))
			return diag_memory(d);
		if (cut)
			return diag_damage(d, &at, "image ends within a block (%zu of %zu "
			    "bytes of a chunk)", data.n, h.length);
		if (h.flags & LAST)
			return RC_OK;
		if (image_look(&a->image, HEADER, d) == RC_FAIL)
			return RC_FAIL;
		at = image_place(&a->image);
		if (!chunk_next(a, first, &h))
			return diag_damage(d, &at, "block ends before its last chunk");
		header_check(a, &h, d);
	}
}

/* A block in one chunk is lent as it stands in the image. */
static enum rc
block_single(struct aws *a, struct header *h, struct tape_item *item, struct diag *d)
{
	struct place at = { .offset = item->at, .known = true };
	enum rc rc = chunk_look(a, h, d);
	struct span data;
	bool cut;

	if (rc != RC_OK)
		return rc;
	data = chunk_take(a, h, &cut);
	if (cut)
		(void)diag_damage(d, &at, "image ends within a block (%zu of %zu bytes of a "
		    "chunk)", data.n, h->length);
	return block_finish(a, h, data, cut, item, d);
}

static enum rc
block_joined(struct aws *a, struct header *first, struct tape_item *item, struct diag *d)
{
	struct place at = { .offset = item->at, .known = true };
	enum rc rc;

	buf_clear(&a->stored);
	buf_clear(&a->segments);
	a->overlong = false;
	rc = block_join(a, first, d);
	if (rc == RC_FAIL || (rc == RC_SKIP && a->stored.n == 0))
		return rc;
	if (!a->overlong)
		return block_finish(a, first, buf_span(&a->stored), rc == RC_SKIP, item, d);
	(void)diag_damage(d, &at, "block is longer than any tape block (over %d bytes)",
	    IMAGE_BLOCK);
	return RC_OK;
}

static enum rc
aws_next(void *self, struct tape_item *item, struct diag *d)
{
	struct aws *a = self;
	struct header h;
	enum rc rc = image_look(&a->image, HEADER, d);

	item->at = image_at(&a->image);
	if (rc == RC_FAIL)
		return RC_FAIL;
	if (a->image.v.n == 0)
		return RC_END;
	h = header_read(a->image.v, 0);
	if (a->image.v.n < HEADER || !header_legal(&h, OUTSIDE)) {
		static const enum place_in where = OUTSIDE;

		a->known = false;
		return image_resync(&a->image, &aws_form, &where, d);
	}
	header_check(a, &h, d);
	if (h.flags & LAST)
		return block_single(a, &h, item, d);
	if (h.flags & FIRST)
		return block_joined(a, &h, item, d);
	item->mark = true;
	image_take(&a->image, HEADER);
	a->last = h;
	a->known = true;
	return RC_OK;
}

static void
aws_close(void *self)
{
	struct aws *a = self;

	image_close(&a->image);
	buf_free(&a->stored);
	buf_free(&a->segments);
	buf_free(&a->plain);
	free(a);
}

static struct stream *
aws_open(struct stream *below, struct diag *d)
{
	static const struct tape_device device = { .next = aws_next, .close = aws_close };
	struct aws *a = calloc(1, sizeof(*a));

	if (a == NULL) {
		stream_close(below);
		(void)diag_memory(d);
		return NULL;
	}
	a->image.below = below;
	return tape_open(&device, a, d);
}

/* Bits by which the data of the first chunk speak for an image. */
static int
bid_data(const struct header *h, struct span data)
{
	static const uint8_t vol1[] = { 0xe5, 0xd6, 0xd3, 0xf1 }, bzh[] = { 'B', 'Z', 'h' };

	if ((h->flags & METHOD) == BZIP2)
		return span_equal(span_first(data, 3), span_of(bzh, 3)) ? 24 : 0;
	if ((h->flags & METHOD) != 0 || h->more != 0)
		return data.n >= 2 && (data.p[0] & 0x0f) == 8 && span_u16(data, 0) % 31 == 0 ?
		    9 : 0;
	return span_equal(span_first(data, 4), span_of(vol1, 4)) ? 32 : 0;
}

/*
 * The first header says 0 of the one before it: 16 bits, and 11 of its flags
 * are settled (all of them, and the length, in a tape mark). The header that
 * follows repeats the length; without it, or a volume label, nothing is sure.
 */
static int
aws_bid(struct head head)
{
	struct header h = header_read(head.s, 0), next;
	size_t end = HEADER + h.length;
	int bits;

	if (head.s.n < HEADER || h.before != 0 || !header_legal(&h, OUTSIDE))
		return 0;
	bits = (h.flags & MARK) != 0 ? 48 : 27 + bid_data(&h, span_from(head.s, HEADER));
	if (bits >= 27 + 32)
		return bits;
	if (head.s.n < end + HEADER && !head.whole)
		return bits < BID_SURE ? bits : BID_SURE - 1;
	if (head.s.n == end)
		return bits + 16;
	next = header_read(head.s, end);
	if (head.s.n < end + HEADER || next.before != h.length ||
	    !header_legal(&next, header_next_in(&h)))
		return 0;
	return bits + 27;
}

const struct unwrapper unwrapper_aws = {
	.name = "aws",
	.help = "tape images: AWSTAPE, HET (zlib, bzip2), Bus-Tech",
	.bid = aws_bid,
	.open = aws_open
};
