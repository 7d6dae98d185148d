/* le_columns.c - what the formats json and csv say of an event */
#include "ztrace/le_columns.h"

#include <inttypes.h>

#include "ztrace/le_errno.h"
#include "ztrace/tod.h"

void
le_view_fill(struct le_view *v, const struct le_event *ev, const struct codepage *cp)
{
	v->ev = ev;
	v->codepage = cp;
	v->called = le_event_call(ev, &v->call);
	v->returned = le_event_return(ev, &v->result);
	v->switched = le_event_switch(ev, &v->names);
}

static enum le_cell
put_text(const struct le_view *v, struct span s, struct buf *b)
{
	if (s.n == 0)
		return LE_CELL_NONE;
	le_put_text(b, s, v->codepage);
	return LE_CELL_TEXT;
}

static enum le_cell
put_us(uint64_t us, struct buf *b)
{
	char text[TOD_TEXT];

	if (us == 0)
		return LE_CELL_NONE;
	buf_put(b, text, tod_us_text(us, text));
	return LE_CELL_TEXT;
}

static enum le_cell
put_hex(uint64_t value, int digits, struct buf *b)
{
	buf_printf(b, "%0*" PRIX64, digits, value);
	return LE_CELL_TEXT;
}

static enum le_cell
kind_cell(const struct le_view *v, struct buf *b, uint64_t *n)
{
	(void)n;
	buf_str(b, le_kind_names[v->ev->kind]);
	return LE_CELL_TEXT;
}

static enum le_cell
time_cell(const struct le_view *v, struct buf *b, uint64_t *n)
{
	(void)n;
	return put_us(le_event_time(v->ev), b);
}

static enum le_cell
elapsed_cell(const struct le_view *v, struct buf *b, uint64_t *n)
{
	(void)b;
	return le_event_elapsed(v->ev, n) ? LE_CELL_NUMBER : LE_CELL_NONE;
}

static enum le_cell
thread_cell(const struct le_view *v, struct buf *b, uint64_t *n)
{
	(void)n;
	if (!le_event_threaded(v->ev))
		return LE_CELL_NONE;
	le_put_thread(b, v->ev->thread);
	return LE_CELL_TEXT;
}

static enum le_cell
table_cell(const struct le_view *v, struct buf *b, uint64_t *n)
{
	(void)b;
	*n = v->ev->table;
	return LE_CELL_NUMBER;
}

static enum le_cell
depth_cell(const struct le_view *v, struct buf *b, uint64_t *n)
{
	(void)b;
	*n = v->ev->depth;
	return v->ev->kind == LE_ENTRY ? LE_CELL_NONE : LE_CELL_NUMBER;
}

static enum le_cell
caller_cell(const struct le_view *v, struct buf *b, uint64_t *n)
{
	(void)n;
	return put_text(v, v->call.caller, b);
}

static enum le_cell
function_cell(const struct le_view *v, struct buf *b, uint64_t *n)
{
	(void)n;
	return put_text(v, v->call.name, b);
}

static enum le_cell
parameters_cell(const struct le_view *v, struct buf *b, uint64_t *n)
{
	(void)n;
	return put_text(v, v->call.parameters, b);
}

static enum le_cell
operator_cell(const struct le_view *v, struct buf *b, uint64_t *n)
{
	(void)n;
	return put_text(v, v->call.operator, b);
}

static enum le_cell
number_cell(const struct le_view *v, struct buf *b, uint64_t *n)
{
	(void)n;
	return put_text(v, v->called ? v->call.number : v->result.number, b);
}

static enum le_cell
value_cell(const struct le_view *v, struct buf *b, uint64_t *n)
{
	return put_text(v, le_return_digits(&v->result, n), b);
}

static enum le_cell
failed_cell(const struct le_view *v, struct buf *b, uint64_t *n)
{
	(void)b;
	(void)n;
	if (!v->called || !v->returned)
		return LE_CELL_NONE;
	return le_event_failed(v->ev, &v->call, &v->result) ? LE_CELL_TRUE :
	    LE_CELL_FALSE;
}

static enum le_cell
errno_cell(const struct le_view *v, struct buf *b, uint64_t *n)
{
	(void)b;
	*n = v->result.value[LE_ERRNO];
	return v->result.digits[LE_ERRNO].n > 0 ? LE_CELL_NUMBER : LE_CELL_NONE;
}

static enum le_cell
errno_name_cell(const struct le_view *v, struct buf *b, uint64_t *n)
{
	const char *name = le_errno_name(v->result.value[LE_ERRNO]);

	(void)n;
	if (v->result.digits[LE_ERRNO].n == 0 || name == NULL)
		return LE_CELL_NONE;
	buf_str(b, name);
	return LE_CELL_TEXT;
}

static enum le_cell
errno2_cell(const struct le_view *v, struct buf *b, uint64_t *n)
{
	(void)n;
	return put_text(v, v->result.digits[LE_ERRNO2], b);
}

static enum le_cell
errno_age_cell(const struct le_view *v, struct buf *b, uint64_t *n)
{
	static const char *const words[] = {
		[LE_ERRNO_SAME] = "same", [LE_ERRNO_FIRST] = "first",
		[LE_ERRNO_CHANGED] = "changed"
	};

	(void)n;
	if (!v->returned || v->ev->errno_state == LE_ERRNO_NONE)
		return LE_CELL_NONE;
	buf_str(b, words[v->ev->errno_state]);
	return LE_CELL_TEXT;
}

static enum le_cell
put_part(const struct le_view *v, unsigned i, struct buf *b)
{
	if (!v->switched)
		return LE_CELL_NONE;
	le_put_text(b, v->names.name[i], v->codepage);
	le_put_text(b, v->names.rest[i], v->codepage);
	return LE_CELL_TEXT;
}

