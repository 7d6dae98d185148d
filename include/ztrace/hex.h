/* hex.h - hexadecimal digits */
#ifndef ZTRACE_HEX_H
#define ZTRACE_HEX_H

#include <stdint.h>

enum { HEX_NONE = 0x80, HEX_UNKNOWN = 0x40 };

/* The value of a digit, large or small; HEX_UNKNOWN for x, HEX_NONE for all others. */
extern const uint8_t hex_value[256];

/* The eight digits of a number as characters, the first one in the highest byte. */
static inline uint64_t
hex_digits(uint32_t v)
{
	uint64_t w = v;

	/* each half is spread over twice as many bits */
	w = (w | w << 16) & 0x0000FFFF0000FFFF;
	w = (w | w << 8) & 0x00FF00FF00FF00FF;
	w = (w | w << 4) & 0x0F0F0F0F0F0F0F0F;
	/* of 10 to 15 plus 6 the upper half is 1 */
	return w + 0x3030303030303030 + ('A' - '9' - 1) * ((w + 0x0606060606060606) >> 4 &
	    0x0101010101010101);
}

#endif
