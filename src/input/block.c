/* block.c - blocks that each start with a BDW
 *
 *  0    2    4
 *  LEN  0    RDW data ... RDW data ...       8 <= LEN <= 32760, counts itself
 *  LEN (31)  RDW data ... RDW data ...       first bit on: an extended BDW
 *
 * The records fill a block exactly. z/OS tapes end at 256 KiB a block (DFSMS
 * Using Data Sets, "Block Descriptor Word"; MVS JCL Reference, BLKSZLIM).
 *
 * Records are handed out as they come; a block is never needed whole. Damage
 * inside a block costs the rest of it, a damaged BDW only itself. On a tape
 * each tape block is a block.
 */

#include <stdbool.h>

#include "ztrace/container.h"
#include "ztrace/intake.h"
#include "ztrace/rdw.h"
#include "ztrace/row.h"
#include "ztrace/vbs.h"

enum {
	BDW_SIZE = 4,
	BDW_LEAST = 8,
	BDW_MOST = 32760,
	BDW_MOST_EXTENDED = 256 * 1024,
	BDW_HEAD = BDW_SIZE + RDW_HEAD		/* bytes that tell a block */
};

struct block {
	struct intake	in;		/* first: what the caller holds */
	size_t		size;		/* of the block, as its BDW says */
	size_t		left;		/* bytes of it to come */
	uint64_t	extent;		/* of the stream, that it stands in */
	bool		begun;		/* there has been a block */
	bool		unsized;	/* its BDW is damaged, which has been said */
};

/* The length that a BDW gives; 0 when s does not start with one. */
static size_t
bdw_length(struct span s)
{
	uint32_t word = span_u32(s, 0), n = word >> 16, most = BDW_MOST;

	if (word >> 31 != 0) {
		n = word & 0x7FFFFFFF;
		most = BDW_MOST_EXTENDED;
	} else if ((word & 0xFFFF) != 0) {
		return 0;
	}
	return s.n >= BDW_SIZE && n >= BDW_LEAST && n <= most ? n : 0;
}

/* Whether the records in s fill it to its last byte; the last may be `open`. */
static bool
block_filled(struct span s, bool open)
{
	size_t n;

	for (; s.n > 0; s = span_from(s, n)) {
		n = rdw_length(s);
		if (rdw_null(s) || (open && s.n < RDW_SIZE))
			return true;
		if (n == 0 || (n > s.n && !open))
			return false;
	}
	return true;
}

static int
block_bid(struct head head)
{
	size_t n = bdw_length(head.s);
	struct span in = span_from(span_first(head.s, n), BDW_SIZE);
	int bits = rdw_bits_row(in, ROW_MOST);

	/* records behind a word that says nothing: where nobody else knows better */
	if (n == 0)
		return rdw_bits_row(span_from(head.s, BDW_SIZE), ROW_MOST) > 2 * BID_SURE ?
		    BID_SURE - 1 : 0;
	if ( bits == 0 || rdw_length(in) > n - BDW_SIZE)
		return 0;
	if (head.s.n >= n && block_filled(in, false))
		bits += 15;
	else if (head.s.n >= n && bits < BID_SURE)
		return 0;
	return bits + (n > BDW_MOST ? 13 : 16);
}

/* Whether s starts with a BDW and a record of GTF's; sees BDW_HEAD bytes. */
static bool
block_head(struct span s)
{
	struct span in = span_from(span_first(s, BDW_HEAD), BDW_SIZE);
	size_t n = bdw_length(s);

	return n != 0 && rdw_bits(in) > 0 && rdw_length(in) <= n - BDW_SIZE;
}

/*
 * The end of a record and the RDW behind it can look like the head of a block,
 * so its records must fill it, too (or what can be asked for of it).
 */
static enum sight
block_sight(struct span s, bool whole, size_t *need)
{
	size_t n;

	*need = BDW_HEAD;
	if (s.n < *need && !whole)
		return SIGHT_MORE;
	if (!block_head(s))
		return SIGHT_NO;
	n = bdw_length(s);
	*need = n < SIGHT_MOST ? n : SIGHT_MOST;
	if (s.n < *need)
		return whole ? SIGHT_NO : SIGHT_MORE;
	s = span_from(span_first(s, *need), BDW_SIZE);
	return block_filled(s, *need < n) ? SIGHT_YES : SIGHT_NO;
}

/* Whether the block, or the stream, has ended where bytes of it should come. */
static bool
block_ended(const struct block *b, struct span v)
{
	return v.n == 0 || stream_extent(b->in.stream) != b->extent;
}

/* Takes n more bytes, as far as the extent has them; *taken says how many. */
static enum rc
block_pass(struct block *b, size_t n, enum account account, size_t *taken,
    struct diag *d)
{
	struct span v;

	for (*taken = 0; ; *taken += v.n) {
		if (intake_peek(&b->in, 1, &v, d) == RC_FAIL)
			return RC_FAIL;
		if (*taken == n || block_ended(b, v))
			return RC_SKIP;
		v = span_first(v, n - *taken);
		intake_take(&b->in, v.n, account);
	}
}

static enum rc
block_cut(struct block *b, struct span v, struct diag *d)
{
	struct place at = intake_place(&b->in);

	if (block_ended(b, v))
		v.n = 0;
	if (b->unsized && v.n == 0) {
		b->left = 0;
		return RC_SKIP;
	}
	intake_take(&b->in, v.n, BYTES_SKIPPED);
	vbs_drop(&b->in, d);
	(void)diag_damage(d, &at, "block is cut short (%zu of %zu bytes)",
	    b->size - b->left + v.n, b->size);
	b->left = 0;
	return RC_SKIP;
}

