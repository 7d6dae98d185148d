/* layouts.c - finds the layout of a section's members, and writes rules as a layout file */
#include "ztrace/layouts.h"

#include <inttypes.h>	/* PRIu32 */

const char *const evidence_names[EVIDENCES] = {
	[EVIDENCE_USER] = "user",
	[EVIDENCE_CERTAIN] = "certain",
	[EVIDENCE_PROGRAM] = "program",
	[EVIDENCE_RECALLED] = "recalled"
};

static int
compare(const struct layout_rule *rule, uint16_t record, uint8_t section)
{
	if (rule->record != record)
		return rule->record < record ? -1 : 1;
	return rule->section < section ? -1 : rule->section > section;
}

const struct layout_rule *
layouts_find(const struct layouts *l, uint16_t record, uint8_t section)
{
	size_t low = 0, high = l->rules, middle;

	while (low < high) {
		middle = low + (high - low) / 2;
		if (compare(&l->rule[middle], record, section) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	if (low == l->rules || compare(&l->rule[low], record, section) != 0)
		return NULL;
	return &l->rule[low];
}

/* A rule that names the first bytes goes before one for all members. */
const struct layout_rule *
layouts_fit(const struct layouts *l, const struct layout_rule *first, struct span member)
{
	const struct layout_rule *rule, *found = NULL, *end = l->rule + l->rules;

	for (rule = first; rule < end && compare(rule, first->record, first->section) == 0; rule++)
		if (rule->begins == 0 || (member.n >= 2 && rule->begins == span_u16(member, 0)))
			found = rule;
	if (found == NULL || member.n < found->least || found->layout.fields[0].name == NULL)
		return NULL;
	return found;
}

static void
print_codes(const struct code *c, struct buf *out)
{
	const char *between = "\t";

	for (; c != NULL && c->text != NULL; c++) {
		buf_printf(out, "%s%" PRIu32 "=%s", between, c->value, c->text);
		between = ";";
	}
}

static void
print_field(const struct layout_rule *rule, const struct field *f, struct buf *out)
{
	bool behind = f->at >= FIELD_BEHIND;

	buf_printf(out, "%u\t%u\t%s%u\t%u\t%s\t%s\t%s", rule->record, rule->section,
	    behind ? "+" : "", behind ? f->at - FIELD_BEHIND : f->at, f->len,
	    field_kinds[f->kind].name, f->name, f->label);
	print_codes(f->codes, out);
	buf_char(out, '\n');
}

static void
print_rule(const struct layout_rule *rule, struct buf *out)
{
	const struct field *f;

	buf_printf(out, "\n%u\t%u\t", rule->record, rule->section);
	if (rule->begins != 0)
		buf_printf(out, "%04X", rule->begins);
	else
		buf_char(out, '-');
	buf_printf(out, "\t%u\tsection\t%s\t%s\t%s\n", rule->least, rule->layout.name,
	    rule->layout.label, evidence_names[rule->evidence]);
	for (f = rule->layout.fields; f->name != NULL; f++)
		print_field(rule, f, out);
}

void
layouts_print(const struct layouts *over, const struct layouts *under, struct buf *out)
{
	static const struct layouts none = { 0 };
	const struct layout_rule *rule;
	size_t a = 0, b = 0;

	if (over == NULL)
		over = &none;
	buf_str(out, "# record\tsection\toffset\tlength\tkind\tname\tlabel\tcodes\n"
	    "# record\tsection\tbegins\tleast\tsection\tname\tlabel\tevidence\n"
	    "# certain: documented, or read off documented records; program: a public program\n"
	    "# reads it so; recalled: common knowledge, not confirmed; user: from a layout file\n");
	while (a < over->rules || b < under->rules) {
		rule = b < under->rules ? &under->rule[b] : NULL;
		if (a < over->rules &&
		    (rule == NULL || compare(&over->rule[a], rule->record, rule->section) <= 0)) {
			print_rule(&over->rule[a++], out);
			continue;
		}
		if (layouts_find(over, rule->record, rule->section) == NULL)
			print_rule(rule, out);
		b++;
	}
}
