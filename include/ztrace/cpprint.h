/* cpprint.h - one line of a hexadecimal print, of whatever kind */
#ifndef ZTRACE_CPPRINT_H
#define ZTRACE_CPPRINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ztrace/listing.h"

/*
 *  01234000 000000   7400310D 2130666C 00000A00 ...  *text*   address, offset, words
 *  01234000 +0000    7400310D 2130666C 00000A00 ...           the same
 *  01234000 00000000 7400310D 2130666C 00000A00 ...           the same: a ninth or fifth word
 *  01234000          7400310D 2130666C 00000A00 ...           address, words
 *  000000            7400310D 2130666C 00000A00 ...           offset, words (listing.h)
 *  00000000: 7400 310d 2130 666c 0000 0a00 ...  t.1.          offset, groups of any size (xxd)
 *  00000000  74 00 31 0d 21 30 66 6c  00 00 ...  |t.1.|       offset, bytes (hexdump -C)
 *  7400310d2130666c00000a00...                                digits alone (xxd -p)
 */
struct cpshown {
	bool		addressed;	/* at is an address, not an offset */
	bool		paired;		/* there is an offset, too */
	uint64_t	at, offset;
	size_t		n;		/* bytes shown; 0: none */
	bool		same;		/* it says that lines like the last one are left out */
	bool		marked;		/* a colon says that these are bytes of a print */
	bool		bare;		/* digits are all there is */
	bool		swapped;	/* it shows groups of 2 bytes, in who knows what order */
	uint8_t		data[LISTING_WIDTH];
};

/* Takes a line apart that may stand behind `last`, the last one that showed bytes. */
void	cpprint_line(struct span text, const struct cpshown *last, struct cpshown *);

/* Whether it goes on where the last one ended; *gap: bytes between them, if it is behind it. */
bool	cpprint_follows(const struct cpshown *last, const struct cpshown *, uint64_t *gap);

#endif
