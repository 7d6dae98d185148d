/* decode.c - a whole record as an event: its sections, headers and oddities
 *
 * Db2 for z/OS, "Product section": a chain of headers, the standard one first.
 *
 *  LEN TYPE ...  LEN TYPE ...  LEN TYPE ...
 *  └ 2  └ 1      each as long as its own length says
 */
#include "ztrace/db2.h"

#include "ztrace/event.h"
#include "ztrace/gtf.h"
#include "ztrace/layouts.h"
#include "ztrace/record.h"
#include "ztrace/span.h"

enum { BLANK = 0x40, ONES = 0xff };	/* EBCDIC */

static void
note(struct event *ev, const char *text)
{
	if (ev->nnotes < EVENT_NOTES)
		ev->note[ev->nnotes++] = text;
}

/* Where the next section begins: members that tell their own lengths should end before. */
static size_t
end_of(const struct event *ev, const struct event_section *s, size_t n)
{
	size_t k, end = ev->raw.n;

	for (k = 0; k < n; k++)
		if (ev->section[k].inside && ev->section[k].offset > s->offset &&
		    ev->section[k].offset < end)
			end = ev->section[k].offset;
	return end;
}

/* Gives a section its layout. False when a member, or a length in one, leads out of it. */
static bool
decode_members(const struct layouts *users, struct event *ev, size_t k, size_t n)
{
	struct event_section *s = &ev->section[k];
	const struct layout_rule *rule = NULL;
	struct cursor c = cursor_at(s->bytes, 0);
	bool inside = s->length > 0 || s->offset + s->bytes.n <= end_of(ev, s, n);
	struct span member;
	size_t i;

	for (i = 0; i < s->count && event_member(&c, s->length, &member); i++) {
		if (i == 0)
			rule = db2_section_rule(users, ev->ifcid, k, member);
		else if (rule->begins != 0 && rule->begins != span_u16(member, 0))
			rule = NULL;
		if (rule == NULL)
			break;
		if (layout_overrun(&rule->layout, member))
			inside = false;
	}
	s->layout = rule != NULL ? &rule->layout : NULL;
	return inside;
}

static void
decode_layouts(const struct layouts *users, struct event *ev, size_t n)
{
	bool overrun = false;
	size_t k;

	for (k = 1; k < n; k++)
		if (ev->section[k].inside && !decode_members(users, ev, k, n))
			overrun = true;
	if (overrun)
		note(ev, "member of a section runs past its end");
}

static void
decode_sections(const struct layouts *users, struct event *ev, size_t n)
{
	bool outside = false;
	size_t k;

	if (DB2_HEADER + n * DB2_TRIPLET > ev->raw.n) {
		n = ev->raw.n < DB2_HEADER ? 0 : (ev->raw.n - DB2_HEADER) / DB2_TRIPLET;
		note(ev, "self-defining section is longer than the record");
	}
	for (k = 0; k < n; k++) {
		struct event_section *s = &ev->section[k];

		db2_section(ev->raw, k, s);
		s->name = db2_section_name(ev->ifcid, k);
		outside |= s->present && !s->inside;
	}
	ev->nsections = n;
	if (outside)
		note(ev, "section lies outside the record");
	decode_layouts(users, ev, n);
}

/* Goes from header to header by their lengths, as far as these make sense. */
static void
decode_headers(struct event *ev)
{
	const struct event_section *product = &ev->section[0];
	struct span bytes = { 0 }, rest = { 0 };
	uint8_t type;

	if (ev->nsections > 0)
		rest = product->bytes;
	for (; rest.n > 0; rest = span_from(rest, bytes.n)) {
		type = span_u8(rest, 2);
		if (span_u16(rest, 0) < 3) {
			note(ev, "header of the product section is too short for its type");
			return;
		}
		if (!span_cut(rest, 0, span_u16(rest, 0), &bytes)) {
			note(ev, "header of the product section runs past its end");
			return;
		}
		if (ev->nheaders == EVENT_HEADERS) {
			note(ev, "product section has more headers than are shown");
			return;
		}
		ev->header[ev->nheaders++] = (struct event_header){
			.layout = db2_header_layout(type),
			.type = type,
			.offset = (uint32_t)(rest.p - ev->raw.p),
			.bytes = bytes
		};
	}
}

/* The section that starts at a byte, or NULL. */
static const struct event_section *
section_at(const struct event *ev, size_t at)
{
	size_t k;

	for (k = 0; k < ev->nsections; k++)
		if (ev->section[k].inside && ev->section[k].offset == at)
			return &ev->section[k];
	return NULL;
}

