/* rdw.h - what the first bytes of a GTF record can be */
#ifndef ZTRACE_RDW_H
#define ZTRACE_RDW_H

#include <stdbool.h>
#include <stddef.h>

#include "ztrace/span.h"
#include "ztrace/unwrap.h"

/*
 *  0    2    4    5
 *  LEN  ctl  AID  FID ...
 *       00 00  (a QSAM spanned record has its segment code 0 to 3 in byte 2)
 *
 * AID is FF (trace), F0 to F3 (split trace) or 00 with a FID of 1 to 3 (GTF's
 * own). None of these can begin a length word, so RDW and BDW streams cannot
 * be taken for each other (z/OS MVS Diagnosis: Tools and Service Aids).
 */
enum {
	RDW_SIZE = 4,
	RDW_LONGEST = 32760,		/* a record with its RDW */
	RDW_HEAD = 16,			/* bytes that rdw_bits looks at */
	RDW_DB2 = 0xEFB9		/* the event ID that matters most */
};

/* Segment codes of an RDW (SDW) of spanned records (DFSMS Using Data Sets). */
enum { RDW_COMPLETE, RDW_FIRST, RDW_LAST, RDW_MIDDLE };

/*
 * The length that an RDW gives, 4 to RDW_LONGEST; 0 when s does not start
 * with one. Says nothing of what follows: for use inside a stream.
 */
static inline size_t
rdw_length(struct span s)
{
	size_t n = span_u16(s, 0);

	if (s.n < RDW_SIZE || n < RDW_SIZE || n > RDW_LONGEST ||
	    span_u8(s, 2) > RDW_MIDDLE || span_u8(s, 3) != 0)
		return 0;
	return n;
}

/* Whether s starts with a null segment, filling between spanned records. */
static inline bool
rdw_null(struct span s)
{
	return s.n >= RDW_SIZE && span_u32(s, 0) == 0x80000000;
}

/*
 * Bits matched by the start of a GTF record: RDW, AID, FID, and a clock or
 * event ID that can be. 0: it is none. A head shorter than RDW_HEAD is
 * judged by what is there (less than 6 bytes: 0).
 */
int	rdw_bits(struct span);

/* The same for a record without its RDW (data that starts at AID). */
int	rdw_bits_bare(struct span);

/*
 * Bits matched by up to `most` records in a row. 0 when one of them is none,
 * unless those before it have settled the matter.
 */
int	rdw_bits_row(struct span, int most);

#endif
