/* check_tables.c - all layouts, code lists and the IFCID table are in order */
#include <check.h>
#include <string.h>

#include "ztrace/db2.h"
#include "ztrace/layouts.h"

enum { MANY = 256 };		/* more fields or codes than any table has: its end is missing */

static const uint8_t none[1];
static const uint8_t job_at_20[28] = {
	[14] = 0xE5, [15] = 0xEA,
	[20] = 0xC1, [21] = 0xC1, [22] = 0xC1, [23] = 0xC1,
	[24] = 0xC1, [25] = 0xC1, [26] = 0xC1, [27] = 0xC1
};

/* Every layout there is, with the size that documents give it. */
static const struct {
	const char	*name;
	uint8_t		 type;		/* of a product section header; 0: not one */
	size_t		 size;
	size_t		 record;	/* an event header is what a record of this length has */
	bool		 timed;
} layouts[] = {
	{ "QWGT", 0, 40, 0, false },
	{ "USR", 0, 28, 28, true },
	{ "SYS", 0, 16, 16, true },
	{ "USR", 0, 20, 28, false },
	{ "QWHS", 0x01, 0x50, 0, false },
	{ "QWHC", 0x02, 0x92, 0, false },
	{ "QWHT", 0x04, 0x30, 0, false },
	{ "QWHU", 0x08, 0x0E, 0, false },
	{ "QWHD", 0x10, 0x34, 0, false },
	{ "QWHA", 0x20, 0x14, 0, false }
};
enum { LAYOUTS = sizeof(layouts) / sizeof(layouts[0]) };

static const struct layout *
layout_of(int i)
{
	size_t move = layouts[i].timed ? 0 : 8;

	if (layouts[i].type != 0)
		return db2_header_layout(layouts[i].type);
	if (layouts[i].record == 0)
		return &db2_writer_header;
	return db2_event_header(span_of(job_at_20 + move, layouts[i].record - move),
	    layouts[i].timed);
}

static void
check_codes(const struct field *f)
{
	const struct code *c, *d;
	size_t n = 0;

	ck_assert_msg((f->codes != NULL) == (f->kind == FIELD_CODE), "%s", f->name);
	if (f->codes == NULL)
		return;
	for (c = f->codes; c->text != NULL; c++) {
		ck_assert_msg(++n < MANY, "codes of %s have no end", f->name);
		ck_assert_ptr_eq(field_code(f->codes, c->value), c->text);
		for (d = f->codes; d < c; d++)
			ck_assert_msg(d->value != c->value && strcmp(d->text, c->text) != 0,
			    "%s: %s twice", f->name, c->text);
		/* With its number it fits half a line of the listing. */
		ck_assert_msg(strlen(c->text) <= 27, "%s: %s is long", f->name, c->text);
	}
	ck_assert_uint_gt(n, 0);
}

static void
check_label(const char *label)
{
	size_t n = strspn(label, "abcdefghijklmnopqrstuvwxyz_0123456789");

	ck_assert_msg(label[n] == '\0' && strchr("_0123456789", label[0]) == NULL, "%s", label);
	ck_assert_msg(n <= 16, "%s does not fit its column", label);
}

static void
check_length(const struct field *f)
{
	switch (f->kind) {
	case FIELD_UINT:
	case FIELD_INT:
	case FIELD_CODE:
		ck_assert_msg(f->len <= 8, "%s", f->name);
		break;
	case FIELD_STCK:
	case FIELD_INTERVAL:
		ck_assert_msg(f->len == 8, "%s", f->name);
		break;
	case FIELD_LONG:
	case FIELD_COUNTED:
	case FIELD_WHOLE:
	case FIELD_SQL_LONG:
	case FIELD_SQL_COUNTED:
	case FIELD_SQL_WHOLE:
		ck_assert_msg(f->len == 2, "%s", f->name);
		break;
	case FIELD_CCSID:
		ck_assert_msg(f->len == 2 || f->len == 4, "%s", f->name);
		break;
	case FIELD_HEX:
	case FIELD_TEXT:
	case FIELD_SQL:
		break;
	case FIELD_KINDS:
		ck_abort_msg("%s", f->name);
	}
	ck_assert_msg(f->len >= field_kinds[f->kind].least && f->len <= field_kinds[f->kind].most,
	    "%s", f->name);
}

