/* lines.h - lines of a print, in whatever form its text came off the host */
#ifndef ZTRACE_LINES_H
#define ZTRACE_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ztrace/diag.h"
#include "ztrace/span.h"
#include "ztrace/stream.h"
#include "ztrace/unwrap.h"

/*
 *  LINES_ENDED    text LF    text CR LF    text FF    text NEL
 *  LINES_FIXED    text blanks    text blanks    ...       (121, 133 ... bytes each)
 *  LINES_RDW      LEN 0 text    LEN 0 text    ...         (V; blocks' BDWs are left out)
 */
enum lines_frame { LINES_ENDED, LINES_FIXED, LINES_RDW };

struct lines_form {
	enum lines_frame frame;
	bool		 ebcdic;
	uint8_t		 end;		/* LINES_ENDED: ends a line, as a form feed does */
	size_t		 length;	/* LINES_FIXED: bytes a line */
};

enum {
	LINE_LONGEST = 64 * 1024,	/* bytes; a longer line has no text, and comes in parts */
	LINE_SHOWN = 1024		/* bytes of its text that a line shows at most */
};

struct line {
	struct span	text;		/* ASCII, '.' for what is none in EBCDIC; without its end */
	uint64_t	number;		/* from 1; parts up to a form feed have the same */
	uint64_t	at;		/* offset in the stream */
	size_t		bytes;		/* in the stream, with its end or its RDW */
	bool		cut;		/* the stream ends before its end */
	bool		damaged;	/* no line: bytes stepped over for an impossible RDW */
};

/*
 * Finds the form of the text that begins with this head. False when more of
 * it must be seen first. A head that is no text is taken for ASCII lines.
 */
bool	lines_form(struct head, struct lines_form *);

/*
 * Cuts the first line off the head. False when it does not end there: more
 * must be seen, or, with a whole head, nothing is left. Sets text, bytes, cut
 * and damaged; *ended tells whether the line is finished. EBCDIC is translated
 * into `room`, which must outlive the text; other text stays where it is.
 */
bool	lines_cut(const struct lines_form *, struct head, uint8_t room[LINE_SHOWN],
	    struct line *, bool *ended);

struct lines;

/* Takes the stream over, also on failure (NULL, words said). */
struct lines *lines_open(struct stream *, struct diag *);
void	lines_close(struct lines *);		/* NULL is allowed */

/*
 * For who knows the lines to come: the bytes at hand that no line has taken,
 * if they are ASCII lines with ends and a line begins here (else none); and
 * to take n of them, which are `count` lines.
 */
struct span lines_ahead(const struct lines *);
void	lines_take(struct lines *, size_t n, uint64_t count);

/* The number of the line to come, and its offset in the stream. */
uint64_t lines_number(const struct lines *, uint64_t *at);

/* The next line, borrowed until the next call. RC_OK, RC_END or RC_FAIL; damage is said. */
enum rc	lines_next(struct lines *, struct line *, struct diag *);

#endif
