/* refuse.c - forms that are known but cannot be read, and what to do about them */

#include <stddef.h>

#include "ztrace/refuse.h"

enum { SHOWN = 16 };

const struct refusal *const refusals[] = {
	NULL
};

void
refuse_unknown(struct head head, const struct container *const *list, struct buf *words)
{
	size_t i;

	buf_str(words, "not recognised, begins with ");
	buf_hex(words, span_first(head.s, SHOWN));
	buf_str(words, " (encrypted, a dump of a volume, or spoilt by a transfer in text mode?); "
	    "what is read:");
	for (i = 0; list[i] != NULL; i++)
		buf_printf(words, "%s %s", i > 0 ? "," : "", list[i]->name);
}
