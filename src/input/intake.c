/* intake.c - takes bytes from a stream, books them, finds back after damage */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "ztrace/intake.h"
#include "ztrace/rdw.h"

/* Damage has been said and booked where it was met: that is enough. */
static enum rc
intake_next(struct source *source, struct record *rec, struct diag *d)
{
	struct intake *in = (struct intake *)source;
	enum rc rc;

	do
		rc = in->step(in, rec, d);
	while (rc == RC_SKIP);
	return rc;
}

static void
intake_close(struct source *source)
{
	struct intake *in = (struct intake *)source;

	stream_close(in->stream);
	buf_free(&in->parts.whole);
	free(in);
}

struct source *
intake_open(size_t size, intake_fn *step, struct stream *s,
    struct ledger *ledger, struct diag *d)
{
	struct intake *in = calloc(1, size);

	if (in == NULL) {
		(void)diag_memory(d);
		stream_close(s);
		return NULL;
	}
	*in = (struct intake){
		.source = { .next = intake_next, .close = intake_close },
		.stream = s,
		.ledger = ledger,
		.step = step
	};
	return &in->source;
}

enum rc
intake_peek(struct intake *in, size_t min, struct span *v, struct diag *d)
{
	if (in->lent > 0) {
		stream_consume(in->stream, in->lent);
		in->lent = 0;
	}
	return stream_peek(in->stream, min, v, d);
}

void
intake_take(struct intake *in, size_t n, enum account account)
{
	stream_consume(in->stream, n);
	in->ledger->n[BYTES_READ] += n;
	in->ledger->n[account] += n;
}

void
intake_rebook(struct intake *in, uint64_t n, enum account from, enum account to)
{
	in->ledger->n[from] -= n;
	in->ledger->n[to] += n;
}

struct place
intake_place(const struct intake *in)
{
	return (struct place){
		.number = in->records + 1,
		.offset = stream_at(in->stream),
		.known = true
	};
}

enum rc
intake_lend(struct intake *in, struct span data, struct record *rec)
{
	struct place at = intake_place(in);

	in->lent = data.n;
	in->ledger->n[BYTES_READ] += data.n;
	in->ledger->n[BYTES_RECORD] += data.n;
	return intake_lend_own(in, data, &at, rec);
}

enum rc
intake_lend_own(struct intake *in, struct span data, const struct place *at,
    struct record *rec)
{
	record_start(rec, data, at);
	in->records++;
	return RC_OK;
}

enum rc
intake_cut(struct intake *in, size_t have, size_t length, struct diag *d)
{
	struct place at = intake_place(in);

	intake_take(in, have, BYTES_SKIPPED);
	return diag_damage(d, &at, "record is cut short (%zu of %zu bytes)",
	    have, length);
}

void
intake_hex(struct span s, char hex[9])
{
	size_t i;

	hex[0] = '\0';
	for (i = 0; i < s.n && i < 4; i++)
		(void)snprintf(hex + 2 * i, 3, "%02X", s.p[i]);
}

/* Bytes before the first place in v that is in sight, or may be with *need. */
static size_t
skip_scan(struct span v, size_t at, bool whole, sight_fn *sight,
    enum sight *seen, size_t *need)
{
	for (*seen = SIGHT_NO; at < v.n; at++) {
		*seen = sight(span_from(v, at), whole, need);
		if (*seen != SIGHT_NO)
			break;
	}
	return at;
}

enum rc
intake_skip(struct intake *in, sight_fn *sight, struct gap *gap, struct diag *d)
{
	uint64_t extent = stream_extent(in->stream);
	size_t n, want = 1;
	enum sight seen;
	struct span v;
	bool whole;

	if (intake_peek(in, 4, &v, d) == RC_FAIL)
		return RC_FAIL;
	*gap = (struct gap){ .at = intake_place(in), .zero = true };
	intake_hex(v, gap->head);
	do {
		if (stream_peek(in->stream, want, &v, d) == RC_FAIL)
			return RC_FAIL;
		if (stream_extent(in->stream) != extent)
			break;
		whole = v.n < want;
		want = 1;
		n = skip_scan(v, gap->n == 0, whole, sight, &seen, &want);
		gap->zero = gap->zero && span_zero(span_first(v, n));
		intake_take(in, n, BYTES_SKIPPED);
		gap->n += n;
		gap->found = seen == SIGHT_YES;
	} while (!gap->found && !whole);
	return RC_SKIP;
}

enum rc
intake_padding(struct intake *in, const struct gap *gap, struct diag *d)
{
	intake_rebook(in, gap->n, BYTES_SKIPPED, BYTES_PADDING);
	(void)diag_warn(d, &gap->at,
	    "zeros behind the last record (%" PRIu64 " bytes)", gap->n);
	return RC_SKIP;
}

enum rc
intake_search(struct intake *in, sight_fn *sight, const char *what,
    struct diag *d)
{
	struct gap gap;

	if (intake_skip(in, sight, &gap, d) == RC_FAIL)
		return RC_FAIL;
	/* at the end of a stream, less than an RDW can as well be one that is cut */
	if (gap.zero && !gap.found &&
	    (gap.n >= RDW_SIZE || stream_bordered(in->stream)))
		return intake_padding(in, &gap, d);
	return diag_damage(d, &gap.at, "bad %s (%s, %" PRIu64 " bytes skipped)",
	    what, gap.head, gap.n);
}
