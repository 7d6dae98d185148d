/* cpintake.h - the forms in which CP trace entries stand in a stream */
#ifndef ZTRACE_CPINTAKE_H
#define ZTRACE_CPINTAKE_H

#include <stdbool.h>
#include <stddef.h>

#include "ztrace/container.h"
#include "ztrace/cprun.h"
#include "ztrace/intake.h"
#include "ztrace/tape.h"

/* The containers, ended by NULL; their records are runs (cprun.h). */
extern const struct container *const cp_containers[];
extern const struct container container_cp_plain, container_cp_page, container_cp_block,
	    container_cp_short;

/* What a program that reads them takes off besides gzip and tapes. */
extern const struct unwrapper *const cp_wrappings[];
extern const struct unwrapper unwrapper_cp_print, unwrapper_cp_swapped;

/* Which data sets of a tape it wants. */
extern const struct wanted wanted_cp;

enum { CP_BLOCK = 4096 };	/* bytes of a page, and of a saved block */

/* For a bid: so many good slots, or entries, make up for a bad one. */
enum { CP_GOOD = 4 };

/*
 * Makes the entries that peek shows first a run, and books them. In saved ones
 * only n slots hold an entry.
 */
enum rc	cpintake_lend(struct intake *, struct span, const struct cpcount *, struct record *);
enum rc	cpintake_lend_saved(struct intake *, struct span, uint32_t n, struct record *);

/* Bytes of unused slots that s starts with: words of zeros, or all of s. */
size_t	cpintake_unused(struct span s);

/*
 * The first place of s, `from` bytes behind its beginning or further on, where
 * an entry can be told. On the grid of 8 bytes from `grid` bytes before s on: an
 * entry with another, an unused slot or the end behind it, or a clock that goes
 * on from the low part *low (NULL: none), or to the next entry further on. On
 * the grid of 4 bytes: three entries in a row. Where `whole` is not set, more
 * may come behind s: places too near its end to tell are not looked at. *told:
 * the place was found; else it is where to look on.
 */
enum { CP_SIGHT = 3 * CPENTRY_MOST };	/* bytes that are looked at to judge a place */
size_t	cpintake_search(struct span s, size_t from, size_t grid, bool whole, const uint64_t *low,
	    bool *told);

/* Says that bytes which are no entry have been stepped over. RC_SKIP. */
enum rc	cpintake_bad(const struct place *, const char hex[9], uint64_t n, struct diag *);

#endif
