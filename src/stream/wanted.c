/* wanted.c - whether a block of a tape holds GTF records */

/*
 *  [LEN 0]  LEN ctl 0  AID FID ...  LEN ctl 0  AID FID ...
 *   BDW     RDW        a record     RDW        the next
 *
 * AID is FF or F0 to F3, or 00 with a FID of 1 to 3; none of these can begin
 * a length (z/OS MVS Diagnosis: Tools and Service Aids). The segment code in
 * ctl says 2 or 3 of a record whose head is not here.
 */

#include "ztrace/wanted.h"

enum {
	RDW = 4,
	SHORTEST = 6,	/* a record: RDW, AID, FID */
	LONGEST = 32760,
	ENOUGH = 3,	/* records in a row that cannot be there by accident */
	STEPS = 16	/* records looked at to find so many */
};

enum verdict { NO, YES, UNTOLD };

/* What the record at `at` of a block is, and where the next one starts. */
static enum verdict
record_judge(struct span block, size_t at, size_t *next)
{
	struct span head;
	size_t length = span_u16(block, at);

	*next = at + length;
	if (!span_cut(block, at, SHORTEST, &head) || length < SHORTEST ||
	    length > LONGEST || head.p[2] > 3 || head.p[3] != 0)
		return NO;
	if (head.p[2] > 1)
		return UNTOLD;
	if (head.p[4] == 0xff || (head.p[4] >= 0xf0 && head.p[4] <= 0xf3))
		return YES;
	return head.p[4] == 0 && head.p[5] >= 1 && head.p[5] <= 3 ? YES : NO;
}

/*
 * GTF records in a row from `at` on, at most ENOUGH; a row that fills the
 * block exactly is enough, and so is one that a cut block ends within.
 */
static int
run_count(struct span block, size_t at)
{
	enum verdict verdict;
	size_t next;
	int n = 0, steps;

	for (steps = 0; n < ENOUGH && steps < STEPS; steps++) {
		verdict = record_judge(block, at, &next);
		if (verdict == NO || next > block.n)
			return verdict == YES && n > 0 ? ENOUGH : 0;
		n += verdict == YES;
		if (next == block.n)
			return n > 0 ? ENOUGH : 0;
		at = next;
	}
	return n;
}

/* The length that a BDW of either form says. */
static size_t
bdw_length(struct span block)
{
	uint32_t word = span_u32(block, 0);

	if (word & 0x80000000)
		return word & 0x7fffffff;
	return (word & 0xffff) == 0 ? word >> 16 : 0;
}

bool
wanted_head(struct span s)
{
	size_t length = bdw_length(s), next;

	if (record_judge(s, 0, &next) == YES)
		return true;
	return record_judge(s, RDW, &next) == YES && length >= next;
}

bool
wanted_file(struct head head)
{
	struct span s = head.s;
	size_t at = 0, next, more;

	if (record_judge(s, 0, &next) != YES) {
		at = RDW;
		if (!wanted_head(s) || record_judge(s, at, &next) != YES)
			return false;
	}
	if (next == s.n || (at > 0 && next == bdw_length(s)))
		return true;
	return next + SHORTEST > s.n ? !head.whole :
	    record_judge(s, next, &more) != NO;
}

bool
wanted_block(struct span block)
{
	size_t at, next;

	if (bdw_length(block) == block.n &&
	    record_judge(block, RDW, &next) == YES && next <= block.n)
		return true;
	if (run_count(block, RDW) == ENOUGH || run_count(block, 0) == ENOUGH)
		return true;
	for (at = 1; at < block.n; at++)
		if (record_judge(block, at, &next) == YES &&
		    run_count(block, at) == ENOUGH)
			return true;
	return false;
}

const struct wanted wanted_gtf = {
	.what = "GTF",
	.block = wanted_block
};
