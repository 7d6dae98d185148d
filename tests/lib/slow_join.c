/* slow_join.c - a join of toys that is simple and slow, to compare with */
#include "slow_join.h"

#include <check.h>
#include <stdlib.h>

enum { PART = 16, KEY = 17, TIME = 6 };

struct list {
	size_t	n, at[TOY_MOST];
	bool	torn;
};

struct keyed {
	struct list	open, orphans;
	struct span	first, last;	/* of the record that ended; first empty: not written */
};

/* One run. */
struct slow {
	const struct toys *toys;
	enum slow_fate	*fate;
	struct buf	*wanted;
	struct keyed	 keyed[256];
};

static struct span
bytes(const struct slow *s, size_t i)
{
	return s->toys->feed[i].data;
}

static void
decide(struct slow *s, struct list *l, enum slow_fate what)
{
	size_t i;

	for (i = 0; i < l->n; i++)
		s->fate[l->at[i]] = what;
	l->n = 0;
	l->torn = false;
}

static bool
has(const struct slow *s, const struct list *l, size_t record)
{
	size_t i;

	for (i = 0; i < l->n; i++)
		if (span_equal(bytes(s, l->at[i]), bytes(s, record)))
			return true;
	return false;
}

/* Writes the record of these segments if its letters follow each other. */
static void
finish(struct slow *s, struct keyed *k, struct list *l)
{
	struct buf whole = { 0 };
	size_t i;

	k->first = (struct span){ 0 };
	k->last = bytes(s, l->at[l->n - 1]);
	buf_put(&whole, bytes(s, l->at[0]).p, TOY_HEADER);
	for (i = 0; i < l->n; i++)
		buf_put(&whole, bytes(s, l->at[i]).p + TOY_HEADER,
		    bytes(s, l->at[i]).n - TOY_HEADER);
	toy_join.seal(whole.p, whole.n);
	if (l->torn || toy_join.check(buf_span(&whole)) != NULL) {
		decide(s, l, SLOW_REJECTED);
		if (l == &k->open)
			decide(s, &k->orphans, SLOW_REJECTED);
	} else {
		k->first = bytes(s, l->at[0]);
		buf_put(s->wanted, whole.p, whole.n);
		decide(s, l, SLOW_WRITTEN);
	}
	buf_free(&whole);
}

/* A later segment that came before: with what is open, when that came before too. */
static bool
came_before(struct slow *s, struct keyed *k, size_t i)
{
	if (has(s, k->open.n > 0 ? &k->open : &k->orphans, i))
		return true;
	if (bytes(s, i).p[PART] != 'L' || !span_equal(k->last, bytes(s, i)) ||
	    (k->open.n > 0 && k->first.n == 0))
		return false;
	if (k->open.n > 0 && span_equal(bytes(s, k->open.at[0]), k->first))
		decide(s, &k->open, SLOW_REPEATED);
	return true;
}

static void
later(struct slow *s, struct keyed *k, size_t i)
{
	struct list *l = k->open.n > 0 ? &k->open : &k->orphans;

	if (came_before(s, k, i)) {
		s->fate[i] = SLOW_REPEATED;
		return;
	}
	l->at[l->n++] = i;
	if (bytes(s, i).p[PART] != 'L')
		return;
	k->first = (struct span){ 0 };
	k->last = bytes(s, i);
	if (l == &k->open)
		finish(s, k, l);
}

static void
first(struct slow *s, struct keyed *k, size_t i)
{
	if (k->open.n > 0 && span_equal(bytes(s, k->open.at[0]), bytes(s, i))) {
		s->fate[i] = SLOW_REPEATED;
		return;
	}
	if (k->open.n > 0) {
		decide(s, &k->open, SLOW_REJECTED);
		decide(s, &k->orphans, SLOW_REJECTED);
	}
	k->open.at[k->open.n++] = i;
}

static void
complete(struct slow *s, struct keyed *k, size_t i)
{
	struct list alone = { .n = 1, .at = { i } };

	if (span_equal(k->last, bytes(s, i))) {
		s->fate[i] = SLOW_REPEATED;
		return;
	}
	finish(s, k, &alone);
	/* one that does not hold together is remembered as well */
	k->first = bytes(s, i);
}

static uint64_t
time_of(const struct slow *s, size_t i)
{
	return span_u64(bytes(s, i), TIME);
}

/* At the end: what is open goes on with what has no beginning, forward in time. */
static void
continued(struct slow *s, struct keyed *k)
{
	struct list held = k->orphans;
	bool ended = false, gone = false, any = false;
	uint64_t now = 0;
	size_t i;

	for (i = 0; i < k->open.n; i++)
		now = time_of(s, k->open.at[i]) > now ? time_of(s, k->open.at[i]) : now;
	k->orphans.n = 0;
	for (i = 0; i < held.n; i++) {
		gone |= any && time_of(s, held.at[i]) <= now;
		if (ended || gone || time_of(s, held.at[i]) <= now) {
			k->orphans.at[k->orphans.n++] = held.at[i];
			continue;
		}
		any = true;
		now = time_of(s, held.at[i]);
		k->open.at[k->open.n++] = held.at[i];
		k->open.torn |= held.torn;
		ended = bytes(s, held.at[i]).p[PART] == 'L';
	}
	if (ended)
		finish(s, k, &k->open);
}

static void
take(struct slow *s, size_t i)
{
	struct keyed *k = &s->keyed[bytes(s, i).p[KEY]];

	if (s->toys->feed[i].cut) {
		s->fate[i] = SLOW_CUT;
		k->orphans.torn |= k->open.n == 0 && k->orphans.n > 0;
		k->open.torn |= k->open.n > 0;
	} else if (bytes(s, i).p[PART] == 'W') {
		complete(s, k, i);
	} else if (bytes(s, i).p[PART] == 'F') {
		first(s, k, i);
	} else {
		later(s, k, i);
	}
}

void
slow_join(const struct toys *toys, enum slow_fate fate[TOY_MOST], struct buf *wanted)
{
	struct slow *s = calloc(1, sizeof(*s));
	size_t i;

	ck_assert_ptr_nonnull(s);
	*s = (struct slow){ .toys = toys, .fate = fate, .wanted = wanted };
	for (i = 0; i < toys->n; i++) {
		fate[i] = SLOW_READ;
		take(s, i);
	}
	/* in the order in which they were begun */
	for (i = 0; i < toys->n; i++) {
		struct keyed *k = &s->keyed[bytes(s, i).p[KEY]];

		if (k->open.n > 0 && k->open.at[0] == i)
			continued(s, k);
	}
	for (i = 0; i < 256; i++) {
		decide(s, &s->keyed[i].open, SLOW_REJECTED);
		decide(s, &s->keyed[i].orphans, SLOW_REJECTED);
	}
	free(s);
}
