/* ebcdic.h - single-byte EBCDIC code pages */
#ifndef ZTRACE_EBCDIC_H
#define ZTRACE_EBCDIC_H

#include <stdbool.h>
#include <stdint.h>

#include "ztrace/buf.h"
#include "ztrace/span.h"

/* What each byte stands for: a Unicode code point, U+FFFD where there is none. */
struct codepage {
	uint16_t point[256];
};

/* IBM-1047 (z/OS UNIX, Language Environment), the default. */
extern const struct codepage codepage_1047;

/*
 * Fills *cp for a code page by its name in iconv ("IBM-037", "CP500", ...);
 * IBM-1047 and 1047 need no iconv. False when iconv does not know it or it
 * is not a single-byte EBCDIC code page (where C1 is A and F1 is 1).
 */
bool	codepage_load(struct codepage *cp, const char *name);

/*
 * Appends bytes as UTF-8. Control characters come as they are (a NUL as
 * NUL): who shows them must escape them.
 */
void	codepage_utf8(const struct codepage *, struct span, struct buf *);

/* The same without the blanks and NULs at the end. */
void	codepage_trim(const struct codepage *, struct span, struct buf *);

/* For text columns: one ASCII character a byte, '.' for what has none. IBM-1047. */
extern const uint8_t ebcdic_print[256];

/* The EBCDIC byte of an ASCII character, 0 where there is none. IBM-1047. */
uint8_t	ebcdic_from_ascii(char);

#endif
