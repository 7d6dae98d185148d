/* le_line.c - takes one line of a printed trace table apart */
#include "ztrace/le_line.h"

#include <stdbool.h>
#include <string.h>

#include "ztrace/le_digits.h"
#include "ztrace/le_entry.h"
#include "ztrace/tod.h"

enum {
	DATE = 10, TIME = 15,	/* characters */
	DIGITS_LEAST = 6, DIGITS_MOST = 8,	/* of a displacement */
	WORD = 4
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

/* Exactly n hexadecimal digits, with blanks before them. */
static bool
take_digits(struct reader *r, size_t n, uint64_t *value)
{
	size_t i;
	uint8_t digit;

	skip_blanks(r);
	if (r->s.n - r->at < n)
		return false;
	for (*value = 0, i = 0; i < n; i++) {
		digit = le_digit[r->s.p[r->at + i]];
		if (digit == LE_NO_DIGIT)
			return false;
		*value = *value << 4 | digit;
	}
	if (r->at + n < r->s.n && le_digit[r->s.p[r->at + n]] != LE_NO_DIGIT)
		return false;
	r->at += n;
	return true;
}

/* A number of decimal digits; false where there are others. */
static bool
number(const uint8_t *p, size_t n, unsigned *value)
{
	for (*value = 0; n > 0; n--, p++) {
		if (*p < '0' || *p > '9')
			return false;
		*value = *value * 10 + (unsigned)(*p - '0');
	}
	return true;
}

uint64_t
le_date_us(const uint8_t date[DATE])
{
	char text[DATE + 1];
	unsigned year;
	uint64_t us;

	memcpy(text, date, DATE);
	text[DATE] = '\0';
	if (text[4] != '.' || text[7] != '.' || !number(date, 4, &year) ||
	    year < 1972 || year > 2113)
		return 0;
	text[4] = text[7] = '-';
	return tod_parse(text, &us) ? us : 0;
}

uint64_t
le_time_us(const uint8_t time[TIME])
{
	unsigned hour, minute, second, us;

	if (!number(time, 2, &hour) || !number(time + 3, 2, &minute) ||
	    !number(time + 6, 2, &second) || !number(time + 9, 6, &us) ||
	    time[2] != '.' || time[5] != '.' || time[8] != '.' || hour > 23 ||
	    minute > 59 || second > 59)
		return UINT64_MAX;
	return ((hour * 60 + minute) * (uint64_t)60 + second) * 1000000 + us;
}

/*
 * Text of n characters, with blanks before it; empty when the line ends first.
 */
static struct span
take_text(struct reader *r, size_t n)
{
	struct span text;

	skip_blanks(r);
	if (span_cut(r->s, r->at, n, &text))
		r->at += n;
	return text;
}

static void
read_head(struct reader r, struct le_line *line)
{
	struct span time, date;
	uint64_t thread, day, us;

	line->kind = LE_LINE_HEAD;
	time = take_text(&r, TIME);
	if (take_word(&r, "Date")) {
		date = take_text(&r, DATE);
		day = date.n == DATE ? le_date_us(date.p) : 0;
		us = time.n == TIME ? le_time_us(time.p) : UINT64_MAX;
		if (day != 0 && us != UINT64_MAX) {
			put_u64(line->data, (day + us) << 12);
			line->have |= 3;
		}
	}
	if (take_word(&r, "Thread ID...") && take_digits(&r, 16, &thread)) {
		put_u64(line->data + 8, thread);
		line->have |= 12;
	}
}

static void
read_member(struct reader r, struct le_line *line)
{
	uint64_t member, flags, type;

	line->kind = LE_LINE_MEMBER;
	if (take_digits(&r, 2, &member) && take_word(&r, "Flags.....") &&
	    take_digits(&r, 6, &flags)) {
		put_u32(line->data, (uint32_t)(member << 24 | flags));
		line->have |= 1;
	}
	if (take_word(&r, "Entry Type.....") && take_digits(&r, 8, &type)) {
		put_u32(line->data + WORD, (uint32_t)type);
		line->have |= 2;
	}
}

/*
 * The words of a row up to the first thing that is none; what stands behind
 * them is not needed.
 */
static void
read_words(struct reader r, struct le_line *line)
{
	unsigned i, words = le_row_bytes[line->row] / WORD;
	uint64_t word;

	for (i = 0; i < words && take_digits(&r, 2 * WORD, &word); i++) {
		put_u32(line->data + i * WORD, (uint32_t)word);
		line->have |= (uint32_t)1 << i;
	}
	if (i > 0)
		line->kind = LE_LINE_AREA;
}

/*
 * A displacement behind blanks and perhaps one control character; *r then
 * stands behind it.
 */
static bool
take_displacement(struct reader *r, uint32_t *displacement)
{
	uint64_t value;
	size_t n;

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
		if (!take_digits(r, n, &value))
			continue;
		*displacement = (uint32_t)value;
		return r->at < r->s.n && blank(r->s.p[r->at]);
	}
	return false;
}

static void
read_row(struct reader r, uint32_t displacement, struct le_line *line)
{
	uint32_t at = displacement % LE_SIZE;

	line->displacement = displacement - at;
	for (line->row = 0; line->row < LE_ROWS; line->row++)
		if (le_row_at[line->row] == at)
			break;
	if (line->row == LE_ROWS)
		return;
	if (line->row == 0 && take_word(&r, "Time"))
		read_head(r, line);
	else if (line->row == 1 && take_word(&r, "Member ID...."))
		read_member(r, line);
	else if (line->row > 1)
		read_words(r, line);
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
