/* rdw.c - how much the first bytes of a record look like GTF's
 *
 *  0    2    4   5   6         14
 *  LEN  ctl  FF  FID TIME      EID           trace record
 *  LEN  ctl  FF  FID EID                     the same without TIME=YES
 *  LEN  ctl  00  FID ZONE TIME(10)           01 control, 02 lost events,
 *                                            03 lost block
 *
 * (z/OS MVS Diagnosis: Tools and Service Aids, "Unformatted GTF trace output")
 */
#include "ztrace/rdw.h"

enum {
	SHORTEST = 12,		/* a trace record without time */
	CONTROL = 26,		/* without source descriptors */
	LOST = 22, LOST_MERGED = 24,
	ZONE_MOST = 15 * 3600	/* more than any time zone (1.048576 s) */
};

/* A number of so many bits has been matched. */
enum { BITS_BYTE = 8, BITS_HALF = 16, BITS_ZONE = 15 };

/* The first bit of a clock is on from 1971 to 2042. */
static int
clock_bits(struct span s, size_t at)
{
	return span_u8(s, at) >> 7;
}

/*
 * GTF's own records, whose zone stands before their time. The triplets of a
 * Db2 record can look like one whose clock begins with a zero digit (2042 to
 * 2051), so that is none.
 */
static int
own_bits(struct span s)
{
	uint32_t zone = span_u32(s, 2);

	if (span_u8(s, 1) < 1 || span_u8(s, 1) > 3)
		return 0;
	if (s.n < 6)
		return BITS_BYTE + 6;
	if (zone > ZONE_MOST && zone < 0 - (uint32_t)ZONE_MOST)
		return 0;
	if (s.n > 6 && span_u8(s, 6) < 0x10)
		return 0;
	return BITS_BYTE + 6 + BITS_ZONE + clock_bits(s, 6);
}

static int
event_bits(struct span s, size_t at)
{
	uint16_t eid = span_u16(s, at);

	if (eid == RDW_DB2)
		return BITS_HALF + (span_u8(s, 1) == 0 ? BITS_BYTE : 0);
	return eid >> 8 == RDW_DB2 >> 8 ? BITS_BYTE : 0;
}

int
rdw_bits_bare(struct span s)
{
	uint8_t aid = span_u8(s, 0);
	int bits;

	if (s.n < 2)
		return 0;
	if (aid == 0x00)
		return own_bits(s);
	if (aid == 0xFF)
		bits = BITS_BYTE;
	else if (aid >= 0xF0 && aid <= 0xF3)
		bits = 6;
	else
		return 0;
	if (span_u16(s, 2) == RDW_DB2)
		return bits + event_bits(s, 2);
	return bits + clock_bits(s, 2) + event_bits(s, 10);
}

/* Whether a record of GTF's own can be n bytes long. */
static bool
own_length(struct span s, size_t n)
{
	if (span_u8(s, 5) == 0x01)
		return n >= CONTROL;
	return n == LOST || n == LOST_MERGED;
}

int
rdw_bits(struct span s)
{
	size_t n = rdw_length(s);
	int bits;

	if (n < SHORTEST || span_u8(s, 2) > RDW_FIRST)
		return 0;
	if (span_u8(s, 4) == 0x00 && span_u8(s, 2) == RDW_COMPLETE &&
	    !own_length(s, n))
		return 0;
	bits = rdw_bits_bare(span_from(span_first(s, n), RDW_SIZE));
	return bits == 0 ? 0 : 1 + 7 + BITS_BYTE + bits;
}

int
rdw_bits_row(struct span s, int most)
{
	int bits = 0, one;

	for (; most > 0 && s.n >= RDW_SIZE + 2; most--) {
		one = rdw_bits(s);
		if (one == 0)
			return bits < BID_SURE ? 0 : bits;
		bits += one;
		s = span_from(s, rdw_length(s));
	}
	return bits;
}