/*
 * Goes through a layout: rows are in order and do not overlap, all that they
 * say can be shown. Gives where the last field from the start ends.
 */
static size_t
check_layout(const struct layout *l)
{
	size_t n = 0, end = 0, fixed = 0, ccsids = 0;
	const struct field *f, *g;
	bool text = false;	/* of its own length: a field can stand behind it */

	check_label(l->label);
	for (f = l->fields; f->name != NULL; f++) {
		ck_assert_msg(++n < MANY, "%s has no end", l->name);
		if (f->at >= FIELD_BEHIND && end < FIELD_BEHIND)
			end = FIELD_BEHIND;
		ck_assert_msg(f->at < FIELD_BEHIND || text, "%s: %s", l->name, f->name);
		ck_assert_msg(f->at >= end, "%s: %s overlaps or is out of order", l->name, f->name);
		ck_assert_msg(f->len > 0, "%s has no bytes", f->name);
		ck_assert_msg(strlen(f->name) <= 13, "%s does not fit its column", f->name);
		end = (size_t)f->at + f->len;
		if (f->at < FIELD_BEHIND)
			fixed = end;
		text |= field_kinds[f->kind].form >= FORM_COUNTED;
		ccsids += f->kind == FIELD_CCSID;
		check_label(f->label);
		check_length(f);
		check_codes(f);
		ck_assert_str_ne(f->label, "rest");
		for (g = l->fields; g < f; g++)
			ck_assert_msg(strcmp(f->label, g->label) != 0 &&
			    strcmp(f->name, g->name) != 0, "%s: %s twice", l->name, f->label);
		ck_assert_ptr_eq(layout_find(l, f->label), f);
	}
	ck_assert_uint_gt(n, 0);
	ck_assert_msg(ccsids <= 1, "%s", l->name);
	ck_assert_ptr_null(layout_find(l, "nothing"));
	return fixed;
}

START_TEST(layouts_are_in_order)
{
	const struct layout *l = layout_of(_i);

	ck_assert_ptr_nonnull(l);
	ck_assert_str_eq(l->name, layouts[_i].name);
	ck_assert_uint_eq(check_layout(l), layouts[_i].size);
}
END_TEST

/* No header type is without a row above, and no two types share a layout. */
START_TEST(layouts_are_all_here)
{
	unsigned type, other;
	int i, rows;

	for (type = 0; type < 256; type++) {
		rows = 0;
		for (i = 0; i < LAYOUTS; i++)
			rows += type != 0 && layouts[i].type == type;
		ck_assert_msg((db2_header_layout((uint8_t)type) != NULL) == (rows == 1),
		    "type %02X", type);
		for (other = 0; rows > 0 && other < type; other++)
			ck_assert_ptr_ne(db2_header_layout((uint8_t)type),
			    db2_header_layout((uint8_t)other));
	}
	ck_assert_ptr_null(db2_event_header(span_of(none, 0), true));
	ck_assert_ptr_null(db2_event_header(span_of(none, 0), false));
}
END_TEST

/*
 * The layouts of data sections, with the bytes before their texts of unknown
 * length: those of the documentation's records, else what programs read.
 */
