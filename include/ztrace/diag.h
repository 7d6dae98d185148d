/* diag.h - what is said to the user: one line a message, repeats counted */
#ifndef ZTRACE_DIAG_H
#define ZTRACE_DIAG_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "ztrace/rc.h"

enum diag_level {
	DIAG_NOTE,	/* told with -v only */
	DIAG_WARN,	/* odd, but nothing is lost: no effect on the exit status */
	DIAG_DAMAGE,	/* input was damaged or incomplete: exit status 2 */
	DIAG_FAIL,	/* the run cannot be finished: exit status 1 */
	DIAG_LEVELS
};

enum { DIAG_KINDS = 64, DIAG_REPEATS = 10 };

/*
 * Where something was found. Zero fields are not printed (an offset goes
 * with a record or stands alone: `known` says that it is meant).
 */
struct place {
	uint64_t number;	/* of the record in its file, from 1 */
	uint64_t line;		/* of a listing, from 1 */
	uint64_t offset;	/* bytes from the start of the unwrapped stream */
	bool	 known;		/* offset holds something */
	const char *file;	/* borrowed; NULL: the one in work; "": none is named */
};

/*
 * A sentence stands without capital and full stop, says what was found, and
 * may end in particulars in brackets:
 *
 *     "last segment without a first (%s %08X)"
 *
 * The part before " (" is its kind. After the tenth message of a kind the
 * rest are only counted, and diag_sum says how many there were.
 */
struct diag_kind {
	const char	*sentence;	/* the format it was first said with: a literal */
	uint64_t	 said;		/* how often, printed or not */
};

struct diag {
	const char	*program;	/* begins each line; borrowed; NULL: none */
	const char	*file;		/* in work; borrowed; NULL: no file named */
	enum diag_level	 least;		/* messages below this level are not printed */
	void	       (*print)(void *to, const char *line);	/* gets a line without end */
	void		*to;		/* handed to print */
	uint64_t	 count[DIAG_LEVELS];	/* messages of each level, printed or not */
	pthread_mutex_t	*lock;		/* held while saying; NULL: one thread only; borrowed */
	struct diag_kind kind[DIAG_KINDS];	/* those met so far */
	unsigned	 kinds;		/* in use in kind[] */
};

/*
 * Each says one thing and returns the code that goes with it, so that callers
 * write `return diag_fail(d, &at, "...")`. The place may be NULL. The format
 * must be a literal (its address is kept).
 */
enum rc	diag_fail(struct diag *, const struct place *, const char *, ...)
	    __attribute__((format(printf, 3, 4)));	/* RC_FAIL */
enum rc	diag_damage(struct diag *, const struct place *, const char *, ...)
	    __attribute__((format(printf, 3, 4)));	/* RC_SKIP */
enum rc	diag_warn(struct diag *, const struct place *, const char *, ...)
	    __attribute__((format(printf, 3, 4)));	/* RC_OK */
enum rc	diag_note(struct diag *, const struct place *, const char *, ...)
	    __attribute__((format(printf, 3, 4)));	/* RC_OK */
enum rc	diag_memory(struct diag *);			/* RC_FAIL, "out of memory" */

/* Prints, for every kind with uncounted repeats, how many more there were. */
void	diag_sum(struct diag *);

/* The exit status that the messages so far ask for: 0, 1 or 2. */
int	diag_status(const struct diag *);

#endif
