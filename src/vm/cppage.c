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
	SLOT = 32,			/* CP's own entries of TRACE; those of TRACG take two */
	HAND = 0xFC0,
	TRAILER = 0xFE0,
	FORWARD = 0xFF8, BACKWARD = 0xFFC,
	LONGEST_TRACE = 76,
	BITS = 12, BITS_POINTER = 12,
	SURE = 8,			/* entries that make up for any number of bad slots */
	PAGES = 4			/* that a bid looks at */
};

/* What has been learnt of the pages so far. */
struct slots {
	bool		odd;		/* there are entries that do not fill slots */
	bool		tracg;		/* there is one of TRACG in the page in work */
	bool		judged;		/* a bad place of it has been looked at */
};

enum kind { ENTRY, UNUSED, BAD, TAIL };

struct page {
	struct intake	 in;
	size_t		 size, left;	/* bytes of the page in work, and to come */
	struct slots	 slots;
};

/*
 * Whether the entry that s starts with fills slots. One of another length is
 * believed if it hides no entry in the next slot, and one, or nothing, follows.
 */
static bool
fits(struct span s, size_t n)
{
	struct span behind = span_from(s, n);

	if (n % SLOT == 0 && (n == SLOT || s.p[1] != 0))
		return true;
	if (n > SLOT && cpentry_whole(span_from(s, SLOT)) > 0)
		return false;
	return span_zero(span_first(behind, 4)) || cpentry_whole(behind) > 0;
}

/* Whether s is entries one behind the other, and nothing but zeros behind them. */
static bool
ends_well(struct span s)
{
	size_t n = cpentry_whole(s);

	if (n == 0)
		return false;
	for (; n > 0; n = cpentry_whole(s))
		s = span_from(s, n);
	return span_zero(s);
}

/* A bad place among entries of any length: up to the next entry, or the one CP made. */
static size_t
bad_length(struct span s, size_t at)
{
	size_t n, next = SLOT - at % SLOT, last;
	bool told;

	n = cpintake_search(s, 1, at, true, NULL, &told);
	/* too few to be told elsewhere may end the page */
	for (last = 4; last < n; last += 4)
		if (ends_well(span_from(s, last)))
			n = last;
	if (n > next && cpentry_whole(span_from(s, next)) > 0)
		n = next;
	return n;
}

/*
 * What s, the rest of a page from a place on, starts with: *n bytes of it.
 * Near the end what is no entry has been left from an earlier use, unless
 * there are entries behind it.
 */
static enum kind
page_look(struct span s, size_t at, const struct slots *slots, size_t *n)
{
	const size_t limit = CP_BLOCK - (slots->tracg ? CPENTRY_MOST : LONGEST_TRACE);

	s = span_first(s, (at < HAND ? HAND : TRAILER) - at);
	*n = cpentry_whole(s);
	if (*n > 0 && (slots->odd || fits(s, *n)))
		return ENTRY;
	*n = cpintake_unused(s);
	if (!slots->odd && *n < s.n)
		*n -= *n % SLOT;
	if (*n > 0)
		return UNUSED;
	*n = slots->odd && s.n > SLOT ? bad_length(s, at) :
	    span_first(s, SLOT).n;
	if (at > limit && at < HAND && (*n == s.n || cpentry_whole(span_from(s, *n)) == 0)) {
		*n = s.n;
		return TAIL;
	}
	return BAD;
}

static void
slots_learn(struct slots *slots, struct span entry)
{
	slots->tracg = slots->tracg || entry.p[1] != 0;
	slots->odd = slots->odd || entry.n % SLOT != 0;
}

/* Counts the entries from a place of a page on, where s is, and what should be one. */
static void
page_count(struct span s, size_t at, struct slots *slots, int *good, int *bad)
{
	enum kind kind;
	size_t n;

	for (; at < TRAILER && s.n > 0; at += n, s = span_from(s, n)) {
		kind = page_look(s, at, slots, &n);
		if (kind == ENTRY)
			slots_learn(slots, span_first(s, n));
		*good += kind == ENTRY;
		*bad += kind == BAD;
	}
}

/*
 * Without an address at its end nothing but zeros ends a page, which reads as
 * well as entries one behind the other. A few slots may be bad, or many where
 * there are enough good ones.
 */
