/* join.c - puts records that were cut into segments together again */

#include <inttypes.h>
#include <stdlib.h>

#include "ztrace/gtf.h"
#include "ztrace/join.h"
#include "ztrace/pending.h"

/* What becomes of input: segments, then the seam of a wrapped data set, then what is left. */
enum join_phase { JOIN_READ, JOIN_SEAM, JOIN_LEFT };

struct join {
	struct source		 source;	/* first: what the caller holds */
	struct source		*below;		/* owned */
	struct join_options	 opt;
	struct ledger		*ledger;
	struct pending		 pending;
	enum join_phase		 phase;
	struct run		*seam;		/* JOIN_SEAM: the open run to look at next */
	struct buf		 whole;		/* the record lent to the caller */
};

static void
join_name(const struct join *j, const struct run *r, char out[JOIN_NAME])
{
	j->opt.rules.name(span_of(r->node.key, r->node.len), out);
}

/* Hands the segments of a run to the rejects and books them. RC_SKIP: go on. */
static enum rc
join_reject(struct join *j, struct runs *runs, struct run *r, enum account account,
    struct diag *d)
{
	enum rc rc = RC_OK;
	struct span segment;
	size_t at = 0;

	j->ledger->n[account] += r->segments;
	while (j->opt.reject != NULL && rc == RC_OK && run_walk(r, &at, &segment))
		rc = j->opt.reject(j->opt.to, segment, d);
	run_end(&j->pending, runs, r);
	return rc == RC_OK ? RC_SKIP : rc;
}

/* Rejects the oldest run there is, open or not. RC_END when there is none. */
static enum rc
join_oldest(struct join *j, bool memory, struct diag *d)
{
	struct run *open = run_oldest(&j->pending.open);
	struct run *r = run_oldest(&j->pending.orphans);
	char name[JOIN_NAME];

	if (r == NULL && open == NULL)
		return RC_END;
	if (r != NULL && (open == NULL || r->serial < open->serial)) {
		join_name(j, r, name);
		(void)diag_damage(d, &r->first.at, memory ?
		    "segments without a first given up for memory (%s, %" PRIu32 ")" :
		    "segments without a first (%s, %" PRIu32 ")", name, r->segments);
		return join_reject(j, &j->pending.orphans, r,
		    memory ? REJECTED_MEMORY : REJECTED_ORPHAN, d);
	}
	join_name(j, open, name);
	(void)diag_damage(d, &open->first.at, memory ?
	    "open record given up for memory (%s, %" PRIu32 " segments)" :
	    "record is not finished at the end of input (%s, %" PRIu32 " segments)",
	    name, open->segments);
	return join_reject(j, &j->pending.open, open,
	    memory ? REJECTED_MEMORY : REJECTED_UNFINISHED, d);
}

/* Gives up the oldest until what is held fits the limit again. RC_SKIP: go on. */
static enum rc
join_trim(struct join *j, struct diag *d)
{
	enum rc rc = RC_SKIP;

	while (rc == RC_SKIP && j->pending.held > j->opt.hold)
		rc = join_oldest(j, true, d);
	return rc == RC_END ? RC_SKIP : rc;
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
	struct join_tag tag;
	char name[JOIN_NAME];
	const char *why;
	size_t at = 0;

	buf_clear(&j->whole);
	while (run_walk(r, &at, &segment.data)) {
		if (!rules->tag(&segment, &tag))
			continue;
		if (j->whole.n == 0)
			rules->begin(&segment, &j->whole);
		buf_put(&j->whole, tag.payload.p, tag.payload.n);
	}
	if (j->whole.failed)
		return diag_memory(d);
	join_name(j, r, name);
	if (j->opt.longest > 0 && j->whole.n > j->opt.longest) {
		(void)diag_damage(d, &r->first.at, "joined record is too long for this output "
		    "(%s, %zu bytes)", name, j->whole.n);
		return join_reject(j, &j->pending.open, r, REJECTED_LONG, d);
	}
	rules->seal(j->whole.p, j->whole.n);
	why = r->torn ? "a segment of it is cut in the input" :
	    rules->check(buf_span(&j->whole));
	if (why != NULL) {
		(void)diag_damage(d, &r->first.at, "record cannot be completed "
		    "(%s, %" PRIu32 " segments: %s)", name, r->segments, why);
		return join_reject(j, &j->pending.open, r, REJECTED_DAMAGED, d);
	}
	*out = r->first;
	out->data = buf_span(&j->whole);
	out->segments = r->segments;
	j->ledger->n[SEGMENTS_JOINED] += r->segments;
	j->ledger->n[WHOLE_JOINED]++;
	run_end(&j->pending, &j->pending.open, r);
	return RC_OK;
}

