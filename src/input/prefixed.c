/* prefixed.c - records with a prefix that counts what follows it
 *
 *  0   1       4
 *  00  LENGTH  data (AID, FID, ...)          LENGTH does not count the prefix
 *
 * A z/OS UNIX file with FILEDATA=RECORD has these (IGGRPFX; DFSMS Using Data
 * Sets, "Record Processing for UNIX Files"), and so has what Zowe transfers in
 * record mode. An empty record cannot be told from zeros; GTF writes none.
 */

#include "ztrace/container.h"
#include "ztrace/intake.h"
#include "ztrace/rdw.h"
#include "ztrace/row.h"

enum {
	PREFIX_SIZE = 4,
	PREFIX_MOST = RDW_LONGEST - RDW_SIZE	/* an RDW has to hold it, too */
};

/* The length that a prefix gives; 0 when s does not start with one. */
static size_t
prefixed_length(struct span s)
{
	uint32_t n = span_u32(s, 0);

	return n <= PREFIX_MOST ? n : 0;
}

static int
prefixed_measure(struct span s, size_t *n)
{
	size_t data = prefixed_length(s);
	int bits = rdw_bits_bare(span_first(span_from(s, PREFIX_SIZE), data));

	*n = PREFIX_SIZE + data;
	return bits == 0 ? 0 : 17 + bits;
}

static int
prefixed_bid(struct head head)
{
	return row_bid(head, prefixed_measure);
}

static enum sight
prefixed_sight(struct span s, bool whole, size_t *need)
{
	return row_sight(s, whole, need, prefixed_measure);
}

static enum rc
prefixed_step(struct intake *in, struct record *rec, struct diag *d)
{
	struct span v;
	size_t n;

	if (intake_peek(in, PREFIX_SIZE, &v, d) == RC_FAIL)
		return RC_FAIL;
	if (v.n == 0)
		return RC_END;
	n = prefixed_length(v);
	if (n == 0)
		return intake_search(in, prefixed_sight, "prefix", d);
	n += PREFIX_SIZE;
	if (v.n < n && intake_peek(in, n, &v, d) == RC_FAIL)
		return RC_FAIL;
	if (v.n < n)
		return intake_cut(in, v.n, n, d);
	if (parts_add(in, span_first(v, n), PREFIX_SIZE, d) == RC_FAIL)
		return RC_FAIL;
	return parts_lend(in, 0, rec);
}

static struct source *
prefixed_open(struct stream *s, struct ledger *ledger, struct diag *d)
{
	return intake_open(sizeof(struct intake), prefixed_step, s, ledger, d);
}

const struct container container_record = {
	.name = "record",
	.help = "prefix 0000 LLLL and data (z/OS UNIX FILEDATA=RECORD)",
	.bid = prefixed_bid,
	.open = prefixed_open
};
