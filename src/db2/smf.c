/* smf.c - the format smf: Db2 records as SMF records 100, 101 and 102
 *
 * z/OS MVS System Management Facilities, "Standard SMF record header"; Db2
 * for z/OS, "Trace data record format" (DSNDQWST, DSNDQWAS, DSNDQWSP):
 *
 *  0    2    4   5    6    10    14   18    22    24  28
 *  LEN  SGD  FLG TYPE TIME DATE  SID  SSID  STYPE 0   triplets ...
 *
 * 28 bytes stand in the place of GTF's 40: a triplet's offset is less by 12.
 * Nothing else changes.
 */
#include "ztrace/db2.h"

#include <string.h>	/* memcpy */

#include "ztrace/format.h"
#include "ztrace/tod.h"

enum {
	SMF_HEADER = 28,
	SHIFT = DB2_HEADER - SMF_HEADER,
	LONGEST_SMF = 32756,
	FLAGS = 0x5E,		/* subtypes are used, and the version bits */
	TYPE_OTHER = 102,
	CENTURY = 100,
	BDW = 4,
	MINUTE = 60000000,	/* microseconds */
	HUNDREDTH = 10000
};

/* When the record was written: GTF's stamp, or Db2's own where GTF ran without TIME=YES. */
static bool
smf_clock(const struct event *ev, uint64_t *stck)
{
	struct span own;

	*stck = ev->tod;
	if (ev->timed)
		return true;
	if (ev->nheaders == 0 || !span_cut(ev->header[0].bytes, 16, 8, &own))
		return false;
	*stck = span_u64(own, 0);
	/* a packed date has its top bit off */
	return *stck >> 63 != 0;
}

/* Packed decimal digits of n, at least `digits` of them. */
static uint32_t
smf_packed(uint32_t n, int digits)
{
	uint32_t packed = 0;
	int i;

	for (i = 0; i < digits; i++, n /= 10)
		packed |= n % 10 << 4 * i;
	return packed;
}

/* 0cyydddF, c counting centuries from 1900. */
static uint32_t
smf_date(const struct tod_parts *t)
{
	uint32_t years = (uint32_t)(t->year - 1900);

	return smf_packed(years / CENTURY, 2) << 24 | smf_packed(years % CENTURY, 2) << 16 |
	    smf_packed((uint32_t)t->yearday, 3) << 4 | 0xF;
}

static uint32_t
smf_time(const struct tod_parts *t)
{
	return (uint32_t)((t->hour * 60 + t->minute) * 60 + t->second) * 100 +
	    t->us / HUNDREDTH;
}

static void
smf_header(const struct event *ev, const struct style *style, uint64_t stck, uint8_t *p)
{
	const struct ifcid *ifcid = ifcid_find(ev->ifcid);
	int zone = ev->zoned ? ev->zone : style->zoned ? style->zone : 0;
	struct tod_parts t = tod_parts((uint64_t)((int64_t)tod_us(stck) + (int64_t)zone * MINUTE));

	put_u16(p, (uint16_t)(ev->raw.n - SHIFT));
	put_u16(p + 2, 0);
	p[4] = FLAGS;
	p[5] = ifcid != NULL ? ifcid->smf_type : TYPE_OTHER;
	put_u32(p + 6, smf_time(&t));
	put_u32(p + 10, smf_date(&t));
	memcpy(p + 14, style->sid, 4);
	memcpy(p + 18, ev->raw.p + 32, 4);
	put_u16(p + 22, ifcid != NULL ? ifcid->smf_subtype : 0);
	put_u32(p + 24, 0);
}

static const char *
smf_refusal(const struct event *ev, uint64_t *stck)
{
	size_t k;

	if (ev->segments == 0)
		return "it is no Db2 record";
	if (ev->raw.n < DB2_HEADER || ev->raw.n - SHIFT > LONGEST_SMF)
		return "it is longer than an SMF record can be";
	for (k = 0; k < ev->nsections; k++)
		if (ev->section[k].offset != 0 && ev->section[k].offset < DB2_HEADER)
			return "a section lies in the header that is replaced";
	if (!smf_clock(ev, stck))
		return "it has no time stamp";
	return NULL;
}

static const char *
smf_render(const struct event *ev, const struct style *style, struct buf *out)
{
	size_t n, k, bdw = style->blocked ? BDW : 0;
	const char *refusal;
	uint64_t stck;
	uint8_t *p;

	refusal = smf_refusal(ev, &stck);
	if (refusal != NULL)
		return refusal;
	n = ev->raw.n - SHIFT;
	p = buf_room(out, n + bdw);
	if (p == NULL)
		return NULL;
	if (style->blocked) {
		put_u16(p, (uint16_t)(n + BDW));
		put_u16(p + 2, 0);
		p += BDW;
	}
	smf_header(ev, style, stck, p);
	memcpy(p + SMF_HEADER, ev->raw.p + DB2_HEADER, n - SMF_HEADER);
	for (k = 0; k < ev->nsections; k++)
		if (ev->section[k].offset != 0)
			put_u32(p + SMF_HEADER + k * DB2_TRIPLET, ev->section[k].offset - SHIFT);
	out->n += n + bdw;
	return NULL;
}

const struct format format_smf = {
	.name = "smf",
	.help = "SMF records 100, 101 and 102, each with its RDW (needs --sid)",
	.longest = LONGEST_SMF + SHIFT,
	.local = true,
	.render = smf_render
};
