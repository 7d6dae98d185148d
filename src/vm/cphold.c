/* cphold.c - parts of a trace that wait until their times can be told */
#include "ztrace/cphold.h"

#include <stdlib.h>

enum { PARTS_FIRST = 16 };

bool
cphold_fits(const struct cphold *h, const struct cppart *p)
{
	struct cppart last;

	if (h->n < CPHOLD_PARTS)
		return true;
	last = h->part[h->n - 1];
	return cppart_glue(&last, p);
}

bool
cphold_lend(struct cphold *h, const struct cppart *p)
{
	size_t cap = h->cap == 0 ? PARTS_FIRST : 2 * h->cap;
	struct cppart *part = h->part;

	if (h->n == h->cap) {
		part = realloc(part, cap * sizeof(*part));
		if (part == NULL)
			return false;
		h->part = part;
		h->cap = cap;
	}
	part[h->n++] = *p;
	return true;
}

bool
cphold_add(struct cphold *h, const struct cppart *p)
{
	if (!buf_put(&h->bytes, p->rec.data.p, p->rec.data.n))
		return false;
	return (h->n > 0 && cppart_glue(&h->part[h->n - 1], p)) || cphold_lend(h, p);
}

void
cphold_release(struct cphold *h)
{
	struct span rest = buf_span(&h->bytes);
	struct record *r;
	size_t i;

	h->giving = h->n > 0;
	for (i = 0; rest.n > 0 && i < h->n; i++) {
		r = &h->part[i].rec;
		r->data = span_first(rest, r->data.n);
		rest = span_from(rest, r->data.n);
	}
}

bool
cphold_give(struct cphold *h, struct record *rec)
{
	if (!h->giving)
		return false;
	if (h->given < h->n) {
		*rec = h->part[(h->first + h->given++) % h->n].rec;
		return true;
	}
	h->n = h->first = h->given = 0;
	h->giving = false;
	buf_clear(&h->bytes);
	return false;
}

void
cphold_free(struct cphold *h)
{
	buf_free(&h->bytes);
	free(h->part);
}
