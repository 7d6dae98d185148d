/* listing_columns.c - lines of a hexadecimal print that are as they were printed
 *
 *   1-7      8-10   11-18    20-27     30-37    39-46    50-57 59-66   69-76 78-85     89-122
 *   000020          E2E2D6D7 00000001  000000A0 00980001 ...                           *text*
 *  └ control character
 *
 * The columns are those of the Db2 documentation ("GTF writer header section",
 * figures).
 */
#include <stdbool.h>
#include <string.h>	/* memchr, memcpy */

#include "ztrace/hex.h"
#include "ztrace/listing.h"

enum {
	WORD = 4,			/* bytes in a group of digits */
	WORDS = LISTING_WIDTH / WORD,
	OFFSET_DIGITS = 6
};

/*
 * Where the words begin, counted from the offset; and the blanks between them
 * but for the one right before each word.
 */
static const uint8_t word_columns[WORDS] = { 9, 18, 28, 37, 48, 57, 67, 76 };
static const uint8_t blank_columns[] = { 6, 7, 26, 45, 46, 65 };

/* All bits where one of these must be, up to the last; a multiple of a vector. */
static const uint8_t full_blanks[80] = {
#define BLANK 0xff
	[6] = BLANK, [7] = BLANK, [8] = BLANK, [17] = BLANK, [26] = BLANK, [27] = BLANK,
	[36] = BLANK, [45] = BLANK, [46] = BLANK, [47] = BLANK, [56] = BLANK, [65] = BLANK,
	[66] = BLANK, [75] = BLANK
#undef BLANK
};

enum {
	FULL_COLUMNS = 84,		/* from the offset to the last word's end */
	FULL_LINE = 1024		/* bytes of a line, with its end, that is looked at */
};

/* Reads a byte; gives back all bits of its digits' values. */
static inline uint8_t
read_byte(const uint8_t *from, uint8_t *to)
{
	uint8_t high = hex_value[from[0]], low = hex_value[from[1]];

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
	for (i = 0; i < OFFSET_DIGITS; i++) {
		odd |= hex_value[s.p[i]];
		*offset = *offset << 4 | (hex_value[s.p[i]] & 15);
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
	return gap == 0 && (odd & (HEX_NONE | HEX_UNKNOWN)) == 0 && *offset <= LISTING_MOST;
}

/* The length of a line of so many columns that ends in s, with its end; or 0. */
static size_t
line_length(struct span s, size_t columns)
{
	struct span tail = span_first(span_from(s, columns), FULL_LINE);
	const uint8_t *end;

	/* most often there is no text column, and the line ends here */
	if (tail.n > 0 && tail.p[0] == '\n')
		return columns + 1;
	end = tail.n == 0 ? NULL : memchr(tail.p, '\n', tail.n);
	if (end == NULL || memchr(tail.p, '\f', (size_t)(end - tail.p)) != NULL)
		return 0;
	return (size_t)(end + 1 - s.p);
}

bool
listing_columns(struct span line, size_t *offset, uint8_t data[LISTING_WIDTH])
{
	size_t control = line.n > FULL_COLUMNS && line.p[0] == ' ';

	return read_columns(span_from(line, control), LISTING_WIDTH, offset, data);
}

size_t
listing_line_next(struct span s, size_t next, size_t n, uint8_t data[LISTING_WIDTH])
{
	size_t control = span_u8(s, 0) == ' ', offset;

	/* less than a word might be a second offset */
	if (n < WORD || !read_columns(span_from(s, control), n, &offset, data) || offset != next)
		return 0;
	return line_length(s, control + columns_of(n));
}

/* Whether a line has this offset, and blanks where they are to be. */
static bool
full_fits(const uint8_t *line, size_t offset)
{
	struct cursor c = cursor_at(span_of(line, 8), 0);
	uint64_t begin = cursor_u64(&c);
	uint8_t gap = 0;
	size_t i;

	for (i = 0; i < sizeof(full_blanks); i++)
		gap |= (line[i] ^ ' ') & full_blanks[i];
	/* small letters count as large ones */
	begin &= ~((begin & 0x4040404040404040) >> 1);
	return gap == 0 && begin == (hex_digits((uint32_t)offset) << 16 | 0x2020);
}

static void
full_gather(const uint8_t *line, uint8_t text[2 * LISTING_WIDTH])
{
	memcpy(text, line + word_columns[0], 8);
	memcpy(text + 8, line + word_columns[1], 8);
	memcpy(text + 16, line + word_columns[2], 8);
	memcpy(text + 24, line + word_columns[3], 8);
	memcpy(text + 32, line + word_columns[4], 8);
	memcpy(text + 40, line + word_columns[5], 8);
	memcpy(text + 48, line + word_columns[6], 8);
	memcpy(text + 56, line + word_columns[7], 8);
}

/* The bytes of a line's digits. Not 0 where one is no digit. */
static uint8_t
full_read(const uint8_t text[2 * LISTING_WIDTH], uint8_t data[LISTING_WIDTH])
{
	uint8_t value[2 * LISTING_WIDTH] = { 0 }, odd = 0, c;
	size_t i;

	for (i = 0; i < sizeof(value); i++) {
		c = text[i];
		value[i] = (uint8_t)((c & 15) + (c >> 6) * 9);
		odd |= (uint8_t)(c - '0') > 9 && (uint8_t)((c | 0x20) - 'a') > 5;
	}
	for (i = 0; i < LISTING_WIDTH; i++)
		data[i] = (uint8_t)(value[2 * i] << 4 | value[2 * i + 1]);
	return odd;
}

size_t
listing_lines_next(struct span s, size_t next, size_t n, uint8_t *data, size_t *lines)
{
	uint8_t text[LISTING_RUN][2 * LISTING_WIDTH];
	size_t end[LISTING_RUN];
	size_t i, k, length, used = 0, control;

	for (i = 0; i < LISTING_RUN && i < n / LISTING_WIDTH; i++) {
		control = span_u8(s, used) == ' ';
		length = line_length(span_from(s, used), control + FULL_COLUMNS);
		if (length == 0 || !full_fits(s.p + used + control, next + i * LISTING_WIDTH))
			break;
		full_gather(s.p + used + control, text[i]);
		used += length;
		end[i] = used;
	}
	/* now, as what was just written in parts cannot be read in vectors at once */
	for (k = used = 0; k < i && full_read(text[k], data + k * LISTING_WIDTH) == 0; k++)
		used = end[k];
	*lines = k;
	return used;
}
