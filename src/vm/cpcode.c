/* cpcode.c - what trace codes mean
 *
 *  code <tab> meaning <tab> words <tab> source <tab> certainty
 */
#include "ztrace/cpcode.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ztrace/hex.h"

enum {
	COLUMNS = 5,
	FILE_MOST = 4 * 1024 * 1024,	/* bytes of a user's list */
	ROWS_MOST = 65534,
	CODES = 65536,
	WORD_FIRST = 0x0C		/* offset of the first data word */
};

struct cpcodes {
	struct buf	 text;		/* of the user's file, with NULs for tabs and ends */
	struct cpname	*name;		/* owned */
	size_t		 n, cap;
	uint16_t	 index[CODES];	/* place in name, from 1; 0: none */
};

/* Four digits; x where the mask may have zeros. */
static bool
read_code(const char *text, bool wild, uint16_t *code, uint16_t *mask)
{
	uint8_t d;
	int i;

	*code = *mask = 0;
	for (i = 0; i < 4; i++) {
		d = hex_value[(uint8_t)text[i]];
		if (d > 15 && !(wild && d == HEX_UNKNOWN))
			return false;
		*code = (uint16_t)(*code << 4 | (d > 15 ? 0 : d));
		*mask = (uint16_t)(*mask << 4 | (d > 15 ? 0 : 15));
	}
	return true;
}

bool
cpcode_range(const char *text, size_t n, uint16_t *low, uint16_t *high, uint16_t *mask)
{
	uint16_t all;

	if (n == 4 && read_code(text, true, low, mask)) {
		*high = *low;
		return true;
	}
	return n == 9 && text[4] == '-' && read_code(text, false, low, mask) &&
	    read_code(text + 5, false, high, &all) && *low <= *high;
}

/* How many codes fit. */
static uint32_t
name_width(const struct cpname *n)
{
	uint32_t width = (uint32_t)n->high - n->low + 1;
	unsigned bit;

	for (bit = 0; bit < 16; bit++)
		if ((n->mask >> bit & 1) == 0)
			width *= 2;
	return width;
}

/* An offset of a data word: two digits. */
static bool
read_offset(const char *s, unsigned *at)
{
	uint8_t high = hex_value[(uint8_t)s[0]];
	uint8_t low = high > 15 ? HEX_NONE : hex_value[(uint8_t)s[1]];

	if (low > 15)
		return false;
	*at = high * 16u + low;
	return *at >= WORD_FIRST && *at < WORD_FIRST + 4 * CPCODE_WORDS;
}

/* "18-1F psw": false when it is something else, which is then only a remark. */
static bool
read_word(const char *s, size_t n, struct cpword *w)
{
	unsigned first, last;
	size_t i, used = 0;

	if (n < 4 || !read_offset(s, &first))
		return false;
	last = first;
	s += 2;
	n -= 2;
	if (*s == '-') {
		if (n < 5 || !read_offset(s + 1, &last) || last < first)
			return false;
		s += 3;
		n -= 3;
	}
	if (*s != ' ')
		return false;
	*w = (struct cpword){ .first = (uint8_t)((first - WORD_FIRST) / 4) };
	w->count = (uint8_t)((last - WORD_FIRST) / 4 - w->first + 1);
	for (i = 1; i < n && used + 1 < CPCODE_LABEL; i++)
		w->label[used++] = s[i] > ' ' && s[i] <= '~' && s[i] != '=' && s[i] != '"' &&
		    s[i] != '\\' ? s[i] : '_';
	w->text = strncmp(w->label, "text", 4) == 0 && (w->label[4] == '\0' || w->label[4] == '_');
	return used > 0;
}

static void
read_words(const char *s, struct cpname *name)
{
	struct cpword w;
	size_t n;

	for (;;) {
		s += strspn(s, " ");
		n = strcspn(s, ";");
		if (name->words < CPCODE_WORDS && read_word(s, n, &w) &&
		    (name->words == 0 || w.first >= name->word[name->words - 1].first +
		    name->word[name->words - 1].count))
			name->word[name->words++] = w;
		if (s[n] == '\0')
			return;
		s += n + 1;
	}
}

