/* make_listing.c - prints of records in every form a listing comes in
 *
 *  1 2      8  11                              89
 *    000020    E2E2D6D7 00000001 ...           *SSOP....*     DFSERA10
 *    022480F8 000020    E2E2D6D7 00000001 ...      *SSOP*     DFSERA30: address, offset
 *    000020   000048    E2E2D6D7 00000001 ...                 DFHJUP: offset in record, in block
 *    0020  E2E2D6D7 00000001 ...  *SSOP....*                  IDCAMS
 */
#include "make_listing.h"

#include <ctype.h>	/* isxdigit, tolower */
#include <stdio.h>
#include <string.h>

#include "make_gtf.h"
#include "ztrace/ebcdic.h"

enum { WIDTH = 32, ROOM = 200, BLOCK_LINES = 7 };

const struct print_style print_styles[] = {
	{ .name = "ERA10", .control = ' ' },
	{ .name = "no control", .control = 0 },
	{ .name = "ASA", .control = 'a' },
	{ .name = "text column", .control = ' ', .text = true },
	{ .name = "collapsed", .collapsed = true },
	{ .name = "collapsed, text", .collapsed = true, .text = true },
	{ .name = "key letters", .collapsed = true, .keys = true },
	{ .name = "key letters in columns", .control = ' ', .keys = true },
	{ .name = "tabs, lower case", .tabs = true, .lower = true },
	{ .name = "pages", .control = 'a', .text = true, .page = 5 },
	{ .name = "form feeds", .control = ' ', .feed = true, .page = 3 },
	{ .name = "CRLF", .ends = PRINT_CRLF, .control = ' ', .text = true, .page = 20 },
	{ .name = "EBCDIC NEL", .ends = PRINT_NEL, .ebcdic = true, .control = 'a', .page = 9 },
	{ .name = "EBCDIC LF", .ends = PRINT_LF25, .ebcdic = true, .text = true },
	{ .name = "FBA 133", .ends = PRINT_FIXED, .ebcdic = true, .length = 133, .control = 'a',
	  .text = true, .page = 11 },
	{ .name = "FBA 121", .ends = PRINT_FIXED, .ebcdic = true, .length = 121, .control = 'a' },
	{ .name = "FBM 133", .ends = PRINT_FIXED, .ebcdic = true, .length = 133, .control = 'm' },
	{ .name = "FB 132", .ends = PRINT_FIXED, .ebcdic = true, .length = 132 },
	{ .name = "VBA", .ends = PRINT_RDW, .ebcdic = true, .control = 'a', .text = true,
	  .page = 9 },
	{ .name = "VBM", .ends = PRINT_RDW, .ebcdic = true, .control = 'm' },
	{ .name = "VBA blocks", .ends = PRINT_BDW, .ebcdic = true, .control = 'a' },
	{ .name = "ASCII RDW", .ends = PRINT_RDW, .control = ' ' },
	{ .name = "ERA30", .layout = PRINT_ERA30, .control = ' ', .text = true },
	{ .name = "ERA30 pages", .layout = PRINT_ERA30, .control = 'a', .text = true, .page = 4 },
	{ .name = "ERA30 FBA", .layout = PRINT_ERA30, .ends = PRINT_FIXED, .ebcdic = true,
	  .length = 133, .control = ' ', .text = true },
	{ .name = "JUP", .layout = PRINT_JUP, .control = ' ', .text = true },
	{ .name = "JUP collapsed", .layout = PRINT_JUP, .collapsed = true },
	{ .name = "IDCAMS", .layout = PRINT_IDCAMS, .text = true },
	{ .name = "IDCAMS pages", .layout = PRINT_IDCAMS, .text = true, .control = 'a', .page = 6 },
	{ .name = "IDCAMS FBA", .layout = PRINT_IDCAMS, .ends = PRINT_FIXED, .ebcdic = true,
	  .length = 121, .text = true, .control = 'a' },
	{ 0 }
};

/* Where things stand, from 0, behind the control character's column. */
struct layout {
	size_t		 address;	/* DFSERA30's, or DFHJUP's second offset; 0: none */
	size_t		 offset, digits;
	size_t		 word[8];
	size_t		 text;
	const char	*title;
};

