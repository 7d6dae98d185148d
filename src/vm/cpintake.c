/* cpintake.c - what the containers of CP trace entries have in common */
#include "ztrace/cpintake.h"

#include <inttypes.h>

enum {
	GRID = 8, WORD = 4, UNUSED = 4,
	WANTED = 24
};

/* An entry's clock is so close behind another one, in its units: 4.5 minutes. */
static const uint64_t soon = UINT64_C(1) << 40;

const struct container *const cp_containers[] = {
	&container_cp_plain,
	&container_cp_page,
	&container_cp_block,
	&container_cp_short,
	NULL
};

const struct unwrapper *const cp_wrappings[] = {
	&unwrapper_cp_print,
	&unwrapper_cp_swapped,
	NULL
};

static bool
wanted(struct span block)
{
	struct head head = { block, true };

	return container_bid(cp_containers, head) >= WANTED;
}

const struct wanted wanted_cp = {
	.what = "CP trace",
	.block = wanted
};

/* Entries, not runs, are what places are counted in. */
static enum rc
lend(struct intake *in, struct span s, uint32_t n, struct record *rec)
{
	enum rc rc = intake_lend(in, s, rec);

	in->records += n - 1;
	in->ledger->n[CP_READ] += n;
	rec->entries = n;
	return rc;
}

enum rc
cpintake_lend(struct intake *in, struct span s, const struct cpcount *c, struct record *rec)
{
	in->ledger->n[CP_SHORT] += c->trace;
	in->ledger->n[CP_LONG] += c->tracg;
	return lend(in, span_first(s, c->bytes), c->trace + c->tracg, rec);
}

enum rc
cpintake_lend_saved(struct intake *in, struct span s, uint32_t n, struct record *rec)
{
	enum rc rc = lend(in, s, n, rec);

	in->ledger->n[CP_SAVED] += n;
	rec->saved = true;
	return rc;
}

size_t
cpintake_unused(struct span s)
{
	size_t n = 0;

	while (n < s.n && s.p[n] == 0)
		n++;
	return n == s.n ? n : n - n % UNUSED;
}

/* Whether s starts with an entry that so many entries behind it, or the end, speak for. */
static bool
sight(struct span s, bool whole, int entries)
{
	size_t n = cpentry_whole(s);

	for (; n > 0 && entries > 0; entries--) {
		s = span_from(s, n);
		if (s.n < UNUSED)
			return whole;
		n = cpentry_whole(s);
		if (n == 0)
			return whole && cpentry_length(s) > s.n;
	}
	return n > 0;
}

/* Whether the entry that s starts with goes on from a clock. */
static bool
goes_on(struct span s, uint64_t low)
{
	return cpentry_whole(s) > 0 &&
	    ((cpentry_low(s) - low) & cpentry_mask(CPFORM_TRACE)) < soon;
}

/*
 * The same on the grid, where an unused slot behind it will do, or that its
 * clock goes on from the last one, or to the next one after other bad places.
 */
static bool
sight_grid(struct span s, bool whole, const uint64_t *low)
{
	size_t n = cpentry_whole(s), at;

	if (n == 0)
		return false;
	if (low != NULL && goes_on(s, *low))
		return true;
	if (s.n - n >= UNUSED && span_u32(s, n) == 0)
		return true;
	if (sight(s, whole, 1))
		return true;
	for (at = n; at < CP_SIGHT - CPENTRY_MOST; at += GRID)
		if (goes_on(span_from(s, at), cpentry_low(s)))
			return true;
	return false;
}

size_t
cpintake_search(struct span s, size_t from, size_t grid, bool whole, const uint64_t *low,
    bool *told)
{
	size_t at = from + (WORD - (grid + from) % WORD) % WORD, end = s.n;
	struct span rest;

	if (!whole)
		end = end > CP_SIGHT ? end - CP_SIGHT : 0;
	for (; at < end; at += WORD) {
		rest = span_from(s, at);
		*told = (grid + at) % GRID == 0 ? sight_grid(rest, whole, low) :
		    sight(rest, whole, 2);
		if (*told)
			return at;
	}
	*told = false;
	return whole ? s.n : at;
}

enum rc
cpintake_bad(const struct place *at, const char hex[9], uint64_t n, struct diag *d)
{
	return diag_damage(d, at, "no trace entry (%s, %" PRIu64 " bytes skipped)", hex, n);
}
