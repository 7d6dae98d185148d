/* cp_same.c - compares CP trace entries in a Check test */
#include "cp_same.h"

#include <check.h>
#include <inttypes.h>

void
cp_same(const struct cp_made *a, const struct cp_made *b, uint64_t seed)
{
	size_t i;

	ck_assert_msg(a->tod == b->tod, "%016" PRIX64 " for %016" PRIX64 " (SEED=%" PRIu64 ")",
	    b->tod, a->tod, seed);
	ck_assert_uint_eq(a->fine, b->fine);
	ck_assert_uint_eq(a->cpu, b->cpu);
	ck_assert_uint_eq(a->code, b->code);
	ck_assert_uint_eq(a->n, b->n);
	for (i = 0; i < a->n; i++)
		ck_assert_uint_eq(a->word[i] & (a->form == CPFORM_TRACG ? UINT64_MAX : UINT32_MAX),
		    b->word[i]);
}