static const struct layout layouts[] = {
	[PRINT_ERA10] = { 0, 0, 6, { 9, 18, 28, 37, 48, 57, 67, 76 }, 87,
	    "DFSERA10 - PRINT PROGRAM" },
	[PRINT_ERA30] = { 1, 10, 6, { 19, 28, 38, 47, 58, 67, 77, 86 }, 97,
	    "INTERNAL TRACE RECORD ID = 67FA SEGNO=00 RECNO = 00000004 TIME 10.11.12 DATE 93.018" },
	[PRINT_JUP] = { 9, 0, 6, { 18, 27, 37, 46, 57, 66, 76, 85 }, 57,
	    "DFHJUP - JOURNAL UTILITY PROGRAM" },
	[PRINT_IDCAMS] = { 0, 0, 6, { 8, 17, 26, 35, 44, 53, 62, 71 }, 81,
	    "IDCAMS  SYSTEM SERVICES          TIME: 10:11:12        01/18/93     PAGE      1" },
};

/* A print in work. */
struct print {
	const struct print_style *style;
	const struct layout	*layout;
	struct buf		*out;
	size_t			 lines;		/* so far */
	size_t			 block;		/* where the BDW of the block in work stands */
	size_t			 done;		/* bytes of records so far: DFHJUP's other offset */
};

static uint8_t
control_of(const struct print_style *style, char asa)
{
	if (style->control == 'a')
		return style->ebcdic ? ebcdic_from_ascii(asa) : (uint8_t)asa;
	if (style->control == 'm')
		return asa == '1' ? 0x8b : asa == '0' ? 0x11 : 0x09;
	return style->ebcdic ? 0x40 : ' ';
}

/* Changes the text as people and programs on its way do. */
static size_t
text_worn(const struct print_style *style, char *text)
{
	size_t i, n = 0;

	for (i = 0; text[i] != '\0'; i++) {
		if ((style->collapsed || style->tabs) && text[i] == ' ' &&
		    (n == 0 || text[n - 1] == ' ' || text[n - 1] == '\t'))
			continue;
		text[n++] = style->tabs && text[i] == ' ' ? '\t' : text[i];
	}
	while (n > 0 && (text[n - 1] == ' ' || text[n - 1] == '\t'))
		n--;
	text[n] = '\0';
	return n;
}

static void
line_words(const struct print_style *style, size_t bytes, struct buf *out)
{
	uint8_t word[4] = { 0 };

	put_u16(word, (uint16_t)(bytes + 4));
	if (style->ends == PRINT_RDW || style->ends == PRINT_BDW)
		buf_put(out, word, sizeof(word));
}

/* One line: what is in front of it, its control character, its text, its end. */
static void
print_line(const struct print_style *style, char asa, char *text, struct buf *out)
{
	static const char *const ends[] = {
		[PRINT_LF] = "\n", [PRINT_CRLF] = "\r\n", [PRINT_NEL] = "\x15",
		[PRINT_LF25] = "\x25", [PRINT_FIXED] = "", [PRINT_RDW] = "", [PRINT_BDW] = ""
	};
	size_t i, n = text_worn(style, text), control = style->control != 0;
	uint8_t first = control_of(style, asa);

	if (style->length > 0 && n + control > style->length)
		n = style->length - control;
	line_words(style, n + control, out);
	buf_put(out, &first, control);
	for (i = 0; i < n; i++)
		buf_char(out, style->ebcdic ? (char)ebcdic_from_ascii(text[i]) : text[i]);
	if (style->length > n + control)
		buf_fill(out, style->ebcdic ? 0x40 : ' ', style->length - n - control);
	buf_str(out, ends[style->ends]);
}

void
print_text(const struct print_style *style, const char *text, struct buf *out)
{
	char line[ROOM];

	snprintf(line, sizeof(line), "%s", text);
	print_line(style, ' ', line, out);
}

/* Ends the block of lines in work, and begins the next one. */
static void
print_block(struct print *p, bool next)
{
	static const uint8_t bdw[4] = { 0 };

	if (p->style->ends != PRINT_BDW || p->out->failed)
		return;
	if (p->lines > 0)
		put_u16(p->out->p + p->block, (uint16_t)(p->out->n - p->block));
	p->block = p->out->n;
	if (next)
		buf_put(p->out, bdw, sizeof(bdw));
}

