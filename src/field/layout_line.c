/* layout_line.c - reads the lines of layout files
 *
 *  record TAB section TAB offset TAB length TAB kind TAB name TAB label [TAB codes]
 */
#include "ztrace/layout_line.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>	/* strtoul */
#include <string.h>

enum {
	NAME_MOST = 32,		/* bytes of names and labels */
	CODE_MOST = 60		/* bytes of a code's text */
};

static bool
wrong(struct layout_lines *l, size_t column, const char *sentence)
{
	const struct place at = { .file = l->file };
	const char *text = l->column[column];

	l->wrong++;
	(void)diag_fail(l->diag, &at, "line %zu, column %zu: %s%s%s%s", l->line, column + 1,
	    sentence, text != NULL ? " (" : "", text != NULL ? text : "",
	    text != NULL ? ")" : "");
	return false;
}

/* Reads a decimal number, or a hexadecimal one behind 0x. */
static bool
number(const char *s, unsigned long most, unsigned long *out)
{
	int base = 10;
	size_t n;

	if (strncmp(s, "0x", 2) == 0) {
		base = 16;
		s += 2;
	}
	n = strspn(s, base == 10 ? "0123456789" : "0123456789ABCDEFabcdef");
	if (n == 0 || s[n] != '\0')
		return false;
	errno = 0;
	*out = strtoul(s, NULL, base);
	return errno == 0 && *out <= most;
}

static bool
is_name(const char *s)
{
	size_t n = strlen(s), i;

	for (i = 0; i < n; i++)
		if (s[i] <= ' ' || s[i] > '~')
			return false;
	return n > 0 && n <= NAME_MOST && strspn(s, "0123456789ABCDEFabcdef") < n;
}

static bool
is_label(const char *s)
{
	size_t n = strspn(s, "abcdefghijklmnopqrstuvwxyz0123456789_");

	return s[n] == '\0' && n > 0 && n <= NAME_MOST && s[0] >= 'a';
}

/* Names and label of a field or a section. */
static bool
check_names(struct layout_lines *l)
{
	if (!is_name(l->column[COLUMN_NAME]))
		return wrong(l, COLUMN_NAME, "name is not 1 to 32 characters without blanks, "
		    "or reads as a hexadecimal number");
	if (!is_label(l->column[COLUMN_LABEL]))
		return wrong(l, COLUMN_LABEL,
		    "label is not 1 to 32 lower-case letters, digits and _");
	return true;
}

/* Reads "4=CICS;5=IMS", cutting it up. */
static bool
parse_codes(struct layout_lines *l, const struct code **codes)
{
	struct code *row = l->code + l->codes;
	char *s = l->column[COLUMN_MORE], *end, *text;
	unsigned long value;
	size_t i, n;

	*codes = row;
	for (; s != NULL; s = end) {
		end = strchr(s, ';');
		if (end != NULL)
			*end++ = '\0';
		text = strchr(s, '=');
		if (text == NULL)
			return wrong(l, COLUMN_MORE, "codes are not value=text with ; between");
		*text++ = '\0';
		if (!number(s, UINT32_MAX, &value))
			return wrong(l, COLUMN_MORE, "value of a code is not a number of 4 bytes");
		n = strlen(text);
		for (i = 0; i < n && text[i] >= ' ' && text[i] <= '~'; i++)
			continue;
		if (n == 0 || n > CODE_MOST || i < n)
			return wrong(l, COLUMN_MORE,
			    "text of a code is not 1 to 60 ASCII characters");
		*row++ = (struct code){ .value = (uint32_t)value, .text = text };
	}
	*row++ = (struct code){ 0 };
	l->codes = (size_t)(row - l->code);
	return true;
}

/* Whether the rule that is being filled has a text that a field can stand behind. */
static bool
has_text(const struct layout_lines *l)
{
	const struct field *f = l->rule[l->rules - 1].layout.fields;

	for (; f < l->field + l->fields; f++)
		if (field_kinds[f->kind].form >= FORM_COUNTED)
			return true;
	return false;
}

static bool
parse_offset(struct layout_lines *l, uint16_t *at)
{
	const char *s = l->column[COLUMN_OFFSET];
	bool behind = *s == '+';
	unsigned long n;

	if (!number(s + behind, FIELD_BEHIND - 1, &n))
		return wrong(l, COLUMN_OFFSET,
		    "offset is not a number up to 32767, or one behind +");
	if (behind && !has_text(l))
		return wrong(l, COLUMN_OFFSET, "no text of its own length stands before this");
	*at = (uint16_t)(n + (behind ? FIELD_BEHIND : 0));
	return true;
}

static bool
parse_kind(struct layout_lines *l, enum kind *kind)
{
	unsigned i;

	for (i = 0; i < FIELD_KINDS; i++) {
		if (strcmp(l->column[COLUMN_KIND], field_kinds[i].name) == 0) {
			*kind = (enum kind)i;
			return true;
		}
	}
	return wrong(l, COLUMN_KIND, "no such kind");
}

/* Whether a label is that of a field, or of a coded field's number (see --to=json). */
static bool
is_taken(const struct field *f, const char *label)
{
	size_t n = strlen(f->label);

	if (strncmp(f->label, label, n) != 0)
		return false;
	return label[n] == '\0' || (f->kind == FIELD_CODE && strcmp(label + n, "_code") == 0);
}

