/* cpclock.c - gives runs of trace entries their full time */
#include "ztrace/cpclock.h"

#include <stdlib.h>

#include "ztrace/cphold.h"
#include "ztrace/cprun.h"
#include "ztrace/cpsaved.h"

enum {
	LOOK = 64 * 1024,		/* bytes in which a full clock is looked for */
	PART = 1024, PARTS_LEAST = 64	/* bytes that there may be a part for; parts in any case */
};

struct cpclock {
	struct source	 source;	/* first: what the caller holds */
	struct source	*below;		/* owned */
	struct cpclock_options options;
	uint16_t	 cpu;
	struct record	 rec;		/* the run in work: what is left of it */
	bool		 ended;		/* nothing comes from below any more */
	bool		 fresh;		/* no entry has been given or held, */
	bool		 whole;		/* or none but those held */
	uint64_t	 low;		/* low part of the last one that was cut off its run */
	uint16_t	 saved_cpu;	/* and its CPU */
	struct cptime	 time;		/* of the last one whose time is told */
	uint64_t	 since;		/* clock of the first that rises up to it */
	uint64_t	 block;		/* clock of the block before; 0: there is none */
	struct cphold	 hold;
	size_t		 limit;		/* bytes that may be held */
	bool		 by_near;	/* times come from the near time, */
	bool		 beyond;	/* and one that is later has been told of */
};

void
cpclock_tell(const struct record *rec, struct diag *d)
{
	(void)diag_warn(d, &rec->at, "nothing tells the high part of the clock: times are "
	    "relative (--near gives it)");
}

/* Looks whether a part is later than it can be. */
static void
clock_judge(struct cpclock *c, struct cppart *p, struct diag *d)
{
	if (p->breaks)
		c->since = p->rec.tod;
	c->by_near = c->by_near && !p->full;
	if (!c->by_near || cppart_end(p).tod >> 12 <= c->options.near_us)
		return;
	p->rec.guess = true;
	if (!c->beyond)
		(void)diag_warn(d, &p->rec.at, "the clock goes on behind the time of --near: "
		    "times up to here are too late");
	c->beyond = true;
}

/* Tells the times of what is held. */
static void
clock_settle(struct cpclock *c, struct diag *d)
{
	const struct cpknown known = {
		.past = c->time, .fresh = c->whole, .since = c->since,
		.whole = c->whole && c->ended && c->rec.data.n == 0,
		.near = c->options.near && c->whole, .near_us = c->options.near_us
	};
	size_t i;

	c->time = cphold_settle(&c->hold, &known);
	c->by_near = c->by_near || known.near;
	for (i = 0; i < c->hold.n; i++)
		clock_judge(c, &c->hold.part[i], d);
	c->whole = false;
	cphold_release(&c->hold);
}

/* How many bytes may be held from this part on; 0: its time can be told at once. */
static size_t
clock_limit(const struct cpclock *c, const struct cppart *p)
{
	bool unknown = c->fresh && !p->leads;
	uint64_t most = c->options.hold > 0 ? c->options.hold : CPCLOCK_HOLD;
	size_t hold = most < CPCLOCK_MOST ? (size_t)most : CPCLOCK_MOST;

	if (c->fresh && p->rec.page)
		return hold;
	if (unknown && c->options.near)
		return hold;
	return (unknown || p->doubt) && !p->rec.saved ? LOOK : 0;
}

/* A part whose time can be told, or must be. */
static bool
clock_follow(struct cpclock *c, struct cppart *p, struct diag *d)
{
	cppart_follow(p, &c->time);
	clock_judge(c, p, d);
	c->time = cppart_end(p);
	c->whole = false;
	return cphold_lend(&c->hold, p);
}

/* A saved entry without a block that is a little earlier than the one of another CPU. */
static bool
clock_back(const struct cpclock *c, const struct cppart *p)
{
	return p->rec.saved && p->doubt && p->step > cppart_mask(&p->rec) / 2 &&
	    p->first_cpu != c->saved_cpu;
}

/* Takes what has been cut off the run in work. */
static void
clock_taken(struct cpclock *c, const struct cppart *p, size_t n)
{
	struct record *r = &c->rec;

	r->data = span_from(r->data, n);
	r->at.offset += n;
	r->at.number += p->rec.entries;
	r->entries -= p->rec.entries;
	c->low = p->last;
	c->saved_cpu = p->last_cpu;
	c->fresh = false;
}

/* The next part of a run: given, or held. False: no memory. */
static bool
clock_part(struct cpclock *c, struct diag *d)
{
	const bool held = c->hold.n > 0;
	const uint64_t mask = cppart_mask(&c->rec), most = c->rec.page || c->rec.saved ?
	    mask / 2 : mask;
	struct record run = c->rec;
	struct cppart p;
	size_t n;

	if (held)
		run.data = span_first(run.data, c->limit - c->hold.bytes.n);
	n = cppart_cut(&p, &run, c->low, c->fresh, most);
	if (held && (n == 0 || !cphold_fits(&c->hold, &p))) {
		clock_settle(c, d);
		return true;
	}
	if (!held) {
		c->limit = clock_limit(c, &p);
		c->hold.most = c->limit / PART < PARTS_LEAST ? PARTS_LEAST : c->limit / PART;
	}
	if (c->limit > 0 && n > c->limit) {
		run.data = span_first(run.data, c->limit);
		n = cppart_cut(&p, &run, c->low, c->fresh, most);
	}
	p.back = clock_back(c, &p);
	clock_taken(c, &p, n);
	if (c->limit == 0) {
		if (!clock_follow(c, &p, d))
			return false;
		cphold_release(&c->hold);
		return true;
	}
	if (!cphold_add(&c->hold, &p))
		return false;
	if (p.full && !(c->whole && p.rec.page))
		clock_settle(c, d);
	return true;
}