static void
print_one(struct print *p, char asa, char *text)
{
	char title[ROOM];

	if (p->lines % BLOCK_LINES == 0)
		print_block(p, true);
	if (p->style->page != 0 && p->lines % p->style->page == 0) {
		if (p->style->feed)
			buf_char(p->out, '\f');
		snprintf(title, sizeof(title), "%s", p->layout->title);
		print_line(p->style, '1', title, p->out);
		title[0] = '\0';
		print_line(p->style, '-', title, p->out);
	}
	p->lines++;
	print_line(p->style, asa, text, p->out);
}

static void
put_hex(char *line, size_t at, size_t value, size_t digits)
{
	char hex[24];

	snprintf(hex, sizeof(hex), "%0*zX", (int)digits, value);
	memcpy(line + at, hex, digits);
}

static void
put_text(char *line, size_t at, struct span s)
{
	size_t i;

	line[at] = line[at + WIDTH + 1] = '*';
	for (i = 0; i < s.n; i++)
		line[at + 1 + i] = (char)ebcdic_print[s.p[i]];
}

static void
line_lower(char *line)
{
	for (; *line != '\0' && *line != '*'; line++)
		*line = (char)tolower((unsigned char)*line);
}

/* The line of up to 32 bytes at `at` of a record. */
static void
print_bytes(struct print *p, struct span s, size_t at, bool last)
{
	const struct layout *l = p->layout;
	char line[ROOM], below[ROOM];
	size_t i;

	memset(line, ' ', sizeof(line));
	memset(below, ' ', sizeof(below));
	line[ROOM - 1] = below[ROOM - 1] = '\0';
	put_hex(line, l->offset, at, l->digits);
	if (p->style->layout == PRINT_ERA30)
		put_hex(line, l->address, 0x022480c0 + at, 8);
	if (p->style->layout == PRINT_JUP)
		put_hex(line, l->address, p->done + at, 6);
	for (i = 0; i < s.n; i++)
		put_hex(line, l->word[i / 4] + i % 4 * 2, s.p[i], 2);
	if (p->style->text)
		put_text(p->style->layout == PRINT_JUP ? below : line, l->text, s);
	else if (p->style->keys && last)
		line[l->word[(s.n - 1) / 4] + (s.n - 1) % 4 * 2 + 3] = 'V';
	if (p->style->lower)
		line_lower(line);
	print_one(p, at == 0 ? '0' : ' ', line);
	if (p->style->text && p->style->layout == PRINT_JUP)
		print_one(p, ' ', below);
}

static void
print_same(struct print *p, size_t at)
{
	char line[ROOM];

	snprintf(line, sizeof(line), "  %08zX %06zX                     SAME AS ABOVE",
	    0x022480c0 + at, at);
	memmove(line, line + 1, strlen(line));
	print_one(p, ' ', line);
}

static void
print_record(struct print *p, struct span record)
{
	struct span line, before = { 0 };
	bool same = false, run = false;
	char keys[] = "A B C D E F";
	size_t at;

	for (at = 0; at < record.n; at += WIDTH) {
		line = span_first(span_from(record, at), WIDTH);
		same = p->style->layout == PRINT_ERA30 && span_equal(line, before);
		if (same && !run)
			print_same(p, at);
		if (!same)
			print_bytes(p, line, at, at + WIDTH >= record.n);
		run = same;
		before = line;
		if (p->style->keys && at % 64 == 0)
			print_one(p, ' ', keys);
	}
	p->done += record.n;
}

void
print_trace(const struct print_style *style, struct span trace, struct buf *out)
{
	struct print p = { style, &layouts[style->layout], out, 0, 0, 0 };
	struct cursor c = cursor_at(trace, 0);
	struct span record;
	char line[ROOM];
	size_t number = 0;

	if (style->page == 0) {
		snprintf(line, sizeof(line), "%s", p.layout->title);
		print_one(&p, '1', line);
	}
	while (make_each(&c, &record)) {
		if (style->layout == PRINT_IDCAMS) {
			snprintf(line, sizeof(line), "RECORD SEQUENCE NUMBER - %zu", ++number);
			print_one(&p, '0', line);
			record = span_from(record, 4);
		}
		print_record(&p, record);
	}
	print_block(&p, false);
}
