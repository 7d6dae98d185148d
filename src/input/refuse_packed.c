/* refuse_packed.c - what packed files begin with
 *
 * The heads are those of the formats' own documents; for AMATERSE's see
 * tersedecompress (Open Mainframe Project), for XMIT z/OS TSO/E Customization,
 * "Format of transmitted data".
 */

#include <stdint.h>
#include <string.h>

#include "ztrace/refuse.h"

/* 8 bits a byte when s has n bytes of `magic` at `at`, else 0. */
static int
magic(struct span s, size_t at, const char *bytes, size_t n)
{
	if (!span_cut(s, at, n, &s) || memcmp(s.p, bytes, n) != 0)
		return 0;
	return 8 * (int)n;
}

int
refuse_bzip2(struct head head)
{
	uint8_t level = span_u8(head.s, 3);

	if (magic(head.s, 0, "BZh", 3) == 0 || level < '1' || level > '9')
		return 0;
	if (magic(head.s, 4, "1AY&SY", 6) == 0 &&
	    magic(head.s, 4, "\x17\x72\x45\x38\x50\x90", 6) == 0)
		return 0;
	return 24 + 4 + 48;
}

int
refuse_xz(struct head head)
{
	return magic(head.s, 0, "\xFD" "7zXZ", 6);
}

/* Some writers put skippable frames first. */
int
refuse_zstd(struct head head)
{
	if ((span_u8(head.s, 0) & 0xF0) == 0x50 &&
	    magic(head.s, 1, "\x2A\x4D\x18", 3) != 0)
		return 28;
	return magic(head.s, 0, "\x28\xB5\x2F\xFD", 4);
}

int
refuse_lz4(struct head head)
{
	return magic(head.s, 0, "\x04\x22\x4D\x18", 4) +
	    magic(head.s, 0, "\x02\x21\x4C\x18", 4);
}

int
refuse_zip(struct head head)
{
	return magic(head.s, 0, "PK\x03\x04", 4) +
	    magic(head.s, 0, "PK\x05\x06", 4);
}

int
refuse_7z(struct head head)
{
	return magic(head.s, 0, "7z\xBC\xAF\x27\x1C", 6);
}

int
refuse_compress(struct head head)
{
	return magic(head.s, 0, "\x1F\x9D", 2) +
	    magic(head.s, 0, "\x1F\xA0", 2) +
	    magic(head.s, 0, "\x1F\x1E", 2);
}

int
refuse_tar(struct head head)
{
	return magic(head.s, 257, "ustar", 5);
}

/*
 *  0       1      2    4      5      6      8
 *  METHOD  F/V    LEN  FLAGS  RATIO  BLOCK  LEN
 *
 * One LEN is zero, or both are equal. Flags, ratio and block size are zero
 * unless the file is from MVS (flag 04).
 */
static int
terse(struct span s, uint8_t method)
{
	uint32_t narrow = span_u16(s, 2), wide = span_u32(s, 8);
	bool mvs = (span_u8(s, 4) & 0x04) != 0;

	if (s.n < 12 || span_u8(s, 0) != method || span_u8(s, 1) > 1)
		return 0;
	if ((narrow | wide) == 0 || wide > UINT16_MAX ||
	    (narrow != 0 && wide != 0 && narrow != wide))
		return 0;
	if (!mvs && (span_u16(s, 4) | span_u16(s, 6)) != 0)
		return 0;
	return 8 + 7 + 16 + (mvs ? 1 : 32);
}

int
refuse_pack(struct head head)
{
	return terse(head.s, 0x02);
}

int
refuse_spack(struct head head)
{
	return terse(head.s, 0x05);
}

int
refuse_terse(struct head head)
{
	uint8_t method = span_u8(head.s, 0);

	if (method != 0x01 && method != 0x07)
		return 0;
	return magic(head.s, 1, "\x89\x69\xA5", 3);
}

int
refuse_xmit(struct head head)
{
	return magic(head.s, 1, "\xE0\xC9\xD5\xD4\xD9\xF0\xF1", 7);
}

int
refuse_oma(struct head head)
{
	return magic(head.s, 0, "@TDF", 4);
}

int
refuse_labels(struct head head)
{
	return magic(head.s, 0, "\xE5\xD6\xD3\xF1", 4) +
	    magic(head.s, 0, "\xC8\xC4\xD9\xF1", 4);
}

int
refuse_ascii_labels(struct head head)
{
	return magic(head.s, 0, "VOL1", 4) + magic(head.s, 0, "HDR1", 4);
}