/* A record that was never cut. */
static enum rc
join_complete(struct join *j, struct record *rec, const struct join_tag *tag, struct diag *d)
{
	const struct join_rules *rules = &j->opt.rules;
	struct span whole = rec->data;
	enum account account;
	char name[JOIN_NAME];
	const char *why;
	enum rc rc = RC_OK;

	if (pending_ended_before(&j->pending, span_of(tag->key, tag->keylen), rec)) {
		j->ledger->n[SEGMENTS_REPEATED]++;
		return RC_SKIP;
	}
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
	rules->name(span_of(tag->key, tag->keylen), name);
	if (why != NULL) {
		account = REJECTED_DAMAGED;
		(void)diag_damage(d, &rec->at, "record is damaged (%s: %s)", name, why);
	} else {
		account = REJECTED_LONG;
		(void)diag_damage(d, &rec->at, "record is too long for this output "
		    "(%s, %zu bytes)", name, whole.n);
	}
	j->ledger->n[account]++;
	if (j->opt.reject != NULL)
		rc = j->opt.reject(j->opt.to, rec->data, d);
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
	char name[JOIN_NAME];
	enum rc rc = RC_SKIP;

	if (r != NULL && run_repeats(r, rec->data)) {
		j->ledger->n[SEGMENTS_REPEATED]++;
		return RC_SKIP;
	}
	if (r != NULL) {
		join_name(j, r, name);
		(void)diag_damage(d, &rec->at, "record begins anew before its end "
		    "(%s, %" PRIu32 " segments given up)", name, r->segments);
		rc = join_reject(j, &j->pending.open, r, REJECTED_RESTARTED, d);
	}
	if (rc == RC_SKIP)
		rc = join_append(j, &j->pending.open, key, rec, d);
	return rc == RC_OK ? join_trim(j, d) : rc;
}

/* A middle or last segment: RC_OK when it has made a record whole. */
static enum rc
join_later(struct join *j, struct record *rec, const struct join_tag *tag, struct diag *d)
{
	struct span key = span_of(tag->key, tag->keylen);
	struct run *open = run_find(&j->pending.open, key);
	struct run *r = open != NULL ? open : run_find(&j->pending.orphans, key);
	enum rc rc;

	if (r != NULL && run_repeats(r, rec->data)) {
		j->ledger->n[SEGMENTS_REPEATED]++;
		return RC_SKIP;
	}
	if (tag->part == JOIN_LAST && pending_ended_before(&j->pending, key, rec) && open == NULL) {
		j->ledger->n[SEGMENTS_REPEATED]++;
		return RC_SKIP;
	}
	rc = join_append(j, open != NULL ? &j->pending.open : &j->pending.orphans, key, rec, d);
	if (rc == RC_OK && open != NULL && tag->part == JOIN_LAST)
		return join_whole(j, open, rec, d);
	return rc == RC_OK ? join_trim(j, d) : rc;
}

/* A cut record is no segment; if its record is open, that can not be completed any more. */
static enum rc
join_cut(struct join *j, const struct record *rec)
{
	struct join_tag tag;
	struct run *r;

	j->ledger->n[RECORDS_MALFORMED]++;
	if (j->opt.rules.tag(rec, &tag)) {
		r = run_find(&j->pending.open, span_of(tag.key, tag.keylen));
		if (r != NULL)
			r->torn = true;
	}
	return RC_SKIP;
}

static enum rc
join_record(struct join *j, struct record *rec, struct diag *d)
{
	struct join_tag tag;

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
 * first one that is not earlier in time on, up to a last segment. RC_OK when
 * that made a record whole.
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

		if (h.timed && h.tod < open->tod) {
			if (to > from)
				break;
			from = at;
			continue;
		}
		segment.tod = h.tod;
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
				j->phase = JOIN_SEAM;
				j->seam = run_oldest(&j->pending.open);
				rc = RC_SKIP;
			}
			break;
		case JOIN_SEAM:
			rc = join_seam(j, rec, d);
			break;
		case JOIN_LEFT:
			rc = join_oldest(j, false, d);
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
	return &j->source;
}
