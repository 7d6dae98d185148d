/* vbs.c - joins records that the access method spread over blocks */

#include "ztrace/rdw.h"
#include "ztrace/vbs.h"

void
vbs_drop(struct intake *in, struct diag *d)
{
	struct parts *p = &in->parts;

	if (p->count > 0 && !p->spoiled)
		(void)diag_damage(d, &p->at,
		    "spanned record without its last segment (%u came)",
		    p->count);
	p->count = 0;
}

enum rc
vbs_take(struct intake *in, struct span v, struct record *rec, struct diag *d)
{
	uint8_t code = span_u8(v, 2);
	struct place at;

	if (code <= RDW_FIRST)
		vbs_drop(in, d);
	if (code == RDW_COMPLETE)
		return intake_lend(in, v, rec);
	if (in->parts.count == 0 && code != RDW_FIRST) {
		at = intake_place(in);
		intake_take(in, v.n, BYTES_SKIPPED);
		return diag_damage(d, &at, "segment of a spanned record "
		    "without its first (code %u, %zu bytes)", code, v.n);
	}
	if (parts_add(in, v, RDW_SIZE, d) == RC_FAIL)
		return RC_FAIL;
	return code == RDW_LAST ? parts_lend(in, RDW_SIZE, rec) : RC_SKIP;
}
