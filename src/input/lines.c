/* lines.c - cuts a stream into lines */
#include "ztrace/lines.h"

#include <stdlib.h>
#include <string.h>

#include "ztrace/ebcdic.h"
#include "ztrace/rdw.h"
#include "ztrace/tape.h"

enum { CR = 0x0d, FF = 0x0c };		/* in ASCII and in EBCDIC */

struct lines {
	struct stream	*stream;	/* owned */
	struct lines_form form;
	struct head	 ahead;		/* bytes that peek showed and no line has taken */
	size_t		 used;		/* bytes in front of them that lines have taken */
	uint64_t	 at, number;	/* of the line to come */
	bool		 inside;	/* in a line that is too long to be shown */
	bool		 lost;		/* in bytes that are no lines, which has been said */
	bool		 kept;		/* on tape: a line has ended with its block, so all do; */
	bool		 spans;		/* or the lines do not care for blocks */
	uint8_t		 room[LINE_SHOWN];
};

/* The text of a line, readable as ASCII. */
static struct span
line_text(const struct lines_form *form, struct span s, uint8_t room[LINE_SHOWN])
{
	size_t i;

	s = span_first(s, LINE_SHOWN);
	if (!form->ebcdic)
		return s;
	for (i = 0; i < s.n; i++)
		room[i] = ebcdic_print[s.p[i]];
	return span_of(room, s.n);
}

/* A line up to an end mark; its length without and with that mark. */
static bool
cut_ended(const struct lines_form *form, struct head head, size_t *text, size_t *bytes,
    bool *ended)
{
	size_t n = span_first(head.s, LINE_LONGEST).n;
	const uint8_t *p = head.s.p, *end = memchr(p, form->end, n), *feed;

	*ended = end != NULL;
	if (end == NULL && n < LINE_LONGEST && !head.whole)
		return false;
	*text = end != NULL ? (size_t)(end - p) : n;
	*bytes = *text + (end != NULL);
	feed = memchr(p, FF, *text);
	if (feed != NULL) {
		*text = (size_t)(feed - p);
		*bytes = *text + 1;
		*ended = false;
	} else if (end == NULL && n == LINE_LONGEST) {
		*text = 0;
	}
	while (*text > 0 && p[*text - 1] == CR)
		(*text)--;
	return true;
}

/* Whether two words stand here of which the first is a BDW: no text begins with an RDW. */
static bool
bdw_here(struct span s)
{
	size_t block = rdw_length(s), first = rdw_length(span_from(s, RDW_SIZE));

	return block != 0 && first != 0 && first <= block - RDW_SIZE;
}

/* Bytes up to the next place that can be an RDW; all but a few when there is none. */
static size_t
rdw_search(struct head head)
{
	size_t at;

	for (at = 1; at + RDW_SIZE < head.s.n && at < LINE_LONGEST; at++)
		if (rdw_length(span_from(head.s, at)) != 0 && span_u8(head.s, at + 2) == 0)
			return at;
	return head.whole && at + RDW_SIZE >= head.s.n ? head.s.n : at;
}

/* A line behind an RDW: where its text begins, what it takes up. */
static bool
cut_rdw(struct head head, size_t *from, struct line *line)
{
	size_t n;

	if (head.s.n < RDW_SIZE * 2 && !head.whole)
		return false;
	*from = bdw_here(head.s) ? RDW_SIZE : 0;
	n = rdw_length(span_from(head.s, *from));
	line->damaged = n == 0 || span_u8(head.s, *from + 2) != 0 ||
	    (head.whole && *from + n > head.s.n);
	line->bytes = line->damaged ? rdw_search(head) : *from + n;
	*from += RDW_SIZE;
	return line->bytes <= head.s.n;
}

bool
lines_cut(const struct lines_form *form, struct head head, uint8_t room[LINE_SHOWN],
    struct line *line, bool *ended)
{
	size_t from = 0, text = 0;

