/* make_odd.h - Db2 records as nobody has seen them yet */
#ifndef TESTS_MAKE_ODD_H
#define TESTS_MAKE_ODD_H

#include <stdbool.h>

#include "ztrace/buf.h"

#include "make_gtf.h"

/*
 * Appends a record that is not cut: names of any bytes, headers of any length
 * and type in any number, sections of any length and count. It is sound all
 * the same, unless it may be `broken`: then sections lie anywhere, and the
 * chain of headers may end in the middle.
 */
void	make_odd(struct maker *, struct buf *, bool broken);

#endif
