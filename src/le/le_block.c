/* le_block.c - a printed entry that stands just as the one before it did */
#include "ztrace/hex.h"
#include "ztrace/le_block.h"

#include <stdbool.h>
#include <string.h>

#include "ztrace/le_clock.h"

/* Columns of what the rows hold, counted from behind the displacement. */
enum {
	TIME = 9, MICROSECONDS = 18, MICROSECONDS_END = 24, DATE = 33,
	THREAD = 60, HEAD_END = 76,
	MEMBER = 18, FLAGS = 35, TYPE = 61, MEMBER_END = 69,
	AREA_END = 76, LAST_END = 21	/* behind eight words, and behind two */
};

enum {
	DIGITS = 6, DIGITS_MOST = 8,	/* of a displacement */
	THREAD_DIGITS = 16,
	ALL = THREAD_DIGITS + 2 * LE_AREA_SIZE	/* digits of thread and area */
};

/* How long what is looked at of a row is. */
static size_t
row_end(unsigned row)
{
	return row == 0 ? HEAD_END : row == 1 ? MEMBER_END :
	    row < LE_ROWS - 1 ? AREA_END : LAST_END;
}

/*
 * The bytes that the digits of thread and area say. Not 0: something among
 * them is none. Compilers turn these loops into a few vector instructions.
 *
 *   0 to 9  30 to 39    A to F  41 to 46    a to f  61 to 66
 */
static uint8_t
digits_read(const uint8_t digits[ALL], uint8_t bytes[ALL / 2])
{
	uint8_t value[ALL], all = 0, letter, v, most, more;
	size_t i;

	for (i = 0; i < ALL; i++) {
		letter = digits[i] >> 6 & 1;
		letter = (uint8_t)-letter;	/* all bits, or none */
		v = (uint8_t)((digits[i] | (letter & 0x20)) - '0' -
		    (letter & ('a' - '0')));
		most = 9 ^ (letter & (9 ^ 5));
		more = v > most ? v : most;
		all |= more ^ most;
		value[i] = (uint8_t)(v + (letter & 10));
	}
	for (i = 0; i < ALL / 2; i++)
		bytes[i] = (uint8_t)(value[2 * i] << 4 | value[2 * i + 1]);
	return all;
}

/* A number of digits one by one; the same. */
static uint32_t
number_read(const uint8_t *p, unsigned n, uint8_t *odd)
{
	uint32_t value = 0;

	for (; n > 0; n--, p++) {
		*odd |= hex_value[*p] & (HEX_NONE | HEX_UNKNOWN);
		value = value << 4 | (hex_value[*p] & 15);
	}
	return value;
}

static inline uint64_t
eight_bytes(const uint8_t *p)
{
	uint64_t x;

	memcpy(&x, p, sizeof(x));
	return x;
}

/*
 * Whether n bytes are alike; a few, so that calling memcmp would be most of the
 * work.
 */
static inline bool
bytes_alike(const uint8_t *p, const uint8_t *q, size_t n)
{
	uint64_t odd = 0;
	size_t i;

	for (i = 0; i + 8 <= n; i += 8)
		odd |= eight_bytes(p + i) ^ eight_bytes(q + i);
	if (n >= 8)
		odd |= eight_bytes(p + n - 8) ^ eight_bytes(q + n - 8);
	else
		for (; i < n; i++)
			odd |= p[i] ^ q[i];
	return odd == 0;
}

/*
 * Not 0 if one of eight bytes is below 20: it then gets the top bit that it had
 * not.
 */
static inline uint64_t
control_bits(const uint8_t *p)
{
	uint64_t x = eight_bytes(p);

	return (x - HEX_EACH(0x20)) & ~x & HEX_EACH(0x80);
}

/* Whether text has no control characters: it does not end a line or page. */
static inline bool
text_plain(const uint8_t *p, size_t n)
{
	uint64_t odd = 0;
	size_t i;

	for (i = 0; i + 8 <= n; i += 8)
		odd |= control_bits(p + i);
	if (n >= 8)
		odd |= control_bits(p + n - 8);
	else
		for (; i < n; i++)
			odd |= p[i] < 0x20;
	return odd == 0;
}

