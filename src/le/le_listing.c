/* le_listing.c - entries of trace tables out of a CEEDUMP listing
 *
 *     Language Environment Trace Table:                          a table begins
 *     Most recent trace entry is at displacement: 000800
 *     ...
 *       +000000    Time 22.10.56.799195 ...                      an entry begins
 *       +000010    Member ID.... 03 ...
 *       +000018    C3C5D3C8 E5F0F0F3 ...  |CELHV003 ...|
 *     CEE3DMP V1 R4.0: ...         Page:    7       a heading falls anywhere
 *       +000038    ...
 *
 * What the bytes are is told by the digits alone, and where they belong by
 * the displacement before them. (z/OS Language Environment Debugging Guide,
 * "Understanding the Language Environment dump")
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "ztrace/le_block.h"
#include "ztrace/le_entry.h"
#include "ztrace/le_line.h"
#include "ztrace/lines.h"

struct le_listing {
	struct source	 source;	/* first: what the caller holds */
	struct lines	*lines;		/* owned */
	struct ledger	*ledger;
	struct line	 raw;		/* the line read last */
	struct le_line	 line;		/* what it shows */
	bool		 held;		/* waits until an entry is delivered */
	struct le_block	 block;

	bool		 open;		/* an entry is in work; about that: */
	uint8_t		 record[LE_RECORD];
	uint32_t	 base;		/* its displacement */
	uint32_t	 have;		/* the words of it that are there */
	uint32_t	 doubt;		/* those that two rows tell differently */
	struct place	 at;		/* its first line */

	bool		 inside;	/* in a table */
	bool		 any;		/* which has had an entry, ... */
	uint32_t	 last;		/* ... the last one here, ... */
	uint32_t	 resume;	/* ... and goes on here if that is a misprint */
	uint32_t	 table, recent;
	uint64_t	 number;	/* entries begun so far */
};

static void
listing_book(struct le_listing *l, enum account account)
{
	l->ledger->n[BYTES_READ] += l->raw.bytes;
	l->ledger->n[account] += l->raw.bytes;
}

static void
table_end(struct le_listing *l)
{
	l->table += l->any;
	l->any = l->inside = false;
	l->recent = LE_NOWHERE;
}

/*
 * Sees to it that entry and table fit to each other, before an entry begins at
 * `base`.
 */
static void
table_reach(struct le_listing *l, uint32_t base, const struct place *at,
    struct diag *d)
{
	uint32_t expected = l->last + LE_SIZE;

	if (l->any && base <= l->last && base != l->resume) {
		table_end(l);
		(void)diag_note(d, at,
		    "a table begins without a heading (+%06" PRIX32 ")", base);
	}
	l->inside = true;
	if (l->any && base != expected && base > l->last) {
		(void)diag_damage(d, at,
		    "entries are missing (%" PRIu32 " before +%06" PRIX32 ")",
		    (base - expected) / LE_SIZE, base);
		l->ledger->n[ENTRIES_MISSING] += (base - expected) / LE_SIZE;
	}
	l->resume = l->any && base != expected ? expected + LE_SIZE :
	    LE_NOWHERE;
	l->any = true;
	l->last = base;
}

static void
entry_begin(struct le_listing *l, struct diag *d)
{
	l->at = (struct place){ .number = ++l->number, .line = l->raw.number,
	    .offset = l->raw.at, .known = true };
	table_reach(l, l->line.displacement, &l->at, d);
	l->open = true;
	l->base = l->line.displacement;
	l->have = l->doubt = 0;
	memset(l->record, 0, sizeof(l->record));
}

/* How many of the words are there. */
static unsigned
words_there(uint32_t have)
{
	unsigned n = 0;

	for (; have != 0; have &= have - 1)
		n++;
	return n;
}

