/* fuzz_vb.c - RDWs, blocks, spanned records, on tapes and off
 *
 * The first byte says which: bit 0 blocks, bit 1 a tape (an image of blocks that each have their
 * number of bytes in 4 bytes before them).
 */
#include <stdio.h>
#include <stdlib.h>

#include "ztrace/container.h"

#include "gather.h"
#include "make_container.h"

int LLVMFuzzerTestOneInput(const uint8_t *, size_t);

enum { BLOCKS = 1, TAPE = 2 };

static void
fail(const char *what)
{
	fprintf(stderr, "fuzz_vb: %s\n", what);
	abort();
}

/* Bytes that a stream over the image gives. */
static size_t
image_size(struct span image)
{
	struct cursor c = cursor_at(image, 0);
	size_t n = 0;

	while (cursor_left(&c) > 0 && !c.past)
		n += cursor_take(&c, cursor_u32(&c)).n;
	return n;
}

int
LLVMFuzzerTestOneInput(const uint8_t *p, size_t n)
{
	static const size_t sizes[] = { 0, 5 };
	const struct container *c;
	struct gathered g[2];
	struct span in;
	size_t i;

	if (n == 0)
		return 0;
	c = (p[0] & BLOCKS) != 0 ? &container_block : &container_vb;
	in = span_of(p + 1, n - 1);
	(void)c->bid((struct head){ in, true });
	(void)c->bid((struct head){ in, false });
	for (i = 0; i < 2; i++) {
		if ((p[0] & TAPE) != 0)
			gather(&g[i], c, stream_open_blocks(in, sizes[i]), image_size(in));
		else
			gather(&g[i], c, stream_open_memory(in, sizes[i]), in.n);
		if (g[i].wrong != NULL)
			fail(g[i].wrong);
	}
	if (!span_equal(buf_span(&g[0].records), buf_span(&g[1].records)))
		fail("other records when they come in small pieces");
	gathered_free(&g[0]);
	gathered_free(&g[1]);
	return 0;
}
