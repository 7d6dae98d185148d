/* report.c - the format listing: what a record is, its sections and headers, its bytes
 *
 *  IFCID 4  Trace started, START TRACE text
 *    subsystem ... sequence number ... time ... job ...
 *    section    offset  length  number
 *    standard header (QWHS) ...
 *      QWHSIID      ifcid            4
 *    data 1: start_trace (QW0004) ...
 *   000000   01380000 FF00A6E9  ...                        *........*
 *
 * A listing can be read back: of all its lines only the dump lines begin with
 * hexadecimal digits. So a line here begins with a word that is ours.
 */
#include "ztrace/format.h"

#include "ztrace/report.h"
#include "ztrace/tod.h"

/* Bytes of a header's length and type, which are told in its heading. */
enum { STEERING = 3 };

/* A field's text, or a dash where it says nothing. */
static void
put_value(const struct field *f, struct span bytes, const struct codepage *cp, struct buf *out)
{
	size_t start = out->n;

	field_text(f, bytes, cp, out);
	if (out->n == start)
		buf_char(out, '-');
}

/* "  job SSOPMSTR", where the record has such a field. */
static void
put_named(const struct event *ev, const char *label, const char *words,
    const struct codepage *cp, struct buf *out)
{
	const struct field *f;
	struct span bytes;

	if ((f = event_field(ev, label, &bytes)) == NULL)
		return;
	buf_printf(out, "  %s ", words);
	put_value(f, bytes, cp, out);
}

static void
put_heading(const struct event *ev, const struct codepage *cp, struct buf *out)
{
	char time[TOD_TEXT] = "-";
	struct span seq;

	if (ev->segments == 0)
		buf_printf(out, "event %04X", ev->eid);
	else
		buf_printf(out, "IFCID %u", ev->ifcid);
	if (ev->title != NULL)
		buf_printf(out, "  %s", ev->title);
	buf_char(out, '\n');

	if (ev->segments > 0) {
		put_named(ev, "ssid", "subsystem", cp, out);
		if (event_field(ev, "seq", &seq) != NULL)
			buf_printf(out, "  sequence number %lu (%08lX)",
			    (unsigned long)span_u32(seq, 0), (unsigned long)span_u32(seq, 0));
		buf_printf(out, "  segments %lu", (unsigned long)ev->segments);
	}
	buf_printf(out, "  bytes %zu\n", ev->raw.n);
	if (ev->timed)
		tod_text(ev->tod, time);
	buf_printf(out, "  time %s", time);
	put_named(ev, "job", "job", cp, out);
	put_named(ev, "ascb", "ASCB", cp, out);
	if (ev->segments > 0)
		put_named(ev, "eid", "event", cp, out);
	buf_char(out, '\n');
}

static void
put_section(const struct event_section *s, struct buf *out)
{
	buf_printf(out, "  %-10s", s->name);
	if (!s->present) {
		buf_str(out, "  absent\n");
		return;
	}
	buf_printf(out, "%8.6lX%8u%8u%s%s\n", (unsigned long)s->offset, s->length, s->count,
	    s->length == 0 ? "  of varying length" : "",
	    s->inside ? "" : "  outside the record");
}

/* There may be many members in a record: their headings are written without printf. */
static void
put_layout(struct buf *out, const char *words, const struct layout *l)
{
	buf_str(out, l->label);
	buf_str(out, words);
	buf_str(out, l->name);
	buf_char(out, ')');
}

/* " at 0000A0, 76 bytes" */
static void
put_place(size_t at, size_t n, struct buf *out)
{
	uint8_t offset[4];

	put_u32(offset, (uint32_t)at);
	buf_str(out, " at ");
	buf_hex(out, at > 0xFFFFFF ? span_of(offset, 4) : span_of(offset + 1, 3));
	buf_str(out, ", ");
	buf_uint(out, n);
	buf_str(out, " bytes\n");
}

static void
put_header(const struct event_header *h, const struct codepage *cp, struct buf *out)
{
	buf_str(out, "  ");
	if (h->layout != NULL)
		put_layout(out, " header (", h->layout);
	else
		buf_printf(out, "unknown header (type %02X)", h->type);
	put_place(h->offset, h->bytes.n, out);
	if (h->layout != NULL)
		report_fields(h->layout, h->bytes, STEERING, cp, out);
}

/* A section whose layout is known, member by member. */
static void
put_data(const struct event *ev, const struct event_section *s, const struct codepage *cp,
    struct buf *out)
{
	struct cursor c = cursor_at(s->bytes, 0);
	struct span member;
	unsigned i;

	for (i = 0; i < s->count && event_member(&c, s->length, &member); i++) {
		buf_str(out, "  ");
		buf_str(out, s->name);
		buf_str(out, ": ");
		put_layout(out, " (", s->layout);
		if (s->count > 1) {
			buf_char(out, ' ');
			buf_uint(out, i + 1);
			buf_str(out, " of ");
			buf_uint(out, s->count);
		}
		put_place((size_t)(member.p - ev->raw.p), member.n, out);
		report_fields(s->layout, member, 0, cp, out);
	}
}

static const char *
listing_render(const struct event *ev, const struct style *style, struct buf *out)
{
	const struct codepage *cp = style->codepage;
	size_t i;

	put_heading(ev, cp, out);
	if (ev->nsections > 0)
		buf_str(out, "  section     offset  length  number\n");
	for (i = 0; i < ev->nsections; i++)
		put_section(&ev->section[i], out);
	for (i = 0; i < ev->nheaders; i++)
		put_header(&ev->header[i], cp, out);
	for (i = 0; i < ev->nsections; i++)
		if (ev->section[i].layout != NULL)
			put_data(ev, &ev->section[i], cp, out);
	for (i = 0; i < ev->nnotes; i++)
		buf_printf(out, "  note: %s\n", ev->note[i]);
	dump_lines(ev->raw, true, out);
	return NULL;
}

const struct format format_listing = {
	.name = "listing",
	.help = "heading, sections, headers and hex lines, for reading",
	.between = "\n",
	.render = listing_render
};
