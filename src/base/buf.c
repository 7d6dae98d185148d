/* buf.c - a growing block of bytes */
#include "ztrace/buf.h"

#include <stdarg.h>
#include <stdio.h>	/* vsnprintf */
#include <stdlib.h>
#include <string.h>

enum { SMALLEST = 256 };	/* bytes; a buffer never has fewer */

void
buf_free(struct buf *b)
{
	free(b->p);
	*b = (struct buf){ 0 };
}

void
buf_clear(struct buf *b)
{
	b->n = 0;
	b->failed = false;
}

/* Makes the block at least twice as large, and large enough for n more. */
static bool
grow(struct buf *b, size_t n)
{
	size_t cap = b->cap < SMALLEST / 2 ? SMALLEST / 2 : b->cap;
	uint8_t *p = NULL;

	if (n <= SIZE_MAX / 2 - b->n) {
		do
			cap *= 2;
		while (cap - b->n < n);
		p = realloc(b->p, cap);
	}
	if (p == NULL) {
		b->failed = true;
		return false;
	}
	b->p = p;
	b->cap = cap;
	return true;
}

uint8_t *
buf_room(struct buf *b, size_t n)
{
	if (b->failed)
		return NULL;
	if ((n > b->cap - b->n || b->p == NULL) && !grow(b, n))
		return NULL;
	return b->p + b->n;
}

bool
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

bool
buf_fill(struct buf *b, int byte, size_t n)
{
	uint8_t *to = buf_room(b, n);

	if (to == NULL)
		return false;
	memset(to, byte, n);
	b->n += n;
	return true;
}

bool
buf_str(struct buf *b, const char *s)
{
	return buf_put(b, s, strlen(s));
}

bool
buf_char(struct buf *b, char c)
{
	uint8_t *to = buf_room(b, 1);

	if (to == NULL)
		return false;
	*to = (uint8_t)c;
	b->n++;
	return true;
}

bool
buf_hex(struct buf *b, struct span s)
{
	static const char digit[] = "0123456789ABCDEF";
	uint8_t *to;
	size_t i;

	/* Twice n must be a number: what cannot be had is asked for instead. */
	to = buf_room(b, s.n > SIZE_MAX / 2 ? SIZE_MAX : 2 * s.n);
	if (to == NULL)
		return false;
	for (i = 0; i < s.n; i++) {
		to[2 * i] = (uint8_t)digit[s.p[i] >> 4];
		to[2 * i + 1] = (uint8_t)digit[s.p[i] & 15];
	}
	b->n += 2 * s.n;
	return true;
}

bool
buf_printf(struct buf *b, const char *format, ...)
{
	uint8_t *to = buf_room(b, 1);
	va_list args;
	int n;

	if (to == NULL)
		return false;
	va_start(args, format);
	n = vsnprintf((char *)to, b->cap - b->n, format, args);
	va_end(args);

	/* It did not fit with its NUL: now the size is known. */
	if (n >= 0 && (size_t)n >= b->cap - b->n) {
		to = buf_room(b, (size_t)n + 1);
		if (to == NULL)
			return false;
		va_start(args, format);
		n = vsnprintf((char *)to, b->cap - b->n, format, args);
		va_end(args);
	}
	if (n < 0) {
		b->failed = true;
		return false;
	}
	b->n += (size_t)n;
	return true;
}
