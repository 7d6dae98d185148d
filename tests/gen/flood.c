/* flood.c - writes segments to standard output of which no record becomes whole
 *
 * usage: flood first|middle|last|long COUNT
 *
 * Each is of a record of its own; but "long" is one record that never ends.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* 40 bytes of header, event ID EFB9, and 4 of data; the sequence number counts. */
enum { SIZE = 44, TIME = 6, CODE = 30, SEQ = 36, MANY = 4096 };

static const uint8_t segment[SIZE] = {
	0, SIZE, 0, 0, 0xff, 0, 0xa6, 0xe9, 0xc3, 0x3e, 0, 0, 0, 0, 0xef, 0xb9,
	0, 0xf9, 0x14, 0, 0xc4, 0xc2, 0xf2, 0xc1, 0xd4, 0xe2, 0xe3, 0xd9,	/* DB2AMSTR */
	0, SIZE - 28, 0, 0, 0xc4, 0xc2, 0xf2, 0xc1				/* DB2A */
};

static void
put_u32(uint8_t *to, uint32_t n)
{
	to[0] = (uint8_t)(n >> 24);
	to[1] = (uint8_t)(n >> 16);
	to[2] = (uint8_t)(n >> 8);
	to[3] = (uint8_t)n;
}

int
main(int argc, char *argv[])
{
	static const struct { const char *name; uint8_t code; } parts[] = {
		{ "first", 1 }, { "last", 2 }, { "middle", 3 }, { "long", 3 }
	};
	static uint8_t out[MANY][SIZE];
	uint64_t count, i, left;
	uint8_t code = 0;
	bool is_long = false;
	size_t n, k;

	for (k = 0; argc == 3 && k < sizeof(parts) / sizeof(parts[0]); k++)
		if (strcmp(argv[1], parts[k].name) == 0) {
			code = parts[k].code;
			is_long = k == 3;
		}
	if (code == 0) {
		(void)fprintf(stderr, "usage: flood first|middle|last|long COUNT\n");
		return 1;
	}
	count = strtoull(argv[2], NULL, 10);
	for (i = 0; i < count; i += n) {
		left = count - i;
		n = left < MANY ? (size_t)left : MANY;
		for (k = 0; k < n; k++) {
			memcpy(out[k], segment, SIZE);
			/* 4096 of the units are a microsecond */
			put_u32(out[k] + TIME + 3, (uint32_t)(i + k));
			out[k][CODE] = is_long && i + k == 0 ? 1 : code;
			put_u32(out[k] + SEQ, is_long ? 0 : (uint32_t)(i + k));
		}
		if (fwrite(out, SIZE, n, stdout) != n)
			return 1;
	}
	return fflush(stdout) == 0 ? 0 : 1;
}
