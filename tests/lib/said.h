/* said.h - keeps what a diag says, for tests */
#ifndef TESTS_SAID_H
#define TESTS_SAID_H

#include <stddef.h>

#include "ztrace/diag.h"

enum { SAID_SIZE = 32 * 1024 };

/* The diag points into this struct, so it must stay where it is. */
struct said {
	struct diag	diag;		/* prints all into words, notes too */
	size_t		n;		/* length of words */
	char		words[SAID_SIZE];	/* messages, one a line; the rest is lost */
};

void	said_start(struct said *);	/* fills it, and forgets what it held */
void	said_clear(struct said *);	/* forgets the words only */

/* Ends the test unless just these messages have been said since the last look. */
#define said_is(said, wanted) do {			\
	ck_assert_str_eq((said)->words, wanted);	\
	said_clear(said);				\
} while (0)

#endif
