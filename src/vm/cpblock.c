/* cpblock.c - blocks of saved CP trace entries, and such entries without blocks
 *
 *  0    8                    32    36
 *  TOD  verification string  zone  145 entries of 28 bytes        4096 bytes
 *
 * No entry of a block is later than its clock. (z/VM CP Data Areas and Control
 * Blocks, "TBFBK" and "TTSBK") A saved entry has no mark to know it by: outside
 * of blocks it must be asked for by name.
 */
#include "ztrace/cpintake.h"
#include "ztrace/ebcdic.h"

enum {
	STRING = 8, STRING_SIZE = 24,
	ZONE = 32, ZONE_MOST = 15 * 3600,	/* more than any, in seconds or nearly */
	ENTRIES = 36,
	BITS_ZONE = 14,
	JUDGED = 8				/* entries that must be there to judge a block by */
};

struct block_of_saved {
	struct intake	 in;
	size_t		 left;		/* bytes of the block in work */
	uint64_t	 tod;		/* its clock */
	bool		 clocked;	/* it has one */
	bool		 bare;		/* there are no blocks */
};

/* Bits of a header that can be one. */
static int
header_bits(struct span s)
{
	uint32_t zone = span_u32(s, ZONE);
	int bits = BITS_ZONE + 1;
	size_t i;

	if (span_u8(s, 0) < 0x80)
		return 0;
	if (zone > ZONE_MOST && zone < 0 - (uint32_t)ZONE_MOST)
		return 0;
	for (i = 0; i < STRING_SIZE; i++)
		bits += ebcdic_print[span_u8(s, STRING + i)] != '.';
	return bits;
}

static int
saved_bid(struct head head)
{
	struct span s = span_from(span_first(head.s, CP_BLOCK), ENTRIES);
	int bits = header_bits(head.s), n;

	if (bits == 0 || (s.n < CP_BLOCK - ENTRIES && !head.whole))
		return 0;
	for (n = 0; s.n >= CPENTRY_SAVED; s = span_from(s, CPENTRY_SAVED)) {
		if (!cpentry_saved_whole(s))
			return 0;
		n += !span_zero(span_first(s, CPENTRY_SAVED));
	}
	return n >= JUDGED || head.whole ? bits + n : 0;
}

static enum rc
block_header(struct block_of_saved *b, struct span v, struct diag *d)
{
	struct place at = intake_place(&b->in);
	size_t n = span_first(v, CP_BLOCK).n, header = span_first(v, ENTRIES).n;

	b->tod = span_u64(v, 0);
	b->clocked = b->tod != 0;
	b->left = n - header;
	intake_take(&b->in, header, BYTES_DESCRIPTOR);
	if (n < CP_BLOCK)
		return diag_damage(d, &at, "block is cut short (%zu of %d bytes)", n, CP_BLOCK);
	if (!b->clocked)
		(void)diag_warn(d, &at, "block has no clock");
	return RC_SKIP;
}

static enum rc
block_take(struct block_of_saved *b, size_t n, enum account account)
{
	intake_take(&b->in, n, account);
	if (!b->bare)
		b->left -= n;
	return RC_SKIP;
}

/* A slot that holds no entry. */
static enum rc
block_slot(struct block_of_saved *b, struct span v, struct diag *d)
{
	struct place at = intake_place(&b->in);
	struct span slot = span_first(v, CPENTRY_SAVED);
	char hex[9];

	intake_hex(slot, hex);
	if (span_zero(slot))
		return block_take(b, slot.n, BYTES_PADDING);
	(void)block_take(b, slot.n, BYTES_SKIPPED);
	if (slot.n < CPENTRY_SAVED)
		return diag_damage(d, &at, "entry is cut short (%zu of %d bytes)", slot.n,
		    CPENTRY_SAVED);
	return cpintake_bad(&at, hex, slot.n, d);
}

/* Bytes to look at: of the block in work, or as many as a run should have. */
static enum rc
block_peek(struct block_of_saved *b, struct span *v, struct diag *d)
{
	if (intake_peek(&b->in, b->left > 0 ? b->left : CP_BLOCK, v, d) == RC_FAIL)
		return RC_FAIL;
	if (v->n == 0)
		return RC_END;
	if (b->left == 0 && !b->bare)
		return block_header(b, *v, d);
	*v = span_first(*v, b->bare ? CP_BLOCK : b->left);
	return RC_OK;
}

static enum rc
saved_step(struct intake *in, struct record *rec, struct diag *d)
{
	struct block_of_saved *b = (struct block_of_saved *)in;
	struct span v;
	enum rc rc = block_peek(b, &v, d);
	size_t n;

	if (rc != RC_OK)
		return rc;
	n = cprun_count_saved(v);
	if (n == 0)
		return block_slot(b, v, d);
	if (!b->bare)
		b->left -= n;
	rc = cpintake_lend_saved(in, span_first(v, n), rec);
	rec->tod = b->tod;
	rec->timed = b->clocked;
	return rc;
}

static struct source *
saved_open(struct stream *s, struct ledger *ledger, struct diag *d)
{
	return intake_open(sizeof(struct block_of_saved), saved_step, s, ledger, d);
}

static struct source *
short_open(struct stream *s, struct ledger *ledger, struct diag *d)
{
	struct source *source = saved_open(s, ledger, d);

	if (source != NULL)
		((struct block_of_saved *)source)->bare = true;
	return source;
}

static int
short_bid(struct head head)
{
	(void)head;
	return 0;
}

const struct container container_cp_block = {
	.name = "saved",
	.help = "blocks of 28-byte entries, as saved to tape or spool (TBFBK)",
	.bid = saved_bid,
	.open = saved_open
};

const struct container container_cp_short = {
	.name = "short",
	.help = "28-byte entries without blocks (never found out, only by -f)",
	.bid = short_bid,
	.open = short_open
};
