/* dice.h - random numbers for tests, from a seed that can be given again */
#ifndef TESTS_DICE_H
#define TESTS_DICE_H

#include <stddef.h>
#include <stdint.h>

/*
 * A test that throws dice names `seed` in its messages; the environment
 * variable SEED then repeats the run.
 */
struct dice {
	uint64_t seed;
	uint64_t state;
};

struct dice dice_new(void);
uint64_t dice_u64(struct dice *);
size_t	 dice_below(struct dice *, size_t n);	/* 0 to n - 1 */
void	 dice_fill(struct dice *, void *, size_t);

#endif
