/* le_raw.c - a trace table as it is in storage: entries of 128 bytes
 *
 *  0     8       16      17      20    24       128
 *  TIME  THREAD  MEMBER  000000  TYPE  area     the next entry
 *
 * (z/OS Language Environment Debugging Guide, "Understanding the trace table
 * entry".) Slots that have never been used are zeros.
 */
#include <string.h>

#include "ztrace/intake.h"
#include "ztrace/le_entry.h"
#include "ztrace/row.h"

struct le_raw {
	struct intake	intake;		/* first */
	uint64_t	slot;		/* of the table, the next one */
	uint64_t	clock;		/* of the entry before; 0: there is none */
	uint32_t	table;
	uint8_t		record[LE_RECORD];
};

/*
 * Bits that are as in every entry: a clock of 1971 or later, a known member, no
 * flags.
 */
static int
raw_measure(struct span s, size_t *n)
{
	uint32_t member = span_u32(s, 16);

	*n = LE_SIZE;
	if (s.n < ROW_HEAD || span_u8(s, 0) < 0x80 ||
	    (member & 0xffffff) != 0 ||
	    le_member_name((uint8_t)(member >> 24)) == NULL)
		return 0;
	return 1 + 4 + 24;
}

/* Whether s begins with a slot that has not been used. */
static bool
raw_unused(struct span s)
{
	return s.n >= LE_SIZE && span_zero(span_first(s, LE_SIZE));
}

/* The same in one, where zeros may follow as the slot behind an entry. */
static int
raw_measure_any(struct span s, size_t *n)
{
	*n = LE_SIZE;
	return raw_unused(s) ? 1 : raw_measure(s, n);
}

static int
raw_bid(struct head head)
{
	size_t n;

	return raw_measure(head.s, &n) > 0 ? row_bid(head, raw_measure_any) : 0;
}

static enum sight
raw_sight(struct span s, bool whole, size_t *need)
{
	return row_sight(s, whole, need, raw_measure);
}

/* Whether two clocks can be of one table: less than a day apart. */
static bool
raw_near(uint64_t a, uint64_t b)
{
	return a >> 63 != 0 && b >> 63 != 0 && (a > b ? a - b : b - a) >> 48 == 0;
}

/*
 * Whether an entry begins here: it looks like one, or one stands behind it, or
 * nothing does. Of a member that is not known, or with flags, it has a clock
 * near that of a neighbour.
 */
static bool
raw_stands(const struct le_raw *raw, struct span v)
{
	struct span next = span_from(v, LE_SIZE);
	uint64_t clock = span_u64(v, 0);
	size_t n;

	return raw_measure(v, &n) > 0 || next.n == 0 ||
	    raw_measure(next, &n) > 0 || raw_near(clock, raw->clock) ||
	    raw_near(clock, span_u64(next, 0));
}

static enum rc
raw_lend(struct le_raw *raw, struct span v, struct record *rec)
{
	struct place at = intake_place(&raw->intake);

	memcpy(raw->record, v.p, LE_SIZE);
	raw->clock = span_u64(v, 0);
	le_where_put(raw->record, (struct le_where){
	    .displacement = (uint32_t)(raw->slot * LE_SIZE),
	    .have = LE_HAVE_ALL, .table = raw->table, .recent = LE_NOWHERE });
	intake_take(&raw->intake, LE_SIZE, BYTES_RECORD);
	raw->slot++;
	return intake_lend_own(&raw->intake, span_of(raw->record, LE_RECORD),
	    &at, rec);
}

static enum rc
raw_step(struct intake *in, struct record *rec, struct diag *d)
{
	struct le_raw *raw = (struct le_raw *)in;
	struct span v;

	if (intake_peek(in, LE_SIZE + ROW_HEAD, &v, d) == RC_FAIL)
		return RC_FAIL;
	if (v.n == 0)
		return RC_END;
	if (v.n < LE_SIZE)
		return intake_cut(in, v.n, LE_SIZE, d);
	if (raw_unused(v)) {
		intake_take(in, LE_SIZE, BYTES_PADDING);
		raw->slot++;
		return RC_SKIP;
	}
	if (raw_stands(raw, v))
		return raw_lend(raw, v, rec);
	return intake_search(in, raw_sight, "entry", d);
}

static struct source *
raw_open(struct stream *s, struct ledger *ledger, struct diag *d)
{
	return intake_open(sizeof(struct le_raw), raw_step, s, ledger, d);
}

const struct container container_le_raw = {
	.name = "raw",
	.help = "trace tables as they are in storage: entries of 128 bytes",
	.bid = raw_bid,
	.open = raw_open
};
