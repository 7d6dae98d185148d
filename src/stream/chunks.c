/* chunks.c - the chunks of a tape block, joined and expanded */

#include "ztrace/chunks.h"
#include "ztrace/expand.h"
#include "ztrace/image.h"

enum { SEGMENT = 5 };	/* bytes kept of each: its length, four, and method */

void
chunks_free(struct chunks *c)
{
	buf_free(&c->stored);
	buf_free(&c->segments);
	buf_free(&c->plain);
}

void
chunks_begin(struct chunks *c, enum chunks_method method, bool segmented)
{
	c->method = method;
	c->segmented = segmented;
	c->overlong = false;
	buf_clear(&c->stored);
	buf_clear(&c->segments);
	buf_clear(&c->plain);
}

bool
chunks_add(struct chunks *c, struct span data, enum chunks_method method)
{
	uint8_t *segment;

	if (c->overlong || c->stored.n + data.n > IMAGE_BLOCK) {
		c->overlong = true;
		return true;
	}
	if (!buf_put(&c->stored, data.p, data.n))
		return false;
	if (!c->segmented)
		return true;
	segment = buf_room(&c->segments, SEGMENT);
	if (segment == NULL)
		return false;
	put_u32(segment, (uint32_t)data.n);
	segment[4] = (uint8_t)method;
	c->segments.n += SEGMENT;
	if (method != CHUNKS_PLAIN)
		c->method = method;
	return true;
}

static enum expand
expand_one(struct chunks *c, struct span data, enum chunks_method method)
{
	size_t most = IMAGE_BLOCK - c->plain.n;

	switch (method) {
	case CHUNKS_ZLIB:
		return expand_zlib(data, most, &c->plain);
	case CHUNKS_BZIP2:
		return expand_bzip2(data, most, &c->plain);
	case CHUNKS_PLAIN:
		break;
	}
	if (data.n > most)
		return EXPAND_LONG;
	return buf_put(&c->plain, data.p, data.n) ? EXPAND_OK : EXPAND_MEMORY;
}

/* Each segment by itself. */
static enum expand
expand_segments(struct chunks *c, struct span stored)
{
	struct span list = buf_span(&c->segments), part;
	enum expand e = EXPAND_OK;
	size_t at;

	buf_clear(&c->plain);
	for (at = 0; at < list.n && e == EXPAND_OK; at += SEGMENT) {
		part = span_first(stored, span_u32(list, at));
		stored = span_from(stored, part.n);
		e = expand_one(c, part, (enum chunks_method)list.p[at + 4]);
	}
	return e;
}

enum rc
chunks_finish_one(struct chunks *c, struct span chunk, bool cut,
    const struct place *at, struct span *out, struct diag *d)
{
	enum expand e;

	*out = chunk;
	if (c->method == CHUNKS_PLAIN)
		return RC_OK;
	e = expand_one(c, chunk, c->method);
	/* no document says if blocks are compressed before they are cut */
	if (e != EXPAND_OK && e != EXPAND_MEMORY && c->segments.n > 0)
		e = expand_segments(c, chunk);
	if (e == EXPAND_MEMORY)
		return diag_memory(d);
	if (e == EXPAND_MISSING)
		return diag_fail(d, at, "block cannot be expanded: %s",
		    expand_words(e));
	*out = buf_span(&c->plain);
	if (e == EXPAND_OK || (cut && e == EXPAND_CUT))
		return RC_OK;
	*out = (struct span){ 0 };
	(void)diag_damage(d, at, "block cannot be expanded (%s)",
	    expand_words(e));
	return RC_OK;
}

enum rc
chunks_finish(struct chunks *c, bool cut, const struct place *at,
    struct span *out, struct diag *d)
{
	if (!c->overlong)
		return chunks_finish_one(c, buf_span(&c->stored), cut, at,
		    out, d);
	*out = (struct span){ 0 };
	(void)diag_damage(d, at, "block is longer than any tape block "
	    "(over %d bytes)", IMAGE_BLOCK);
	return RC_OK;
}
