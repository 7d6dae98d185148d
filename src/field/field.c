/* field.c - the bytes of a field, and their text for people */
#include "ztrace/field.h"

#include <inttypes.h>	/* PRIu64 */
#include <string.h>	/* strcmp */

#include "ztrace/tod.h"

bool
field_bytes(const struct field *f, struct span section, struct span *out)
{
	struct cursor c;
	uint16_t at;

	if (!span_cut(section, f->at, f->len, out))
		return false;
	if (f->kind != FIELD_LONG)
		return true;

	at = span_u16(*out, 0);
	c = cursor_at(section, at);
	*out = cursor_take(&c, cursor_u16(&c));
	return at != 0 && !c.past;
}

static bool
is_blank(const struct codepage *cp, uint8_t b)
{
	return cp->point[b] == ' ' || cp->point[b] == 0;
}

/* No control character, of ASCII or C1, and not a byte that stands for nothing. */
static bool
is_shown(const struct codepage *cp, uint8_t b)
{
	uint16_t point = cp->point[b];

	return point >= ' ' && point != 0xFFFD && (point < 0x7F || point > 0x9F);
}

void
field_text_put(struct span s, const struct codepage *cp, struct buf *out)
{
	size_t i, run;

	while (s.n > 0 && is_blank(cp, s.p[s.n - 1]))
		s.n--;
	for (i = 0; i < s.n; i += run) {
		for (run = 0; i + run < s.n && is_shown(cp, s.p[i + run]); run++)
			continue;
		if (run > 0) {
			codepage_utf8(cp, span_of(s.p + i, run), out);
		} else {
			buf_char(out, '.');
			run = 1;
		}
	}
}

/* Numbers are most of what is shown; this is several times faster than printf. */
static void
put_uint(uint64_t v, struct buf *out)
{
	char digits[20];
	size_t i = sizeof(digits);

	do {
		digits[--i] = (char)('0' + v % 10);
		v /= 10;
	} while (v > 0);
	buf_put(out, digits + i, sizeof(digits) - i);
}

static void
put_int(struct span s, struct buf *out)
{
	uint64_t v = span_uint(s);

	if (s.n > 0 && s.p[0] >= 0x80) {
		if (s.n < 8)
			v |= UINT64_MAX << 8 * s.n;
		v = ~v + 1;
		buf_char(out, '-');
	}
	put_uint(v, out);
}

static void
put_stck(struct span s, struct buf *out)
{
	char text[TOD_TEXT];

	if (span_zero(s))
		return;
	if (tod_packed_text(span_u32(s, 0), span_u32(s, 4), text)) {
		buf_printf(out, "%s local", text);
	} else {
		tod_text(span_u64(s, 0), text);
		buf_str(out, text);
	}
}

static void
put_interval(struct span s, struct buf *out)
{
	uint64_t us = span_u64(s, 0) >> 12;

	buf_printf(out, "%" PRIu64 ".%06" PRIu64, us / 1000000, us % 1000000);
}

static void
put_code(const struct code *codes, struct span s, struct buf *out)
{
	uint64_t v = span_uint(s);
	const char *name = field_code(codes, v);

	if (name == NULL) {
		put_uint(v, out);
		return;
	}
	buf_str(out, name);
	buf_str(out, " (");
	put_uint(v, out);
	buf_char(out, ')');
}

void
field_text(const struct field *f, struct span bytes, const struct codepage *cp, struct buf *out)
{
	switch (f->kind) {
	case FIELD_UINT:
		put_uint(span_uint(bytes), out);
		break;
	case FIELD_INT:
		put_int(bytes, out);
		break;
	case FIELD_TEXT:
	case FIELD_LONG:
		field_text_put(bytes, cp, out);
		break;
	case FIELD_STCK:
		put_stck(bytes, out);
		break;
	case FIELD_INTERVAL:
		put_interval(bytes, out);
		break;
	case FIELD_CODE:
		put_code(f->codes, bytes, out);
		break;
	case FIELD_HEX:
	case FIELD_KINDS:
		buf_hex(out, bytes);
		break;
	}
}

const char *
field_code(const struct code *c, uint64_t value)
{
	for (; c->text != NULL; c++)
		if (c->value == value)
			return c->text;
	return NULL;
}

const struct field *
layout_find(const struct layout *l, const char *label)
{
	const struct field *f;

	for (f = l->fields; f->name != NULL; f++)
		if (strcmp(f->label, label) == 0)
			return f;
	return NULL;
}