	if (head.s.n == 0)
		return false;
	line->damaged = line->cut = false;
	*ended = true;
	switch (form->frame) {
	case LINES_ENDED:
		if (!cut_ended(form, head, &text, &line->bytes, ended))
			return false;
		line->cut = !*ended && head.whole && line->bytes == head.s.n &&
		    head.s.p[line->bytes - 1] != FF;
		break;
	case LINES_FIXED:
		text = line->bytes = span_first(head.s, form->length).n;
		if (text < form->length && !head.whole)
			return false;
		line->cut = text < form->length;
		break;
	case LINES_RDW:
		if (!cut_rdw(head, &from, line))
			return false;
		text = line->damaged ? 0 : line->bytes - from;
		*ended = !line->damaged;
		break;
	}
	line->text = line_text(form, span_first(span_from(head.s, from), text), room);
	return true;
}

/* Shows more of the stream than is left; false when the stream has ended. */
static enum rc
lines_more(struct lines *l, struct diag *d)
{
	size_t left = l->ahead.s.n;

	stream_consume(l->stream, l->used);
	l->used = 0;
	if (stream_peek(l->stream, left + 1, &l->ahead.s, d) == RC_FAIL) {
		l->ahead = (struct head){ 0 };
		return RC_FAIL;
	}
	l->ahead.whole = l->ahead.s.n == left;
	return l->ahead.s.n == 0 ? RC_END : RC_OK;
}

struct span
lines_ahead(const struct lines *l)
{
	if (l->form.frame != LINES_ENDED || l->form.ebcdic || l->inside)
		return (struct span){ 0 };
	return l->ahead.s;
}

void
lines_take(struct lines *l, size_t n, uint64_t count)
{
	l->number += count;
	l->at += n;
	l->used += n;
	l->ahead.s = span_from(l->ahead.s, n);
}

uint64_t
lines_number(const struct lines *l, uint64_t *at)
{
	*at = l->at;
	return l->number + 1;
}

/* Cuts a line off what is at hand; one that is a record of z/OS is in one block of a tape. */
static bool
lines_first(struct lines *l, struct line *line, bool *ended)
{
	uint64_t block = UINT64_MAX;
	struct head head = l->ahead;

	if (l->form.frame != LINES_ENDED && !l->spans)
		block = tape_border(l->stream, l->at) - l->at;
	if (block <= head.s.n)
		head = (struct head){ span_first(head.s, (size_t)block), true };
	if (!lines_cut(&l->form, head, l->room, line, ended))
		return false;
	if (line->bytes != block)
		return true;
	if (!line->cut && !line->damaged) {
		l->kept = true;
	} else if (!l->kept) {
		l->spans = true;
		return lines_cut(&l->form, l->ahead, l->room, line, ended);
	}
	return true;
}

enum rc
lines_next(struct lines *l, struct line *line, struct diag *d)
{
	bool ended;
	enum rc rc;

	while (!lines_first(l, line, &ended)) {
		rc = lines_more(l, d);
		if (rc != RC_OK)
			return rc;
	}
	if (l->inside)
		line->text.n = 0;
	line->number = l->number + 1;
	line->at = l->at;
	if (line->damaged && !l->lost)
		(void)diag_damage(d, &(struct place){ .offset = l->at, .known = true },
		    "no line of text begins here (%08X)", span_u32(l->ahead.s, 0));
	l->lost = line->damaged;
	l->inside = !ended && line->bytes == LINE_LONGEST &&
	    span_u8(l->ahead.s, line->bytes - 1) != FF;
	lines_take(l, line->bytes, ended);
	return RC_OK;
}

struct lines *
lines_open(struct stream *stream, struct diag *d)
{
	struct lines *l = calloc(1, sizeof(*l));

	if (l == NULL) {
		(void)diag_memory(d);
		stream_close(stream);
		return NULL;
	}
	l->stream = stream;
	do {
		if (lines_more(l, d) == RC_FAIL) {
			lines_close(l);
			return NULL;
		}
	} while (!lines_form(l->ahead, &l->form));
	return l;
}

void
lines_close(struct lines *l)
{
	if (l == NULL)
		return;
	stream_close(l->stream);
	free(l);
}
