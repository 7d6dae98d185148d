/* layout_line.h - the lines of a layout file, one by one (see layouts.h) */
#ifndef ZTRACE_LAYOUT_LINE_H
#define ZTRACE_LAYOUT_LINE_H

#include <stdbool.h>
#include <stddef.h>

#include "ztrace/diag.h"
#include "ztrace/field.h"
#include "ztrace/layouts.h"

/* The columns of a line. */
enum {
	COLUMN_RECORD, COLUMN_SECTION, COLUMN_OFFSET, COLUMN_LENGTH, COLUMN_KIND, COLUMN_NAME,
	COLUMN_LABEL, COLUMN_MORE, COLUMNS
};

/*
 * What a file's lines become. The rows lie in memory of the caller's, who
 * knows how many there can be at most: a rule for each line, two fields for
 * each and one more, a code for each and for each = in the text. All are
 * zeros at first, and none ever moves.
 */
struct layout_lines {
	struct layout_rule *rule;
	struct field	*field;		/* a row without a name ends each rule's */
	struct code	*code;
	size_t		 rules, fields, codes;	/* in use */
	const char	*file;		/* for messages */
	struct diag	*diag;
	size_t		 line;		/* lines so far */
	size_t		 wrong;		/* things said so far */
	char		*column[COLUMNS];	/* of the line; MORE may be NULL */
};

/*
 * Takes the next line, without its end. It is cut up, and names point into
 * it. False when something in it is wrong, which is said.
 */
bool	layout_line(struct layout_lines *, char *line);

#endif
