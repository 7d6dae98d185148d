/* pairs.c - finds IFCIDs that are the begin and the end of one thing */
#include "ztrace/pairs.h"

const struct pair *
pair_begin(uint16_t ifcid)
{
	size_t low = 0, high = pairs_count, middle;

	while (low < high) {
		middle = low + (high - low) / 2;
		if (pairs[middle].begin < ifcid)
			low = middle + 1;
		else
			high = middle;
	}
	return low < pairs_count && pairs[low].begin == ifcid ? &pairs[low] : NULL;
}

bool
pair_ends(uint16_t ifcid)
{
	size_t i;

	for (i = 0; i < pairs_count; i++)
		if (pairs[i].end == ifcid)
			return true;
	return false;
}

bool
pair_fits(uint16_t begin, uint16_t end)
{
	const struct pair *p = pair_begin(begin);

	for (; p != NULL && p < pairs + pairs_count && p->begin == begin; p++)
		if (p->end == end)
			return true;
	return false;
}
