/* caught.h - keeps what goes to standard output or standard error, for tests */
#ifndef TESTS_CAUGHT_H
#define TESTS_CAUGHT_H

#include <stdio.h>

struct caught {
	FILE	*stream, *file;
	int	 kept;			/* where the stream really goes */
	char	 words[8192];		/* filled by caught_end; what is more is lost */
};

/* Both end the test when the system does not do as told. */
void	caught_begin(struct caught *, FILE *stream);
void	caught_end(struct caught *);

/* Ends the test unless what was caught begins so. */
void	caught_begins(const struct caught *, const char *words);

#endif
