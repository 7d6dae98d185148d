/* bz.c - one bzip2 block at a time, if libbz2 was there to build with */

#include "ztrace/expand.h"

#ifdef HAVE_BZLIB

#include <bzlib.h>
#include <limits.h>

enum { STEP = 64 * 1024 };	/* room made at a time */

static enum expand
decompress_all(bz_stream *z, size_t most, struct buf *out)
{
	size_t start = out->n, room;
	int rc;

	do {
		z->next_out = (char *)buf_room(out, STEP);
		if (z->next_out == NULL)
			return EXPAND_MEMORY;
		room = out->cap - out->n;
		if (room > most + 1)
			room = most + 1;
		z->avail_out = (unsigned)room;
		rc = BZ2_bzDecompress(z);
		out->n += room - z->avail_out;
		if (out->n - start > most)
			return EXPAND_LONG;
		if (rc == BZ_STREAM_END)
			return z->avail_in == 0 ? EXPAND_OK : EXPAND_MORE;
	} while (rc == BZ_OK && z->avail_out == 0);
	if (rc == BZ_MEM_ERROR)
		return EXPAND_MEMORY;
	return rc == BZ_OK ? EXPAND_CUT : EXPAND_BAD;
}

enum expand
expand_bzip2(struct span in, size_t most, struct buf *out)
{
	/* libbz2's pointer is not to const, but nothing is written there */
	bz_stream z = {
		.next_in = (char *)(uintptr_t)in.p,
		.avail_in = (unsigned)in.n
	};
	enum expand e;

	if (in.n > UINT_MAX)
		return EXPAND_LONG;
	if (BZ2_bzDecompressInit(&z, 0, 0) != BZ_OK)
		return EXPAND_MEMORY;
	e = decompress_all(&z, most, out);
	(void)BZ2_bzDecompressEnd(&z);
	return e;
}

#else

enum expand
expand_bzip2(struct span in, size_t most, struct buf *out)
{
	(void)in;
	(void)most;
	(void)out;
	return EXPAND_MISSING;
}

#endif
