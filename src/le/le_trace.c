/* le_trace.c - the format trace: what timeline viewers open
 *
 * See trace_event.h. A table is a process; a call is a span, whose arguments
 * stand at its end, and all else is an instant.
 */
#include "ztrace/json.h"
#include "ztrace/le_errno.h"
#include "ztrace/le_format.h"
#include "ztrace/trace_event.h"

static void
put_string(struct buf *b, const char *key, struct span text,
    const struct codepage *cp)
{
	size_t start = json_string_begin(b, key);

	le_put_text(b, text, cp);
	json_string_end(b, start);
}

static struct trace_track
track_of(const struct le_event *ev)
{
	return (struct trace_track){
		.process = ev->table, .thread = ev->thread_number
	};
}

static void
put_names(struct buf *b, const struct le_event *ev)
{
	const struct trace_track track = track_of(ev);
	size_t start;

	if (ev->table_new) {
		start = trace_name_begin(b, "process_name", &track);
		buf_printf(b, "trace table %u", ev->table);
		trace_name_end(b, start);
	}
	if (ev->thread_new) {
		start = trace_name_begin(b, "thread_name", &track);
		le_put_thread(b, ev->thread);
		trace_name_end(b, start);
	}
}

/* The common members of an event, up to its name. */
static void
put_head(struct buf *b, const struct le_event *ev, char phase, uint64_t at)
{
	const struct trace_track track = track_of(ev);

	trace_event(b, phase, &track, trace_us(at));
}

static void
put_return(struct buf *b, const struct le_event *ev, const struct codepage *cp)
{
	struct le_return r;
	uint64_t value;
	const char *name;

	if (!le_event_return(ev, &r))
		return;
	put_string(b, "value", le_return_digits(&r, &value), cp);
	if (ev->errno_state != LE_ERRNO_CHANGED || r.value[LE_ERRNO] == 0)
		return;
	json_key(b, "errno");
	json_uint(b, r.value[LE_ERRNO]);
	name = le_errno_name(r.value[LE_ERRNO]);
	if (name != NULL) {
		json_key(b, "errno_name");
		json_str(b, name);
	}
	if (r.digits[LE_ERRNO2].n > 0)
		put_string(b, "errno2", r.digits[LE_ERRNO2], cp);
}

static void
put_call_args(struct buf *b, const struct le_event *ev,
    const struct le_call *c, const struct codepage *cp)
{
	trace_args(b);
	put_string(b, "caller", c->caller, cp);
	put_string(b, "parameters", c->parameters, cp);
	if (c->operator.n > 0)
		put_string(b, "operator", c->operator, cp);
	if (ev->kind != LE_CALL) {
		json_key(b, "state");
		json_str(b, le_kind_names[ev->kind]);
	}
	put_return(b, ev, cp);
	trace_args_end(b);
}

/*
 * A call whose time is not known, or that took none, has both its ends in one
 * microsecond: they must look alike there, so the arguments get an event of
 * their own.
 */
static void
put_call(struct buf *b, const struct le_event *ev, const struct le_call *c,
    const struct codepage *cp)
{
	/* without its begin, all that is known is when it ended */
	uint64_t start = ev->start != 0 ? ev->start : ev->end, us;

	if (!le_event_elapsed(ev, &us))
		us = 0;
	put_head(b, ev, 'B', start);
	put_string(b, "name", c->name, cp);
	trace_event_end(b);
	buf_char(b, '\n');
	put_head(b, ev, 'E', start + us);
	put_string(b, "name", c->name, cp);
	if (us == 0) {
		trace_event_end(b);
		buf_char(b, '\n');
		put_head(b, ev, 'i', start);
		put_string(b, "name", c->name, cp);
	}
	put_call_args(b, ev, c, cp);
	trace_event_end(b);
}

static void
put_instant(struct buf *b, const struct le_event *ev, const struct codepage *cp)
{
	const char *name = le_member_name(ev->member),
	    *type = le_type_name(ev->member, ev->type);
	struct le_switch s;
	struct le_return r;
	size_t start;

	put_head(b, ev, 'i', le_event_time(ev));
	start = json_string_begin(b, "name");
	if (le_event_switch(ev, &s)) {
		le_put_switch(b, &s, LE_FROM_MODULE, cp);
		buf_str(b, " --> ");
		le_put_switch(b, &s, LE_TO_MODULE, cp);
	} else if (le_event_return(ev, &r)) {
		buf_str(b, "return without a call: function ");
		le_put_text(b, le_number(r.number), cp);
	} else {
		buf_printf(b, "%s %s %08X", name != NULL ? name :
		    "unknown member", type != NULL ? type : "entry", ev->type);
	}
	json_string_end(b, start);
	trace_args(b);
	put_return(b, ev, cp);
	trace_args_end(b);
	trace_event_end(b);
}

static void
trace_render(const struct le_event *ev, const struct codepage *cp,
    struct buf *b)
{
	struct le_call c;

	if (ev->kind == LE_OPEN || (ev->start == 0 && ev->end == 0))
		return;
	put_names(b, ev);
	if (le_event_call(ev, &c))
		put_call(b, ev, &c, cp);
	else
		put_instant(b, ev, cp);
	json_last(b);
}

const struct le_format le_format_trace = {
	.form = {
		.name = "trace",
		.help = "Trace Event Format, for Perfetto, chrome://tracing and speedscope",
		.open = trace_open, .between = trace_between,
		    .close = trace_close
	},
	.render = trace_render
};
