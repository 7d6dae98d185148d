/* pending.c - segments that wait for the rest of their record */

#include <stdlib.h>
#include <string.h>

#include "ztrace/pending.h"
#include "ztrace/rdw.h"

enum {
	SPARES = 64,
	SPARE_SIZE = 4096,	/* a larger one would count as held, with hardly a byte in it */
	LOOKED_AT = 1024	/* segments of a run among which a repeat is looked for */
};

void
pending_init(struct pending *p)
{
	*p = (struct pending){ 0 };
	map_init(&p->open.map);
	map_init(&p->orphans.map);
	map_init(&p->ends);
}

static void
pending_drain(struct pending *p, struct runs *runs)
{
	struct run *r;

	while ((r = run_oldest(runs)) != NULL)
		run_end(p, runs, r);
	map_free(&runs->map);
}

void
pending_free(struct pending *p)
{
	struct run *r;

	pending_drain(p, &p->open);
	pending_drain(p, &p->orphans);
	map_free(&p->ends);
	while ((r = p->spare) != NULL) {
		p->spare = r->spare;
		buf_free(&r->raw);
		free(r);
	}
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

const struct ended *
pending_ended(const struct pending *p, struct span key, struct span last)
{
	const struct ended *e = (const struct ended *)map_find(&p->ends, key);

	return e != NULL && print_fits(&e->last, last) ? e : NULL;
}

bool
pending_began(const struct pending *p, struct span key, struct span first)
{
	const struct ended *e = (const struct ended *)map_find(&p->ends, key);

	return e != NULL && print_fits(&e->first, first);
}

/* Takes an end out, if it holds one. */
static void
ended_forget(struct pending *p, struct ended *e)
{
	if (e->last.n > 0)
		map_take(&p->ends, &e->node);
	e->last.n = 0;
}

void
pending_end(struct pending *p, struct span key, struct span first, struct span last)
{
	struct ended *before = (struct ended *)map_find(&p->ends, key);
	struct ended *e = &p->ended[p->end++ % PENDING_ENDED];

	if (before != NULL)
		ended_forget(p, before);
	ended_forget(p, e);
	print_take(&e->first, first);
	/* without memory it is not remembered: a repeat is then not known as one */
	if (map_put(&p->ends, key, &e->node))
		print_take(&e->last, last);
}

struct run *
run_find(const struct runs *runs, struct span key)
{
	return (struct run *)map_find(&runs->map, key);
}

struct run *
pending_run(const struct pending *p, struct span key)
{
	struct run *open = run_find(&p->open, key);

	return open != NULL ? open : run_find(&p->orphans, key);
}

struct run *
run_oldest(const struct runs *runs)
{
	return (struct run *)runs->map.oldest;
}

struct run *
run_newer(const struct run *r)
{
	return (struct run *)r->node.newer;
}

struct run *
run_begin(struct pending *p, struct runs *runs, struct span key,
    const struct record *first)
{
	struct run *r = p->spare;
	struct buf raw = { 0 };

	if (r != NULL) {
		p->spare = r->spare;
		p->spares--;
		raw = r->raw;
		buf_clear(&raw);
	} else {
		r = malloc(sizeof(*r));
		if (r == NULL)
			return NULL;
	}
	*r = (struct run){ .serial = ++p->serial, .first = *first, .raw = raw };
	r->first.data = (struct span){ 0 };
	if (!map_put(&runs->map, key, &r->node)) {
		buf_free(&r->raw);
		free(r);
		return NULL;
	}
	p->held += sizeof(*r) + r->raw.cap;
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
run_remove(struct pending *p, struct runs *runs, struct run *r, size_t from, size_t to)
{
	struct span segment;
	size_t at;

	for (at = from; at < to && run_walk(r, &at, &segment);)
		r->segments--;
	memmove(r->raw.p + from, r->raw.p + to, r->raw.n - to);
	r->raw.n -= to - from;
	if (r->raw.n == 0)
		run_end(p, runs, r);
}

void
run_end(struct pending *p, struct runs *runs, struct run *r)
{
	map_take(&runs->map, &r->node);
	p->held -= sizeof(*r) + r->raw.cap;
	if (p->spares >= SPARES || r->raw.cap > SPARE_SIZE) {
		buf_free(&r->raw);
		free(r);
		return;
	}
	r->spare = p->spare;
	p->spare = r;
	p->spares++;
}
