/* json.c - the format json: one object a line
 *
 *  {"length":312,"segments":2,"time":"1993-...Z","eid":"EFB9", ... "ifcid":4,"title":"...",
 *   "sections":[{"name":"product","offset":160,"length":152,"count":1}, ...],
 *   "headers":{"standard":{"length":76, ... },"correlation":{ ... }},
 *   "data":[{"name":"data 1","members":[{ ... }]}, ...],
 *   "notes":[]}
 *
 * schema.c says what may stand where. Keys are the labels of the tables.
 */
#include "ztrace/format.h"

#include <stdbool.h>
#include <string.h>	/* memmove */

#include "ztrace/json.h"
#include "ztrace/tod.h"

/* What no table covers stands under this key, so it must not be a label. */
static const char rest_key[] = "rest";

static void
put_rest(struct span rest, struct buf *out)
{
	if (rest.n == 0)
		return;
	json_key(out, rest_key);
	json_hex(out, rest);
}

/* A coded value's number stands beside its name. */
static void
put_code(const char *label, uint64_t number, struct buf *out)
{
	buf_char(out, '"');
	buf_str(out, label);
	buf_str(out, "_code\":");
	json_uint(out, number);
}

/* Takes away the quote before the text from `start` on, which is no string. */
static void
unquote(struct buf *out, size_t start)
{
	if (out->failed)
		return;
	memmove(out->p + start - 1, out->p + start, out->n - start);
	out->n--;
}

/* Whether every reader can hold a number exactly. */
static bool
is_exact(enum value kind, uint64_t number)
{
	if (kind == VALUE_INT)
		return number + JSON_EXACT <= 2 * JSON_EXACT;
	return kind == VALUE_SECONDS || (kind == VALUE_UINT && number <= JSON_EXACT);
}

/* The value's text is made where it is wanted: only numbers have to lose a quote. */
static void
put_field(const struct layout *l, const struct field *f, struct span section,
    const struct codepage *cp, struct buf *out)
{
	struct value_out v = { .text = out };
	size_t before = out->n, start = json_string_begin(out, f->label);
	enum value kind = field_value(l, f, section, cp, &v);

	if (kind == VALUE_ABSENT) {
		out->n = before;
	} else if (is_exact(kind, v.number)) {
		unquote(out, start);
		buf_char(out, ',');
	} else if (kind == VALUE_TIME && out->n == start) {
		unquote(out, start);
		buf_str(out, "null,");
	} else if (kind == VALUE_TEXT || kind == VALUE_CODE) {
		json_string_end(out, start);
	} else {
		buf_put(out, "\",", 2);
	}
	if (kind == VALUE_CODE)
		put_code(f->label, v.number, out);
}

static bool
is_elsewhere(enum kind kind)
{
	return kind == FIELD_LONG || kind == FIELD_SQL_LONG;
}

static bool
is_counted(enum kind kind)
{
	return kind == FIELD_COUNTED || kind == FIELD_WHOLE || kind == FIELD_SQL_COUNTED ||
	    kind == FIELD_SQL_WHOLE;
}

/* Where a field ends that lies in its section, else 0; not the text that an offset points at. */
static size_t
field_end(const struct layout *l, const struct field *f, struct span section)
{
	struct span bytes;

	if (f->at < FIELD_BEHIND && !is_counted(f->kind))
		return f->at + (size_t)f->len <= section.n ? f->at + (size_t)f->len : 0;
	if (is_elsewhere(f->kind) || !layout_bytes(l, f, section, &bytes))
		return 0;
	return (size_t)(bytes.p + bytes.n - section.p);
}

/* What stands behind the last byte that some field covers. */
static struct span
uncovered(const struct layout *l, struct span section)
{
	const struct field *f;
	size_t end = 0, e;

	for (f = l->fields; f->name != NULL; f++) {
		e = field_end(l, f, section);
		if (e > end)
			end = e;
	}
	return span_from(section, end);
}

static void
put_fields(const struct layout *l, struct span section, const struct codepage *cp, struct buf *out)
{
	const struct field *f;

	buf_char(out, '{');
	for (f = l->fields; f->name != NULL; f++)
		put_field(l, f, section, cp, out);
	put_rest(uncovered(l, section), out);
	json_end(out, '}');
}

/* What of the GTF header is no number of bytes and not told otherwise. */
static void
put_writer(const struct event *ev, const struct codepage *cp, struct buf *out)
{
	static const char *const wanted[] = { "ascb", "job", "ssid", "seq" };
	const struct field *f;
	size_t i;

	if (ev->writer == NULL)
		return;
	for (i = 0; i < sizeof(wanted) / sizeof(wanted[0]); i++) {
		f = layout_find(ev->writer, wanted[i]);
		if (f != NULL)
			put_field(ev->writer, f, ev->raw, cp, out);
	}
}