/* Whether the sections fill the record to its last byte, without a gap or an overlap. */
static bool
sections_tile(const struct event *ev)
{
	size_t at = DB2_HEADER + ev->nsections * DB2_TRIPLET;
	const struct event_section *s;
	size_t k, left = 0;

	for (k = 0; k < ev->nsections; k++)
		left += ev->section[k].present;
	while ((s = section_at(ev, at)) != NULL) {
		at += s->bytes.n;
		left--;
	}
	return left == 0 && at == ev->raw.n;
}

/* Control characters are the same in every EBCDIC code page. */
static bool
byte_is_control(uint8_t c)
{
	return c < BLANK || c == ONES;
}

/* Zeros fill, as blanks do. */
static bool
text_has_controls(struct span text)
{
	size_t i, n = text.n;

	while (n > 0 && text.p[n - 1] == 0)
		n--;
	for (i = 0; i < n; i++)
		if (byte_is_control(text.p[i]))
			return true;
	return false;
}

/*
 * Whether the pictured texts of a header have no control characters and no
 * zeros. That is most often so, and is found out for eight bytes at a time.
 */
static bool
texts_are_plain(const struct db2_texts *t, struct span header)
{
	const uint64_t ones = 0x0101010101010101, tops = ones << 7;
	struct cursor c = cursor_at(header, 0);
	struct cursor picture = cursor_at(span_of(t->picture, t->n), 0);
	uint64_t w, control, odd = 0;

	while (cursor_left(&c) >= 8 && cursor_left(&picture) >= 8) {
		w = cursor_u64(&c);
		/* the top bit of each byte: below BLANK, or ONES */
		control = (~(w | w << 1) | (((w & ~tops) + ones) & w)) & tops;
		/* of the two letters of a picture only T has the bit below */
		odd |= control >> 1 & cursor_u64(&picture);
	}
	while (cursor_left(&c) > 0 && cursor_left(&picture) > 0) {
		w = cursor_u8(&c);
		odd |= cursor_u8(&picture) == 'T' && byte_is_control((uint8_t)w);
	}
	return odd == 0;
}

static bool
names_have_controls(const struct layout *l, const struct db2_texts *t, struct span header)
{
	size_t from = t != NULL && texts_are_plain(t, header) ? t->n : 0;
	const struct field *f;
	struct span text;

	if (l == NULL || from >= header.n)
		return false;
	for (f = l->fields; f->name != NULL; f++)
		if (f->at >= from && (f->kind == FIELD_TEXT || f->kind == FIELD_LONG) &&
		    field_bytes(f, header, &text) && text_has_controls(text))
			return true;
	return false;
}

static void
decode_names(struct event *ev)
{
	bool odd = names_have_controls(ev->writer, &db2_writer_texts,
	    span_first(ev->raw, DB2_HEADER));
	size_t k;

	for (k = 0; k < ev->nheaders && !odd; k++)
		odd = names_have_controls(ev->header[k].layout,
		    db2_header_texts(ev->header[k].type), ev->header[k].bytes);
	if (odd)
		note(ev, "name in a header has control characters");
}

/* Relations that hold in every documented record, though no document promises them. */
static void
decode_notes(struct event *ev, struct span standard)
{
	struct span own, other;

	if (span_cut(ev->raw, 32, 4, &own) && span_cut(standard, 12, 4, &other) &&
	    !span_equal(own, other))
		note(ev, "standard header names another subsystem than the GTF header");
	if (span_cut(ev->raw, 36, 4, &own) && span_cut(standard, 28, 4, &other) &&
	    !span_equal(own, other))
		note(ev, "standard header has another sequence number than the GTF header");
	if (!sections_tile(ev))
		note(ev, "sections do not fill the record exactly");
	if (ev->raw.n > 0xFFFF)
		note(ev, "record is longer than its length field can say");
}

void
db2_decode(const void *rules, const struct record *rec, struct event *ev)
{
	struct db2_start start;
	const char *wrong;

	ev->raw = rec->data;
	ev->timed = rec->timed;
	ev->tod = rec->tod;
	ev->zone = rec->zone;
	ev->zoned = rec->zoned;
	ev->eid = rec->eid;
	ev->segments = rec->segments;
	ev->mark = rec->mark;
	ev->ifcid = 0;
	ev->title = NULL;
	ev->nsections = ev->nheaders = ev->nnotes = 0;
	if (ev->segments == 0) {
		ev->writer = db2_event_header(ev->raw, ev->timed);
		return;
	}

	ev->writer = &db2_writer_header;
	wrong = db2_start(ev->raw, &start);
	if (wrong != NULL) {
		note(ev, wrong);
		return;
	}
	ev->ifcid = start.ifcid;
	ev->title = ifcid_title(start.ifcid);
	decode_sections(rules, ev, start.sections);
	decode_headers(ev);
	decode_names(ev);
	decode_notes(ev, start.standard);
}
