/* ccsid.c - text in any coded character set as UTF-8 */
#include "ztrace/ccsid.h"

#include <errno.h>
#include <iconv.h>
#include <stdbool.h>
#include <stdio.h>	/* snprintf */
#include <stdlib.h>	/* bsearch */
#include <string.h>	/* memcpy, memmove */

enum {
	NOTHING = 0xFFFD,	/* REPLACEMENT CHARACTER */
	LAST_POINT = 0x10FFFF,
	UTF8_MOST = 4,		/* bytes of a code point */
	CHUNK = 256		/* bytes given to iconv at a time */
};

/* What kind of set a text is in, by its blanks. */
enum family { EBCDIC, ASCII, UNKNOWN };

/* Where the text goes. */
struct text {
	struct buf	*out;
	bool		 cr;		/* the last character was a carriage return */
};

static int
compare(const void *key, const void *row)
{
	uint32_t a = *(const uint32_t *)key, b = ((const struct ccsid *)row)->number;

	return a < b ? -1 : a > b;
}

const struct codepage *
ccsid_page(uint32_t number)
{
	const struct ccsid *row;

	row = bsearch(&number, ccsids, ccsids_count, sizeof(ccsids[0]), compare);
	return row != NULL ? &row->page : NULL;
}

/* A code point as it is shown; 0 for one that adds nothing. */
static uint32_t
shown(struct text *t, uint32_t point)
{
	bool after = t->cr;

	t->cr = point == '\r';
	if (point == '\n' || point == 0x85)
		return after ? 0 : '\n';
	if (point == '\r')
		return '\n';
	if (point == '\t')
		return point;
	if (point < ' ' || (point >= 0x7F && point <= 0x9F))
		return '.';
	return point > LAST_POINT || (point >= 0xD800 && point <= 0xDFFF) ? NOTHING : point;
}

/* Whoever calls this has made room. */
static void
put_point(struct text *t, uint32_t point)
{
	uint8_t *to = t->out->p + t->out->n;

	if (point >= ' ' && point < 0x7F) {
		t->cr = false;
		*to = (uint8_t)point;
		t->out->n++;
		return;
	}
	point = shown(t, point);
	if (point == 0)
		return;
	if (point < 0x80) {
		*to++ = (uint8_t)point;
	} else if (point < 0x800) {
		*to++ = (uint8_t)(0xC0 | point >> 6);
		*to++ = (uint8_t)(0x80 | (point & 0x3F));
	} else {
		if (point < 0x10000) {
			*to++ = (uint8_t)(0xE0 | point >> 12);
		} else {
			*to++ = (uint8_t)(0xF0 | point >> 18);
			*to++ = (uint8_t)(0x80 | (point >> 12 & 0x3F));
		}
		*to++ = (uint8_t)(0x80 | (point >> 6 & 0x3F));
		*to++ = (uint8_t)(0x80 | (point & 0x3F));
	}
	t->out->n = (size_t)(to - t->out->p);
}

static bool
room(struct text *t, size_t points)
{
	return buf_room(t->out, points > SIZE_MAX / UTF8_MOST ? SIZE_MAX : UTF8_MOST * points)
	    != NULL;
}

static void
put_page(struct text *t, struct span s, const struct codepage *page)
{
	size_t i;

	if (!room(t, s.n))
		return;
	for (i = 0; i < s.n; i++)
		put_point(t, page->point[s.p[i]]);
}

/* Takes one character of UTF-8; what is none is taken byte by byte. */
static uint32_t
take_utf8(struct cursor *c)
{
	static const uint32_t least[] = { 0, 0x80, 0x800, 0x10000 };
	uint8_t first = cursor_u8(c), next;
	uint32_t point = first;
	size_t at = c->at, more, i;

	if (first < 0x80)
		return first;
	more = first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : 1;
	if (first < 0xC2 || first > 0xF4)
		return NOTHING;
	point &= 0x3Fu >> more;
	for (i = 0; i < more; i++) {
		next = cursor_u8(c);
		if ((next & 0xC0) != 0x80)
			break;
		point = point << 6 | (next & 0x3F);
	}
	if (i == more && point >= least[more])
		return point;
	c->at = at;
	return NOTHING;
}

static void
put_utf8(struct text *t, struct span s)
{
	struct cursor c = cursor_at(s, 0);

	if (!room(t, s.n))
		return;
	while (cursor_left(&c) > 0)
		put_point(t, take_utf8(&c));
}

static void
put_utf16(struct text *t, struct span s)
{
	struct cursor c = cursor_at(s, 0);
	uint32_t point;
	uint16_t low;

	if (!room(t, s.n))
		return;
	while (cursor_left(&c) > 1) {
		point = cursor_u16(&c);
		low = span_u16(s, c.at);
		if (point >= 0xD800 && point <= 0xDBFF && low >= 0xDC00 && low <= 0xDFFF) {
			point = 0x10000 + ((point & 0x3FF) << 10 | (low & 0x3FF));
			cursor_u16(&c);
		}
		put_point(t, point);
	}
	if (cursor_left(&c) > 0)
		put_point(t, NOTHING);
}

