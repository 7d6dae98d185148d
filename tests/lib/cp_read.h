/* cp_read.h - reads CP trace entries to their end and keeps all that came out */
#ifndef TESTS_CP_READ_H
#define TESTS_CP_READ_H

#include <stddef.h>

#include "ztrace/buf.h"
#include "ztrace/container.h"
#include "ztrace/cpclock.h"
#include "ztrace/diag.h"
#include "ztrace/ledger.h"

#include "make_cp.h"

struct cp_got {
	struct buf	lines;		/* of -t entries, ended by a NUL */
	struct buf	words;		/* messages, one a line, ended by a NUL */
	struct buf	raw;		/* of -t raw */
	struct buf	made;		/* struct cp_made, one behind the other */
	size_t		n;
	uint64_t	numbers;	/* of all entries in their file, added up */
	struct ledger	ledger;
	struct diag	diag;
	const char     *wrong;		/* what must not be: a sentence; NULL: nothing */
};

/*
 * Fills *g (to be freed). The container NULL: whatever the bytes say, wrappings
 * taken off. Looks at what holds for any input: the end stays the end, every
 * byte and entry is booked, places do not go back.
 */
void	cp_read(struct cp_got *g, const struct container *, struct span in, size_t chunk,
	    const struct cpclock_options *);
void	cp_got_free(struct cp_got *);

/* The i-th entry. */
const struct cp_made *cp_got_made(const struct cp_got *, size_t i);

/* How many of n entries came out, each once and as it was made; its code is its number. */
size_t	cp_got_count(const struct cp_got *, const struct cp_made *, size_t n);

#endif
