/* field.c - the bytes of a field in its section */
#include "ztrace/field.h"

#include <string.h>	/* strcmp */

enum {
	NOWHERE = -1,		/* the end of a text that does not lie in its section */
	ANY = 0x7FFF		/* length */
};

const struct field_kind field_kinds[FIELD_KINDS] = {
	[FIELD_UINT] =		{ "uint",        FORM_PLAIN,   1, 8 },
	[FIELD_INT] =		{ "int",         FORM_PLAIN,   1, 8 },
	[FIELD_HEX] =		{ "hex",         FORM_PLAIN,   0, ANY },
	[FIELD_TEXT] =		{ "text",        FORM_PLAIN,   0, ANY },
	[FIELD_STCK] =		{ "time",        FORM_PLAIN,   8, 8 },
	[FIELD_INTERVAL] =	{ "interval",    FORM_PLAIN,   8, 8 },
	[FIELD_CODE] =		{ "code",        FORM_PLAIN,   1, 8 },
	[FIELD_LONG] =		{ "long",        FORM_OFFSET,  2, 2 },
	[FIELD_COUNTED] =	{ "counted",     FORM_COUNTED, 2, 2 },
	[FIELD_WHOLE] =		{ "whole",       FORM_WHOLE,   2, 2 },
	[FIELD_CCSID] =		{ "ccsid",       FORM_PLAIN,   2, 4 },
	[FIELD_SQL] =		{ "sql",         FORM_PLAIN,   0, ANY },
	[FIELD_SQL_LONG] =	{ "sql-long",    FORM_OFFSET,  2, 2 },
	[FIELD_SQL_COUNTED] =	{ "sql-counted", FORM_COUNTED, 2, 2 },
	[FIELD_SQL_WHOLE] =	{ "sql-whole",   FORM_WHOLE,   2, 2 }
};

/* What came of looking for a field. */
enum found {
	ABSENT,			/* the section ends before it, or it says that there is nothing */
	OUTSIDE,		/* its length or offset leads out of the section */
	FOUND
};

static enum field_form
form_of(const struct field *f)
{
	return field_kinds[f->kind].form;
}

/* Finds the bytes of a field that stands at `at`. */
static enum found
find_at(const struct field *f, size_t at, struct span section, struct span *out)
{
	enum field_form form = form_of(f);
	struct cursor c;
	size_t n;

	*out = (struct span){ 0 };
	if (at >= section.n || !span_cut(section, at, f->len, out))
		return ABSENT;
	if (form == FORM_PLAIN) {
		if (f->len == 0)
			*out = span_from(section, at);
		return FOUND;
	}
	if (form == FORM_OFFSET) {
		at = span_u16(*out, 0);
		if (at == 0)
			return ABSENT;
	}
	c = cursor_at(section, at);
	n = cursor_u16(&c);
	if (form == FORM_WHOLE)
		n -= n < 2 ? n : 2;
	*out = cursor_take(&c, n);
	return c.past ? OUTSIDE : FOUND;
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
		if (form_of(text) < FORM_COUNTED)
			continue;
		at = place_of(text, end);
		end = NOWHERE;
		if (at != NOWHERE && find_at(text, (size_t)at, section, &bytes) == FOUND)
			end = bytes.p + bytes.n - section.p;
	}
	return end;
}

static enum found
find(const struct layout *l, const struct field *f, struct span section, struct span *out)
{
	ptrdiff_t at = f->at;

	if (f->at >= FIELD_BEHIND)
		at = place_of(f, end_before(l, f, section));
	return at == NOWHERE ? ABSENT : find_at(f, (size_t)at, section, out);
}

bool
layout_bytes(const struct layout *l, const struct field *f, struct span section, struct span *out)
{
	return find(l, f, section, out) == FOUND;
}

bool
layout_overrun(const struct layout *l, struct span section)
{
	const struct field *f;
	struct span bytes;

	for (f = l->fields; f->name != NULL; f++)
		if (form_of(f) != FORM_PLAIN && find(l, f, section, &bytes) == OUTSIDE)
			return true;
	return false;
}

bool
field_bytes(const struct field *f, struct span section, struct span *out)
{
	return find_at(f, f->at, section, out) == FOUND;
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
		if (f->label[0] == label[0] && strcmp(f->label, label) == 0)
			return f;
	return NULL;
}
