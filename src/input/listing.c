/* listing.c - records out of a hexadecimal print (DFSERA10 and its relatives)
 *
 *   DFSERA10 - PRINT PROGRAM                                     noise
 *   000000   011C0000 FF00A6E9  C33E28F7 DD03EFB9 ...            offset 0: a record begins
 *   000020   E2E2D6D7 00000001  000000A0 00980001 ...            goes on
 *            └ the first word is the record's RDW: it tells how many bytes must come
 *
 *   000000   FF00A6E9 C33E28F7  DD03EFB9 ...                     IDCAMS leaves the RDW out
 *
 * (Db2 for z/OS, "GTF writer header section"; IMS, DFSERA10; DFSMS, IDCAMS PRINT)
 */
#include "ztrace/listing.h"

#include <stdlib.h>
#include <string.h>

#include "ztrace/container.h"
#include "ztrace/lines.h"
#include "ztrace/rdw.h"

enum {
	BARE_BITS = 16,		/* that a record without RDW must match, before one has been seen */
	GAP_STEP = 32		/* offsets are multiples of it where lines may be missing */
};

/* What the record in work is. */
enum shape {
	NONE,			/* there is none */
	WHOLE,			/* begins with its RDW */
	BARE,			/* its RDW is not shown: made anew when all is there */
	ALIEN			/* no GTF record */
};

struct listing {
	struct source	 source;	/* first: what the caller holds */
	struct lines	*lines;		/* owned */
	struct ledger	*ledger;
	struct line	 raw;		/* the line read last */
	struct listing_line line;	/* what it shows */
	bool		 held;		/* it waits until the record before it is delivered */
	enum shape	 shape;		/* of the record in work; the rest is about that, too: */
	struct buf	 data;		/* from its RDW on */
	struct place	 at;		/* its first line */
	size_t		 want;		/* bytes it should have, or LISTING_MOST */
	size_t		 unknown;	/* bytes of it shown as xx */
	bool		 same;		/* the last line is repeated up to the next offset */
	bool		 bare;		/* a record without RDW has been seen, or IDCAMS' title */
	bool		 made;		/* an RDW has been made, which has been said */
	bool		 headless;	/* in lines of a record whose beginning is not there */
	uint64_t	 number;	/* records begun so far */
};

static void
listing_book(struct listing *l, enum account account)
{
	l->ledger->n[BYTES_READ] += l->raw.bytes;
	l->ledger->n[account] += l->raw.bytes;
}

/* The offset that the next line of the record in work has. */
static size_t
listing_next_offset(const struct listing *l)
{
	return l->shape == NONE ? 0 : l->data.n - (l->shape == BARE ? RDW_SIZE : 0);
}

static size_t
listing_left(const struct listing *l)
{
	return l->shape == NONE ? LISTING_MOST : l->want - l->data.n;
}

/* Decides by its first line what a record is, and how long. */
static enum shape
listing_shape(const struct listing *l, size_t *want)
{
	uint8_t rdw[RDW_HEAD] = { 0 };
	struct span head = span_first(span_of(l->line.data, l->line.n), RDW_HEAD);
	size_t n = span_u16(head, 0);
	bool plain = n >= RDW_SIZE && span_u16(head, 2) == 0;
	int bare = rdw_bits_bare(head);

	memcpy(rdw, head.p, head.n);
	if (n > RDW_LONGEST)
		put_u16(rdw, RDW_LONGEST);	/* joined records may be longer, in a listing */
	*want = plain ? n : LISTING_MOST;
	if (rdw_bits(span_of(rdw, head.n)) > 0 || (plain && head.n < RDW_SIZE + 2))
		return WHOLE;
	if (bare >= BARE_BITS || (bare > 0 && l->bare))
		return BARE;
	return ALIEN;
}

static void
listing_begin(struct listing *l, struct diag *d)
{
	buf_clear(&l->data);
	l->shape = listing_shape(l, &l->want);
	l->at = (struct place){ .number = ++l->number, .line = l->raw.number,
	    .offset = l->raw.at, .known = true };
	l->unknown = 0;
	l->same = l->headless = false;
	if (l->shape != BARE)
		return;
	l->want = LISTING_MOST;
	buf_fill(&l->data, 0, RDW_SIZE);
	if (!l->made)
		(void)diag_note(d, &l->at,
		    "records are shown without their RDWs, which are made anew");
	l->bare = l->made = true;
}

