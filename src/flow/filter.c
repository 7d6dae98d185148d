/* filter.c - which whole records are written */

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "ztrace/filter.h"
#include "ztrace/tod.h"

enum { IFCIDS = 65536, NEAR = 2, LABEL = 32 };

/* A number of the list at *p, up to IFCIDS - 1. */
static bool
filter_number(const char **p, unsigned long *n)
{
	char *end;

	if (**p < '0' || **p > '9')
		return false;
	*n = strtoul(*p, &end, 10);
	*p = end;
	return *n < IFCIDS;
}

const char *
filter_add_ifcids(void *filter, const char *list)
{
	struct filter *f = filter;
	static const char wrong[] = "not a list of IFCIDs (like 1,3,100-199)";
	unsigned long from, to;

	do {
		if (!filter_number(&list, &from))
			return wrong;
		to = from;
		if (*list == '-') {
			list++;
			if (!filter_number(&list, &to) || to < from)
				return wrong;
		}
		for (; from <= to; from++)
			f->ifcid[from / 8] |= (uint8_t)(1 << from % 8);
	} while (*list++ == ',');
	f->by_ifcid = true;
	return list[-1] == '\0' ? NULL : wrong;
}

const char *
filter_add_ssids(void *filter, const char *list)
{
	struct filter *f = filter;
	size_t n;

	for (;; list += n + 1) {
		n = strcspn(list, ",");
		if (n == 0 || n > 4)
			return "not a list of subsystem IDs (1 to 4 characters each)";
		if (f->ssids == FILTER_SSIDS)
			return "too many subsystem IDs (64 at most)";
		memcpy(f->ssid[f->ssids], list, n);
		f->ssid[f->ssids++][n] = '\0';
		if (list[n] == '\0')
			return NULL;
	}
}

static const char *
filter_time(const char *text, uint64_t *us, bool *by)
{
	*by = tod_parse(text, us);
	return *by ? NULL : "not a time (like 2026-01-31T23:59:00Z)";
}

const char *
filter_set_since(void *filter, const char *time)
{
	struct filter *f = filter;

	return filter_time(time, &f->since, &f->by_since);
}

const char *
filter_set_until(void *filter, const char *time)
{
	struct filter *f = filter;

	return filter_time(time, &f->until, &f->by_until);
}

const char *
filter_add_where(void *filter, const char *condition)
{
	struct filter *f = filter;
	const char *equals = strchr(condition, '=');

	if (equals == NULL || equals == condition)
		return "not FIELD=PATTERN";
	if (f->wheres == FILTER_WHERES)
		return "too many conditions (32 at most)";
	f->where[f->wheres++] = (struct filter_where){
		.field = condition, .n = (size_t)(equals - condition), .glob = equals + 1
	};
	return NULL;
}

/* Letters to change, add or leave out to make one word of the other; NEAR + 1 for many. */
static size_t
filter_distance(const char *a, size_t an, const char *b, size_t bn)
{
	size_t row[LABEL + 1], i, j, corner, up;

	if (an > LABEL || bn > LABEL)
		return NEAR + 1;
	for (j = 0; j <= bn; j++)
		row[j] = j;
	for (i = 1; i <= an; i++) {
		corner = row[0];
		row[0] = i;
		for (j = 1; j <= bn; j++) {
			up = row[j];
			row[j] = corner + (a[i - 1] != b[j - 1]);
			if (up + 1 < row[j])
				row[j] = up + 1;
			if (row[j - 1] + 1 < row[j])
				row[j] = row[j - 1] + 1;
			corner = up;
		}
	}
	return row[bn];
}

/* Near in spelling, or one a part of the other. */
static bool
filter_near(const struct filter_where *w, const char *label)
{
	char field[LABEL + 1];

	if (w->n > LABEL)
		return false;
	memcpy(field, w->field, w->n);
	field[w->n] = '\0';
	return filter_distance(field, w->n, label, strlen(label)) <= NEAR ||
	    strstr(label, field) != NULL || strstr(field, label) != NULL;
}

/* Whether a field of this label is in one of the layouts before number `i`. */
static bool
filter_listed(const struct layout *const *layouts, size_t i, const char *label)
{
	while (i-- > 0)
		if (layout_find(layouts[i], label) != NULL)
			return true;
	return false;
}

