/* parts.c - a record that must be put together from parts of the stream */

#include "ztrace/intake.h"
#include "ztrace/parts.h"
#include "ztrace/rdw.h"

static void
parts_begin(struct intake *in)
{
	static const uint8_t rdw[RDW_SIZE];
	struct parts *p = &in->parts;

	p->at = intake_place(in);
	p->taken = 0;
	p->spoiled = false;
	buf_clear(&p->whole);
	buf_put(&p->whole, rdw, sizeof(rdw));
}

enum rc
parts_add(struct intake *in, struct span v, size_t mark, struct diag *d)
{
	struct span data = span_from(v, mark);
	struct parts *p = &in->parts;

	if (p->count == 0)
		parts_begin(in);
	p->count++;
	p->taken += v.n;
	if (!p->spoiled && data.n > RDW_LONGEST - p->whole.n) {
		p->spoiled = true;
		(void)diag_damage(d, &p->at,
		    "record is too long (more than %d bytes)", RDW_LONGEST);
	}
	if (!p->spoiled)
		buf_put(&p->whole, data.p, data.n);
	intake_take(in, v.n, BYTES_SKIPPED);
	return p->whole.failed ? diag_memory(d) : RC_SKIP;
}

enum rc
parts_lend(struct intake *in, size_t rdw, struct record *rec)
{
	struct parts *p = &in->parts;
	size_t record = p->whole.n - RDW_SIZE + rdw;

	p->count = 0;
	if (p->spoiled)
		return RC_SKIP;
	put_u16(p->whole.p, (uint16_t)p->whole.n);
	intake_rebook(in, record, BYTES_SKIPPED, BYTES_RECORD);
	intake_rebook(in, p->taken - record, BYTES_SKIPPED, BYTES_DESCRIPTOR);
	return intake_lend_own(in, buf_span(&p->whole), &p->at, rec);
}

void
parts_drop(struct intake *in, struct diag *d)
{
	struct parts *p = &in->parts;

	if (p->count > 0 && !p->spoiled)
		(void)diag_damage(d, &p->at,
		    "record without its end (%zu bytes came)", p->taken);
	p->count = 0;
}
