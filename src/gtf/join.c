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

/* A record of the input that is a segment. */
struct segment {
	struct record	*rec;
	struct join_tag	 tag;
	struct known	*known;		/* of its key */
};

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
		return leftover_reject(&j->leftover, r, REJECTED_LONG, NULL,
		    "it is too long for this output", d);
	rules->seal(j->whole.p, j->whole.n);
	why = r->torn ? "a segment of it is cut in the input" : rules->check(buf_span(&j->whole));
	if (why != NULL)
		return leftover_reject(&j->leftover, r, REJECTED_DAMAGED,
		    NULL, why, d);
	pending_end(&j->pending, r->known, run_first(r), last);
	*out = r->first;
	out->data = buf_span(&j->whole);
	out->segments = r->segments;
	j->ledger->n[SEGMENTS_JOINED] += r->segments;
	j->ledger->n[WHOLE_JOINED]++;
	run_end(&j->pending, r);
	return RC_OK;
}

/* Follows the numbering that the keys hold: once for each record that begins in this run. */
static bool
join_count(struct join *j, const struct segment *s)
{
	const struct join_tag *tag = &s->tag;
	size_t owner = tag->keylen;

	if (s->rec->carried || j->opt.rules.numbered == 0 || owner < j->opt.rules.numbered)
		return true;
	owner -= j->opt.rules.numbered;
	return gaps_see(&j->gaps, span_of(tag->key, owner),
	    span_u32(span_of(tag->key, tag->keylen), owner));
}

