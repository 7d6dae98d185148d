/* join.c - puts records that were cut into segments together again */

#include <stdlib.h>

#include "ztrace/gaps.h"
#include "ztrace/gtf.h"
#include "ztrace/join.h"
#include "ztrace/leftover.h"
#include "ztrace/pending.h"
#include "ztrace/tod.h"

/* What becomes of input: segments, then the seam of a wrapped data set, then what is left. */
enum join_phase { JOIN_READ, JOIN_SEAM, JOIN_LEFT };

struct join {
	struct source		 source;	/* first: what the caller holds */
	struct source		*below;		/* owned */
	struct join_options	 opt;
	struct ledger		*ledger;
	struct pending		 pending;
	struct leftover		 leftover;
	struct gaps		 gaps;
	uint64_t		 newest;	/* microseconds; of the segments so far */
	enum join_phase		 phase;
	struct run		*seam;		/* JOIN_SEAM: the open run to look at next */
	struct buf		 whole;		/* the record lent to the caller */
};

/* Gives up what is too old beside the segments so far. */
static enum rc
join_age(struct join *j, struct diag *d)
{
	if (j->opt.max_age == 0)
		return RC_SKIP;
	return leftover_age(&j->leftover, j->newest, j->opt.max_age, d);
}

/*
 * Makes the whole record of a run. A record that does not hold together, or
 * is too long, is rejected: RC_SKIP.
 */
static enum rc
join_whole(struct join *j, struct run *r, struct record *out, struct diag *d)
{
	const struct join_rules *rules = &j->opt.rules;
	struct record segment = r->first;
	struct span last = { 0 };
	struct join_tag tag;
	const char *why;
	size_t at = 0;

	buf_clear(&j->whole);
	while (run_walk(r, &at, &last)) {
		segment.data = last;
		if (!rules->tag(&segment, &tag))
			continue;
		if (j->whole.n == 0)
			rules->begin(&segment, &j->whole);
		buf_put(&j->whole, tag.payload.p, tag.payload.n);
	}
	if (j->whole.failed)
		return diag_memory(d);
	if (j->opt.longest > 0 && j->whole.n > j->opt.longest)
		return leftover_reject(&j->leftover, &j->pending.open, r, REJECTED_LONG, NULL,
		    "it is too long for this output", d);
	rules->seal(j->whole.p, j->whole.n);
	why = r->torn ? "a segment of it is cut in the input" :
	    rules->check(buf_span(&j->whole));
	if (why != NULL)
		return leftover_reject(&j->leftover, &j->pending.open, r, REJECTED_DAMAGED,
		    NULL, why, d);
	pending_end(&j->pending, span_of(r->node.key, r->node.len), run_first(r), last);
	*out = r->first;
	out->data = buf_span(&j->whole);
	out->segments = r->segments;
	j->ledger->n[SEGMENTS_JOINED] += r->segments;
	j->ledger->n[WHOLE_JOINED]++;
	run_end(&j->pending, &j->pending.open, r);
	return RC_OK;
}

/* Follows the numbering that the keys hold: once for each record that begins in this run. */
static bool
join_count(struct join *j, const struct record *rec, const struct join_tag *tag)
{
	size_t owner = tag->keylen;

	if (rec->carried || j->opt.rules.numbered == 0 || owner < j->opt.rules.numbered)
		return true;
	owner -= j->opt.rules.numbered;
	return gaps_see(&j->gaps, span_of(tag->key, owner),
	    span_u32(span_of(tag->key, tag->keylen), owner));
}

/* A record that was never cut. */
static enum rc
join_complete(struct join *j, struct record *rec, const struct join_tag *tag, struct diag *d)
{
	struct span key = span_of(tag->key, tag->keylen), whole = rec->data;
	const struct join_rules *rules = &j->opt.rules;
	enum account account;
	char name[JOIN_NAME];
	const char *why;
	enum rc rc = RC_OK;

	if (pending_ended(&j->pending, key, rec->data) != NULL) {
		j->ledger->n[SEGMENTS_REPEATED]++;
		return RC_SKIP;
	}
	pending_end(&j->pending, key, rec->data, rec->data);
	if (!join_count(j, rec, tag))
		return diag_memory(d);
	if (!tag->normal) {
		buf_clear(&j->whole);
		rules->begin(rec, &j->whole);
		if (!buf_put(&j->whole, tag->payload.p, tag->payload.n))
			return diag_memory(d);
		rules->seal(j->whole.p, j->whole.n);
		whole = buf_span(&j->whole);
	}
	why = rules->check(whole);
	if (why == NULL && (j->opt.longest == 0 || whole.n <= j->opt.longest)) {
		j->ledger->n[SEGMENTS_COMPLETE]++;
		j->ledger->n[WHOLE_COMPLETE]++;
		rec->data = whole;
		rec->segments = 1;
		return RC_OK;
	}
	rules->name(key, name);
	if (why != NULL) {
		account = REJECTED_DAMAGED;
		(void)diag_damage(d, &rec->at, "record is damaged (%s: %s)", name, why);
	} else {
		account = REJECTED_LONG;
		(void)diag_damage(d, &rec->at, "record is too long for this output "
		    "(%s, %zu bytes)", name, whole.n);
	}
	j->ledger->n[account]++;
	if (j->leftover.rejects.write != NULL)
		rc = j->leftover.rejects.write(j->leftover.rejects.to, rec->data, d);
	return rc == RC_OK ? RC_SKIP : rc;
}

