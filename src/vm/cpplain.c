/* cpplain.c - CP trace entries one behind the other
 *
 *  TRACE entry, TRACG entry, unused slot (zeros), TRACE entry, ...
 *
 * How long an entry is, its first two bytes say. (z/VM CP Data Areas and Control
 * Blocks, "TTEBK")
 */
#include "ztrace/cpintake.h"

enum {
	BITS = 12,		/* that an entry is known by */
	BITS_UNSURE = 31,	/* before a page's end could be seen */
	ENTRIES = 100,		/* that a bid looks at, at most */
	GAPS = 3,		/* between them, */
	GAP = 256		/* and bytes of each */
};

struct plain {
	struct intake	 in;
	uint64_t	 extent;	/* in work */
	uint64_t	 origin;	/* where its grid begins */
	bool		 any;		/* an entry has been seen: */
	uint64_t	 low;		/* low part of the last one's clock */
};

/* Bits of the entries in a row, unused slots between them or before them; a few may be bad. */
static int
plain_bid(struct head head)
{
	struct span s = head.s;
	int entries = 0, gaps = 0, bits;
	bool told = true;
	size_t n;

	while (entries < ENTRIES && told) {
		s = span_from(s, cpintake_unused(s));
		n = cpentry_whole(s);
		if (n > 0) {
			entries++;
		} else {
			n = cpintake_search(span_first(s, GAP + CP_SIGHT), 1, 0,
			    head.whole && s.n <= GAP + CP_SIGHT, NULL, &told);
			told = told && ++gaps <= GAPS;
		}
		s = span_from(s, n);
	}
	if (entries < gaps * CP_GOOD)
		return 0;
	bits = (entries - gaps) * BITS;
	if (head.whole || head.s.n >= CP_BLOCK + CPENTRY_LEAST)
		return bits;
	return bits < BITS_UNSURE ? bits : BITS_UNSURE;
}

/* Steps over what is no entry, up to the next one or the end of the extent. */
static enum rc
plain_search(struct plain *p, struct span v, struct diag *d)
{
	struct place at = intake_place(&p->in);
	bool told = false, whole = false;
	size_t n, from = 1, want = CP_SIGHT + 1;
	uint64_t skipped = 0;
	char hex[9];

	intake_hex(v, hex);
	while (!told && !whole) {
		if (stream_peek(p->in.stream, want, &v, d) == RC_FAIL)
			return RC_FAIL;
		if (stream_extent(p->in.stream) != p->extent)
			break;
		whole = v.n < want;
		n = cpintake_search(v, from, (size_t)(stream_at(p->in.stream) - p->origin), whole,
		    p->any ? &p->low : NULL, &told);
		from = 0;
		if (n > v.n)
			n = v.n;
		intake_take(&p->in, n, BYTES_SKIPPED);
		skipped += n;
	}
	/* what has been shifted keeps to its new places */
	if (told && (stream_at(p->in.stream) - p->origin) % 8 != 0)
		p->origin = stream_at(p->in.stream);
	return cpintake_bad(&at, hex, skipped, d);
}

static enum rc
plain_bad(struct plain *p, struct span v, struct diag *d)
{
	struct place at = intake_place(&p->in);
	size_t length = cpentry_length(v), have = v.n;

	if (length <= have)
		return plain_search(p, v, d);
	intake_take(&p->in, have, BYTES_SKIPPED);
	return diag_damage(d, &at, "entry is cut short (%zu of %zu bytes)", have, length);
}

static enum rc
plain_step(struct intake *in, struct record *rec, struct diag *d)
{
	struct plain *p = (struct plain *)in;
	struct cpcount c;
	struct span v;
	size_t unused;

	if (intake_peek(in, CPENTRY_MOST, &v, d) == RC_FAIL)
		return RC_FAIL;
	if (v.n == 0)
		return RC_END;
	if (stream_extent(in->stream) != p->extent) {
		p->extent = stream_extent(in->stream);
		p->origin = stream_at(in->stream);
	}
	unused = cpintake_unused(v);
	if (unused > 0) {
		intake_take(in, unused, BYTES_PADDING);
		return RC_SKIP;
	}
	c = cprun_count(v);
	if (c.bytes == 0)
		return plain_bad(p, v, d);
	p->any = true;
	p->low = cpentry_low(span_from(v, c.last));
	return cpintake_lend(in, v, &c, rec);
}

static struct source *
plain_open(struct stream *s, struct ledger *ledger, struct diag *d)
{
	return intake_open(sizeof(struct plain), plain_step, s, ledger, d);
}

const struct container container_cp_plain = {
	.name = "entries",
	.help = "entries of TRACE and TRACG, one behind the other",
	.bid = plain_bid,
	.open = plain_open
};
