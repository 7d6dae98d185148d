/* json_text.c - keys, strings and numbers of JSON
 *
 * RFC 8259, "The JavaScript Object Notation (JSON) Data Interchange Format".
 */
#include "ztrace/json.h"

#include <stdbool.h>
#include <string.h>	/* memmove, strlen */

enum {
	NOTHING = 0xFFFD,	/* REPLACEMENT CHARACTER */
	WIDEST = 6		/* bytes that one byte may become: \u001F */
};

void
json_end(struct buf *b, char bracket)
{
	const char text[2] = { bracket, ',' };

	json_last(b);
	buf_put(b, text, sizeof(text));
}

void
json_last(struct buf *b)
{
	if (b->n > 0 && b->p[b->n - 1] == ',')
		b->n--;
}

/* A quote, the key, and the n bytes that follow it. */
static inline void
put_key(struct buf *b, const char *key, const char *behind, size_t n)
{
	size_t length = strlen(key);
	uint8_t *to = buf_room(b, 1 + length + n);

	if (to == NULL)
		return;
	to[0] = '"';
	memcpy(to + 1, key, length);
	memcpy(to + 1 + length, behind, n);
	b->n += 1 + length + n;
}

void
json_key(struct buf *b, const char *key)
{
	put_key(b, key, "\":", 2);
}

/* Whether a byte goes into a string as it is; those from 80 on need a second look. */
static const uint8_t is_plain[256] = {
	0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
	0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
	1, 1, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
	1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
	1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
	1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 1, 1, 1,
	1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
	1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0
};

/*
 * Takes one character of UTF-8 from s, which is not empty; the bytes it has.
 * A byte that is no part of one is NOTHING.
 */
static size_t
take_point(struct span s, uint32_t *point)
{
	static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	uint8_t first = s.p[0];
	size_t n = first < 0x80 ? 1 : first < 0xC0 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 :
	    first < 0xF8 ? 4 : 0;
	uint32_t v = n == 1 ? first : first & (0x7Fu >> n);
	size_t i;

	for (i = 1; i < n && i < s.n && (s.p[i] & 0xC0) == 0x80; i++)
		v = v << 6 | (s.p[i] & 0x3F);
	*point = v;
	if (n > 0 && i == n && v >= least[n] && v <= 0x10FFFF && (v < 0xD800 || v > 0xDFFF))
		return n;
	*point = NOTHING;
	return 1;
}

static bool
is_control(uint32_t point)
{
	return point < 0x20 || (point >= 0x7F && point < 0xA0) || point == 0x2028 ||
	    point == 0x2029;
}

/* "\n", "\u001F" */
static uint8_t *
put_escape(uint8_t *to, uint32_t point)
{
	static const char digit[] = "0123456789ABCDEF";
	static const char letter[32] = "\0\0\0\0\0\0\0\0btn\0fr";
	unsigned shift;

	*to++ = '\\';
	if (point == '"' || point == '\\') {
		*to++ = (uint8_t)point;
	} else if (point < sizeof(letter) && letter[point] != '\0') {
		*to++ = (uint8_t)letter[point];
	} else {
		*to++ = 'u';
		for (shift = 16; shift > 0; shift -= 4)
			*to++ = (uint8_t)digit[point >> (shift - 4) & 15];
	}
	return to;
}

/* Writes the text from `start` on anew, with escapes: it has moved out of the way before. */
static void
escape(struct buf *b, size_t start)
{
	size_t n = b->n - start, at, used;
	struct span text;
	uint32_t point;
	uint8_t *to;

	if (buf_room(b, n > SIZE_MAX / WIDEST ? SIZE_MAX : (WIDEST - 1) * n) == NULL)
		return;
	to = b->p + start;
	text = span_of(to + (WIDEST - 1) * n, n);
	memmove(to + (WIDEST - 1) * n, to, n);
	for (at = 0; at < n; at += used) {
		used = take_point(span_from(text, at), &point);
		if (is_control(point) || point == '"' || point == '\\') {
			to = put_escape(to, point);
		} else if (point == NOTHING) {
			memcpy(to, "\xEF\xBF\xBD", 3);
			to += 3;
		} else {
			memmove(to, text.p + at, used);
			to += used;
		}
	}
	b->n = (size_t)(to - b->p);
}

size_t
json_string_begin(struct buf *b, const char *key)
{
	if (key != NULL)
		put_key(b, key, "\":\"", 3);
	else
		buf_char(b, '"');
	return b->n;
}

void
json_string_end(struct buf *b, size_t start)
{
	size_t i;

	for (i = start; i < b->n && is_plain[b->p[i]]; i++)
		continue;
	if (i < b->n)
		escape(b, start);
	buf_put(b, "\",", 2);
}

void
json_string(struct buf *b, struct span s)
{
	size_t start = json_string_begin(b, NULL);

	buf_put(b, s.p, s.n);
	json_string_end(b, start);
}

void
json_str(struct buf *b, const char *s)
{
	json_string(b, span_of(s, strlen(s)));
}

void
json_hex(struct buf *b, struct span s)
{
	buf_char(b, '"');
	buf_hex(b, s);
	buf_put(b, "\",", 2);
}

static void
put_number(struct buf *b, uint64_t v, bool negative)
{
	bool quoted = v > JSON_EXACT;

	if (quoted)
		buf_char(b, '"');
	if (negative)
		buf_char(b, '-');
	buf_uint(b, v);
	if (quoted)
		buf_char(b, '"');
	buf_char(b, ',');
}

void
json_uint(struct buf *b, uint64_t v)
{
	put_number(b, v, false);
}

void
json_int(struct buf *b, int64_t v)
{
	put_number(b, v < 0 ? ~(uint64_t)v + 1 : (uint64_t)v, v < 0);
}
