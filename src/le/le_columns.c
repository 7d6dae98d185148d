/* le_columns.c - the formats json and csv: one table of columns, and the schema made from it; table file */
#include <inttypes.h>
#include <string.h>

#include "ztrace/json.h"
#include "ztrace/le_errno.h"
#include "ztrace/le_format.h"
#include "ztrace/tod.h"

/* An event with its parts, as the columns look at it. */
struct view {
	const struct le_event *ev;
	const struct codepage *codepage;
	struct le_call	 call;
	struct le_return result;
	struct le_switch names;
	bool		 called, returned, switched;
};

/* What a column gives. */
enum cell { CELL_NONE, CELL_TEXT, CELL_NUMBER, CELL_TRUE, CELL_FALSE };

struct column {
	const char	*name;
	const char	*schema;	/* of its value; a quote stands as ' */
	const char	*help;
	/* Appends text, or sets the number. */
	enum cell      (*cell)(const struct view *, struct buf *, uint64_t *);
};

static enum cell
put_text(const struct view *v, struct span s, struct buf *b)
{
	if (s.n == 0)
		return CELL_NONE;
	le_put_text(b, s, v->codepage);
	return CELL_TEXT;
}

static enum cell
put_us(uint64_t us, struct buf *b)
{
	char text[TOD_TEXT];

	if (us == 0)
		return CELL_NONE;
	buf_put(b, text, tod_us_text(us, text));
	return CELL_TEXT;
}

static enum cell
put_hex(uint64_t value, int digits, struct buf *b)
{
	buf_printf(b, "%0*" PRIX64, digits, value);
	return CELL_TEXT;
}

static enum cell
kind_cell(const struct view *v, struct buf *b, uint64_t *n)
{
	(void)n;
	buf_str(b, le_kind_names[v->ev->kind]);
	return CELL_TEXT;
}

static enum cell
time_cell(const struct view *v, struct buf *b, uint64_t *n)
{
	(void)n;
	return put_us(v->ev->start != 0 ? v->ev->start : v->ev->end, b);
}

static enum cell
elapsed_cell(const struct view *v, struct buf *b, uint64_t *n)
{
	(void)b;
	return le_event_elapsed(v->ev, n) ? CELL_NUMBER : CELL_NONE;
}

static enum cell
thread_cell(const struct view *v, struct buf *b, uint64_t *n)
{
	(void)n;
	if ((v->ev->have >> 2 & 3) != 3)
		return CELL_NONE;
	le_put_thread(b, v->ev->thread);
	return CELL_TEXT;
}

static enum cell
table_cell(const struct view *v, struct buf *b, uint64_t *n)
{
	(void)b;
	*n = v->ev->table;
	return CELL_NUMBER;
}

static enum cell
depth_cell(const struct view *v, struct buf *b, uint64_t *n)
{
	(void)b;
	*n = v->ev->depth;
	return v->ev->kind == LE_ENTRY ? CELL_NONE : CELL_NUMBER;
}

static enum cell
caller_cell(const struct view *v, struct buf *b, uint64_t *n)
{
	(void)n;
	return put_text(v, v->call.caller, b);
}

static enum cell
function_cell(const struct view *v, struct buf *b, uint64_t *n)
{
	(void)n;
	return put_text(v, v->call.name, b);
}

static enum cell
parameters_cell(const struct view *v, struct buf *b, uint64_t *n)
{
	(void)n;
	return put_text(v, v->call.parameters, b);
}

static enum cell
operator_cell(const struct view *v, struct buf *b, uint64_t *n)
{
	(void)n;
	return put_text(v, v->call.operator, b);
}

static enum cell
number_cell(const struct view *v, struct buf *b, uint64_t *n)
{
	(void)n;
	return put_text(v, v->called ? v->call.number : v->result.number, b);
}

static enum cell
value_cell(const struct view *v, struct buf *b, uint64_t *n)
{
	return put_text(v, le_return_digits(&v->result, n), b);
}

static enum cell
failed_cell(const struct view *v, struct buf *b, uint64_t *n)
{
	(void)b;
	(void)n;
	if (!v->called || !v->returned)
		return CELL_NONE;
	return le_event_failed(v->ev, &v->call, &v->result) ? CELL_TRUE : CELL_FALSE;
}

static enum cell
errno_cell(const struct view *v, struct buf *b, uint64_t *n)
{
	(void)b;
	*n = v->result.value[LE_ERRNO];
	return v->result.digits[LE_ERRNO].n > 0 ? CELL_NUMBER : CELL_NONE;
}

static enum cell
errno_name_cell(const struct view *v, struct buf *b, uint64_t *n)
{
	const char *name = le_errno_name(v->result.value[LE_ERRNO]);

	(void)n;
	if (v->result.digits[LE_ERRNO].n == 0 || name == NULL)
		return CELL_NONE;
	buf_str(b, name);
	return CELL_TEXT;
}

static enum cell
errno2_cell(const struct view *v, struct buf *b, uint64_t *n)
{
	(void)n;
	return put_text(v, v->result.digits[LE_ERRNO2], b);
}