static const struct {
	uint16_t	ifcid;
	uint8_t		section;
	uint16_t	begins;
	size_t		size;
} sections[] = {
	{ 1, 1, 0, 44 }, { 1, 2, 0, 28 }, { 1, 3, 0, 24 }, { 4, 1, 0, 4 }, { 5, 1, 0, 4 },
	{ 29, 1, 0xC3E3, 10 }, { 29, 1, 0xC4C2, 4 }, { 29, 1, 0xD7E3, 64 },
	{ 30, 1, 0xC3E3, 20 }, { 30, 1, 0xC4C2, 8 }, { 30, 1, 0xD7E3, 80 },
	{ 31, 1, 0xC3E3, 10 }, { 31, 1, 0xC4C2, 4 }, { 31, 1, 0xD7E3, 64 },
	{ 53, 1, 0, 227 }, { 58, 1, 0, 227 }, { 63, 1, 0, 4 }, { 90, 1, 0, 2 },
	{ 108, 1, 0, 98 }, { 109, 1, 0, 4 }, { 224, 1, 0, 30 }, { 247, 1, 0, 72 },
	{ 258, 1, 0, 92 }, { 314, 1, 0, 408 }, { 316, 1, 0, 616 }, { 342, 1, 0, 48 },
	{ 350, 1, 0, 22 }, { 361, 1, 0, 26 }, { 366, 1, 0, 114 }, { 376, 1, 0, 114 },
	{ 401, 1, 0, 246 }
};
enum { SECTIONS = sizeof(sections) / sizeof(sections[0]) };

START_TEST(sections_are_in_order)
{
	const struct layout_rule *rule = &db2_layouts.rule[_i], *before;

	ck_assert_uint_eq(db2_layouts.rules, SECTIONS);
	ck_assert_uint_eq(rule->record, sections[_i].ifcid);
	ck_assert_uint_eq(rule->section, sections[_i].section);
	ck_assert_uint_eq(rule->begins, sections[_i].begins);
	ck_assert_uint_eq(check_layout(&rule->layout), sections[_i].size);
	ck_assert_uint_gt(rule->section, 0);
	ck_assert_uint_gt(rule->least, 0);
	ck_assert_uint_le(rule->least, sections[_i].size);
	ck_assert(rule->evidence > EVIDENCE_USER && rule->evidence < EVIDENCES);
	ck_assert_msg(ifcid_find(rule->record) != NULL, "IFCID %u", rule->record);
	ck_assert_uint_le(strlen(rule->layout.name), 6);
	/* No two alike, and in order of record, section and begins. */
	if (_i == 0)
		return;
	before = &db2_layouts.rule[_i - 1];
	ck_assert(before->record < rule->record || (before->record == rule->record &&
	    (before->section < rule->section || (before->section == rule->section &&
	    before->begins < rule->begins))));
}
END_TEST

START_TEST(evidence_has_names)
{
	int i;

	for (i = 0; i < EVIDENCES; i++)
		check_label(evidence_names[i]);
}
END_TEST

START_TEST(kinds_have_names)
{
	int i, j;

	for (i = 0; i < FIELD_KINDS; i++) {
		ck_assert_ptr_nonnull(field_kinds[i].name);
		ck_assert_uint_le(field_kinds[i].least, field_kinds[i].most);
		ck_assert_str_ne(field_kinds[i].name, "section");
		for (j = 0; j < i; j++)
			ck_assert_str_ne(field_kinds[i].name, field_kinds[j].name);
	}
}
END_TEST

static void
check_texts(const struct layout *l, const struct db2_texts *t)
{
	char picture[256] = "";
	const struct field *f;
	size_t i, end = 0;

	for (f = l->fields; f->name != NULL && f->kind != FIELD_LONG; f++) {
		ck_assert_uint_ge(f->at, end);
		for (i = end; i < (size_t)f->at + f->len; i++)
			picture[i] = i >= f->at && f->kind == FIELD_TEXT ? 'T' : '.';
		end = (size_t)f->at + f->len;
	}
	ck_assert_uint_eq(t->n, end);
	ck_assert_str_eq(t->picture, picture);
	for (; f->name != NULL; f++)
		ck_assert_uint_ge(f->at, end);
}

