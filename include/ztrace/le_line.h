/* le_line.h - one line of a printed trace table (CEEDUMP) */
#ifndef ZTRACE_LE_LINE_H
#define ZTRACE_LE_LINE_H

#include <stddef.h>
#include <stdint.h>

#include "ztrace/span.h"

/*
 * An entry is printed in six rows, whose displacements in the table tell them:
 *
 *  +000000    Time 20.52.46.666280    Date 2001.08.26    Thread ID... 8000000000000000
 *  +000010    Member ID.... 03    Flags..... 000000    Entry Type..... 00000001
 *  +000018    94818995 40404040 40404040 40404040  40404040 40404040 ...   |main      |
 *  +000038    8 words
 *  +000058    8 words
 *  +000078    2 words
 *
 * (z/OS Language Environment Debugging Guide, "Sample dump for the trace
 * table entry")
 */
enum le_line_kind {
	LE_LINE_NOISE,		/* nothing of a table */
	LE_LINE_TABLE,		/* its heading */
	LE_LINE_RECENT,		/* says which entry is the newest */
	LE_LINE_END,		/* the heading of what stands behind a table */
	LE_LINE_HEAD,		/* row 0: time and thread */
	LE_LINE_MEMBER,		/* row 1 */
	LE_LINE_AREA		/* rows 2 to 5 */
};

enum { LE_ROWS = 6, LE_ROW_MOST = 32 };

/* Where each row begins in its entry, and how many bytes it has. */
extern const uint8_t le_row_at[LE_ROWS], le_row_bytes[LE_ROWS];

struct le_line {
	enum le_line_kind kind;
	uint32_t	 displacement;	/* of the entry; RECENT: of the newest */
	unsigned	 row;		/* rows only, ... */
	uint32_t	 have;		/* ... bit n: its word n is there */
	uint8_t		 data[LE_ROW_MOST];	/* 00 where none is */
};

/* Takes a line of ASCII apart. */
void	le_line_read(struct span text, struct le_line *);

#endif