static enum cell
errno_age_cell(const struct view *v, struct buf *b, uint64_t *n)
{
	static const char *const words[] = {
		[LE_ERRNO_SAME] = "same", [LE_ERRNO_FIRST] = "first",
		[LE_ERRNO_CHANGED] = "changed"
	};

	(void)n;
	if (!v->returned || v->ev->errno_state == LE_ERRNO_NONE)
		return CELL_NONE;
	buf_str(b, words[v->ev->errno_state]);
	return CELL_TEXT;
}

static enum cell
put_part(const struct view *v, unsigned i, struct buf *b)
{
	if (!v->switched)
		return CELL_NONE;
	le_put_text(b, v->names.name[i], v->codepage);
	le_put_text(b, v->names.rest[i], v->codepage);
	return CELL_TEXT;
}

static enum cell
from_module_cell(const struct view *v, struct buf *b, uint64_t *n)
{
	(void)n;
	return put_part(v, LE_FROM_MODULE, b);
}

static enum cell
from_function_cell(const struct view *v, struct buf *b, uint64_t *n)
{
	(void)n;
	return put_part(v, LE_FROM_FUNCTION, b);
}

static enum cell
to_module_cell(const struct view *v, struct buf *b, uint64_t *n)
{
	(void)n;
	return put_part(v, LE_TO_MODULE, b);
}

static enum cell
to_function_cell(const struct view *v, struct buf *b, uint64_t *n)
{
	(void)n;
	return put_part(v, LE_TO_FUNCTION, b);
}

static enum cell
member_cell(const struct view *v, struct buf *b, uint64_t *n)
{
	(void)n;
	return (v->ev->have >> 4 & 1) != 0 ? put_hex(v->ev->member, 2, b) : CELL_NONE;
}

static enum cell
type_cell(const struct view *v, struct buf *b, uint64_t *n)
{
	(void)n;
	return (v->ev->have >> 5 & 1) != 0 ? put_hex(v->ev->type, 8, b) : CELL_NONE;
}

static enum cell
flags_cell(const struct view *v, struct buf *b, uint64_t *n)
{
	(void)n;
	return v->ev->flags != 0 ? put_hex(v->ev->flags, 6, b) : CELL_NONE;
}

static enum cell
at_cell(const struct view *v, struct buf *b, uint64_t *n)
{
	(void)n;
	return v->ev->at != LE_NOWHERE ? put_hex(v->ev->at, 6, b) : CELL_NONE;
}

static enum cell
at_end_cell(const struct view *v, struct buf *b, uint64_t *n)
{
	(void)n;
	return v->ev->at_end != LE_NOWHERE ? put_hex(v->ev->at_end, 6, b) : CELL_NONE;
}

static enum cell
partial_cell(const struct view *v, struct buf *b, uint64_t *n)
{
	(void)b;
	(void)n;
	return v->ev->have != LE_HAVE_ALL || v->ev->have_end != LE_HAVE_ALL ? CELL_TRUE :
	    CELL_NONE;
}

static enum cell
area_cell(const struct view *v, struct buf *b, uint64_t *n)
{
	(void)n;
	if (v->ev->kind != LE_ENTRY)
		return CELL_NONE;
	buf_hex(b, span_of(v->ev->area, LE_AREA_SIZE));
	return CELL_TEXT;
}

#define STRING "'type': 'string'"
#define NUMBER "'type': 'integer', 'minimum': 0"
#define TIME STRING ", 'pattern': '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}[.][0-9]{6}Z$'"
#define DIGITS STRING ", 'pattern': '^[0-9A-Fa-f]+$'"

static const struct column columns[] = {
	{ "kind", "'enum': ['call', 'unreturned', 'in_flight', 'open', 'orphan', 'switch', 'entry']",
	    "call: with its return; unreturned: it was left by another way; in_flight: not ended when the"
	    " table does; open: shown ahead of its end, comes again; orphan: a return without a call;"
	    " switch: a call between linkages; entry: of another member or type", kind_cell },
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
	{ "failed", "'type': 'boolean'", "a guess, by the value and the function", failed_cell },
	{ "errno", NUMBER, "decimal, at the return", errno_cell },
	{ "errno_name", STRING, "of z/OS", errno_name_cell },
	{ "errno2", DIGITS, "at the return", errno2_cell },
	{ "errno_age", "'enum': ['changed', 'same', 'first']",
	    "changed: by this call or since the return before; same: as at the return before, which is"
	    " no error of this call; first: nobody knows", errno_age_cell },
	{ "from_module", STRING, "of a switch", from_module_cell },
	{ "from_function", STRING, "of a switch", from_function_cell },
	{ "to_module", STRING, "of a switch", to_module_cell },
	{ "to_function", STRING, "of a switch", to_function_cell },
	{ "member", DIGITS, "that wrote the entry", member_cell },
	{ "type", DIGITS, "of the entry", type_cell },
	{ "flags", DIGITS, "of the entry, if not 0", flags_cell },
	{ "at", DIGITS, "displacement of the entry in its table", at_cell },
	{ "at_end", DIGITS, "that of its return, or of the rest of its names", at_end_cell },
	{ "partial", "'type': 'boolean'", "true: something of its entries is missing", partial_cell },
	{ "area", STRING ", 'pattern': '^[0-9A-F]{208}$'", "104 bytes, of kind entry", area_cell },
};

