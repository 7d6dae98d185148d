/* le_line.c - takes one line of a printed trace table apart */
#include "ztrace/hex.h"
#include "ztrace/le_line.h"

#include <stdbool.h>
#include <string.h>

#include "ztrace/le_clock.h"
#include "ztrace/le_entry.h"

enum {
	DIGITS_LEAST = 6, DIGITS_MOST = 8,	/* of a displacement */
	WORD = 4,
	BODY_BLANKS = 4,	/* between displacement and first word */
	BLANK_MOST = 2		/* bytes of one blank */
};

const uint8_t le_row_at[LE_ROWS] = { 0x00, 0x10, 0x18, 0x38, 0x58, 0x78 };
const uint8_t le_row_bytes[LE_ROWS] = { 16, 8, 32, 32, 32, 8 };

/* The line, and how far it has been read. */
struct reader {
	struct span	s;
	size_t		at;
};

/*
 * A blank, also one that does not break, in Latin-1 and UTF-8: copies of web
 * pages have them.
 */
static bool
blank(uint8_t c)
{
	return c == ' ' || c == '\t' || c == 0xa0 || c == 0xc2;
}

static void
skip_blanks(struct reader *r)
{
	while (r->at < r->s.n && blank(r->s.p[r->at]))
		r->at++;
}

/* Steps over words with blanks before them, if they stand here. */
static bool
take_word(struct reader *r, const char *word)
{
	struct reader at = *r;

	for (skip_blanks(&at); *word != '\0'; word++) {
		if (at.at >= at.s.n || (*word == ' ' ? !blank(at.s.p[at.at]) :
		    at.s.p[at.at] != (uint8_t)*word))
			return false;
		at.at++;
		if (*word == ' ')
			skip_blanks(&at);
	}
	*r = at;
	return true;
}

/* Whether a blank stands there, or the line ends. */
static bool
blank_at(const struct reader *r, size_t at)
{
	return at >= r->s.n || blank(r->s.p[at]);
}

/* n hexadecimal digits that stand here, and nothing glued to them. */
static bool
take_number(struct reader *r, size_t n, uint64_t *value)
{
	size_t i;
	uint8_t digit;

	if (r->s.n - r->at < n || !blank_at(r, r->at + n))
		return false;
	for (*value = 0, i = 0; i < n; i++) {
		digit = hex_value[r->s.p[r->at + i]];
		if (digit > 15)
			return false;
		*value = *value << 4 | digit;
	}
	r->at += n;
	return true;
}

/* The same, with blanks before them. */
static bool
take_digits(struct reader *r, size_t n, uint64_t *value)
{
	struct reader at = *r;

	skip_blanks(&at);
	if (at.at == r->at || !take_number(&at, n, value))
		return false;
	*r = at;
	return true;
}

/* Whether the words stand anywhere in the line; *r then stands behind them. */
static bool
find_words(struct reader *r, const char *words)
{
	size_t n = strlen(words);
	struct span s;
	const uint8_t *p;

	for (s = r->s; s.n >= n; s = span_from(s, (size_t)(p - s.p) + 1)) {
		p = memchr(s.p, words[0], s.n - n + 1);
		if (p == NULL)
			return false;
		if (memcmp(p, words, n) != 0)
			continue;
		r->at = (size_t)(p - r->s.p) + n;
		return true;
	}
	return false;
}

/*
 * A word, and n digits behind it that are not far away. What stands before the
 * word may be spoilt.
 */
static bool
take_value(struct reader *r, const char *word, size_t n, uint64_t *value)
{
	struct reader at = *r;
	size_t behind;

	if (!take_word(&at, word) && !find_words(&at, word))
		return false;
	behind = at.at;
	if (!take_digits(&at, n, value) || at.at - n - behind > BLANK_MOST)
		return false;
	*r = at;
	return true;
}

/* Whether only blanks are left. */
static bool
line_ends(struct reader r)
{
	skip_blanks(&r);
	return r.at == r.s.n;
}

/*
 * Text of n characters, with blanks around it; empty when it is not so long.
 */
