/* merge.h - data sets that one GTF run wrote in parallel, as one trace */
#ifndef ZTRACE_MERGE_H
#define ZTRACE_MERGE_H

#include "ztrace/container.h"
#include "ztrace/diag.h"
#include "ztrace/ledger.h"
#include "ztrace/record.h"

enum { MERGE_FILES = 64 };	/* GTF itself writes at most 16 */

/*
 * A source over all files of `in`, merged by GTF's time stamps; each file's
 * own order is kept. A data set that has wrapped (its time falls back by more
 * than half of what it spans) is begun at the seam. For that each file is
 * read twice, and a wrapped one once more; one that cannot be (a pipe) is
 * taken as it comes. NULL on failure (words said).
 */
struct source *merge_open(const struct input *in, struct ledger *, struct diag *);

#endif
