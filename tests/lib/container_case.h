/* container_case.h - what a container makes of an input, held against a table */
#ifndef TESTS_CONTAINER_CASE_H
#define TESTS_CONTAINER_CASE_H

#include <stdint.h>

#include "ztrace/container.h"
#include "ztrace/span.h"

struct container_case {
	const char	*what;		/* a sentence part for messages */
	const char	*in;		/* hex; a | stands for a border (the end of a tape block) */
	const char	*out;		/* hex of all records */
	const char	*words;		/* lines of messages, each with its end */
	uint64_t	 descriptor, padding, skipped;	/* bytes on these accounts */
};

enum { CHUNKS = 5 };
extern const size_t chunks[CHUNKS];	/* sizes in which a stream may come */

/* All these end the test when something is not as it should be, whatever the chunk size. */
void	case_run(const struct container *, const struct container_case *);

/* Gives exactly `records` and no message. */
void	case_reads(const struct container *, struct span in, struct span records);

/*
 * For each shorter input: what comes out is how `records` begin, and it comes
 * to its end.
 */
void	case_truncated(const struct container *, struct span in, struct span records);

/* For each byte once changed: comes to its end, and alike for any chunk size. */
void	case_flipped(const struct container *, struct span in);

/*
 * Records come as soon as their last bytes have: of `in` without its last
 * byte come all records but the last, with no byte more being asked for.
 */
void	case_prompt(const struct container *, struct span in, struct span records);

#endif