enum { COLUMNS = sizeof(columns) / sizeof(columns[0]) };

static void
view_fill(struct view *v, const struct le_event *ev, const struct codepage *cp)
{
	v->ev = ev;
	v->codepage = cp;
	v->called = le_event_call(ev, &v->call);
	v->returned = le_event_return(ev, &v->result);
	v->switched = le_event_switch(ev, &v->names);
}

static void
json_render(const struct le_event *ev, const struct codepage *cp, struct buf *b)
{
	const struct column *c;
	size_t before, start;
	enum cell cell;
	struct view v;
	uint64_t n;

	view_fill(&v, ev, cp);
	buf_char(b, '{');
	for (c = columns; c < columns + COLUMNS; c++) {
		before = b->n;
		start = json_string_begin(b, c->name);
		cell = c->cell(&v, b, &n);
		if (cell == CELL_TEXT) {
			json_string_end(b, start);
			continue;
		}
		b->n = before;
		if (cell == CELL_NONE)
			continue;
		json_key(b, c->name);
		if (cell == CELL_NUMBER)
			json_uint(b, n);
		else
			buf_str(b, cell == CELL_TRUE ? "true," : "false,");
	}
	json_end(b, '}');
	json_last(b);
	buf_char(b, '\n');
}

const struct le_format le_format_json = {
	.form = { .name = "json", .help = "an object for each call, on a line (--schema tells its members)" },
	.render = json_render
};

/* Puts quotes around what was appended since `start`, if it needs them (RFC 4180). */
static void
csv_quote(struct buf *b, size_t start)
{
	size_t i, more = 2, n = b->n - start;
	uint8_t *p;

	if (b->failed || (memchr(b->p + start, ',', n) == NULL && memchr(b->p + start, '"', n) == NULL))
		return;
	for (i = start; i < b->n; i++)
		more += b->p[i] == '"';
	if (buf_room(b, more) == NULL)
		return;
	p = b->p + b->n + more;
	*--p = '"';
	for (i = b->n; i-- > start; ) {
		*--p = b->p[i];
		if (b->p[i] == '"')
			*--p = '"';
	}
	*--p = '"';
	b->n += more;
}

static void
csv_render(const struct le_event *ev, const struct codepage *cp, struct buf *b)
{
	const struct column *c;
	struct view v;
	size_t start;
	uint64_t n;

	view_fill(&v, ev, cp);
	for (c = columns; c < columns + COLUMNS; c++) {
		if (c > columns)
			buf_char(b, ',');
		start = b->n;
		switch (c->cell(&v, b, &n)) {
		case CELL_NONE:
			break;
		case CELL_TEXT:
			csv_quote(b, start);
			break;
		case CELL_NUMBER:
			buf_uint(b, n);
			break;
		case CELL_TRUE:
			buf_str(b, "true");
			break;
		case CELL_FALSE:
			buf_str(b, "false");
			break;
		}
	}
	buf_put(b, "\r\n", 2);
}

const struct le_format le_format_csv = {
	.form = {
		.name = "csv", .help = "a line for each call, with the same as columns",
		.open = "kind,time,elapsed_us,thread,table,depth,caller,function,parameters,operator,"
		    "number,value,failed,errno,errno_name,errno2,errno_age,from_module,from_function,"
		    "to_module,to_function,member,type,flags,at,at_end,partial,area\r\n"
	},
	.render = csv_render
};

/* A quote stands as ' in these texts. */
static void
put_quoted(struct buf *b, const char *text)
{
	for (; *text != '\0'; text++)
		buf_char(b, *text == '\'' ? '"' : *text);
}

void
le_schema(struct buf *b)
{
	size_t i;

	put_quoted(b, "{\n"
	    "  '$schema': 'https://json-schema.org/draft/2020-12/schema',\n"
	    "  'title': 'An event as letrace --to=json writes it',\n"
	    "  'description': 'One object a line. What is not known is absent.',\n"
	    "  'type': 'object',\n"
	    "  'required': ['kind', 'table'],\n"
	    "  'additionalProperties': false,\n"
	    "  'properties': {\n");
	for (i = 0; i < COLUMNS; i++) {
		put_quoted(b, "    '");
		buf_str(b, columns[i].name);
		put_quoted(b, "': { ");
		put_quoted(b, columns[i].schema);
		put_quoted(b, ", 'description': '");
		buf_str(b, columns[i].help);
		put_quoted(b, i + 1 < COLUMNS ? "' },\n" : "' }\n");
	}
	buf_str(b, "  }\n}\n");
}
