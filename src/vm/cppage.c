/* cppage.c - pages of a CP trace table
 *
 *  0           0xFC0             0xFE0          0xFF8     0xFFC
 *  entries ... entry CP made     frame, ...     forward   backward    4096 bytes
 *
 * The entry at 0xFC0 is the one of the interruption that ended the page. Where
 * entries are long, the place before it stays unused: the machine ends a page
 * when the longest entry would not fit. (z/VM CP Data Areas and Control
 * Blocks, "TTPBK")
 */
#include "ztrace/cpintake.h"

enum {
	HAND = 0xFC0,
	TRAILER = 0xFE0,
	FORWARD = 0xFF8, BACKWARD = 0xFFC,
	LONGEST_TRACE = 76,
	BITS = 12, BITS_POINTER = 12,
	PAGES = 4			/* that a bid looks at */
};

struct page {
	struct intake	 in;
	size_t		 size, left;	/* bytes of the page in work, and to come */
	bool		 begun;		/* an entry of it has been seen */
	bool		 tracg;		/* one of TRACG */
};

/* Bits of the entries of one page; 0 when something else is among them. */
static int
page_bits(struct span page)
{
	struct span s = span_first(page, TRAILER);
	struct cpcount c;
	int bits = 0;
	size_t at;

	for (at = 0; at < s.n; at += c.bytes) {
		at += cpintake_unused(span_from(s, at));
		c = cprun_count(span_from(s, at));
		bits += (int)(c.trace + c.tracg) * BITS;
		if (c.bytes == 0)
			break;
	}
	return at >= s.n || at > CP_BLOCK - CPENTRY_MOST ? bits : 0;
}

/*
 * Without a pointer nothing but zeros ends a page, which reads as well as
 * entries one behind the other.
 */
static int
page_bid(struct head head)
{
	uint32_t forward, backward;
	int bits = 0, pointers = 0, k;
	struct span page;

	for (k = 0; k < PAGES && span_cut(head.s, (size_t)k * CP_BLOCK, CP_BLOCK, &page); k++) {
		forward = span_u32(page, FORWARD);
		backward = span_u32(page, BACKWARD);
		if (((forward | backward) & 0xFFF) != 0 ||
		    cpentry_whole(span_from(page, TRAILER)) > 0)
			return 0;
		bits += page_bits(page);
		pointers += (forward != 0) + (backward != 0);
	}
	return bits > 0 && pointers > 0 ? bits + pointers * BITS_POINTER : 0;
}

/* Takes a part of the page. */
static enum rc
page_take(struct page *p, size_t n, enum account account)
{
	intake_take(&p->in, n, account);
	p->left -= n;
	return RC_SKIP;
}

static enum rc
page_begin(struct page *p, struct span v, struct diag *d)
{
	struct place at = intake_place(&p->in);

	p->size = p->left = span_first(v, CP_BLOCK).n;
	p->begun = p->tracg = false;
	if (p->size < CP_BLOCK)
		(void)diag_damage(d, &at, "page is cut short (%zu of %d bytes)", p->size,
		    CP_BLOCK);
	return RC_SKIP;
}

/* What stands where an entry should: the unused end, or damage. */
static enum rc
page_bad(struct page *p, struct span v, struct diag *d)
{
	size_t at = p->size - p->left, n, limit;
	struct place place = intake_place(&p->in);
	char hex[9];
	bool told;

	intake_hex(v, hex);
	limit = CP_BLOCK - (p->tracg ? CPENTRY_MOST : LONGEST_TRACE);
	n = cpintake_search(v, at, true, &told);
	if (!told && at < HAND && cpentry_whole(span_from(v, HAND - at)) > 0) {
		n = HAND - at;
		told = true;
	}
	if (v.p[0] >> 4 != 7 && (told ? at > limit : p->begun))
		return page_take(p, n, BYTES_PADDING);
	(void)page_take(p, n, BYTES_SKIPPED);
	return cpintake_bad(&place, hex, n, d);
}

/*
 * Entries up to where the clock falls: there the table begins anew, or its
 * clock does, which is for others to tell.
 */
static struct cpcount
page_count(struct span v)
{
	struct cpcount c = { 0 }, one;
	uint64_t kept, last = 0;
	size_t n;

	while ((n = cpentry_whole(v)) > 0) {
		one = cprun_count(span_first(v, n));
		kept = one.trace > 0 ? span_u64(v, 0) & cpentry_mask(CPFORM_TRACE) : 0;
		if (kept < last)
			break;
		last = kept;
		c.bytes += n;
		c.trace += one.trace;
		c.tracg += one.tracg;
		v = span_from(v, n);
	}
	return c;
}

static enum rc
page_step(struct intake *in, struct record *rec, struct diag *d)
{
	struct page *p = (struct page *)in;
	struct cpcount c;
	struct span v;
	size_t at, unused;
	enum rc rc;

	if (intake_peek(in, p->left > 0 ? p->left : CP_BLOCK, &v, d) == RC_FAIL)
		return RC_FAIL;
	if (v.n == 0)
		return RC_END;
	if (p->left == 0)
		(void)page_begin(p, v, d);
	at = p->size - p->left;
	if (at >= TRAILER)
		return page_take(p, p->left, BYTES_DESCRIPTOR);
	v = span_first(span_first(v, p->left), TRAILER - at);
	unused = cpintake_unused(v);
	if (unused > 0)
		return page_take(p, unused, BYTES_PADDING);
	c = page_count(v);
	if (c.bytes == 0)
		return page_bad(p, v, d);
	p->left -= c.bytes;
	p->begun = true;
	p->tracg = p->tracg || c.tracg > 0;
	rc = cpintake_lend(in, v, &c, rec);
	rec->page = true;
	return rc;
}

static struct source *
page_open(struct stream *s, struct ledger *ledger, struct diag *d)
{
	return intake_open(sizeof(struct page), page_step, s, ledger, d);
}

const struct container container_cp_page = {
	.name = "pages",
	.help = "trace table pages out of a dump (TTPBK)",
	.bid = page_bid,
	.open = page_open
};
