/* ccsid.h - text in any coded character set, by IBM's number */
#ifndef ZTRACE_CCSID_H
#define ZTRACE_CCSID_H

#include <stddef.h>
#include <stdint.h>

#include "ztrace/buf.h"
#include "ztrace/ebcdic.h"
#include "ztrace/span.h"

/* Built-in sets of one byte a character, sorted; made from scripts/tables/ccsid.tsv. */
struct ccsid {
	uint16_t	number;
	struct codepage	page;
};
extern const struct ccsid ccsids[];
extern const size_t ccsids_count;

/* The page of a built-in set, or NULL. */
const struct codepage *ccsid_page(uint32_t number);

/*
 * Appends a statement's text as UTF-8, blanks at the end cut. Bytes that are
 * no character become U+FFFD. Line ends of all kinds become line feeds, and
 * control characters but tabs become dots. `ebcdic` serves where the number
 * is 0 or unknown.
 *
 * The number is not always that of the text: Db2 converts statements, and
 * tells the CCSID they came in. So the blanks, which every statement has, are
 * looked at first: a text whose blanks are not those of its number is taken
 * as `ebcdic` or as UTF-8.
 *
 * Needs no preparation and keeps no state: any thread may call it.
 */
void	ccsid_text(uint32_t number, struct span, const struct codepage *ebcdic, struct buf *);

#endif
