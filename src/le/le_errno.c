/* le_errno.c - names of z/OS error numbers */
#include "ztrace/le_errno.h"

#include <stdlib.h>

/* High halves of errno2. */
enum { UNIX_LAST = 0x20ff, C_LIBRARY = 0xc00c };

static int
errno_compare(const void *key, const void *row)
{
	const uint64_t *number = key;
	const struct le_errno *e = row;

	return *number < e->number ? -1 : *number > e->number;
}

const char *
le_errno_name(uint64_t number)
{
	const struct le_errno *e = bsearch(&number, le_errnos, le_errnos_count,
	    sizeof(le_errnos[0]), errno_compare);

	return e != NULL ? e->name : NULL;
}

const char *
le_errno2_component(uint64_t errno2)
{
	uint64_t high = errno2 >> 16;

	if (errno2 == 0)
		return NULL;
	return high <= UNIX_LAST ? "z/OS UNIX" : high == C_LIBRARY ?
	    "C library" : NULL;
}

/*
 * z/OS UNIX System Services Messages and Codes, "z/OS UNIX reason codes": those
 * that have been read there.
 */
static const struct le_errno reasons[] = {
	{ 0x0000, "JROK" },		/* the errno says it all */
	{ 0x0011, "JRNotKey8" },
	{ 0x0012, "JRMaxChild" },
	{ 0x0013, "JRMaxUIDs" },
	{ 0x0014, "JRAppcErrAlloc" },
	{ 0x0015, "JRAppcErrSend" },
	{ 0x011c, "JRFileNotOpen" }
};

const char *
le_errno2_reason(uint64_t errno2)
{
	size_t i;

	if (errno2 >> 16 > UNIX_LAST)
		return NULL;
	for (i = 0; i < sizeof(reasons) / sizeof(reasons[0]); i++)
		if (reasons[i].number == (errno2 & 0xffff))
			return reasons[i].name;
	return NULL;
}
