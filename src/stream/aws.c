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

#include "ztrace/chunks.h"
#include "ztrace/image.h"
#include "ztrace/tape.h"
#include "ztrace/unwrap.h"
#include "ztrace/wanted.h"

enum {
	HEADER = 6,
	LONGEST = 65535,
	CHUNK = HEADER + LONGEST,
	WINDOW = 3 * CHUNK	/* shown where something is wrong */
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

/* Where a header stands: before a block or a mark, or within a block. */
enum place_in { OUTSIDE, INSIDE };

struct aws {
	struct image	 image;		/* first: see image_new */
	struct header	 last;		/* the header before, if it is known */
	bool		 known;
	uint64_t	 clear[2];	/* where no header that fits is before */
	struct chunks	 chunks;	/* of the block in work */
};

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
		return where == OUTSIDE && h->flags == MARK && h->length == 0 && h->more == 0;
	if (h->length == 0 || (h->flags & UNKNOWN) != 0 ||
	    (h->flags & METHOD) == METHOD || (h->more & ~PACKED) != 0 ||
	    (method && h->more != 0))
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

/*
 * A header as asked for, or of a new block, and one behind it that repeats
 * its length.
 */
static bool
aws_fits(const void *to, struct span s, bool whole)
{
	enum place_in where = *(const enum place_in *)to;
	struct header h = header_read(s, 0), next;
	struct span rest = span_from(s, HEADER + h.length);

	if (s.n < HEADER ||
	    !(header_legal(&h, where) || header_legal(&h, OUTSIDE)))
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

/* Whether a header follows that repeats the length. The end proves nothing. */
static bool
chunk_is_followed(const struct aws *a, const struct header *h)
{
	struct span v = a->image.v;
	size_t end = HEADER + h->length;
	struct header next = header_read(v, end);

	return v.n >= end + HEADER && next.before == h->length &&
	    header_legal(&next, header_next_in(h));
}

/* The next header that fits; v.n for none. No place is looked at twice. */
static size_t
header_find(struct aws *a, enum place_in where, bool whole)
{
	struct span v = a->image.v;
	uint64_t here = image_at(&a->image), *clear = &a->clear[where];
	size_t from = HEADER + 1, found;

	if (*clear > here + from)
		from = (size_t)(*clear - here);
	found = image_find(&aws_form, &where, v, from, CHUNK + 1, whole);
	if (found < v.n)
		*clear = here + found;
	else if (from <= CHUNK)
		*clear = here + CHUNK + 1;
	return found;
}

/*
 * Looks at a whole chunk and its header h; at less only in a cut image. Where
 * no sound header follows, the length is wrong, or the next header is, or it
 * is the last chunk: the header that is found further on repeats the length,
 * and decides. RC_OK: h is right now, or as right as can be told.
 */
static enum rc
chunk_look(struct aws *a, struct header *h, struct diag *d)
{
	struct image *im = &a->image;
	size_t end = HEADER + h->length, found;
	struct place at = image_place(im);
	struct header next;

	if (image_look(im, end + HEADER, d) == RC_FAIL)
		return RC_FAIL;
	if (chunk_is_followed(a, h))
		return RC_OK;
	if (image_look(im, WINDOW, d) == RC_FAIL)
		return RC_FAIL;
	found = header_find(a, header_next_in(h), im->v.n < WINDOW);
	next = header_read(im->v, found);
	if (found == im->v.n || found == end)
		return RC_OK;
	if (next.before == found - HEADER) {
		(void)diag_damage(d, &at, "length in a header is wrong "
		    "(%zu, the next header repeats %zu)", h->length, next.before);
		h->length = next.before;
		return RC_OK;
	}
	if (found > end)
		return RC_OK;
	image_take(im, found);
	a->known = false;
	return diag_damage(d, &at, "header is damaged (%zu bytes skipped)",
	    found);
}

/* Takes a chunk that was looked at. *cut, and words: not all of it is there. */
static struct span
chunk_take(struct aws *a, const struct header *h, bool *cut, struct diag *d)
{
	struct span data = span_first(span_from(a->image.v, HEADER), h->length);
	struct place at = image_place(&a->image);

	*cut = data.n < h->length;
	if (*cut)
		(void)diag_damage(d, &at, "image ends within a block (%zu of %zu bytes of a chunk)",
		    data.n, h->length);
	image_take(&a->image, HEADER + data.n);
	a->last = *h;
	a->known = true;
	return data;
}

static enum chunks_method
header_method(const struct header *h)
{
	if ((h->flags & METHOD) == BZIP2)
		return CHUNKS_BZIP2;
	return (h->flags & METHOD) != 0 || h->more != 0 ? CHUNKS_ZLIB : CHUNKS_PLAIN;
}

/* Writers that change part of a tape leave wrong ones; 0 starts an image. */
static void
header_check(const struct aws *a, const struct header *h, struct diag *d)
{
	struct place at = image_place(&a->image);

	if (a->known && h->before != a->last.length && h->before != 0)
		(void)diag_warn(d, &at, "header repeats another length than "
		    "the one before it has (%zu, not %zu)", h->before,
		    a->last.length);
}

/* Whether the header of a block's next chunk is what the last look shows. */
static bool
chunk_next(const struct aws *a, const struct header *first, struct header *h)
{
	*h = header_read(a->image.v, 0);
	if (a->image.v.n < HEADER || !header_legal(h, INSIDE))
		return false;
	return (h->flags & METHOD) == (first->flags & METHOD) &&
	    (h->more == first->more || (first->flags & SEGMENTED) != 0);
}

/* Joins the chunks of a block, up to the last. RC_SKIP, and words: a part. */
static enum rc
block_join(struct aws *a, const struct header *first, struct diag *d)
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
		data = chunk_take(a, &h, &cut, d);
		if (!chunks_add(&a->chunks, data, header_method(&h)))
			return diag_memory(d);
		if (cut)
			return RC_SKIP;
		if (h.flags & LAST)
			return RC_OK;
		if (image_look(&a->image, HEADER, d) == RC_FAIL)
			return RC_FAIL;
		at = image_place(&a->image);
		if (!chunk_next(a, first, &h))
			return diag_damage(d, &at,
			    "block ends before its last chunk");
		header_check(a, &h, d);
	}
}