/* Repeats the last line until the record has n bytes. */
static void
listing_repeat(struct listing *l, size_t n)
{
	size_t i, more = n - l->data.n;
	uint8_t *to = buf_room(&l->data, more);

	if (to == NULL || l->data.n < LISTING_WIDTH)
		return;
	for (i = 0; i < more; i++)
		to[i] = l->data.p[l->data.n + i - LISTING_WIDTH];
	l->data.n += more;
}

/* Says what is wrong with the record in work; true when it is not whole. */
static bool
listing_lacks(const struct listing *l, bool gap, struct diag *d)
{
	struct span s = buf_span(&l->data);

	if (l->unknown > 0)
		(void)diag_damage(d, &l->at,
		    "listing shows xx for unknown bytes, read as 00 (%zu)", l->unknown);
	if (l->shape == ALIEN)
		(void)diag_damage(d, &l->at,
		    "listing shows something else than a GTF record (%zu bytes)", s.n);
	else if (l->shape == WHOLE && s.n < l->want)
		(void)diag_damage(d, &l->at, "listing holds only part of the record "
		    "(%zu of %zu bytes: lines are missing)", s.n, l->want);
	else if (l->shape == BARE && gap)
		(void)diag_damage(d, &l->at, "listing holds only part of the record "
		    "(%zu bytes and its RDW: lines are missing)", s.n - RDW_SIZE);
	else
		return false;
	return true;
}

/* Hands out the record in work. `gap`: lines of it are missing here. */
static enum rc
listing_deliver(struct listing *l, bool gap, struct record *rec, struct diag *d)
{
	if (l->same && l->shape == WHOLE)
		listing_repeat(l, l->want);
	if (l->data.failed)
		return diag_memory(d);
	if (l->shape == BARE)
		put_u16(l->data.p, (uint16_t)l->data.n);
	l->ledger->n[UNKNOWN_BYTES] += l->unknown;
	record_start(rec, buf_span(&l->data), &l->at);
	rec->cut = listing_lacks(l, gap, d);
	rec->unknown = (uint32_t)l->unknown;
	l->shape = NONE;
	return RC_OK;
}

/* Whether the line belongs to the record in work. */
static bool
listing_follows(const struct listing *l)
{
	size_t next = listing_next_offset(l), offset = l->line.offset;

	if (l->shape == NONE)
		return false;
	if (l->same && l->line.kind == LISTING_BYTES)
		return offset > next && offset - next < listing_left(l);
	return offset == next && (l->line.kind == LISTING_BYTES || next >= LISTING_WIDTH);
}

/* Whether the line is one of a record, but not the next one of the record in work. */
static bool
listing_breaks(const struct listing *l)
{
	return l->line.offset > 0 && l->line.offset % GAP_STEP == 0 &&
	    (l->line.kind == LISTING_SAME || l->line.n >= RDW_SIZE);
}

/* Adds a line to the record in work; true when that is complete. */
static bool
listing_add(struct listing *l)
{
	size_t n = l->line.n;

	listing_book(l, BYTES_RECORD);
	if (l->line.kind == LISTING_SAME) {
		l->same = true;
		return false;
	}
	if (l->same)
		listing_repeat(l, l->data.n + l->line.offset - listing_next_offset(l));
	l->same = false;
	if (n > listing_left(l))
		n = listing_left(l);
	buf_put(&l->data, l->line.data, n);
	l->unknown += l->line.unknown;
	return listing_left(l) == 0 || (l->shape == BARE && n < LISTING_WIDTH) || l->data.failed;
}

/* Takes usual lines of the record in work straight from the stream; true when it is complete. */
static bool
listing_run(struct listing *l)
{
	struct span s = lines_ahead(l->lines), rest;
	size_t used = 0, count = 0, left, lines, bytes;
	uint8_t *to;

	while (l->shape == WHOLE && !l->same && (left = listing_left(l)) > 0) {
		to = buf_room(&l->data, left > LISTING_WIDTH ? left : LISTING_WIDTH);
		if (to == NULL)
			break;
		rest = span_from(s, used);
		bytes = listing_lines_next(rest, l->data.n, left, to, &lines);
		if (bytes == 0) {
			lines = 1;
			bytes = listing_line_next(rest, l->data.n,
			    left < LISTING_WIDTH ? left : LISTING_WIDTH, to);
		}
		if (bytes == 0)
			break;
		l->data.n += lines * LISTING_WIDTH < left ? lines * LISTING_WIDTH : left;
		used += bytes;
		count += lines;
	}
	lines_take(l->lines, used, count);
	l->ledger->n[BYTES_READ] += used;
	l->ledger->n[BYTES_RECORD] += used;
	return count > 0 && listing_left(l) == 0;
}

