/* cpentry.c - one trace entry of z/VM's CP, taken apart
 *
 *  0   1   2              8              12
 *  7N  00  TOD bits 16-63 operand, ID    N + 1 registers of 4 bytes      TRACE
 *
 *  0   1   2                         12             16
 *  7N  80  TOD bits 0-79             operand, ID    N + 1 of 8 bytes     TRACG
 *
 *  0              4              8
 *  TOD bits 32-63 operand, ID    5 registers of 4 bytes                  saved
 *
 * The trace ID is the lower half of the operand. (z/VM CP Data Areas and Control
 * Blocks, "TTEBK" and "TTSBK"; z/Architecture Principles of Operation, TRACE)
 */
#include "ztrace/cpentry.h"

bool
cpentry_read(struct span s, bool saved, struct cpentry *e)
{
	size_t n = saved ? CPENTRY_SAVED : cpentry_whole(s), operand;

	if (n == 0 || (saved && !cpentry_saved_whole(s)))
		return false;
	*e = (struct cpentry){ .raw = span_first(s, n), .width = 4 };
	if (saved) {
		e->form = CPFORM_SAVED;
		e->kept = span_u32(s, 0);
		operand = 4;
	} else if (s.p[1] == 0) {
		e->form = CPFORM_TRACE;
		e->kept = span_u64(s, 0) & cpentry_mask(CPFORM_TRACE);
		operand = 8;
	} else {
		e->form = CPFORM_TRACG;
		e->kept = span_u64(s, 2);
		e->fine = span_u16(s, 10);
		e->width = 8;
		operand = 12;
	}
	e->high = span_u16(s, operand);
	e->code = span_u16(s, operand + 2);
	e->words = span_from(e->raw, operand + 4);
	return true;
}

uint64_t
cpentry_mask(enum cpform form)
{
	static const uint64_t masks[] = {
		[CPFORM_TRACE] = UINT64_C(0x0000FFFFFFFFFFFF),
		[CPFORM_TRACG] = UINT64_MAX,
		[CPFORM_SAVED] = UINT64_C(0x00000000FFFFFFFF)
	};

	return masks[form];
}

size_t
cpentry_count(const struct cpentry *e)
{
	return e->words.n / e->width;
}

uint64_t
cpentry_word(const struct cpentry *e, size_t i)
{
	if (i >= cpentry_count(e))
		return 0;
	return e->width == 4 ? span_u32(e->words, 4 * i) : span_u64(e->words, 8 * i);
}
