/* hex.h - hexadecimal digits, one or eight at a time */
#ifndef ZTRACE_HEX_H
#define ZTRACE_HEX_H

#include <stdint.h>

/* What is no digit: no value has these bits. */
enum { HEX_NONE = 0x80, HEX_UNKNOWN = 0x40 };

/* The value of a digit in ASCII, large or small; HEX_UNKNOWN for x, HEX_NONE for all others. */
extern const uint8_t hex_value[256];

/* Each of eight bytes the same. */
#define HEX_EACH(byte) ((uint64_t)(byte) * UINT64_C(0x0101010101010101))

static inline uint64_t
hex_bytes(const uint8_t *p)
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
hex_number(uint64_t x, uint64_t letter, uint64_t *odd)
{
	uint64_t low = x & HEX_EACH(0x0f), value = low + 9 * letter;
	uint64_t over = (low + HEX_EACH(6) + 3 * letter) & HEX_EACH(0x10);
	uint64_t some = (low + HEX_EACH(0x0f)) >> 4 & HEX_EACH(1);

	*odd |= over | (letter & ~some);
	value = (value | value >> 4) & UINT64_C(0x00ff00ff00ff00ff);
	value = (value | value >> 8) & UINT64_C(0x0000ffff0000ffff);
	return (uint32_t)(value | value >> 16);
}

/* Eight digits in EBCDIC (F0 to F9, C1 to C6). Others set bits of *odd, and the number is none. */
static inline uint32_t
hex_ebcdic(uint64_t x, uint64_t *odd)
{
	uint64_t letter = ~x >> 5 & HEX_EACH(1);

	*odd |= (x & HEX_EACH(0xf0)) ^ (HEX_EACH(0xf0) - letter * 0x30);
	return hex_number(x, letter, odd);
}

/* The other way round: eight digits in ASCII, as hex_bytes gives them. */
static inline uint64_t
hex_digits(uint32_t value)
{
	uint64_t x = value;

	/* each half is spread over twice as many bits */
	x = (x << 16 | x) & UINT64_C(0x0000ffff0000ffff);
	x = (x << 8 | x) & UINT64_C(0x00ff00ff00ff00ff);
	x = (x << 4 | x) & HEX_EACH(0x0f);
	/* of 10 to 15 plus 6 the upper half is 1 */
	return x + HEX_EACH('0') +
	    ((x + HEX_EACH(6)) >> 4 & HEX_EACH(1)) * ('A' - '9' - 1);
}

#endif
