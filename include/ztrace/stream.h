/* stream.h - bytes from anywhere: look ahead without taking, never seek */
#ifndef ZTRACE_STREAM_H
#define ZTRACE_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ztrace/diag.h"
#include "ztrace/rc.h"
#include "ztrace/span.h"

/*
 * A stream shows the bytes to come through one buffer:
 *
 *     consumed ... | at .... end |  room ......... |
 *                    peek shows this; fill adds here
 *
 * Some sources know borders (the blocks of a tape). Bytes between two borders
 * are an extent; peek never shows bytes of two extents. A stream without
 * borders is one extent.
 *
 * Idioms:
 *     stream_peek(s, n, &v, d)  and v.n >= n: the bytes are there;
 *                               v.n == 0: end of the stream;
 *                               0 < v.n < n: the extent ends first.
 *     stream_consume(s, k), k <= v.n, after which v is not valid any more.
 */
enum {
	STREAM_READ = 256 * 1024,	/* bytes asked for at a time */
	STREAM_PEEK = 4 * 1024 * 1024	/* the most that peek can be asked for */
};

struct stream;

/*
 * What feeds a stream. fill writes up to room (never 0) bytes to `to` and
 * returns RC_OK with *got > 0; RC_END at the end; RC_SKIP, with *got 0, at a
 * border; RC_FAIL. After damage that can be stepped over it says so (in
 * diag) and goes on; it may end early. It may block only when it has nothing
 * to give. close frees self and closes what is below.
 */
struct feeder {
	enum rc	(*fill)(void *self, uint8_t *to, size_t room, size_t *got, struct diag *);
	void	(*close)(void *self);
	bool	  bordered;	/* fill tells borders */
};

/* Takes self over (closed with the stream). NULL when memory ran out; self is then closed. */
struct stream *stream_open(const struct feeder *, void *self);

/*
 * What to do when there is nothing to read yet: called before waiting, and
 * several times a second while it lasts. False: do not wait (reading then
 * fails, without words).
 */
struct stream_idle {
	bool	(*idle)(void *to);	/* NULL: just wait */
	void	*to;
};

/*
 * A descriptor, closed with the stream unless it is 0. A pipe is enlarged
 * where the system allows. The idle is borrowed, and may be changed while the
 * stream is in use; NULL: just wait.
 */
struct stream *stream_open_fd(int fd, const struct stream_idle *);

/* Told of bytes that have been read from a descriptor, by the thread that reads. */
struct stream_meter {
	void	(*read)(void *to, size_t n);	/* NULL: nobody wants to know */
	void	*to;
};

/* Of a stream_open_fd that nothing has been read from; the meter is borrowed. */
void	stream_fd_meter(struct stream *, const struct stream_meter *);

/* Memory that outlives the stream, delivered at most `chunk` bytes at a time (0: all). */
struct stream *stream_open_memory(struct span, size_t chunk);

void	stream_close(struct stream *);		/* NULL is allowed */

/* The self of the feeder, if that is this one; else NULL. For the module that opened the stream. */
void	*stream_self(const struct stream *, const struct feeder *);

/*
 * Shows all that is buffered of the present extent, and reads until that is
 * at least min bytes (at most STREAM_PEEK), or the extent or the stream ends.
 * RC_OK, also at the end (out->n is 0 there), or RC_FAIL.
 */
enum rc	stream_peek(struct stream *, size_t min, struct span *out, struct diag *);
void	stream_consume(struct stream *, size_t n);	/* n: at most what peek showed */

uint64_t stream_at(const struct stream *);	/* bytes consumed so far */

/*
 * The number of the extent that peek last showed, or would show if bytes of
 * it are left; rises by one at each border. Always 0 without borders.
 */
uint64_t stream_extent(const struct stream *);
bool	stream_bordered(const struct stream *);

#endif