static bool
text_idcams(struct span s)
{
	static const char name[] = "IDCAMS";

	for (; s.n >= sizeof(name) - 1; s = span_from(s, 1))
		if (memcmp(s.p, name, sizeof(name) - 1) == 0)
			return true;
	return false;
}

/* Whether a line that shows nothing can be the first of a record, up to somewhere. */
static bool
text_begins(struct span s)
{
	static const char digits[] = "0123456789ABCDEFabcdefXx \t";
	size_t at = s.n > 0 && memchr("1+-", s.p[0], 3) != NULL, i;

	while (span_u8(s, at) == ' ' || span_u8(s, at) == '\t')
		at++;
	if (span_u8(s, at) != '0')
		return false;
	for (i = at; i < s.n; i++)
		if (memchr(digits, s.p[i], sizeof(digits) - 1) == NULL)
			return false;
	return true;
}

/* A line that belongs to no record. */
static void
listing_pass(struct listing *l, struct diag *d)
{
	bool bytes = l->line.kind != LISTING_NOISE && listing_breaks(l);
	bool cut = l->raw.cut && l->shape == NONE && text_begins(l->raw.text);

	listing_book(l, bytes || cut || l->raw.damaged ? BYTES_SKIPPED : BYTES_PADDING);
	if (cut)
		(void)diag_damage(d, &(struct place){ .line = l->raw.number },
		    "listing ends within a line (%zu bytes)", l->raw.text.n);
	if (bytes && !l->headless)
		(void)diag_damage(d, &(struct place){ .line = l->raw.number },
		    "listing shows a record without its beginning (from offset %06zX on)",
		    l->line.offset);
	l->headless |= bytes;
	if (l->number == 0 && text_idcams(l->raw.text))
		l->bare = true;
}

/* Uses the line at hand. RC_END: it does not complete a record. */
static enum rc
listing_use(struct listing *l, struct record *rec, struct diag *d)
{
	bool begins = l->line.kind == LISTING_BYTES && l->line.offset == 0;
	bool breaks = l->line.kind != LISTING_NOISE && listing_breaks(l);
	enum rc rc;

	if (l->line.kind != LISTING_NOISE && listing_follows(l))
		return listing_add(l) ? listing_deliver(l, false, rec, d) : RC_END;
	if (l->shape != NONE && (begins || breaks)) {
		l->held = true;
		rc = listing_deliver(l, breaks, rec, d);
		l->headless = rc == RC_OK && breaks && rec->cut;
		return rc;
	}
	if (!begins) {
		listing_pass(l, d);
		return RC_END;
	}
	listing_begin(l, d);
	return listing_add(l) ? listing_deliver(l, false, rec, d) : RC_END;
}

static enum rc
listing_next(struct source *source, struct record *rec, struct diag *d)
{
	struct listing *l = (struct listing *)source;
	enum rc rc = RC_END;

	while (rc == RC_END) {
		if (!l->held) {
			if (listing_run(l))
				return listing_deliver(l, false, rec, d);
			rc = lines_next(l->lines, &l->raw, d);
			if (rc == RC_END && l->shape != NONE)
				return listing_deliver(l, false, rec, d);
			if (rc != RC_OK)
				return rc;
			listing_line_read(l->raw.text, listing_next_offset(l),
			    listing_left(l), &l->line);
		}
		l->held = false;
		rc = listing_use(l, rec, d);
	}
	return rc;
}

static void
listing_close(struct source *source)
{
	struct listing *l = (struct listing *)source;

	lines_close(l->lines);
	buf_free(&l->data);
	free(l);
}

static struct source *
listing_open(struct stream *stream, struct ledger *ledger, struct diag *d)
{
	struct listing *l = calloc(1, sizeof(*l));

	if (l == NULL) {
		(void)diag_memory(d);
		stream_close(stream);
		return NULL;
	}
	l->source = (struct source){ .next = listing_next, .close = listing_close };
	l->ledger = ledger;
	l->lines = lines_open(stream, d);
	if (l->lines == NULL) {
		free(l);
		return NULL;
	}
	return &l->source;
}

const struct container container_listing = {
	.name = "listing",
	.help = "print of records in hex (DFSERA10, DFSERA30, DFHJUP, IDCAMS)",
	.deep = true,
	.bid = listing_bid,
	.open = listing_open
};
