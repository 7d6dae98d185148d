/* le_book.h - the accounts of trace tables */
#ifndef ZTRACE_LE_BOOK_H
#define ZTRACE_LE_BOOK_H

#include "ztrace/ledger.h"

/*
 * entries read  = calls + returns + calls between linkages + others + partial
 * results       = calls, each with its return if there is one, + orphans + ...
 */
extern const struct ledger_book le_book;

#endif
