/* zip.c - gzip output, a member at a time (RFC 1952: members may stand one behind the other) */

#define ZLIB_CONST
#include "ztrace/zip.h"

enum { WINDOW_GZIP = 15 + 16, MEMORY = 8 };

/* zlib's counts have 32 bits: a member that is larger, even if it does not shrink, is refused. */
static const size_t ZIP_MOST = (size_t)1 << 31;

static bool
zip_ready(struct zip *zip, int level)
{
	if (zip->ready)
		return deflateReset(&zip->z) == Z_OK;
	zip->ready = deflateInit2(&zip->z, level, Z_DEFLATED, WINDOW_GZIP, MEMORY,
	    Z_DEFAULT_STRATEGY) == Z_OK;
	return zip->ready;
}

bool
zip_member(struct zip *zip, int level, struct span s, struct buf *out)
{
	size_t room;
	uint8_t *p;

	if (s.n > ZIP_MOST || !zip_ready(zip, level))
		return false;
	room = deflateBound(&zip->z, (uLong)s.n);
	p = buf_room(out, room);
	if (p == NULL)
		return false;
	zip->z.next_in = s.p;
	zip->z.avail_in = (uInt)s.n;
	zip->z.next_out = p;
	zip->z.avail_out = (uInt)room;
	if (deflate(&zip->z, Z_FINISH) != Z_STREAM_END)
		return false;
	out->n += room - zip->z.avail_out;
	return true;
}

void
zip_free(struct zip *zip)
{
	if (zip->ready)
		(void)deflateEnd(&zip->z);
	zip->ready = false;
}
