/* report_fields.c - the fields of a section, in the format listing
 *
 *    QWHSIID      ifcid            4                                   QWHSNSDA     sections ...
 *    QW0063ST     statement
 *      | SELECT NAME, CREATOR FROM SYSIBM.SYSTABLES WHERE ...
 *      : ... the same line goes on
 *      | the text's second line
 */
#include "ztrace/report.h"

#include <string.h>	/* memchr, memcpy, memmove, strlen */

enum {
	WIDTH = 132,		/* columns of a line */
	HALF = 66,		/* column where the second field of a line begins */
	VALUE = 32,		/* widest value that fits there */
	INDENT = 4, NAME = 13, LABEL = 17,
	BEGIN = INDENT + NAME + LABEL,	/* column where a value begins */
	MARGIN = 8		/* what stands before the lines of a long value */
};

static bool
is_start(uint8_t byte)
{
	return (byte & 0xC0) != 0x80;
}

/* Columns since `start` in the buffer. */
static size_t
columns(const struct buf *out, size_t start)
{
	size_t i, n = 0;

	for (i = start; i < out->n; i++)
		n += is_start(out->p[i]);
	return n;
}

static void
pad_to(struct buf *out, size_t start, size_t want)
{
	size_t n = columns(out, start);

	if (n < want)
		buf_fill(out, ' ', want - n);
}

/* A name of ours, with blanks up to the width of its column. */
static void
put_name(struct buf *out, const char *name, size_t width)
{
	size_t n = strlen(name);

	buf_put(out, name, n);
	buf_fill(out, ' ', n < width ? width - n : 1);
}

static size_t
without_blanks(struct span piece)
{
	while (piece.n > 0 && (piece.p[piece.n - 1] == ' ' || piece.p[piece.n - 1] == '\t'))
		piece.n--;
	return piece.n;
}

/*
 * How many bytes of a text go on a line: up to a line feed, or to its width.
 * Blanks at the end would not be seen: they go on the next line.
 */
static size_t
piece_of(struct span text)
{
	size_t n, width = 0, seen;

	for (n = 0; n < text.n && text.p[n] != '\n'; n++) {
		width += is_start(text.p[n]);
		if (width > WIDTH - MARGIN) {
			seen = without_blanks(span_first(text, n));
			return seen > 0 ? seen : n;
		}
	}
	return n;
}

/* Appends a text on lines of its own; it lies in the same buffer, at `start`. */
static void
put_lines(struct buf *out, size_t start, size_t n)
{
	size_t at = 0, used, shown, i;
	bool begins = true;

	while (at < n && !out->failed) {
		used = piece_of(span_of(out->p + start + at, n - at));
		shown = without_blanks(span_of(out->p + start + at, used));
		buf_str(out, begins ? "\n      |" : "\n      :");
		if (shown > 0 && buf_char(out, ' ') && buf_room(out, shown) != NULL) {
			for (i = 0; i < shown; i++)
				if (out->p[start + at + i] == '\t')
					out->p[start + at + i] = ' ';
			memcpy(out->p + out->n, out->p + start + at, shown);
			out->n += shown;
		}
		at += used;
		begins = at < n && out->p[start + at] == '\n';
		at += begins;
	}
}

/* Gives a value that does not fit its line, from `start` on, lines of its own. */
static void
fold(struct buf *out, size_t start)
{
	size_t n = out->n - start, end = out->n, name = start;

	if (out->failed || (columns(out, start) <= WIDTH - BEGIN &&
	    memchr(out->p + start, '\n', n) == NULL))
		return;
	put_lines(out, start, n);
	if (out->failed)
		return;
	while (out->p[name - 1] == ' ')
		name--;
	memmove(out->p + name, out->p + end, out->n - end);
	out->n -= end - name;
}

/* A field's value, or a dash where it says nothing. */
static void
put_value(const struct layout *l, const struct field *f, struct span section,
    const struct codepage *cp, struct buf *out)
{
	struct value_out v = { .text = out };
	size_t start = out->n;

	if (field_value(l, f, section, cp, &v) == VALUE_CODE && v.name != NULL) {
		buf_str(out, " (");
		buf_uint(out, v.number);
		buf_char(out, ')');
	}
	if (out->n == start)
		buf_char(out, '-');
}

/* Whether a field's value may be too wide for half a line. */
static bool
is_wide(const struct field *f)
{
	return field_kinds[f->kind].form != FORM_PLAIN || f->len == 0 || f->len > VALUE ||
	    (f->kind == FIELD_HEX && 2 * f->len > VALUE);
}

void
report_fields(const struct layout *l, struct span section, size_t from,
    const struct codepage *cp, struct buf *out)
{
	size_t line = out->n, start;
	bool half = false;	/* there is one field on the line, and room for another */
	const struct field *f;
	struct span bytes;

	for (f = l->fields; f->name != NULL; f++) {
		if (f->at < from || !layout_bytes(l, f, section, &bytes))
			continue;
		if (half && !is_wide(f)) {
			pad_to(out, line, HALF);
			half = false;
		} else {
			if (out->n > line)
				buf_char(out, '\n');
			line = out->n;
			half = !is_wide(f);
		}
		put_name(out, "", INDENT);
		put_name(out, f->name, NAME);
		put_name(out, f->label, LABEL);
		start = out->n;
		put_value(l, f, section, cp, out);
		if (is_wide(f))
			fold(out, start);
	}
	if (out->n > line)
		buf_char(out, '\n');
}
