/* stripped.c - Db2 records without RDWs, found again by their own lengths
 *
 *  0   1   2     6     10    12        24    26   27  28    32    36
 *  FF  FID TIME        EFB9  ASCB job  DLEN  DSCC 0   SSID  WSEQ  payload ...
 *  00  FID ZONE  TIME                 control record: 22 bytes, lost events: 18
 *
 * The record has 24 + DLEN bytes. DLEN is at 26 where COPYTRC has put in a
 * source system ID, and at 16 (the event ID at 2) without TIME=YES.
 *
 * FTP in binary leaves z/OS data like this unless `quote site rdw` was said
 * (z/OS Communications Server: IP Configuration Reference, RDW statement).
 * Records of other events have no length at all; a control record has one only
 * where it has no source descriptors. It is taken if a known record follows.
 */

#include <inttypes.h>

#include "ztrace/container.h"
#include "ztrace/intake.h"
#include "ztrace/rdw.h"
#include "ztrace/row.h"

enum {
	HEAD = 38,			/* bytes that tell any Db2 record */
	DLEN_LEAST = 12,		/* DLEN counts itself and up to WSEQ */
	DLEN_MOST = 8192 + DLEN_LEAST,	/* GTRACE takes no more */
	CONTROL = 22, LOST = 18, LOST_MERGED = 20,
	OWN_HEAD = CONTROL + HEAD,	/* those that tell one of GTF's own */
	DB2_BITS = 17,			/* of DSCC, the zero, and DLEN */
	SCAN = 4096			/* how far a bid looks for Db2 */
};

struct stripped {
	struct intake	in;		/* first: what the caller holds */
	uint64_t	gaps;		/* places with bytes of no Db2 record */
	uint64_t	skipped;	/* bytes there */
};

/* Where DLEN is, by where the event ID is. */
static const struct {
	uint8_t	eid, dlen;
} layouts[] = {
	{ 10, 24 }, { 10, 26 }, { 2, 16 }
};

/* Bytes of the Db2 record that s starts with, or 0. Looks at HEAD bytes. */
static size_t
stripped_db2(struct span s)
{
	size_t i, n, at;

	if (span_u8(s, 0) != 0xFF)
		return 0;
	for (i = 0; i < sizeof(layouts) / sizeof(layouts[0]); i++) {
		at = layouts[i].dlen;
		n = span_u16(s, at);
		if (s.n >= at + DLEN_LEAST && n >= DLEN_LEAST &&
		    n <= DLEN_MOST && span_u8(s, at + 2) <= 3 &&
		    span_u8(s, at + 3) == 0 &&
		    span_u16(s, layouts[i].eid) == RDW_DB2)
			return at + n;
	}
	return 0;
}

/* Whether s can start with a record of GTF's own that is n bytes long. */
static bool
stripped_own(struct span s, size_t n)
{
	if (span_u8(s, 0) != 0x00 || rdw_bits_bare(s) == 0)
		return false;
	if (span_u8(s, 1) == 0x01)
		return n == CONTROL;
	return n == LOST || n == LOST_MERGED;
}

/* Bytes of GTF's own record that s starts with, by what follows; 0: unknown. */
static size_t
stripped_own_length(struct span s)
{
	static const uint8_t lengths[] = { LOST, LOST_MERGED, CONTROL };
	struct span next;
	size_t i;

	for (i = 0; i < sizeof(lengths); i++) {
		next = span_from(s, lengths[i]);
		if (stripped_own(s, lengths[i]) && (s.n == lengths[i] ||
		    stripped_db2(next) != 0 || stripped_own(next, CONTROL) ||
		    stripped_own(next, LOST)))
			return lengths[i];
	}
	return 0;
}

/* Whether the Db2 record at `at` is not stripped: has an RDW or FTP mark. */
static bool
stripped_framed(struct span s, size_t at, size_t n)
{
	return rdw_length(span_from(s, at - RDW_SIZE)) == RDW_SIZE + n ||
	    span_u32(s, at - RDW_SIZE + 1) == 0xFF01FFFF;
}

