/* le_text.h - what C and C++ write into the area of an entry */
#ifndef ZTRACE_LE_TEXT_H
#define ZTRACE_LE_TEXT_H

#include <stdbool.h>
#include <stdint.h>

#include "ztrace/buf.h"
#include "ztrace/ebcdic.h"
#include "ztrace/le_entry.h"
#include "ztrace/span.h"

/*
 * Types 1 and 5; type 3 has zeros from 89 on:
 *
 *   0       32                        96        104
 *   caller  -->(124) malloc(2068)     operator
 *
 * All text is EBCDIC, without the blanks at its end, and borrowed. What is
 * missing is empty.
 */
struct le_call {
	struct span	caller;
	struct span	number;		/* digits */
	struct span	name;
	struct span	parameters;	/* between the brackets */
	struct span	operator;	/* new, new[], delete or delete[] */
};

/* Types 2, 4 and 6: "<--(139) R15=24B731D8 ERRNO=00000000", and zeros. */
enum { LE_R1, LE_R2, LE_R3, LE_R15, LE_ERRNO, LE_ERRNO2, LE_RESULTS };

struct le_return {
	struct span	number;
	struct span	digits[LE_RESULTS];	/* EBCDIC; empty: not there */
	uint64_t	value[LE_RESULTS];
};

/* Where the above stand in their area, from the first byte; n 0: not there. */
struct le_marks {
	uint8_t	 number_n;			/* behind "<--(" */
	uint8_t	 at[LE_RESULTS], n[LE_RESULTS];	/* of digits */
};

/* Types 7 and 8. A name that is too long goes on in a second entry. */
enum {
	LE_FROM_MODULE, LE_FROM_FUNCTION, LE_TO_MODULE, LE_TO_FUNCTION, LE_NAMES
};

struct le_switch {
	struct span	name[LE_NAMES];
	struct span	rest[LE_NAMES];
};

bool	le_type_calls(const struct le_entry *);		/* C's types 1, 3, 5 */
bool	le_type_returns(const struct le_entry *);	/* 2, 4 and 6 */
bool	le_type_switches(const struct le_entry *);	/* 7 and 8 */

/*
 * Each takes an area of LE_AREA_SIZE bytes apart, of which words may be
 * missing (a bit for each of the entry's words that is there). False: it is not
 * what the type says, or too little is there to know what it is about.
 */
bool	le_call_read(struct span area, uint32_t type, uint32_t have,
	    struct le_call *);
bool	le_return_read(struct span area, uint32_t have, struct le_return *);

/* What has been read needs not be read again: keeps it, and gives it back. */
struct le_marks le_return_marks(struct span area, const struct le_return *);
void	le_return_restore(struct span area, const struct le_marks *,
	    struct le_return *);

/* The number of a call alone; empty where the above is false. */
struct span le_call_number(struct span area, uint32_t have);

/* The digit at the end of a part, 1 or 2; 0: this is no part. */
int	le_switch_part(struct span area, uint32_t have);

/* `second` is empty where there is no second part. */
bool	le_switch_read(struct span first, struct span second,
	    struct le_switch *);

/* What a function gave back: R15, or R3 of XPLINK; empty: nothing. */
struct span le_return_digits(const struct le_return *, uint64_t *value);

/* Without zeros in front, as numbers are compared. */
struct span le_number(struct span);

/* Appends EBCDIC as UTF-8; '.' for control characters. */
void	le_put_text(struct buf *, struct span, const struct codepage *);

/* Text without the blanks and zeros at its end. */
struct span le_trim(struct span);

#endif
