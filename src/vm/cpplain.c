/* cpplain.c - CP trace entries one behind the other
 *
 *  TRACE entry, TRACG entry, unused slot (zeros), TRACE entry, ...
 *
 * How long an entry is, its first two bytes say. (z/VM CP Data Areas and Control
 * Blocks, "TTEBK")
 */
#include "ztrace/cpintake.h"

enum {
	/*
	 * A full clock is looked for among so many bytes before entries
	 * without one go on, however few of them have come.
	 */
	WINDOW = 16 * 1024,
	BITS = 12,		/* that an entry is known by */
	BITS_UNSURE = 31,	/* before a page's end could be seen */
	ENTRIES = 100		/* that a bid looks at, at most */
};

struct plain {
	struct intake	 in;
	bool		 clocked;	/* a full clock has been seen */
	uint64_t	 extent;	/* in work */
	uint64_t	 origin;	/* where it begins */
};

/* Bits of the entries in a row, unused slots between them or before them. */
static int
plain_bid(struct head head)
{
	struct span s = head.s;
	size_t n, entries = 0;
	int bits;

	while (entries < ENTRIES) {
		s = span_from(s, cpintake_unused(s));
		n = cpentry_whole(s);
		if (n == 0)
			break;
		entries++;
		s = span_from(s, n);
	}
	bits = (int)entries * BITS;
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
	uint64_t skipped = 0;
	size_t n, want = 2 * CPENTRY_MOST + 1;
	char hex[9];

	intake_hex(v, hex);
	while (!told && !whole) {
		if (stream_peek(p->in.stream, want, &v, d) == RC_FAIL)
			return RC_FAIL;
		if (stream_extent(p->in.stream) != p->extent)
			break;
		whole = v.n < want;
		n = cpintake_search(v, (size_t)(stream_at(p->in.stream) - p->origin), whole,
		    &told);
		if (n > v.n)
			n = v.n;
		intake_take(&p->in, n, BYTES_SKIPPED);
		skipped += n;
	}
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

	if (intake_peek(in, p->clocked ? CPENTRY_MOST : WINDOW, &v, d) == RC_FAIL)
		return RC_FAIL;
	if (v.n == 0)
		return RC_END;
	if (stream_extent(in->stream) != p->extent) {
		p->extent = stream_extent(in->stream);
		p->origin = stream_at(in->stream);
	}
	if (!p->clocked)
		v = span_first(v, WINDOW);
	unused = cpintake_unused(v);
	if (unused > 0) {
		intake_take(in, unused, BYTES_PADDING);
		return RC_SKIP;
	}
	c = cprun_count(v);
	if (c.bytes == 0)
		return plain_bad(p, v, d);
	p->clocked = p->clocked || c.tracg > 0;
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
