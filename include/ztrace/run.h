/* run.h - what all programs of the family have in common on the command line */
#ifndef ZTRACE_RUN_H
#define ZTRACE_RUN_H

#include <stdbool.h>
#include <stdint.h>

#include "ztrace/diag.h"
#include "ztrace/ledger.h"
#include "ztrace/opt.h"

enum run_stats { RUN_STATS_NONE, RUN_STATS_TEXT, RUN_STATS_JSON };

/* Must be the first member of a program's own options. */
struct run_options {
	enum run_stats	stats;
	bool		quiet, verbose;
	bool		help, version;
	const char	*form;		/* of the help: NULL for people, or "mdoc" */
};

/* Setters for the option table (the others are flags); `to` is the program's options. */
const char *run_set_stats(void *to, const char *arg);
const char *run_set_help(void *to, const char *arg);

/* For any uint64_t: "512", "64K", "1M", "2G" (powers of 1024); seconds as microseconds. */
const char *run_set_size(void *to, const char *arg);
const char *run_set_seconds(void *to, const char *arg);

/* A diag that prints to standard error behind the program's name (which must outlive it). */
void	run_diag(struct diag *, char *program, const struct run_options *);

/* A list row for --help: "  name        what it is". */
void	run_help_row(struct buf *, const char *name, const char *help);

/*
 * The end of a run: sums of repeated messages, the ledger's own check, the
 * report if wanted. What only one program reports comes in `extra`, ended by
 * a row with label NULL. Returns the exit status.
 */
struct run_extra {
	const char	*label;		/* JSON key */
	const char	*title;		/* for people */
	struct buf	 text;		/* one line, without its end; empty: not shown */
	struct buf	 json;		/* one value; not empty */
};
int	run_finish(const char *program, const struct run_options *, const struct ledger *,
	    const struct run_extra *, struct diag *);

#endif
