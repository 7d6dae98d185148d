/* le_ring.c - events that wait until all is known of them */
#include "ztrace/le_ring.h"

#include <stdlib.h>

enum { FIRST = 64 };		/* events that there is room for at first */

bool
le_ring_open(struct le_ring *r)
{
	*r = (struct le_ring){ .room = FIRST };
	r->place = malloc(FIRST * sizeof(*r->place));
	return r->place != NULL;
}

void
le_ring_close(struct le_ring *r)
{
	free(r->place);
}

bool
le_ring_room(struct le_ring *r, size_t n)
{
	struct le_ring more = *r;
	uint64_t i;

	n += (size_t)(r->tail - r->head);
	if (n <= r->room)
		return true;
	while (more.room < n)
		more.room *= 2;
	more.place = malloc(more.room * sizeof(*more.place));
	if (more.place == NULL)
		return false;
	for (i = r->head; i < r->tail; i++)
		*le_ring_at(&more, i) = *le_ring_at(r, i);
	free(r->place);
	*r = more;
	return true;
}
