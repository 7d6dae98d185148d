/* csv_read.h - reads RFC 4180 text back */
#ifndef TESTS_CSV_READ_H
#define TESTS_CSV_READ_H

#include <stddef.h>

#include "ztrace/buf.h"
#include "ztrace/span.h"

struct csv_row {
	struct buf	text;		/* the values, each with a NUL; the caller frees it */
	size_t		at[64];		/* where each begins */
	size_t		n;		/* values */
};

/*
 * Takes one line, which must end in CR and LF, and puts its values in the
 * place of those in *row. NULL, or what is wrong.
 */
const char *csv_take(struct cursor *, struct csv_row *row);

/* Value k, or "(none)". */
const char *csv_value(const struct csv_row *, size_t k);

#endif
