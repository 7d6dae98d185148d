/* container.c - the table of containers; a new one is a file here and a row */

#include <stddef.h>
#include <string.h>

#include "ztrace/container.h"

const struct container *const gtf_containers[] = {
	&container_listing,
	&container_vb,
	&container_block,
	&container_record,
	&container_ftp_block,
	&container_ftp_record,
	&container_stripped,
	NULL
};

const char *
container_choose(const struct container *const *list, const char *name,
    const struct container **found)
{
	*found = NULL;
	if (strcmp(name, "auto") == 0)
		return NULL;
	for (; *list != NULL; list++)
		if (strcmp((*list)->name, name) == 0)
			*found = *list;
	return *found != NULL ? NULL : "no such input format (--help lists them)";
}

int
container_bid(const struct container *const *list, struct head head)
{
	int bits, most = 0;

	for (; *list != NULL; list++) {
		bits = (*list)->bid(head);
		if (bits > most)
			most = bits;
	}
	return most;
}

const char *
container_row(const struct container *const *list, size_t i, const char **help)
{
	if (list[i] == NULL)
		return NULL;
	*help = list[i]->help;
	return list[i]->name;
}
