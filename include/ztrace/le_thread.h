/* le_thread.h - what is known of each thread while its calls are paired */
#ifndef ZTRACE_LE_THREAD_H
#define ZTRACE_LE_THREAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ztrace/le_event.h"
#include "ztrace/map.h"

/* A call whose return has not come. */
struct le_frame {
	uint64_t	 event;		/* its number */
	struct le_event	*kept;		/* owned; NULL: the event itself waits */
	uint32_t	 type;
	uint8_t		 digits;	/* of its number, no zeros in front */
	uint8_t		 number[8];
};

struct le_thread {
	struct map_node	 node;		/* first */
	uint64_t	 id;
	uint32_t	 number;	/* in order of appearance, from 1 */
	struct le_frame	*frame;		/* owned; the outermost call first */
	size_t		 n, cap;
	uint64_t	 part;		/* event of a first part, if `parted` */
	bool		 parted;
	bool		 returned;	/* a return has been seen; it said: */
	uint64_t	 code, code2;	/* errno and errno2 */
	bool		 coded2;	/* errno2 is known */
};

enum { LE_LATEST = 64 };

struct le_threads {
	struct map	 map;
	struct le_thread *latest[LE_LATEST];	/* asked for last; NULL: none */
	uint32_t	 seen;		/* threads so far, in all tables */
	size_t		 frames;	/* of all */
};

/* The thread, if need be a new one. NULL: out of memory. */
struct le_thread *le_thread_get(struct le_threads *, uint64_t id);
struct le_thread *le_thread_find(struct le_threads *, uint64_t id);
void	le_thread_end(struct le_threads *, struct le_thread *);	/* frees it */
void	le_threads_free(struct le_threads *);

/* Adds a frame; its place, or NULL: out of memory. */
struct le_frame *le_frame_push(struct le_threads *, struct le_thread *,
	    uint32_t type, struct span number);

/* Takes away n frames from number `from` on. What they keep is the caller's. */
void	le_frame_drop(struct le_threads *, struct le_thread *, size_t from,
	    size_t n);

/* The innermost frame that a return of this type and number ends; t->n: none. */
size_t	le_frame_find(const struct le_thread *, uint32_t type,
	    struct span number);

/* What this return says of errno, after those before it. */
enum le_errno_state le_thread_errno(struct le_thread *,
	    const struct le_return *);

#endif
