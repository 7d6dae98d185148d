/* hex.h - test bytes that are written as hex text */
#ifndef TESTS_HEX_H
#define TESTS_HEX_H

#include "ztrace/buf.h"

/* All give a buffer that the caller frees, and end the test when the text is not right. */

/* "001A0000 0001FFFF"; xx stands for a byte of 00. */
struct buf hex_bytes(const char *text);

/* The lines of tests/data/NAME but those that begin with #, with 00 for xx. */
struct buf hex_lines(const char *name);

/* The bytes of a file whose lines are dump lines: digits from position 11 on. */
struct buf hex_record(const char *name);

#endif
