/* ftp_block.c - what FTP sends in block mode, as clients store it
 *
 *  0     1      3
 *  CODE  COUNT  data ...
 *
 * Code 80: end of a record, 40: end of the file, 20: data in doubt, 10: restart
 * marker (no data of the record), 00: the record goes on.
 *
 * (RFC 959, "Block mode"; z/OS sends one block a record, and code 40 alone with
 * the last one.) Records come without RDWs.
 */

#include "ztrace/container.h"
#include "ztrace/intake.h"
#include "ztrace/rdw.h"
#include "ztrace/row.h"

enum {
	MARK_SIZE = 3,
	CODE_RECORD = 0x80,		/* the block ends a record */
	CODE_FILE = 0x40,		/* the file, and a record of data */
	CODE_DOUBT = 0x20,
	CODE_RESTART = 0x10,
	CODE_UNUSED = 0x0F,
	BLOCK_MOST = RDW_LONGEST - RDW_SIZE
};

/* Bytes of the block that s starts with; 0 when it starts with none. */
static size_t
ftp_block_length(struct span s)
{
	uint8_t code = span_u8(s, 0);
	size_t n = span_u16(s, 1);

	if (s.n < MARK_SIZE || (code & CODE_UNUSED) != 0 || n > BLOCK_MOST)
		return 0;
	if (n == 0 && (code & (CODE_RECORD | CODE_FILE)) == 0)
		return 0;
	return MARK_SIZE + n;
}

static bool
ftp_block_ends(struct span s)
{
	return (span_u8(s, 0) & (CODE_RECORD | CODE_FILE)) != 0;
}

/* An empty block that only says that the file ends. */
static bool
ftp_block_file(struct span s)
{
	return ftp_block_length(s) == MARK_SIZE && span_u8(s, 0) == CODE_FILE;
}

static int
ftp_block_measure(struct span s, size_t *n)
{
	size_t part = ftp_block_length(s);
	int bits = rdw_bits_bare(span_from(span_first(s, part), MARK_SIZE));
	bool end;

	*n = 0;
	if (bits == 0 || (span_u8(s, 0) & CODE_RESTART) != 0)
		return 0;
	do {
		part = ftp_block_length(span_from(s, *n));
		end = part != 0 && ftp_block_ends(span_from(s, *n));
		*n += part != 0 ? part : MARK_SIZE;
	} while (part != 0 && !end && *n <= BLOCK_MOST);
	if (*n > BLOCK_MOST + MARK_SIZE || (!end && *n <= s.n))
		return 0;
	if (ftp_block_file(span_from(s, *n)))
		*n += MARK_SIZE;
	return 5 + bits;
}

static int
ftp_block_bid(struct head head)
{
	return row_bid(head, ftp_block_measure);
}

static enum sight
ftp_block_sight(struct span s, bool whole, size_t *need)
{
	return row_sight(s, whole, need, ftp_block_measure);
}

static enum rc
ftp_block_take(struct intake *in, struct span v, struct record *rec,
    struct diag *d)
{
	uint8_t code = span_u8(v, 0);

	if ((code & CODE_RESTART) != 0 ||
	    (ftp_block_file(v) && in->parts.count == 0)) {
		intake_take(in, v.n, BYTES_DESCRIPTOR);
		return RC_SKIP;
	}
	if (parts_add(in, v, MARK_SIZE, d) == RC_FAIL)
		return RC_FAIL;
	if ((code & CODE_DOUBT) != 0)
		(void)diag_warn(d, &in->parts.at,
		    "record that its sender marked as doubtful");
	return ftp_block_ends(v) ? parts_lend(in, 0, rec) : RC_SKIP;
}

static enum rc
ftp_block_step(struct intake *in, struct record *rec, struct diag *d)
{
	struct span v;
	size_t n;

	if (intake_peek(in, MARK_SIZE, &v, d) == RC_FAIL)
		return RC_FAIL;
	n = ftp_block_length(v);
	if (n == 0) {
		parts_drop(in, d);
		return v.n == 0 ? RC_END :
		    intake_search(in, ftp_block_sight, "FTP block header", d);
	}
	if (v.n < n && intake_peek(in, n, &v, d) == RC_FAIL)
		return RC_FAIL;
	if (v.n < n) {
		parts_drop(in, d);
		return intake_cut(in, v.n, n, d);
	}
	return ftp_block_take(in, span_first(v, n), rec, d);
}

static struct source *
ftp_block_open(struct stream *s, struct ledger *ledger, struct diag *d)
{
	return intake_open(sizeof(struct intake), ftp_block_step, s, ledger, d);
}

const struct container container_ftp_block = {
	.name = "ftp-block",
	.help = "FTP block mode: code, count and data (TYPE E, MODE B)",
	.bid = ftp_block_bid,
	.open = ftp_block_open
};