static struct span
take_text(struct reader *r, size_t n)
{
	struct span text;

	skip_blanks(r);
	if (!blank_at(r, r->at + n) || !span_cut(r->s, r->at, n, &text))
		return (struct span){ 0 };
	r->at += n;
	return text;
}

static void
read_head(struct reader r, struct le_line *line)
{
	struct span time, date;
	uint64_t thread, day, us;

	line->kind = LE_LINE_HEAD;
	time = take_text(&r, LE_TIME);
	if (take_word(&r, "Date")) {
		date = take_text(&r, LE_DATE);
		day = date.n == LE_DATE ? le_date_us(date.p) : 0;
		us = time.n == LE_TIME ? le_time_us(time.p) : UINT64_MAX;
		if (day != 0 && us != UINT64_MAX) {
			put_u64(line->data, (day + us) << 12);
			line->have |= 3;
		}
	}
	if (take_value(&r, "Thread ID...", 16, &thread) && line_ends(r)) {
		put_u64(line->data + 8, thread);
		line->have |= 12;
	}
}

static void
read_member(struct reader r, struct le_line *line)
{
	static const char last[] = "Entry Type.....";
	uint64_t member, flags, type;
	struct reader at;

	line->kind = LE_LINE_MEMBER;
	if (take_value(&r, "Member ID....", 2, &member) &&
	    take_value(&r, "Flags.....", 6, &flags) &&
	    (at = r, take_word(&at, last))) {
		put_u32(line->data, (uint32_t)(member << 24 | flags));
		line->have |= 1;
	}
	if (take_value(&r, last, 8, &type) && line_ends(r)) {
		put_u32(line->data + WORD, (uint32_t)type);
		line->have |= 2;
	}
}

/* Where the words of a row begin, and its text: counted from the first. */
static const uint8_t columns[] = { 0, 9, 18, 27, 37, 46, 55, 64 };
enum { TEXT_COLUMN = 74 };

/* Whether what is left of a row is text in its column, or nothing. */
static bool
text_stands(struct reader r, size_t first)
{
	skip_blanks(&r);
	return r.at >= r.s.n || r.at >= first + TEXT_COLUMN;
}

/*
 * Whether a word can stand there: blanks, or digits of which one may be odd; or
 * what n digits are left of it where the line is cut.
 */
static bool
word_stands(const struct reader *r, size_t at, size_t n)
{
	size_t i, blanks = 0, digits = 0;

	for (i = at; i < at + n; i++) {
		blanks += blank(r->s.p[i]);
		digits += hex_value[r->s.p[i]] < 16;
	}
	return blanks == n || digits == n ||
	    (n == 2 * WORD && blanks == 0 && digits == n - 1);
}

/*
 * The words of a row in which one is odd, or that is cut. Which is which, only
 * the columns tell: where anything else stands beside its own, a word or a part
 * of the line may be lost before it, and nothing is believed.
 */
static void
read_columns(struct reader r, size_t first, struct le_line *line)
{
	unsigned i, words = le_row_bytes[line->row] / WORD, odd = 0;
	bool straight = true;
	uint64_t word;
	size_t n;

	for (i = 0; straight && i < words; i++) {
		r.at = first + columns[i];
		if (r.at >= r.s.n)
			break;
		n = span_first(span_from(r.s, r.at), 2 * WORD).n;
		straight = blank(r.s.p[r.at - 1]) && blank_at(&r, r.at + n) &&
		    word_stands(&r, r.at, n);
		if (take_number(&r, 2 * WORD, &word)) {
			put_u32(line->data + i * WORD, (uint32_t)word);
			line->have |= (uint32_t)1 << i;
		} else {
			odd++;
			r.at += n;
		}
	}
	if (straight && odd <= 1 && text_stands(r, first))
		return;
	line->have = 0;
	memset(line->data, 0, sizeof(line->data));
}

/*
 * The words of a row, with one blank or two of any kind between them. Text that follows them
 * sooner than it should has lost what stood before it.
 */
