/* schema.c - what the format json writes, as a JSON Schema; table file
 *
 * JSON Schema, draft 2020-12 (https://json-schema.org/draft/2020-12).
 */
#include "ztrace/schema.h"

#include <stdbool.h>

/* A quote stands as ' in these texts. */
static void
put(struct buf *out, const char *text)
{
	for (; *text != '\0'; text++)
		buf_char(out, *text == '\'' ? '"' : *text);
}

/* Up to the headers of the product section. */
static const char before_headers[] =
"{\n"
"  '$schema': 'https://json-schema.org/draft/2020-12/schema',\n"
"  'title': 'A record as db2gtf --to=json writes it',\n"
"  'description': 'One object a line. Unsigned numbers beyond 2^53 are strings of their digits;"
" addresses, tokens and flags are strings of hexadecimal digits, two a byte; text has no blanks at"
" its end; a field that does not lie in its section is absent.',\n"
"  'type': 'object',\n"
"  'required': ['length', 'segments', 'time', 'eid', 'sections', 'headers', 'data', 'notes'],\n"
"  'additionalProperties': false,\n"
"  'properties': {\n"
"    'length': { '$ref': '#/$defs/u32', 'description': 'bytes of the whole record' },\n"
"    'segments': { '$ref': '#/$defs/u32',"
" 'description': 'GTF records it came in; 0: an event that is not of Db2' },\n"
"    'time': { 'type': ['string', 'null'], 'format': 'date-time',"
" 'pattern': '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}[.][0-9]{6}Z$',\n"
"      'description': 'when GTF wrote it (of several segments: the first), UTC;"
" null: GTF ran without TIME=YES' },\n"
"    'eid': { 'type': 'string', 'pattern': '^[0-9A-F]{4}$', 'description': 'event ID' },\n"
"    'ascb': { 'type': 'string', 'pattern': '^[0-9A-F]{8}$',"
" 'description': 'address of the ASCB' },\n"
"    'job': { 'type': 'string', 'description': 'job name' },\n"
"    'ssid': { 'type': 'string', 'description': 'subsystem ID' },\n"
"    'seq': { '$ref': '#/$defs/u32', 'description': 'sequence number of the record' },\n"
"    'ifcid': { '$ref': '#/$defs/u16' },\n"
"    'title': { 'type': ['string', 'null'], 'description': 'of the IFCID; null: not known' },\n"
"    'sections': {\n"
"      'description': 'the self-defining section, in the order of its triplets',\n"
"      'type': 'array',\n"
"      'items': {\n"
"        'type': 'object',\n"
"        'required': ['name', 'offset', 'length', 'count'],\n"
"        'additionalProperties': false,\n"
"        'properties': {\n"
"          'name': { 'type': 'string', 'minLength': 1 },\n"
"          'offset': { '$ref': '#/$defs/u32', 'description': 'from the RDW' },\n"
"          'length': { '$ref': '#/$defs/u16',"
" 'description': 'of one member; 0: each begins with its own' },\n"
"          'count': { '$ref': '#/$defs/u16', 'description': 'of members; 0: absent' }\n"
"        }\n"
"      }\n"
"    },\n"
"    'headers': {\n"
"      'description': 'the product section; the second header of a type has _2 behind its name,"
" and so on; rest: bytes behind the last header that can be told',\n"
"      'type': 'object',\n"
"      'additionalProperties': false,\n"
"      'properties': { 'rest': { '$ref': '#/$defs/hex' } },\n"
"      'patternProperties': {\n"
"        '^unknown_[0-9A-F]{2}(_[0-9]{1,2})?$': { '$ref': '#/$defs/hex' }";

