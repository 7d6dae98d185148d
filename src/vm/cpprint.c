/* cpprint.c - the bytes that a hexadecimal print shows, whatever they are
 *
 * (CP's DISPLAY and dump viewers, IPCS, DFSERA10, xxd, hexdump) Lines that go on
 * where the one before them ended are one piece; where they do not there is a
 * border.
 */
#include <stdlib.h>
#include <string.h>

#include "ztrace/cpintake.h"
#include "ztrace/cpprint.h"
#include "ztrace/lines.h"

enum {
	LEAST = 16,			/* bytes of a line that counts in a bid */
	BITS = 12,			/* for such a line */
	JUDGED = 8, LOOKED = 64,	/* lines of digits, and any lines, that a bid looks at */
	GAP_MOST = 1024 * 1024		/* bytes that "same as above" can stand for */
};

struct print {
	struct lines	*lines;		/* owned */
	struct cpshown	 last;		/* line of bytes */
	bool		 any;		/* there has been one */
	bool		 same;		/* lines like it were left out */
	bool		 border;	/* to be told before what is left */
	struct buf	 out;
	size_t		 given;		/* of it */
};

/* Lines that show bytes, and those that show groups of 2 bytes in an order that is not known. */
static void
print_judge(struct head head, int *hits, int *swapped)
{
	struct cpshown shown, last = { 0 };
	uint8_t room[LINE_SHOWN];
	struct lines_form form;
	struct line line;
	bool ended;
	int n;

	*hits = *swapped = 0;
	if (!lines_form(head, &form))
		return;
	for (n = 0; n < LOOKED && *hits < JUDGED; n++) {
		if (!lines_cut(&form, head, room, &line, &ended))
			break;
		cpprint_line(line.text, &last, &shown);
		*hits += shown.n >= LEAST || (shown.n > 0 && shown.marked);
		*swapped += shown.swapped;
		if (shown.n > 0)
			last = shown;
		head.s = span_from(head.s, line.bytes);
	}
}

static int
print_bid(struct head head)
{
	int hits, swapped;

	print_judge(head, &hits, &swapped);
	return hits * BITS;
}

/* Takes a line of bytes. */
static void
print_take(struct print *p, const struct cpshown *s, uint64_t number, struct diag *d)
{
	struct place at = { .line = number };
	uint64_t gap;

	if (p->any && !cpprint_follows(&p->last, s, &gap)) {
		if (p->same && gap > 0 && gap <= GAP_MOST && gap % p->last.n == 0) {
			for (; gap > 0; gap -= p->last.n)
				buf_put(&p->out, p->last.data, p->last.n);
		} else {
			p->border = true;
			if (gap > 0 && !s->addressed)
				(void)diag_damage(d, &at, "lines of a listing are missing (before "
				    "offset %06llX)", (unsigned long long)s->at);
		}
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
	struct cpshown shown;
	struct line line;
	enum rc rc;

	buf_clear(&p->out);
	p->given = 0;
	for (;;) {
		rc = lines_next(p->lines, &line, d);
		if (rc != RC_OK)
			return rc;
		cpprint_line(line.text, &p->last, &shown);
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

static int
swapped_bid(struct head head)
{
	int hits, swapped;

	print_judge(head, &hits, &swapped);
	return hits == 0 ? swapped * BITS : 0;
}

static struct stream *
swapped_open(struct stream *below, struct diag *d)
{
	stream_close(below);
	(void)diag_fail(d, NULL, "a print of groups of 2 bytes, which od -x and hexdump may have "
	    "swapped: print it again with xxd or hexdump -C");
	return NULL;
}

const struct unwrapper unwrapper_cp_swapped = {
	.name = "listing of groups of 2 bytes",
	.help = "refused",
	.bid = swapped_bid,
	.open = swapped_open
};
