/* trace.c - the format trace: Db2 records on a timeline of subsystems and agents
 *
 * See trace_event.h. A record is the begin of a span, its end, or an instant;
 * which, its mark says. Spans that it closes with its own end, and that no
 * record ended, come first.
 */
#include "ztrace/db2.h"
#include "ztrace/format.h"
#include "ztrace/json.h"
#include "ztrace/pairs.h"
#include "ztrace/tod.h"
#include "ztrace/trace_event.h"

/* Header fields that are told, where they have a value. */
static const char *const labels[] = {
	"seq", "job", "ace", "location", "lu_name", "luw_instance", "auth_id", "correlation_id",
	"connection", "plan", "original_id", "connection_type", "end_user", "transaction",
	"workstation", "requester", "server", "product", "member", "group", NULL
};

/* Of these, what is known of an agent is its name. */
static const char *const agent_labels[] = { "correlation_id", "plan", "auth_id", NULL };

/* The value of a field as text. VALUE_ABSENT, and nothing, where there is none. */
static enum value
put_value(const struct event *ev, const char *label, const struct codepage *cp,
    struct value_out *v)
{
	struct span bytes;
	const struct field *f = event_field(ev, label, &bytes);
	size_t start = v->text->n;
	enum value kind = VALUE_ABSENT;

	if (f != NULL)
		kind = field_value_of(f, bytes, cp, v);
	return v->text->n > start ? kind : VALUE_ABSENT;
}

static void
put_fields(const struct event *ev, const struct codepage *cp, struct buf *b)
{
	struct value_out v = { .text = b };
	const char *const *label;
	size_t before, start;
	enum value kind;

	for (label = labels; *label != NULL; label++) {
		before = b->n;
		start = json_string_begin(b, *label);
		kind = put_value(ev, *label, cp, &v);
		if (kind != VALUE_ABSENT && kind != VALUE_UINT) {
			json_string_end(b, start);
			continue;
		}
		b->n = before;
		if (kind == VALUE_UINT) {
			json_key(b, *label);
			json_uint(b, v.number);
		}
	}
}

/* The text of SQL that the record carries. */
static void
put_statement(const struct event *ev, const struct codepage *cp, struct buf *b)
{
	static const char label[] = "statement";
	struct value_out v = { .text = b };
	const struct field *f;
	struct cursor c;
	struct span member;
	size_t k, start;

	for (k = 0; k < ev->nsections; k++) {
		const struct event_section *s = &ev->section[k];

		f = s->layout != NULL ? layout_find(s->layout, label) : NULL;
		c = cursor_at(s->bytes, 0);
		if (f == NULL || !event_member(&c, s->length, &member))
			continue;
		start = json_string_begin(b, label);
		(void)field_value(s->layout, f, member, cp, &v);
		json_string_end(b, start);
		return;
	}
}

static void
put_args(const struct event *ev, const struct codepage *cp, struct buf *b)
{
	char time[TOD_TEXT];
	uint8_t eid[2];

	trace_args(b);
	if (ev->timed) {
		json_key(b, "time");
		json_string(b, span_of(time, tod_text(ev->tod, time)));
	}
	if (ev->segments > 0) {
		json_key(b, "ifcid");
		json_uint(b, ev->ifcid);
	} else {
		put_u16(eid, ev->eid);
		json_key(b, "eid");
		json_hex(b, span_of(eid, sizeof(eid)));
	}
	put_fields(ev, cp, b);
	put_statement(ev, cp, b);
	trace_args_end(b);
}

static void
put_name(const struct event *ev, struct buf *b)
{
	json_key(b, "name");
	if (ev->title != NULL) {
		json_str(b, ev->title);
		return;
	}
	if (ev->segments > 0)
		buf_printf(b, "\"IFCID %u\",", ev->ifcid);
	else
		buf_printf(b, "\"event %04X\",", ev->eid);
}

static void
put_process(const struct event *ev, const struct trace_track *track, const struct codepage *cp,
    struct buf *b)
{
	size_t start = trace_name_begin(b, "process_name", track);
	struct value_out v = { .text = b };