static enum rc
join_append(struct join *j, struct runs *runs, struct span key, const struct record *rec,
    struct diag *d)
{
	struct run *r = run_find(runs, key);

	if (r == NULL)
		r = run_begin(&j->pending, runs, key, rec);
	if (r == NULL || !run_append(&j->pending, r, rec))
		return diag_memory(d);
	return RC_OK;
}

static enum rc
join_first(struct join *j, const struct record *rec, const struct join_tag *tag, struct diag *d)
{
	struct span key = span_of(tag->key, tag->keylen);
	struct run *r = run_find(&j->pending.open, key);
	enum rc rc = RC_SKIP;

	if (r != NULL && span_equal(run_first(r), rec->data)) {
		j->ledger->n[SEGMENTS_REPEATED]++;
		return RC_SKIP;
	}
	if (!pending_began(&j->pending, key, rec->data) && !join_count(j, rec, tag))
		return diag_memory(d);
	if (r != NULL)
		rc = leftover_reject(&j->leftover, &j->pending.open, r, REJECTED_RESTARTED,
		    &rec->at, NULL, d);
	if (rc == RC_SKIP)
		rc = join_append(j, &j->pending.open, key, rec, d);
	return rc == RC_OK ? leftover_trim(&j->leftover, j->opt.hold, d) : rc;
}

/*
 * Whether a last segment is the very one that the record of its key ended with
 * before. If what is open begins as that record did, all of it came once more.
 */
static bool
join_ended_before(struct join *j, struct span key, struct run *open, struct span last)
{
	const struct ended *e = pending_ended(&j->pending, key, last);

	if (e == NULL || (open != NULL && e->first.n == 0))
		return false;
	if (open != NULL && pending_began(&j->pending, key, run_first(open))) {
		j->ledger->n[SEGMENTS_REPEATED] += open->segments;
		run_end(&j->pending, &j->pending.open, open);
	}
	return true;
}

/* A middle or last segment: RC_OK when it has made a record whole. */
static enum rc
join_later(struct join *j, struct record *rec, const struct join_tag *tag, struct diag *d)
{
	struct span key = span_of(tag->key, tag->keylen);
	struct run *open = run_find(&j->pending.open, key);
	struct run *r = pending_run(&j->pending, key);
	enum rc rc;

	if ((r != NULL && run_repeats(r, rec)) || (tag->part == JOIN_LAST &&
	    join_ended_before(j, key, open, rec->data))) {
		j->ledger->n[SEGMENTS_REPEATED]++;
		return RC_SKIP;
	}
	rc = join_append(j, open != NULL ? &j->pending.open : &j->pending.orphans, key, rec, d);
	if (rc == RC_OK && tag->part == JOIN_LAST) {
		pending_end(&j->pending, key, (struct span){ 0 }, rec->data);
		if (open != NULL)
			return join_whole(j, open, rec, d);
	}
	return rc == RC_OK ? leftover_trim(&j->leftover, j->opt.hold, d) : rc;
}

/* A cut record is no segment; if its record is open, that can not be completed any more. */
static enum rc
join_cut(struct join *j, const struct record *rec)
{
	struct run *r = NULL;
	struct join_tag tag;

	j->ledger->n[RECORDS_MALFORMED]++;
	if (j->opt.rules.tag(rec, &tag))
		r = pending_run(&j->pending, span_of(tag.key, tag.keylen));
	if (r != NULL)
		r->torn = true;
	return RC_SKIP;
}