/* Gives slots i to k, whose times follow from the first one's. */
static bool
clock_slots(struct cpclock *c, const struct cpsaved_slot *s, size_t i, size_t k, bool guess)
{
	struct cppart p = { .rec = c->rec };
	struct record *r = &p.rec;

	r->data = span_first(span_from(r->data, s[i].at), s[k].at + CPENTRY_SAVED - s[i].at);
	r->at.offset += s[i].at;
	r->at.number += i;
	r->entries = (uint32_t)(k - i + 1);
	r->tod = s[i].tod;
	r->guess = guess;
	return cphold_lend(&c->hold, &p);
}

/* The slots of a block that hold an entry. How many. */
static size_t
slots_read(struct span block, struct cpsaved_slot slot[CPSAVED_SLOTS])
{
	struct span s;
	size_t at, n = 0;

	for (at = 0; at < block.n && n < CPSAVED_SLOTS; at += CPENTRY_SAVED) {
		s = span_from(block, at);
		if (cpentry_saved_whole(s))
			slot[n++] = (struct cpsaved_slot){
				.at = at, .kept = span_u32(s, 0), .cpu = span_u16(s, 4)
			};
	}
	return n;
}

/* All of a block. False: no memory. */
static bool
clock_block(struct cpclock *c)
{
	const uint64_t tod = c->rec.tod;
	struct cpsaved_slot slot[CPSAVED_SLOTS];
	size_t i, first = 0, n = slots_read(c->rec.data, slot), guesses;

	guesses = cpsaved_times(slot, n, tod, c->block);
	for (i = 1; i <= n; i++) {
		if (i < n && i != guesses && slot[i].kept >= slot[i - 1].kept &&
		    slot[i].tod - slot[i - 1].tod < UINT32_MAX)
			continue;
		if (!clock_slots(c, slot, first, i - 1, first < guesses))
			return false;
		first = i;
	}
	c->block = tod;
	c->time = (struct cptime){ .tod = slot[n - 1].tod, .known = true };
	c->low = slot[n - 1].kept;
	c->saved_cpu = slot[n - 1].cpu;
	c->fresh = c->whole = false;
	c->rec.data = span_from(c->rec.data, c->rec.data.n);
	cphold_release(&c->hold);
	return true;
}

/* One step forward: something is taken from below, held, or ready to be given. */
static enum rc
clock_step(struct cpclock *c, struct diag *d)
{
	enum rc rc;
	bool done;

	if (c->rec.data.n == 0 && !c->ended) {
		rc = c->below->next(c->below, &c->rec, d);
		if (rc != RC_OK)
			c->rec.data.n = 0;
		c->ended = rc == RC_END;
		if (rc != RC_OK && rc != RC_END)
			return rc;
	}
	if (c->hold.n > 0 && (c->rec.data.n == 0 || (c->rec.saved && c->rec.timed))) {
		clock_settle(c, d);
		return RC_OK;
	}
	if (c->rec.data.n == 0)
		return RC_END;
	done = c->rec.saved && c->rec.timed ? clock_block(c) : clock_part(c, d);
	return done ? RC_OK : diag_memory(d);
}

static enum rc
clock_next(struct source *source, struct record *rec, struct diag *d)
{
	struct cpclock *c = (struct cpclock *)source;
	enum rc rc;

	while (!cphold_give(&c->hold, rec)) {
		rc = clock_step(c, d);
		if (rc != RC_OK)
			return rc;
	}
	if (!rec->timed && !c->options.quiet)
		cpclock_tell(rec, d);
	c->options.quiet = c->options.quiet || !rec->timed;
	rec->cpu = c->cpu;
	rec->operand = c->options.operand;
	return RC_OK;
}

static void
clock_close(struct source *source)
{
	struct cpclock *c = (struct cpclock *)source;

	c->below->close(c->below);
	cphold_free(&c->hold);
	free(c);
}

struct source *
cpclock_open(struct source *below, const struct cpclock_options *o, uint16_t cpu)
{
	struct cpclock *c = calloc(1, sizeof(*c));

	if (c == NULL) {
		below->close(below);
		return NULL;
	}
	c->source = (struct source){ .next = clock_next, .close = clock_close };
	c->below = below;
	c->options = *o;
	c->cpu = cpu;
	c->fresh = c->whole = true;
	return &c->source;
}

/* Makes a relative time a full one. */
static void
clock_shift(struct record *rec, uint64_t by)
{
	if (rec->timed)
		return;
	rec->tod += by;
	rec->timed = true;
	rec->guess = rec->guess || rec->saved;
}

void
cpclock_adopt(struct source *source, struct record *rec, uint64_t tod)
{
	struct cpclock *c = (struct cpclock *)source;
	struct cpwalk w = cpwalk_of(rec);
	uint64_t near, period;
	size_t i;

	if (!cpwalk_next(&w) || w.time.known)
		return;
	period = cpentry_mask(w.entry.form) + 1;
	near = cptime_before(tod, w.entry.form, w.entry.kept);
	if (tod - near > period / 2)
		near += period;
	/* what is relative is right but for one number, for all of the trace */
	for (i = 0; i < c->hold.n; i++)
		clock_shift(&c->hold.part[i].rec, near - rec->tod);
	if (!c->time.known) {
		c->time.tod += near - rec->tod;
		c->time.known = true;
		c->time.guess = c->time.guess || rec->saved;
	}
	clock_shift(rec, near - rec->tod);
}
