/* cpprint.c - the bytes that a hexadecimal print shows, whatever they are
 *
 *  000000   7400310D 2130666C  ...  *text*                        offset and words
 *  01234000 000000   7400310D 2130666C  ...                       address, offset and words
 *  01234000  7400310D 2130666C  00000A00 00000000 ...             address and words
 *
 * (CP's DISPLAY and dump viewers, IPCS, DFSERA10) Lines that go on where the one
 * before them ended are one piece; where they do not there is a border.
 */
#include <stdlib.h>
#include <string.h>

#include "ztrace/cpintake.h"
#include "ztrace/lines.h"
#include "ztrace/listing.h"

enum {
	WORD = 4,
	LEAST = 16,			/* bytes that a line of an address must show */
	ADDRESS_LEAST = 5, ADDRESS_MOST = 16,
	OFFSET_LEAST = 4, OFFSET_MOST = 7,
	BITS = 12,			/* that a line of digits counts in a bid */
	JUDGED = 8, LOOKED = 64,	/* lines of digits, and any lines, that a bid looks at */
	GAP_MOST = 1024 * 1024		/* bytes that "same as above" can stand for */
};

/* What a line shows. */
struct shown {
	bool		addressed;	/* by an address alone */
	uint64_t	at;		/* address, or offset */
	size_t		n;		/* bytes; 0: none */
	bool		same;		/* it says that lines are left out which are alike */
	uint8_t		data[LISTING_WIDTH];
};

struct print {
	struct lines	*lines;		/* owned */
	struct shown	 last;		/* line of bytes */
	bool		 any;		/* there has been one */
	bool		 same;		/* lines like it were left out */
	bool		 border;	/* to be told before what is left */
	struct buf	 out;
	size_t		 given;		/* of it */
};

