/* make_listing.h - prints of records in every form a listing comes in */
#ifndef TESTS_MAKE_LISTING_H
#define TESTS_MAKE_LISTING_H

#include <stdbool.h>
#include <stddef.h>

#include "ztrace/buf.h"
#include "ztrace/span.h"

/* The program that printed; the places of offsets and words follow from it. */
enum print_layout { PRINT_ERA10, PRINT_ERA30, PRINT_JUP, PRINT_IDCAMS };

/* What stands between two lines. */
enum print_ends {
	PRINT_LF, PRINT_CRLF, PRINT_NEL, PRINT_LF25,	/* NEL is 15, LF25 25: EBCDIC's line feed */
	PRINT_FIXED,		/* nothing: blanks up to `length` */
	PRINT_RDW, PRINT_BDW	/* an RDW in front, and a BDW in front of some lines */
};

struct print_style {
	const char	*name;
	enum print_layout layout;
	enum print_ends	 ends;
	bool		 ebcdic;
	size_t		 length;	/* PRINT_FIXED: bytes a line */
	char		 control;	/* in column 1: 0 none, ' ' blank, 'a' ASA, 'm' machine */
	bool		 text;		/* an EBCDIC column behind the words */
	bool		 collapsed;	/* runs of blanks became one, leading ones none */
	bool		 tabs;		/* tabs in their place */
	bool		 lower;		/* hexadecimal digits in lower case */
	bool		 keys;		/* key letters between and behind the lines */
	bool		 feed;		/* pages begin with a form feed */
	size_t		 page;		/* lines a page, with headings in front; 0: one heading */
};

/* One of each kind, ended by one without name. */
extern const struct print_style print_styles[];

/* Prints records that stand one behind the other, each from its RDW on. */
void	print_trace(const struct print_style *, struct span trace, struct buf *);

/* Prints one line of text as the style has its lines. */
void	print_text(const struct print_style *, const char *text, struct buf *);

#endif
