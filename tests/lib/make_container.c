/* make_container.c - puts GTF records into every form in which they leave z/OS */
#include "make_container.h"

#include <stdlib.h>	/* calloc, free */
#include <string.h>	/* memcpy */

#include "make_gtf.h"

enum {
	RDW = 4, BDW = 4,
	BLOCK = 4096,		/* where none is asked for */
	BDW_MOST = 32760
};

enum { FIRST = 1, LAST = 2, MIDDLE = 3 };

static void
put8(struct buf *b, unsigned v)
{
	uint8_t byte = (uint8_t)v;

	buf_put(b, &byte, 1);
}

static void
put16(struct buf *b, size_t v)
{
	put8(b, (unsigned)(v >> 8 & 0xFF));
	put8(b, (unsigned)(v & 0xFF));
}

/* A descriptor and data: a record or a segment of one. */
static void
put_segment(struct buf *b, struct span data, unsigned code)
{
	put16(b, RDW + data.n);
	put8(b, code);
	put8(b, 0);
	buf_put(b, data.p, data.n);
}

static bool
each_data(struct cursor *c, struct span *data)
{
	struct span record;
	bool found = make_each(c, &record);

	*data = span_from(record, RDW);
	return found;
}

/* Cuts data into segments of at most `most` bytes of it. */
static void
put_spanned(struct buf *b, struct span data, size_t most)
{
	unsigned code = FIRST;
	struct span part;

	if (data.n <= most) {
		put_segment(b, data, 0);
		return;
	}
	while (data.n > 0) {
		part = span_first(data, most);
		data = span_from(data, part.n);
		put_segment(b, part, data.n == 0 ? LAST : code);
		code = MIDDLE;
	}
}

void
make_vb(struct span records, const struct make_form *form, struct buf *out)
{
	struct cursor c = cursor_at(records, 0);
	struct span data;

	while (each_data(&c, &data))
		if (form->segment > 0)
			put_spanned(out, data, form->segment - RDW);
		else
			put_segment(out, data, 0);
}

static void
put_block(struct buf *out, struct span in, const struct make_form *form, size_t block)
{
	size_t n = BDW + in.n;
	bool fill = form->null && n + RDW <= block;

	if (fill)
		n = block;
	if (form->extended || block > BDW_MOST) {
		put16(out, 0x8000 | n >> 16);
		put16(out, n & 0xFFFF);
	} else {
		put16(out, n);
		put16(out, 0);
	}
	buf_put(out, in.p, in.n);
	if (fill) {
		put8(out, 0x80);
		buf_fill(out, 0, n - BDW - in.n - 1);
	}
}

void
make_block(struct span records, const struct make_form *form, struct buf *out)
{
	size_t block = form->block > 0 ? form->block : BLOCK, start = 0, end;
	struct buf rdws = { 0 };
	struct span record, in;
	struct cursor c;
	bool more;

	make_vb(records, form, &rdws);
	c = cursor_at(buf_span(&rdws), 0);
	do {
		end = c.at;
		more = make_each(&c, &record);
		if (more && BDW + c.at - start <= block)
			continue;
		if (span_cut(buf_span(&rdws), start, end - start, &in) && in.n > 0)
			put_block(out, in, form, block);
		start = end;
	} while (more);
	buf_free(&rdws);
}

void
make_record(struct span records, const struct make_form *form, struct buf *out)
{
	struct cursor c = cursor_at(records, 0);
	struct span data;

	(void)form;
	while (each_data(&c, &data)) {
		put16(out, 0);
		put16(out, data.n);
		buf_put(out, data.p, data.n);
	}
}

/* RFC 959, "Block mode": 80 end of record, 40 end of file. */
void
make_ftp_block(struct span records, const struct make_form *form, struct buf *out)
{
	struct cursor c = cursor_at(records, 0);
	struct span data, part;
	unsigned code, file;

	while (each_data(&c, &data)) {
		file = cursor_left(&c) == 0 && !form->apart ? 0x40 : 0;
		code = file != 0 && form->alone ? file : 0x80 | file;
		do {
			part = form->piece > 0 ? span_first(data, form->piece) : data;
			data = span_from(data, part.n);
			put8(out, data.n == 0 ? code : 0);
			put16(out, part.n);
			buf_put(out, part.p, part.n);
		} while (data.n > 0);
	}
	if (form->apart) {
		put8(out, 0x40);
		put16(out, 0);
	}
}

/* RFC 959, "Record structure" in stream mode: FF01 end of record, FF02 of file, FF03 both. */
void
make_ftp_record(struct span records, const struct make_form *form, struct buf *out)
{
	struct cursor c = cursor_at(records, 0);
	struct span data;
	size_t i;

	while (each_data(&c, &data)) {
		for (i = 0; i < data.n; i++) {
			if (data.p[i] == 0xFF)
				put8(out, 0xFF);
			put8(out, data.p[i]);
		}
		put8(out, 0xFF);
		put8(out, cursor_left(&c) == 0 && !form->apart ? 0x03 : 0x01);
	}
	if (form->apart)
		put16(out, 0xFF02);
}

void
make_stripped(struct span records, const struct make_form *form, struct buf *out)
{
	struct cursor c = cursor_at(records, 0);
	struct span data;

	(void)form;
	while (each_data(&c, &data))
		buf_put(out, data.p, data.n);
}

void
image_put(struct buf *image, struct span block)
{
	put16(image, block.n >> 16);
	put16(image, block.n & 0xFFFF);
	buf_put(image, block.p, block.n);
}

void
image_blocks(struct buf *image, struct span blocks)
{
	struct cursor c = cursor_at(blocks, 0);
	struct span block;
	uint32_t word;

	while (cursor_left(&c) > 0) {
		word = span_u32(blocks, c.at);
		block = cursor_take(&c, word >> 31 != 0 ? word & 0x7FFFFFFF : word >> 16);
		if (block.n == 0)
			return;
		image_put(image, block);
	}
}

struct blocks {
	struct cursor	image;
	struct span	block;		/* what is left of the present one */
	size_t		chunk;
	bool		within;		/* a block has been begun */
};

/* Goes to the next block; false when the image has no more whole ones. */
static bool
blocks_next(struct blocks *b)
{
	b->block = cursor_take(&b->image, cursor_u32(&b->image));
	b->within = !b->image.past;
	return b->within;
}

static enum rc
blocks_fill(void *self, uint8_t *to, size_t room, size_t *got, struct diag *d)
{
	struct blocks *b = self;
	size_t n = room;

	(void)d;
	if (!b->within && !blocks_next(b))
		return RC_END;
	if (b->block.n == 0) {
		b->within = false;
		return RC_SKIP;
	}
	if (b->chunk > 0 && n > b->chunk)
		n = b->chunk;
	if (n > b->block.n)
		n = b->block.n;
	memcpy(to, b->block.p, n);
	b->block = span_from(b->block, n);
	*got = n;
	return RC_OK;
}

struct stream *
stream_open_blocks(struct span image, size_t chunk)
{
	static const struct feeder feeder = {
		.fill = blocks_fill, .close = free, .bordered = true
	};
	struct blocks *b = calloc(1, sizeof(*b));

	if (b == NULL)
		return NULL;
	b->image = cursor_at(image, 0);
	b->chunk = chunk;
	return stream_open(&feeder, b);
}
