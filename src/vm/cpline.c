/* cpline.c - trace entries as lines: one an entry, or CSV, or their bytes
 *
 *  2005-05-01T22:10:56.825094Z   0 0A00 run user   zero=00000000 text='RUN ' vmdbk=0123F000 ...
 *                             └ ? where the time is a guess
 */
#include "ztrace/cpshow.h"

#include <string.h>

#include "ztrace/ebcdic.h"

enum { NAME = 24, TIME = 27, TRACE_BYTE = 0x70 };

static void
pad(struct buf *b, size_t from, size_t width)
{
	if (b->n - from < width)
		buf_fill(b, ' ', width - (b->n - from));
}

/* The characters of words. */
static void
put_text(struct span s, struct buf *b)
{
	size_t i;

	buf_char(b, '\'');
	for (i = 0; i < s.n; i++)
		buf_char(b, (char)ebcdic_print[s.p[i]]);
	buf_char(b, '\'');
}

static void
put_words(struct span words, unsigned width, size_t from, size_t n, struct buf *b)
{
	size_t i;

	for (i = from; i < from + n; i++) {
		if (i > from)
			buf_char(b, ' ');
		buf_hex(b, span_first(span_from(words, i * width), width));
	}
}

/* Data words, those with names under theirs. */
static void
put_data(const struct cpentry *e, const struct cpname *name, struct buf *b)
{
	size_t i = 0, k = 0, n = cpentry_count(e), count;
	const struct cpword *w;

	while (i < n) {
		buf_char(b, ' ');
		w = name != NULL && k < name->words ? &name->word[k] : NULL;
		if (w == NULL || i < w->first || (size_t)w->first + w->count > n) {
			put_words(e->words, e->width, i++, 1, b);
			continue;
		}
		count = w->count;
		buf_str(b, w->label);
		buf_char(b, '=');
		if (w->text)
			put_text(span_first(span_from(e->words, i * e->width),
			    count * e->width), b);
		else
			put_words(e->words, e->width, i, count, b);
		i += count;
		k++;
	}
}

static void
line_entry(const struct cpshow *s, const struct cpwalk *w, const struct cpname *name,
    struct cpshow_time *time, struct buf *b)
{
	size_t at = b->n;

	(void)s;
	if (w->time.known)
		cpshow_utc(w->time.tod, time, b);
	else
		cpshow_relative(w->time.tod, b);
	pad(b, at, TIME);
	buf_char(b, w->time.guess ? '?' : ' ');
	if (w->cpu < 100)
		buf_char(b, ' ');
	if (w->cpu < 10)
		buf_char(b, ' ');
	buf_uint(b, w->cpu);
	buf_char(b, ' ');
	cpshow_hex(b, w->entry.code, 4);
	buf_char(b, ' ');
	at = b->n;
	buf_str(b, name != NULL ? name->row.meaning : "-");
	if (name != NULL && name->guess)
		buf_char(b, '?');
	pad(b, at, NAME);
	put_data(&w->entry, name, b);
	buf_char(b, '\n');
}

static void
put_csv(const char *s, struct buf *b)
{
	bool quoted = strpbrk(s, ",\"\r\n") != NULL;

	if (quoted)
		buf_char(b, '"');
	for (; *s != '\0'; s++) {
		if (*s == '"')
			buf_char(b, '"');
		buf_char(b, *s);
	}
	if (quoted)
		buf_char(b, '"');
}

static void
csv_entry(const struct cpshow *s, const struct cpwalk *w, const struct cpname *name,
    struct cpshow_time *time, struct buf *b)
{
	const struct cpentry *e = &w->entry;

	(void)s;
	if (w->time.known)
		cpshow_utc(w->time.tod, time, b);
	buf_char(b, ',');
	if (!w->time.known)
		buf_uint(b, w->time.tod >> 12);
	buf_str(b, w->time.guess ? ",1," : ",0,");
	buf_uint(b, w->cpu);
	buf_char(b, ',');
	cpshow_hex(b, e->code, 4);
	buf_char(b, ',');
	if (name != NULL)
		put_csv(name->row.meaning, b);
	buf_str(b, name != NULL && name->guess ? ",1," : ",0,");
	buf_str(b, cpshow_form(e->form));
	buf_char(b, ',');
	put_words(e->words, e->width, 0, cpentry_count(e), b);
	buf_str(b, "\r\n");
}

/*
 * A saved entry gets back the word that was dropped, with as much of the time
 * as it holds: so it can be told from others without its block.
 */
static void
raw_entry(const struct cpshow *s, const struct cpwalk *w, const struct cpname *name,
    struct cpshow_time *time, struct buf *b)
{
	uint8_t word[4] = { 0 };

	(void)s;
	(void)name;
	(void)time;
	if (w->saved) {
		word[0] = (uint8_t)(TRACE_BYTE | (cpentry_count(&w->entry) - 1));
		put_u16(word + 2, (uint16_t)(w->time.tod >> 32));
		buf_put(b, word, sizeof(word));
	}
	buf_put(b, w->entry.raw.p, w->entry.raw.n);
}

const struct cpformat cpformat_entries = {
	.format = { .name = "entries", .help = "one line an entry (default)" },
	.entry = line_entry
};

const struct cpformat cpformat_csv = {
	.format = {
		.name = "csv", .help = "one line an entry, for spreadsheets (RFC 4180)",
		.open = "time,relative_us,guess,cpu,code,name,class_guess,form,words\r\n"
	},
	.entry = csv_entry
};

const struct cpformat cpformat_raw = {
	.format = {
		.name = "raw", .help = "the entries' bytes; saved ones get their first word back"
	},
	.entry = raw_entry,
	.whole = true
};