static enum rc
entry_deliver(struct le_listing *l, struct record *rec, struct diag *d)
{
	l->open = false;
	le_where_put(l->record, (struct le_where){ .displacement = l->base,
	    .have = l->have, .table = l->table, .recent = l->recent });
	if (l->have != LE_HAVE_ALL) {
		l->ledger->n[ENTRIES_TORN]++;
		(void)diag_damage(d, &l->at, "entry is only partly there (+%06" PRIX32
		    ", %u of %d words)", l->base, words_there(l->have), LE_WORDS);
	}
	*rec = (struct record){ .data = span_of(l->record, LE_RECORD),
	    .at = l->at };
	return RC_OK;
}

/* Adds a row to the entry in work; true when that was its last one. */
static bool
entry_add(struct le_listing *l, struct diag *d)
{
	const struct le_line *line = &l->line;
	unsigned first = le_row_at[line->row] / 4;
	size_t n = le_row_bytes[line->row];
	uint8_t *to = l->record + le_row_at[line->row];
	uint32_t have = line->have << first,
	    row = (uint32_t)(((uint64_t)1 << n / 4) - 1) << first;

	if (((l->have | l->doubt) & row) == 0) {
		memcpy(to, line->data, n);
		l->have |= have;
		listing_book(l, BYTES_RECORD);
		return line->row == LE_ROWS - 1;
	}
	/* a line that is printed over itself is no more than that */
	if ((l->have & row) == have && memcmp(to, line->data, n) == 0) {
		listing_book(l, BYTES_PADDING);
		return false;
	}
	/* the displacement of one of them is wrong, and nobody knows of which */
	listing_book(l, BYTES_SKIPPED);
	memset(to, 0, n);
	l->have &= ~row;
	l->doubt |= row;
	(void)diag_damage(d, &(struct place){ .line = l->raw.number },
	    "a row is there twice, and not alike (+%06" PRIX32 ")",
	    line->displacement + le_row_at[line->row]);
	return false;
}

static bool
line_row(const struct le_line *line)
{
	return line->kind == LE_LINE_HEAD || line->kind == LE_LINE_MEMBER ||
	    line->kind == LE_LINE_AREA;
}

/*
 * Whether the row begins an entry. Other parts of a dump have lines of
 * displacements and digits, too: one that shows neither time nor member must
 * be just what comes next.
 */
static bool
row_begins(const struct le_listing *l)
{
	if (l->line.kind == LE_LINE_HEAD)
		return true;
	if (!l->inside)
		return false;
	return l->any ? l->line.displacement == l->last + LE_SIZE :
	    l->line.displacement == 0;
}

/* A line that belongs to no entry. */
static void
listing_pass(struct le_listing *l)
{
	listing_book(l, l->raw.damaged ? BYTES_SKIPPED : BYTES_PADDING);
	if (l->line.kind == LE_LINE_TABLE) {
		table_end(l);
		l->inside = true;
	} else if (l->line.kind == LE_LINE_RECENT) {
		if (l->any)
			table_end(l);
		l->inside = true;
		l->recent = l->line.displacement;
	} else if (l->line.kind == LE_LINE_END) {
		table_end(l);
	}
}

/* Uses the line at hand. RC_END: it does not complete an entry. */
static enum rc
listing_use(struct le_listing *l, struct record *rec, struct diag *d)
{
	bool row = line_row(&l->line);

	if (l->open && row && l->line.displacement == l->base)
		return entry_add(l, d) ? entry_deliver(l, rec, d) : RC_END;
	row = row && row_begins(l);
	if (l->open && (row || (l->line.kind != LE_LINE_NOISE &&
	    !line_row(&l->line)))) {
		l->held = true;
		return entry_deliver(l, rec, d);
	}
	if (!row) {
		listing_pass(l);
		return RC_END;
	}
	entry_begin(l, d);
	return entry_add(l, d) ? entry_deliver(l, rec, d) : RC_END;
}

/*
 * A whole entry at once, where it looks as the one before. RC_END: it does not.
 */
