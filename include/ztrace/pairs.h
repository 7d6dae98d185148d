/* pairs.h - IFCIDs that are the begin and the end of one thing */
#ifndef ZTRACE_PAIRS_H
#define ZTRACE_PAIRS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A row of scripts/tables/pairs.tsv. */
struct pair {
	uint16_t	 begin, end;	/* IFCIDs */
	bool		 nests;		/* an agent may do several, one inside the other */
	bool		 recalled;	/* no public document was at hand for the pair */
	const char	*name;
};

/* Sorted by begin, then end. */
extern const struct pair pairs[];
extern const size_t pairs_count;

/* The first row with this begin, or NULL. */
const struct pair *pair_begin(uint16_t ifcid);

/* Whether an IFCID is the end of something; of what this one began. */
bool	pair_ends(uint16_t ifcid);
bool	pair_fits(uint16_t begin, uint16_t end);

#endif
