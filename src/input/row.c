/* row.c - records that follow each other tell a form, and the way back after damage */

#include "ztrace/row.h"

int
row_bid(struct head head, measure_fn *measure)
{
	struct span s = head.s;
	int bits = 0, one, seen;
	size_t n = 0;

	for (seen = 0; seen < ROW_MOST; seen++) {
		s = span_from(s, n);
		if (s.n == 0)
			break;
		one = measure(s, &n);
		if (one == 0 && s.n < ROW_HEAD && !head.whole)
			break;
		if (one == 0)
			return seen > 1 ? bits : 0;
		bits += one;
	}
	if (seen > 1 || (head.whole && n == s.n) || bits < BID_SURE)
		return bits;
	return BID_SURE - 1;
}

enum sight
row_sight(struct span s, bool whole, size_t *need, measure_fn *measure)
{
	size_t n, next;

	*need = ROW_HEAD;
	if (s.n < *need && !whole)
		return SIGHT_MORE;
	if (measure(s, &n) == 0)
		return SIGHT_NO;
	*need = n + ROW_HEAD;
	if (s.n < *need && !whole)
		return SIGHT_MORE;
	return s.n == n || measure(span_from(s, n), &next) > 0 ? SIGHT_YES : SIGHT_NO;
}
