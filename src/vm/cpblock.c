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
	BITS_STRING = BITS_ZONE + 1 + STRING_SIZE - 4,	/* and nearly all of a string */
	JUDGED = 8,				/* entries that must be there to judge a block by */
	SAVED_GOOD = 8				/* that make up for one that is none */
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

/* What speaks for slots, and against them. */
struct judged {
	int		 good, bad;
	int		 rises;		/* good ones that are a little later than the one before */
};

static struct judged
slots_judge(struct span s)
{
	struct judged j = { 0 };
	uint32_t last = 0;

	for (; s.n >= CPENTRY_SAVED; s = span_from(s, CPENTRY_SAVED)) {
		j.bad += (s.p[4] & 0x80) != 0;
		if (!cpentry_saved_whole(s))
			continue;
		j.rises += j.good == 0 || span_u32(s, 0) - last < UINT32_MAX / 2;
		last = span_u32(s, 0);
		j.good++;
	}
	return j;
}

/*
 * A few slots may be bad, or missing, of a block whose verification string is
 * one. Where it is none, nearly all entries must follow each other in time.
 */
static int
saved_bid(struct head head)
{
	struct span s = span_from(span_first(head.s, CP_BLOCK), ENTRIES);
	bool cut = s.n < CP_BLOCK - ENTRIES;
	int bits = header_bits(head.s);
	struct judged j;

	if (bits == 0 || (cut && !head.whole))
		return 0;
	j = slots_judge(s);
	if (j.good < (head.whole ? 1 : JUDGED) || j.good < j.bad * SAVED_GOOD)
		return 0;
	if (bits < BITS_STRING && (cut || j.bad > 0 || j.rises < j.good - j.good / SAVED_GOOD))
		return 0;
	return bits + j.good - j.bad;
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

/* Slots, by what they hold. */
struct slots {
	uint32_t	n;		/* that hold an entry */
	size_t		unused, bad;	/* bytes of the others */
};

/* Bytes up to the end of the last slot that holds an entry; 0: none does. */
static size_t
slots_end(struct span v)
{
	size_t n = v.n;

	while (n > 0 && !cpentry_saved_whole(span_from(v, n - CPENTRY_SAVED)))
		n -= CPENTRY_SAVED;
	return n;
}

/* Bytes in front of the first slot that holds one. */
static size_t
slots_begin(struct span v)
{
	size_t n = 0;

	while (n < v.n && !cpentry_saved_whole(span_from(v, n)))
		n += CPENTRY_SAVED;
	return n;
}

/* Looks at each slot, and says which are bad. */
static struct slots
slots_look(struct intake *in, struct span v, struct diag *d)
{
	const struct place first = intake_place(in);
	struct slots s = { 0 };
	struct place at = first;
	struct span slot;
	char hex[9];
	size_t i;

	for (i = 0; i < v.n; i += CPENTRY_SAVED) {
		slot = span_first(span_from(v, i), CPENTRY_SAVED);
		if (cpentry_saved_whole(slot)) {
			s.n++;
		} else if (span_zero(slot)) {
			s.unused += slot.n;
		} else {
			s.bad += slot.n;
			at.number = first.number + s.n;
			at.offset = first.offset + i;
			intake_hex(slot, hex);
			(void)cpintake_bad(&at, hex, slot.n, d);
		}
	}
	return s;
}

/* Takes slots of which none holds an entry. */
static void
slots_take(struct block_of_saved *b, struct span v, struct diag *d)
{
	struct slots s = slots_look(&b->in, v, d);

	intake_take(&b->in, s.unused, BYTES_PADDING);
	intake_take(&b->in, s.bad, BYTES_SKIPPED);
	b->left -= b->bare ? 0 : v.n;
}

/* What is left of a block, or of the input, is no whole slot. */
static enum rc
block_end(struct block_of_saved *b, struct span v, struct diag *d)
{
	struct place at = intake_place(&b->in);

	b->left = 0;
	if (span_zero(v)) {
		intake_take(&b->in, v.n, BYTES_PADDING);
		return RC_SKIP;
	}
	intake_take(&b->in, v.n, BYTES_SKIPPED);
	return diag_damage(d, &at, "entry is cut short (%zu of %d bytes)", v.n, CPENTRY_SAVED);
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

/* All slots of a block become one run, from the first entry to the last. */
static enum rc
saved_step(struct intake *in, struct record *rec, struct diag *d)
{
	struct block_of_saved *b = (struct block_of_saved *)in;
	struct slots slots;
	struct span v;
	size_t from;
	enum rc rc = block_peek(b, &v, d);

	if (rc != RC_OK)
		return rc;
	if (v.n < CPENTRY_SAVED)
		return block_end(b, v, d);
	v = span_first(v, v.n - v.n % CPENTRY_SAVED);
	from = slots_begin(v);
	if (from > 0) {
		slots_take(b, span_first(v, from), d);
		return RC_SKIP;
	}
	v = span_first(v, slots_end(v));
	slots = slots_look(in, v, d);
	b->left -= b->bare ? 0 : v.n;
	rc = cpintake_lend_saved(in, v, slots.n, rec);
	intake_rebook(in, slots.unused, BYTES_RECORD, BYTES_PADDING);
	intake_rebook(in, slots.bad, BYTES_RECORD, BYTES_SKIPPED);
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
