/* listing.h - one line of a print of records in hexadecimal */
#ifndef ZTRACE_LISTING_H
#define ZTRACE_LISTING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ztrace/span.h"
#include "ztrace/unwrap.h"

/*
 * The offset of a line's first byte, and up to 32 bytes in words:
 *
 *  000020   E2E2D6D7 00000001  000000A0 ...   *SSOP............*    DFSERA10, IDCAMS
 *  022480F8 000020   E2E2D6D7 00000001  ...   *SSOP............*    DFSERA30: address first
 *  000020   000048   E2E2D6D7 00000001  ...   *SSOP............*    DFHJUP: also offset in block
 *  0224815C 000060            SAME AS ABOVE                         as the line before
 */
enum listing_kind {
	LISTING_NOISE,		/* shows nothing of a record */
	LISTING_BYTES,
	LISTING_SAME		/* as the line before, up to the next line's offset */
};

enum {
	LISTING_WIDTH = 32,	/* bytes a line shows at most */
	LISTING_RUN = 16,	/* lines that are read at once */
	LISTING_MOST = 0xffff	/* bytes a record in a listing can have */
};

struct listing_line {
	enum listing_kind kind;
	size_t	offset;			/* in the record, at most LISTING_MOST */
	size_t	n;			/* bytes shown, 1 to LISTING_WIDTH; 0 for LISTING_SAME */
	size_t	unknown;		/* of them, shown as xx */
	uint8_t	data[LISTING_WIDTH];	/* the first n hold them, 00 where unknown */
};

/*
 * Takes a line apart. Where its offset is `next`, it holds no more than
 * `left` bytes (at least 1) of the record in work, and what follows those is
 * not looked at.
 */
void	listing_line_read(struct span text, size_t next, size_t left, struct listing_line *);

/*
 * Whether a line of 32 bytes has all of them in the columns of a print; what
 * is behind them is not looked at. *offset and data may be filled if not.
 */
bool	listing_columns(struct span line, size_t *offset, uint8_t data[LISTING_WIDTH]);

/*
 * A quick way for most lines of a print: if a line begins here that has the
 * offset `next` (not 0) and n bytes (1 to LISTING_WIDTH) in their columns, and
 * its end is in s, gives these bytes, and how long it is in all. They are
 * those that listing_line_read gives with n left. Else 0.
 */
size_t	listing_line_next(struct span s, size_t next, size_t n, uint8_t data[LISTING_WIDTH]);

/*
 * The same for as many whole lines as follow each other, up to LISTING_RUN and
 * the n bytes that the record still has; data has room for n. Gives how many
 * lines there are, and how long they are together: up to the first that is
 * not as usual, which listing_line_next may be able to read none the less.
 */
size_t	listing_lines_next(struct span s, size_t next, size_t n, uint8_t *data, size_t *lines);

/* The bid of the container (see unwrap.h): bits of a record's start that are a GTF record's. */
int	listing_bid(struct head);

#endif
