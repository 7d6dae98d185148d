/* le_play.h - a trace table that a test makes entry by entry, and what is read of it */
#ifndef TESTS_LE_PLAY_H
#define TESTS_LE_PLAY_H

#include <stdint.h>

#include "le_run.h"
#include "make_le.h"
#include "ztrace/buf.h"

struct le_play {
	struct le_run	 run;		/* of a raw table to -t calls, unless that is changed */
	struct buf	 entries;	/* those made so far */
	struct buf	 other;		/* for what a test makes of them */
	uint64_t	 now;		/* time of the last one */
};

void	le_play_begin(struct le_play *);
void	le_play_end(struct le_play *);

/* The next entry of a thread (numbered from 0), 10 microseconds later. */
struct le_made le_play_made(struct le_play *, int thread, uint32_t type);

/* Appends a call, by main, or a return; text as in make_le.h. */
void	le_play_call(struct le_play *, int thread, const char *text);
void	le_play_return(struct le_play *, int thread, const char *text);

/* Reads the entries. Fails the test for what must never be. */
void	le_play_run(struct le_play *);

#endif
