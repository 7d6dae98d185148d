/* value.c - what a field holds, as all formats say it */
#include "ztrace/field.h"

#include "ztrace/ccsid.h"
#include "ztrace/tod.h"

enum { UTF8_MOST = 3 };		/* bytes of a code point below X'10000' */

/* A code point as it is shown: no control character, and nothing for nothing. */
static unsigned
shown(unsigned point)
{
	return point < ' ' || (point >= 0x7F && point <= 0x9F) || point == 0xFFFD ? '.' : point;
}

static uint8_t *
put_point(uint8_t *to, unsigned point)
{
	if (point < 0x80) {
		*to++ = (uint8_t)point;
		return to;
	}
	if (point < 0x800) {
		*to++ = (uint8_t)(0xC0 | point >> 6);
	} else {
		*to++ = (uint8_t)(0xE0 | point >> 12);
		*to++ = (uint8_t)(0x80 | (point >> 6 & 0x3F));
	}
	*to++ = (uint8_t)(0x80 | (point & 0x3F));
	return to;
}

void
field_text_put(struct span s, const struct codepage *cp, struct buf *out)
{
	uint8_t *start, *to;
	size_t i;

	while (s.n > 0 && (cp->point[s.p[s.n - 1]] == ' ' || cp->point[s.p[s.n - 1]] == 0))
		s.n--;
	start = to = buf_room(out, s.n > SIZE_MAX / UTF8_MOST ? SIZE_MAX : UTF8_MOST * s.n);
	if (start == NULL)
		return;
	for (i = 0; i < s.n; i++) {
		unsigned point = cp->point[s.p[i]];

		if (point - ' ' < 0x7F - ' ')
			*to++ = (uint8_t)point;
		else
			to = put_point(to, shown(point));
	}
	out->n += (size_t)(to - start);
}

static enum value
put_int(struct span s, struct value_out *out)
{
	uint64_t v = span_uint(s);
	bool negative = s.n > 0 && s.p[0] >= 0x80;

	if (negative && s.n < 8)
		v |= UINT64_MAX << 8 * s.n;
	if (negative)
		buf_char(out->text, '-');
	buf_uint(out->text, negative ? ~v + 1 : v);
	out->number = v;
	return VALUE_INT;
}

static enum value
put_stck(struct span s, struct value_out *out)
{
	char text[TOD_TEXT];

	if (span_zero(s))
		return VALUE_TIME;
	if (tod_packed_text(span_u32(s, 0), span_u32(s, 4), text)) {
		buf_str(out->text, text);
		buf_str(out->text, " local");
	} else {
		buf_put(out->text, text, tod_text(span_u64(s, 0), text));
	}
	return VALUE_TIME;
}

static enum value
put_interval(struct span s, struct value_out *out)
{
	uint64_t us = span_u64(s, 0) >> 12;
	unsigned part = (unsigned)(us % 1000000), i;
	char point[7] = ".";

	for (i = 6; i > 0; i--) {
		point[i] = (char)('0' + part % 10);
		part /= 10;
	}
	buf_uint(out->text, us / 1000000);
	buf_put(out->text, point, sizeof(point));
	out->number = us;
	return VALUE_SECONDS;
}

static enum value
put_code(const struct code *codes, struct span s, struct value_out *out)
{
	out->number = span_uint(s);
	out->name = field_code(codes, out->number);
	if (out->name != NULL)
		buf_str(out->text, out->name);
	else
		buf_uint(out->text, out->number);
	return VALUE_CODE;
}

/* A field's value, given the CCSID of statements. */
static enum value
put_value(const struct field *f, struct span bytes, uint32_t ccsid, const struct codepage *cp,
    struct value_out *out)
{
	out->number = 0;
	out->name = NULL;
	switch (f->kind) {
	case FIELD_UINT:
	case FIELD_CCSID:
		out->number = span_uint(bytes);
		buf_uint(out->text, out->number);
		return VALUE_UINT;
	case FIELD_INT:
		return put_int(bytes, out);
	case FIELD_STCK:
		return put_stck(bytes, out);
	case FIELD_INTERVAL:
		return put_interval(bytes, out);
	case FIELD_CODE:
		return put_code(f->codes, bytes, out);
	case FIELD_TEXT:
	case FIELD_LONG:
	case FIELD_COUNTED:
	case FIELD_WHOLE:
		field_text_put(bytes, cp, out->text);
		return VALUE_TEXT;
	case FIELD_SQL:
	case FIELD_SQL_LONG:
	case FIELD_SQL_COUNTED:
	case FIELD_SQL_WHOLE:
		ccsid_text(ccsid, bytes, cp, out->text);
		return VALUE_TEXT;
	case FIELD_HEX:
	case FIELD_KINDS:
		break;
	}
	buf_hex(out->text, bytes);
	return VALUE_HEX;
}

/* The CCSID of a section's statements; 0: none is told. */
static uint32_t
ccsid_of(const struct layout *l, struct span section)
{
	const struct field *f;
	struct span bytes;

	for (f = l->fields; f->name != NULL; f++)
		if (f->kind == FIELD_CCSID && layout_bytes(l, f, section, &bytes))
			return (uint32_t)span_uint(bytes);
	return 0;
}

enum value
field_value_of(const struct field *f, struct span bytes, const struct codepage *cp,
    struct value_out *out)
{
	return put_value(f, bytes, 0, cp, out);
}

enum value
field_value(const struct layout *l, const struct field *f, struct span section,
    const struct codepage *cp, struct value_out *out)
{
	uint32_t ccsid = 0;
	struct span bytes;

	if (!layout_bytes(l, f, section, &bytes)) {
		out->number = 0;
		out->name = NULL;
		return VALUE_ABSENT;
	}
	if (f->kind >= FIELD_SQL)
		ccsid = ccsid_of(l, section);
	return put_value(f, bytes, ccsid, cp, out);
}

void
field_text(const struct field *f, struct span bytes, const struct codepage *cp, struct buf *out)
{
	struct value_out v = { .text = out };

	if (field_value_of(f, bytes, cp, &v) != VALUE_CODE || v.name == NULL)
		return;
	buf_str(out, " (");
	buf_uint(out, v.number);
	buf_char(out, ')');
}
