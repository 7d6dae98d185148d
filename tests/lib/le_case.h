/* le_case.h - a made trace table, its print, and what is read of it, for Check tests */
#ifndef TESTS_LE_CASE_H
#define TESTS_LE_CASE_H

#include "dice.h"
#include "le_run.h"
#include "make_le.h"
#include "ztrace/buf.h"

enum { LE_CASE_ENTRIES = 40 };

struct le_case {
	struct le_run	 run;		/* of a listing to -t entries, unless that is changed */
	struct buf	 entries;	/* LE_CASE_ENTRIES of them, made by dice */
	struct buf	 print;		/* empty: le_print_table fills it ... */
	struct le_print	 form;		/* ... by this */
	struct buf	 changed;	/* room for what a test makes of the print */
	struct dice	 dice;
};

void	le_case_begin(struct le_case *);
void	le_case_end(struct le_case *);

/* Prints the entries in lines with plain ends. */
void	le_case_print(struct le_case *);

/* Reads it. Fails the test for what must never be. */
void	le_case_run(struct le_case *, const struct buf *);

/* The i-th entry as it was made. */
struct span le_case_entry(const struct le_case *, size_t i);

/* Fails the test unless all entries came out as they were made, without a word. */
void	le_case_same(const struct le_case *, const char *what);

/* Fails the test when a word that came out is another than the one made for its place. */
void	le_case_true(const struct le_case *, const char *what);

/*
 * Fills `changed` with the print in which the first `old` behind the first
 * `from` is `new`.
 */
void	le_case_change(struct le_case *, const char *from, const char *old, const char *new);

#endif
