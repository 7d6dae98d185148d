/* make_gzip.h - packs test data as gzip and zlib do */
#ifndef TESTS_MAKE_GZIP_H
#define TESTS_MAKE_GZIP_H

#include "ztrace/buf.h"
#include "ztrace/span.h"

/* Each appends: a member of its own, zlib data, a member that has no end yet. */
void	make_gzip(struct span, struct buf *);
void	make_zlib(struct span, struct buf *);
void	make_gzip_begun(struct span, struct buf *);

#endif