/* A record of unknown length is as long as it takes to the next one. */
static int
stripped_measure(struct span s, size_t *n)
{
	size_t db2 = stripped_db2(s), own;
	int bits = rdw_bits_bare(s);

	own = stripped_own_length(span_first(s, OWN_HEAD));
	*n = db2 != 0 ? db2 : own;
	if (bits == 0 || *n != 0)
		return db2 != 0 ? bits + DB2_BITS : bits;
	for (*n = RDW_SIZE; *n < s.n && *n < SCAN; (*n)++) {
		db2 = stripped_db2(span_from(s, *n));
		if (db2 != 0)
			return stripped_framed(s, *n, db2) ? 0 : bits;
	}
	*n = s.n + 1;
	return s.n < SCAN ? bits : 0;
}

static int
stripped_bid(struct head head)
{
	return row_bid(head, stripped_measure);
}

static enum sight
stripped_sight(struct span s, bool whole, size_t *need)
{
	*need = HEAD;
	if (s.n < *need && !whole)
		return SIGHT_MORE;
	if (stripped_db2(s) != 0)
		return SIGHT_YES;
	if (span_u8(s, 0) != 0x00 || rdw_bits_bare(s) == 0)
		return SIGHT_NO;
	*need = OWN_HEAD;
	if (s.n < *need && !whole)
		return SIGHT_MORE;
	s = span_first(s, *need);
	return stripped_own_length(s) != 0 ? SIGHT_YES : SIGHT_NO;
}

/* Steps over what is no Db2 record. Others cannot be told from damage. */
static enum rc
stripped_skip(struct stripped *p, struct diag *d)
{
	struct gap gap;

	if (intake_skip(&p->in, stripped_sight, &gap, d) == RC_FAIL)
		return RC_FAIL;
	if (gap.zero && !gap.found)
		return intake_padding(&p->in, &gap, d);
	p->gaps++;
	p->skipped += gap.n;
	(void)diag_note(d, &gap.at,
	    "no Db2 record (%" PRIu64 " bytes skipped)", gap.n);
	return RC_SKIP;
}

static enum rc
stripped_end(struct stripped *p, struct diag *d)
{
	if (p->gaps > 0)
		(void)diag_warn(d, NULL, "what is no Db2 record has been "
		    "skipped (%" PRIu64 " bytes in %" PRIu64 " places)",
		    p->skipped, p->gaps);
	p->gaps = 0;
	return RC_END;
}

static enum rc
stripped_step(struct intake *in, struct record *rec, struct diag *d)
{
	struct stripped *p = (struct stripped *)in;
	struct span v;
	size_t n;

	if (intake_peek(in, HEAD, &v, d) == RC_FAIL)
		return RC_FAIL;
	if (v.n == 0)
		return stripped_end(p, d);
	n = stripped_db2(v);
	if (n == 0 && span_u8(v, 0) == 0x00) {
		if (intake_peek(in, OWN_HEAD, &v, d) == RC_FAIL)
			return RC_FAIL;
		n = stripped_own_length(span_first(v, OWN_HEAD));
	}
	if (n == 0)
		return stripped_skip(p, d);
	if (v.n < n && intake_peek(in, n, &v, d) == RC_FAIL)
		return RC_FAIL;
	if (v.n < n)
		return intake_cut(in, v.n, n, d);
	if (parts_add(in, span_first(v, n), 0, d) == RC_FAIL)
		return RC_FAIL;
	return parts_lend(in, 0, rec);
}

static struct source *
stripped_open(struct stream *s, struct ledger *ledger, struct diag *d)
{
	(void)diag_warn(d, NULL, "records came without RDWs: only those of Db2 "
	    "are found again (to keep all, transfer in binary, by FTP with "
	    "\"quote site rdw\" or by Connect:Direct with RECFM=U)");
	return intake_open(sizeof(struct stripped), stripped_step, s, ledger,
	    d);
}

const struct container container_stripped = {
	.name = "stripped",
	.help = "no RDWs: Db2 records found again by their own lengths",
	.bid = stripped_bid,
	.open = stripped_open
};
