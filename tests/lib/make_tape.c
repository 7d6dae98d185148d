/* make_tape.c - writes tapes, as images of every kind */
#include "make_tape.h"

#include <string.h>
#include <zlib.h>
#ifdef HAVE_BZLIB
#include <bzlib.h>
#endif

#include "ztrace/ebcdic.h"

enum {
	CHUNK = 65535,
	FIRST = 0x80, MARK = 0x40, LAST = 0x20, SEGMENTED = 0x10, ZLIB = 0x01, BZIP2 = 0x02,
	PACKED = 0x80,
	LEVEL = 4
};

const char *const reel_names[REEL_KINDS] = {
	[REEL_AWS] = "AWSTAPE",
	[REEL_ZLIB] = "HET zlib",
	[REEL_BZIP2] = "HET bzip2",
	[REEL_BUSTECH] = "Bus-Tech",
	[REEL_FAKETAPE] = "FakeTape",
	[REEL_SIMH] = "SIMH",
	[REEL_E11] = "E11"
};

static void
put_little(struct buf *b, size_t value, size_t bytes)
{
	size_t i;

	for (i = 0; i < bytes; i++)
		buf_char(b, (char)(value >> 8 * i & 0xff));
}

static void
aws_header(struct reel *r, size_t length, unsigned flags, unsigned more)
{
	put_little(&r->image, length, 2);
	put_little(&r->image, r->before, 2);
	put_little(&r->image, flags, 1);
	put_little(&r->image, more, 1);
	r->before = length;
}

/* Compresses to `to`; false where that gains nothing. */
static bool
zlib_pack(struct span in, struct buf *to)
{
	uLongf n = compressBound((uLong)in.n);
	uint8_t *p = buf_room(to, n);

	if (p == NULL || compress2(p, &n, in.p, (uLong)in.n, LEVEL) != Z_OK || n >= in.n)
		return false;
	to->n += n;
	return true;
}

static bool
bzip2_pack(struct span in, struct buf *to)
{
#ifdef HAVE_BZLIB
	unsigned n = (unsigned)in.n + 600;
	uint8_t *p = buf_room(to, n);
	struct buf copy = { 0 };	/* libbz2 wants it not to be const */
	int rc;

	buf_put(&copy, in.p, in.n);
	rc = BZ2_bzBuffToBuffCompress((char *)p, &n, (char *)copy.p, (unsigned)in.n,
	    LEVEL, 0, 0);
	buf_free(&copy);
	if (rc != BZ_OK || n >= in.n)
		return false;
	to->n += n;
	return true;
#else
	(void)in;
	(void)to;
	return false;
#endif
}

static void
aws_chunks(struct reel *r, struct span stored, unsigned flags, unsigned more)
{
	size_t most = r->chunk > 0 ? r->chunk : CHUNK;
	unsigned first = FIRST;
	struct span part;

	if (r->segmented && stored.n > most)
		first |= SEGMENTED;
	do {
		part = span_first(stored, most);
		stored = span_from(stored, part.n);
		aws_header(r, part.n, flags | first | (stored.n == 0 ? LAST : 0), more);
		buf_put(&r->image, part.p, part.n);
		first = 0;
	} while (stored.n > 0);
}

static void
aws_block(struct reel *r, struct span block)
{
	struct buf packed = { 0 };
	unsigned flags = 0, more = 0;

	if (r->kind == REEL_ZLIB && zlib_pack(block, &packed))
		flags = ZLIB;
	if (r->kind == REEL_BZIP2 && bzip2_pack(block, &packed))
		flags = BZIP2;
	if (r->kind == REEL_BUSTECH && zlib_pack(block, &packed))
		more = PACKED;
	aws_chunks(r, packed.n > 0 ? buf_span(&packed) : block, flags, more);
	buf_free(&packed);
}

/* A Bus-Tech block whose segments are compressed one by one, where they shrink. */
static void
aws_segments(struct reel *r, struct span block)
{
	unsigned flags = FIRST | SEGMENTED;
	struct buf packed = { 0 };
	struct span part;
	bool shrunk;

	do {
		part = span_first(block, r->chunk);
		block = span_from(block, part.n);
		buf_clear(&packed);
		shrunk = zlib_pack(part, &packed);
		if (shrunk)
			part = buf_span(&packed);
		aws_header(r, part.n, flags | (block.n == 0 ? LAST : 0), shrunk ? PACKED : 0);
		buf_put(&r->image, part.p, part.n);
		flags = 0;
	} while (block.n > 0);
	buf_free(&packed);
}

static void
faketape_header(struct reel *r, size_t length)
{
	buf_printf(&r->image, "%04zX%04zX%04zX", r->before, length, r->before ^ length);
	r->before = length;
}

void
reel_block(struct reel *r, struct span block)
{
	switch (r->kind) {
	case REEL_FAKETAPE:
		faketape_header(r, block.n);
		buf_put(&r->image, block.p, block.n);
		break;
	case REEL_SIMH:
	case REEL_E11:
		put_little(&r->image, block.n, 4);
		buf_put(&r->image, block.p, block.n);
		if (r->kind == REEL_SIMH)
			buf_fill(&r->image, 0, block.n & 1);
		put_little(&r->image, block.n, 4);
		break;
	default:
		if (r->apart && block.n > r->chunk)
			aws_segments(r, block);
		else
			aws_block(r, block);
	}
}

void
reel_mark(struct reel *r)
{
	switch (r->kind) {
	case REEL_FAKETAPE:
		faketape_header(r, 0);
		break;
	case REEL_SIMH:
	case REEL_E11:
		put_little(&r->image, 0, 4);
		break;
	default:
		aws_header(r, 0, MARK, 0);
	}
}

void
reel_medium_end(struct reel *r)
{
	if (r->kind == REEL_SIMH || r->kind == REEL_E11)
		put_little(&r->image, 0xffffffff, 4);
}

void
reel_label(struct reel *r, const char *text)
{
	uint8_t label[80];
	size_t i, n = strlen(text);

	for (i = 0; i < sizeof(label); i++)
		label[i] = ebcdic_from_ascii(i < n ? text[i] : ' ');
	reel_block(r, span_of(label, sizeof(label)));
}
