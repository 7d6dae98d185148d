/* vbs.c - joins the segments of records that the access method spread over blocks
 *
 * Segments are booked as skipped until the last one has come.
 */

#include "ztrace/rdw.h"
#include "ztrace/vbs.h"

void
vbs_drop(struct vbs *vbs, struct diag *d)
{
	if (vbs->segments > 0 && !vbs->spoiled)
		(void)diag_damage(d, &vbs->at,
		    "spanned record without its last segment (%u came)", vbs->segments);
	vbs->segments = 0;
}

void
vbs_free(struct vbs *vbs)
{
	buf_free(&vbs->whole);
}

static void
vbs_begin(struct vbs *vbs, struct intake *in)
{
	static const uint8_t rdw[RDW_SIZE];

	vbs->at = intake_place(in);
	vbs->spoiled = false;
	buf_clear(&vbs->whole);
	buf_put(&vbs->whole, rdw, sizeof(rdw));
}

/* Puts a segment's data to those before it, unless the record became longer than an RDW can say. */
static void
vbs_append(struct vbs *vbs, struct intake *in, struct span v, struct diag *d)
{
	struct span data = span_from(v, RDW_SIZE);

	intake_take(in, v.n, BYTES_SKIPPED);
	vbs->segments++;
	if (vbs->spoiled)
		return;
	if (vbs->whole.n + data.n <= RDW_LONGEST) {
		buf_put(&vbs->whole, data.p, data.n);
		return;
	}
	vbs->spoiled = true;
	(void)diag_damage(d, &vbs->at, "spanned record is too long (%zu bytes in %u segments)",
	    vbs->whole.n + data.n, vbs->segments);
}

static enum rc
vbs_end(struct vbs *vbs, struct intake *in, struct record *rec)
{
	size_t n = vbs->whole.n, extra = RDW_SIZE * ((size_t)vbs->segments - 1);

	vbs->segments = 0;
	if (vbs->spoiled)
		return RC_SKIP;
	put_u16(vbs->whole.p, (uint16_t)n);
	intake_rebook(in, n, BYTES_SKIPPED, BYTES_RECORD);
	intake_rebook(in, extra, BYTES_SKIPPED, BYTES_DESCRIPTOR);
	return intake_lend_own(in, buf_span(&vbs->whole), &vbs->at, rec);
}

enum rc
vbs_take(struct vbs *vbs, struct intake *in, struct span v, struct record *rec, struct diag *d)
{
	uint8_t code = span_u8(v, 2);
	struct place at;

	if (vbs->segments > 0 && code <= RDW_FIRST)
		vbs_drop(vbs, d);
	if (code == RDW_COMPLETE)
		return intake_lend(in, v, rec);
	if (code == RDW_FIRST) {
		vbs_begin(vbs, in);
	} else if (vbs->segments == 0) {
		at = intake_place(in);
		intake_take(in, v.n, BYTES_SKIPPED);
		return diag_damage(d, &at,
		    "segment of a spanned record without its first (code %u, %zu bytes)",
		    code, v.n);
	}
	vbs_append(vbs, in, v, d);
	if (vbs->whole.failed)
		return diag_memory(d);
	return code == RDW_LAST ? vbs_end(vbs, in, rec) : RC_SKIP;
}
