/* field.c - the bytes of a field in its section */
#include "ztrace/field.h"

#include <string.h>	/* strcmp */

/* What stands at a field's place. */
enum form {
	PLAIN,			/* its bytes */
	OFFSET,			/* 2 bytes: where its 2-byte length and its bytes are */
	COUNTED,		/* 2 bytes: how many bytes follow */
	WHOLE			/* the same, and they count themselves too */
};

enum { NOWHERE = -1 };		/* the end of a text that does not lie in its section */

static enum form
form_of(enum kind kind)
{
	switch (kind) {
	case FIELD_LONG:
	case FIELD_SQL_LONG:
		return OFFSET;
	case FIELD_COUNTED:
	case FIELD_SQL_COUNTED:
		return COUNTED;
	case FIELD_WHOLE:
	case FIELD_SQL_WHOLE:
		return WHOLE;
	default:
		return PLAIN;
	}
}

/* The bytes of a field that stands at `at`. */
static bool
bytes_at(const struct field *f, size_t at, struct span section, struct span *out)
{
	enum form form = form_of(f->kind);
	struct cursor c;
	size_t n;

	if (!span_cut(section, at, f->len, out))
		return false;
	if (form == PLAIN)
		return true;
	if (form == OFFSET) {
		at = span_u16(*out, 0);
		if (at == 0)
			return false;
	}
	c = cursor_at(section, at);
	n = cursor_u16(&c);
	if (form == WHOLE)
		n -= n < 2 ? n : 2;
	*out = cursor_take(&c, n);
	return !c.past;
}

/* Where a field stands, once it is known where the text before it ends. */
static ptrdiff_t
place_of(const struct field *f, ptrdiff_t end)
{
	if (f->at < FIELD_BEHIND)
		return f->at;
	return end == NOWHERE ? NOWHERE : end + (f->at - FIELD_BEHIND);
}

/* Where the last text of its own length before `f` ends. */
static ptrdiff_t
end_before(const struct layout *l, const struct field *f, struct span section)
{
	ptrdiff_t at, end = NOWHERE;
	const struct field *text;
	struct span bytes;

	for (text = l->fields; text != f; text++) {
		if (form_of(text->kind) < COUNTED)
			continue;
		at = place_of(text, end);
		end = NOWHERE;
		if (at != NOWHERE && bytes_at(text, (size_t)at, section, &bytes))
			end = bytes.p + bytes.n - section.p;
	}
	return end;
}

bool
layout_bytes(const struct layout *l, const struct field *f, struct span section, struct span *out)
{
	ptrdiff_t at = f->at;

	if (f->at >= FIELD_BEHIND)
		at = place_of(f, end_before(l, f, section));
	return at != NOWHERE && bytes_at(f, (size_t)at, section, out);
}

bool
field_bytes(const struct field *f, struct span section, struct span *out)
{
	return bytes_at(f, f->at, section, out);
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
