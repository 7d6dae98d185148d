/* le_pair.h - finds the return of each call, and the rest of long names */
#ifndef ZTRACE_LE_PAIR_H
#define ZTRACE_LE_PAIR_H

#include "ztrace/ledger.h"
#include "ztrace/record.h"

/*
 * Over entries in order of time. Gives records whose data are a struct
 * le_event, in the order in which they began, each as soon as all is known of
 * it and of those before it.
 *
 *    thread A   call --- call - return --- return      a stack a thread
 *    thread B        call -------------- return
 *
 *    waiting    [ A call | B call | A call | ... ]     the first goes when
 *                                                      its return has come
 *
 * Waiting has a limit: a call that is the first for too long goes as LE_OPEN,
 * and comes again when its return does. A table ends with what is still open.
 *
 * Takes `below` over, also on failure (NULL: out of memory).
 */
struct source *le_pair_open(struct source *below, struct ledger *);

/* In the place of that: entries as they are, in the order in which they come. */
struct source *le_plain_open(struct source *below, struct ledger *);

enum {
	LE_WAITING = 8192,		/* events */
	LE_DEPTH = 256,			/* open calls of a thread */
	LE_OPEN_CALLS = 65536,		/* of all threads */
	LE_THREADS = 4096
};

#endif
