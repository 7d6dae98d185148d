/* ifcid.c - finds what is known of an IFCID */
#include "ztrace/db2.h"

const struct ifcid *
ifcid_find(uint16_t number)
{
	if (number >= ifcids_count || ifcids[number].title == NULL)
		return NULL;
	return &ifcids[number];
}

const char *
ifcid_title(uint16_t number)
{
	const struct ifcid *row = ifcid_find(number);

	return row != NULL ? row->title : NULL;
}
