/* cptime.c - the clock of an entry, of which only the low part was kept
 *
 *   form    kept         wraps every
 *   TRACE   bits 16-63   2^36 us = 19.0887 h
 *   saved   bits 32-63   2^20 us = 1.048576 s
 *   TRACG   bits 0-79    never
 *
 * TOD bit 51 is a microsecond (z/Architecture Principles of Operation). No rule
 * of IBM's for the high part is public: this is arithmetic, on the ground that
 * entries of one trace come in the order of time.
 */
#include "ztrace/cptime.h"

void
cptime_step(struct cptime *t, enum cpform form, uint64_t kept)
{
	uint64_t mask = cpentry_mask(form), next;

	if (form == CPFORM_TRACG) {
		*t = (struct cptime){ .tod = kept, .known = true };
		return;
	}
	next = (t->tod & ~mask) | kept;
	if (kept < (t->tod & mask)) {
		next += mask + 1;
		t->guess = true;
	}
	t->tod = next;
}

uint64_t
cptime_before(uint64_t later, enum cpform form, uint64_t kept)
{
	uint64_t mask = cpentry_mask(form), tod;

	if (form == CPFORM_TRACG)
		return kept;
	tod = (later & ~mask) | kept;
	return kept > (later & mask) ? tod - (mask + 1) : tod;
}
