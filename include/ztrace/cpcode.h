/* cpcode.h - what trace codes mean */
#ifndef ZTRACE_CPCODE_H
#define ZTRACE_CPCODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ztrace/buf.h"
#include "ztrace/diag.h"

/* A row of the list, as scripts/tables/cpcode.tsv explains it. */
struct cpcode {
	const char	*code;		/* "0A00", "0Axx", "7F00-7FFF" */
	const char	*meaning;
	const char	*words;		/* "0C zero; 18-1F psw", or "-" */
	const char	*source;
	const char	*certainty;
};

extern const struct cpcode cpcodes_built_in[];
extern const size_t cpcodes_built_in_count;

enum { CPCODE_WORDS = 5, CPCODE_LABEL = 24 };

/* What some of the data words are called together. */
struct cpword {
	uint8_t		 first, count;	/* words, from 0 */
	bool		 text;		/* shown as characters */
	char		 label[CPCODE_LABEL];
};

/* A row as it is used. */
struct cpname {
	struct cpcode	 row;		/* its texts: the list's own */
	uint16_t	 low, high;	/* codes; with wildcards the bits that count: */
	uint16_t	 mask;
	bool		 guess;		/* by the class alone */
	size_t		 words;
	struct cpword	 word[CPCODE_WORDS];
};

struct cpcodes;

/*
 * The built-in list, and a user's over it (NULL: none). The narrowest row
 * that a code fits counts; of two, the user's. NULL on failure (said).
 */
struct cpcodes *cpcodes_open(const char *file, struct diag *);
void	cpcodes_close(struct cpcodes *);		/* NULL is allowed */

/* The name of a code, or NULL. */
const struct cpname *cpcodes_find(const struct cpcodes *, uint16_t code);

/* All rows, as --codes reads them. */
void	cpcodes_print(const struct cpcodes *, struct buf *);

/*
 * A code, a range of codes, or one with x for any digit, of which n characters
 * are given. False when it is none of these.
 */
bool	cpcode_range(const char *text, size_t n, uint16_t *low, uint16_t *high, uint16_t *mask);

/* Whether it fits. */
static inline bool
cpcode_fits(uint16_t code, uint16_t low, uint16_t high, uint16_t mask)
{
	return (code & mask) >= low && (code & mask) <= high;
}

#endif
