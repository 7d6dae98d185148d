/* pending.c - segments that wait for the rest of their record */

#include <stdlib.h>
#include <string.h>

#include "ztrace/pending.h"
#include "ztrace/rdw.h"

enum {
	SPARES = 64,
	SPARE_SIZE = 4096,	/* a larger one would count as held, with hardly a byte in it */
	KNOWN_SPARES = 1024,	/* keys; what is let go beyond them is freed */
	LOOKED_AT = 1024	/* segments of a run among which a repeat is looked for */
};

void
pending_init(struct pending *p)
{
	*p = (struct pending){ 0 };
	map_init(&p->keys);
}

void
pending_free(struct pending *p)
{
	struct map_node *node;
	struct known *k;
	enum run_sort sort;
	struct run *r;

	for (sort = RUN_OPEN; sort < RUN_SORTS; sort++)
		while ((r = p->runs[sort].oldest) != NULL)
			run_end(p, r);
	while ((r = p->spare) != NULL) {
		p->spare = r->newer;
		buf_free(&r->raw);
		free(r);
	}
	while ((node = p->keys.oldest) != NULL) {
		map_take(&p->keys, node);
		free(node);
	}
	while ((k = p->blank) != NULL) {
		p->blank = k->spare;
		free(k);
	}
	map_free(&p->keys);
}

struct known *
pending_find(const struct pending *p, struct span key)
{
	return (struct known *)map_find(&p->keys, key);
}

struct known *
pending_know(struct pending *p, struct span key)
{
	struct known *k = pending_find(p, key);

	if (k != NULL)
		return k;
	k = p->blank;
	if (k != NULL)
		p->blank = k->spare;
	else
		k = malloc(sizeof(*k));
	if (k == NULL)
		return NULL;
	k->run[RUN_OPEN] = k->run[RUN_ORPHAN] = NULL;
	k->ended = NULL;
	if (!map_put(&p->keys, key, &k->node)) {
		free(k);
		return NULL;
	}
	return k;
}

/* Lets a key go of which nothing is known any more. */
static void
known_settle(struct pending *p, struct known *k)
{
	if (k->run[RUN_OPEN] != NULL || k->run[RUN_ORPHAN] != NULL || k->ended != NULL)
		return;
	map_take(&p->keys, &k->node);
	if (p->keys.n > KNOWN_SPARES) {
		free(k);
		return;
	}
	k->spare = p->blank;
	p->blank = k;
}

struct span
known_key(const struct known *k)
{
	return span_of(k->node.key, k->node.len);
}

struct run *
known_run(const struct known *k)
{
	return k->run[RUN_OPEN] != NULL ? k->run[RUN_OPEN] : k->run[RUN_ORPHAN];
}

static void
print_take(struct print *print, struct span s)
{
	uint64_t digest;

	print->n = s.n;
	if (s.n > PRINT_BYTES) {
		digest = map_hash(0, s);
		memcpy(print->bytes, &digest, sizeof(digest));
	} else if (s.n > 0) {
		memcpy(print->bytes, s.p, s.n);
	}
}

static bool
print_fits(const struct print *print, struct span s)
{
	uint64_t digest;

	if (print->n != s.n || s.n == 0)
		return false;
	if (s.n <= PRINT_BYTES)
		return memcmp(print->bytes, s.p, s.n) == 0;
	digest = map_hash(0, s);
	return memcmp(print->bytes, &digest, sizeof(digest)) == 0;
}

bool
known_ended(const struct known *k, struct span last)
{
	return k->ended != NULL && print_fits(&k->ended->last, last);
}

bool
known_began(const struct known *k, struct span first)
{
	return k->ended != NULL && print_fits(&k->ended->first, first);
}

void
pending_end(struct pending *p, struct known *k, struct span first, struct span last)
{
	struct ended *newest = &p->ended[(p->end - 1) % PENDING_ENDED], *e = k->ended;
	struct known *before;

	if (e == NULL || e != newest) {
		if (e != NULL)
			e->known = NULL;
		e = &p->ended[p->end++ % PENDING_ENDED];
		before = e->known;
		e->known = k;
		k->ended = e;
		if (before != NULL) {
			before->ended = NULL;
			known_settle(p, before);
		}
	}
	print_take(&e->first, first);
	print_take(&e->last, last);
}

/* A run to be filled: one used before, or a new one. NULL: out of memory. */
static struct run *
run_new(struct pending *p)
{
	struct run *r = p->spare;

	if (r == NULL)
		return calloc(1, sizeof(*r));
	p->spare = r->newer;
	p->spares--;
	buf_clear(&r->raw);
	return r;
}

struct run *
run_begin(struct pending *p, enum run_sort sort, struct known *k, const struct record *first)
{
	struct runs *runs = &p->runs[sort];
	struct run *r = run_new(p);

	if (r == NULL)
		return NULL;
	r->known = k;
	r->sort = sort;
	r->older = runs->newest;
	r->newer = NULL;
	r->serial = ++p->serial;
	r->first = *first;
	r->first.data = (struct span){ 0 };
	r->segments = 0;
	r->tod = 0;
	r->torn = false;
	*(runs->newest != NULL ? &runs->newest->newer : &runs->oldest) = r;
	runs->newest = r;
	k->run[sort] = r;
	p->held += RUN_COST + r->raw.cap;
	return r;
}

bool
run_append(struct pending *p, struct run *r, const struct record *rec)
{
	size_t before = r->raw.cap;

	if (!buf_put(&r->raw, rec->data.p, rec->data.n))
		return false;
	r->segments++;
	if (rec->tod > r->tod)
		r->tod = rec->tod;
	p->held += r->raw.cap - before;
	return true;
}

struct span
run_first(const struct run *r)
{
	struct span raw = buf_span(&r->raw);

	return span_first(raw, span_u16(raw, 0));
}

bool
run_repeats(const struct run *r, const struct record *rec)
{
	struct span segment;
	size_t at = 0;

	/* one that is later than all cannot be there; it is the rule */
	if (!rec->timed || rec->tod > r->tod || r->segments > LOOKED_AT)
		return false;
	while (run_walk(r, &at, &segment))
		if (span_equal(segment, rec->data))
			return true;
	return false;
}

bool
run_walk(const struct run *r, size_t *at, struct span *segment)
{
	struct span raw = buf_span(&r->raw);
	size_t n = span_u16(raw, *at);

	if (n < RDW_SIZE || !span_cut(raw, *at, n, segment))
		return false;
	*at += n;
	return true;
}

void
run_remove(struct pending *p, struct run *r, size_t from, size_t to)
{
	struct span segment;
	size_t at;

	for (at = from; at < to && run_walk(r, &at, &segment);)
		r->segments--;
	memmove(r->raw.p + from, r->raw.p + to, r->raw.n - to);
	r->raw.n -= to - from;
	if (r->raw.n == 0)
		run_end(p, r);
}

void
run_end(struct pending *p, struct run *r)
{
	struct runs *runs = &p->runs[r->sort];

	*(r->older != NULL ? &r->older->newer : &runs->oldest) = r->newer;
	*(r->newer != NULL ? &r->newer->older : &runs->newest) = r->older;
	p->held -= RUN_COST + r->raw.cap;
	r->known->run[r->sort] = NULL;
	known_settle(p, r->known);
	if (p->spares >= SPARES || r->raw.cap > SPARE_SIZE) {
		buf_free(&r->raw);
		free(r);
		return;
	}
	r->newer = p->spare;
	p->spare = r;
	p->spares++;
}
