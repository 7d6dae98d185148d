/* le_trace.c - the format trace: what timeline viewers open
 *
 *   {"traceEvents":[
 *   {"ph":"M","pid":1,"tid":1,"name":"thread_name","args":{"name":"8000000000000000"}},
 *   {"ph":"X","pid":1,"tid":1,"ts":998858.666280,"dur":6,"name":"strcpy","args":{...}},
 *   ...
 *   ]}
 *
 * (Trace Event Format: M metadata, X complete events, i instant events; times
 * in microseconds.) A table is a process.
 */
#include <inttypes.h>

#include "ztrace/json.h"
#include "ztrace/le_errno.h"
#include "ztrace/le_format.h"

/* Microseconds from 1900 to 1970, from where viewers count. */
#define UNIX_EPOCH UINT64_C(2208988800000000)

static void
put_string(struct buf *b, const char *key, struct span text,
    const struct codepage *cp)
{
	size_t start = json_string_begin(b, key);

	le_put_text(b, text, cp);
	json_string_end(b, start);
}

static void
put_name(struct buf *b, const struct le_event *ev, const char *kind,
    uint64_t id, const char *name)
{
	size_t start;

	buf_printf(b,
	    "{\"ph\":\"M\",\"pid\":%u,\"tid\":%u,\"name\":\"%s\",\"args\":{",
	    ev->table, ev->thread_number, kind);
	start = json_string_begin(b, "name");
	if (name != NULL)
		buf_printf(b, "%s %u", name, ev->table);
	else
		le_put_thread(b, id);
	json_string_end(b, start);
	json_end(b, '}');
	json_end(b, '}');
	buf_char(b, '\n');
}

/* The common members of an event, up to its arguments. */
static void
put_head(struct buf *b, const struct le_event *ev, char phase, uint64_t at)
{
	buf_printf(b,
	    "{\"ph\":\"%c\",\"pid\":%u,\"tid\":%u,\"ts\":%" PRIu64 ",", phase,
	    ev->table, ev->thread_number, at > UNIX_EPOCH ? at - UNIX_EPOCH :
	    0);
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
put_call(struct buf *b, const struct le_event *ev, const struct le_call *c,
    const struct codepage *cp)
{
	uint64_t us;

	put_head(b, ev, 'X', ev->start);
	if (!le_event_elapsed(ev, &us))
		us = 0;
	buf_printf(b, "\"dur\":%" PRIu64 ",", us);
	put_string(b, "name", c->name, cp);
	buf_str(b, "\"args\":{");
	put_string(b, "caller", c->caller, cp);
	put_string(b, "parameters", c->parameters, cp);
	if (c->operator.n > 0)
		put_string(b, "operator", c->operator, cp);
	if (ev->kind != LE_CALL) {
		json_key(b, "state");
		json_str(b, le_kind_names[ev->kind]);
	}
	put_return(b, ev, cp);
	json_end(b, '}');
	json_end(b, '}');
}

static void
put_instant(struct buf *b, const struct le_event *ev, const struct codepage *cp)
{
	const char *name = le_member_name(ev->member),
	    *type = le_type_name(ev->member, ev->type);
	struct le_switch s;
	struct le_return r;
	size_t start;

	put_head(b, ev, 'i', ev->start != 0 ? ev->start : ev->end);
	buf_str(b, "\"s\":\"t\",");
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
	buf_str(b, "\"args\":{");
	put_return(b, ev, cp);
	json_end(b, '}');
	json_end(b, '}');
}

static void
trace_render(const struct le_event *ev, const struct codepage *cp,
    struct buf *b)
{
	struct le_call c;

	if (ev->kind == LE_OPEN || (ev->start == 0 && ev->end == 0))
		return;
	if (ev->table_new)
		put_name(b, ev, "process_name", 0, "trace table");
	if (ev->thread_new)
		put_name(b, ev, "thread_name", ev->thread, NULL);
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
		.open = "{\"traceEvents\":[\n", .between = ",\n",
		    .close = "\n]}\n"
	},
	.render = trace_render
};
