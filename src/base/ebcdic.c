/* ebcdic.c - single-byte EBCDIC code pages; table file
 *
 * IBM-1047 is built in, as iconv has it: X'15' is NEL (U+0085) and X'25' is
 * LF (U+000A). Others come from iconv.
 */
#include "ztrace/ebcdic.h"

#include <errno.h>
#include <iconv.h>
#include <stddef.h>
#include <stdio.h>	/* snprintf */
#include <string.h>
#include <strings.h>	/* strcasecmp */

enum {
	NOTHING = 0xFFFD,	/* REPLACEMENT CHARACTER */
	BLANK = 0x40,		/* EBCDIC */
	NAME = 64		/* bytes of a code page's name, with its NUL */
};

const struct codepage codepage_1047 = { {
	/* 00 */	0x0000, 0x0001, 0x0002, 0x0003, 0x009C, 0x0009, 0x0086, 0x007F,
	/* 08 */	0x0097, 0x008D, 0x008E, 0x000B, 0x000C, 0x000D, 0x000E, 0x000F,
	/* 10 */	0x0010, 0x0011, 0x0012, 0x0013, 0x009D, 0x0085, 0x0008, 0x0087,
	/* 18 */	0x0018, 0x0019, 0x0092, 0x008F, 0x001C, 0x001D, 0x001E, 0x001F,
	/* 20 */	0x0080, 0x0081, 0x0082, 0x0083, 0x0084, 0x000A, 0x0017, 0x001B,
	/* 28 */	0x0088, 0x0089, 0x008A, 0x008B, 0x008C, 0x0005, 0x0006, 0x0007,
	/* 30 */	0x0090, 0x0091, 0x0016, 0x0093, 0x0094, 0x0095, 0x0096, 0x0004,
	/* 38 */	0x0098, 0x0099, 0x009A, 0x009B, 0x0014, 0x0015, 0x009E, 0x001A,
	/* 40 */	0x0020, 0x00A0, 0x00E2, 0x00E4, 0x00E0, 0x00E1, 0x00E3, 0x00E5,
	/* 48 */	0x00E7, 0x00F1, 0x00A2, 0x002E, 0x003C, 0x0028, 0x002B, 0x007C,
	/* 50 */	0x0026, 0x00E9, 0x00EA, 0x00EB, 0x00E8, 0x00ED, 0x00EE, 0x00EF,
	/* 58 */	0x00EC, 0x00DF, 0x0021, 0x0024, 0x002A, 0x0029, 0x003B, 0x005E,
	/* 60 */	0x002D, 0x002F, 0x00C2, 0x00C4, 0x00C0, 0x00C1, 0x00C3, 0x00C5,
	/* 68 */	0x00C7, 0x00D1, 0x00A6, 0x002C, 0x0025, 0x005F, 0x003E, 0x003F,
	/* 70 */	0x00F8, 0x00C9, 0x00CA, 0x00CB, 0x00C8, 0x00CD, 0x00CE, 0x00CF,
	/* 78 */	0x00CC, 0x0060, 0x003A, 0x0023, 0x0040, 0x0027, 0x003D, 0x0022,
	/* 80 */	0x00D8, 0x0061, 0x0062, 0x0063, 0x0064, 0x0065, 0x0066, 0x0067,
	/* 88 */	0x0068, 0x0069, 0x00AB, 0x00BB, 0x00F0, 0x00FD, 0x00FE, 0x00B1,
	/* 90 */	0x00B0, 0x006A, 0x006B, 0x006C, 0x006D, 0x006E, 0x006F, 0x0070,
	/* 98 */	0x0071, 0x0072, 0x00AA, 0x00BA, 0x00E6, 0x00B8, 0x00C6, 0x00A4,
	/* A0 */	0x00B5, 0x007E, 0x0073, 0x0074, 0x0075, 0x0076, 0x0077, 0x0078,
	/* A8 */	0x0079, 0x007A, 0x00A1, 0x00BF, 0x00D0, 0x005B, 0x00DE, 0x00AE,
	/* B0 */	0x00AC, 0x00A3, 0x00A5, 0x00B7, 0x00A9, 0x00A7, 0x00B6, 0x00BC,
	/* B8 */	0x00BD, 0x00BE, 0x00DD, 0x00A8, 0x00AF, 0x005D, 0x00B4, 0x00D7,
	/* C0 */	0x007B, 0x0041, 0x0042, 0x0043, 0x0044, 0x0045, 0x0046, 0x0047,
	/* C8 */	0x0048, 0x0049, 0x00AD, 0x00F4, 0x00F6, 0x00F2, 0x00F3, 0x00F5,
	/* D0 */	0x007D, 0x004A, 0x004B, 0x004C, 0x004D, 0x004E, 0x004F, 0x0050,
	/* D8 */	0x0051, 0x0052, 0x00B9, 0x00FB, 0x00FC, 0x00F9, 0x00FA, 0x00FF,
	/* E0 */	0x005C, 0x00F7, 0x0053, 0x0054, 0x0055, 0x0056, 0x0057, 0x0058,
	/* E8 */	0x0059, 0x005A, 0x00B2, 0x00D4, 0x00D6, 0x00D2, 0x00D3, 0x00D5,
	/* F0 */	0x0030, 0x0031, 0x0032, 0x0033, 0x0034, 0x0035, 0x0036, 0x0037,
	/* F8 */	0x0038, 0x0039, 0x00B3, 0x00DB, 0x00DC, 0x00D9, 0x00DA, 0x009F,
} };