/* Converts a chunk. Gives what is left of it: the beginning of a character. */
static size_t
convert(struct text *t, iconv_t to, char *in, size_t n, bool last)
{
	char points[4 * CHUNK], *from = in, *end;
	size_t left, i;
	int why = 0;

	while (n > 0) {
		end = points;
		left = sizeof(points);
		why = iconv(to, &from, &n, &end, &left) == (size_t)-1 ? errno : 0;
		if (!room(t, CHUNK + 1))
			return 0;
		for (i = 0; points + i < end; i += 4)
			put_point(t, span_u32(span_of(points, sizeof(points)), i));
		if (why == EINVAL && !last)
			break;
		if (why == EILSEQ || why == EINVAL) {
			put_point(t, NOTHING);
			from++;
			n--;
		}
	}
	memmove(in, from, n);
	return n;
}

/* The set's converter, by the names that iconv may know it by. */
static iconv_t
converter(uint32_t number)
{
	static const char *const owners[] = { "IBM", "CP", "IBM-" };
	iconv_t to = (iconv_t)-1;
	char name[24];
	size_t i;

	for (i = 0; i < 3 && to == (iconv_t)-1; i++) {
		snprintf(name, sizeof(name), "%s%03lu", owners[i], (unsigned long)number);
		to = iconv_open("UTF-32BE", name);
	}
	return to;
}

/* Whether a blank is X'40'. */
static bool
is_ebcdic(iconv_t to)
{
	char blank = '\x40', point[4], *in = &blank, *out = point;
	size_t n = 1, left = sizeof(point);
	bool yes;

	yes = iconv(to, &in, &n, &out, &left) != (size_t)-1 && left == 0 &&
	    span_u32(span_of(point, sizeof(point)), 0) == ' ';
	iconv(to, NULL, NULL, NULL, NULL);
	return yes;
}

/* False when iconv does not know the set, or the text is not in it. */
static bool
put_converted(struct text *t, struct span s, uint32_t number, enum family found)
{
	iconv_t to = converter(number);
	size_t have = 0, take;
	char in[CHUNK];
	bool fits;

	if (to == (iconv_t)-1)
		return false;
	fits = found != (is_ebcdic(to) ? ASCII : EBCDIC);
	while (fits && s.n > 0) {
		take = span_first(s, CHUNK - have).n;
		memcpy(in + have, s.p, take);
		s = span_from(s, take);
		have = convert(t, to, in, have + take, s.n == 0);
	}
	iconv_close(to);
	return fits;
}

static enum family
family_of(struct span s)
{
	size_t i, ebcdic = 0, ascii = 0;

	for (i = 0; i < s.n; i++) {
		ebcdic += s.p[i] == 0x40;
		ascii += s.p[i] == 0x20;
	}
	return ebcdic == ascii ? UNKNOWN : ebcdic > ascii ? EBCDIC : ASCII;
}

/* Whether a text of two-byte units has a character of ASCII. */
static bool
has_ascii(struct span s)
{
	size_t i;

	for (i = 0; i + 1 < s.n; i += 2)
		if (s.p[i] == 0)
			return true;
	return false;
}

static bool
is_utf8(uint32_t number)
{
	return number == 1208 || number == 1209;
}

static bool
is_utf16(uint32_t number)
{
	return number == 1200 || number == 1201 || number == 13488 || number == 17584;
}

/* The page of a text of one byte a character; NULL: it is UTF-8. */
static const struct codepage *
page_of(uint32_t number, enum family found, const struct codepage *ebcdic)
{
	const struct codepage *page = is_utf8(number) ? NULL : ccsid_page(number);

	if (page == NULL && !is_utf8(number))
		page = ebcdic;
	if (found == ASCII && page != NULL && page->point[0x20] != ' ')
		return NULL;
	if (found == EBCDIC && (page == NULL || page->point[0x40] != ' '))
		return ebcdic;
	return page;
}

static void
put_text(struct text *t, uint32_t number, struct span s, const struct codepage *ebcdic)
{
	enum family found = family_of(s);
	const struct codepage *page;

	if (is_utf16(number)) {
		if (found == UNKNOWN || has_ascii(s)) {
			put_utf16(t, s);
			return;
		}
	} else if (number != 0 && !is_utf8(number) && ccsid_page(number) == NULL) {
		if (put_converted(t, s, number, found))
			return;
	}
	page = page_of(number, found, ebcdic);
	if (page != NULL)
		put_page(t, s, page);
	else
		put_utf8(t, s);
}

void
ccsid_text(uint32_t number, struct span s, const struct codepage *ebcdic, struct buf *out)
{
	struct text t = { .out = out };
	size_t start = out->n, unit = is_utf16(number) ? 2 : 1;

	while (s.n >= unit && span_zero(span_from(s, s.n - unit)))
		s.n -= unit;
	put_text(&t, number, s, ebcdic);
	while (out->n > start && out->p[out->n - 1] == ' ')
		out->n--;
}
