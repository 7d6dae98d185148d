/* make_cp.h - writes CP trace entries and what they stand in */
#ifndef TESTS_MAKE_CP_H
#define TESTS_MAKE_CP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ztrace/buf.h"
#include "ztrace/cpentry.h"

#include "dice.h"

/* An entry before it is written. */
struct cp_made {
	enum cpform	form;
	uint64_t	tod;
	uint16_t	fine;
	uint16_t	cpu;		/* the operand's upper half */
	uint16_t	code;
	size_t		n;		/* registers, 1 to 16; saved ones have 5 */
	uint64_t	word[16];
};

/* Appends it in its form. */
void	cp_put(struct buf *, const struct cp_made *);

/* A random one of a form, later than `tod` by less than `step`. */
struct cp_made cp_random(struct dice *, enum cpform, uint64_t tod, uint64_t step);

/*
 * Each appends all n entries in its container. Pages hold TRACE entries of 5
 * registers; the one at 0xFC0 is one of them. Blocks have the clock of their
 * last entry and `late` more.
 */
void	cp_put_pages(struct buf *, const struct cp_made *, size_t n);
void	cp_put_blocks(struct buf *, const struct cp_made *, size_t n, uint64_t late);

#endif
