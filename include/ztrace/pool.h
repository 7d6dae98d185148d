/* pool.h - buffers that go from those who fill them to those who empty them */
#ifndef ZTRACE_POOL_H
#define ZTRACE_POOL_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ztrace/tbwc.h"

enum { POOL_SLOTS = 64 };	/* at most */

/*
 * One buffer. Whoever has it FILLING or in CAPTURE owns `data` alone; tbwc.h
 * tells who that is.
 */
struct slot {
	struct tbwc	 tbwc;
	_Atomic uint64_t turn;		/* when it is to be emptied, from 0 */
	uint32_t	 number;	/* sequence number of the present use; the owner's */
	void		*data;		/* the user's; set once, before any thread runs */
};

/*
 * A set of buffers. Each filling has a turn; they are emptied in the order of
 * turns, 0 first. A filler gets a buffer only for one of the n turns that come
 * next: so whoever has the next turn always finds one, in whatever order the
 * fillers come. State and ownership are in the slots' tbwc words; the lock is
 * only for sleeping until one of them changes.
 */
struct pool {
	struct slot	 slot[POOL_SLOTS];
	size_t		 n;
	pthread_mutex_t	 lock;
	pthread_cond_t	 filled;	/* the buffer whose turn it is may be FULL */
	pthread_cond_t	 emptied;	/* there may be one for a filler */
	/* all that follows is under the lock */
	size_t		 fillers, writers;	/* that wait for these */
	uint32_t	 numbers;	/* sequence numbers given out so far */
	uint64_t	 next;		/* turn to be emptied next */
	uint64_t	 turns;		/* how many there are; UINT64_MAX: not known yet */
	uint64_t	 waits;		/* times that a filler found no buffer */
	bool		 stopped;	/* everybody is to leave */
};

/* n: 1 to POOL_SLOTS. False when the system has no lock to give. */
bool	pool_init(struct pool *, size_t n);
void	pool_free(struct pool *);

/*
 * For the application: a buffer to fill for a turn (each once); waits for it.
 * NULL when the pool is stopped. pool_full says that it is filled.
 */
struct slot *pool_fill(struct pool *, uint64_t turn);
void	pool_full(struct pool *, struct slot *);

/*
 * For the external writer: the buffer whose turn it is; waits for it, or, with
 * wait false, gives NULL at once when it is not there. NULL also when there
 * are no more turns, or the pool is stopped. pool_release says that it is
 * emptied.
 */
struct slot *pool_capture(struct pool *, bool wait);
void	pool_release(struct pool *, struct slot *);

/* There are this many turns in all: who waits for a later one gets NULL. */
void	pool_close(struct pool *, uint64_t turns);

/* Everybody is to leave: all who wait, and who would, get NULL. */
void	pool_stop(struct pool *);
bool	pool_ended(struct pool *);	/* stopped, or no turns left */

#endif
