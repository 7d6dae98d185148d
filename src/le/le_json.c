/* le_json.c - the format json, and its schema */
#include "ztrace/json.h"
#include "ztrace/le_columns.h"
#include "ztrace/le_format.h"

static void
json_render(const struct le_event *ev, const struct codepage *cp, struct buf *b)
{
	const struct le_column *c;
	size_t before, start;
	enum le_cell cell;
	struct le_view v;
	uint64_t n;

	le_view_fill(&v, ev, cp);
	buf_char(b, '{');
	for (c = le_columns; c < le_columns + le_columns_count; c++) {
		before = b->n;
		start = json_string_begin(b, c->name);
		cell = c->cell(&v, b, &n);
		if (cell == LE_CELL_TEXT) {
			json_string_end(b, start);
			continue;
		}
		b->n = before;
		if (cell == LE_CELL_NONE)
			continue;
		json_key(b, c->name);
		if (cell == LE_CELL_NUMBER)
			json_uint(b, n);
		else
			buf_str(b, cell == LE_CELL_TRUE ? "true," : "false,");
	}
	json_end(b, '}');
	json_last(b);
	buf_char(b, '\n');
}

const struct le_format le_format_json = {
	.form = {
		.name = "json",
		.help = "an object for each call, on a line (--schema tells its members)"
	},
	.render = json_render
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
	    "  'type': 'object',\n" "  'required': ['kind', 'table'],\n"
	    "  'additionalProperties': false,\n" "  'properties': {\n");
	for (i = 0; i < le_columns_count; i++) {
		put_quoted(b, "    '");
		buf_str(b, le_columns[i].name);
		put_quoted(b, "': { ");
		put_quoted(b, le_columns[i].schema);
		put_quoted(b, ", 'description': '");
		buf_str(b, le_columns[i].help);
		put_quoted(b, i + 1 < le_columns_count ? "' },\n" : "' }\n");
	}
	buf_str(b, "  }\n}\n");
}
