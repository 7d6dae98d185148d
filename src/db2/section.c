/* section.c - the self-defining section: triplets, and the names of sections
 *
 * Db2 for z/OS, "Self-defining section":
 *
 *  40               48                56
 *  OFFSET LEN COUNT OFFSET LEN COUNT ...      offsets count from the RDW
 *  4      2   2     product section first; its header says how many there are
 */
#include "ztrace/db2.h"

#include "ztrace/event.h"
#include "ztrace/layouts.h"
#include "ztrace/span.h"

/* All members of a section, where they all lie in the record. */
static bool
cut_members(struct span record, const struct event_section *s, struct span *out)
{
	struct cursor c = cursor_at(record, s->offset);
	struct span member;
	size_t i;

	if (s->length > 0)
		return span_cut(record, s->offset, (size_t)s->length * s->count, out);
	for (i = 0; i < s->count; i++)
		if (!event_member(&c, 0, &member))
			return false;
	return span_cut(record, s->offset, c.at - s->offset, out);
}

void
db2_section(struct span record, size_t k, struct event_section *out)
{
	struct cursor c = cursor_at(record, DB2_HEADER + k * DB2_TRIPLET);

	*out = (struct event_section){ 0 };
	if (cursor_left(&c) < DB2_TRIPLET)
		return;
	out->offset = cursor_u32(&c);
	out->length = cursor_u16(&c);
	out->count = cursor_u16(&c);
	out->present = out->offset != 0 && out->count != 0;
	if (out->present)
		out->inside = cut_members(record, out, &out->bytes);
}

const char *
db2_start(struct span record, struct db2_start *out)
{
	struct event_section product;
	struct cursor c;
	uint16_t length;
	uint8_t type;

	*out = (struct db2_start){ 0 };
	db2_section(record, 0, &product);
	if (!product.present)
		return "record has no product section";
	if (!product.inside)
		return "product section lies outside the record (a segment is missing)";

	c = cursor_at(product.bytes, 0);
	length = cursor_u16(&c);
	type = cursor_u8(&c);
	cursor_u8(&c);
	if (type != 1)
		return "product section does not begin with a standard header";
	if (length < 8 || length > product.bytes.n)
		return "standard header has an impossible length";
	out->ifcid = cursor_u16(&c);
	out->sections = cursor_u8(&c);
	out->standard = span_first(product.bytes, length);
	return NULL;
}

/*
 * IBM's names of the sections behind the product section. Bytes of documented
 * records confirm QWSA to QWSC, QSST and QJST, a program QIST to QBGL; the
 * others follow common knowledge of the mapping macros.
 */
static const char *const names_1[] = {
	"QWSA", "QWSB", "QWSC", "Q3ST", "Q9ST", "QWSD", "QVLS", "QVAS", "QSST",
	"QLST", "QJST", "QDST", NULL
};
static const char *const names_2[] = {
	"QXST", "QTST", "QBST", "QIST", "QTXA", "QISE", "QBGL", "QTGS", NULL
};
static const char *const names_3[] = { "QWAC", NULL };

static const struct {
	uint16_t	 ifcid;
	const char *const *names;
} known[] = {
	{ 1, names_1 },
	{ 2, names_2 },
	{ 3, names_3 }
};

#define TEN(n) \
	"data " #n "0", "data " #n "1", "data " #n "2", "data " #n "3", "data " #n "4", \
	"data " #n "5", "data " #n "6", "data " #n "7", "data " #n "8", "data " #n "9"

/* There are at most 255 triplets, and these are what the event can point at. */
static const char *const data_names[EVENT_SECTIONS + 4] = {
	"product", "data 1", "data 2", "data 3", "data 4",
	"data 5", "data 6", "data 7", "data 8", "data 9",
	TEN(1), TEN(2), TEN(3), TEN(4), TEN(5), TEN(6), TEN(7), TEN(8), TEN(9),
	TEN(10), TEN(11), TEN(12), TEN(13), TEN(14), TEN(15), TEN(16), TEN(17),
	TEN(18), TEN(19), TEN(20), TEN(21), TEN(22), TEN(23), TEN(24), TEN(25)
};

const char *
db2_section_name(uint16_t ifcid, size_t k)
{
	size_t i, j;

	for (i = 0; k > 0 && i < sizeof(known) / sizeof(known[0]); i++) {
		if (known[i].ifcid != ifcid)
			continue;
		for (j = 0; known[i].names[j] != NULL; j++)
			if (j == k - 1)
				return known[i].names[j];
	}
	return k < EVENT_SECTIONS ? data_names[k] : "data";
}

const struct layout_rule *
db2_section_rule(const struct layouts *users, uint16_t ifcid, size_t k, struct span member)
{
	const struct layouts *from = users != NULL ? users : &db2_layouts;
	const struct layout_rule *first;

	if (k == 0 || k > UINT8_MAX)
		return NULL;
	first = layouts_find(from, ifcid, (uint8_t)k);
	if (first == NULL && from != &db2_layouts) {
		from = &db2_layouts;
		first = layouts_find(from, ifcid, (uint8_t)k);
	}
	return first != NULL ? layouts_fit(from, first, member) : NULL;
}
