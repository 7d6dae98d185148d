/* fuzz_cp.c - CP trace entries in all their containers, and prints of them
 *
 * The first byte says which container: 1 to 4, else whatever the bytes say; and
 * 16 in it that a time is given, 32 that little can be held.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ztrace/cpintake.h"

#include "cp_read.h"

int LLVMFuzzerTestOneInput(const uint8_t *, size_t);

int
LLVMFuzzerTestOneInput(const uint8_t *p, size_t n)
{
	static const size_t sizes[] = { 0, 5 };
	struct cpclock_options o = { .quiet = true };
	const struct container *c;
	struct cp_got g[2];
	size_t i, which;

	if (n == 0)
		return 0;
	which = p[0] & 15;
	c = which >= 1 && which <= 4 ? cp_containers[which - 1] : NULL;
	o.near = (p[0] & 16) != 0;
	o.near_us = UINT64_C(0xBCF3000000000000) >> 12;
	o.hold = (p[0] & 32) != 0 ? 200 : 0;
	for (i = 0; i < 2; i++) {
		cp_read(&g[i], c, span_of(p + 1, n - 1), sizes[i], &o);
		/* what is recognised as nothing has nothing to be looked at */
		if (g[i].wrong != NULL && (c != NULL || strcmp(g[i].wrong, "not opened") != 0)) {
			fprintf(stderr, "fuzz_cp: %s\n", g[i].wrong);
			abort();
		}
	}
	/* what the bytes say may depend on how many of them are seen at once */
	if (c != NULL && !span_equal(buf_span(&g[0].lines), buf_span(&g[1].lines))) {
		fprintf(stderr, "fuzz_cp: other entries when they come in small pieces\n");
		abort();
	}
	cp_got_free(&g[0]);
	cp_got_free(&g[1]);
	return 0;
}
