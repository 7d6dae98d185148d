/* leftover.c - what becomes of segments whose record will not be whole now */

#include <inttypes.h>

#include "ztrace/leftover.h"
#include "ztrace/tod.h"

/* One sentence an account: what was found, whose it is, how many segments. */
static void
leftover_say(enum account account, const struct place *at, const char *name, uint32_t n,
    const char *why, struct diag *d)
{
	switch (account) {
	case REJECTED_ORPHAN:
		(void)diag_damage(d, at, "segments without a first (%s, %" PRIu32 ")", name, n);
		break;
	case REJECTED_RESTARTED:
		(void)diag_damage(d, at, "record begins anew before its end (%s, %" PRIu32
		    " segments given up)", name, n);
		break;
	case REJECTED_UNFINISHED:
		(void)diag_damage(d, at, "record is not finished at the end of input (%s, "
		    "%" PRIu32 " segments)", name, n);
		break;
	case REJECTED_MEMORY:
		(void)diag_damage(d, at, "segments given up for memory (%s, %" PRIu32 ")",
		    name, n);
		break;
	case REJECTED_AGE:
		(void)diag_damage(d, at, "open record given up for its age (%s, %" PRIu32
		    " segments)", name, n);
		break;
	default:
		(void)diag_damage(d, at, "record cannot be completed (%s, %" PRIu32
		    " segments: %s)", name, n, why);
		break;
	}
}

/* Hands the segments of a run to a sink, books them, and ends the run. */
static enum rc
leftover_give(struct leftover *l, struct run *r, enum account account,
    const struct leftover_sink *sink, struct diag *d)
{
	enum rc rc = RC_OK;
	struct span segment;
	size_t at = 0;

	l->ledger->n[account] += r->segments;
	while (sink->write != NULL && rc == RC_OK && run_walk(r, &at, &segment))
		rc = sink->write(sink->to, segment, d);
	run_end(l->pending, r);
	return rc == RC_OK ? RC_SKIP : rc;
}

static enum rc
leftover_one(struct leftover *l, struct run *r, enum account account,
    const struct place *at, const char *why, struct diag *d)
{
	char name[LEFTOVER_NAME];

	l->name(known_key(r->known), name);
	leftover_say(account, at != NULL ? at : &r->first.at, name, r->segments, why, d);
	return leftover_give(l, r, account, &l->rejects, d);
}

enum rc
leftover_reject(struct leftover *l, struct run *r, enum account account,
    const struct place *at, const char *why, struct diag *d)
{
	struct run *orphan = r->known->run[RUN_ORPHAN];
	enum rc rc = RC_SKIP;

	if (r != orphan && orphan != NULL && orphan->serial < r->serial)
		rc = leftover_one(l, orphan, REJECTED_ORPHAN, NULL, NULL, d);
	return rc == RC_SKIP ? leftover_one(l, r, account, at, why, d) : rc;
}

/* The oldest run of both sorts; NULL when there is none. */
static struct run *
leftover_oldest(const struct leftover *l)
{
	struct run *open = l->pending->runs[RUN_OPEN].oldest;
	struct run *orphan = l->pending->runs[RUN_ORPHAN].oldest;

	if (orphan != NULL && (open == NULL || orphan->serial < open->serial))
		return orphan;
	return open;
}

enum rc
leftover_trim(struct leftover *l, size_t hold, struct diag *d)
{
	enum rc rc = RC_SKIP;
	struct run *r;

	while (rc == RC_SKIP && l->pending->held > hold) {
		r = leftover_oldest(l);
		if (r == NULL)
			break;
		rc = leftover_reject(l, r, REJECTED_MEMORY, NULL, NULL, d);
	}
	return rc;
}

enum rc
leftover_age(struct leftover *l, uint64_t newest, uint64_t age, struct diag *d)
{
	enum rc rc = RC_SKIP;
	struct run *r;

	while (rc == RC_SKIP && age > 0) {
		r = l->pending->runs[RUN_OPEN].oldest;
		if (r == NULL || !r->first.timed || newest < age ||
		    tod_us(r->first.tod) >= newest - age)
			break;
		rc = leftover_reject(l, r, REJECTED_AGE, NULL, NULL, d);
	}
	return rc;
}

enum rc
leftover_end(struct leftover *l, struct diag *d)
{
	struct run *r = leftover_oldest(l);

	if (r == NULL)
		return RC_END;
	if (r->sort == RUN_ORPHAN)
		return leftover_reject(l, r, REJECTED_ORPHAN, NULL, NULL, d);
	/* the next run would not know that a segment of it was cut */
	if (l->carry.write != NULL && !r->torn)
		return leftover_give(l, r, SEGMENTS_CARRIED, &l->carry, d);
	return leftover_reject(l, r, REJECTED_UNFINISHED, NULL, NULL, d);
}
