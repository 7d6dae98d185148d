/* make_le.h - trace tables of Language Environment, in storage and in print */
#ifndef TESTS_MAKE_LE_H
#define TESTS_MAKE_LE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "dice.h"
#include "make_listing.h"
#include "ztrace/buf.h"
#include "ztrace/le_entry.h"
#include "ztrace/span.h"

/* Appends one entry, LE_SIZE bytes. Texts are ASCII; a time is in microseconds since 1900. */
struct le_made {
	uint64_t	 us, thread;
	uint32_t	 type;		/* of C */
};
void	le_make_call(struct buf *, struct le_made, const char *caller, const char *text,
	    const char *operator);		/* text: "-->(124) malloc(2068)" */
void	le_make_return(struct buf *, struct le_made, const char *text);
void	le_make_part(struct buf *, struct le_made, const char *const name[4], int part);
void	le_make_other(struct buf *, struct le_made, uint8_t member, struct span area);

/* A time to begin at: 2005-05-01T22:10:56.799195Z. */
#define LE_MADE_TIME UINT64_C(3323974256799195)

/* A run of a program that writes n entries: threads, nested calls, heap, names in two parts. */
void	le_make_run(struct dice *, size_t n, struct buf *);

/* How a table is printed, besides what the lines are made of. */
struct le_print {
	size_t		 indent;
	bool		 bars;		/* as UTF-8, those of the documentation */
	bool		 bare;		/* no headings */
	size_t		 page;		/* lines a page, with headings in front; 0: none */
	uint32_t	 from;		/* displacement of the first entry */
	uint32_t	 recent;	/* displacement of the newest entry, LE_NOWHERE: not told */
};

/* Prints entries that stand one behind the other. */
void	le_print_table(const struct print_style *, const struct le_print *, struct span entries,
	    struct buf *);

/* The bytes of samples/NAME. */
struct buf le_sample(const char *name);

#endif
