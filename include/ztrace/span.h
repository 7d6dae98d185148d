/* span.h - bytes that somebody else owns, and the only way to read them */
#ifndef ZTRACE_SPAN_H
#define ZTRACE_SPAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct span {
	const uint8_t	*p;	/* borrowed; may be NULL where n is 0 */
	size_t		 n;	/* bytes */
};

/*
 * A place in a span. It cannot leave its span: reading past the end gives
 * zero (or an empty span), moves nothing, and is remembered in `past`.
 */
struct cursor {
	struct span	 s;
	size_t		 at;	/* next byte, at most s.n */
	bool		 past;	/* something was asked for that is not there */
};

static inline struct span
span_of(const void *p, size_t n)
{
	return (struct span){ .p = p, .n = n };
}

/*
 * Cuts n bytes at `at` out of s. False, and an empty span, when they do not
 * all lie inside. This is the one place where section bounds are checked.
 */
static inline bool
span_cut(struct span s, size_t at, size_t n, struct span *out)
{
	if (at > s.n || n > s.n - at) {
		*out = (struct span){ 0 };
		return false;
	}
	/* nothing may be added to a NULL, not even 0 */
	*out = (struct span){ .p = at > 0 ? s.p + at : s.p, .n = n };
	return true;
}

/* The bytes of s from `at` on; empty when s is shorter. */
static inline struct span
span_from(struct span s, size_t at)
{
	struct span out = { 0 };

	if (at < s.n)
		out = (struct span){ .p = s.p + at, .n = s.n - at };
	return out;
}

/* The first n bytes of s, or all of it when it is shorter. */
static inline struct span
span_first(struct span s, size_t n)
{
	if (s.n > n)
		s.n = n;
	return s;
}

bool	span_equal(struct span, struct span);
bool	span_zero(struct span);			/* only zero bytes; true for none */

/* A cursor on s at byte `at`; past already when s is shorter. */
static inline struct cursor
cursor_at(struct span s, size_t at)
{
	struct cursor c = { .s = s, .at = at, .past = false };

	if (at > s.n) {
		c.at = s.n;
		c.past = true;
	}
	return c;
}

static inline size_t
cursor_left(const struct cursor *c)
{
	return c->s.n - c->at;
}

/* Takes the next n bytes; an empty span when they are not all there. */
static inline struct span
cursor_take(struct cursor *c, size_t n)
{
	struct span out;

	if (!span_cut(c->s, c->at, n, &out))
		c->past = true;
	else
		c->at += n;
	return out;
}

static inline uint8_t
cursor_u8(struct cursor *c)
{
	struct span b = cursor_take(c, 1);

	return b.n ? b.p[0] : 0;
}

/* Numbers are big-endian, as z/Architecture has them, ... */
static inline uint16_t
cursor_u16(struct cursor *c)
{
	struct span b = cursor_take(c, 2);

	return (uint16_t)(b.n ? b.p[0] << 8 | b.p[1] : 0);
}

static inline uint32_t
cursor_u32(struct cursor *c)
{
	struct span b = cursor_take(c, 4);

	return b.n ? (uint32_t)b.p[0] << 24 | (uint32_t)b.p[1] << 16 |
	    (uint32_t)b.p[2] << 8 | b.p[3] : 0;
}

static inline uint64_t
cursor_u64(struct cursor *c)
{
	struct span b = cursor_take(c, 8);

	return b.n ? (uint64_t)b.p[0] << 56 | (uint64_t)b.p[1] << 48 |
	    (uint64_t)b.p[2] << 40 | (uint64_t)b.p[3] << 32 |
	    (uint64_t)b.p[4] << 24 | (uint64_t)b.p[5] << 16 |
	    (uint64_t)b.p[6] << 8 | b.p[7] : 0;
}

/* ... but for tape images made on other machines. */
static inline uint16_t
cursor_u16le(struct cursor *c)
{
	struct span b = cursor_take(c, 2);

	return (uint16_t)(b.n ? b.p[1] << 8 | b.p[0] : 0);
}

static inline uint32_t
cursor_u32le(struct cursor *c)
{
	struct span b = cursor_take(c, 4);

	return b.n ? (uint32_t)b.p[3] << 24 | (uint32_t)b.p[2] << 16 |
	    (uint32_t)b.p[1] << 8 | b.p[0] : 0;
}

/* One number at a known place; zero when it does not lie inside. */
static inline uint8_t
span_u8(struct span s, size_t at)
{
	struct cursor c = cursor_at(s, at);

	return cursor_u8(&c);
}

static inline uint16_t
span_u16(struct span s, size_t at)
{
	struct cursor c = cursor_at(s, at);

	return cursor_u16(&c);
}

static inline uint32_t
span_u32(struct span s, size_t at)
{
	struct cursor c = cursor_at(s, at);

	return cursor_u32(&c);
}

static inline uint64_t
span_u64(struct span s, size_t at)
{
	struct cursor c = cursor_at(s, at);

	return cursor_u64(&c);
}

/* An unsigned big-endian number of 0 to 8 bytes: all of s. */
uint64_t span_uint(struct span);

/* Writes big-endian numbers into memory the caller owns. */
static inline void
put_u16(uint8_t *p, uint16_t v)
{
	p[0] = (uint8_t)(v >> 8);
	p[1] = (uint8_t)v;
}

static inline void
put_u32(uint8_t *p, uint32_t v)
{
	/* byte by byte: compilers make one store of it */
	p[0] = (uint8_t)(v >> 24);
	p[1] = (uint8_t)(v >> 16);
	p[2] = (uint8_t)(v >> 8);
	p[3] = (uint8_t)v;
}

static inline void
put_u64(uint8_t *p, uint64_t v)
{
	p[0] = (uint8_t)(v >> 56);
	p[1] = (uint8_t)(v >> 48);
	p[2] = (uint8_t)(v >> 40);
	p[3] = (uint8_t)(v >> 32);
	p[4] = (uint8_t)(v >> 24);
	p[5] = (uint8_t)(v >> 16);
	p[6] = (uint8_t)(v >> 8);
	p[7] = (uint8_t)v;
}

#endif
