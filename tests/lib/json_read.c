/* json_read.c - reads JSON back, by other means than it was written */
#include "json_read.h"

#include <iconv.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 16, KEYS = 128 };

struct reader {
	struct cursor	 c;
	const char	*wrong;		/* NULL: nothing yet */
	unsigned	 depth;
};

static void
complain(struct reader *r, const char *text)
{
	if (r->wrong == NULL)
		r->wrong = text;
}

/* The next byte, without taking it; 0 at the end. */
static char
peek(const struct reader *r)
{
	return r->wrong == NULL && cursor_left(&r->c) > 0 ? (char)r->c.s.p[r->c.at] : '\0';
}

static bool
take(struct reader *r, char c)
{
	if (c == '\0' || peek(r) != c)
		return false;
	r->c.at++;
	return true;
}

static void
skip_escape(struct reader *r)
{
	int i;

	if (take(r, 'u')) {
		for (i = 0; i < 4; i++, r->c.at++)
			if (peek(r) == '\0' || strchr("0123456789ABCDEFabcdef", peek(r)) == NULL)
				complain(r, "bad digit in \\u");
	} else if (peek(r) == '\0' || strchr("\"\\/bfnrt", peek(r)) == NULL) {
		complain(r, "bad escape");
	} else {
		r->c.at++;
	}
}

static void
skip_string(struct reader *r)
{
	if (!take(r, '"'))
		complain(r, "no string");
	while (r->wrong == NULL && !take(r, '"')) {
		if (cursor_left(&r->c) == 0)
			complain(r, "string without end");
		else if (r->c.s.p[r->c.at] < ' ')
			complain(r, "control character in a string");
		else if (take(r, '\\'))
			skip_escape(r);
		else
			r->c.at++;
	}
}

static size_t
skip_digits(struct reader *r)
{
	size_t n;

	for (n = 0; peek(r) >= '0' && peek(r) <= '9'; n++)
		r->c.at++;
	return n;
}

static void
skip_number(struct reader *r)
{
	(void)take(r, '-');
	if (!take(r, '0') && skip_digits(r) == 0)
		complain(r, "no value");
	if (take(r, '.') && skip_digits(r) == 0)
		complain(r, "no digit behind the point");
}

static void
skip_word(struct reader *r, const char *word)
{
	for (; *word != '\0'; word++)
		if (!take(r, *word))
			complain(r, "bad word");
}

static void	skip_value(struct reader *);

static void
skip_array(struct reader *r)
{
	(void)take(r, '[');
	if (take(r, ']'))
		return;
	do
		skip_value(r);
	while (take(r, ','));
	if (!take(r, ']'))
		complain(r, "array without end");
}

/* A key with its quotes. */
static struct span
take_key(struct reader *r)
{
	struct span key = { 0 };
	size_t start = r->c.at;

	skip_string(r);
	if (!take(r, ':'))
		complain(r, "no colon behind a key");
	if (r->wrong == NULL)
		key = span_of(r->c.s.p + start, r->c.at - 1 - start);
	return key;
}

static void
skip_object(struct reader *r)
{
	struct span keys[KEYS];
	size_t n = 0, i;

	(void)take(r, '{');
	if (take(r, '}'))
		return;
	do {
		if (n == KEYS) {
			complain(r, "more keys than the test can hold");
			return;
		}
		keys[n] = take_key(r);
		for (i = 0; i < n; i++)
			if (span_equal(keys[i], keys[n]))
				complain(r, "key stands twice");
		n++;
		skip_value(r);
	} while (take(r, ','));
	if (!take(r, '}'))
		complain(r, "object without end");
}

static void
skip_value(struct reader *r)
{
	if (++r->depth > DEEPEST)
		complain(r, "too deep");
	switch (peek(r)) {
	case '{':
		skip_object(r);
		break;
	case '[':
		skip_array(r);
		break;
	case '"':
		skip_string(r);
		break;
	case 'n':
		skip_word(r, "null");
		break;
	case 't':
		skip_word(r, "true");
		break;
	case 'f':
		skip_word(r, "false");
		break;
	default:
		skip_number(r);
	}
	r->depth--;
}

