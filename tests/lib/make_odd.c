/* make_odd.c - Db2 records as nobody has seen them yet */
#include "make_odd.h"

#include <string.h>	/* memcpy */

enum {
	HEADER = 40,
	TRIPLET = 8,
	SECTIONS = 9,		/* most, with the product section */
	HEADERS = 6,		/* most in a product section, besides the standard one */
	LONGEST_HEADER = 0xC0
};

/* Letters, what must be escaped or quoted, controls, line ends, accents, blanks. */
static const uint8_t usual[] = {
	0xC1, 0xC2, 0xF0, 0xF9, 0x81, 0x6D, 0x4B, 0x40, 0x40, 0x40,
	0x7F, 0xE0, 0x6B, 0x7D, 0x61, 0x00, 0x0D, 0x15, 0x25, 0x05, 0x3F, 0xFF, 0x4A, 0xC0, 0xB5
};

static void
put_name(struct maker *m, struct buf *b, size_t n)
{
	bool any = dice_below(&m->dice, 3) == 0;
	uint8_t byte;

	for (; n > 0; n--) {
		byte = usual[dice_below(&m->dice, sizeof(usual))];
		if (any)
			byte = (uint8_t)dice_u64(&m->dice);
		buf_put(b, &byte, 1);
	}
}

static void
put_number(struct buf *b, uint32_t v, size_t n)
{
	uint8_t bytes[4];

	put_u32(bytes, v);
	buf_put(b, bytes + 4 - n, n);
}

static void
put_header(struct maker *m, struct buf *b)
{
	put_number(b, 0, 4);
	put_number(b, 0xFF00, 2);
	m->clock += UINT64_C(5) << 12;
	put_number(b, (uint32_t)(m->clock >> 32), 4);
	put_number(b, (uint32_t)m->clock, 4);
	put_number(b, 0xEFB9, 2);
	make_bytes(m, b, 4);
	put_name(m, b, 8);
	put_number(b, 0, 4);
	put_name(m, b, 4);
	put_number(b, ++m->seq, 4);
}

/* Lets the long name that a correlation header points at stand at its end. */
static void
put_long_name(struct maker *m, uint8_t *header, size_t n)
{
	size_t length = 1 + dice_below(&m->dice, 20);

	if (n < 0x94 + 2 + length || dice_below(&m->dice, 2) == 0)
		return;
	put_u16(header + 0x8E, (uint16_t)(n - 2 - length));
	put_u16(header + n - 2 - length, (uint16_t)length);
}

static void
put_chained(struct maker *m, struct buf *b, uint8_t type, size_t least)
{
	static const uint8_t lengths[] = { 0x14, 0x2C, 0x34, 0x4C, 0x50, 0x56, 0x8E, 0xB8 };
	size_t n, start = b->n;

	n = lengths[dice_below(&m->dice, sizeof(lengths))];
	if (dice_below(&m->dice, 3) == 0)
		n = least + dice_below(&m->dice, LONGEST_HEADER);
	if (n < least)
		n = least;
	put_number(b, (uint32_t)n, 2);
	put_number(b, type, 1);
	put_name(m, b, n - 3);
	if (type == 0x02 && !b->failed)
		put_long_name(m, b->p + start, n);
}

/* The standard header first, which says how many sections there are. */
static void
put_product(struct maker *m, struct buf *b, size_t sections)
{
	static const uint8_t types[] = { 1, 2, 2, 4, 8, 0x10, 0x20, 0x40, 0, 0xFF };
	size_t k, n = dice_below(&m->dice, HEADERS + 1), start = b->n;
	size_t ifcids = dice_below(&m->dice, 2) == 0 ? 400 : 6;

	/* few IFCIDs have sections of known layout; the first ones do */
	put_chained(m, b, 0x01, 8);
	if (b->failed)
		return;
	put_u16(b->p + start + 4, (uint16_t)dice_below(&m->dice, ifcids));
	b->p[start + 6] = (uint8_t)sections;
	for (k = 0; k < n; k++)
		put_chained(m, b, types[dice_below(&m->dice, sizeof(types))], 3);
}

static void
put_section(struct maker *m, struct buf *b, uint8_t *triplet, size_t start)
{
	size_t length = dice_below(&m->dice, 40), count = dice_below(&m->dice, 5), k, n;

	memset(triplet, 0, TRIPLET);
	if (count == 0)
		return;
	put_u32(triplet, (uint32_t)(b->n - start));
	put_u16(triplet + 4, (uint16_t)length);
	put_u16(triplet + 6, (uint16_t)count);
	for (k = 0; k < count; k++) {
		n = length;
		if (length == 0) {
			n = dice_below(&m->dice, 30);
			put_number(b, (uint32_t)n, 2);
		}
		put_name(m, b, n);
	}
}

/* Random bytes at a few places; what the record's beginning says stays. */
static void
break_it(struct maker *m, uint8_t *triplets, size_t n)
{
	size_t k, at, changes = dice_below(&m->dice, 8);

	for (k = 0; k < changes; k++) {
		at = TRIPLET + dice_below(&m->dice, n - TRIPLET);
		triplets[at] = (uint8_t)dice_u64(&m->dice);
	}
}

void
make_odd(struct maker *m, struct buf *b, bool broken)
{
	uint8_t triplets[SECTIONS * TRIPLET] = { 0 };
	size_t n = 1 + dice_below(&m->dice, SECTIONS), start = b->n, product, k;

	put_header(m, b);
	buf_put(b, triplets, n * TRIPLET);
	for (k = 1; k < n; k++)
		put_section(m, b, triplets + k * TRIPLET, start);
	product = b->n;
	put_product(m, b, n);
	if (b->failed)
		return;
	put_u32(triplets, (uint32_t)(product - start));
	put_u16(triplets + 4, (uint16_t)(b->n - product));
	put_u16(triplets + 6, 1);
	memcpy(b->p + start + HEADER, triplets, n * TRIPLET);
	put_u16(b->p + start, (uint16_t)(b->n - start));
	put_u16(b->p + start + 28, (uint16_t)(b->n - start - 28));
	if (broken)
		break_it(m, b->p + start + HEADER, b->n - start - HEADER);
}
