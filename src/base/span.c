/* span.c - what a span can tell that is too long for its header */
#include "ztrace/span.h"

#include <string.h>	/* memcmp */

bool
span_equal(struct span a, struct span b)
{
	return a.n == b.n && (a.n == 0 || memcmp(a.p, b.p, a.n) == 0);
}

bool
span_zero(struct span s)
{
	/* The first byte is zero, and each byte is as the one before it. */
	return s.n == 0 || (s.p[0] == 0 && memcmp(s.p, s.p + 1, s.n - 1) == 0);
}

uint64_t
span_uint(struct span s)
{
	uint64_t v = 0;
	size_t i;

	for (i = 0; i < s.n; i++)
		v = v << 8 | s.p[i];
	return v;
}