static void
put_start(const struct event *ev, const struct codepage *cp, struct buf *out)
{
	char time[TOD_TEXT];
	uint8_t eid[2];

	buf_char(out, '{');
	json_key(out, "length");
	json_uint(out, ev->raw.n);
	json_key(out, "segments");
	json_uint(out, ev->segments);
	json_key(out, "time");
	if (ev->timed)
		json_string(out, span_of(time, tod_text(ev->tod, time)));
	else
		buf_str(out, "null,");
	put_u16(eid, ev->eid);
	json_key(out, "eid");
	json_hex(out, span_of(eid, sizeof(eid)));
	put_writer(ev, cp, out);
	if (ev->segments == 0)
		return;
	json_key(out, "ifcid");
	json_uint(out, ev->ifcid);
	json_key(out, "title");
	if (ev->title != NULL)
		json_str(out, ev->title);
	else
		buf_str(out, "null,");
}

static void
put_sections(const struct event *ev, struct buf *out)
{
	size_t i;

	json_key(out, "sections");
	buf_char(out, '[');
	for (i = 0; i < ev->nsections; i++) {
		const struct event_section *s = &ev->section[i];

		buf_str(out, "{\"name\":");
		json_str(out, s->name);
		json_key(out, "offset");
		json_uint(out, s->offset);
		json_key(out, "length");
		json_uint(out, s->length);
		json_key(out, "count");
		json_uint(out, s->count);
		json_end(out, '}');
	}
	json_end(out, ']');
}

/* "standard", "unknown_40"; the second of its type "standard_2", and so on. */
static void
put_header_key(const struct event *ev, size_t i, struct buf *out)
{
	const struct event_header *h = &ev->header[i];
	size_t k, number = 1;

	for (k = 0; k < i; k++)
		number += ev->header[k].type == h->type;
	buf_char(out, '"');
	if (h->layout != NULL)
		buf_str(out, h->layout->label);
	else
		buf_printf(out, "unknown_%02X", h->type);
	if (number > 1)
		buf_printf(out, "_%zu", number);
	buf_str(out, "\":");
}

static void
put_headers(const struct event *ev, const struct codepage *cp, struct buf *out)
{
	struct span rest = { 0 };
	size_t i;

	if (ev->nsections > 0)
		rest = ev->section[0].bytes;
	json_key(out, "headers");
	buf_char(out, '{');
	for (i = 0; i < ev->nheaders; i++) {
		const struct event_header *h = &ev->header[i];

		put_header_key(ev, i, out);
		if (h->layout != NULL)
			put_fields(h->layout, h->bytes, cp, out);
		else
			json_hex(out, h->bytes);
		rest = span_from(rest, h->bytes.n);
	}
	put_rest(rest, out);
	json_end(out, '}');
}

static void
put_members(const struct event_section *s, const struct codepage *cp, struct buf *out)
{
	struct cursor c = cursor_at(s->bytes, 0);
	struct span member;
	size_t i;

	json_key(out, "members");
	buf_char(out, '[');
	for (i = 0; i < s->count && event_member(&c, s->length, &member); i++) {
		if (s->layout != NULL)
			put_fields(s->layout, member, cp, out);
		else
			json_hex(out, member);
	}
	json_end(out, ']');
}

/* The sections behind the product section, whose headers stand apart. */
static void
put_data(const struct event *ev, const struct codepage *cp, struct buf *out)
{
	size_t i;

	json_key(out, "data");
	buf_char(out, '[');
	for (i = 1; i < ev->nsections; i++) {
		const struct event_section *s = &ev->section[i];

		if (!s->inside)
			continue;
		buf_char(out, '{');
		json_key(out, "name");
		json_str(out, s->name);
		put_members(s, cp, out);
		json_end(out, '}');
	}
	json_end(out, ']');
}

static const char *
json_render(const struct event *ev, const struct style *style, struct buf *out)
{
	const struct codepage *cp = style->codepage;
	size_t i;

	put_start(ev, cp, out);
	put_sections(ev, out);
	put_headers(ev, cp, out);
	put_data(ev, cp, out);
	if (ev->nsections == 0)
		put_rest(ev->writer != NULL ? uncovered(ev->writer, ev->raw) : ev->raw, out);
	json_key(out, "notes");
	buf_char(out, '[');
	for (i = 0; i < ev->nnotes; i++)
		json_str(out, ev->note[i]);
	json_end(out, ']');
	json_end(out, '}');
	json_last(out);
	buf_char(out, '\n');
	return NULL;
}

const struct format format_json = {
	.name = "json",
	.help = "one JSON object a line, everything decoded",
	.render = json_render
};
