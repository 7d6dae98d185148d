/* ifcid.c - finds what is known of an IFCID */
#include "ztrace/db2.h"

#include <stdlib.h>	/* bsearch */

static int
compare(const void *number, const void *row)
{
	return *(const uint16_t *)number - ((const struct ifcid *)row)->number;
}

const struct ifcid *
ifcid_find(uint16_t number)
{
	return bsearch(&number, ifcids, ifcids_count, sizeof(ifcids[0]), compare);
}

const char *
ifcid_title(uint16_t number)
{
	const struct ifcid *row = ifcid_find(number);

	return row != NULL ? row->title : NULL;
}
