/* gtf.c - the header of a GTF record */

#include <string.h>

#include "ztrace/ebcdic.h"
#include "ztrace/gtf.h"
#include "ztrace/hex.h"

enum {
	AID_OWN = 0x00, AID_TRACE = 0xff, AID_SPLIT = 0xf0, AID_SPLIT_LAST = 0xf3,
	FID_CONTROL = 1, FID_LOST_EVENTS = 2, FID_LOST_BLOCK = 3,
	AT_AID = 4, AT_FID = 5, AT_REST = 6,
	AT_EID = 14, AT_EID_UNTIMED = 6
};

static struct gtf_head
gtf_own(struct cursor *c, uint8_t fid)
{
	struct gtf_head h = { .kind = GTF_OWN };

	if (fid == FID_CONTROL)
		h.kind = GTF_CONTROL;
	else if (fid == FID_LOST_EVENTS)
		h.kind = GTF_LOST_EVENTS;
	else if (fid == FID_LOST_BLOCK)
		h.kind = GTF_LOST_BLOCK;
	else
		return h;
	/* the zone stands before the clock, other than in trace records */
	h.zone = (int32_t)cursor_u32(c);
	h.tod = cursor_u64(c);
	if (h.kind == GTF_LOST_EVENTS)
		h.lost = cursor_u32(c);
	h.timed = true;
	if (c->past)
		h.kind = GTF_BAD;
	return h;
}

struct gtf_head
gtf_head(struct span record)
{
	struct cursor c = cursor_at(record, AT_AID);
	uint8_t aid = cursor_u8(&c);
	uint8_t fid = cursor_u8(&c);
	struct gtf_head h = { .kind = GTF_BAD };

	if (c.past)
		return h;
	if (aid == AID_OWN)
		return gtf_own(&c, fid);
	if (aid == AID_TRACE)
		h.kind = GTF_TRACE;
	else if (aid >= AID_SPLIT && aid <= AID_SPLIT_LAST)
		h.kind = GTF_SPLIT;
	else
		return h;
	h.tod = span_u64(record, AT_REST);
	h.eid = span_u16(record, AT_EID);
	h.timed = true;
	/* written without TIME=YES: the clock is missing, not zero */
	if (h.eid != EID_DB2 && span_u16(record, AT_EID_UNTIMED) == EID_DB2) {
		h.eid = EID_DB2;
		h.timed = false;
		h.tod = 0;
	} else if (record.n < AT_EID + 2) {
		h.kind = GTF_BAD;
	}
	return h;
}

bool
eid_parse(const char *text, struct eid_match *m)
{
	uint8_t digit;
	size_t i;

	*m = (struct eid_match){ 0 };
	if (strcmp(text, "any") == 0)
		return true;
	for (i = 0; i < 4 && text[i] != '\0'; i++) {
		m->value = (uint16_t)(m->value << 4);
		m->mask = (uint16_t)(m->mask << 4);
		digit = hex_value[(uint8_t)text[i]];
		if (digit == HEX_UNKNOWN)
			continue;
		if (digit > 15)
			return false;
		m->value |= digit;
		m->mask |= 0xf;
	}
	return i == 4 && text[4] == '\0';
}
