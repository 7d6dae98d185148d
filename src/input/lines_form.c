/* lines_form.c - finds out in which form text has come
 *
 *  31 44 46 53 ...  0A                ASCII, lines with ends
 *  F1 C4 C6 E2 ...  15                EBCDIC, lines with ends (NEL, or LF as 25)
 *  F1 C4 C6 E2 ...  40 F0 ...         EBCDIC, all lines of one length (FBA)
 *  00 85 00 00  F1 C4 C6 E2 ...       lines with RDWs (VBA)
 */
#include <string.h>

#include "ztrace/ebcdic.h"
#include "ztrace/lines.h"
#include "ztrace/rdw.h"

enum {
	LF = 0x0a, NEL = 0x15, EBCDIC_LF = 0x25, EBCDIC_BLANK = 0x40, EBCDIC_STOP = 0x4b,
	FIRST_LOOK = 16,	/* bytes that tell ASCII where it is plain */
	TEXT_LOOK = 256,	/* bytes of which most must be text, BDW and RDW with them */
	END_LOOK = 1024,	/* bytes in which the first line ends */
	ROWS_LOOK = 8192,	/* bytes by which that is told, where there are more */
	ROWS_CLEAR = 40,	/* of 1000: one length is so much better than all others */
	ROWS_FIT = 100		/* of 1000: what it counts that the text has whole lines */
};

/* Lengths of print lines, the usual one first: with and without control character. */
static const size_t row_lengths[] = { 133, 121, 132, 120, 137, 125 };

enum { ROW_LENGTHS = sizeof(row_lengths) / sizeof(row_lengths[0]) };

static bool
byte_ebcdic(uint8_t b)
{
	return b == EBCDIC_STOP || ebcdic_print[b] != '.' ||
	    b == NEL || b == EBCDIC_LF || (b >= '\t' && b <= '\r' && b != LF);
}

static bool
byte_ascii(uint8_t b)
{
	return b >= 0x20 || (b >= '\t' && b <= '\r');
}

/* Whether nearly all of s is text; one byte in eight may be what it likes. */
static bool
text_like(struct span s, bool (*byte)(uint8_t))
{
	size_t i, odd = 0;

	for (i = 0; i < s.n; i++)
		odd += !byte(s.p[i]);
	return odd * 8 <= s.n;
}

/* EBCDIC, and more likely so than ASCII: its letters and digits lie above ASCII, its blank is @. */
static bool
text_ebcdic(struct span s)
{
	size_t i, high = 0;

	for (i = 0; i < s.n; i++)
		high += s.p[i] > 0x80 || s.p[i] == EBCDIC_BLANK;
	return high * 2 > s.n && text_like(s, byte_ebcdic);
}

/* Lines with RDWs, perhaps behind a BDW. */
static bool
form_rdw(struct span s, struct lines_form *form)
{
	size_t n = rdw_length(s), first = rdw_length(span_from(s, RDW_SIZE));

	if (n <= RDW_SIZE || span_u16(s, 2) != 0)
		return false;
	s = span_first(span_from(s, RDW_SIZE), n - RDW_SIZE);
	if (first > RDW_SIZE)
		s = span_first(span_from(s, RDW_SIZE), first - RDW_SIZE);
	form->ebcdic = text_ebcdic(s);
	form->frame = LINES_RDW;
	return s.n > 0 && (form->ebcdic || text_like(s, byte_ascii));
}

/* How many bytes of a thousand are blank, or not, as the one a line below is. */
static size_t
row_likeness(struct span s, size_t length)
{
	size_t i, like = 0;

	if (s.n <= length)
		return 0;
	for (i = length; i < s.n; i++)
		like += (s.p[i] == EBCDIC_BLANK) == (s.p[i - length] == EBCDIC_BLANK);
	return like * 1000 / (s.n - length);
}

/*
 * In a print without ends the columns stand below each other. *clear tells
 * whether one length is much better than all others. `whole`: there is no more.
 */
static size_t
row_best(struct span s, bool whole, bool *clear)
{
	size_t i, like, best = 0, second = 0, length = row_lengths[0];

	for (i = 0; i < ROW_LENGTHS; i++) {
		like = row_likeness(s, row_lengths[i]);
		if (whole && s.n % row_lengths[i] == 0)
			like += ROWS_FIT;
		if (like > best) {
			second = best;
			best = like;
			length = row_lengths[i];
		} else if (like > second) {
			second = like;
		}
	}
	*clear = best - second >= ROWS_CLEAR;
	return length;
}

/*
 * Looks at twice as many bytes each time, however many there are: so the answer
 * does not depend on that. 0: there must be more before one length stands out.
 */
static size_t
row_length(struct head head)
{
	size_t n, length;
	bool clear;

	for (n = END_LOOK; n <= head.s.n && n <= ROWS_LOOK; n *= 2) {
		length = row_best(span_first(head.s, n), false, &clear);
		if (clear || n == ROWS_LOOK)
			return length;
	}
	return head.whole ? row_best(head.s, true, &clear) : 0;
}

/* The byte that ends lines in EBCDIC: the first of the two that there is. */
static uint8_t
end_ebcdic(struct span s)
{
	size_t i;

	s = span_first(s, END_LOOK);
	for (i = 0; i < s.n; i++)
		if (s.p[i] == NEL || s.p[i] == EBCDIC_LF)
			return s.p[i];
	return 0;
}

/*
 * ASCII beyond doubt: nothing but text, no blank of EBCDIC, and something from
 * 20 to 3F, which is no text there.
 */
static bool
ascii_plain(struct span s)
{
	bool low = false;
	size_t i;

	s = span_first(s, FIRST_LOOK);
	for (i = 0; i < s.n; i++) {
		if (!byte_ascii(s.p[i]) || s.p[i] > 0x7e || s.p[i] == EBCDIC_BLANK)
			return false;
		low = low || (s.p[i] >= 0x20 && s.p[i] < 0x40);
	}
	return low;
}

/*
 * Any answer is given by the same bytes, whether more of them are there or not:
 * a pipe that brings them one by one is no other text.
 */
bool
lines_form(struct head head, struct lines_form *form)
{
	struct lines_form rdw = { 0 };
	struct span text;

	*form = (struct lines_form){ .frame = LINES_ENDED, .end = LF };
	if (head.s.n < FIRST_LOOK && !head.whole)
		return false;
	if (ascii_plain(head.s))
		return true;
	if (head.s.n < TEXT_LOOK && !head.whole)
		return false;
	text = span_first(head.s, TEXT_LOOK);
	if (form_rdw(text, &rdw)) {
		*form = rdw;
		return true;
	}
	if (!text_ebcdic(text))
		return true;
	form->ebcdic = true;
	form->end = end_ebcdic(head.s);
	if (form->end != 0)
		return true;
	if (head.s.n < END_LOOK && !head.whole)
		return false;
	form->frame = LINES_FIXED;
	form->length = row_length(head);
	return form->length != 0;
}