/* Collects the digits of four words; what stands before them in *some, *all. */
static inline void
words_take(const uint8_t *p, uint8_t *digits, uint8_t *some, uint8_t *all)
{
	memcpy(digits, p, 8);
	memcpy(digits + 8, p + 9, 8);
	memcpy(digits + 16, p + 18, 8);
	memcpy(digits + 24, p + 27, 8);
	*some |= p[-1] | p[8] | p[17] | p[26];
	*all &= p[-1] & p[8] & p[17] & p[26];
}

/* The same of a whole row. False: the words do not stand in their columns. */
static inline bool
row_take(const uint8_t *body, uint8_t *digits)
{
	uint8_t some = body[0] | body[1] | body[2] | body[39],
	    all = body[0] & body[1] & body[2] & body[39];

	words_take(body + 4, digits, &some, &all);
	words_take(body + 41, digits + 32, &some, &all);
	return some == ' ' && all == ' ';
}

/* And of the last one, which has two. */
static inline bool
last_take(const uint8_t *body, uint8_t *digits)
{
	memcpy(digits, body + 4, 8);
	memcpy(digits + 8, body + 13, 8);
	return memcmp(body, "    ", 4) == 0 && body[12] == ' ';
}

/* Six decimal digits. */
static uint32_t
microseconds_read(const uint8_t *p, uint8_t *odd)
{
	uint32_t value = 0;
	unsigned i;

	for (i = 0; i < MICROSECONDS_END - MICROSECONDS; i++, p++) {
		*odd |= *p < '0' || *p > '9';
		value = value * 10 + (*p & 15);
	}
	return value;
}

/* A head row unlike the one before. */
static bool
head_learn(struct le_block *b, const uint8_t *body)
{
	static const char time[] = "    Time ", date[] = "    Date ",
	    thread[] = "    Thread ID... ";
	uint64_t day = le_date_us(body + DATE), us = le_time_us(body + TIME);

	if (memcmp(body, time, sizeof(time) - 1) != 0 ||
	    memcmp(body + MICROSECONDS_END, date, sizeof(date) - 1) != 0 ||
	    memcmp(body + DATE + 10, thread, sizeof(thread) - 1) != 0 ||
	    day == 0 || us == UINT64_MAX)
		return false;
	memcpy(b->head, body, sizeof(b->head));
	b->second = day + us - us % 1000000;
	return true;
}

/* Time and thread; the digits of the thread are left to be read. */
static bool
head_read(struct le_block *b, const uint8_t *body, uint8_t *to, uint8_t *digits,
    uint8_t *odd)
{
	if (!(bytes_alike(body, b->head, MICROSECONDS) &&
	    bytes_alike(body + MICROSECONDS_END, b->head + MICROSECONDS_END,
	    THREAD - MICROSECONDS_END)) && !head_learn(b, body))
		return false;
	put_u64(to, (b->second + microseconds_read(body + MICROSECONDS, odd)) << 12);
	memcpy(digits, body + THREAD, THREAD_DIGITS);
	return true;
}

/* A member row unlike the one before. */
static bool
member_learn(struct le_block *b, const uint8_t *body)
{
	static const char member[] = "    Member ID.... ",
	    flags[] = "    Flags..... ", type[] = "    Entry Type..... ";
	uint8_t odd = 0;

	if (memcmp(body, member, sizeof(member) - 1) != 0 ||
	    memcmp(body + MEMBER + 2, flags, sizeof(flags) - 1) != 0 ||
	    memcmp(body + FLAGS + 6, type, sizeof(type) - 1) != 0)
		return false;
	b->words[0] = number_read(body + MEMBER, 2, &odd) << 24 |
	    number_read(body + FLAGS, 6, &odd);
	b->words[1] = number_read(body + TYPE, 7, &odd) << 4;
	memcpy(b->member, body, sizeof(b->member));
	b->member[0] = odd != 0 ? '\0' : ' ';	/* such a row is none again */
	return odd == 0;
}

static bool
member_read(struct le_block *b, const uint8_t *body, uint8_t *to, uint8_t *odd)
{
	if (!bytes_alike(body, b->member, sizeof(b->member)) &&
	    !member_learn(b, body))
		return false;
	put_u32(to, b->words[0]);
	put_u32(to + 4, b->words[1] |
	    number_read(body + MEMBER_END - 1, 1, odd));
	return true;
}

