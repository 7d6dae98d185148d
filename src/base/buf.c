/* buf.c - a growing block of bytes */
#include "ztrace/buf.h"

#include <stdarg.h>
#include <stdio.h>	/* vsnprintf */
#include <stdlib.h>
#include <string.h>

enum {
	SMALLEST = 256,		/* bytes; a buffer never has fewer */
	HEX_BLOCK = 16		/* bytes made into digits at a time */
};

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

/* The block becomes at least twice as large, and large enough for n more. */
uint8_t *
buf_grow(struct buf *b, size_t n)
{
	size_t cap = b->cap < SMALLEST / 2 ? SMALLEST / 2 : b->cap;
	uint8_t *p = NULL;

	if (b->failed)
		return NULL;
	if (n <= SIZE_MAX / 2 - b->n) {
		do
			cap *= 2;
		while (cap - b->n < n);
		p = realloc(b->p, cap);
	}
	if (p == NULL) {
		b->failed = true;
		return NULL;
	}
	b->p = p;
	b->cap = cap;
	return b->p + b->n;
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

static inline uint8_t
digit(unsigned v)
{
	return (uint8_t)(v + (v > 9 ? 'A' - 10 : '0'));
}

/* Compilers turn this loop into a few vector instructions. */
static void
put_digits(uint8_t digits[2 * HEX_BLOCK], const uint8_t bytes[HEX_BLOCK])
{
	size_t i;

	for (i = 0; i < HEX_BLOCK; i++) {
		digits[2 * i] = digit(bytes[i] >> 4);
		digits[2 * i + 1] = digit(bytes[i] & 15);
	}
}

bool
buf_hex(struct buf *b, struct span s)
{
	uint8_t digits[2 * HEX_BLOCK], *to;
	size_t i;

	/* Twice n must be a number: what cannot be had is asked for instead. */
	to = buf_room(b, s.n > SIZE_MAX / 2 ? SIZE_MAX : 2 * s.n);
	if (to == NULL)
		return false;
	for (i = 0; s.n - i >= HEX_BLOCK; i += HEX_BLOCK) {
		put_digits(digits, s.p + i);
		memcpy(to + 2 * i, digits, sizeof(digits));
	}
	for (; i < s.n; i++) {
		to[2 * i] = digit(s.p[i] >> 4);
		to[2 * i + 1] = digit(s.p[i] & 15);
	}
	b->n += 2 * s.n;
	return true;
}

bool
buf_uint(struct buf *b, uint64_t v)
{
	char digits[20];
	size_t i = sizeof(digits);

	do {
		digits[--i] = (char)('0' + v % 10);
		v /= 10;
	} while (v > 0);
	return buf_put(b, digits + i, sizeof(digits) - i);
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
