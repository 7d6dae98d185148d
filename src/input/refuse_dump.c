/* refuse_dump.c - prints of a whole file in hexadecimal, which are no listing of records
 *
 *  00000000: 001a 0000 0001 ffff 94b6 a6e9 c33e 0034  .............>.4                      xxd
 *  00000000  00 1a 00 00 00 01 ff ff  94 b6 a6 e9 c3 3e 00 34  |.............>.4|    hexdump -C
 *  000000 00 1a 00 00 00 01 ff ff 94 b6 a6 e9 c3 3e 00 34                      od -A x -t x1
 *  0000000 1a00 0000 0100 ffff b694 e9a6 3ec3 3400                        od -x, octal offsets
 */
#include <stdbool.h>
#include <string.h>	/* memchr */

#include "ztrace/hex.h"
#include "ztrace/refuse.h"

enum {
	OFFSET_LEAST = 6, OFFSET_MOST = 8,	/* digits */
	LINE_LEAST = 8,		/* bytes that a line shows */
	GROUP_MOST = 16,	/* digits between two blanks */
	BITS = 20,		/* less than a listing bids for records of GTF */
	BITS_OFFSETS = 100	/* no listing has such: more than any bid of vmtrace for a print */
};

/* Digits in front of s, up to as many as can be of use. */
static size_t
digits(struct span s)
{
	size_t n = 0;

	while (n <= GROUP_MOST && n < s.n && hex_value[s.p[n]] < 16)
		n++;
	return n;
}

/* The first n digits as a number to some base; 0 where one is none of it. */
static size_t
number(struct span s, size_t n, size_t base)
{
	size_t i, value = 0;

	for (i = 0; i < n; i++) {
		if (hex_value[s.p[i]] >= base)
			return 0;
		value = value * base + hex_value[s.p[i]];
	}
	return value;
}

/* Takes groups of one size off *s, and counts their bytes; a wider gap may be in their middle. */
static size_t
shown(struct span *s)
{
	size_t size = 0, n = 0, gap, one;

	for (;;) {
		for (gap = 0; gap < s->n && s->p[gap] == ' '; gap++)
			;
		one = digits(span_from(*s, gap));
		if (gap == 0 || gap > 2 || (gap == 2 && size > 2) || one == 0 ||
		    (size != 0 && one != size) || one % 2 != 0 || one > GROUP_MOST)
			return n;
		size = one;
		n += one / 2;
		*s = span_from(*s, gap + one);
	}
}

/* Whether nothing is in s but the text of hexdump -C. */
static bool
text_only(struct span s)
{
	while (span_u8(s, 0) == ' ' || span_u8(s, 0) == '\r')
		s = span_from(s, 1);
	return s.n == 0 || s.p[0] == '|';
}

/*
 * Whether the first line has offset 0 and shows as many bytes as the offset of
 * the second says to this base. xxd's text, behind a colon, may look like more.
 */
static bool
dump_fits(struct span s, size_t base)
{
	const uint8_t *end = s.n == 0 ? NULL : memchr(s.p, '\n', s.n);
	size_t n = digits(s), bytes, second;
	struct span first, next;
	bool colon = span_u8(s, n) == ':';

	if (end == NULL || n < OFFSET_LEAST || n > OFFSET_MOST || number(s, n, 16) != 0)
		return false;
	next = span_from(s, (size_t)(end - s.p) + 1);
	/* the same behind both: there is no more of the second to come */
	if (digits(next) != n || next.n == n || span_u8(next, n) != span_u8(s, n))
		return false;
	first = span_from(span_first(s, (size_t)(end - s.p)), n + colon);
	bytes = shown(&first);
	second = number(next, n, base);
	if (second < LINE_LEAST)
		return false;
	if (colon)
		return base == 16 && second <= bytes;
	return second == bytes && text_only(first);
}

int
refuse_dump(struct head head)
{
	if (refuse_dump_offsets(head) != 0)
		return BITS_OFFSETS + 1;
	return dump_fits(head.s, 16) ? BITS : 0;
}

int
refuse_dump_offsets(struct head head)
{
	return dump_fits(head.s, 8) || dump_fits(head.s, 10) ? BITS_OFFSETS : 0;
}
