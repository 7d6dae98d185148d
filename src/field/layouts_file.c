/* layouts_file.c - reads users' layout files */
#include "ztrace/layouts.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ztrace/layout_line.h"

enum {
	FILE_MOST = 1024 * 1024,	/* bytes */
	LINES_MOST = 16384,
	WRONG_MOST = 10			/* messages about a file */
};

/* What was loaded, with the memory it lies in. */
struct loaded {
	struct layouts	 layouts;	/* first: this is what others know */
	char		*text;
	struct layout_rule *rules;
	struct field	*fields;
	struct code	*codes;
};

static int
by_section(const void *a, const void *b)
{
	const struct layout_rule *x = a, *y = b;

	if (x->record != y->record)
		return x->record < y->record ? -1 : 1;
	if (x->section != y->section)
		return x->section < y->section ? -1 : 1;
	return x->begins < y->begins ? -1 : x->begins > y->begins;
}

/* Room for all rows that a text can have. */
static struct loaded *
make_room(struct span text, size_t lines)
{
	struct loaded *to = calloc(1, sizeof(*to));
	size_t i, codes = lines;

	if (to == NULL)
		return NULL;
	for (i = 0; i < text.n; i++)
		codes += text.p[i] == '=';
	to->text = malloc(text.n + 1);
	to->rules = calloc(lines, sizeof(*to->rules));
	to->fields = calloc(2 * lines + 1, sizeof(*to->fields));
	to->codes = calloc(codes, sizeof(*to->codes));
	if (to->text != NULL && to->rules != NULL && to->fields != NULL && to->codes != NULL) {
		if (text.n > 0)
			memcpy(to->text, text.p, text.n);
		to->text[text.n] = '\0';
		return to;
	}
	layouts_free(&to->layouts);
	return NULL;
}

static size_t
count_lines(struct span text)
{
	size_t i, n = 1;

	for (i = 0; i < text.n; i++)
		n += text.p[i] == '\n';
	return n;
}

/* False when something is wrong. */
static bool
parse_lines(struct loaded *to, const char *name, struct diag *d)
{
	struct layout_lines l = {
		.rule = to->rules, .field = to->fields, .code = to->codes, .file = name, .diag = d
	};
	char *line = to->text, *end;

	for (; line != NULL && l.wrong < WRONG_MOST; line = end) {
		end = strchr(line, '\n');
		if (end != NULL)
			*end++ = '\0';
		(void)layout_line(&l, line);
	}
	if (l.rules > 0)
		qsort(to->rules, l.rules, sizeof(*to->rules), by_section);
	to->layouts = (struct layouts){ .rule = to->rules, .rules = l.rules };
	return l.wrong == 0;
}

struct layouts *
layouts_parse(struct span text, const char *name, struct diag *d)
{
	const struct place at = { .file = name };
	size_t lines = count_lines(text);
	struct loaded *to;

	if (text.n > FILE_MOST || lines > LINES_MOST) {
		(void)diag_fail(d, &at, "layout file is larger than 1 MiB or %d lines", LINES_MOST);
		return NULL;
	}
	if (text.n > 0 && memchr(text.p, 0, text.n) != NULL) {
		(void)diag_fail(d, &at, "layout file is not text (it holds a NUL)");
		return NULL;
	}
	to = make_room(text, lines);
	if (to == NULL) {
		(void)diag_memory(d);
		return NULL;
	}
	if (parse_lines(to, name, d))
		return &to->layouts;
	layouts_free(&to->layouts);
	return NULL;
}

struct layouts *
layouts_load(const char *path, struct diag *d)
{
	const struct place at = { .file = path };
	FILE *f = fopen(path, "rb");
	struct layouts *l = NULL;
	struct buf text = { 0 };
	uint8_t *to;

	if (f == NULL) {
		(void)diag_fail(d, &at, "%s", strerror(errno));
		return NULL;
	}
	/* one byte more than is allowed tells that there is more */
	to = buf_room(&text, FILE_MOST + 1);
	if (to == NULL) {
		(void)diag_memory(d);
		goto out;
	}
	text.n = fread(to, 1, FILE_MOST + 1, f);
	if (ferror(f))
		(void)diag_fail(d, &at, "%s", strerror(errno));
	else
		l = layouts_parse(buf_span(&text), path, d);
out:
	fclose(f);
	buf_free(&text);
	return l;
}

void
layouts_free(struct layouts *l)
{
	struct loaded *to = (struct loaded *)l;

	if (to == NULL)
		return;
	free(to->text);
	free(to->rules);
	free(to->fields);
	free(to->codes);
	free(to);
}
