/* slow_join.h - a join of toys that is simple and slow, to compare with */
#ifndef TESTS_SLOW_JOIN_H
#define TESTS_SLOW_JOIN_H

#include "ztrace/buf.h"

#include "toy.h"

/* What became of a record: it was cut, is in one that was written, came before, was rejected. */
enum slow_fate { SLOW_READ, SLOW_CUT, SLOW_WRITTEN, SLOW_REPEATED, SLOW_REJECTED };

/*
 * Fills fate for each record of timed toys, and appends the records that are
 * to be written. It keeps all records, and knows of no limits.
 */
void	slow_join(const struct toys *, enum slow_fate fate[TOY_MOST], struct buf *wanted);

#endif
