/* opt.h - one table of options: parsing, --help, the man page's list, completions */
#ifndef ZTRACE_OPT_H
#define ZTRACE_OPT_H

#include <stdbool.h>
#include <stddef.h>

#include "ztrace/buf.h"

/*
 * A row with name NULL and letter 0 is a heading of --help (its text in
 * `help`); a row with help NULL ends the table.
 */
struct opt {
	char		 letter;	/* 0: none */
	const char	*name;		/* long name; NULL: none */
	const char	*arg;		/* metavariable; NULL: none; "[X]": optional, name only */
	const char	*help;		/* one or more lines parted by \n */
	/*
	 * Called when met, with what lies `at` bytes behind the start of what
	 * opt_parse was given; arg is NULL where none was given. A sentence
	 * about what is wrong, or NULL.
	 */
	const char    *(*set)(void *to, const char *arg);
	size_t		 at;
};

/* Setters for what is commonest: a bool becomes true, a const char * the argument. */
const char *opt_flag(void *to, const char *arg);
const char *opt_string(void *to, const char *arg);

/* What a row takes. The letter of an optional argument's row takes none. */
enum opt_argument { OPT_ARG_NONE, OPT_ARG_NEEDED, OPT_ARG_OPTIONAL };
enum opt_argument opt_argument(const struct opt *);

/* A program's own rows and those it shares, as one table: owned; NULL when memory ran out. */
struct opt *opt_join(const struct opt *own, const struct opt *shared);

/*
 * Goes through argv with getopt_long, calling each option's set with `to`.
 * Returns the index of the first operand (operands are moved behind the
 * options), or -1 with the words for the user in err.
 */
int	opt_parse(const struct opt *, int argc, char *argv[], void *to, struct buf *err);

/* The option part of --help, 80 columns wide. */
void	opt_help(const struct opt *, struct buf *);

/* The same as an mdoc list, for the man page. */
void	opt_mdoc(const struct opt *, struct buf *);

/*
 * The same for programs, a line an option, with a tab between two of: the word
 * "option", letter or -, name or -, "none", "needed" or "optional", the
 * metavariable or -, help.
 */
void	opt_table(const struct opt *, struct buf *);

#endif