/* Whether the label is free in the section whose lines these are. */
static bool
check_label(struct layout_lines *l, const struct field *new)
{
	const struct field *f = l->rule[l->rules - 1].layout.fields;

	if (strcmp(new->label, "rest") == 0)
		return wrong(l, COLUMN_LABEL, "label is that of bytes without a layout");
	for (; f < l->field + l->fields; f++)
		if (is_taken(f, new->label) || is_taken(new, f->label))
			return wrong(l, COLUMN_LABEL, "label stands in this section already");
	return true;
}

static bool
parse_field(struct layout_lines *l)
{
	struct field f = { .name = l->column[COLUMN_NAME], .label = l->column[COLUMN_LABEL] };
	unsigned long n;

	if (!parse_kind(l, &f.kind) || !parse_offset(l, &f.at))
		return false;
	if (!number(l->column[COLUMN_LENGTH], UINT16_MAX, &n) || n < field_kinds[f.kind].least ||
	    n > field_kinds[f.kind].most)
		return wrong(l, COLUMN_LENGTH, "length is none that the kind can have");
	f.len = (uint16_t)n;
	if (!check_names(l) || !check_label(l, &f))
		return false;
	if ((f.kind == FIELD_CODE) != (l->column[COLUMN_MORE] != NULL))
		return wrong(l, COLUMN_MORE, "kind code, and no other, has codes");
	if (f.kind == FIELD_CODE && !parse_codes(l, &f.codes))
		return false;
	l->field[l->fields++] = f;
	return true;
}

/* Starts a rule. The fields of the one before are ended. */
static bool
add_rule(struct layout_lines *l, const struct layout_rule *new)
{
	bool apart = false;	/* there are lines of another section between */
	const struct layout_rule *rule;
	size_t i;

	for (i = l->rules; i > 0; i--) {
		rule = &l->rule[i - 1];
		if (rule->record != new->record || rule->section != new->section)
			apart = true;
		else if (apart)
			return wrong(l, COLUMN_SECTION,
			    "lines of this section do not stand together");
		else if (rule->begins == new->begins)
			return wrong(l, COLUMN_OFFSET, "section is described twice");
	}
	if (l->rules > 0)
		l->field[l->fields++] = (struct field){ 0 };
	l->rule[l->rules] = *new;
	l->rule[l->rules++].layout.fields = l->field + l->fields;
	return true;
}

static bool
parse_evidence(struct layout_lines *l, enum evidence *evidence)
{
	unsigned i;

	*evidence = EVIDENCE_USER;
	if (l->column[COLUMN_MORE] == NULL)
		return true;
	for (i = 0; i < EVIDENCES; i++) {
		if (strcmp(l->column[COLUMN_MORE], evidence_names[i]) == 0) {
			*evidence = (enum evidence)i;
			return true;
		}
	}
	return wrong(l, COLUMN_MORE, "not user, certain, program or recalled");
}

static bool
parse_section(struct layout_lines *l, struct layout_rule *rule)
{
	const char *begins = l->column[COLUMN_OFFSET];
	char hex[] = "0x0000";
	unsigned long n = 0;

	if (strlen(begins) == 4)
		memcpy(hex + 2, begins, 4);
	if (strcmp(begins, "-") != 0 &&
	    (strlen(begins) != 4 || !number(hex, UINT16_MAX, &n) || n == 0))
		return wrong(l, COLUMN_OFFSET, "what members begin with is not 4 hexadecimal "
		    "digits or -");
	rule->begins = (uint16_t)n;
	if (!number(l->column[COLUMN_LENGTH], UINT16_MAX, &n))
		return wrong(l, COLUMN_LENGTH, "least length is not a number up to 65535");
	rule->least = (uint16_t)n;
	if (!check_names(l) || !parse_evidence(l, &rule->evidence))
		return false;
	rule->layout.name = l->column[COLUMN_NAME];
	rule->layout.label = l->column[COLUMN_LABEL];
	return add_rule(l, rule);
}

static bool
parse_columns(struct layout_lines *l)
{
	struct layout_rule rule = { .layout = { .name = "data", .label = "data" } };
	const struct layout_rule *last;
	unsigned long record, section;

	if (!number(l->column[COLUMN_RECORD], UINT16_MAX, &record))
		return wrong(l, COLUMN_RECORD, "record is not a number up to 65535");
	if (!number(l->column[COLUMN_SECTION], UINT8_MAX, &section) || section == 0)
		return wrong(l, COLUMN_SECTION, "section is not a number from 1 to 255");
	rule.record = (uint16_t)record;
	rule.section = (uint8_t)section;
	if (strcmp(l->column[COLUMN_KIND], "section") == 0)
		return parse_section(l, &rule);

	last = l->rules > 0 ? &l->rule[l->rules - 1] : NULL;
	if ((last == NULL || last->record != record || last->section != section) &&
	    !add_rule(l, &rule))
		return false;
	return parse_field(l);
}

/* Cuts a line at its tabs. */
bool
layout_line(struct layout_lines *l, char *line)
{
	size_t n = 0;

	l->line++;
	if (line[strspn(line, " \t\r")] == '\0' || *line == '#')
		return true;
	line[strcspn(line, "\r")] = '\0';
	memset(l->column, 0, sizeof(l->column));
	do {
		if (n == COLUMNS)
			return wrong(l, COLUMN_MORE, "more columns follow");
		l->column[n++] = line;
		line = strchr(line, '\t');
		if (line != NULL)
			*line++ = '\0';
	} while (line != NULL);
	if (n < COLUMN_MORE)
		return wrong(l, n, "line ends before this");
	if (l->column[COLUMN_MORE] != NULL && *l->column[COLUMN_MORE] == '\0')
		l->column[COLUMN_MORE] = NULL;
	return parse_columns(l);
}

