/* filter.h - which whole records are written */
#ifndef ZTRACE_FILTER_H
#define ZTRACE_FILTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ztrace/buf.h"
#include "ztrace/ebcdic.h"
#include "ztrace/event.h"
#include "ztrace/field.h"
#include "ztrace/ledger.h"

enum { FILTER_SSIDS = 64, FILTER_WHERES = 32 };

/* A field of a header, and the pattern its text must match. */
struct filter_where {
	const char	*field;		/* label; borrowed, not ended: `n` bytes */
	size_t		 n;
	const char	*glob;		/* borrowed */
};

/* Starts as zeros, which let everything pass. All that is set must fit. */
struct filter {
	bool		 by_ifcid;
	uint8_t		 ifcid[65536 / 8];	/* a bit for each that passes */
	size_t		 ssids;
	char		 ssid[FILTER_SSIDS][5];
	bool		 by_since, by_until;
	uint64_t	 since, until;		/* microseconds since 1900: since <= t < until */
	size_t		 wheres;
	struct filter_where where[FILTER_WHERES];
};

/*
 * Each reads an argument; NULL, or a sentence on what is wrong with it. They
 * are setters for rows of an option table: `filter` is a struct filter.
 */
const char *filter_add_ifcids(void *filter, const char *list);		/* "1,3,100-199" */
const char *filter_add_ssids(void *filter, const char *list);		/* "DB2A,DB2B" */
const char *filter_set_since(void *filter, const char *time);
const char *filter_set_until(void *filter, const char *time);
const char *filter_add_where(void *filter, const char *condition);	/* "plan=DSN*" */

/*
 * Looks whether every field of a condition is in one of these layouts (ended
 * by NULL). False, and words with names that are near, when one is not.
 */
bool	filter_check(const struct filter *, const struct layout *const *, struct buf *words);

/* Whether it lets everything pass. */
bool	filter_all(const struct filter *);

/*
 * The account of what a record is left out by, or ACCOUNTS when it passes.
 * A record without the thing that is asked for does not pass. `text` is room
 * to work in; where it has failed after the call, the answer means nothing.
 */
enum account filter_account(const struct filter *, const struct event *,
	    const struct codepage *, struct buf *text);

#endif