static void
read_words(struct reader r, struct le_line *line)
{
	unsigned i, words = le_row_bytes[line->row] / WORD;
	bool straight = true;
	struct reader at = r;
	size_t first, end;
	uint64_t word;

	skip_blanks(&at);
	first = at.at;
	for (i = 0, at.at = r.at; i < words; i++) {
		end = at.at;
		if (!take_digits(&at, 2 * WORD, &word) || (i > 0 &&
		    at.at - 2 * WORD - end > 2 * BLANK_MOST))
			break;
		put_u32(line->data + i * WORD, (uint32_t)word);
		straight = straight && at.at == first + columns[i] + 2 * WORD;
	}
	if (i == 0 && (first != r.at + BODY_BLANKS || first == r.s.n))
		return;
	line->kind = LE_LINE_AREA;
	if (i == words && (!straight || words < LE_ROW_MOST / WORD ||
	    text_stands(at, first))) {
		line->have = ((uint32_t)1 << i) - 1;
		return;
	}
	memset(line->data, 0, sizeof(line->data));
	if (first == r.at + BODY_BLANKS && i < words)
		read_columns(r, first, line);
	if (i == 0 && line->have == 0)
		line->kind = LE_LINE_NOISE;
}

/*
 * A displacement behind blanks and perhaps one control character, or the mark
 * that files in UTF-8 may begin with; *r then stands behind it.
 */
static bool
take_displacement(struct reader *r, uint32_t *displacement)
{
	static const uint8_t mark[] = { 0xef, 0xbb, 0xbf };
	uint64_t value;
	size_t n;

	if (r->s.n > sizeof(mark) && memcmp(r->s.p, mark, sizeof(mark)) == 0)
		r->s = span_from(r->s, sizeof(mark));
	skip_blanks(r);
	if (r->at == 0 && r->s.n > 1 && (r->s.p[0] != '+' ||
	    blank(r->s.p[1]))) {
		r->at = 1;
		skip_blanks(r);
	}
	if (r->at >= r->s.n || r->s.p[r->at] != '+')
		return false;
	r->at++;
	if (r->at >= r->s.n || blank(r->s.p[r->at]))
		return false;
	for (n = DIGITS_LEAST; n <= DIGITS_MOST; n++) {
		if (!take_number(r, n, &value))
			continue;
		*displacement = (uint32_t)value;
		return r->at < r->s.n && blank(r->s.p[r->at]);
	}
	return false;
}

static void
read_row(struct reader r, uint32_t displacement, struct le_line *line)
{
	uint32_t place = displacement % LE_SIZE;
	struct reader at = r;

	line->displacement = displacement - place;
	for (line->row = 0; line->row < LE_ROWS; line->row++)
		if (le_row_at[line->row] == place)
			break;
	if (line->row == LE_ROWS)
		return;
	if (line->row == 0 && take_word(&r, "Time"))
		read_head(r, line);
	else if (line->row == 1 && take_word(&at, "Member ID...."))
		read_member(r, line);
	else if (line->row > 1)
		read_words(r, line);
}

/* What ends a table, besides the heading of another one. */
static bool
read_end(struct reader r)
{
	return find_words(&r, "Additional Language Specific Information:") ||
	    find_words(&r, "CEE3845I") || find_words(&r, "CEE3846I");
}

void
le_line_read(struct span text, struct le_line *line)
{
	struct reader r = { .s = text };
	uint32_t displacement;
	uint64_t recent;

	*line = (struct le_line){ .kind = LE_LINE_NOISE };
	if (take_displacement(&r, &displacement)) {
		read_row(r, displacement, line);
		return;
	}
	r.at = 0;
	if (find_words(&r, "Language Environment Trace Table:")) {
		line->kind = LE_LINE_TABLE;
	} else if (find_words(&r, "recent trace entry is at displacement:")) {
		line->kind = LE_LINE_RECENT;
		line->displacement = take_digits(&r, 6, &recent) ||
		    take_digits(&r, 8, &recent) ? (uint32_t)recent : LE_NOWHERE;
	} else if (read_end(r)) {
		line->kind = LE_LINE_END;
	}
}
