/* cphold.c - parts of a trace that wait until their times can be told */
#include "ztrace/cphold.h"

#include <stdlib.h>

enum {
	PARTS_FIRST = 16,
	SLICE = 256 * 1024,		/* bytes that are given at a time at most */
	FIRST = 8 * 1024		/* bytes that hold an entry, even among bad slots */
};

bool
cphold_fits(const struct cphold *h, const struct cppart *p)
{
	struct cppart last;

	if (h->n < h->most)
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

/* Gives a slice of a part, which then begins behind it. */
static void
give_slice(struct cppart *p, struct record *rec)
{
	struct cppart slice;
	struct record *r = &p->rec, first;
	struct cptime end;
	size_t n;

	*rec = *r;
	rec->data = span_first(r->data, SLICE);
	n = cppart_cut(&slice, rec, 0, true, UINT64_MAX / 2);
	slice.rec.tod = r->tod;
	slice.rec.timed = r->timed;
	slice.rec.guess = r->guess;
	end = cppart_end(&slice);
	*rec = slice.rec;
	r->data = span_from(r->data, n);
	r->at.offset += n;
	r->at.number += slice.rec.entries;
	r->entries -= slice.rec.entries;
	first = *r;
	first.data = span_first(r->data, FIRST);
	(void)cppart_cut(&slice, &first, slice.last, false, UINT64_MAX / 2);
	cppart_follow(&slice, &end);
	r->tod = slice.rec.tod;
	r->timed = slice.rec.timed;
	r->guess = slice.rec.guess;
}

bool
cphold_give(struct cphold *h, struct record *rec)
{
	struct cppart *p;

	if (!h->giving)
		return false;
	if (h->given < h->n) {
		p = &h->part[(h->first + h->given) % h->n];
		if (p->rec.data.n > SLICE) {
			give_slice(p, rec);
		} else {
			*rec = p->rec;
			h->given++;
		}
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
