/* cpprint_line.c - one line of a hexadecimal print, of whatever kind */
#include "ztrace/cpprint.h"

#include <string.h>

#include "ztrace/hex.h"

enum {
	WORD = 4,
	LEAST = 16,			/* bytes of a line that does not go on from another; */
	LEAST_MARKED = 8,		/* with a colon */
	ADDRESS_LEAST = 5, DIGITS_MOST = 16,
	OFFSET_LEAST = 4, OFFSET_WORD = 8,	/* digits; 8 are as many as a word has */
	OFFSET_TOP = 24,		/* bits that such an offset fits in */
	TOKENS = 40
};

/* Digits in a row. */
struct token {
	size_t		at, n;		/* where they begin in the line, and how many */
	size_t		gap;		/* blanks in front */
	bool		split;		/* a _ stands behind the first 8 */
	uint64_t	value;		/* of the last 16 */
};

/* A line as its tokens, up to what is none. */
struct tokens {
	struct token	token[TOKENS];
	size_t		n;
	bool		colon, plus;	/* behind the first, before the second */
	bool		all;		/* nothing else is in the line */
};

static bool
blank(uint8_t c)
{
	return c == ' ' || c == '\t' || c == 0xa0;
}

/* Reads digits at *at; long ones may have _ among them. False when it is another thing. */
static bool
token_read(struct span s, size_t *at, struct token *t)
{
	uint8_t d;

	*t = (struct token){ .at = *at };
	while (*at < s.n && blank(s.p[*at])) {
		t->gap++;
		(*at)++;
	}
	for (t->at = *at; *at < s.n; (*at)++) {
		d = hex_value[s.p[*at]];
		if (d > 15 && !(s.p[*at] == '_' && t->n == OFFSET_WORD))
			break;
		if (d < 16) {
			t->value = t->value << 4 | d;
			t->n++;
		} else {
			t->split = true;
		}
	}
	return t->n > 0;
}

/* Where the digits begin: behind a control character, or a letter that names a kind of address. */
static size_t
first_column(struct span s)
{
	uint8_t c = span_u8(s, 0);

	if (c > 'F' && c <= 'Z')
		return 1;
	return c != '\0' && strchr("01+-", c) != NULL && blank(span_u8(s, 1)) ? 1 : 0;
}

static void
tokens_read(struct span s, struct tokens *t)
{
	size_t at = first_column(s), from;

	*t = (struct tokens){ 0 };
	while (t->n < TOKENS) {
		from = at;
		if (t->n == 1) {
			t->colon = span_u8(s, at) == ':';
			at += t->colon;
			while (blank(span_u8(s, at)))
				at++;
			t->plus = span_u8(s, at) == '+';
			at = t->plus ? at + 1 : at;
			if (!t->plus)
				at = from + t->colon;
		}
		if (!token_read(s, &at, &t->token[t->n]))
			break;
		/* digits that something is glued to are text */
		if (at < s.n && !blank(s.p[at]) && !(t->n == 0 && (s.p[at] == ':' ||
		    s.p[at] == '+')))
			break;
		t->n++;
	}
	while (at < s.n && blank(s.p[at]))
		at++;
	t->all = at >= s.n;
}

/* Bytes of tokens of one size from the first on; a last one may be shorter. */
static void
read_groups(struct span s, const struct tokens *t, size_t first, bool gaps, struct cpshown *shown)
{
	const struct token *k;
	size_t i, j, size = t->token[first].n, at;

	for (i = first; i < t->n; i++) {
		k = &t->token[i];
		if (k->n > size || k->n % 2 != 0 || shown->n + k->n / 2 > LISTING_WIDTH)
			return;
		/* a wider gap is in front of text, or in the middle of 16 bytes */
		if (!gaps && i > first && k->gap > 1 &&
		    !(size == 2 && shown->n == 8 && k->gap == 2))
			return;
		for (j = 0; j < k->n; j += 2) {
			at = k->at + j + (k->split && j >= OFFSET_WORD);
			shown->data[shown->n++] = (uint8_t)(hex_value[s.p[at]] << 4 |
			    hex_value[s.p[at + 1]]);
		}
		if (k->n < size)
			return;
	}
}

/* Tokens of 8 digits in a row. */
static size_t
words(const struct tokens *t, size_t from)
{
	size_t n = 0;

	while (from + n < t->n && t->token[from + n].n == OFFSET_WORD)
		n++;
	return n;
}