START_TEST(texts_are_where_fields_say)
{
	unsigned type, known = 0;

	check_texts(&db2_writer_header, &db2_writer_texts);
	for (type = 0; type <= 0xFF; type++) {
		if (db2_header_layout((uint8_t)type) == NULL) {
			ck_assert_ptr_null(db2_header_texts((uint8_t)type));
			continue;
		}
		check_texts(db2_header_layout((uint8_t)type), db2_header_texts((uint8_t)type));
		known++;
	}
	ck_assert_uint_eq(known, 6);
}
END_TEST

/* How many IFCIDs the table tells of. */
static unsigned
rows_told(void)
{
	unsigned told = 0;
	size_t i;

	for (i = 0; i < ifcids_count; i++)
		told += ifcids[i].title != NULL;
	return told;
}

START_TEST(ifcids_are_told)
{
	const struct ifcid *row;
	size_t i, j;

	ck_assert_uint_gt(rows_told(), 200);
	for (i = 0; i < ifcids_count; i++) {
		row = &ifcids[i];
		if (row->title == NULL)
			continue;
		ck_assert_uint_eq(row->number, i);
		ck_assert_uint_ge(row->smf_type, 100);
		ck_assert_uint_le(row->smf_type, 102);
		ck_assert_msg(row->smf_type != 102 || row->smf_subtype == 0, "IFCID %u",
		    row->number);
		ck_assert_ptr_nonnull(row->classes);
		ck_assert_uint_ge(strlen(row->title), 8);
		for (j = 0; row->title[j] != '\0'; j++)
			ck_assert_msg(row->title[j] >= ' ' && row->title[j] <= '~', "IFCID %u",
			    row->number);
		ck_assert_msg(row->title[0] != ' ' && row->title[j - 1] != ' ', "IFCID %u",
		    row->number);
	}
}
END_TEST

START_TEST(ifcids_are_found)
{
	const struct ifcid *row;
	unsigned number, found = 0;

	for (number = 0; number <= 0xFFFF; number++) {
		row = ifcid_find((uint16_t)number);
		if (row != NULL) {
			ck_assert_uint_eq(row->number, number);
			ck_assert_ptr_eq(ifcid_title((uint16_t)number), row->title);
			found++;
		} else {
			ck_assert(number >= ifcids_count || ifcids[number].title == NULL);
			ck_assert_ptr_null(ifcid_title((uint16_t)number));
		}
	}
	ck_assert_uint_eq(found, rows_told());
}
END_TEST

/* The record types that the documentation names, and their subtypes. */
static const struct {
	uint16_t	ifcid;
	uint8_t		type, subtype;
} smf[] = {
	{ 1, 100, 0 }, { 2, 100, 1 }, { 202, 100, 2 }, { 230, 100, 3 }, { 225, 100, 4 },
	{ 369, 100, 5 }, { 3, 101, 0 }, { 239, 101, 1 }, { 4, 102, 0 }, { 365, 102, 0 },
	{ 389, 102, 0 }, { 402, 102, 0 }, { 411, 102, 0 }, { 412, 102, 0 }
};

START_TEST(smf_types)
{
	const struct ifcid *row = ifcid_find(smf[_i].ifcid);

	ck_assert_ptr_nonnull(row);
	ck_assert_uint_eq(row->smf_type, smf[_i].type);
	ck_assert_uint_eq(row->smf_subtype, smf[_i].subtype);
}
END_TEST

Suite *
tables_suite(void)
{
	Suite *s = suite_create("tables");
	TCase *t = tcase_create("tables");

	tcase_add_loop_test(t, layouts_are_in_order, 0, LAYOUTS);
	tcase_add_test(t, layouts_are_all_here);
	tcase_add_loop_test(t, sections_are_in_order, 0, SECTIONS);
	tcase_add_test(t, evidence_has_names);
	tcase_add_test(t, kinds_have_names);
	tcase_add_test(t, ifcids_are_told);
	tcase_add_test(t, texts_are_where_fields_say);
	tcase_add_test(t, ifcids_are_found);
	tcase_add_loop_test(t, smf_types, 0, sizeof(smf) / sizeof(smf[0]));
	suite_add_tcase(s, t);
	return s;
}
