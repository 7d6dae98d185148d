/* labels.c - standard labels of tapes: what one of them says */

/*
 * z/OS DFSMS Using Magnetic Tapes, "IBM standard labels"; 80 bytes, EBCDIC,
 * columns from 1:
 *
 *  1-4   5-10    22-27   28-31   32-35     55-60        77-80
 *  VOL1  serial
 *  HDR1  name (5-21)     volume  data set  000000
 *  EOF1  name (5-21)     volume  data set  blocks, low  blocks, high
 *  EOV1  the same, and the data set goes on on the next volume
 *
 *  1-4   5       6-10          11-15
 *  HDR2  format  block length  record length      (EOF2 and EOV2 alike)
 */

#include <string.h>

#include "ztrace/ebcdic.h"
#include "ztrace/labels.h"

/* The first three letters, in EBCDIC and in ASCII. */
static const struct {
	uint8_t		ebcdic[3];
	char		ascii[4];
	enum label_kind	kind;
} heads[] = {
	{ { 0xe5, 0xd6, 0xd3 }, "VOL", LABEL_VOLUME },
	{ { 0xc8, 0xc4, 0xd9 }, "HDR", LABEL_HEADER },
	{ { 0xc5, 0xd6, 0xc6 }, "EOF", LABEL_END },
	{ { 0xc5, 0xd6, 0xe5 }, "EOV", LABEL_GOES_ON },
	{ { 0xe4, 0xc8, 0xd3 }, "UHL", LABEL_USER },
	{ { 0xe4, 0xe3, 0xd3 }, "UTL", LABEL_USER },
	{ { 0xe4, 0xe5, 0xd3 }, "UVL", LABEL_USER }
};

/* The columns from `first` to `last`, counted from 1. */
static struct span
columns(struct span label, size_t first, size_t last)
{
	return span_first(span_from(label, first - 1), last - first + 1);
}

/* A number in EBCDIC digits; false when anything else is there. */
static bool
number_read(struct span digits, uint64_t *out)
{
	size_t i;

	*out = 0;
	for (i = 0; i < digits.n; i++) {
		if (digits.p[i] < 0xf0 || digits.p[i] > 0xf9)
			return false;
		*out = *out * 10 + (digits.p[i] & 0x0f);
	}
	return digits.n > 0;
}

static void
name_read(struct span bytes, char name[LABEL_NAME])
{
	size_t i, n = 0;

	for (i = 0; i < bytes.n && i < LABEL_NAME - 1; i++) {
		name[i] = (char)ebcdic_print[bytes.p[i]];
		if (name[i] != ' ')
			n = i + 1;
	}
	name[n] = '\0';
}

/* A format and ten digits, as HDR2 has; no part of a name is that long. */
static bool
is_second(struct span label)
{
	uint64_t digits;
	char format = (char)ebcdic_print[span_u8(label, 4)];

	return strchr("FVU", format) != NULL &&
	    number_read(columns(label, 6, 15), &digits);
}

static void
label_read_first(struct span label, struct label *l)
{
	uint64_t low, high, volume, data_set;

	name_read(columns(label, 5, 21), l->name);
	if (number_read(columns(label, 28, 31), &volume))
		l->volume = (unsigned)volume;
	/* above 9999 data sets: a question mark and three bytes in binary */
	l->sure = l->volume > 0 &&
	    (number_read(columns(label, 32, 35), &data_set) ||
	    span_u8(label, 31) == 0x6f);
	l->counted = number_read(columns(label, 55, 60), &low);
	l->high = number_read(columns(label, 77, 80), &high) && high > 0;
	l->blocks = low + (l->high ? high * LABEL_BLOCKS : 0);
}

/* The letters and the digit that every label begins with. */
static bool
label_read_head(struct span label, struct label *l)
{
	size_t i;

	for (i = 0; i < sizeof(heads) / sizeof(heads[0]); i++) {
		l->kind = heads[i].kind;
		l->number = (unsigned)label.p[3] - 0xf0;
		if (memcmp(label.p, heads[i].ebcdic, 3) == 0)
			return l->number >= 1 && l->number <= 9;
		l->kind = LABEL_ASCII;
		l->number = (unsigned)label.p[3] - '0';
		if (memcmp(label.p, heads[i].ascii, 3) == 0)
			return l->number >= 1 && l->number <= 9;
	}
	return false;
}

bool
label_read(struct span block, struct label *l)
{
	*l = (struct label){ .kind = LABEL_NONE };
	if (block.n != LABEL_SIZE || !label_read_head(block, l)) {
		l->kind = LABEL_NONE;
		return false;
	}
	if (l->kind == LABEL_VOLUME)
		l->sure = l->number == 1;
	if (l->kind != LABEL_HEADER && l->kind != LABEL_END &&
	    l->kind != LABEL_GOES_ON)
		return true;
	/* some writers number HDR2 as 1 */
	if (l->number == 1 && is_second(block))
		l->number = 2;
	if (l->number == 1)
		label_read_first(block, l);
	if (l->number == 2) {
		l->format = (char)ebcdic_print[span_u8(block, 4)];
		l->sure = is_second(block);
	}
	return true;
}
