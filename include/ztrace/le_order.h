/* le_order.h - entries of a table in the order in which they were written */
#ifndef ZTRACE_LE_ORDER_H
#define ZTRACE_LE_ORDER_H

#include "ztrace/ledger.h"
#include "ztrace/record.h"

/*
 * A table is used again from its beginning when it is full, and stands in
 * storage, or in print, as it lies:
 *
 *     newest ... r | r + 80: oldest ... last        r: "most recent entry"
 *
 * The source gives the oldest first. Where r is not told, the clock tells: it
 * falls once. Where r is not among the entries the table is only a part of
 * one, and stays as it stands. A table is kept in memory until it ends, which
 * is no more than the largest one has.
 *
 * Takes `below` over, also on failure (NULL: out of memory).
 */
struct source *le_order_open(struct source *below, struct ledger *);

#endif
