/* timeline.h - gives each record its place on a timeline of subsystems and agents */
#ifndef ZTRACE_TIMELINE_H
#define ZTRACE_TIMELINE_H

#include "ztrace/ebcdic.h"
#include "ztrace/filter.h"
#include "ztrace/layouts.h"
#include "ztrace/record.h"

enum {
	TIMELINE_AGENTS = 16384,	/* followed at a time; the oldest is forgotten first */
	TIMELINE_PROCESSES = 1024
};

/*
 * Over whole records in the order of a trace. Sets their marks and changes
 * nothing else: a subsystem is a process, an agent (ACE) of it a thread, and
 * other events than Db2's are a process of their own.
 *
 *    agent   SELECT begins --- read I/O begins - read I/O ends --- SQL ends
 *            BEGIN             BEGIN             END, closes 1     END, closes 1
 *
 * A record that ends something also closes what began later and has not
 * ended, so that the spans of a thread never cross. What the filter leaves
 * out is not marked, and neither opens nor closes anything; nor is a record
 * without a time.
 *
 * The filter, the user's layouts (or NULL) and the code page are borrowed.
 * Takes `below` over, also on failure (NULL: out of memory).
 */
struct source *timeline_open(struct source *below, const struct filter *, const struct layouts *,
	    const struct codepage *);

#endif