/* Bytes of a tape block that its BDW does not count. */
static enum rc
block_padding(struct block *b, struct diag *d)
{
	struct place at = intake_place(&b->in);
	size_t n;

	if (block_pass(b, SIZE_MAX, BYTES_PADDING, &n, d) == RC_FAIL)
		return RC_FAIL;
	(void)diag_warn(d, &at, "tape block is longer than its BDW says "
	    "(%zu bytes, %zu more)", b->size, n);
	return RC_SKIP;
}

/* Where a record follows a damaged BDW, its block ends where the next begins. */
static enum rc
block_unsized(struct block *b, struct span v, struct diag *d)
{
	struct place at = intake_place(&b->in);
	char hex[9];

	intake_hex(v, hex);
	intake_take(&b->in, BDW_SIZE, BYTES_SKIPPED);
	b->unsized = true;
	b->size = BDW_MOST_EXTENDED;
	b->left = b->size - BDW_SIZE;
	return diag_damage(d, &at, "bad BDW of a block (%s)", hex);
}

/* On a tape nothing need be searched: the next tape block is the next block. */
static enum rc
block_bad(struct block *b, struct diag *d)
{
	struct place at = intake_place(&b->in);
	struct span v;
	char hex[9];
	size_t n;

	vbs_drop(&b->in, d);
	if (intake_peek(&b->in, BDW_HEAD, &v, d) == RC_FAIL)
		return RC_FAIL;
	if (rdw_bits(span_from(span_first(v, BDW_HEAD), BDW_SIZE)) > 0)
		return block_unsized(b, v, d);
	if (!stream_bordered(b->in.stream))
		return intake_search(&b->in, block_sight, "BDW", d);
	intake_hex(v, hex);
	if (block_pass(b, SIZE_MAX, BYTES_SKIPPED, &n, d) == RC_FAIL)
		return RC_FAIL;
	return diag_damage(d, &at,
	    "tape block without a BDW (%s, %zu bytes skipped)", hex, n);
}

static enum rc
block_begin(struct block *b, struct diag *d)
{
	struct span v;

	if (intake_peek(&b->in, BDW_SIZE, &v, d) == RC_FAIL)
		return RC_FAIL;
	if (v.n == 0) {
		vbs_drop(&b->in, d);
		return RC_END;
	}
	if (stream_bordered(b->in.stream) && b->begun && !block_ended(b, v))
		return block_padding(b, d);
	b->begun = true;
	b->unsized = false;
	b->extent = stream_extent(b->in.stream);
	b->size = bdw_length(v);
	if (b->size == 0)
		return block_bad(b, d);
	intake_take(&b->in, BDW_SIZE, BYTES_DESCRIPTOR);
	b->left = b->size - BDW_SIZE;
	return RC_SKIP;
}

static enum rc
block_end_early(struct block *b, struct diag *d)
{
	struct place at = intake_place(&b->in);
	size_t left = b->left;

	b->left = 0;
	if (b->unsized)
		return RC_SKIP;
	return diag_damage(d, &at, "block ends early (%zu of %zu bytes)",
	    b->size - left, b->size);
}

/* Damage inside a block costs its rest. */
static enum rc
block_give_up(struct block *b, struct span v, struct diag *d)
{
	struct place at = intake_place(&b->in);
	size_t n = b->left;
	char hex[9];

	b->left = 0;
	/* in a block of unknown size this can be the next BDW, damaged too */
	if (b->unsized && !stream_bordered(b->in.stream))
		return RC_SKIP;
	intake_hex(span_first(v, n), hex);
	vbs_drop(&b->in, d);
	if (block_pass(b, n, BYTES_SKIPPED, &n, d) == RC_FAIL)
		return RC_FAIL;
	return diag_damage(d, &at, "bad RDW in a block (%s, %zu bytes skipped)",
	    hex, n);
}

/* What stands where a record should: filling, the next block, or damage. */
static enum rc
block_odd(struct block *b, struct diag *d)
{
	size_t n = b->left;
	struct span v;

	if (intake_peek(&b->in, BDW_HEAD, &v, d) == RC_FAIL)
		return RC_FAIL;
	if (rdw_null(span_first(v, n))) {
		b->left = 0;
		return block_pass(b, n, BYTES_PADDING, &n, d);
	}
	return block_head(v) ? block_end_early(b, d) : block_give_up(b, v, d);
}

static enum rc
block_record(struct block *b, struct record *rec, struct diag *d)
{
	struct span v;
	size_t n;

	if (intake_peek(&b->in, RDW_SIZE, &v, d) == RC_FAIL)
		return RC_FAIL;
	if (block_ended(b, v) || (v.n < RDW_SIZE && v.n < b->left))
		return block_cut(b, v, d);
	n = rdw_length(span_first(v, b->left));
	if (n == 0 || n > b->left)
		return block_odd(b, d);
	if (v.n < n && intake_peek(&b->in, n, &v, d) == RC_FAIL)
		return RC_FAIL;
	if (v.n < n)
		return block_cut(b, v, d);
	if (n >= BDW_HEAD && span_u8(v, RDW_SIZE) != 0xFF && block_head(v))
		return block_end_early(b, d);
	b->left -= n;
	return vbs_take(&b->in, span_first(v, n), rec, d);
}

static enum rc
block_step(struct intake *in, struct record *rec, struct diag *d)
{
	struct block *b = (struct block *)in;

	return b->left == 0 ? block_begin(b, d) : block_record(b, rec, d);
}

static struct source *
block_open(struct stream *s, struct ledger *ledger, struct diag *d)
{
	return intake_open(sizeof(struct block), block_step, s, ledger, d);
}

const struct container container_block = {
	.name = "block",
	.help = "BDW, RDW and data (blocks of variable-length records)",
	.bid = block_bid,
	.open = block_open
};
