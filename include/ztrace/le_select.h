/* le_select.h - which events are shown */
#ifndef ZTRACE_LE_SELECT_H
#define ZTRACE_LE_SELECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ztrace/ebcdic.h"
#include "ztrace/ledger.h"
#include "ztrace/record.h"

enum { LE_SELECT_MOST = 32 };

/* Starts as zeros, which let everything pass. All that is set must fit. */
struct le_select {
	size_t		 threads;
	const char	*thread[LE_SELECT_MOST];	/* first digits; borrowed */
	size_t		 functions;
	const char	*function[LE_SELECT_MOST];	/* patterns; borrowed */
	bool		 errors;
	bool		 by_since, by_until, by_slower;
	uint64_t	 since, until;		/* since <= t < until, from 1900 on */
	uint64_t	 slower;		/* microseconds: this or more */
};

/*
 * Each reads an argument; NULL, or a sentence on what is wrong with it. They
 * are setters for rows of an option table: `select` is a struct le_select.
 */
const char *le_select_thread(void *select, const char *digits);
const char *le_select_function(void *select, const char *pattern);
const char *le_select_since(void *select, const char *time);
const char *le_select_until(void *select, const char *time);
const char *le_select_slower(void *select, const char *time);	/* "10ms", "1.5s" */

/*
 * Over a source of events: gives those that pass, and marks the first ones of
 * their table and thread. Books RESULTS and what becomes of them. Select and
 * code page must outlive it. Takes `below` over, also on failure (NULL: out
 * of memory).
 */
struct source *le_select_open(struct source *below, const struct le_select *,
	    const struct codepage *, struct ledger *);

#endif
