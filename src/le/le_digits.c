/* le_digits.c - the values of hexadecimal digits */
#include "ztrace/le_digits.h"

const uint8_t le_digit[256] = {
#define NO4 LE_NO_DIGIT, LE_NO_DIGIT, LE_NO_DIGIT, LE_NO_DIGIT
#define NO16 NO4, NO4, NO4, NO4
	NO16, NO16, NO16,
	0, 1, 2, 3, 4, 5, 6, 7, 8, 9, LE_NO_DIGIT, LE_NO_DIGIT, NO4,
	LE_NO_DIGIT, 10, 11, 12, 13, 14, 15, LE_NO_DIGIT, NO4, NO4, NO16,
	LE_NO_DIGIT, 10, 11, 12, 13, 14, 15, LE_NO_DIGIT, NO4, NO4, NO16,
	NO16, NO16, NO16, NO16, NO16, NO16, NO16, NO16
#undef NO16
#undef NO4
};