static enum rc
listing_block(struct le_listing *l, struct record *rec, struct diag *d)
{
	uint32_t base = l->any ? l->last + LE_SIZE : LE_NOWHERE;
	size_t n = le_block_read(&l->block, lines_ahead(l->lines), &base,
	    l->record);
	struct place at = { .number = l->number + 1, .known = true };

	if (n == 0)
		return RC_END;
	at.line = lines_number(l->lines, &at.offset) + l->block.lines - LE_ROWS;
	at.offset += l->block.gap;
	lines_take(l->lines, n, l->block.lines);
	l->ledger->n[BYTES_READ] += n;
	l->ledger->n[BYTES_PADDING] += l->block.gap;
	l->ledger->n[BYTES_RECORD] += n - l->block.gap;
	table_reach(l, base, &at, d);
	l->number++;
	l->base = base;
	l->have = LE_HAVE_ALL;
	l->at = at;
	return entry_deliver(l, rec, d);
}

static enum rc
listing_next(struct source *source, struct record *rec, struct diag *d)
{
	struct le_listing *l = (struct le_listing *)source;
	enum rc rc = RC_END;

	while (rc == RC_END) {
		if (!l->held) {
			if (!l->open && listing_block(l, rec, d) == RC_OK)
				return RC_OK;
			rc = lines_next(l->lines, &l->raw, d);
			if (rc == RC_END && l->open)
				return entry_deliver(l, rec, d);
			if (rc == RC_END && l->number == 0)
				(void)diag_warn(d, NULL,
				    "there is no trace table in this listing");
			if (rc != RC_OK)
				return rc;
			le_line_read(l->raw.text, &l->line);
		}
		l->held = false;
		rc = listing_use(l, rec, d);
	}
	return rc;
}

static void
listing_close(struct source *source)
{
	struct le_listing *l = (struct le_listing *)source;

	lines_close(l->lines);
	free(l);
}

static struct source *
listing_open(struct stream *stream, struct ledger *ledger, struct diag *d)
{
	struct le_listing *l = calloc(1, sizeof(*l));

	if (l == NULL) {
		(void)diag_memory(d);
		stream_close(stream);
		return NULL;
	}
	l->source = (struct source){ .next = listing_next,
	    .close = listing_close };
	l->ledger = ledger;
	l->recent = l->resume = LE_NOWHERE;
	l->lines = lines_open(stream, d);
	if (l->lines == NULL) {
		free(l);
		return NULL;
	}
	return &l->source;
}

/*
 * Bits of a line that only a CEEDUMP has; of a trace table's row those that
 * must be as they are.
 */
static int
bid_line(struct span text)
{
	static const char *const marks[] = { "CEE3DMP V", "CEE3845I CEEDUMP" };
	struct le_line line;
	size_t i, k, n;

	le_line_read(text, &line);
	if (line.kind == LE_LINE_TABLE || line.kind == LE_LINE_RECENT)
		return 8 * 32;
	if (line.kind == LE_LINE_HEAD)
		return 8 * 20;
	for (i = 0; i < sizeof(marks) / sizeof(marks[0]); i++) {
		n = strlen(marks[i]);
		for (k = 0; k + n <= text.n && k < 2; k++)
			if (memcmp(text.p + k, marks[i], n) == 0)
				return 8 * (int)n;
	}
	return 0;
}

static int
listing_bid(struct head head)
{
	uint8_t room[LINE_SHOWN];
	struct lines_form form;
	struct line line;
	bool ended;
	int bits = 0;

	if (!lines_form(head, &form))
		return 0;
	while (bits == 0 && lines_cut(&form, head, room, &line, &ended)) {
		bits = bid_line(line.text);
		head.s = span_from(head.s, line.bytes);
	}
	return bits;
}

const struct container container_le_listing = {
	.name = "listing",
	.help = "the trace tables in a CEEDUMP, or what was copied from one",
	.deep = true,
	.bid = listing_bid,
	.open = listing_open
};
