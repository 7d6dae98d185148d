/* dice.c - random numbers for tests (SplitMix64, by Steele, Lea and Flood) */
#include "dice.h"

#include <stdlib.h>	/* getenv, strtoull */
#include <time.h>	/* clock_gettime */

struct dice
dice_new(void)
{
	const char *given = getenv("SEED");
	struct timespec now;
	uint64_t seed;

	if (given != NULL) {
		seed = strtoull(given, NULL, 0);
	} else {
		clock_gettime(CLOCK_REALTIME, &now);
		seed = (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
	}
	return (struct dice){ .seed = seed, .state = seed };
}

uint64_t
dice_u64(struct dice *d)
{
	uint64_t v = d->state += 0x9E3779B97F4A7C15;

	v = (v ^ v >> 30) * 0xBF58476D1CE4E5B9;
	v = (v ^ v >> 27) * 0x94D049BB133111EB;
	return v ^ v >> 31;
}

size_t
dice_below(struct dice *d, size_t n)
{
	return (size_t)(dice_u64(d) % n);
}

void
dice_fill(struct dice *d, void *to, size_t n)
{
	unsigned char *p = to;

	while (n-- > 0)
		*p++ = (unsigned char)dice_u64(d);
}
