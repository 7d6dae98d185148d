/* dump.c - bytes in hex, 32 on a line, as DFSERA10 prints them
 *
 *  1 2        11       20        30       39         50 59 69 78         89         122
 *    OFFSET   wwwwwwww wwwwwwww  wwwwwwww wwwwwwww   ...      wwwwwwww   *text ...  *
 *
 * IBM IMS, "File Select and Formatting Print utility (DFSERA10)"; the places
 * are those of the listings in "GTF writer header section", Db2 for z/OS.
 */
#include "ztrace/format.h"
#include "ztrace/hex.h"

#include <string.h>	/* memcpy */

enum {
	BYTES = 32,		/* on a line */
	WORDS = 8,
	TEXT = 88,		/* column of the text's first asterisk, from 0 */
	LINE = TEXT + 1 + BYTES + 1 + 1,	/* longest line, with its end */
	LONG_OFFSET = 1 << 24	/* offsets from here on need more than six digits */
};

/* Copied, which is quicker than to be filled with blanks each time. */
#define BLANKS_41	"                                         "
static const char blank_line[LINE + 1] = BLANKS_41 BLANKS_41 BLANKS_41;

static const uint8_t word_column[WORDS] = { 10, 19, 29, 38, 49, 58, 68, 77 };

/* Signed, as only so a vector of bytes is compared in one instruction. */
static inline uint8_t
digit(int8_t v)
{
	return (uint8_t)(v + '0' + (v > 9 ? 'A' - '9' - 1 : 0));
}

/* Compilers turn the loop into a few vector instructions; a table of pairs is slower. */
static inline void
put_digits(uint8_t *restrict digits, const uint8_t *restrict bytes, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++) {
		digits[2 * i] = digit((int8_t)(bytes[i] >> 4));
		digits[2 * i + 1] = digit((int8_t)(bytes[i] & 15));
	}
}

static inline void
put_offset(uint8_t *line, size_t at)
{
	uint64_t digits = hex_digits((uint32_t)at);

	if (at < LONG_OFFSET)	/* six of them, between two blanks */
		put_u64(line, (digits << 8 & 0x00FFFFFFFFFFFF00) | 0x2000000000000020);
	else
		put_u64(line + 1, digits);
}

static inline void
put_words(uint8_t *line, const uint8_t bytes[BYTES])
{
	uint8_t digits[2 * BYTES];

	put_digits(digits, bytes, BYTES);
	memcpy(line + word_column[0], digits, 8);
	memcpy(line + word_column[1], digits + 8, 8);
	memcpy(line + word_column[2], digits + 16, 8);
	memcpy(line + word_column[3], digits + 24, 8);
	memcpy(line + word_column[4], digits + 32, 8);
	memcpy(line + word_column[5], digits + 40, 8);
	memcpy(line + word_column[6], digits + 48, 8);
	memcpy(line + word_column[7], digits + 56, 8);
}

/* Gives the place of the line's end, behind it. */
static size_t
put_text(uint8_t *line, struct span s)
{
	size_t i;

	memcpy(line + TEXT + 1, blank_line, BYTES);
	line[TEXT] = line[TEXT + 1 + BYTES] = '*';
	for (i = 0; i < s.n; i++)
		line[TEXT + 1 + i] = ebcdic_print[s.p[i]];
	return LINE - 1;
}

/* A line of 32 bytes, but for its end, which is given: its room is LINE. */
static inline size_t
put_line(uint8_t *line, const uint8_t bytes[BYTES], size_t at)
{
	memcpy(line, blank_line, TEXT + 1);
	put_offset(line, at);
	put_words(line, bytes);
	return TEXT - 3;
}

/* The last line, of 1 to 31 bytes. */
static size_t
put_last(uint8_t *line, struct span s, size_t at)
{
	uint8_t bytes[BYTES] = { 0 };
	size_t end = word_column[(s.n - 1) / 4] + 2 * ((s.n - 1) % 4 + 1);

	memcpy(bytes, s.p, s.n);
	(void)put_line(line, bytes, at);
	memcpy(line + end, blank_line, TEXT - end);
	return end;
}

void
dump_lines(struct span s, bool text, struct buf *out)
{
	size_t at, end, lines = s.n / BYTES + 1;
	uint8_t *p = buf_room(out, lines * LINE);
	uint8_t *start = p;

	if (p == NULL)
		return;
	for (at = 0; at < s.n; at += BYTES) {
		end = s.n - at >= BYTES ? put_line(p, s.p + at, at) :
		    put_last(p, span_from(s, at), at);
		if (text)
			end = put_text(p, span_first(span_from(s, at), BYTES));
		p[end] = '\n';
		p += end + 1;
	}
	out->n += (size_t)(p - start);
}

static const char *
dump_render(const struct event *ev, const struct style *style, struct buf *out)
{
	(void)style;
	dump_lines(ev->raw, false, out);
	return NULL;
}

const struct format format_dump = {
	.name = "dump",
	.help = "hex lines as DFSERA10 prints them",
	.between = "\n",
	.render = dump_render
};
