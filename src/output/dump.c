/* dump.c - bytes in hex, 32 on a line, as DFSERA10 prints them
 *
 *  1 2        11       20        30       39         50 59 69 78         89         122
 *    OFFSET   wwwwwwww wwwwwwww  wwwwwwww wwwwwwww   ...      wwwwwwww   *text ...  *
 *
 * IBM IMS, "File Select and Formatting Print utility (DFSERA10)"; the places
 * are those of the listings in "GTF writer header section", Db2 for z/OS.
 */
#include "ztrace/format.h"

#include <string.h>	/* memcpy, memset */

enum {
	BYTES = 32,		/* on a line */
	WORDS = 8,
	TEXT = 88,		/* column of the text's first asterisk, from 0 */
	LINE = TEXT + 1 + BYTES + 1 + 1,	/* longest line, with its end */
	LONG_OFFSET = 1 << 24	/* offsets from here on need more than six digits */
};

static const uint8_t word_column[WORDS] = { 10, 19, 29, 38, 49, 58, 68, 77 };

static inline uint8_t
digit(unsigned v)
{
	return (uint8_t)(v + (v > 9 ? 'A' - 10 : '0'));
}

/* Compilers turn this loop into a few vector instructions; a table of pairs is slower. */
static void
put_digits(uint8_t digits[2 * BYTES], const uint8_t bytes[BYTES])
{
	size_t i;

	for (i = 0; i < BYTES; i++) {
		digits[2 * i] = digit(bytes[i] >> 4);
		digits[2 * i + 1] = digit(bytes[i] & 15);
	}
}

static void
put_offset(uint8_t *line, size_t at)
{
	unsigned i, n = at < LONG_OFFSET ? 6 : 8;

	for (i = 1; i <= n; i++)
		line[i] = digit(at >> 4 * (n - i) & 15);
}

static void
put_text(uint8_t *line, struct span s)
{
	size_t i;

	line[TEXT] = line[TEXT + 1 + BYTES] = '*';
	for (i = 0; i < s.n; i++)
		line[TEXT + 1 + i] = ebcdic_print[s.p[i]];
}

/* The line of at most 32 bytes, in room for LINE; what is behind its end. */
static uint8_t *
put_line(uint8_t *line, struct span s, size_t at, bool text)
{
	uint8_t digits[2 * BYTES], part[BYTES] = { 0 };
	size_t words = (s.n + 3) / 4, end, i;

	memset(line, ' ', LINE);
	put_offset(line, at);
	if (s.n < BYTES) {
		memcpy(part, s.p, s.n);
		put_digits(digits, part);
	} else {
		put_digits(digits, s.p);
	}
	for (i = 0; i < words; i++)
		memcpy(line + word_column[i], digits + 8 * i, 8);

	end = word_column[words - 1] + 2 * (s.n - 4 * (words - 1));
	memset(line + end, ' ', TEXT - end);
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
