/* cpjson.c - trace entries as JSON, one object a line */
#include "ztrace/cpshow.h"

#include "ztrace/json.h"

static void
put_bool(struct buf *b, const char *key)
{
	json_key(b, key);
	buf_str(b, "true,");
}

static void
put_hex(struct buf *b, const char *key, uint64_t v, unsigned digits)
{
	json_key(b, key);
	buf_char(b, '"');
	cpshow_hex(b, v, digits);
	buf_str(b, "\",");
}

static void
put_words(const struct cpentry *e, struct buf *b)
{
	size_t i;

	json_key(b, "words");
	buf_char(b, '[');
	for (i = 0; i < cpentry_count(e); i++)
		json_hex(b, span_first(span_from(e->words, i * e->width), e->width));
	json_end(b, ']');
}

/* Those data words that have names. */
static void
put_named(const struct cpentry *e, const struct cpname *name, struct buf *b)
{
	const struct cpword *w;
	struct span s;

	json_key(b, "data");
	buf_char(b, '{');
	for (w = name->word; w < name->word + name->words; w++) {
		if (!span_cut(e->words, (size_t)w->first * e->width, (size_t)w->count * e->width,
		    &s))
			continue;
		json_str(b, w->label);
		json_last(b);
		buf_char(b, ':');
		json_hex(b, s);
	}
	json_end(b, '}');
}

static void
put_time(const struct cptime *t, struct cpshow_time *time, struct buf *b)
{
	if (t->known) {
		json_key(b, "time");
		buf_char(b, '"');
		cpshow_utc(t->tod, time, b);
		buf_str(b, "\",");
	} else {
		json_key(b, "relative_us");
		json_uint(b, t->tod >> 12);
	}
	if (t->guess)
		put_bool(b, "guess");
	put_hex(b, "clock", t->tod, 16);
}

static void
json_entry(const struct cpshow *s, const struct cpwalk *w, const struct cpname *name,
    struct cpshow_time *time, struct buf *b)
{
	const struct cpentry *e = &w->entry;

	(void)s;
	buf_char(b, '{');
	put_time(&w->time, time, b);
	json_key(b, "cpu");
	json_uint(b, w->cpu);
	put_hex(b, "code", e->code, 4);
	if (name != NULL) {
		json_key(b, "name");
		json_str(b, name->row.meaning);
		if (name->guess)
			put_bool(b, "class_guess");
	}
	json_key(b, "form");
	json_str(b, cpshow_form(e->form));
	put_words(e, b);
	if (name != NULL && name->words > 0)
		put_named(e, name, b);
	json_end(b, '}');
	json_last(b);
	buf_char(b, '\n');
}

void
cpshow_schema(struct buf *b)
{
	buf_str(b,
	    "{\"$schema\":\"https://json-schema.org/draft/2020-12/schema\","
	    "\"title\":\"a trace entry of CP, as vmtrace -t json writes it\","
	    "\"type\":\"object\",\"additionalProperties\":false,"
	    "\"required\":[\"clock\",\"cpu\",\"code\",\"form\",\"words\"],"
	    "\"oneOf\":[{\"required\":[\"time\"]},{\"required\":[\"relative_us\"]}],"
	    "\"properties\":{"
	    "\"time\":{\"type\":\"string\",\"pattern\":"
	    "\"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}[.][0-9]{6}Z$\"},"
	    "\"relative_us\":{\"type\":\"integer\",\"minimum\":0},"
	    "\"guess\":{\"const\":true},"
	    "\"clock\":{\"type\":\"string\",\"pattern\":\"^[0-9A-F]{16}$\"},"
	    "\"cpu\":{\"type\":\"integer\",\"minimum\":0,\"maximum\":65535},"
	    "\"code\":{\"type\":\"string\",\"pattern\":\"^[0-9A-F]{4}$\"},"
	    "\"name\":{\"type\":\"string\"},"
	    "\"class_guess\":{\"const\":true},"
	    "\"form\":{\"enum\":[\"trace\",\"tracg\",\"saved\"]},"
	    "\"words\":{\"type\":\"array\",\"minItems\":1,\"maxItems\":16,\"items\":"
	    "{\"type\":\"string\",\"pattern\":\"^([0-9A-F]{8}|[0-9A-F]{16})$\"}},"
	    "\"data\":{\"type\":\"object\",\"additionalProperties\":"
	    "{\"type\":\"string\",\"pattern\":\"^([0-9A-F]{8})+$\"}}}}\n");
}

const struct cpformat cpformat_json = {
	.format = { .name = "json", .help = "one object a line (--schema tells more)" },
	.entry = json_entry
};
