/* event.c - members of sections and fields of headers, found in a decoded record */
#include "ztrace/event.h"

#include "ztrace/field.h"
#include "ztrace/span.h"

bool
event_member(struct cursor *c, uint16_t length, struct span *out)
{
	size_t n = length > 0 ? length : cursor_u16(c);

	*out = cursor_take(c, n);
	return !c->past;
}

static const struct field *
find(const struct layout *l, struct span section, const char *label, struct span *bytes)
{
	const struct field *f;

	if (l == NULL || (f = layout_find(l, label)) == NULL ||
	    !field_bytes(f, section, bytes))
		return NULL;
	return f;
}

const struct field *
event_field(const struct event *ev, const char *label, struct span *bytes)
{
	const struct field *f = find(ev->writer, ev->raw, label, bytes);
	size_t i;

	for (i = 0; f == NULL && i < ev->nheaders; i++)
		f = find(ev->header[i].layout, ev->header[i].bytes, label, bytes);
	return f;
}
