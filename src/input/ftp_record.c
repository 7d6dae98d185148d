/* ftp_record.c - what FTP sends with record structure in stream mode
 *
 *     data ... FF01 data ... FF01 data ... FF03
 *
 * FF01 ends a record, FF02 the file, FF03 both; a byte FF of data is sent
 * twice (RFC 959, "Stream mode"). Records come without RDWs.
 */

#include <string.h>

#include "ztrace/container.h"
#include "ztrace/intake.h"
#include "ztrace/rdw.h"
#include "ztrace/row.h"

enum {
	ESCAPE = 0xFF,
	MARK_SIZE = 2,
	MARK_RECORD = 0x01, MARK_FILE = 0x02, MARK_BOTH = 0x03,
	MARK_BITS = 15,			/* that one of two marks matches */
	HEAD = 12,			/* what rdw_bits_bare looks at */
	LONGEST = 2 * (RDW_LONGEST - RDW_SIZE) + MARK_SIZE
};

/* Bytes of s in front of its first FF. */
static size_t
ftp_record_plain(struct span s)
{
	const uint8_t *p = s.n > 0 ? memchr(s.p, ESCAPE, s.n) : NULL;

	return p != NULL ? (size_t)(p - s.p) : s.n;
}

static bool
ftp_record_ends(uint8_t mark)
{
	return mark == MARK_RECORD || mark == MARK_BOTH;
}

/* The first bytes of data, as they were before FTP doubled what is FF. */
static struct span
ftp_record_head(struct span s, uint8_t head[HEAD])
{
	size_t n = 0, at = 0;

	while (n < HEAD && at < s.n) {
		if (s.p[at] == ESCAPE && span_u8(s, at + 1) != ESCAPE)
			break;
		at += s.p[at] == ESCAPE ? 2 : 1;
		head[n++] = s.p[at - 1];
	}
	return span_of(head, n);
}

static int
ftp_record_measure(struct span s, size_t *n)
{
	uint8_t head[HEAD], mark;
	int bits = rdw_bits_bare(ftp_record_head(s, head));

	*n = 0;
	do {
		*n += ftp_record_plain(span_from(s, *n));
		mark = span_u8(s, *n + 1);
		*n += MARK_SIZE;
	} while (mark == ESCAPE);
	if (bits == 0 || *n > LONGEST || (*n <= s.n && !ftp_record_ends(mark)))
		return 0;
	if (*n <= s.n)
		bits += MARK_BITS;
	if (span_u16(s, *n) == (ESCAPE << 8 | MARK_FILE))
		*n += MARK_SIZE;
	return bits;
}

static int
ftp_record_bid(struct head head)
{
	return row_bid(head, ftp_record_measure);
}

static enum rc
ftp_record_take(struct intake *in, struct span v, struct record *rec,
    struct diag *d)
{
	struct place at = intake_place(in);
	uint8_t mark = span_u8(v, 1);
	char hex[9];

	if (mark == MARK_FILE || (mark == MARK_BOTH && in->parts.count == 0)) {
		parts_drop(in, d);
		intake_take(in, v.n, BYTES_DESCRIPTOR);
		return RC_SKIP;
	}
	intake_hex(v, hex);
	if (parts_add(in, v, mark == ESCAPE ? 1 : v.n, d) == RC_FAIL)
		return RC_FAIL;
	if (mark == ESCAPE)
		return RC_SKIP;
	if (ftp_record_ends(mark))
		return parts_lend(in, 0, rec);
	if (in->parts.spoiled)
		return RC_SKIP;
	in->parts.spoiled = true;
	return diag_damage(d, &at, "bad mark in a record (%s)", hex);
}

/* What stands up to the next FF, or the mark that it begins. */
static enum rc
ftp_record_step(struct intake *in, struct record *rec, struct diag *d)
{
	struct span v;
	size_t n;

	if (intake_peek(in, 1, &v, d) == RC_FAIL)
		return RC_FAIL;
	if (v.n == 0) {
		parts_drop(in, d);
		return RC_END;
	}
	n = ftp_record_plain(v);
	if (n > 0)
		return parts_add(in, span_first(v, n), 0, d);
	if (v.n < MARK_SIZE && intake_peek(in, MARK_SIZE, &v, d) == RC_FAIL)
		return RC_FAIL;
	return ftp_record_take(in, span_first(v, MARK_SIZE), rec, d);
}

static struct source *
ftp_record_open(struct stream *s, struct ledger *ledger, struct diag *d)
{
	return intake_open(sizeof(struct intake), ftp_record_step, s, ledger,
	    d);
}

const struct container container_ftp_record = {
	.name = "ftp-record",
	.help = "FTP record structure: marks FF01, FF02, FF03 (STRU R)",
	.bid = ftp_record_bid,
	.open = ftp_record_open
};
