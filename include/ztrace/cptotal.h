/* cptotal.h - what is kept of all entries by forms that add up */
#ifndef ZTRACE_CPTOTAL_H
#define ZTRACE_CPTOTAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ztrace/buf.h"
#include "ztrace/cptime.h"
#include "ztrace/map.h"

enum {
	CPTOTAL_GAPS = 10,
	CPTOTAL_KINDS = 1024 * 1024	/* pairs of code and CPU that are told apart */
};

/* Entries of one code on one CPU. */
struct cptotal_count {
	uint16_t	code, cpu;
	uint64_t	n;		/* 0: the slot is free */
};

/* Between two entries that follow each other. */
struct cptotal_gap {
	uint64_t	us;
	uint64_t	from;		/* clock of the first */
	bool		known;
};

/* A CPU, and its last entry; filled by who asks for it. */
struct cptotal_cpu {
	struct map_node	 node;
	uint16_t	 cpu, code;
	uint64_t	 n;		/* entries */
	uint64_t	 us;
	const char	*name;		/* of the code; NULL: it has none */
	struct buf	 args;
};

struct cptotal {
	uint64_t	 n;		/* entries */
	struct cptime	 first, last;
	uint64_t	 back;		/* times that the clock went back */
	struct cptotal_count *count;	/* owned; a hash table */
	size_t		 size, used;	/* its slots: a power of two */
	uint64_t	 others;	/* entries beyond CPTOTAL_KINDS */
	struct cptotal_gap gap[CPTOTAL_GAPS];	/* the longest first */
	struct map	 cpus;		/* of struct cptotal_cpu */
	bool		 failed;	/* memory ran out */
};

/* Starts as zeros. */
void	cptotal_add(struct cptotal *, const struct cptime *, uint16_t code, uint16_t cpu);

/* A CPU, which starts as zeros; NULL: out of memory. The one that came after c, or NULL. */
struct cptotal_cpu *cptotal_cpu(struct cptotal *, uint16_t cpu);
const struct cptotal_cpu *cptotal_next(const struct cptotal *, const struct cptotal_cpu *c);

/* Puts the counts in order, by code and CPU, in front of the table. How many. */
size_t	cptotal_sort(struct cptotal *);

void	cptotal_free(struct cptotal *);

#endif
