/* hex.c - hexadecimal digits */

#include "ztrace/hex.h"

const uint8_t hex_value[256] = {
#define NO4 HEX_NONE, HEX_NONE, HEX_NONE, HEX_NONE
#define NO16 NO4, NO4, NO4, NO4
	NO16, NO16, NO16,
	0, 1, 2, 3, 4, 5, 6, 7, 8, 9, HEX_NONE, HEX_NONE, NO4,
	HEX_NONE, 10, 11, 12, 13, 14, 15, HEX_NONE, NO4, NO4,
	NO4, NO4, HEX_UNKNOWN, HEX_NONE, HEX_NONE, HEX_NONE, NO4,
	HEX_NONE, 10, 11, 12, 13, 14, 15, HEX_NONE, NO4, NO4,
	NO4, NO4, HEX_UNKNOWN, HEX_NONE, HEX_NONE, HEX_NONE, NO4,
	NO16, NO16, NO16, NO16, NO16, NO16, NO16, NO16
#undef NO16
#undef NO4
};
