/* cpsaved.h - times of the saved trace entries in a block */
#ifndef ZTRACE_CPSAVED_H
#define ZTRACE_CPSAVED_H

#include <stddef.h>
#include <stdint.h>

enum { CPSAVED_SLOTS = 146 };	/* that 4096 bytes can hold */

struct cpsaved_slot {
	size_t		at;		/* bytes from the first slot */
	uint32_t	kept;		/* of the clock */
	uint16_t	cpu;
	uint64_t	tod;		/* all of it */
};

/*
 * Tells tod of all n slots, none of which is later than `clock`, nor earlier
 * than `floor`, the clock of the block before (0: not known). How many of
 * them, from the first on, are guesses.
 */
size_t	cpsaved_times(struct cpsaved_slot *, size_t n, uint64_t clock, uint64_t floor);

#endif