/* Adds a row, and lets it count where no narrower one does. RC_SKIP: it is none. */
static enum rc
codes_add(struct cpcodes *c, const struct cpcode *row)
{
	size_t cap = c->cap == 0 ? 64 : 2 * c->cap;
	struct cpname *name, *more;
	uint32_t code, width;

	if (c->n == c->cap) {
		more = realloc(c->name, cap * sizeof(*c->name));
		if (more == NULL)
			return RC_FAIL;
		c->name = more;
		c->cap = cap;
	}
	name = &c->name[c->n];
	*name = (struct cpname){ .row = *row };
	if (c->n == ROWS_MOST || !cpcode_range(row->code, strlen(row->code), &name->low,
	    &name->high, &name->mask))
		return RC_SKIP;
	name->guess = strncmp(row->certainty, "guess", 5) == 0 ||
	    strncmp(row->certainty, "inferred", 8) == 0;
	read_words(row->words, name);
	width = name_width(name);
	c->n++;
	for (code = name->low; code <= (name->high | (uint16_t)~name->mask); code++)
		if (cpcode_fits((uint16_t)code, name->low, name->high, name->mask) &&
		    (c->index[code] == 0 || name_width(&c->name[c->index[code] - 1]) >= width))
			c->index[code] = (uint16_t)c->n;
	return RC_OK;
}

/* Reads all of a file, and puts a NUL behind it. */
static enum rc
codes_load(struct cpcodes *c, const char *file, struct diag *d)
{
	const struct place at = { .file = file };
	FILE *f = fopen(file, "rb");
	enum rc rc = RC_OK;
	uint8_t *to;
	size_t n;

	if (f == NULL)
		return diag_fail(d, &at, "cannot open: %s", strerror(errno));
	do {
		to = buf_room(&c->text, BUFSIZ);
		n = to != NULL ? fread(to, 1, BUFSIZ, f) : 0;
		c->text.n += n;
	} while (n > 0 && c->text.n <= FILE_MOST);
	buf_char(&c->text, '\0');
	if (ferror(f))
		rc = diag_fail(d, &at, "cannot read: %s", strerror(errno));
	else if (c->text.failed)
		rc = diag_memory(d);
	else if (c->text.n > FILE_MOST)
		rc = diag_fail(d, &at, "list of codes is too long");
	(void)fclose(f);
	return rc;
}

/* A line cut into columns in place; those that are not there are empty. */
static void
read_row(char *line, struct cpcode *row)
{
	const char *column[COLUMNS] = { "", "", "", "", "" };
	size_t i;

	for (i = 0; i < COLUMNS && line != NULL; i++) {
		column[i] = line;
		line = strchr(line, '\t');
		if (line != NULL)
			*line++ = '\0';
	}
	*row = (struct cpcode){ column[0], column[1], column[2], column[3], column[4] };
}

static enum rc
codes_user(struct cpcodes *c, const char *file, struct diag *d)
{
	struct place at = { .file = file };
	char *line, *end;
	struct cpcode row;
	enum rc rc;

	if (codes_load(c, file, d) == RC_FAIL)
		return RC_FAIL;
	for (line = (char *)c->text.p; line != NULL; line = end) {
		at.line++;
		end = strchr(line, '\n');
		if (end != NULL)
			*end++ = '\0';
		line[strcspn(line, "\r")] = '\0';
		if (*line == '#' || *line == '\0' || strncmp(line, "code\t", 5) == 0)
			continue;
		read_row(line, &row);
		rc = *row.meaning == '\0' ? RC_SKIP : codes_add(c, &row);
		if (rc == RC_FAIL)
			return diag_memory(d);
		if (rc == RC_SKIP)
			return diag_fail(d, &at, "no row of a list of codes (code, meaning, "
			    "words, source, certainty; tabs between them)");
	}
	return RC_OK;
}

struct cpcodes *
cpcodes_open(const char *file, struct diag *d)
{
	struct cpcodes *c = calloc(1, sizeof(*c));
	size_t i;

	for (i = 0; c != NULL && i < cpcodes_built_in_count; i++)
		if (codes_add(c, &cpcodes_built_in[i]) == RC_FAIL) {
			cpcodes_close(c);
			c = NULL;
		}
	if (c == NULL) {
		(void)diag_memory(d);
		return NULL;
	}
	if (file != NULL && codes_user(c, file, d) == RC_FAIL) {
		cpcodes_close(c);
		return NULL;
	}
	return c;
}

void
cpcodes_close(struct cpcodes *c)
{
	if (c == NULL)
		return;
	buf_free(&c->text);
	free(c->name);
	free(c);
}

const struct cpname *
cpcodes_find(const struct cpcodes *c, uint16_t code)
{
	return c->index[code] > 0 ? &c->name[c->index[code] - 1] : NULL;
}

void
cpcodes_print(const struct cpcodes *c, struct buf *b)
{
	const struct cpcode *row;
	size_t i;

	buf_str(b, "code\tmeaning\twords\tsource\tcertainty\n");
	for (i = 0; i < c->n; i++) {
		row = &c->name[i].row;
		buf_printf(b, "%s\t%s\t%s\t%s\t%s\n", row->code, row->meaning, row->words,
		    row->source, row->certainty);
	}
}