static int
page_bid(struct head head)
{
	uint32_t frame, forward, backward;
	int good = 0, bad = 0, addresses = 0, k;
	struct span page;

	for (k = 0; k < PAGES && span_cut(head.s, (size_t)k * CP_BLOCK, CP_BLOCK, &page); k++) {
		frame = span_u32(page, TRAILER);
		forward = span_u32(page, FORWARD);
		backward = span_u32(page, BACKWARD);
		if (((forward | backward) & 0xFFF) != 0 ||
		    cpentry_whole(span_from(page, TRAILER)) > 0)
			return 0;
		page_count(page, 0, &(struct slots){ 0 }, &good, &bad);
		addresses += (forward != 0) + (backward != 0) +
		    (frame != 0 && (frame & 0xFFF) == 0);
	}
	if (addresses == 0 || good == 0 || (good < bad * CP_GOOD && good < SURE))
		return 0;
	return good * BITS - bad + addresses * BITS_POINTER;
}

/*
 * At the first bad place of a page: whether its entries fill slots is told by
 * how many there are if they do, and if they do not.
 */
static void
slots_judge(struct slots *slots, struct span s, size_t at)
{
	struct slots filled = *slots, odd = { .odd = true, .tracg = slots->tracg };
	int fill = 0, any = 0, bad = 0;
	size_t n;

	if (slots->odd || slots->judged)
		return;
	slots->judged = true;
	page_count(s, at, &filled, &fill, &bad);
	n = bad_length(span_first(s, (at < HAND ? HAND : TRAILER) - at), at);
	page_count(span_from(s, n), at + n, &odd, &any, &bad);
	/* a single one more may be part of what the bad place was */
	slots->odd = any > fill + 1 || (any >= fill && filled.odd);
}

/* Takes a part of the page. */
static enum rc
page_take(struct page *p, size_t n, enum account account)
{
	intake_take(&p->in, n, account);
	p->left -= n;
	return RC_SKIP;
}

static void
page_begin(struct page *p, struct span v, struct diag *d)
{
	struct place at = intake_place(&p->in);

	p->size = p->left = span_first(v, CP_BLOCK).n;
	p->slots.tracg = p->slots.judged = false;
	if (p->size < CP_BLOCK)
		(void)diag_damage(d, &at, "page is cut short (%zu of %d bytes)", p->size,
		    CP_BLOCK);
}

static enum rc
page_bad(struct page *p, struct span v, size_t n, enum kind kind, struct diag *d)
{
	struct place place = intake_place(&p->in);
	char hex[9];

	intake_hex(v, hex);
	(void)page_take(p, n, BYTES_SKIPPED);
	if (kind == TAIL) {
		(void)diag_warn(d, &place, "a page ends in bytes that are no trace entry "
		    "(%s, %zu bytes)", hex, n);
		return RC_SKIP;
	}
	return cpintake_bad(&place, hex, n, d);
}

/* The entries that stand one behind the other from here on. */
static struct cpcount
page_run(struct page *p, struct span s, size_t at)
{
	struct cpcount c = { 0 };
	struct span entry;
	size_t n;

	while (at < TRAILER && page_look(s, at, &p->slots, &n) == ENTRY) {
		entry = span_first(s, n);
		slots_learn(&p->slots, entry);
		c.bytes += n;
		c.tracg += entry.p[1] != 0;
		c.trace += entry.p[1] == 0;
		s = span_from(s, n);
		at += n;
	}
	return c;
}

static enum rc
page_step(struct intake *in, struct record *rec, struct diag *d)
{
	struct page *p = (struct page *)in;
	struct cpcount c;
	struct span v;
	size_t at, n;
	enum kind kind;
	enum rc rc;

	if (intake_peek(in, p->left > 0 ? p->left : CP_BLOCK, &v, d) == RC_FAIL)
		return RC_FAIL;
	if (v.n == 0)
		return RC_END;
	if (p->left == 0)
		page_begin(p, v, d);
	at = p->size - p->left;
	if (at >= TRAILER)
		return page_take(p, p->left, BYTES_DESCRIPTOR);
	v = span_first(v, p->left);
	kind = page_look(v, at, &p->slots, &n);
	if (kind == BAD) {
		slots_judge(&p->slots, v, at);
		kind = page_look(v, at, &p->slots, &n);
	}
	if (kind == BAD || kind == TAIL)
		return page_bad(p, v, n, kind, d);
	if (kind != ENTRY)
		return page_take(p, n, BYTES_PADDING);
	c = page_run(p, v, at);
	p->left -= c.bytes;
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
