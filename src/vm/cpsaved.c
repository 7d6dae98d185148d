/* cpsaved.c - times of the saved trace entries in a block
 *
 *        CPU 0   CPU 1   CPU 0   CPU 1   clock of the block
 *         .97     .99     .02  <- .01     .05
 *
 * Back from the clock of the block. CP merged the entries of its CPUs, nearly
 * in the order of time: an entry stands close to the one behind it, and may be
 * a little later; but never later than the next one of its own CPU.
 */
#include "ztrace/cpsaved.h"

enum { HALF = INT32_MAX };

static const uint64_t period = UINT64_C(1) << 32;

/* Whether a is later than b. */
static int
later(uint64_t a, uint64_t b)
{
	return a - b - 1 < UINT64_MAX / 2;
}

/* The time of the next entry of the same CPU, or the clock of the block. */
static uint64_t
own_next(const struct cpsaved_slot *s, size_t i, size_t n, uint64_t clock)
{
	size_t k;

	for (k = i + 1; k < n; k++)
		if (s[k].cpu == s[i].cpu)
			return s[k].tod;
	return clock;
}

/*
 * What the time of an entry is that is more than half a period before the one
 * behind it, or else a little later. Where its own CPU's order says the first
 * but only just, it is a guess.
 */
static uint64_t
saved_choose(const struct cpsaved_slot *s, size_t i, size_t n, uint64_t tod, uint64_t clock,
    uint64_t floor, size_t *guesses)
{
	uint64_t other = tod + period;

	if (later(other, clock))
		return tod;
	if (!later(other, own_next(s, i, n, clock)) || (floor != 0 && later(floor, tod)))
		return other;
	if (*guesses <= i)
		*guesses = i + 1;
	return tod;
}

size_t
cpsaved_times(struct cpsaved_slot *s, size_t n, uint64_t clock, uint64_t floor)
{
	uint64_t tod = clock, least = clock;
	size_t i, guesses = 0;
	uint32_t before;

	for (i = n; i > 0; i--) {
		before = (uint32_t)tod - s[i - 1].kept;
		tod -= before;
		if (before > HALF)
			tod = saved_choose(s, i - 1, n, tod, clock, floor, &guesses);
		s[i - 1].tod = tod;
		if (later(least, tod))
			least = tod;
	}
	/* nothing is left to guess where there is no room for one more period */
	if (floor == 0 || later(floor, clock) || !later(floor + period, least))
		return n;
	return guesses;
}
