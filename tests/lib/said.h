/* said.h - keeps what a diag says, for tests */
#ifndef TESTS_SAID_H
#define TESTS_SAID_H

#include "ztrace/buf.h"
#include "ztrace/diag.h"

/* The diag points into this struct, so it must stay where it is. */
struct said {
	struct buf	words;		/* messages, one a line */
	struct diag	diag;		/* prints them all, notes too */
};

void	said_start(struct said *);	/* fills it, and forgets what it held */
void	said_free(struct said *);

/* The messages so far as a string; it is good until the next message. */
const char *said_words(struct said *);

/* Ends the test unless just these messages have been said since the last look. */
#define said_is(said, wanted) do {			\
	ck_assert_str_eq(said_words(said), wanted);	\
	buf_clear(&(said)->words);			\
} while (0)

#endif
