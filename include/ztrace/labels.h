/* labels.h - standard labels of tapes: what one of them says */
#ifndef ZTRACE_LABELS_H
#define ZTRACE_LABELS_H

#include <stdbool.h>
#include <stdint.h>

#include "ztrace/span.h"

enum {
	LABEL_SIZE = 80,
	LABEL_NAME = 18,	/* the last 17 characters of a data set name, and a NUL */
	LABEL_BLOCKS = 1000000	/* the low part of a block count is modulo this */
};

#define LABEL_VOL1	UINT32_C(0xe5d6d3f1)	/* what a volume label starts with */

enum label_kind {
	LABEL_NONE,
	LABEL_VOLUME,		/* VOL1 and on */
	LABEL_HEADER,		/* HDR: a data set begins */
	LABEL_END,		/* EOF: it ends */
	LABEL_GOES_ON,		/* EOV: it goes on on the next volume */
	LABEL_USER,		/* UHL, UTL, UVL */
	LABEL_ASCII		/* any of these in ASCII */
};

struct label {
	enum label_kind	 kind;
	unsigned	 number;	/* 1 to 9: HDR1, HDR2, ... */
	bool		 sure;		/* its numbers are numbers: nothing else looks like it */

	/* of HDR1, EOF1, EOV1 */
	char		 name[LABEL_NAME];	/* of the data set */
	unsigned	 volume;	/* sequence number, from 1; 0: none given */
	bool		 counted;	/* the label has a block count */
	bool		 high;		/* all ten digits of it, not only the last six */
	uint64_t	 blocks;

	/* of HDR2, EOF2, EOV2 */
	char		 format;	/* F, V, U, ...: record format */
};

/* Reads a block as a label. False (kind LABEL_NONE) when it is none. */
bool	label_read(struct span block, struct label *);

#endif
