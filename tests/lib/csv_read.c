/* csv_read.c - reads RFC 4180 text back */
#include "csv_read.h"

#include <string.h>

/* A value in quotes, behind the first of them. */
static const char *
take_quoted(struct cursor *c, struct buf *out)
{
	for (;;) {
		uint8_t byte = cursor_u8(c);

		if (c->past)
			return "quote without end";
		if (byte != '"') {
			buf_char(out, (char)byte);
			continue;
		}
		if (span_u8(c->s, c->at) != '"')
			return NULL;
		buf_char(out, (char)cursor_u8(c));
	}
}

static const char *
take_value(struct cursor *c, struct buf *out)
{
	uint8_t byte;

	if (span_u8(c->s, c->at) == '"') {
		cursor_u8(c);
		return take_quoted(c, out);
	}
	while (cursor_left(c) > 0) {
		byte = span_u8(c->s, c->at);
		if (byte == ',' || byte == '\r' || byte == '\n')
			return NULL;
		if (byte == '"')
			return "quote in a value without quotes";
		buf_char(out, (char)cursor_u8(c));
	}
	return NULL;
}

const char *
csv_take(struct cursor *c, struct csv_row *row)
{
	const char *wrong;
	uint8_t byte;

	buf_clear(&row->text);
	row->n = 0;
	do {
		if (row->n == sizeof(row->at) / sizeof(row->at[0]))
			return "more values than the test can hold";
		row->at[row->n++] = row->text.n;
		wrong = take_value(c, &row->text);
		if (wrong != NULL)
			return wrong;
		buf_char(&row->text, '\0');
		byte = cursor_u8(c);
	} while (byte == ',');
	if (byte != '\r' || cursor_u8(c) != '\n')
		return "line does not end in CR and LF";
	return NULL;
}

const char *
csv_value(const struct csv_row *row, size_t k)
{
	return k < row->n ? (const char *)row->text.p + row->at[k] : "(none)";
}
