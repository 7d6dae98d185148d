/* le_block.c - a printed entry that stands just as the one before it did */
#include "ztrace/le_block.h"

#include <stdbool.h>
#include <string.h>

/* Columns of what the rows hold, counted from the + before the displacement. */
enum {
	DIGITS = 6,
	BODY = 7,			/* behind the displacement */
	TIME = 16, DATE = 40, THREAD = 67, HEAD_END = 83,
	MEMBER = 25, FLAGS = 42, TYPE = 68, MEMBER_END = 76,
	WORDS = 11, AREA_LEAST = 18, AREA_END = 83	/* the last word may end here at most */
};

static const char head[] = "    Time ", date[] = "    Date ", thread[] = "    Thread ID... ";
static const char member[] = "    Member ID.... ", flags[] = "    Flags..... ",
    type[] = "    Entry Type..... ";

/* Where the words of a row begin, and the blanks between them. */
static const uint8_t word_columns[] = { 11, 20, 29, 38, 48, 57, 66, 75 };

/* Number of hex digits at p; what is none shows in *odd. */
static uint64_t
digits_read(const uint8_t *p, unsigned n, uint8_t *odd)
{
	uint64_t value = 0;
	uint8_t digit;

	for (; n > 0; n--, p++) {
		digit = le_digit[*p];
		*odd |= digit;
		value = value << 4 | (digit & 15);
	}
	return value;
}

/* A word of 8 digits. Most are blanks or zeros, which need not be looked at one by one. */
static void
word_read(const uint8_t *p, uint8_t *to, uint8_t *odd)
{
	uint8_t high, low;
	unsigned k;

	if (memcmp(p, "40404040", 8) == 0) {
		memset(to, 0x40, 4);
		return;
	}
	if (memcmp(p, "00000000", 8) == 0) {
		memset(to, 0, 4);
		return;
	}
	for (k = 0; k < 4; k++) {
		high = le_digit[p[2 * k]];
		low = le_digit[p[2 * k + 1]];
		*odd |= high | low;
		to[k] = (uint8_t)(high << 4 | low);
	}
}

/* n words, each with a blank before it. */
static void
words_read(const uint8_t *plus, unsigned n, uint8_t *to, uint8_t *odd)
{
	const uint8_t *p;
	uint8_t bad = 0;
	unsigned i;

	for (i = 0; i < n; i++) {
		p = plus + word_columns[i];
		bad |= p[-1] ^ ' ';
		word_read(p, to + 4 * i, odd);
	}
	for (p = plus + BODY; p < plus + WORDS - 1; p++)
		bad |= *p ^ ' ';
	if (n > 4)
		bad |= plus[46] ^ ' ';
	if (bad != 0 || le_digit[plus[word_columns[n - 1] + 8]] != LE_NO_DIGIT)
		*odd |= LE_NO_DIGIT;
}

#define SAME(p, text) (memcmp((p), (text), sizeof(text) - 1) == 0)

/* Time, date and thread. */
static bool
head_read(struct le_block *b, const uint8_t *plus, uint8_t *to, uint8_t *odd)
{
	uint64_t us;

	if (!SAME(plus + BODY, head) || !SAME(plus + TIME + 15, date) ||
	    !SAME(plus + DATE + 10, thread))
		return false;
	if (memcmp(b->date, plus + DATE, sizeof(b->date)) != 0) {
		memcpy(b->date, plus + DATE, sizeof(b->date));
		b->midnight = le_date_us(b->date);
	}
	us = le_time_us(plus + TIME);
	if (us == UINT64_MAX || b->midnight == 0 || le_digit[plus[HEAD_END]] != LE_NO_DIGIT)
		return false;
	put_u64(to, (b->midnight + us) << 12);
	put_u64(to + 8, digits_read(plus + THREAD, 16, odd));
	return true;
}

