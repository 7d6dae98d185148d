/* row.c - records in a row tell a form, and the way back after damage */

#include "ztrace/row.h"

enum {
	END_BITS = 15,		/* the records end where the stream does */
	ALONE = BID_SURE + 8	/* one record that says so much needs no second */
};

int
row_bid(struct head head, measure_fn *measure)
{
	int bits = 0, one, seen;
	size_t at = 0, n;
	struct span s;

	for (seen = 0; seen < ROW_MOST && at < head.s.n; seen++) {
		s = span_from(head.s, at);
		one = measure(s, &n);
		if (one == 0 && s.n < ROW_HEAD && !head.whole)
			break;
		if (one == 0)
			return bits < (seen < 2 ? ALONE : BID_SURE) ? 0 : bits;
		bits += one;
		at += n;
	}
	if (head.whole && at == head.s.n)
		bits += END_BITS;
	else if (seen < 2 && bits >= BID_SURE && bits < ALONE)
		bits = BID_SURE - 1;
	return bits < BID_SURE && head.whole ? 0 : bits;
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
	if (s.n == n)
		return SIGHT_YES;
	s = span_first(span_from(s, n), ROW_HEAD);
	return measure(s, &next) > 0 ? SIGHT_YES : SIGHT_NO;
}