/*
 * Whether the displacement of a row is the first one's, and what the row adds
 * to it; of more than seven digits these are the last ones.
 */
static inline bool
row_follows(const uint8_t *first, const uint8_t *body, unsigned row, uint32_t base)
{
	static const char low[2][LE_ROWS][3] = {
		{ "00", "10", "18", "38", "58", "78" },
		{ "80", "90", "98", "B8", "D8", "F8" }
	};

	return memcmp(body - 7, first - 7, 5) == 0 &&
	    memcmp(body - 2, low[base / LE_SIZE % 2][row], 2) == 0;
}

/* What the row at `body` holds. False: it does not stand as a row does. */
static inline bool
row_read(struct le_block *b, const uint8_t *body, unsigned row, uint8_t *record,
    uint8_t *digits, uint8_t *odd)
{
	if (row == 0)
		return head_read(b, body, record, digits, odd);
	if (row == 1)
		return member_read(b, body, record + le_row_at[1], odd);
	digits += THREAD_DIGITS + 2 * (le_row_at[row] - LE_AREA);
	if (row == LE_ROWS - 1)
		return last_take(body, digits) &&
		    (b->text[row] == 0 || (body[LAST_END] == ' ' &&
		    text_plain(body + LAST_END, b->text[row])));
	return row_take(body, digits) && (b->text[row] == 0 ||
	    (body[AREA_END] == ' ' && body[AREA_END + 1] == ' ' &&
	    text_plain(body + AREA_END, b->text[row])));
}

/* The block at p, which has all its bytes, by the places that are kept. */
static bool
block_alike(struct le_block *b, const uint8_t *p, uint32_t *displacement,
    uint8_t *record)
{
	const uint8_t *first = p + b->body[0], *body;
	uint8_t digits[ALL], bytes[ALL / 2], odd = 0;
	uint32_t base = number_read(first - b->digits, b->digits, &odd);
	unsigned row;

	if (odd != 0 || base % LE_SIZE != 0 ||
	    (*displacement != LE_NOWHERE && *displacement != base))
		return false;
	for (row = 0; row < LE_ROWS; row++) {
		body = p + b->body[row];
		if (!bytes_alike(p + b->from[row], b->seen + b->from[row],
		    b->between[row]) ||
		    body[-(ptrdiff_t)b->digits] != first[-(ptrdiff_t)b->digits] ||
		    !row_follows(first, body, row, base) ||
		    !row_read(b, body, row, record, digits, &odd))
			return false;
	}
	if (!bytes_alike(p + b->from[row], b->seen + b->from[row],
	    b->between[row]) || (digits_read(digits, bytes) | odd) != 0)
		return false;
	memcpy(record + 8, bytes, 8);
	memcpy(record + LE_AREA, bytes + 8, LE_AREA_SIZE);
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

/* Whether nothing but blanks stands there, or returns behind them. */
static bool
line_blank(const uint8_t *p, const uint8_t *end)
{
	while (p < end && *p == ' ')
		p++;
	while (p < end && *p == '\r')
		p++;
	return p == end;
}

/* Whether a row of this number stands here, in the usual columns. */
static bool
row_stands(struct le_block *b, struct span s, size_t from, size_t end, unsigned row)
{
	unsigned n;
	size_t at;

	for (at = from; at < end && s.p[at] == ' '; at++)
		;
	if (at == end || s.p[at] != '+')
		return false;
	b->between[row] = at + 1 - b->from[row];
	for (n = 0, at++; at < end && hex_value[s.p[at]] < 16; at++)
		n++;
	if (row == 0)
		b->digits = n;
	b->body[row] = at;
	if (n != b->digits || n < DIGITS || n > DIGITS_MOST ||
	    end - at < row_end(row))
		return false;
	at += row_end(row);
	while (end > at && s.p[end - 1] == '\r')
		end--;
	b->text[row] = line_blank(s.p + at, s.p + end) ? 0 : end - at;
	b->from[row + 1] = at + b->text[row];
	return row > 1 || b->text[row] == 0;
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
		if (!row_stands(b, s, from, end, row++))
			return false;
	}
	b->n = from;
	b->between[row] = from - b->from[row];
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
