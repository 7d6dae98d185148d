/* format.c - the table of output formats */
#include "ztrace/format.h"

#include <string.h>	/* strcmp */

const struct format *const formats[] = {
	&format_listing,
	&format_dump,
	&format_gtf,
	&format_json,
	&format_csv,
	&format_none,
	NULL
};

const struct format *
format_find(const char *name)
{
	size_t i;

	for (i = 0; formats[i] != NULL; i++)
		if (strcmp(formats[i]->name, name) == 0)
			return formats[i];
	return NULL;
}