static enum rc
join_record(struct join *j, struct record *rec, struct diag *d)
{
	struct join_tag tag;
	enum rc rc;

	rec->segments = 0;
	if (rec->eid != EID_DB2) {
		j->ledger->n[RECORDS_EVENT]++;
		return RC_OK;
	}
	if (rec->cut)
		return join_cut(j, rec);
	if (!j->opt.rules.tag(rec, &tag)) {
		j->ledger->n[RECORDS_MALFORMED]++;
		return diag_damage(d, &rec->at, "record has Db2's event ID, but its lengths "
		    "are not those of a Db2 segment (%zu bytes)", rec->data.n);
	}
	j->ledger->n[SEGMENTS]++;
	rc = join_age(j, d);
	if (rc != RC_SKIP)
		return rc;
	if (rec->timed && tod_us(rec->tod) > j->newest)
		j->newest = tod_us(rec->tod);
	switch (tag.part) {
	case JOIN_WHOLE:
		return join_complete(j, rec, &tag, d);
	case JOIN_FIRST:
		return join_first(j, rec, &tag, d);
	case JOIN_MIDDLE:
	case JOIN_LAST:
		break;
	}
	return join_later(j, rec, &tag, d);
}

/*
 * Gives an open run those orphans of its key that can continue it: from the
 * first one that is later in time on, up to a last segment. RC_OK when that
 * made a record whole.
 */
static enum rc
join_continue(struct join *j, struct run *open, struct record *out, struct diag *d)
{
	struct span key = span_of(open->node.key, open->node.len);
	struct run *r = run_find(&j->pending.orphans, key);
	struct record segment = { 0 };
	struct join_tag tag = { 0 };
	size_t at = 0, from = 0, to = 0;
	bool ended = false;

	if (r == NULL)
		return RC_SKIP;
	while (!ended && run_walk(r, &at, &segment.data)) {
		struct gtf_head h = gtf_head(segment.data);

		if (h.timed && h.tod <= open->tod) {
			if (to > from)
				break;
			from = at;
			continue;
		}
		segment.timed = h.timed;
		segment.tod = h.tod;
		open->torn |= r->torn;
		if (!j->opt.rules.tag(&segment, &tag) ||
		    !run_append(&j->pending, open, &segment))
			return diag_memory(d);
		to = at;
		ended = tag.part == JOIN_LAST;
	}
	if (to > from)
		run_remove(&j->pending, &j->pending.orphans, r, from, to);
	return ended ? join_whole(j, open, out, d) : RC_SKIP;
}

/*
 * The seam of a wrapped data set: its beginning can be the continuation of
 * its end. Goes once through what is open.
 */
static enum rc
join_seam(struct join *j, struct record *out, struct diag *d)
{
	enum rc rc = RC_SKIP;
	struct run *r;

	while (rc == RC_SKIP && j->seam != NULL) {
		r = j->seam;
		j->seam = run_newer(r);
		rc = join_continue(j, r, out, d);
	}
	if (rc == RC_SKIP)
		j->phase = JOIN_LEFT;
	return rc;
}

static enum rc
join_next(struct source *source, struct record *rec, struct diag *d)
{
	struct join *j = (struct join *)source;
	enum rc rc = RC_SKIP;

	while (rc == RC_SKIP) {
		switch (j->phase) {
		case JOIN_READ:
			rc = j->below->next(j->below, rec, d);
			if (rc == RC_OK) {
				rc = join_record(j, rec, d);
			} else if (rc == RC_END) {
				j->ledger->n[MISSING] = gaps_missing(&j->gaps);
				j->phase = JOIN_SEAM;
				rc = join_age(j, d);
				j->seam = run_oldest(&j->pending.open);
			}
			break;
		case JOIN_SEAM:
			rc = join_seam(j, rec, d);
			break;
		case JOIN_LEFT:
			rc = leftover_end(&j->leftover, d);
			break;
		}
	}
	return rc;
}

static void
join_close(struct source *source)
{
	struct join *j = (struct join *)source;

	j->below->close(j->below);
	pending_free(&j->pending);
	gaps_free(&j->gaps);
	buf_free(&j->whole);
	free(j);
}

struct source *
join_open(struct source *below, const struct join_options *opt, struct ledger *ledger)
{
	struct join *j = calloc(1, sizeof(*j));

	if (j == NULL) {
		below->close(below);
		return NULL;
	}
	j->source = (struct source){ .next = join_next, .close = join_close };
	j->below = below;
	j->opt = *opt;
	j->ledger = ledger;
	pending_init(&j->pending);
	j->leftover = (struct leftover){
		.pending = &j->pending, .ledger = ledger, .name = opt->rules.name,
		.rejects = opt->rejects, .carry = opt->carry
	};
	return &j->source;
}

void
join_missing(const struct source *source, struct buf *text, struct buf *json)
{
	const struct join *j = (const struct join *)source;

	gaps_report(&j->gaps, j->opt.rules.name, text, json);
}
