/* le_digits.h - hexadecimal digits, one or eight at a time */
#ifndef ZTRACE_LE_DIGITS_H
#define ZTRACE_LE_DIGITS_H

#include <stdint.h>

/* The value of a hexadecimal digit in ASCII, LE_NO_DIGIT for all others. */
extern const uint8_t le_digit[256];
enum { LE_NO_DIGIT = 0x80 };

/* Each of eight bytes the same. */
#define LE_EACH(byte) ((uint64_t)(byte) * UINT64_C(0x0101010101010101))

static inline uint64_t
le_bytes(const uint8_t *p)
{
	return (uint64_t)p[0] << 56 | (uint64_t)p[1] << 48 |
	    (uint64_t)p[2] << 40 | (uint64_t)p[3] << 32 |
	    (uint64_t)p[4] << 24 | (uint64_t)p[5] << 16 |
	    (uint64_t)p[6] << 8 | p[7];
}

/*
 * The number that eight bytes say whose low halves are 0 to 9, or 1 to 6 for
 * A to F: `letter` has a 1 in the byte of each letter. Sets bits of *odd where
 * that is not so.
 */
static inline uint32_t
le_digits_value(uint64_t x, uint64_t letter, uint64_t *odd)
{
	uint64_t low = x & LE_EACH(0x0f), value = low + 9 * letter;
	uint64_t over = (low + LE_EACH(6) + 3 * letter) & LE_EACH(0x10);
	uint64_t some = (low + LE_EACH(0x0f)) >> 4 & LE_EACH(1);

	*odd |= over | (letter & ~some);
	value = (value | value >> 4) & UINT64_C(0x00ff00ff00ff00ff);
	value = (value | value >> 8) & UINT64_C(0x0000ffff0000ffff);
	return (uint32_t)(value | value >> 16);
}

/* Eight digits in ASCII (30 to 39, 41 to 46, 61 to 66). Others set bits of *odd. */
static inline uint32_t
le_digits_ascii(uint64_t x, uint64_t *odd)
{
	uint64_t letter = x >> 6 & LE_EACH(1);

	*odd |= ((x & LE_EACH(0xf0)) ^ (LE_EACH(0x30) + (letter << 4))) &
	    ~(letter << 5);
	return le_digits_value(x, letter, odd);
}

/* The same in EBCDIC (F0 to F9, C1 to C6). */
static inline uint32_t
le_digits_ebcdic(uint64_t x, uint64_t *odd)
{
	uint64_t letter = ~x >> 5 & LE_EACH(1);

	*odd |= (x & LE_EACH(0xf0)) ^ (LE_EACH(0xf0) - letter * 0x30);
	return le_digits_value(x, letter, odd);
}

/* The other way round: eight digits in ASCII, as le_bytes gives them. */
static inline uint64_t
le_digits_text(uint32_t value)
{
	uint64_t x = value;

	x = (x << 16 | x) & UINT64_C(0x0000ffff0000ffff);
	x = (x << 8 | x) & UINT64_C(0x00ff00ff00ff00ff);
	x = (x << 4 | x) & LE_EACH(0x0f);
	return x + LE_EACH('0') +
	    ((x + LE_EACH(6)) >> 4 & LE_EACH(1)) * ('A' - '9' - 1);
}

#endif
