/* json_read.h - reads JSON back, by other means than it was written */
#ifndef TESTS_JSON_READ_H
#define TESTS_JSON_READ_H

#include "ztrace/buf.h"
#include "ztrace/span.h"

/*
 * NULL when all of s is one JSON text as RFC 8259 has it, in valid UTF-8,
 * without blanks or any kind of line end, and no object has a key twice; else
 * what is wrong.
 */
const char *json_wrong(struct span s);

/*
 * The value at a path like "headers.standard.time" or "data[1].members[0]",
 * as it is written; an empty span where there is none.
 */
struct span json_at(struct span s, const char *path);

/* The elements of an array, or 0 for anything else. */
size_t	json_count(struct span array);

/* What a string says, UTF-8; of another value the text itself. */
void	json_unquote(struct span value, struct buf *);

#endif
