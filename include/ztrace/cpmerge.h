/* cpmerge.h - traces of several CPUs as one, in the order of time */
#ifndef ZTRACE_CPMERGE_H
#define ZTRACE_CPMERGE_H

#include <stdbool.h>
#include <stdint.h>

#include "ztrace/container.h"
#include "ztrace/cpclock.h"
#include "ztrace/diag.h"
#include "ztrace/ledger.h"
#include "ztrace/record.h"

enum { CPMERGE_FILES = 256 };

/*
 * A source over all files of `in`, each a trace of its own, merged by time,
 * then CPU, then place: files in their order, entries in theirs. Entries that
 * do not name their CPU are of CPU `first` in the first file, `first` + 1 in
 * the next, and so on. NULL on failure (words said).
 */
struct source *cpmerge_open(const struct input *in, const struct cpclock_options *,
	    uint16_t first, struct ledger *, struct diag *);

#endif