	if (ev->segments == 0)
		buf_str(b, "other events");
	else if (put_value(ev, "ssid", cp, &v) == VALUE_ABSENT)
		buf_str(b, "subsystem without a name");
	trace_name_end(b, start);
}

/* "BATCHJOB DSNTEP2 USER01, ACE 00B3ADB8" */
static void
put_agent(const struct event *ev, const struct codepage *cp, struct buf *b)
{
	struct value_out v = { .text = b };
	size_t start = b->n, i, before;

	for (i = 0; agent_labels[i] != NULL; i++) {
		before = b->n;
		if (before > start)
			buf_char(b, ' ');
		if (put_value(ev, agent_labels[i], cp, &v) == VALUE_ABSENT)
			b->n = before;
	}
	before = b->n;
	buf_str(b, before > start ? ", ACE " : "ACE ");
	if (put_value(ev, "ace", cp, &v) == VALUE_ABSENT)
		b->n = before;
}

static void
put_thread(const struct event *ev, const struct trace_track *track, const struct codepage *cp,
    struct buf *b)
{
	size_t start = trace_name_begin(b, "thread_name", track);

	if (ev->segments == 0)
		buf_str(b, "all agents");
	else
		put_agent(ev, cp, b);
	trace_name_end(b, start);
}

/* An event of a span, up to its name. */
static void
put_span(char phase, uint16_t ifcid, uint64_t us, const struct trace_track *track, struct buf *b)
{
	trace_event(b, phase, track, trace_us(us));
	json_key(b, "name");
	json_str(b, pair_begin(ifcid)->name);
}

/* Spans that have ended without a record that says so. */
static void
put_closed(const struct mark *m, size_t n, const struct trace_track *track, struct buf *b)
{
	size_t i;

	for (i = 0; i < n; i++) {
		put_span('E', m->closed[i], m->closed_us, track, b);
		trace_args(b);
		json_key(b, "end");
		json_str(b, "not in the trace");
		trace_args_end(b);
		trace_event_end(b);
		buf_char(b, '\n');
	}
}

static void
put_instant(const struct event *ev, const struct trace_track *track, const struct codepage *cp,
    struct buf *b)
{
	trace_event(b, 'i', track, trace_us(ev->mark->us));
	put_name(ev, b);
	put_args(ev, cp, b);
	trace_event_end(b);
}

/*
 * Where a span has no length, its two ends must look alike: speedscope takes
 * them the other way round otherwise. What is to be told stands in an instant.
 */
static void
put_end(const struct event *ev, const struct trace_track *track, const struct codepage *cp,
    struct buf *b)
{
	const struct mark *m = ev->mark;

	put_span('E', m->closed[m->closes - 1], m->us, track, b);
	if (!m->brief)
		put_args(ev, cp, b);
	trace_event_end(b);
	if (!m->brief)
		return;
	buf_char(b, '\n');
	put_instant(ev, track, cp, b);
}

static const char *
trace_render(const struct event *ev, const struct style *style, struct buf *b)
{
	const struct mark *m = ev->mark;
	const struct codepage *cp = style->codepage;
	struct trace_track track;

	if (m == NULL)
		return "it has no time";
	track = (struct trace_track){ .process = m->process, .thread = m->thread };
	if (m->process_new)
		put_process(ev, &track, cp, b);
	if (m->thread_new)
		put_thread(ev, &track, cp, b);
	put_closed(m, m->closes - (size_t)(m->phase == MARK_END), &track, b);
	if (m->phase == MARK_END) {
		put_end(ev, &track, cp, b);
	} else if (m->phase == MARK_BEGIN) {
		put_span('B', ev->ifcid, m->us, &track, b);
		trace_event_end(b);
	} else {
		put_instant(ev, &track, cp, b);
	}
	json_last(b);
	return NULL;
}

const struct format format_trace = {
	.name = "trace",
	.help = "Trace Event Format (Perfetto, speedscope): a track for each agent",
	.open = trace_open,
	.between = trace_between,
	.close = trace_close,
	.render = trace_render
};
