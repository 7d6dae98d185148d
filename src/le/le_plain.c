/* le_plain.c - entries as they are, each an event of its own */
#include <stdlib.h>

#include "ztrace/le_entry.h"
#include "ztrace/le_event.h"
#include "ztrace/le_order.h"
#include "ztrace/le_pair.h"

struct le_plain {
	struct source	 source;	/* first: what the caller holds */
	struct source	*below;		/* owned */
	struct ledger	*ledger;
	struct le_event	 ev;
	const char	*file;		/* of the table in work */
	uint32_t	 table, table_in_file;
};

static enum rc
plain_next(struct source *source, struct record *rec, struct diag *d)
{
	struct le_plain *p = (struct le_plain *)source;
	struct le_entry e;
	enum rc rc = p->below->next(p->below, rec, d);

	if (rc != RC_OK)
		return rc;
	e = le_entry_read(rec->data);
	if (p->table == 0 || p->file != rec->at.file ||
	    p->table_in_file != e.where.table) {
		p->table++;
		p->file = rec->at.file;
		p->table_in_file = e.where.table;
		p->ledger->n[TABLES]++;
	}
	p->ledger->n[ENTRIES_READ]++;
	p->ledger->n[ENTRIES_LISTED]++;
	le_event_begin(&p->ev, &e, p->table);
	rec->data = span_of(&p->ev, sizeof(p->ev));
	return RC_OK;
}

static void
plain_close(struct source *source)
{
	struct le_plain *p = (struct le_plain *)source;

	p->below->close(p->below);
	free(p);
}

struct source *
le_plain_open(struct source *below, struct ledger *ledger)
{
	struct le_plain *p = calloc(1, sizeof(*p));

	if (p == NULL) {
		below->close(below);
		return NULL;
	}
	p->source = (struct source){ .next = plain_next, .close = plain_close };
	p->below = below;
	p->ledger = ledger;
	return &p->source;
}
