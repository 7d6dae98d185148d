/* vb.c - records that each start with an RDW
 *
 *  0    2    4
 *  LEN  0    data ...  LEN 0 data ...        LEN counts itself
 *
 * As FTP writes a data set with `quote site rdw` (z/OS Communications Server:
 * IP Configuration Reference, RDW statement; DFSMS Using Data Sets, "Record
 * Descriptor Word"). A record goes on as its RDW says; nothing is known of its
 * end before the next one has been seen, and that is not waited for.
 */

#include <inttypes.h>
#include <stdbool.h>

#include "ztrace/container.h"
#include "ztrace/intake.h"
#include "ztrace/rdw.h"
#include "ztrace/row.h"
#include "ztrace/vbs.h"

struct vb {
	struct intake	in;		/* first: what the caller holds */
	bool		null;		/* a null segment has just been read */
};

static int
vb_measure(struct span s, size_t *n)
{
	*n = rdw_length(s);
	return rdw_bits(s);
}

/* Even one record settles it, if it is one that says enough. */
static int
vb_bid(struct head head)
{
	int bits = rdw_bits_row(head.s, ROW_MOST);

	return bits < BID_SURE ? row_bid(head, vb_measure) : bits;
}

static enum sight
vb_sight(struct span s, bool whole, size_t *need)
{
	return row_sight(s, whole, need, vb_measure);
}

/* Behind zeros that were to be expected: a record, or how one goes on. */
static enum sight
vb_sight_segment(struct span s, bool whole, size_t *need)
{
	*need = RDW_HEAD;
	if (s.n < *need && !whole)
		return SIGHT_MORE;
	if (rdw_length(s) > RDW_SIZE && span_u8(s, 2) > RDW_FIRST)
		return SIGHT_YES;
	return rdw_bits(span_first(s, *need)) > 0 ? SIGHT_YES : SIGHT_NO;
}

/* Zeros behind a null segment filled a block whose end is lost. */
static enum rc
vb_fill(struct vb *vb, struct diag *d)
{
	struct gap gap;

	if (intake_skip(&vb->in, vb_sight_segment, &gap, d) == RC_FAIL)
		return RC_FAIL;
	if (gap.zero) {
		intake_rebook(&vb->in, gap.n, BYTES_SKIPPED, BYTES_PADDING);
		return RC_SKIP;
	}
	vbs_drop(&vb->in, d);
	return diag_damage(d, &gap.at,
	    "bad null segment (%s, %" PRIu64 " bytes skipped)",
	    gap.head, gap.n);
}

static enum rc
vb_search(struct vb *vb, struct span v, struct diag *d)
{
	bool filling = vb->null && span_zero(span_first(v, RDW_SIZE - 1));

	vb->null = rdw_null(v);
	if (vb->null) {
		intake_take(&vb->in, RDW_SIZE, BYTES_PADDING);
		return RC_SKIP;
	}
	if (filling)
		return vb_fill(vb, d);
	vbs_drop(&vb->in, d);
	return intake_search(&vb->in, vb_sight, "RDW", d);
}

static enum rc
vb_step(struct intake *in, struct record *rec, struct diag *d)
{
	struct vb *vb = (struct vb *)in;
	struct span v;
	size_t n;

	if (intake_peek(in, RDW_SIZE, &v, d) == RC_FAIL)
		return RC_FAIL;
	if (v.n == 0) {
		vbs_drop(in, d);
		return RC_END;
	}
	n = rdw_length(v);
	if (n == 0)
		return vb_search(vb, v, d);
	if (v.n < n && intake_peek(in, n, &v, d) == RC_FAIL)
		return RC_FAIL;
	if (v.n < n) {
		vbs_drop(in, d);
		return intake_cut(in, v.n, n, d);
	}
	vb->null = false;
	return vbs_take(in, span_first(v, n), rec, d);
}

static struct source *
vb_open(struct stream *s, struct ledger *ledger, struct diag *d)
{
	return intake_open(sizeof(struct vb), vb_step, s, ledger, d);
}

const struct container container_vb = {
	.name = "vb",
	.help = "RDW and data (variable-length records without block words)",
	.bid = vb_bid,
	.open = vb_open
};