static const char behind_headers[] =
"\n"
"      }\n"
"    },\n"
"    'data': {\n"
"      'description': 'the sections behind the product section that are present',\n"
"      'type': 'array',\n"
"      'items': {\n"
"        'type': 'object',\n"
"        'required': ['name', 'members'],\n"
"        'additionalProperties': false,\n"
"        'properties': {\n"
"          'name': { 'type': 'string', 'minLength': 1 },\n"
"          'members': {\n"
"            'description': 'by their fields where the layout is known, else their bytes',\n"
"            'type': 'array',\n"
"            'items': { 'anyOf': [{ '$ref': '#/$defs/hex' }, { '$ref': '#/$defs/fields' }] }\n"
"          }\n"
"        }\n"
"      }\n"
"    },\n"
"    'rest': { '$ref': '#/$defs/hex', 'description': 'what stands behind the GTF header,"
" where no section is known' },\n"
"    'notes': {\n"
"      'description': 'what is odd about the record',\n"
"      'type': 'array',\n"
"      'items': { 'type': 'string', 'minLength': 1 }\n"
"    }\n"
"  },\n"
"  'if': { 'properties': { 'segments': { 'const': 0 } } },\n"
"  'then': { 'properties': { 'ssid': false, 'seq': false, 'ifcid': false, 'title': false } },\n"
"  'else': { 'required': ['ascb', 'job', 'ssid', 'seq', 'ifcid', 'title'] },\n"
"  '$defs': {\n"
"    'u8': { 'type': 'integer', 'minimum': 0, 'maximum': 255 },\n"
"    'u16': { 'type': 'integer', 'minimum': 0, 'maximum': 65535 },\n"
"    'u32': { 'type': 'integer', 'minimum': 0, 'maximum': 4294967295 },\n"
"    'u64': { 'anyOf': [\n"
"      { 'type': 'integer', 'minimum': 0, 'maximum': 9007199254740992 },\n"
"      { 'type': 'string', 'pattern': '^[1-9][0-9]{15,19}$' }\n"
"    ] },\n"
"    'i64': { 'anyOf': [\n"
"      { 'type': 'integer', 'minimum': -9007199254740992, 'maximum': 9007199254740992 },\n"
"      { 'type': 'string', 'pattern': '^-?[1-9][0-9]{15,18}$' }\n"
"    ] },\n"
"    'hex': { 'type': 'string', 'pattern': '^([0-9A-F]{2})*$' },\n"
"    'seconds': { 'type': 'number', 'minimum': 0 },\n"
"    'text': { 'type': 'string' },\n"
"    'clock': { 'description': 'UTC, or local time as it says; null: zero',\n"
"      'type': ['string', 'null'],\n"
"      'pattern': '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}"
"[.]([0-9]{6}Z|[0-9]{2} local)$' },\n"
"    'fields': {\n"
"      'description': 'keys are the labels of a layout; of a coded value LABEL is the name, or the"
" number as text where it has none, and LABEL_code the number; rest: bytes behind the last known"
" field',\n"
"      'type': 'object',\n"
"      'additionalProperties': false,\n"
"      'properties': { 'rest': { '$ref': '#/$defs/hex' } },\n"
"      'patternProperties': {\n"
"        '^[a-z][a-z0-9_]*$': { 'type': ['string', 'number', 'null'] }\n"
"      }\n"
"    }\n"
"  }\n"
"}\n";

/* The definition of an unsigned number of so many bytes. */
static const char *
number_shape(uint16_t len)
{
	return len == 1 ? "u8" : len == 2 ? "u16" : len <= 4 ? "u32" : "u64";
}

static const char *
shape_of(const struct field *f)
{
	switch (f->kind) {
	case FIELD_UINT:
	case FIELD_CCSID:
		return number_shape(f->len);
	case FIELD_INT:
		return "i64";
	case FIELD_STCK:
		return "clock";
	case FIELD_INTERVAL:
		return "seconds";
	case FIELD_HEX:
		return "hex";
	default:
		return "text";
	}
}

/* "\n            'LABEL': { '$ref': '#/$defs/SHAPE', 'description': 'NAME'" and the rest of it. */
static void
put_field(const struct field *f, struct buf *out)
{
	put(out, ",\n            '");
	put(out, f->label);
	put(out, "': { '$ref': '#/$defs/");
	put(out, shape_of(f));
	put(out, "', 'description': '");
	put(out, f->name);
	if (f->kind == FIELD_HEX) {
		put(out, "', 'minLength': ");
		buf_uint(out, 2u * f->len);
		put(out, ", 'maxLength': ");
		buf_uint(out, 2u * f->len);
	} else {
		put(out, "'");
	}
	put(out, " }");
	if (f->kind != FIELD_CODE)
		return;
	put(out, ",\n            '");
	put(out, f->label);
	put(out, "_code': { '$ref': '#/$defs/");
	put(out, number_shape(f->len));
	put(out, "' }");
}

static void
put_header(const struct layout *l, struct buf *out)
{
	const struct field *f;

	put(out, ",\n        '^");
	put(out, l->label);
	put(out, "(_[0-9]{1,2})?$': {\n          'description': '");
	put(out, l->name);
	put(out, "',\n          'type': 'object',\n          'additionalProperties': false,\n"
	    "          'properties': {\n            'rest': { '$ref': '#/$defs/hex' }");
	for (f = l->fields; f->name != NULL; f++)
		put_field(f, out);
	put(out, "\n          }\n        }");
}

void
json_schema(const struct layout *(*header)(uint8_t type), struct buf *out)
{
	const struct layout *l;
	unsigned type;

	put(out, before_headers);
	for (type = 0; type <= UINT8_MAX; type++)
		if ((l = header((uint8_t)type)) != NULL)
			put_header(l, out);
	put(out, behind_headers);
}
