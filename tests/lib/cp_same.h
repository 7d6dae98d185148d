/* cp_same.h - compares CP trace entries in a Check test */
#ifndef TESTS_CP_SAME_H
#define TESTS_CP_SAME_H

#include <stdint.h>

#include "make_cp.h"

/* Fails the test unless b has the bits of the clock that a's form keeps, and all else. */
void	cp_same(const struct cp_made *a, const struct cp_made *b, uint64_t seed);

#endif