const uint8_t ebcdic_print[256] = {
	'.', '.', '.', '.', '.', '.', '.', '.', '.', '.', '.', '.', '.', '.', '.', '.',
	'.', '.', '.', '.', '.', '.', '.', '.', '.', '.', '.', '.', '.', '.', '.', '.',
	'.', '.', '.', '.', '.', '.', '.', '.', '.', '.', '.', '.', '.', '.', '.', '.',
	'.', '.', '.', '.', '.', '.', '.', '.', '.', '.', '.', '.', '.', '.', '.', '.',
	' ', '.', '.', '.', '.', '.', '.', '.', '.', '.', '.', '.', '<', '(', '+', '|',
	'&', '.', '.', '.', '.', '.', '.', '.', '.', '.', '!', '$', '*', ')', ';', '^',
	'-', '/', '.', '.', '.', '.', '.', '.', '.', '.', '.', ',', '%', '_', '>', '?',
	'.', '.', '.', '.', '.', '.', '.', '.', '.', '`', ':', '#', '@', '\'', '=', '"',
	'.', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', '.', '.', '.', '.', '.', '.',
	'.', 'j', 'k', 'l', 'm', 'n', 'o', 'p', 'q', 'r', '.', '.', '.', '.', '.', '.',
	'.', '~', 's', 't', 'u', 'v', 'w', 'x', 'y', 'z', '.', '.', '.', '[', '.', '.',
	'.', '.', '.', '.', '.', '.', '.', '.', '.', '.', '.', '.', '.', ']', '.', '.',
	'{', 'A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', '.', '.', '.', '.', '.', '.',
	'}', 'J', 'K', 'L', 'M', 'N', 'O', 'P', 'Q', 'R', '.', '.', '.', '.', '.', '.',
	'\\', '.', 'S', 'T', 'U', 'V', 'W', 'X', 'Y', 'Z', '.', '.', '.', '.', '.', '.',
	'0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '.', '.', '.', '.', '.', '.',
};

/* What one byte alone becomes; false where it is not a character alone. */
static bool
convert(iconv_t to, uint8_t byte, uint16_t *point)
{
	char in = (char)byte, out[8], *from = &in, *end = out;
	size_t in_left = 1, out_left = sizeof(out);

	*point = NOTHING;
	iconv(to, NULL, NULL, NULL, NULL);
	if (iconv(to, &from, &in_left, &end, &out_left) == (size_t)-1)
		return errno == EILSEQ;
	/* A shift code gives nothing yet. */
	if (end == out)
		return false;
	if (end == out + 2)
		*point = span_u16(span_of(out, 2), 0);
	return true;
}

/* iconv's converter to two-byte Unicode, by its name or IBM's. */
static iconv_t
converter(const char *name)
{
	char other[NAME];
	iconv_t to = iconv_open("UTF-16BE", name);

	if (to != (iconv_t)-1 || strncasecmp(name, "IBM-", 4) != 0)
		return to;
	snprintf(other, sizeof(other), "CP%s", name + 4);
	return iconv_open("UTF-16BE", other);
}

bool
codepage_load(struct codepage *cp, const char *name)
{
	struct codepage new = codepage_1047;
	iconv_t to;
	unsigned i;

	if (strcasecmp(name, "IBM-1047") != 0 && strcmp(name, "1047") != 0) {
		to = converter(name);
		if (to == (iconv_t)-1)
			return false;
		for (i = 0; i < 256; i++)
			if (!convert(to, (uint8_t)i, &new.point[i]))
				break;
		iconv_close(to);
		if (i < 256)
			return false;
	}
	if (new.point[0xC1] != 'A' || new.point[0xF1] != '1')
		return false;
	*cp = new;
	return true;
}

void
codepage_utf8(const struct codepage *cp, struct span s, struct buf *b)
{
	uint8_t *start = buf_room(b, s.n > SIZE_MAX / 3 ? SIZE_MAX : 3 * s.n);
	uint8_t *to = start;
	unsigned point;
	size_t i;

	if (start == NULL)
		return;
	for (i = 0; i < s.n; i++) {
		point = cp->point[s.p[i]];
		if (point < 0x80) {
			*to++ = (uint8_t)point;
			continue;
		}
		if (point < 0x800) {
			*to++ = (uint8_t)(0xC0 | point >> 6);
		} else {
			*to++ = (uint8_t)(0xE0 | point >> 12);
			*to++ = (uint8_t)(0x80 | (point >> 6 & 0x3F));
		}
		*to++ = (uint8_t)(0x80 | (point & 0x3F));
	}
	b->n += (size_t)(to - start);
}

void
codepage_trim(const struct codepage *cp, struct span s, struct buf *b)
{
	while (s.n > 0 && (s.p[s.n - 1] == BLANK || s.p[s.n - 1] == 0))
		s.n--;
	codepage_utf8(cp, s, b);
}

uint8_t
ebcdic_from_ascii(char c)
{
	unsigned i;

	if ((unsigned char)c > 0x7F)
		return 0;
	for (i = 0; i < 256; i++)
		if (codepage_1047.point[i] == (unsigned char)c)
			return (uint8_t)i;
	return 0;
}