/* Asks iconv, which does not take surrogates, overlong forms or cut characters. */
static bool
is_utf8(struct span s)
{
	iconv_t to = iconv_open("UTF-16BE", "UTF-8");
	char *copy = malloc(s.n + 1), *out = malloc(2 * s.n + 4);
	char *from = copy, *end = out;
	size_t left = s.n, room = 2 * s.n + 4;
	bool good = false;

	if (to != (iconv_t)-1 && copy != NULL && out != NULL) {
		if (s.n > 0)
			memcpy(copy, s.p, s.n);
		good = iconv(to, &from, &left, &end, &room) != (size_t)-1 && left == 0;
	}
	if (to != (iconv_t)-1)
		(void)iconv_close(to);
	free(copy);
	free(out);
	return good;
}

static bool
contains(struct span s, const char *text)
{
	size_t i, n = strlen(text);

	for (i = 0; i + n <= s.n; i++)
		if (memcmp(s.p + i, text, n) == 0)
			return true;
	return false;
}

const char *
json_wrong(struct span s)
{
	struct reader r = { .c = cursor_at(s, 0) };

	skip_value(&r);
	if (r.wrong == NULL && cursor_left(&r.c) > 0)
		return "something stands behind the value";
	if (r.wrong == NULL && !is_utf8(s))
		return "not UTF-8";
	if (r.wrong == NULL && (contains(s, "\xC2\x85") || contains(s, "\xE2\x80\xA8") ||
	    contains(s, "\xE2\x80\xA9")))
		return "a line end of Unicode";
	return r.wrong;
}

/* Goes to the value of a key, or to its end when there is none. */
static bool
enter_object(struct reader *r, const char *key, size_t n)
{
	struct span k;

	if (!take(r, '{') || take(r, '}'))
		return false;
	do {
		k = take_key(r);
		if (k.n == n + 2 && memcmp(k.p + 1, key, n) == 0)
			return r->wrong == NULL;
		skip_value(r);
	} while (take(r, ','));
	return false;
}

static bool
enter_array(struct reader *r, size_t index)
{
	if (!take(r, '[') || peek(r) == ']')
		return false;
	for (; index > 0; index--) {
		skip_value(r);
		if (!take(r, ','))
			return false;
	}
	return r->wrong == NULL;
}

struct span
json_at(struct span s, const char *path)
{
	struct reader r = { .c = cursor_at(s, 0) };
	size_t n, start;
	char *end;

	while (*path != '\0') {
		if (*path == '[') {
			if (!enter_array(&r, strtoul(path + 1, &end, 10)))
				return (struct span){ 0 };
			path = end + 1;
			continue;
		}
		path += *path == '.';
		n = strcspn(path, ".[");
		if (!enter_object(&r, path, n))
			return (struct span){ 0 };
		path += n;
	}
	start = r.c.at;
	skip_value(&r);
	return span_of(s.p + start, r.c.at - start);
}

size_t
json_count(struct span array)
{
	struct reader r = { .c = cursor_at(array, 0) };
	size_t n = 0;

	if (!take(&r, '[') || peek(&r) == ']')
		return 0;
	do {
		skip_value(&r);
		n++;
	} while (take(&r, ','));
	return n;
}

/* The escape at s.p[at], behind its backslash; gives where the text goes on. */
static size_t
put_escaped(struct span s, size_t at, struct buf *out)
{
	static const char letters[] = "bfnrt", means[] = "\b\f\n\r\t";
	char digits[5] = "", c = (char)s.p[at];
	const char *letter = strchr(letters, c);
	unsigned long point;

	if (c != 'u') {
		buf_char(out, letter != NULL ? means[letter - letters] : c);
		return at + 1;
	}
	memcpy(digits, s.p + at + 1, 4);
	point = strtoul(digits, NULL, 16);
	if (point < 0x80) {
		buf_char(out, (char)point);
	} else if (point < 0x800) {
		buf_char(out, (char)(0xC0 | point >> 6));
		buf_char(out, (char)(0x80 | (point & 0x3F)));
	} else {
		buf_char(out, (char)(0xE0 | point >> 12));
		buf_char(out, (char)(0x80 | (point >> 6 & 0x3F)));
		buf_char(out, (char)(0x80 | (point & 0x3F)));
	}
	return at + 5;
}

void
json_unquote(struct span value, struct buf *out)
{
	size_t at;

	if (value.n == 0 || value.p[0] != '"') {
		buf_put(out, value.p, value.n);
		return;
	}
	for (at = 1; at < value.n - 1;) {
		if (value.p[at] == '\\')
			at = put_escaped(value, at + 1, out);
		else
			buf_char(out, (char)value.p[at++]);
	}
}