static int
digit(uint8_t c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c |= 0x20;
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* A run of hex digits behind blanks; an address may have _ among them. */
static size_t
number(struct span s, size_t *at, uint64_t *value)
{
	size_t n = 0;
	int d;

	*value = 0;
	while (*at < s.n && s.p[*at] == ' ')
		(*at)++;
	for (; *at < s.n; (*at)++) {
		d = digit(s.p[*at]);
		if (d < 0 && !(s.p[*at] == '_' && n == 8))
			break;
		if (d >= 0) {
			*value = *value << 4 | (uint64_t)d;
			n++;
		}
	}
	return *at == s.n || s.p[*at] == ' ' ? n : 0;
}

/* An address, perhaps with a letter that says of which kind, and words. */
static void
read_memory(struct span s, struct shown *shown)
{
	size_t at = 0, n, mark;
	uint64_t v;

	if (span_u8(s, 0) > 'F' && span_u8(s, 0) <= 'Z')
		at = 1;
	n = number(s, &at, &shown->at);
	if (n < ADDRESS_LEAST || n > ADDRESS_MOST)
		return;
	mark = at;
	n = number(s, &mark, &v);
	if (n >= OFFSET_LEAST && n <= OFFSET_MOST)
		at = mark;
	while (shown->n < LISTING_WIDTH && number(s, &at, &v) == 2 * WORD) {
		put_u32(shown->data + shown->n, (uint32_t)v);
		shown->n += WORD;
	}
	shown->addressed = true;
	if (shown->n < LEAST)
		shown->n = 0;
}

static bool
says_same(struct span s)
{
	static const char words[] = "SAME AS ABOVE";
	struct span part;
	size_t at;

	for (at = 0; span_cut(s, at, sizeof(words) - 1, &part); at++)
		if (memcmp(part.p, words, part.n) == 0)
			return true;
	return false;
}

static void
read_shown(struct span text, size_t next, struct shown *shown)
{
	struct listing_line line;

	*shown = (struct shown){ 0 };
	listing_line_read(text, next, LISTING_MOST, &line);
	if (line.kind == LISTING_BYTES && line.unknown == 0 && line.n >= WORD) {
		shown->at = line.offset;
		shown->n = line.n;
		memcpy(shown->data, line.data, line.n);
		return;
	}
	shown->same = says_same(text);
	if (!shown->same)
		read_memory(text, shown);
}

static int
print_bid(struct head head)
{
	uint8_t room[LINE_SHOWN];
	struct lines_form form;
	struct shown shown;
	struct line line;
	int hits = 0, n;
	bool ended;

	if (!lines_form(head, &form))
		return 0;
	for (n = 0; n < LOOKED && hits < JUDGED; n++) {
		if (!lines_cut(&form, head, room, &line, &ended))
			break;
		read_shown(line.text, 0, &shown);
		hits += shown.n >= LEAST;
		head.s = span_from(head.s, line.bytes);
	}
	return hits * BITS;
}

/* Takes a line of bytes. */
static void
print_take(struct print *p, const struct shown *s, uint64_t number, struct diag *d)
{
	uint64_t next = p->last.at + p->last.n, gap = s->at - next;
	struct place at = { .line = number };

	if (p->any && s->addressed == p->last.addressed && p->same && gap > 0 &&
	    gap <= GAP_MOST && gap % p->last.n == 0) {
		for (; gap > 0; gap -= p->last.n)
			buf_put(&p->out, p->last.data, p->last.n);
	} else if (p->any && (s->addressed != p->last.addressed || s->at != next)) {
		p->border = true;
		if (s->addressed == p->last.addressed && s->at > next && !s->addressed)
			(void)diag_damage(d, &at, "lines of a listing are missing (before "
			    "offset %06llX)", (unsigned long long)s->at);
	}
	buf_put(&p->out, s->data, s->n);
	p->last = *s;
	p->any = true;
	p->same = false;
}

/* Reads up to a line of bytes. */
static enum rc
print_more(struct print *p, struct diag *d)
{
	struct shown shown;
	struct line line;
	enum rc rc;

	buf_clear(&p->out);
	p->given = 0;
	for (;;) {
		rc = lines_next(p->lines, &line, d);
		if (rc != RC_OK)
			return rc;
		read_shown(line.text, (size_t)(p->last.at + p->last.n), &shown);
		p->same = p->same || (shown.same && p->any);
		if (shown.n == 0)
			continue;
		print_take(p, &shown, line.number, d);
		return p->out.failed ? diag_memory(d) : RC_OK;
	}
}

static enum rc
print_fill(void *self, uint8_t *to, size_t room, size_t *got, struct diag *d)
{
	struct print *p = self;
	struct span part;
	enum rc rc;

	*got = 0;
	if (p->given == p->out.n) {
		rc = print_more(p, d);
		if (rc != RC_OK)
			return rc;
	}
	if (p->border) {
		p->border = false;
		return RC_SKIP;
	}
	part = span_first(span_from(buf_span(&p->out), p->given), room);
	memcpy(to, part.p, part.n);
	p->given += part.n;
	*got = part.n;
	return RC_OK;
}

static void
print_close(void *self)
{
	struct print *p = self;

	lines_close(p->lines);
	buf_free(&p->out);
	free(p);
}

static struct stream *
print_open(struct stream *below, struct diag *d)
{
	static const struct feeder feeder = {
		.fill = print_fill, .close = print_close, .bordered = true
	};
	struct print *p = calloc(1, sizeof(*p));
	struct stream *s;

	if (p == NULL) {
		stream_close(below);
		(void)diag_memory(d);
		return NULL;
	}
	p->lines = lines_open(below, d);
	if (p->lines == NULL) {
		free(p);
		return NULL;
	}
	s = stream_open(&feeder, p);
	if (s == NULL)
		(void)diag_memory(d);
	return s;
}

const struct unwrapper unwrapper_cp_print = {
	.name = "listing",
	.help = "a print in hexadecimal",
	.bid = print_bid,
	.open = print_open
};
