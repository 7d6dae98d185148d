/* select.c - takes the wanted events out of a trace, counts the others */

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "ztrace/gtf.h"
#include "ztrace/tod.h"

enum { EIDS = 65536, FOREIGN_SHOWN = 20, CONTROL_KEPT = 1024 };

struct selection {
	struct source	 source;	/* first: what the caller holds */
	struct source	*below;		/* owned */
	struct eid_match match;
	struct ledger	*ledger;
	int		 zone;		/* minutes, from the last control record */
	bool		 zoned;
	size_t		 control;	/* bytes of the last control record; 0: not kept */
	uint8_t		 kept[CONTROL_KEPT];
	uint64_t	 foreign[EIDS];	/* dropped trace records by event ID */
};

static void
select_keep(struct selection *s, struct span control)
{
	s->control = control.n <= sizeof(s->kept) ? control.n : 0;
	if (s->control > 0)
		memcpy(s->kept, control.p, s->control);
}

/* Books a record. True when it goes on. */
static bool
select_takes(struct selection *s, struct record *rec, const struct gtf_head *h)
{
	uint64_t *n = s->ledger->n;

	switch (h->kind) {
	case GTF_CONTROL:
		s->zone = tod_zone_minutes(h->zone);
		s->zoned = true;
		select_keep(s, rec->data);
		n[RECORDS_CONTROL]++;
		return false;
	case GTF_LOST_EVENTS:
		n[LOST_EVENTS] += h->lost;
		n[RECORDS_LOST]++;
		return false;
	case GTF_LOST_BLOCK:
		n[LOST_BLOCKS]++;
		n[RECORDS_LOST]++;
		return false;
	case GTF_OWN:
		n[RECORDS_OWN]++;
		return false;
	case GTF_BAD:
	case GTF_TRACE:
	case GTF_SPLIT:
		break;
	}
	rec->tod = h->tod;
	rec->timed = h->timed;
	rec->zone = s->zone;
	rec->zoned = s->zoned;
	rec->eid = h->eid;
	if ((h->eid & s->match.mask) == s->match.value)
		return true;
	if (h->eid == EID_DB2) {
		n[RECORDS_UNSELECTED]++;
	} else {
		n[RECORDS_FOREIGN]++;
		s->foreign[h->eid]++;
	}
	return false;
}

static enum rc
select_next(struct source *source, struct record *rec, struct diag *d)
{
	struct selection *s = (struct selection *)source;
	struct gtf_head h;
	enum rc rc;

	for (;;) {
		rc = s->below->next(s->below, rec, d);
		if (rc != RC_OK)
			return rc;
		s->ledger->n[RECORDS_READ]++;
		h = gtf_head(rec->data);
		/*
		 * A cut record tells nothing that can be relied on but whose
		 * it is: the join must know that a segment was lost there.
		 */
		if (h.kind == GTF_BAD || (rec->cut && h.eid != EID_DB2)) {
			s->ledger->n[RECORDS_MALFORMED]++;
			if (!rec->cut)
				(void)diag_damage(d, &rec->at, "no GTF record (%zu bytes)",
				    rec->data.n);
			continue;
		}
		if (select_takes(s, rec, &h))
			return RC_OK;
	}
}

struct span
select_control(const struct source *source)
{
	const struct selection *s = (const struct selection *)source;

	return span_of(s->kept, s->control);
}

static void
select_close(struct source *source)
{
	struct selection *s = (struct selection *)source;

	s->below->close(s->below);
	free(s);
}

struct source *
select_open(struct source *below, struct eid_match match, struct ledger *ledger)
{
	struct selection *s = calloc(1, sizeof(*s));

	if (s == NULL) {
		below->close(below);
		return NULL;
	}
	s->source = (struct source){ .next = select_next, .close = select_close };
	s->below = below;
	s->match = match;
	s->ledger = ledger;
	return &s->source;
}

/*
 * The event ID that comes next in order, most first, equal counts in order of
 * the ID: behind `last`, which was counted `limit` times. EIDS: there is none.
 */
static size_t
select_most(const struct selection *s, uint64_t limit, size_t last)
{
	size_t eid, best = EIDS;

	for (eid = 0; eid < EIDS; eid++) {
		if (s->foreign[eid] == 0 || s->foreign[eid] > limit ||
		    (s->foreign[eid] == limit && eid <= last))
			continue;
		if (best == EIDS || s->foreign[eid] > s->foreign[best])
			best = eid;
	}
	return best;
}

void
select_foreign(const struct source *source, struct buf *text, struct buf *json)
{
	const struct selection *s = (const struct selection *)source;
	const char *sep = "";
	size_t eid, shown;

	buf_char(json, '{');
	for (eid = 0; eid < EIDS; eid++) {
		if (s->foreign[eid] == 0)
			continue;
		buf_printf(json, "%s\"%04zX\":%" PRIu64, sep, eid, s->foreign[eid]);
		sep = ",";
	}
	buf_char(json, '}');
	sep = "";
	eid = select_most(s, UINT64_MAX, 0);
	for (shown = 0; eid < EIDS && shown < FOREIGN_SHOWN; shown++) {
		buf_printf(text, "%s%04zX %" PRIu64, sep, eid, s->foreign[eid]);
		sep = ", ";
		eid = select_most(s, s->foreign[eid], eid);
	}
	if (eid < EIDS)
		buf_str(text, ", ...");
}
