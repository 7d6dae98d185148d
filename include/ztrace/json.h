/* json.h - writes JSON (RFC 8259) into memory, without line ends */
#ifndef ZTRACE_JSON_H
#define ZTRACE_JSON_H

#include <stddef.h>
#include <stdint.h>

#include "ztrace/buf.h"
#include "ztrace/span.h"

/*
 * Every value leaves a comma behind itself; json_end puts the closing
 * bracket in the place of the last one:
 *
 *     json_key(b, "names");		"names":
 *     buf_char(b, '[');		"names":[
 *     json_str(b, "A");		"names":["A",
 *     json_str(b, "B");		"names":["A","B",
 *     json_end(b, ']');		"names":["A","B"],
 *
 * A whole document ends with json_last, which takes the comma away.
 */
void	json_end(struct buf *, char bracket);
void	json_last(struct buf *);

/* The key must need no escaping. */
void	json_key(struct buf *, const char *);

/*
 * Bytes that should be UTF-8 as a string. What is not UTF-8 (surrogates too)
 * becomes U+FFFD; control characters and whatever some reader may take for a
 * line end (U+0085, U+2028, U+2029) are escaped.
 */
void	json_string(struct buf *, struct span);
void	json_str(struct buf *, const char *);

/*
 * The same around text that the caller puts there: begin gives where it
 * starts, and end makes a string of all that has come since. The key may be
 * NULL.
 */
size_t	json_string_begin(struct buf *, const char *key);
void	json_string_end(struct buf *, size_t start);

/* Two upper-case digits a byte, as a string. */
void	json_hex(struct buf *, struct span);

/*
 * A number; beyond what every reader can hold exactly, a string of its
 * digits.
 */
#define JSON_EXACT (UINT64_C(1) << 53)
void	json_uint(struct buf *, uint64_t);
void	json_int(struct buf *, int64_t);

#endif