static enum le_cell
from_module_cell(const struct le_view *v, struct buf *b, uint64_t *n)
{
	(void)n;
	return put_part(v, LE_FROM_MODULE, b);
}

static enum le_cell
from_function_cell(const struct le_view *v, struct buf *b, uint64_t *n)
{
	(void)n;
	return put_part(v, LE_FROM_FUNCTION, b);
}

static enum le_cell
to_module_cell(const struct le_view *v, struct buf *b, uint64_t *n)
{
	(void)n;
	return put_part(v, LE_TO_MODULE, b);
}

static enum le_cell
to_function_cell(const struct le_view *v, struct buf *b, uint64_t *n)
{
	(void)n;
	return put_part(v, LE_TO_FUNCTION, b);
}

static enum le_cell
member_cell(const struct le_view *v, struct buf *b, uint64_t *n)
{
	(void)n;
	return (v->ev->have >> 4 & 1) != 0 ? put_hex(v->ev->member, 2, b) :
	    LE_CELL_NONE;
}

static enum le_cell
type_cell(const struct le_view *v, struct buf *b, uint64_t *n)
{
	(void)n;
	return (v->ev->have >> 5 & 1) != 0 ? put_hex(v->ev->type, 8, b) :
	    LE_CELL_NONE;
}

static enum le_cell
flags_cell(const struct le_view *v, struct buf *b, uint64_t *n)
{
	(void)n;
	return v->ev->flags != 0 ? put_hex(v->ev->flags, 6, b) : LE_CELL_NONE;
}

static enum le_cell
at_cell(const struct le_view *v, struct buf *b, uint64_t *n)
{
	(void)n;
	return v->ev->at != LE_NOWHERE ? put_hex(v->ev->at, 6, b) : LE_CELL_NONE;
}

static enum le_cell
at_end_cell(const struct le_view *v, struct buf *b, uint64_t *n)
{
	(void)n;
	return v->ev->at_end != LE_NOWHERE ? put_hex(v->ev->at_end, 6, b) :
	    LE_CELL_NONE;
}

static enum le_cell
partial_cell(const struct le_view *v, struct buf *b, uint64_t *n)
{
	(void)b;
	(void)n;
	return v->ev->have != LE_HAVE_ALL ||
	    v->ev->have_end != LE_HAVE_ALL ? LE_CELL_TRUE : LE_CELL_NONE;
}

static enum le_cell
area_cell(const struct le_view *v, struct buf *b, uint64_t *n)
{
	(void)n;
	if (v->ev->kind != LE_ENTRY)
		return LE_CELL_NONE;
	buf_hex(b, span_of(v->ev->area, LE_AREA_SIZE));
	return LE_CELL_TEXT;
}

#define STRING "'type': 'string'"
#define NUMBER "'type': 'integer', 'minimum': 0"
#define TIME STRING ", 'pattern': " \
	"'^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}[.][0-9]{6}Z$'"
#define DIGITS STRING ", 'pattern': '^[0-9A-Fa-f]+$'"

const struct le_column le_columns[] = {
	{ "kind", "'enum': ['call', 'unreturned', 'in_flight', 'open', 'orphan',"
	    " 'switch', 'entry']",
	    "call: with its return; unreturned: it was left by another way;"
	    " in_flight: not ended when the table does; open: shown ahead of its"
	    " end, comes again; orphan: a return without a call; switch: a call"
	    " between linkages; entry: of another member or type", kind_cell },
	{ "time", TIME, "by the clock of the machine", time_cell },
	{ "elapsed_us", NUMBER, "microseconds, so far where it has not ended", elapsed_cell },
	{ "thread", DIGITS, "thread ID", thread_cell },
	{ "table", NUMBER, "in order of appearance, from 1", table_cell },
	{ "depth", NUMBER, "calls of the thread that are open around it", depth_cell },
	{ "caller", STRING, "cut at 32 characters", caller_cell },
	{ "function", STRING, "that is called", function_cell },
	{ "parameters", STRING, "of malloc, calloc, realloc and free", parameters_cell },
	{ "operator", STRING, "of C++: new, new[], delete or delete[]", operator_cell },
	{ "number", STRING, "of the function", number_cell },
	{ "value", DIGITS, "R15, or R3 of XPLINK, at the return", value_cell },
	{ "failed", "'type': 'boolean'", "a guess, by the value and the function",
	    failed_cell },
	{ "errno", NUMBER, "decimal, at the return", errno_cell },
	{ "errno_name", STRING, "of z/OS", errno_name_cell },
	{ "errno2", DIGITS, "at the return", errno2_cell },
	{ "errno_age", "'enum': ['changed', 'same', 'first']",
	    "changed: by this call or since the return before; same: as at the"
	    " return before, which is no error of this call; first: nobody knows",
	    errno_age_cell },
	{ "from_module", STRING, "of a switch", from_module_cell },
	{ "from_function", STRING, "of a switch", from_function_cell },
	{ "to_module", STRING, "of a switch", to_module_cell },
	{ "to_function", STRING, "of a switch", to_function_cell },
	{ "member", DIGITS, "that wrote the entry", member_cell },
	{ "type", DIGITS, "of the entry", type_cell },
	{ "flags", DIGITS, "of the entry, if not 0", flags_cell },
	{ "at", DIGITS, "displacement of the entry in its table", at_cell },
	{ "at_end", DIGITS, "that of its return, or of the rest of its names", at_end_cell },
	{ "partial", "'type': 'boolean'", "true: something of its entries is missing",
	    partial_cell },
	{ "area", STRING ", 'pattern': '^[0-9A-F]{208}$'", "104 bytes, of kind entry",
	    area_cell },
};

const size_t le_columns_count = sizeof(le_columns) / sizeof(le_columns[0]);
