/* pending.c - segments that wait for the rest of their record */

#include <stdlib.h>
#include <string.h>

#include "ztrace/pending.h"
#include "ztrace/rdw.h"

enum { SPARES = 64, SPARE_SIZE = 64 * 1024 };

void
pending_init(struct pending *p)
{
	*p = (struct pending){ 0 };
	map_init(&p->open.map);
	map_init(&p->orphans.map);
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
	while ((r = p->spare) != NULL) {
		p->spare = r->spare;
		buf_free(&r->raw);
		free(r);
	}
}

bool
pending_ended_before(struct pending *p, struct span key, const struct record *segment)
{
	struct ended now = {
		.key = map_hash(p->open.map.seed, key),
		.digest = map_hash(p->open.map.seed, segment->data),
		.n = segment->data.n
	};
	struct ended *then = &p->ended[now.key & (PENDING_ENDED - 1)];

	if (then->n == now.n && then->key == now.key && then->digest == now.digest)
		return true;
	*then = now;
	return false;
}

struct run *
run_find(const struct runs *runs, struct span key)
{
	return (struct run *)map_find(&runs->map, key);
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

	r->latest = r->raw.n;
	r->segments++;
	r->tod = rec->tod;
	if (!buf_put(&r->raw, rec->data.p, rec->data.n))
		return false;
	p->held += r->raw.cap - before;
	return true;
}

bool
run_repeats(const struct run *r, struct span segment)
{
	return span_equal(span_from(buf_span(&r->raw), r->latest), segment);
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
	r->latest = 0;
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
