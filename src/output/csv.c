/* csv.c - the format csv: a header line, and one line a record with what analysts sort by
 *
 * RFC 4180, "Common Format and MIME Type for Comma-Separated Values (CSV)
 * Files": lines end in CR and LF; a value with a comma, a quote or a line end
 * in it stands in quotes, and its quotes are doubled. The text is UTF-8.
 */
#include "ztrace/format.h"

#include <stdbool.h>
#include <string.h>	/* strcmp */

#include "ztrace/tod.h"

/* The columns, in this order; the table below fills them. */
static const char header_line[] =
    "time,ssid,seq,ifcid,title,length,segments,job,eid,ascb,"
    "resource_manager,release,ace,db2_time,ifcid_seq,location,network_id,lu_name,luw_instance,"
    "commit_count,long_location,"
    "auth_id,correlation_id,connection,plan,original_id,connection_type,end_user,transaction,"
    "workstation,long_auth_id,long_original_id,"
    "requester,server,product,member,group,notes\r\n";

static void
put_time(const struct event *ev, struct buf *out)
{
	char time[TOD_TEXT];

	if (ev->timed)
		buf_put(out, time, tod_text(ev->tod, time));
}

static void
put_ifcid(const struct event *ev, struct buf *out)
{
	if (ev->segments > 0)
		buf_uint(out, ev->ifcid);
}

static void
put_title(const struct event *ev, struct buf *out)
{
	if (ev->title != NULL)
		buf_str(out, ev->title);
}

static void
put_length(const struct event *ev, struct buf *out)
{
	buf_uint(out, ev->raw.n);
}

static void
put_segments(const struct event *ev, struct buf *out)
{
	buf_uint(out, ev->segments);
}

static void
put_eid(const struct event *ev, struct buf *out)
{
	uint8_t eid[2];

	put_u16(eid, ev->eid);
	buf_hex(out, span_of(eid, sizeof(eid)));
}

static void
put_notes(const struct event *ev, struct buf *out)
{
	size_t i;

	for (i = 0; i < ev->nnotes; i++) {
		if (i > 0)
			buf_str(out, "; ");
		buf_str(out, ev->note[i]);
	}
}

/*
 * The columns: each is told by a function, or is a field of a header, the
 * first one so labelled in the record. Fields stand in the order they have in
 * their layout.
 */
static const struct part {
	void	       (*put)(const struct event *, struct buf *);
	const char	*header;	/* NULL: the GTF header */
	const char	*fields[12];	/* ended by NULL */
} parts[] = {
	{ put_time, NULL, { NULL } },
	{ NULL, NULL, { "ssid", "seq" } },
	{ put_ifcid, NULL, { NULL } },
	{ put_title, NULL, { NULL } },
	{ put_length, NULL, { NULL } },
	{ put_segments, NULL, { NULL } },
	{ NULL, NULL, { "job" } },
	{ put_eid, NULL, { NULL } },
	{ NULL, NULL, { "ascb" } },
	{ NULL, "standard", { "resource_manager", "release", "ace", "time", "ifcid_seq", "location",
	    "network_id", "lu_name", "luw_instance", "commit_count", "long_location" } },
	{ NULL, "correlation", { "auth_id", "correlation_id", "connection", "plan", "original_id",
	    "connection_type", "end_user", "transaction", "workstation", "long_auth_id",
	    "long_original_id" } },
	{ NULL, "distributed", { "requester", "server", "product" } },
	{ NULL, "data_sharing", { "member", "group" } },
	{ put_notes, NULL, { NULL } }
};

/* The layout and the bytes of a header; NULL where the record has none. */
static const struct layout *
find_header(const struct event *ev, const char *label, struct span *bytes)
{
	size_t i;

	if (label == NULL) {
		*bytes = ev->raw;
		return ev->writer;
	}
	for (i = 0; i < ev->nheaders; i++) {
		const struct event_header *h = &ev->header[i];

		if (h->layout != NULL && strcmp(h->layout->label, label) == 0) {
			*bytes = h->bytes;
			return h->layout;
		}
	}
	return NULL;
}

/* Puts what stands from `start` on in quotes, where that must be. */
static void
quote(struct buf *out, size_t start)
{
	size_t i, n = out->n - start, more = 2;
	bool special = false;
	uint8_t *p, *to;

	for (i = start; i < out->n; i++) {
		uint8_t c = out->p[i];

		more += c == '"';
		special |= c == '"' || c == ',' || c == '\r' || c == '\n';
	}
	if (!special || buf_room(out, more) == NULL)
		return;
	p = out->p + start;
	to = p + n + more;
	out->n += more;
	*--to = '"';
	for (i = n; i > 0; i--) {
		*--to = p[i - 1];
		if (p[i - 1] == '"')
			*--to = '"';
	}
	*--to = '"';
}

static void
put_fields(const struct event *ev, const struct part *part, const struct codepage *cp,
    struct buf *out)
{
	struct value_out v = { .text = out };
	struct span bytes;
	const struct layout *l = find_header(ev, part->header, &bytes);
	const struct field *f = l != NULL ? l->fields : NULL;
	const char *const *label;
	size_t start;

	for (label = part->fields; *label != NULL; label++) {
		if (label > part->fields)
			buf_char(out, ',');
		start = out->n;
		while (f != NULL && f->name != NULL && strcmp(f->label, *label) != 0)
			f++;
		if (f != NULL && f->name != NULL)
			field_value(l, f, bytes, cp, &v);
		quote(out, start);
	}
}

static const char *
csv_render(const struct event *ev, const struct style *style, struct buf *out)
{
	size_t i, start;

	for (i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
		if (i > 0)
			buf_char(out, ',');
		if (parts[i].put == NULL) {
			put_fields(ev, &parts[i], style->codepage, out);
			continue;
		}
		start = out->n;
		parts[i].put(ev, out);
		quote(out, start);
	}
	buf_str(out, "\r\n");
	return NULL;
}

const struct format format_csv = {
	.name = "csv",
	.help = "a line a record with its header fields (RFC 4180)",
	.open = header_line,
	.render = csv_render
};
