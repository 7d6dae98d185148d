/* listing_line.c - takes one line of a hexadecimal print apart, word by word
 *
 * Copies of a print lose blanks, gain letters and change case: what is not in
 * the columns of listing_columns.c is read here.
 */
#include <stdbool.h>

#include "ztrace/hex.h"
#include "ztrace/listing.h"

enum {
	WORD = 4,			/* bytes in a group of digits */
	OFFSET_LEAST = 4, OFFSET_USUAL = 6,	/* digits */
	ADDRESS = 8
};

/* A run of characters without blanks, as digits. */
struct token {
	size_t	 at;		/* where it begins */
	size_t	 n;		/* digits in front, x among them */
	size_t	 unknown;	/* of them, x */
	uint64_t value;
};

/* A blank, also one that does not break, in Latin-1 and UTF-8: copies of web pages have them. */
static bool
blank_at(struct span s, size_t at)
{
	return at >= s.n || s.p[at] == ' ' || s.p[at] == '\t' || s.p[at] == 0xa0 ||
	    (s.p[at] == 0xc2 && span_u8(s, at + 1) == 0xa0);
}

/* Reads the digits behind the blanks at `at`; of too many, one more than ever fits. */
static struct token
token_read(struct span s, size_t at)
{
	struct token t = { .at = at };
	uint8_t digit;

	while (t.at < s.n && blank_at(s, t.at))
		t.at++;
	while (t.at + t.n < s.n && t.n <= ADDRESS + 1) {
		digit = hex_value[s.p[t.at + t.n]];
		if (digit == HEX_NONE)
			break;
		t.unknown += digit == HEX_UNKNOWN;
		t.value = t.value << 4 | (digit & 15);
		t.n++;
	}
	return t;
}

/* Whether it is 2, 4, 6 or 8 digits: the bytes of a group. */
static bool
token_group(const struct token *t)
{
	return t->n >= 2 && t->n <= 2 * WORD && t->n % 2 == 0;
}

static bool
text_same(struct span s, size_t at)
{
	static const char words[] = "SAME AS ABOVE";

	s = span_first(span_from(s, at), sizeof(words) - 1);
	return span_equal(s, span_of(words, sizeof(words) - 1));
}

/*
 * Bytes of the control character in the first column, 0 when there is none:
 * no digit or letter, or 0 or 1 alone, and not the * that a text column has
 * around it. One that a code page turned into something else, or a byte order
 * mark, can have up to 3.
 */
static size_t
control_length(struct span s)
{
	uint8_t c = span_u8(s, 0), letter = c | 0x20;
	size_t n;

	if (c == '0' || c == '1')
		return blank_at(s, 1);
	if (blank_at(s, 0) || c == '*' || (c >= '2' && c <= '9') ||
	    (letter >= 'a' && letter <= 'z'))
		return 0;
	for (n = 1; n < 3 && span_u8(s, n) >= 0x80; n++)
		;
	return n;
}

/*
 * Whether a number of 6 digits behind the first one is a second offset, not
 * the last bytes of a record: then a whole word follows, or what is left.
 */
static bool
offset_second(struct span s, const struct token *t, size_t left)
{
	struct token word = token_read(s, t->at + t->n);

	if (t->n != OFFSET_USUAL || t->unknown != 0 || !blank_at(s, t->at + t->n))
		return false;
	return text_same(s, word.at) || word.n / 2 >= (left < WORD ? left : WORD);
}

/* Finds the offset, and where the bytes begin. A control character may stand right before it. */
static bool
read_offset(struct span s, size_t next, size_t left, struct token *offset, size_t *from)
{
	struct token second, *which;

	*offset = token_read(s, control_length(s));
	if (offset->n < OFFSET_LEAST || offset->n > ADDRESS + 1 || offset->unknown != 0 ||
	    !blank_at(s, offset->at + offset->n))
		return false;
	if (offset->at == 0 && s.p[0] == '1' && offset->n > OFFSET_LEAST)
		offset->value &= ((uint64_t)1 << 4 * (offset->n - 1)) - 1;

	second = token_read(s, offset->at + offset->n);
	which = offset->n == ADDRESS ? &second : offset;
	*from = second.at;
	if (offset_second(s, &second, which->value == next ? left : WORD)) {
		*from = token_read(s, second.at + second.n).at;
		*offset = *which;
	}
	return offset->value <= LISTING_MOST;
}

/* One group of digits; the number of bytes it gave, at most `most`, 0 when it is none. */
static size_t
read_group(struct span s, const struct token *t, size_t most, struct listing_line *line)
{
	size_t i, n = t->n / 2 < WORD ? t->n / 2 : WORD, unknown = 0;
	uint8_t high, low;

	if (n >= most)
		n = most;	/* the record ends here: no matter what is glued to it */
	else if (!token_group(t))
		return 0;
	for (i = 0; i < n; i++) {
		high = hex_value[s.p[t->at + 2 * i]];
		low = hex_value[s.p[t->at + 2 * i + 1]];
		if ((high ^ low) & HEX_UNKNOWN)
			return 0;
		if (high == HEX_UNKNOWN) {
			unknown++;
			high = low = 0;
		}
		line->data[line->n + i] = (uint8_t)(high << 4 | low);
	}
	line->n += n;
	line->unknown += unknown;
	return n;
}

/* What a record's first word says of its length; LISTING_WIDTH where it is no RDW. */
static size_t
most_first(const struct listing_line *line)
{
	struct span word = span_of(line->data, WORD);
	size_t n = span_u16(word, 0);

	return span_u16(word, 2) == 0 && n >= WORD && n < LISTING_WIDTH ? n : LISTING_WIDTH;
}

static void
read_words(struct span s, size_t next, size_t left, struct listing_line *line)
{
	size_t from, n, most = LISTING_WIDTH;
	struct token t;

	if (!read_offset(s, next, left, &t, &from))
		return;
	line->offset = (size_t)t.value;
	if (text_same(s, from)) {
		line->kind = LISTING_SAME;
		return;
	}
	if (line->offset == next && left < most)
		most = left;
	do {
		t = token_read(s, from);
		n = read_group(s, &t, most - line->n, line);
		from = t.at + t.n;
		if (line->offset == 0 && line->n == WORD)
			most = most_first(line);
	} while (n == WORD && line->n < most);
	if (line->n > 0)
		line->kind = LISTING_BYTES;
}

void
listing_line_read(struct span text, size_t next, size_t left, struct listing_line *line)
{
	line->unknown = 0;
	if (listing_columns(text, &line->offset, line->data)) {
		line->kind = LISTING_BYTES;
		line->n = LISTING_WIDTH;
	} else {
		line->kind = LISTING_NOISE;
		line->offset = line->n = 0;
		read_words(text, next, left, line);
	}
	if (line->offset == next && line->n > left)
		line->n = left;
}