/* Labels, each once: those that are near, or all; `lead` in front of the first. False: none is. */
static bool
filter_suggest(const struct filter_where *w, const struct layout *const *layouts,
    bool all, const char *lead, struct buf *words)
{
	const struct field *f;
	const char *sep = lead;
	size_t i;

	for (i = 0; layouts[i] != NULL; i++) {
		for (f = layouts[i]->fields; f->name != NULL; f++) {
			if ((!all && !filter_near(w, f->label)) ||
			    filter_listed(layouts, i, f->label))
				continue;
			buf_printf(words, "%s%s", sep, f->label);
			sep = ", ";
		}
	}
	return sep != lead;
}

/* Whether it is the label of a field. */
static bool
filter_known(const struct filter_where *w, const struct layout *const *layouts)
{
	const struct field *f;
	size_t i;

	for (i = 0; layouts[i] != NULL; i++)
		for (f = layouts[i]->fields; f->name != NULL; f++)
			if (strlen(f->label) == w->n && memcmp(f->label, w->field, w->n) == 0)
				return true;
	return false;
}

bool
filter_check(const struct filter *f, const struct layout *const *layouts, struct buf *words)
{
	const struct filter_where *w;

	for (w = f->where; w < f->where + f->wheres; w++) {
		if (filter_known(w, layouts))
			continue;
		buf_printf(words, "no header field is called %.*s", (int)w->n, w->field);
		if (!filter_suggest(w, layouts, false, "; near it are ", words))
			(void)filter_suggest(w, layouts, true, "; there are ", words);
		return false;
	}
	return true;
}

/* Whether a coded value, "name (number)", fits a pattern by its name or its number alone. */
static bool
filter_code_fits(const char *glob, char *text)
{
	char *open = strrchr(text, '(');

	if (open == NULL)
		return false;
	open[-1] = '\0';
	open[strlen(open) - 1] = '\0';
	return fnmatch(glob, text, 0) == 0 || fnmatch(glob, open + 1, 0) == 0;
}

static bool
filter_where_fits(const struct filter_where *w, const struct event *ev,
    const struct codepage *cp, struct buf *text)
{
	char label[LABEL + 1];
	const struct field *field;
	struct span bytes;

	if (w->n > LABEL)
		return false;
	memcpy(label, w->field, w->n);
	label[w->n] = '\0';
	field = event_field(ev, label, &bytes);
	if (field == NULL)
		return false;
	buf_clear(text);
	field_text(field, bytes, cp, text);
	return buf_char(text, '\0') && (fnmatch(w->glob, (char *)text->p, 0) == 0 ||
	    (field->kind == FIELD_CODE && filter_code_fits(w->glob, (char *)text->p)));
}

static bool
filter_ssid_fits(const struct filter *f, const struct event *ev, const struct codepage *cp,
    struct buf *text)
{
	const struct field *field;
	struct span bytes;
	size_t i;

	field = event_field(ev, "ssid", &bytes);
	if (field == NULL)
		return false;
	buf_clear(text);
	field_text(field, bytes, cp, text);
	if (!buf_char(text, '\0'))
		return false;
	for (i = 0; i < f->ssids; i++)
		if (strcmp(f->ssid[i], (const char *)text->p) == 0)
			return true;
	return false;
}

static bool
filter_time_fits(const struct filter *f, const struct event *ev)
{
	uint64_t us = tod_us(ev->tod);

	return ev->timed && (!f->by_since || us >= f->since) && (!f->by_until || us < f->until);
}

bool
filter_all(const struct filter *f)
{
	return !f->by_ifcid && f->ssids == 0 && !f->by_since && !f->by_until && f->wheres == 0;
}

enum account
filter_account(const struct filter *f, const struct event *ev, const struct codepage *cp,
    struct buf *text)
{
	size_t i;

	if (f->by_ifcid && (ev->segments == 0 ||
	    (f->ifcid[ev->ifcid / 8] >> ev->ifcid % 8 & 1) == 0))
		return FILTERED_IFCID;
	if (f->ssids > 0 && !filter_ssid_fits(f, ev, cp, text))
		return FILTERED_SSID;
	if ((f->by_since || f->by_until) && !filter_time_fits(f, ev))
		return FILTERED_TIME;
	for (i = 0; i < f->wheres; i++)
		if (!filter_where_fits(&f->where[i], ev, cp, text))
			return FILTERED_WHERE;
	return ACCOUNTS;
}
