/* diag.c - says what was found and where, and counts repeats
 *
 *     tape1.het: record 17 at 0x1a40: last segment without a first (SSOP 0000001A)
 *     file       place                sentence
 *                                     └ kind: up to the bracket
 */
#include "ztrace/diag.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

/*
 * A line is made on the stack, because memory may be what ran out. A longer one
 * (a file name may have 4096 bytes) is cut and ends in dots.
 */
enum { LINE = 6144 };

struct line {
	size_t	 n;		/* in use, always less than LINE */
	char	 text[LINE];
};

static void
line_vformat(struct line *, const char *, va_list)
    __attribute__((format(printf, 2, 0)));
static void
line_format(struct line *, const char *, ...)
    __attribute__((format(printf, 2, 3)));

static void
line_clear(struct line *l)
{
	l->n = 0;
	l->text[0] = '\0';
}

static void
line_vformat(struct line *l, const char *format, va_list args)
{
	size_t room = LINE - l->n;
	int n = vsnprintf(l->text + l->n, room, format, args);

	if (n < 0)
		return;
	if ((size_t)n < room) {
		l->n += (size_t)n;
		return;
	}
	memcpy(l->text + LINE - 4, "...", 4);
	l->n = LINE - 1;
}

static void
line_format(struct line *l, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	line_vformat(l, format, args);
	va_end(args);
}

/* Bytes at s that a terminal would obey: C0, DEL, and C1 as UTF-8 has it. */
static size_t
control_at(const char *s)
{
	unsigned char c = (unsigned char)s[0], next;

	if (c < 0x20 || c == 0x7f)
		return 1;
	if (c != 0xc2)
		return 0;
	next = (unsigned char)s[1];
	return next >= 0x80 && next < 0xa0 ? 2 : 0;
}

/* Hands the line to the user, with control characters as \xHH. */
static void
line_print(const struct line *l, const struct diag *d)
{
	const char *s = l->text;
	struct line out;
	size_t n;

	if (d->print == NULL)
		return;
	line_clear(&out);
	while (*s != '\0') {
		n = control_at(s);
		if (n == 0)
			line_format(&out, "%c", *s++);
		for (; n > 0; n--)
			line_format(&out, "\\x%02X", (unsigned char)*s++);
	}
	d->print(d->to, out.text);
}

static void
line_start(struct line *l, const struct diag *d)
{
	line_clear(l);
	if (d->program != NULL)
		line_format(l, "%s: ", d->program);
}

static void
line_place(struct line *l, const struct place *at)
{
	const char *gap = "";

	if (at == NULL)
		return;
	if (at->number != 0) {
		line_format(l, "record %" PRIu64, at->number);
		gap = " at ";
	}
	if (at->line != 0)
		line_format(l, "%sline %" PRIu64, gap, at->line);
	else if (at->known)
		line_format(l, "%s0x%" PRIx64, *gap ? gap : "at ", at->offset);
	if (at->number != 0 || at->line != 0 || at->known)
		line_format(l, ": ");
}

/* Length of the kind of a sentence. */
static size_t
kind_length(const char *sentence)
{
	const char *end = strstr(sentence, " (");

	return end != NULL ? (size_t)(end - sentence) : strlen(sentence);
}

static struct diag_kind *
kind_find(struct diag *d, const char *sentence)
{
	size_t n = kind_length(sentence);
	struct diag_kind *k;

	for (k = d->kind; k < d->kind + d->kinds; k++)
		if (kind_length(k->sentence) == n &&
		    strncmp(k->sentence, sentence, n) == 0)
			return k;
	if (d->kinds == DIAG_KINDS)
		return NULL;
	d->kinds++;
	*k = (struct diag_kind){ .sentence = sentence };
	return k;
}

/* Counts a message. True when it is to be printed too. */
static bool
admit(struct diag *d, enum diag_level level, const char *sentence)
{
	struct diag_kind *k;

	d->count[level]++;
	if (level < d->least)
		return false;
	if (level == DIAG_FAIL)
		return true;
	k = kind_find(d, sentence);
	return k == NULL || ++k->said <= DIAG_REPEATS;
}

static void
say(struct diag *, enum diag_level, const struct place *, const char *, va_list)
    __attribute__((format(printf, 4, 0)));

static void
say(struct diag *d, enum diag_level level, const struct place *at,
    const char *sentence, va_list args)
{
	const char *file = at != NULL && at->file != NULL ? at->file : d->file;
	struct line l;

	if (d->lock != NULL)
		(void)pthread_mutex_lock(d->lock);
	if (admit(d, level, sentence)) {
		line_start(&l, d);
		if (file != NULL && *file != '\0')
			line_format(&l, "%s: ", file);
		line_place(&l, at);
		line_vformat(&l, sentence, args);
		line_print(&l, d);
	}
	if (d->lock != NULL)
		(void)pthread_mutex_unlock(d->lock);
}

enum rc
diag_fail(struct diag *d, const struct place *at, const char *sentence, ...)
{
	va_list args;

	va_start(args, sentence);
	say(d, DIAG_FAIL, at, sentence, args);
	va_end(args);
	return RC_FAIL;
}

enum rc
diag_damage(struct diag *d, const struct place *at, const char *sentence, ...)
{
	va_list args;

	va_start(args, sentence);
	say(d, DIAG_DAMAGE, at, sentence, args);
	va_end(args);
	return RC_SKIP;
}

enum rc
diag_warn(struct diag *d, const struct place *at, const char *sentence, ...)
{
	va_list args;

	va_start(args, sentence);
	say(d, DIAG_WARN, at, sentence, args);
	va_end(args);
	return RC_OK;
}

enum rc
diag_note(struct diag *d, const struct place *at, const char *sentence, ...)
{
	va_list args;

	va_start(args, sentence);
	say(d, DIAG_NOTE, at, sentence, args);
	va_end(args);
	return RC_OK;
}

enum rc
diag_memory(struct diag *d)
{
	static const struct place nowhere = { .file = "" };

	return diag_fail(d, &nowhere, "out of memory");
}

/* The kind of a sentence, with dots where the format has its directives. */
static void
line_kind(struct line *l, const char *sentence)
{
	const char *s, *end = sentence + kind_length(sentence);

	for (s = sentence; s < end; s++) {
		if (*s != '%') {
			line_format(l, "%c", *s);
		} else if (s[1] == '%') {
			line_format(l, "%%");
			s++;
		} else {
			line_format(l, "...");
			s += strcspn(s, "diouxXcsp");
		}
	}
}

void
diag_sum(struct diag *d)
{
	struct diag_kind *k;
	struct line l;

	for (k = d->kind; k < d->kind + d->kinds; k++) {
		if (k->said <= DIAG_REPEATS)
			continue;
		line_start(&l, d);
		line_kind(&l, k->sentence);
		line_format(&l, ": %" PRIu64 " more", k->said - DIAG_REPEATS);
		line_print(&l, d);
		k->said = DIAG_REPEATS;
	}
}

int
diag_status(const struct diag *d)
{
	if (d->count[DIAG_FAIL] != 0)
		return 1;
	return d->count[DIAG_DAMAGE] != 0 ? 2 : 0;
}
