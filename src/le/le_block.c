/* le_block.c - a printed entry that stands just as the one before it did */
#include "ztrace/le_block.h"

#include <stdbool.h>
#include <string.h>

#include "ztrace/le_digits.h"

/* Columns of what the rows hold, counted from the + before the displacement. */
enum {
	DIGITS = 6,
	BODY = 7,			/* behind the displacement */
	TIME = 16, DATE = 40, THREAD = 67, HEAD_END = 83,
	MEMBER = 25, FLAGS = 42, TYPE = 68, MEMBER_END = 76,
	WORDS = 11, AREA_LEAST = 18, AREA_END = 83	/* two words; eight end here */
};

static const char head[] = "    Time ", date[] = "    Date ",
    thread[] = "    Thread ID... ";
static const char member[] = "    Member ID.... ", flags[] = "    Flags..... ",
    type[] = "    Entry Type..... ";

/* Where the words of a row begin, and the blanks between them. */
static const uint8_t word_columns[] = { 11, 20, 29, 38, 48, 57, 66, 75 };

/*
 * Up to 8 digits at p; what is none shows in *odd. Bytes behind them are looked
 * at, but do not count.
 */
static uint32_t
digits_read(const uint8_t *p, unsigned n, uint64_t *odd)
{
	unsigned rest = 8 * (8 - n);
	uint64_t zeros = rest > 0 ? LE_EACH('0') >> (64 - rest) : 0;
	uint64_t x = rest > 0 ? (le_bytes(p) >> rest << rest) | zeros :
	    le_bytes(p);

	return le_digits_ascii(x, odd) >> rest / 2;
}

/* A word of 8 digits. Most are blanks or zeros, which need no closer look. */
static inline void
word_read(const uint8_t *p, uint8_t *to, uint64_t *odd)
{
	if (memcmp(p, "40404040", 8) == 0)
		memset(to, 0x40, 4);
	else if (memcmp(p, "00000000", 8) == 0)
		memset(to, 0, 4);
	else
		put_u32(to, le_digits_ascii(le_bytes(p), odd));
}

/* Whether a row of eight words is nothing but blanks, or zeros. */
static inline bool
row_empty(const uint8_t *plus, uint8_t *to)
{
	static const char blanks[] = "    40404040 40404040 40404040 40404040"
	    "  40404040 40404040 40404040 40404040 ";
	static const char zeros[] = "    00000000 00000000 00000000 00000000"
	    "  00000000 00000000 00000000 00000000 ";

	if (memcmp(plus + BODY, blanks, sizeof(blanks) - 1) == 0)
		memset(to, 0x40, 32);
	else if (memcmp(plus + BODY, zeros, sizeof(zeros) - 1) == 0)
		memset(to, 0, 32);
	else
		return false;
	return true;
}

/* n words, each with a blank before it. */
static void
words_read(const uint8_t *plus, unsigned n, uint8_t *to, uint64_t *odd)
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
		*odd |= 1;
}

#define SAME(p, text) (memcmp((p), (text), sizeof(text) - 1) == 0)

/* Time, date and thread. */
static bool
head_read(struct le_block *b, const uint8_t *plus, uint8_t *to, uint64_t *odd)
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
	if (us == UINT64_MAX || b->midnight == 0 ||
	    le_digit[plus[HEAD_END]] != LE_NO_DIGIT)
		return false;
	put_u64(to, (b->midnight + us) << 12);
	put_u32(to + 8, digits_read(plus + THREAD, 8, odd));
	put_u32(to + 12, digits_read(plus + THREAD + 8, 8, odd));
	return true;
}

static bool
member_read(const uint8_t *plus, uint8_t *to, uint64_t *odd)
{
	if (!SAME(plus + BODY, member) || !SAME(plus + MEMBER + 2, flags) ||
	    !SAME(plus + FLAGS + 6, type) ||
	    le_digit[plus[MEMBER_END]] != LE_NO_DIGIT)
		return false;
	put_u32(to, digits_read(plus + MEMBER, 2, odd) << 24 |
	    digits_read(plus + FLAGS, 6, odd));
	put_u32(to + 4, digits_read(plus + TYPE, 8, odd));
	return true;
}

/*
 * Where what is alike in all blocks begins again, behind the digits of a row.
 */
static size_t
digits_end(unsigned row)
{
	return row == 0 ? HEAD_END : row == 1 ? MEMBER_END : 0;
}

/*
 * Whether n bytes are alike; a few, so that calling memcmp would be most of the
 * work.
 */
static inline bool
bytes_alike(const uint8_t *p, const uint8_t *seen, size_t n)
{
	uint8_t odd = 0;

	for (; n >= 8; n -= 8, p += 8, seen += 8)
		if (le_bytes(p) != le_bytes(seen))
			return false;
	for (; n > 0; n--)
		odd |= *p++ ^ *seen++;
	return odd == 0;
}

/*
 * Whether the displacement of a row is that of row 0, at p, and what the row
 * adds to it.
 */
static inline bool
row_follows(const uint8_t *p, const uint8_t *plus, unsigned row, uint32_t base)
{
	static const char low[2][LE_ROWS][3] = {
		{ "00", "10", "18", "38", "58", "78" }, { "80", "90", "98", "B8", "D8", "F8" }
	};
	const char *last = low[base / LE_SIZE % 2][row];

	return memcmp(p + 1, plus + 1, DIGITS - 2) == 0 &&
	    memcmp(plus + DIGITS - 1, last, 2) == 0;
}

/* The block at p, which has all its bytes, by the places that are kept. */
static bool
block_alike(struct le_block *b, const uint8_t *p, uint32_t *displacement,
    uint8_t *record)
{
	const uint8_t *plus;
	uint64_t odd = 0;
	uint32_t base = digits_read(p + b->plus[0] + 1, DIGITS, &odd);
	size_t from = 0;
	unsigned row;

	for (row = 0; row < LE_ROWS; row++) {
		plus = p + b->plus[row];
		if (!bytes_alike(p + from, b->seen + from,
		    b->plus[row] + 1 - from) ||
		    !row_follows(p + b->plus[0], plus, row, base))
			return false;
		if (row == 0 ? !head_read(b, plus, record, &odd) :
		    row == 1 && !member_read(plus, record + le_row_at[1], &odd))
			return false;
		if (row > 1 && !(le_row_bytes[row] == 32 &&
		    row_empty(plus, record + le_row_at[row])))
			words_read(plus, le_row_bytes[row] / 4,
			    record + le_row_at[row], &odd);
		/*
		 * behind the words the text column stands, which is not looked
		 * at
		 */
		from = row > 1 ? b->end[row] : b->plus[row] + digits_end(row);
	}
	if (odd != 0 || base % LE_SIZE != 0 || p[b->n - 1] != '\n' ||
	    (*displacement != LE_NOWHERE && *displacement != base))
		return false;
	*displacement = base;
	return true;
}

/* Cuts a line off; false when it does not end in s. */
static bool
line_cut(struct span s, size_t from, size_t *end)
{
	const uint8_t *p = from < s.n ? memchr(s.p + from, '\n', s.n - from) :
	    NULL;

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
le_block_read(struct le_block *b, struct span s, uint32_t *displacement,
    uint8_t record[LE_RECORD])
{
	if (b->n > 0 && s.n >= b->n && block_alike(b, s.p, displacement,
	    record))
		return b->n;
	if (block_places(b, s) && block_alike(b, s.p, displacement, record))
		return b->n;
	b->n = 0;
	return 0;
}