static bool
member_read(const uint8_t *plus, uint8_t *to, uint8_t *odd)
{
	if (!SAME(plus + BODY, member) || !SAME(plus + MEMBER + 2, flags) ||
	    !SAME(plus + FLAGS + 6, type) || le_digit[plus[MEMBER_END]] != LE_NO_DIGIT)
		return false;
	put_u32(to, (uint32_t)(digits_read(plus + MEMBER, 2, odd) << 24 |
	    digits_read(plus + FLAGS, 6, odd)));
	put_u32(to + 4, (uint32_t)digits_read(plus + TYPE, 8, odd));
	return true;
}

/* Where what is alike in all blocks begins again, behind the digits of a row. */
static size_t
digits_end(unsigned row)
{
	return row == 0 ? HEAD_END : row == 1 ? MEMBER_END : 0;
}

/* The block at p, which has all its bytes, by the places that are kept. */
static bool
block_alike(struct le_block *b, const uint8_t *p, uint32_t *displacement, uint8_t *record)
{
	uint32_t base = 0, at;
	size_t from = 0;
	uint8_t odd = 0;
	unsigned row;

	for (row = 0; row < LE_ROWS; row++) {
		if (memcmp(p + from, b->seen + from, b->plus[row] + 1 - from) != 0)
			return false;
		p += b->plus[row];
		at = (uint32_t)digits_read(p + 1, DIGITS, &odd);
		if (row == 0)
			base = at;
		if (at != base + le_row_at[row])
			return false;
		if (row == 0 ? !head_read(b, p, record, &odd) :
		    row == 1 && !member_read(p, record + le_row_at[1], &odd))
			return false;
		if (row > 1)
			words_read(p, le_row_bytes[row] / 4, record + le_row_at[row], &odd);
		p -= b->plus[row];
		/* behind the words the text column stands, which is not looked at */
		from = row > 1 ? b->end[row] : b->plus[row] + digits_end(row);
	}
	if ((odd & LE_NO_DIGIT) != 0 || base % LE_SIZE != 0 || p[b->n - 1] != '\n' ||
	    (*displacement != LE_NOWHERE && *displacement != base))
		return false;
	*displacement = base;
	return true;
}

/* Cuts a line off; false when it does not end in s. */
static bool
line_cut(struct span s, size_t from, size_t *end)
{
	const uint8_t *p = from < s.n ? memchr(s.p + from, '\n', s.n - from) : NULL;

	if (p != NULL)
		*end = (size_t)(p - s.p);
	return p != NULL;
}

static bool
line_blank(const uint8_t *p, const uint8_t *end)
{
	while (p < end && (*p == ' ' || *p == '\r'))
		p++;
	return p == end;
}

/* Whether a row of this number stands here, in the usual columns. */
static bool
row_stands(struct span s, size_t from, size_t end, unsigned row, size_t *plus)
{
	size_t least = row == 0 ? HEAD_END : row == 1 ? MEMBER_END :
	    row < LE_ROWS - 1 ? AREA_END : WORDS + AREA_LEAST;

	for (*plus = from; *plus < end && s.p[*plus] == ' '; ++*plus)
		;
	return *plus < end && s.p[*plus] == '+' && end - *plus >= least;
}

/* Finds the places of a block; false when this is none. */
static bool
block_places(struct le_block *b, struct span s)
{
	size_t from = 0, end;
	unsigned row;

	b->n = b->gap = b->lines = 0;
	s = span_first(s, LE_BLOCK_MOST);
	for (row = 0; row < LE_ROWS; from = end + 1) {
		if (!line_cut(s, from, &end))
			return false;
		b->lines++;
		if (row == 0 && line_blank(s.p + from, s.p + end)) {
			b->gap = end + 1;
			continue;
		}
		if (!row_stands(s, from, end, row, &b->plus[row]))
			return false;
		b->end[row++] = end;
	}
	b->n = from;
	memcpy(b->seen, s.p, from);
	return true;
}

size_t
le_block_read(struct le_block *b, struct span s, uint32_t *displacement, uint8_t record[LE_RECORD])
{
	if (b->n > 0 && s.n >= b->n && block_alike(b, s.p, displacement, record))
		return b->n;
	if (block_places(b, s) && block_alike(b, s.p, displacement, record))
		return b->n;
	b->n = 0;
	return 0;
}
