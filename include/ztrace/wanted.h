/* wanted.h - whether a block of a tape holds GTF records */
#ifndef ZTRACE_WANTED_H
#define ZTRACE_WANTED_H

#include <stdbool.h>

#include "ztrace/span.h"

/*
 * A block with or without its BDW. One whose first words are damaged is
 * known by three records in a row further on.
 */
bool	wanted_block(struct span);

/* The same by the first two words alone: BDW, RDW and AID, or RDW and AID. */
bool	wanted_head(struct span);

#endif
