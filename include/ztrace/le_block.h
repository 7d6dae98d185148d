/* le_block.h - a printed entry that stands just as the one before it did */
#ifndef ZTRACE_LE_BLOCK_H
#define ZTRACE_LE_BLOCK_H

#include <stddef.h>
#include <stdint.h>

#include "ztrace/le_entry.h"
#include "ztrace/le_line.h"
#include "ztrace/span.h"

/*
 * Nearly all entries of a print look alike: the same blank lines before them,
 * the same indents, the same ends of lines. What an entry looked like is kept,
 * and the next one held against it; it then only takes looking at the digits.
 *
 *   blank line                                  } gap
 *       +000080    Time ...                     }
 *       +000090    Member ID ...                 }  each row: its place in the
 *       +000098    94818995 ...  |main ...|      }  block, and what is between
 *       ...
 */
enum { LE_BLOCK_MOST = 2048 };

struct le_block {
	size_t	 n;			/* bytes of gap and entry; 0: none is kept */
	size_t	 gap;			/* bytes before the first row */
	unsigned lines;			/* in n bytes */
	unsigned digits;		/* of each displacement */
	size_t	 body[LE_ROWS];		/* where each row goes on behind it */
	size_t	 from[LE_ROWS + 1];	/* what is alike in all before each row, ... */
	size_t	 between[LE_ROWS + 1];	/* ... and how much; behind the last one too */
	size_t	 text[LE_ROWS];		/* bytes behind its words that may vary */
	uint8_t	 seen[LE_BLOCK_MOST];	/* the block as it was */
	uint8_t	 head[60];		/* of a row 0, up to the thread, ... */
	uint64_t second;		/* ... and its time in whole seconds */
	uint8_t	 member[68];		/* of a row 1, but for the last digit, ... */
	uint32_t words[2];		/* ... and what it says, that digit 0 */
};

/*
 * Reads a whole entry, with the blank lines before it, from where a line
 * begins. The bytes it takes, or 0: it is not all there, or needs a closer
 * look. A displacement other than LE_NOWHERE is the one it must have. Fills the
 * first LE_SIZE bytes of the record.
 */
size_t	le_block_read(struct le_block *, struct span, uint32_t *displacement,
	    uint8_t record[LE_RECORD]);

#endif
