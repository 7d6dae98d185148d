/* le_names.h - a number for each different text, for reports that count */
#ifndef ZTRACE_LE_NAMES_H
#define ZTRACE_LE_NAMES_H

#include <stddef.h>
#include <stdint.h>

#include "ztrace/buf.h"
#include "ztrace/span.h"

/* Starts as zeros. Texts may be any bytes; their numbers count from 0. */
struct le_names {
	struct buf	 text;		/* of all, one behind the other */
	struct le_name	*name;		/* owned */
	size_t		 n, cap;
	uint32_t	*slot;		/* owned: number + 1 of a name, or 0 */
	size_t		 slots;		/* a power of two */
};

#define LE_NO_NAME UINT32_MAX

/* The number of a text, if need be a new one. LE_NO_NAME: out of memory. */
uint32_t le_name_get(struct le_names *, struct span);
struct span le_name_text(const struct le_names *, uint32_t number);
void	le_names_free(struct le_names *);

/*
 * Room for number n in an array of *cap things of `size` bytes, those that are
 * new zeros. NULL: out of memory; the array is then as it was.
 */
void	*le_names_room(void *array, size_t n, size_t *cap, size_t size);

#endif