/* A record that was never cut. */
static enum rc
join_complete(struct join *j, struct segment *s, struct diag *d)
{
	struct record *rec = s->rec;
	struct span whole = rec->data;
	const struct join_rules *rules = &j->opt.rules;
	enum account account;
	char name[JOIN_NAME];
	const char *why;
	enum rc rc = RC_OK;

	if (known_ended(s->known, rec->data)) {
		j->ledger->n[SEGMENTS_REPEATED]++;
		return RC_SKIP;
	}
	pending_end(&j->pending, s->known, rec->data, rec->data);
	if (!join_count(j, s))
		return diag_memory(d);
	if (!s->tag.normal) {
		buf_clear(&j->whole);
		rules->begin(rec, &j->whole);
		if (!buf_put(&j->whole, s->tag.payload.p, s->tag.payload.n))
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
	rules->name(known_key(s->known), name);
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
join_append(struct join *j, enum run_sort sort, const struct segment *s, struct diag *d)
{
	struct run *r = s->known->run[sort];

	if (r == NULL)
		r = run_begin(&j->pending, sort, s->known, s->rec);
	if (r == NULL || !run_append(&j->pending, r, s->rec))
		return diag_memory(d);
	return RC_OK;
}

static enum rc
join_first(struct join *j, struct segment *s, struct diag *d)
{
	struct run *open = s->known->run[RUN_OPEN];
	enum rc rc = RC_SKIP;

	if (open != NULL && span_equal(run_first(open), s->rec->data)) {
		j->ledger->n[SEGMENTS_REPEATED]++;
		return RC_SKIP;
	}
	if (!known_began(s->known, s->rec->data) && !join_count(j, s))
		return diag_memory(d);
	if (open != NULL) {
		rc = leftover_reject(&j->leftover, open, REJECTED_RESTARTED, &s->rec->at, NULL, d);
		/* what was known may be gone with that run */
		s->known = pending_know(&j->pending, span_of(s->tag.key, s->tag.keylen));
		if (s->known == NULL)
			return diag_memory(d);
	}
	if (rc == RC_SKIP)
		rc = join_append(j, RUN_OPEN, s, d);
	return rc == RC_OK ? leftover_trim(&j->leftover, j->opt.hold, d) : rc;
}

/*
 * Whether a last segment is the very one that the record of its key ended with
 * before. If what is open begins as that record did, all of it came once more.
 */
static bool
join_ended_before(struct join *j, const struct segment *s)
{
	const struct known *k = s->known;
	struct run *open = k->run[RUN_OPEN];

	if (!known_ended(k, s->rec->data) || (open != NULL && k->ended->first.n == 0))
		return false;
	if (open != NULL && known_began(k, run_first(open))) {
		j->ledger->n[SEGMENTS_REPEATED] += open->segments;
		run_end(&j->pending, open);
	}
	return true;
}

/* A middle or last segment: RC_OK when it has made a record whole. */
static enum rc
join_later(struct join *j, struct segment *s, struct diag *d)
{
	struct run *open = s->known->run[RUN_OPEN], *r = known_run(s->known);
	bool last = s->tag.part == JOIN_LAST;
	enum rc rc;

	if ((r != NULL && run_repeats(r, s->rec)) || (last && join_ended_before(j, s))) {
		j->ledger->n[SEGMENTS_REPEATED]++;
		return RC_SKIP;
	}
	rc = join_append(j, open != NULL ? RUN_OPEN : RUN_ORPHAN, s, d);
	if (rc == RC_OK && last) {
		pending_end(&j->pending, s->known, (struct span){ 0 }, s->rec->data);
		if (open != NULL)
			return join_whole(j, open, s->rec, d);
	}
	return rc == RC_OK ? leftover_trim(&j->leftover, j->opt.hold, d) : rc;
}

/* A cut record is no segment; if its record is open, that can not be completed any more. */
static enum rc
join_cut(struct join *j, const struct record *rec)
{
	struct known *k = NULL;
	struct join_tag tag;

	j->ledger->n[RECORDS_MALFORMED]++;
	if (j->opt.rules.tag(rec, &tag))
		k = pending_find(&j->pending, span_of(tag.key, tag.keylen));
	if (k != NULL && known_run(k) != NULL)
		known_run(k)->torn = true;
	return RC_SKIP;
}

static enum rc
join_segment(struct join *j, struct segment *s, struct diag *d)
{
	enum rc rc = leftover_age(&j->leftover, j->newest, j->opt.max_age, d);

	if (rc != RC_SKIP)
		return rc;
	if (s->rec->timed && tod_us(s->rec->tod) > j->newest)
		j->newest = tod_us(s->rec->tod);
	s->known = pending_know(&j->pending, span_of(s->tag.key, s->tag.keylen));
	if (s->known == NULL)
		return diag_memory(d);
	if (s->tag.part == JOIN_WHOLE)
		return join_complete(j, s, d);
	return s->tag.part == JOIN_FIRST ? join_first(j, s, d) : join_later(j, s, d);
}

static enum rc
join_record(struct join *j, struct record *rec, struct diag *d)
{
	struct segment s;

	rec->segments = 0;
	if (rec->eid != EID_DB2) {
		j->ledger->n[RECORDS_EVENT]++;
		return RC_OK;
	}
	if (rec->cut)
		return join_cut(j, rec);
	if (!j->opt.rules.tag(rec, &s.tag)) {
		j->ledger->n[RECORDS_MALFORMED]++;
		return diag_damage(d, &rec->at, "record has Db2's event ID, but its lengths "
		    "are not those of a Db2 segment (%zu bytes)", rec->data.n);
	}
	j->ledger->n[SEGMENTS]++;
	s.rec = rec;
	return join_segment(j, &s, d);
}

/*
 * Gives an open run those orphans of its key that can continue it: from the
 * first one that is later in time on, up to a last segment. RC_OK when that
 * made a record whole.
 */
static enum rc
join_continue(struct join *j, struct run *open, struct record *out, struct diag *d)
{
	struct run *r = open->known->run[RUN_ORPHAN];
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
		run_remove(&j->pending, r, from, to);
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
		j->seam = r->newer;
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
				rc = leftover_age(&j->leftover, j->newest, j->opt.max_age, d);
				j->seam = j->pending.runs[RUN_OPEN].oldest;
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
	j->leftover = (struct leftover){ .pending = &j->pending, .ledger = ledger,
		.name = opt->rules.name, .rejects = opt->rejects, .carry = opt->carry };
	return &j->source;
}

void
join_missing(const struct source *source, struct buf *text, struct buf *json)
{
	const struct join *j = (const struct join *)source;

	gaps_report(&j->gaps, j->opt.rules.name, text, json);
}
