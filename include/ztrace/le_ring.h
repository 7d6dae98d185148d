/* le_ring.h - events that wait until all is known of them */
#ifndef ZTRACE_LE_RING_H
#define ZTRACE_LE_RING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ztrace/le_event.h"
#include "ztrace/record.h"

struct le_waiting {
	struct le_event	 ev;
	struct place	 at;
	bool		 settled;	/* all is known of it */
};

/*
 * Numbered as they come:
 *
 *     head             tail
 *     [ first | ... | last ]         room for a power of two of them
 *
 * The ring is as small as it can be: so it stays in the processor's cache.
 */
struct le_ring {
	struct le_waiting *place;	/* owned */
	size_t		 room;
	uint64_t	 head, tail;	/* numbers of the first, and of the next */
};

bool	le_ring_open(struct le_ring *);		/* false: out of memory */
void	le_ring_close(struct le_ring *);

/* Makes room for n more; those that wait may move. False: out of memory. */
bool	le_ring_room(struct le_ring *, size_t n);

/* An event that waits. */
static inline struct le_waiting *
le_ring_at(const struct le_ring *r, uint64_t number)
{
	return &r->place[number & (r->room - 1)];
}

#endif
