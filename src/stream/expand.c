/* expand.c - one zlib block at a time, whole in memory */

#include <limits.h>

#define ZLIB_CONST
#include <zlib.h>

#include "ztrace/expand.h"

enum { STEP = 64 * 1024 };	/* room made at a time */

const char *
expand_words(enum expand e)
{
	static const char *const words[] = {
		[EXPAND_OK] = "sound",
		[EXPAND_CUT] = "it ends early",
		[EXPAND_BAD] = "its data are broken",
		[EXPAND_MORE] = "bytes follow its end",
		[EXPAND_LONG] = "it is longer than any tape block",
		[EXPAND_MEMORY] = "out of memory",
		[EXPAND_MISSING] = "bzip2 needs libbz2, which is not built in"
	};

	return words[e];
}

/* Inflates until the stream ends or something is in the way. */
static enum expand
inflate_all(z_stream *z, size_t most, struct buf *out)
{
	size_t start = out->n, room;
	int rc;

	do {
		z->next_out = buf_room(out, STEP);
		if (z->next_out == NULL)
			return EXPAND_MEMORY;
		room = out->cap - out->n;
		if (room > most + 1)
			room = most + 1;
		z->avail_out = (uInt)room;
		rc = inflate(z, Z_FINISH);
		out->n += room - z->avail_out;
		if (out->n - start > most)
			return EXPAND_LONG;
		if (rc == Z_STREAM_END)
			return z->avail_in == 0 ? EXPAND_OK : EXPAND_MORE;
	} while ((rc == Z_OK || rc == Z_BUF_ERROR) && z->avail_out == 0);
	if (rc == Z_MEM_ERROR)
		return EXPAND_MEMORY;
	return rc == Z_OK || rc == Z_BUF_ERROR ? EXPAND_CUT : EXPAND_BAD;
}

enum expand
expand_zlib(struct span in, size_t most, struct buf *out)
{
	z_stream z = { .next_in = in.p, .avail_in = (uInt)in.n };
	enum expand e;

	if (in.n > UINT_MAX)
		return EXPAND_LONG;
	if (inflateInit(&z) != Z_OK)
		return EXPAND_MEMORY;
	e = inflate_all(&z, most, out);
	(void)inflateEnd(&z);
	return e;
}
