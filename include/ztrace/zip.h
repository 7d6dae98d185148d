/* zip.h - gzip output, a member at a time */
#ifndef ZTRACE_ZIP_H
#define ZTRACE_ZIP_H

#include <stdbool.h>

#include <zlib.h>

#include "ztrace/buf.h"
#include "ztrace/span.h"

/* Starts as zeros. Members are independent: any number can be made at a time, by one zip each. */
struct zip {
	z_stream	z;
	bool		ready;
};

/*
 * Appends one whole member that holds these bytes, compressed at level 1 to 9;
 * the level is that of the first call. False: out of memory (2 GiB is the most).
 */
bool	zip_member(struct zip *, int level, struct span, struct buf *);

void	zip_free(struct zip *);

#endif
