/* check_pairs.c - IFCIDs that are the begin and the end of one thing */
#include <check.h>

#include "ztrace/db2.h"
#include "ztrace/pairs.h"

START_TEST(pairs_are_in_order)
{
	size_t i;

	for (i = 0; i < pairs_count; i++) {
		ck_assert_ptr_nonnull(ifcid_title(pairs[i].begin));
		ck_assert_ptr_nonnull(ifcid_title(pairs[i].end));
		ck_assert(pair_fits(pairs[i].begin, pairs[i].end));
		ck_assert(!pair_fits(pairs[i].begin, pairs[i].begin));
		ck_assert(pair_ends(pairs[i].end));
		/* what begins one thing ends none */
		ck_assert(!pair_ends(pairs[i].begin));
		ck_assert_str_eq(pair_begin(pairs[i].begin)->name, pairs[i].name);
		ck_assert(!pairs[i].recalled || ifcid_find(pairs[i].begin)->recalled ||
		    ifcid_find(pairs[i].end)->recalled || pairs[i].end == 53);
		ck_assert(pairs[i].recalled || (!ifcid_find(pairs[i].begin)->recalled &&
		    !ifcid_find(pairs[i].end)->recalled));
		if (i > 0 && pairs[i - 1].begin == pairs[i].begin)
			ck_assert_uint_lt(pairs[i - 1].end, pairs[i].end);
		else if (i > 0)
			ck_assert_uint_lt(pairs[i - 1].begin, pairs[i].begin);
	}
	ck_assert_ptr_null(pair_begin(0));
	ck_assert_ptr_null(pair_begin(7));
	ck_assert_ptr_null(pair_begin(65535));
	ck_assert(!pair_fits(0, 0));
}
END_TEST

Suite *
pairs_suite(void)
{
	Suite *s = suite_create("pairs");
	TCase *t = tcase_create("pairs");

	tcase_add_test(t, pairs_are_in_order);
	suite_add_tcase(s, t);
	return s;
}
