/* dump.c - bytes in hex, 32 on a line, as DFSERA10 prints them
 *
 *  1 2        11       20        30       39         50 59 69 78         89         122
 *    OFFSET   wwwwwwww wwwwwwww  wwwwwwww wwwwwwww   ...      wwwwwwww   *text ...  *
 *
 * IBM IMS, "File Select and Formatting Print utility (DFSERA10)"; the places
 * are those of the listings in "GTF writer header section", Db2 for z/OS.
 */
#include "ztrace/format.h"

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

static inline uint8_t
digit(uint8_t v)
{
	return (uint8_t)(v + (v > 9 ? 'A' - 10 : '0'));
}

/* Compilers turn the loop into a few vector instructions; a table of pairs is slower. */
static inline void
put_digits(uint8_t *restrict digits, const uint8_t *restrict bytes, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++) {
		digits[2 * i] = digit(bytes[i] >> 4);
		digits[2 * i + 1] = digit(bytes[i] & 15);
	}
}

static void
put_offset(uint8_t *line, size_t at)
{
	uint8_t bytes[4];

	put_u32(bytes, (uint32_t)at);
	if (at < LONG_OFFSET)
		put_digits(line + 1, bytes + 1, 3);
	else
		put_digits(line + 1, bytes, 4);
}

static void
put_words(uint8_t *line, const uint8_t bytes[BYTES])
{
	uint8_t digits[2 * BYTES];
	size_t i;

	put_digits(digits, bytes, BYTES);
	for (i = 0; i < WORDS; i++)
		memcpy(line + word_column[i], digits + 8 * i, 8);
}

static void
put_text(uint8_t *line, struct span s)
{
	size_t i;

	line[TEXT] = line[TEXT + 1 + BYTES] = '*';
	for (i = 0; i < s.n; i++)
		line[TEXT + 1 + i] = ebcdic_print[s.p[i]];
}

/* The line of 1 to 32 bytes, in room for LINE; gives the place behind its end. */
static uint8_t *
put_line(uint8_t *line, struct span s, size_t at, bool text)
{
	uint8_t part[BYTES] = { 0 };
	size_t end = word_column[(s.n - 1) / 4] + 2 * ((s.n - 1) % 4 + 1);

	memcpy(line, blank_line, LINE);
	put_offset(line, at);
	if (s.n == BYTES) {
		put_words(line, s.p);
	} else {
		memcpy(part, s.p, s.n);
		put_words(line, part);
		memcpy(line + end, blank_line, TEXT - end);
	}
	if (text) {
		put_text(line, s);
		end = LINE - 1;
	}
	line[end] = '\n';
	return line + end + 1;
}

void
dump_lines(struct span s, bool text, struct buf *out)
{
	size_t at, lines = s.n / BYTES + 1;
	uint8_t *p = buf_room(out, lines * LINE);
	uint8_t *start = p;

	if (p == NULL)
		return;
	for (at = 0; at < s.n; at += BYTES)
		p = put_line(p, span_first(span_from(s, at), BYTES), at, text);
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