/* Whether the second token is an offset, not a word. */
static bool
second_offset(const struct tokens *t, const struct cpshown *last)
{
	const struct token *k = &t->token[1];
	size_t n = words(t, 1);

	if (t->n < 3)
		return false;
	if (t->plus || (k->n >= OFFSET_LEAST && k->n < OFFSET_WORD))
		return true;
	if (k->n != OFFSET_WORD || k->value >> OFFSET_TOP != 0)
		return false;
	if (last->paired && last->addressed)
		return k->value == last->offset + last->n || k->value == 0;
	return n == LEAST / WORD + 1 || n == LISTING_WIDTH / WORD + 1;
}

/* An address, perhaps an offset, and words or doublewords. */
static void
read_memory(struct span s, const struct tokens *t, const struct cpshown *last,
    struct cpshown *shown)
{
	const struct token *k = t->token;
	size_t first = 1;

	if (k[0].n < ADDRESS_LEAST || k[0].n > DIGITS_MOST || t->n < 2)
		return;
	shown->addressed = true;
	shown->paired = second_offset(t, last);
	if (shown->paired) {
		shown->offset = k[1].value;
		first = 2;
	}
	if (k[first].n == 2 * WORD || k[first].n == 4 * WORD)
		read_groups(s, t, first, true, shown);
}

/* What is read here: other prints are those of listing.h. */
static void
read_own(struct span s, const struct tokens *t, const struct cpshown *last,
    struct cpshown *shown)
{
	const struct token *k = t->token;
	size_t size = t->n > 1 ? k[1].n : 0;

	shown->bare = t->n == 1 && t->all && (last->bare || k[0].n > DIGITS_MOST);
	if (t->n == 0 || (t->n == 1 && !shown->bare))
		return;
	shown->at = k[0].value;
	shown->marked = t->colon;
	if (shown->bare) {
		shown->at = last->at + last->n;
		shown->addressed = last->addressed;
		read_groups(s, t, 0, false, shown);
	} else if (t->colon) {
		read_groups(s, t, 1, false, shown);
	} else if (t->plus) {
		read_memory(s, t, last, shown);
	} else if (size == 2 && t->n > 2 && k[0].n >= OFFSET_LEAST) {
		read_groups(s, t, 1, false, shown);
	} else if (size == 4 && t->n > 2 && k[2].n == 4 && k[0].n >= OFFSET_LEAST) {
		shown->swapped = true;
	} else {
		read_memory(s, t, last, shown);
	}
}

static bool
says_same(struct span s)
{
	static const char words[] = "SAME AS ABOVE";
	struct span part;
	size_t at;

	if (s.n == 1 && s.p[0] == '*')
		return true;
	for (at = 0; span_cut(s, at, sizeof(words) - 1, &part); at++)
		if (memcmp(part.p, words, part.n) == 0)
			return true;
	return false;
}

bool
cpprint_follows(const struct cpshown *last, const struct cpshown *s, uint64_t *gap)
{
	uint64_t next = last->at + last->n, next_offset = last->offset + last->n;

	*gap = 0;
	if (s->addressed != last->addressed)
		return false;
	/* the address can be that of all lines' beginning */
	if (s->paired && last->paired && s->at == last->at) {
		*gap = s->offset > next_offset ? s->offset - next_offset : 0;
		return s->offset == next_offset;
	}
	*gap = s->at > next ? s->at - next : 0;
	return s->at == next;
}

void
cpprint_line(struct span text, const struct cpshown *last, struct cpshown *shown)
{
	struct listing_line line = { .kind = LISTING_NOISE };
	struct tokens t;
	uint64_t gap;

	*shown = (struct cpshown){ 0 };
	tokens_read(text, &t);
	if (t.n == 0 || t.token[0].n < OFFSET_WORD)
		listing_line_read(text, (size_t)(last->at + last->n), LISTING_MOST, &line);
	if (line.kind == LISTING_BYTES && line.unknown == 0 && line.n >= WORD) {
		shown->at = line.offset;
		shown->n = line.n;
		memcpy(shown->data, line.data, line.n);
		return;
	}
	shown->same = says_same(text);
	if (shown->same)
		return;
	read_own(text, &t, last, shown);
	if (shown->n < (shown->marked ? LEAST_MARKED : LEAST) &&
	    !(last->n > 0 && cpprint_follows(last, shown, &gap)))
		shown->n = 0;
}
