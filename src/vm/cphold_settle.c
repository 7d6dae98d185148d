/* cphold_settle.c - tells the times of the parts that are held
 *
 *   TRACE TRACE | TRACE TRACE TRACG TRACE | TRACE
 *               └ the low part falls: how much time has passed?
 *
 * Within a stretch between two breaks the first clock gives all others. A
 * stretch with a full clock in it is sure; so is what lies between two of them
 * where the shortest way from one leads to the other. Other stretches go on
 * from their neighbours, which is a guess: a period may have passed unseen.
 */
#include "ztrace/cphold.h"

/* Whether a is later than b. */
static bool
later(uint64_t a, uint64_t b)
{
	return a - b - 1 < UINT64_MAX / 2;
}

/* Whether the clock goes on to a part from the one before it as it does from entry to entry. */
static bool
goes_on(const struct cppart *p)
{
	return !p->breaks || (p->doubt && p->step < cppart_mask(&p->rec) / 8);
}

/* How long the clock goes on from part i on. */
static uint64_t
rise_behind(const struct cphold *h, size_t i)
{
	uint64_t sum = h->part[i].last - h->part[i].first;

	for (i++; i < h->n && goes_on(&h->part[i]); i++)
		sum += h->part[i].step + (h->part[i].last - h->part[i].first);
	return sum;
}

/* How long it has in front of part i. */
static uint64_t
rise_before(const struct cphold *h, size_t i, const struct cpknown *k)
{
	const struct cppart *p;
	uint64_t sum = 0;

	while (i > 0) {
		p = &h->part[--i];
		sum += p->last - p->first;
		if (!goes_on(p))
			return sum;
		sum += p->step;
	}
	return sum + (k->past.tod - k->since);
}

/*
 * A table that is written in circles goes back in time at its seam, by about
 * as much as it holds; so does a file where another CPU's table begins. That
 * is told from a clock that came around by the size of the fall.
 */
static void
settle_seams(struct cphold *h, const struct cpknown *k)
{
	uint64_t period, fall;
	struct cppart *p;
	size_t i;

	for (i = 0; i < h->n; i++) {
		p = &h->part[i];
		period = cppart_mask(&p->rec) + 1;
		fall = period - p->step;
		if (p->rec.page && p->doubt && fall < period / 2)
			p->back = fall / 2 <= rise_before(h, i, k) + rise_behind(h, i);
	}
}

static void
settle_forward(struct cphold *h, struct cptime t)
{
	size_t i;

	for (i = 0; i < h->n; i++) {
		cppart_follow(&h->part[i], &t);
		t = cppart_end(&h->part[i]);
	}
}

/* The first part of the stretch that part i ends, without parts that have a full clock. */
static size_t
stretch_first(const struct cphold *h, size_t i)
{
	while (i > 0 && !h->part[i].breaks && !h->part[i - 1].full)
		i--;
	return i;
}

/* Whether the clock in front of part i is sure, or came from one that is by steps alone. */
static bool
sure_before(const struct cphold *h, size_t i, const struct cpknown *k)
{
	while (i > 0 && !h->part[i - 1].full)
		i--;
	return i > 0 || (k->past.known && !k->past.guess);
}

static void
settle_guess(struct cphold *h, size_t from, size_t to, bool guess)
{
	for (; from <= to; from++)
		h->part[from].rec.guess = guess;
}

/*
 * Backward from a full clock to the entry before it, which has the low part
 * `low` and stands in part i.
 */
static void
settle_anchor(struct cphold *h, size_t i, uint64_t exact, uint64_t low, const struct cpknown *k)
{
	struct cppart *p = &h->part[i];
	bool around = low > (exact & cppart_mask(&p->rec));
	size_t first = stretch_first(h, i), at;
	uint64_t delta = cptime_before(exact, CPFORM_TRACE, low) - (low - p->first) - p->rec.tod;

	if (p->rec.timed && sure_before(h, first, k)) {
		/* from one full clock to the other: all the same, or a gap somewhere */
		at = first;
		while (delta == 0 && at > 0 && !h->part[at - 1].full)
			at--;
		settle_guess(h, at, i, delta != 0 && (around || !h->part[first].breaks));
	} else {
		settle_guess(h, first, i, around);
	}
	for (at = i + 1; at > first; at--) {
		h->part[at - 1].rec.tod += delta;
		h->part[at - 1].rec.timed = true;
	}
	for (; at > 0 && !h->part[at - 1].rec.timed && !h->part[at - 1].full; at--) {
		h->part[at - 1].rec.tod += delta;
		h->part[at - 1].rec.timed = true;
		h->part[at - 1].rec.guess = true;
	}
}

/* All full clocks that stand behind entries without one. */
static void
settle_anchors(struct cphold *h, const struct cpknown *k)
{
	const struct cppart *p;
	size_t i;

	for (i = h->n; i > 0; i--) {
		p = &h->part[i - 1];
		if (p->full && !p->leads)
			settle_anchor(h, i - 1, p->exact, p->before, k);
		else if (p->full && i > 1 && !p[-1].full)
			settle_anchor(h, i - 2, p->exact, p[-1].last, k);
	}
}

static void
settle_shift(struct cphold *h, uint64_t delta)
{
	size_t i;

	for (i = 0; i < h->n; i++)
		h->part[i].rec.tod += delta;
}

/* Nothing tells: by the time that the newest entry is not later than. */
static void
settle_near(struct cphold *h, uint64_t near_us)
{
	size_t i, newest = 0;
	const struct cppart *p;
	uint64_t tod;

	for (i = 1; i < h->n; i++)
		if (later(cppart_end(&h->part[i]).tod, cppart_end(&h->part[newest]).tod))
			newest = i;
	p = &h->part[newest];
	tod = cptime_until(near_us << 12 | 0xFFF,
	    p->rec.saved ? CPFORM_SAVED : CPFORM_TRACE, p->last);
	settle_shift(h, tod - cppart_end(p).tod);
	for (i = 0; i < h->n; i++) {
		h->part[i].rec.timed = true;
		h->part[i].rec.guess = true;
	}
	for (i = newest + 1; i < h->n && !h->part[i].breaks; i++)
		;
	settle_guess(h, stretch_first(h, newest), i - 1, false);
}

/* Nothing tells at all: times count from the low part of the oldest one. */
static void
settle_relative(struct cphold *h)
{
	size_t i, oldest = 0;

	for (i = 1; i < h->n; i++)
		if (later(h->part[oldest].rec.tod, h->part[i].rec.tod))
			oldest = i;
	settle_shift(h, h->part[oldest].first - h->part[oldest].rec.tod);
}

/* Where all of a table is held, and goes back once, it begins behind that place. */
static void
settle_order(struct cphold *h)
{
	size_t i, seams = 0, seam = 0;

	for (i = 1; i < h->n; i++)
		if (later(cppart_end(&h->part[i - 1]).tod, h->part[i].rec.tod)) {
			seam = i;
			seams++;
		}
	if (seams == 1 && h->part[0].rec.page && h->part[seam].rec.page &&
	    !later(cppart_end(&h->part[h->n - 1]).tod, h->part[0].rec.tod))
		h->first = seam;
}

struct cptime
cphold_settle(struct cphold *h, const struct cpknown *k)
{
	settle_seams(h, k);
	settle_forward(h, k->past);
	settle_anchors(h, k);
	if (!h->part[0].rec.timed && k->near)
		settle_near(h, k->near_us);
	else if (!h->part[0].rec.timed && k->fresh)
		settle_relative(h);
	if (k->whole)
		settle_order(h);
	return cppart_end(&h->part[h->n - 1]);
}
