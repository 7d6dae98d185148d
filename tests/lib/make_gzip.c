/* make_gzip.c - packs test data as gzip and zlib do */
#include "make_gzip.h"

#define ZLIB_CONST
#include <zlib.h>

enum { WINDOW_ZLIB = 15, WINDOW_GZIP = 15 + 16, MEMORY = 8 };

static void
pack(struct span data, int window, int flush, struct buf *out)
{
	z_stream z = { 0 };
	uint8_t *to;

	if (deflateInit2(&z, Z_DEFAULT_COMPRESSION, Z_DEFLATED, window, MEMORY,
	    Z_DEFAULT_STRATEGY) != Z_OK) {
		out->failed = true;
		return;
	}
	to = buf_room(out, deflateBound(&z, data.n));
	if (to != NULL) {
		z.next_in = data.p;
		z.avail_in = (uInt)data.n;
		z.next_out = to;
		z.avail_out = (uInt)(out->cap - out->n);
		(void)deflate(&z, flush);
		out->n += z.total_out;
	}
	(void)deflateEnd(&z);
}

void
make_gzip(struct span data, struct buf *out)
{
	pack(data, WINDOW_GZIP, Z_FINISH, out);
}

void
make_zlib(struct span data, struct buf *out)
{
	pack(data, WINDOW_ZLIB, Z_FINISH, out);
}

void
make_gzip_begun(struct span data, struct buf *out)
{
	pack(data, WINDOW_GZIP, Z_SYNC_FLUSH, out);
}
