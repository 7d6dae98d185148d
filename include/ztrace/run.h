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
	bool		quiet, verbose, progress;
	bool		help, version;
	const char	*form;		/* of the help: NULL for people, or "mdoc" */
	int		 level;		/* of gzip; 0: output is not compressed */
	size_t		 jobs, buffers;	/* see flow.h */
	uint64_t	 buffer_size;
};

/* The options that every program has, behind its own; ended by help NULL. */
extern const struct opt run_rows[];

/* Their setters, and that of -z, which those that write have; `to` is the program's options. */
const char *run_set_stats(void *to, const char *arg);
const char *run_set_help(void *to, const char *arg);
const char *run_set_gzip(void *to, const char *arg);
const char *run_set_jobs(void *to, const char *arg);
const char *run_set_buffers(void *to, const char *arg);

/* For a const char *: where output goes; NULL for "-". */
const char *run_set_output(void *to, const char *arg);

/* For any uint64_t: "512", "64K", "1M", "2G" (powers of 1024); seconds as microseconds. */
const char *run_set_size(void *to, const char *arg);
const char *run_set_seconds(void *to, const char *arg);

/* What an argument can be, by name. */
struct run_list {
	const char	*option;	/* whose argument it is: "from"; NULL ends the lists */
	const char	*title;		/* above it in --help; NULL: not shown there */
	/* The name of row i, and what it is; NULL behind the last. */
	const char    *(*row)(size_t i, const char **help);
};

/* A program of the family. */
struct run_program {
	char		 name[16];
	const char	*usage;		/* first lines of --help */
	const struct opt *options;	/* its own */
	const struct run_list *lists;	/* NULL: none */
	const struct ledger_book *book;		/* of its accounts; NULL: GTF's */
};

/*
 * Goes through the command line. Returns the index of the first operand; or
 * -1 where nothing is left to do (--help, --version, a wrong option, all of
 * which have been answered): *status is then the exit status. Sets what holds
 * where no option says anything else (jobs by the number of processors).
 */
int	run_parse(const struct run_program *, int argc, char *argv[], struct run_options *,
	    int *status);

/* The files among the operands from `first` on; where there are none, standard input. */
const char *const *run_files(char *argv[], int argc, int first);

/*
 * A diag that prints to standard error behind the program's name. Where a
 * run shows its progress, `to` of the diag is to be that (see progress.h).
 */
void	run_diag(struct diag *, const struct run_program *, const struct run_options *);

/* What --help shows; `rows` are all options, `form` is NULL, "mdoc" or "table". */
void	run_help(const struct run_program *, const struct opt *rows, const char *form,
	    struct buf *);

/*
 * For what a program shows of itself, like a schema: writes it to a file
 * (NULL: standard output) unless something failed before, and frees it.
 * Returns the exit status.
 */
int	run_show(struct buf *, const char *output, struct diag *);

/* Ends the program by SIGPIPE if rc is RC_END: nobody reads the output any more. */
void	run_quit(enum rc);

/* What only one program reports. */
struct run_extra {
	const char	*label;		/* JSON key; NULL ends a list */
	const char	*title;		/* for people */
	struct buf	 text;		/* one line, without its end; empty: not shown */
	struct buf	 json;		/* one value; empty: not shown */
};
void	run_extra_free(struct run_extra *);

/* How often the reader waited for a free buffer, and what to do about it. */
void	run_waits(uint64_t waits, struct buf *text, struct buf *json);

/*
 * The end of a run: sums of repeated messages, the ledger's own check, and
 * the report if it is wanted. Returns the exit status.
 */
int	run_finish(const struct run_program *, const struct run_options *, const struct ledger *,
	    const struct run_extra *, struct diag *);

#endif
