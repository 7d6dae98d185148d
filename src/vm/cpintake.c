/* cpintake.c - what the containers of CP trace entries have in common */
#include "ztrace/cpintake.h"

#include <inttypes.h>

enum { GRID = 8, UNUSED = 4, WANTED = 24 };

const struct container *const cp_containers[] = {
	&container_cp_plain,
	&container_cp_page,
	&container_cp_block,
	&container_cp_short,
	NULL
};

const struct unwrapper *const cp_wrappings[] = {
	&unwrapper_cp_print,
	NULL
};

static bool
wanted(struct span block)
{
	struct head head = { block, true };
	size_t i;

	for (i = 0; cp_containers[i] != NULL; i++)
		if (cp_containers[i]->bid(head) >= WANTED)
			return true;
	return false;
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
cpintake_lend_saved(struct intake *in, struct span s, struct record *rec)
{
	uint32_t n = (uint32_t)(s.n / CPENTRY_SAVED);
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

/* Whether s starts with an entry that what follows it speaks for. */
static bool
sight(struct span s, bool whole)
{
	size_t n = cpentry_whole(s);

	if (n == 0)
		return false;
	s = span_from(s, n);
	if (s.n < UNUSED)
		return whole;
	return cpentry_whole(s) > 0 || span_u32(s, 0) == 0 ||
	    (whole && cpentry_length(s) > s.n);
}

size_t
cpintake_search(struct span s, size_t grid, bool whole, bool *told)
{
	size_t at = GRID - grid % GRID, end = s.n;

	if (!whole)
		end = end > 2 * CPENTRY_MOST ? end - 2 * CPENTRY_MOST : 0;
	for (; at < end; at += GRID) {
		*told = sight(span_from(s, at), whole);
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
