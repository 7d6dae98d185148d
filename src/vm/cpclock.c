/* cpclock.c - gives runs of trace entries their full time */
#include "ztrace/cpclock.h"

#include <stdlib.h>

#include "ztrace/cprun.h"

struct cpclock {
	struct source	 source;	/* first: what the caller holds */
	struct source	*below;		/* owned */
	struct cpclock_options options;
	uint16_t	 cpu;
	struct cptime	 time;		/* of the entry before the run in work */
	uint64_t	 block;		/* clock of the block in work, and of the one before; */
	uint64_t	 before;	/* 0: there is none */
};

/* The same run with a clock that counts from its first entry's low part. */
static struct cpwalk
clock_relative(const struct record *rec)
{
	struct cpwalk w = cpwalk_of(rec), first = w;

	(void)cpwalk_next(&first);
	w.time = (struct cptime){ .tod = first.entry.kept };
	return w;
}

/* Back from a full clock that follows in the same run. False: none does. */
static bool
clock_behind(const struct record *rec, struct cptime *t)
{
	struct cpwalk w = clock_relative(rec), last = w;
	uint64_t first = w.time.tod, tod;

	while (cpwalk_next(&w)) {
		if (w.entry.form != CPFORM_TRACG) {
			last = w;
			continue;
		}
		if (last.n == 0)
			return false;
		tod = cptime_before(w.time.tod, last.entry.form, last.entry.kept);
		*t = (struct cptime){ .tod = tod - (last.time.tod - first), .known = true };
		t->guess = ((t->tod ^ w.time.tod) & ~cpentry_mask(last.entry.form)) != 0;
		return true;
	}
	return false;
}

/*
 * Back from the clock of a block. Nothing is left to guess if there is not
 * room for one more period up to the clock of the block before.
 */
static void
clock_block(struct cpclock *c, const struct record *rec, struct cptime *t)
{
	struct cpwalk w = clock_relative(rec);
	uint64_t first = w.time.tod, tod, room;

	while (cpwalk_next(&w))
		;
	tod = cptime_before(rec->tod, w.entry.form, w.entry.kept) - (w.time.tod - first);
	if (c->block != rec->tod) {
		c->before = c->block;
		c->block = rec->tod;
	}
	room = tod - c->before;
	*t = (struct cptime){ .tod = tod, .known = true };
	t->guess = c->before == 0 ||
	    (tod > c->before && room > cpentry_mask(w.entry.form));
}

/* The time of a run's first entry. */
static void
clock_first(struct cpclock *c, const struct record *rec)
{
	struct cpwalk w = cpwalk_of(rec);
	struct cptime *t = &c->time;

	(void)cpwalk_next(&w);
	if (rec->saved && rec->timed) {
		clock_block(c, rec, t);
	} else if (!t->known && w.entry.form != CPFORM_TRACG && clock_behind(rec, t)) {
		return;
	} else if (!t->known && w.entry.form != CPFORM_TRACG && c->options.near) {
		*t = (struct cptime){ .known = true };
		t->tod = cptime_until(c->options.near_us << 12 | 0xFFF, w.entry.form,
		    w.entry.kept);
	} else if (rec->page) {
		cptime_seam(t, w.entry.form, w.entry.kept);
	} else {
		cptime_step(t, w.entry.form, w.entry.kept);
	}
}

void
cpclock_tell(const struct record *rec, struct diag *d)
{
	(void)diag_warn(d, &rec->at, "nothing tells the high part of the clock: times are "
	    "relative (--near gives it)");
}

static enum rc
clock_next(struct source *source, struct record *rec, struct diag *d)
{
	struct cpclock *c = (struct cpclock *)source;
	enum rc rc = c->below->next(c->below, rec, d);
	struct cpwalk w;

	if (rc != RC_OK)
		return rc;
	clock_first(c, rec);
	if (!c->time.known && !c->options.quiet)
		cpclock_tell(rec, d);
	c->options.quiet = c->options.quiet || !c->time.known;
	rec->tod = c->time.tod;
	rec->timed = c->time.known;
	rec->guess = c->time.guess;
	rec->cpu = c->cpu;
	rec->operand = c->options.operand;
	w = cpwalk_of(rec);
	while (cpwalk_next(&w))
		;
	c->time = w.time;
	return RC_OK;
}

static void
clock_close(struct source *source)
{
	struct cpclock *c = (struct cpclock *)source;

	c->below->close(c->below);
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
	return &c->source;
}

void
cpclock_adopt(struct source *source, struct record *rec, uint64_t tod)
{
	struct cpclock *c = (struct cpclock *)source;
	struct cpwalk w = cpwalk_of(rec);
	uint64_t near, period;

	if (!cpwalk_next(&w) || w.time.known)
		return;
	period = cpentry_mask(w.entry.form) + 1;
	near = cptime_before(tod, w.entry.form, w.entry.kept);
	if (tod - near > period / 2)
		near += period;
	/* what is relative is right but for one number, for all of the trace */
	if (!c->time.known)
		c->time = (struct cptime){ .tod = c->time.tod + (near - rec->tod), .known = true,
		    .guess = rec->saved };
	rec->tod = near;
	rec->timed = true;
	rec->guess = rec->saved;
}
