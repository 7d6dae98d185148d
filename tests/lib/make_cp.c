/* make_cp.c - writes CP trace entries and what they stand in */
#include "make_cp.h"

#include <string.h>

enum { PAGE = 4096, TRAILER = 0xFE0, BLOCK_ENTRIES = 145, SAVED_WORDS = 5 };

static void
put(struct buf *b, uint64_t v, size_t bytes)
{
	while (bytes-- > 0)
		buf_char(b, (char)(v >> 8 * bytes & 0xFF));
}

void
cp_put(struct buf *b, const struct cp_made *e)
{
	size_t i, width = e->form == CPFORM_TRACG ? 8 : 4;

	if (e->form != CPFORM_SAVED) {
		put(b, 0x70 | (e->n - 1), 1);
		put(b, e->form == CPFORM_TRACG ? 0x80 : 0, 1);
	}
	switch (e->form) {
	case CPFORM_TRACE:
		put(b, e->tod, 6);
		break;
	case CPFORM_TRACG:
		put(b, e->tod, 8);
		put(b, e->fine, 2);
		break;
	case CPFORM_SAVED:
		put(b, e->tod, 4);
		break;
	}
	put(b, e->cpu, 2);
	put(b, e->code, 2);
	for (i = 0; i < e->n; i++)
		put(b, e->word[i], width);
}

struct cp_made
cp_random(struct dice *d, enum cpform form, uint64_t tod, uint64_t step)
{
	struct cp_made e = { .form = form };
	size_t i;

	e.tod = tod + dice_u64(d) % step;
	e.fine = form == CPFORM_TRACG ? (uint16_t)dice_u64(d) : 0;
	e.cpu = (uint16_t)dice_below(d, 4);
	e.code = (uint16_t)dice_u64(d);
	e.n = form == CPFORM_SAVED ? SAVED_WORDS : 1 + dice_below(d, 16);
	for (i = 0; i < e.n; i++)
		e.word[i] = dice_u64(d);
	return e;
}

void
cp_put_pages(struct buf *b, const struct cp_made *e, size_t n)
{
	size_t i = 0, from, page;

	for (page = 0; i < n; page++) {
		from = b->n;
		while (i < n && b->n - from < TRAILER)
			cp_put(b, &e[i++]);
		buf_fill(b, 0, TRAILER - (b->n - from));
		put(b, 0x00123000 + PAGE * page, 4);
		buf_fill(b, 0, 20);
		put(b, 0x00124000 + PAGE * page, 4);
		put(b, page > 0 ? 0x00122000 + PAGE * page : 0, 4);
	}
}

void
cp_put_blocks(struct buf *b, const struct cp_made *e, size_t n, uint64_t late)
{
	/* "CP TRACE DATA" and blanks */
	static const uint8_t string[] = { 0xC3, 0xD7, 0x40, 0xE3, 0xD9, 0xC1, 0xC3, 0xC5, 0x40,
	    0xC4, 0xC1, 0xE3, 0xC1 };
	size_t i, k, last, from;

	for (i = 0; i < n; i = last) {
		from = b->n;
		last = n - i > BLOCK_ENTRIES ? i + BLOCK_ENTRIES : n;
		put(b, e[last - 1].tod + late, 8);
		buf_put(b, string, sizeof(string));
		buf_fill(b, 0x40, 24 - sizeof(string));
		put(b, 0, 4);
		for (k = i; k < last; k++)
			cp_put(b, &e[k]);
		buf_fill(b, 0, PAGE - (b->n - from));
	}
}