/* Reads the block that header h starts; a single chunk is lent as it stands. */
static enum rc
block_read(struct aws *a, struct header *h, struct tape_item *item,
    struct diag *d)
{
	struct place at = { .offset = item->at, .known = true };
	struct span data;
	bool cut;
	enum rc rc;

	chunks_begin(&a->chunks, header_method(h),
	    (h->flags & SEGMENTED) != 0);
	if (h->flags & LAST) {
		rc = chunk_look(a, h, d);
		if (rc != RC_OK)
			return rc;
		data = chunk_take(a, h, &cut, d);
		return chunks_finish_one(&a->chunks, data, cut, &at,
		    &item->data, d);
	}
	rc = block_join(a, h, d);
	if (rc == RC_FAIL || (rc == RC_SKIP && a->chunks.stored.n == 0))
		return rc;
	return chunks_finish(&a->chunks, rc == RC_SKIP, &at, &item->data, d);
}

static enum rc
aws_next(void *self, struct tape_item *item, struct diag *d)
{
	static const enum place_in outside = OUTSIDE;
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
		a->known = false;
		return image_resync(&a->image, &aws_form, &outside, d);
	}
	header_check(a, &h, d);
	if (h.flags & FIRST)
		return block_read(a, &h, item, d);
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

	chunks_free(&a->chunks);
	image_free(a);
}

static struct stream *
aws_open(struct stream *below, struct diag *d)
{
	static const struct tape_device device = {
		.next = aws_next,
		.close = aws_close
	};
	void *self = image_new(sizeof(struct aws), below, d);

	return self != NULL ? tape_open(&device, self, d) : NULL;
}

/* Bits by which the data of the first chunk speak for an image. */
static int
bid_data(const struct header *h, struct span data)
{
	uint32_t word = span_u32(data, 0);

	switch (header_method(h)) {
	case CHUNKS_PLAIN:
		return word == LABEL_VOL1 ? 32 : wanted_head(data) ? 16 : 0;
	case CHUNKS_BZIP2:
		return word >> 8 == 0x425a68 ? 24 : 0;
	case CHUNKS_ZLIB:
		break;
	}
	/* the method, and a checksum of five bits */
	return (word >> 24 & 0x0f) == 8 && (word >> 16) % 31 == 0 ? 9 : 0;
}

/*
 * The first header says 0 of the one before it: 16 bits, and 11 of its flags
 * are settled (all of them, and the length, in a tape mark). The header that
 * follows repeats the length; in an image that is cut before it, data must speak.
 */
static int
aws_bid(struct head head)
{
	struct header h = header_read(head.s, 0), next;
	size_t end = HEADER + h.length;
	int bits;

	if (head.s.n < HEADER || h.before != 0 || !header_legal(&h, OUTSIDE))
		return 0;
	bits = (h.flags & MARK) != 0 ? 48 :
	    27 + bid_data(&h, span_from(head.s, HEADER));
	if (bits >= 27 + 32)
		return bits;
	if (head.s.n < end + HEADER && !head.whole)
		return bits < BID_SURE ? bits : BID_SURE - 1;
	if (head.s.n == end)
		return bits + 16;
	if (head.s.n < end + HEADER)
		return bits > 27 ? bits : 0;
	next = header_read(head.s, end);
	if (next.before != h.length ||
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
