/* listing_line.c - takes one line of a hexadecimal print apart
 *
 *   1-7      8-10   11-18    20-27     30-37    39-46    50-57 59-66   69-76 78-85     89-122
 *   000020          E2E2D6D7 00000001  000000A0 00980001 ...                           *text*
 *  └ control character
 *
 * The columns are those of the Db2 documentation ("GTF writer header section",
 * figures). Copies of a print lose blanks, gain letters and change case: what
 * is not in these columns is read word by word.
 */
#include <stdbool.h>
#include <string.h>	/* memchr */

#include "ztrace/listing.h"

enum {
	WORD = 4,			/* bytes in a group of digits */
	WORDS = LISTING_WIDTH / WORD,
	OFFSET_LEAST = 4, OFFSET_USUAL = 6,	/* digits */
	ADDRESS = 8
};

enum { NO_DIGIT = 0x80, UNKNOWN = 0x40 };

/* The value of a hexadecimal digit, UNKNOWN for x, NO_DIGIT for all others. */
static const uint8_t digits[256] = {
#define NO4 NO_DIGIT, NO_DIGIT, NO_DIGIT, NO_DIGIT
#define NO16 NO4, NO4, NO4, NO4
	NO16, NO16, NO16,
	0, 1, 2, 3, 4, 5, 6, 7, 8, 9, NO_DIGIT, NO_DIGIT, NO4,
	NO_DIGIT, 10, 11, 12, 13, 14, 15, NO_DIGIT, NO4, NO4,
	NO4, NO4, UNKNOWN, NO_DIGIT, NO_DIGIT, NO_DIGIT, NO4,
	NO_DIGIT, 10, 11, 12, 13, 14, 15, NO_DIGIT, NO4, NO4,
	NO4, NO4, UNKNOWN, NO_DIGIT, NO_DIGIT, NO_DIGIT, NO4,
	NO16, NO16, NO16, NO16, NO16, NO16, NO16, NO16
#undef NO16
#undef NO4
};

/*
 * Where the words begin, counted from the offset; and the blanks between them
 * but for the one right before each word.
 */
static const uint8_t word_columns[WORDS] = { 9, 18, 28, 37, 48, 57, 67, 76 };
static const uint8_t blank_columns[] = { 6, 7, 26, 45, 46, 65 };

enum {
	FULL_COLUMNS = 84,		/* from the offset to the last word's end */
	FULL_LINE = 1024		/* bytes of a line, with its end, that is looked at */
};

/* Reads a byte; gives back all bits of its digits' values. */
static inline uint8_t
read_byte(const uint8_t *from, uint8_t *to)
{
	uint8_t high = digits[from[0]], low = digits[from[1]];

	*to = (uint8_t)(high << 4 | low);
	return high | low;
}

static inline uint8_t
read_word(const uint8_t *from, uint8_t *to)
{
	return read_byte(from, to) | read_byte(from + 2, to + 1) |
	    read_byte(from + 4, to + 2) | read_byte(from + 6, to + 3);
}

/* The column behind the nth byte. */
static size_t
columns_of(size_t n)
{
	return n == 0 ? 0 : word_columns[(n - 1) / WORD] + 2 * ((n - 1) % WORD + 1);
}

/*
 * The offset and n bytes, 1 to LISTING_WIDTH, each in its column; nothing
 * behind them is looked at. False when they do not all stand there; data may
 * then hold anything.
 */
static bool
read_columns(struct span s, size_t n, size_t *offset, uint8_t data[LISTING_WIDTH])
{
	size_t end = columns_of(n), i, k;
	uint8_t gap = 0, odd = 0;
	const uint8_t *from;

	if (s.n < end)
		return false;
	for (i = 0; i < sizeof(blank_columns) && blank_columns[i] < end; i++)
		gap |= s.p[blank_columns[i]] ^ ' ';
	*offset = 0;
	for (i = 0; i < OFFSET_USUAL; i++) {
		odd |= digits[s.p[i]];
		*offset = *offset << 4 | (digits[s.p[i]] & 15);
	}
	for (i = 0; i < n; i += WORD) {
		from = s.p + word_columns[i / WORD];
		gap |= from[-1] ^ ' ';
		if (n - i >= WORD)
			odd |= read_word(from, data + i);
		else
			for (k = 0; i + k < n; k++)
				odd |= read_byte(from + 2 * k, data + i + k);
	}
	return gap == 0 && (odd & (NO_DIGIT | UNKNOWN)) == 0 && *offset <= LISTING_MOST;
}

size_t
listing_line_next(struct span s, size_t next, size_t n, uint8_t data[LISTING_WIDTH])
{
	size_t control = span_u8(s, 0) == ' ', offset;
	struct span tail = span_first(span_from(s, control + columns_of(n)), FULL_LINE);
	const uint8_t *end;

	/* less than a word might be a second offset */
	if (n < WORD)
		return 0;
	/* most often there is no text column, and the line ends here */
	end = span_u8(tail, 0) == '\n' ? tail.p : tail.n == 0 ? NULL :
	    memchr(tail.p, '\n', tail.n);
	if (end == NULL || memchr(tail.p, '\f', (size_t)(end - tail.p)) != NULL)
		return 0;
	if (!read_columns(span_from(s, control), n, &offset, data) || offset != next)
		return 0;
	return (size_t)(end + 1 - s.p);
}

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
		digit = digits[s.p[t.at + t.n]];
		if (digit == NO_DIGIT)
			break;
		t.unknown += digit == UNKNOWN;
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
		high = digits[s.p[t->at + 2 * i]];
		low = digits[s.p[t->at + 2 * i + 1]];
		if ((high ^ low) & UNKNOWN)
			return 0;
		if (high == UNKNOWN) {
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
	size_t control = text.n > FULL_COLUMNS && text.p[0] == ' ';

	line->unknown = 0;
	if (read_columns(span_from(text, control), LISTING_WIDTH, &line->offset,
	    line->data)) {
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
