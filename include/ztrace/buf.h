/* buf.h - a growing block of bytes, the thing all renderers write into */
#ifndef ZTRACE_BUF_H
#define ZTRACE_BUF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>	/* memcpy */

#include "ztrace/span.h"

/*
 * Starts as zeros. Failure to grow is sticky: it is remembered in `failed`,
 * later puts do nothing, and the caller looks once, at the end.
 */
struct buf {
	uint8_t	*p;		/* owned; contents may move at every put */
	size_t	 n;		/* bytes in use */
	size_t	 cap;		/* bytes there are */
	bool	 failed;	/* memory ran out: the contents are not whole */
};

void	buf_free(struct buf *);		/* and makes it zeros again */
void	buf_clear(struct buf *);	/* keeps the memory; forgets a failure */

/*
 * Room for n more bytes behind the present end: where they go, or NULL. The
 * caller writes up to n bytes there and adds what it wrote to b->n.
 */
static inline uint8_t *buf_room(struct buf *, size_t n);

static inline bool buf_put(struct buf *, const void *, size_t);
bool	buf_fill(struct buf *, int byte, size_t n);	/* n times the same byte */
bool	buf_str(struct buf *, const char *);
static inline bool buf_char(struct buf *, char);
bool	buf_hex(struct buf *, struct span);		/* two upper-case digits a byte */
bool	buf_uint(struct buf *, uint64_t);		/* decimal digits */
bool	buf_printf(struct buf *, const char *, ...)
	    __attribute__((format(printf, 2, 3)));

/* What buf_room does where the room has still to be made. */
uint8_t	*buf_grow(struct buf *, size_t n);

static inline uint8_t *
buf_room(struct buf *b, size_t n)
{
	if (n > b->cap - b->n || b->p == NULL || b->failed)
		return buf_grow(b, n);
	return b->p + b->n;
}

static inline bool
buf_put(struct buf *b, const void *from, size_t n)
{
	uint8_t *to = buf_room(b, n);

	if (to == NULL)
		return false;
	if (n != 0)
		memcpy(to, from, n);
	b->n += n;
	return true;
}

static inline bool
buf_char(struct buf *b, char c)
{
	uint8_t *to = buf_room(b, 1);

	if (to == NULL)
		return false;
	*to = (uint8_t)c;
	b->n++;
	return true;
}

static inline struct span
buf_span(const struct buf *b)
{
	return span_of(b->p, b->n);
}

#endif
