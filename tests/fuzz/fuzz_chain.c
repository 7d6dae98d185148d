/* fuzz_chain.c - the whole way from bytes to every output form; nothing gets lost on it
 *
 * The low half of the first byte names the container (0: by the bytes), bit 4 makes memory short.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "chain.h"

int LLVMFuzzerTestOneInput(const uint8_t *, size_t);

enum { FORM = 0x0f, SHORT = 0x10, FEW = 2000, PIECE = 5 };

static void
fail(const char *what, const struct chain *c)
{
	fprintf(stderr, "fuzz_chain: %s\n%s", what, (const char *)c->words.p);
	abort();
}

static void
run(struct chain *c, struct span in)
{
	const char *wrong;

	chain_run(c, in);
	wrong = c->wrong != NULL ? c->wrong : chain_again(c);
	if (wrong != NULL)
		fail(wrong, c);
	if (c->status < 0 || c->status > 2)
		fail("there is no such status", c);
}

int
LLVMFuzzerTestOneInput(const uint8_t *p, size_t n)
{
	struct chain whole = { .chunk = 0 }, pieces = { .chunk = PIECE };
	struct span in;
	size_t k;

	if (n == 0)
		return 0;
	in = span_of(p + 1, n - 1);
	/* the end of the table stands for none, too */
	for (k = 0; k + 1 < (p[0] & FORM) && gtf_containers[k] != NULL; k++)
		;
	whole.forced = (p[0] & FORM) != 0 ? gtf_containers[k] : NULL;
	whole.hold = (p[0] & SHORT) != 0 ? FEW : 0;
	run(&whole, in);
	if (whole.forced != NULL) {
		/* pieces may be taken for something else where the bytes must tell */
		pieces.forced = whole.forced;
		pieces.hold = whole.hold;
		run(&pieces, in);
		for (k = 0; chain_formats[k] != NULL; k++)
			if (!span_equal(buf_span(&whole.out[k]), buf_span(&pieces.out[k])))
				fail("other output when the input comes in small pieces", &pieces);
	}
	chain_free(&whole);
	chain_free(&pieces);
	return 0;
}
