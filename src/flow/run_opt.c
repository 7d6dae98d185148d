/* run_opt.c - the options that all programs of the family have, and --help */

#include <ctype.h>
#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ztrace/flow.h"
#include "ztrace/run.h"

const char *
run_set_stats(void *to, const char *arg)
{
	struct run_options *o = to;

	if (arg == NULL || strcmp(arg, "text") == 0)
		o->stats = RUN_STATS_TEXT;
	else if (strcmp(arg, "json") == 0)
		o->stats = RUN_STATS_JSON;
	else
		return "neither text nor json";
	return NULL;
}

const char *
run_set_help(void *to, const char *arg)
{
	struct run_options *o = to;

	o->help = true;
	o->form = arg;
	return arg == NULL || strcmp(arg, "mdoc") == 0 || strcmp(arg, "table") == 0 ? NULL :
	    "not a form of help";
}

/* A number at the start of text, and what follows it. */
static bool
run_number(const char *text, char **end, uint64_t *n)
{
	if (!isdigit((unsigned char)text[0]))
		return false;
	errno = 0;
	*n = strtoull(text, end, 10);
	return errno == 0;
}

const char *
run_set_size(void *to, const char *arg)
{
	static const char units[] = "kmg", wrong[] = "not a size (a number, with K, M or G "
	    "behind it)";
	uint64_t *size = to;
	const char *unit;
	unsigned shift = 0;
	uint64_t n;
	char *end;

	if (!run_number(arg, &end, &n))
		return wrong;
	if (*end != '\0') {
		unit = strchr(units, tolower((unsigned char)*end));
		if (unit == NULL || end[1] != '\0')
			return wrong;
		shift = 10 * (unsigned)(unit - units + 1);
	}
	if (n > SIZE_MAX >> shift)
		return wrong;
	*size = n << shift;
	return NULL;
}

const char *
run_set_seconds(void *to, const char *arg)
{
	uint64_t *us = to;
	uint64_t n;
	char *end;

	if (!run_number(arg, &end, &n) || *end != '\0' || n == 0 || n > UINT32_MAX)
		return "not a number of seconds";
	*us = n * 1000000;
	return NULL;
}

/* A number up to `most`, all of the text. */
static bool
run_count(const char *text, uint64_t most, uint64_t *n)
{
	char *end;

	return run_number(text, &end, n) && *end == '\0' && *n <= most;
}

const char *
run_set_gzip(void *to, const char *arg)
{
	struct run_options *o = to;
	uint64_t n = 6;

	if (arg != NULL && (!run_count(arg, 9, &n) || n == 0))
		return "not a level from 1 to 9";
	o->level = (int)n;
	return NULL;
}

const char *
run_set_jobs(void *to, const char *arg)
{
	struct run_options *o = to;
	uint64_t n;

	if (!run_count(arg, FLOW_JOBS, &n))
		return "not a number from 0 to 60";
	o->jobs = (size_t)n;
	return NULL;
}

const char *
run_set_buffers(void *to, const char *arg)
{
	struct run_options *o = to;
	uint64_t n;

	if (!run_count(arg, POOL_SLOTS, &n) || n == 0)
		return "not a number from 1 to 64";
	o->buffers = (size_t)n;
	return NULL;
}

static const char *
run_set_buffer_size(void *to, const char *arg)
{
	struct run_options *o = to;
	uint64_t n;
	const char *wrong = run_set_size(&n, arg);

	if (wrong == NULL && (n == 0 || n > FLOW_MOST))
		wrong = "not a size from 1 to 64M";
	if (wrong == NULL)
		o->buffer_size = n;
	return wrong;
}

const char *
run_set_output(void *to, const char *arg)
{
	const char **path = to;

	*path = strcmp(arg, "-") == 0 ? NULL : arg;
	return NULL;
}

const struct opt run_rows[] = {
	{ .help = "Reporting" },
	{ 0, "stats", "[FORMAT]", "say at the end where everything went, as text or json "
	    "(default text), on standard error", run_set_stats, 0 },
	{ 0, "progress", NULL, "show how far the run is, on standard error; by itself only "
	    "for long input, on a terminal that gets no output", opt_flag,
	    offsetof(struct run_options, progress) },
	{ 'q', "quiet", NULL, "say only why a run failed", opt_flag,
	    offsetof(struct run_options, quiet) },
	{ 'v', "verbose", NULL, "say also what was found in the input", opt_flag,
	    offsetof(struct run_options, verbose) },
	{ 'j', "jobs", "N", "worker threads, up to 60, 0 for none (default: as many as "
	    "processors, where there are several)", run_set_jobs, 0 },
	{ 0, "buffers", "N", "buffers between reader, workers and writer, each way, up to 64 "
	    "(default: two more than workers)", run_set_buffers, 0 },
	{ 0, "buffer-size", "SIZE", "bytes that are worked on at a time, up to 64M "
	    "(default 256K)", run_set_buffer_size, 0 },
	{ 'h', "help", "[FORM]", "show this help, or the options for a man page (mdoc) or for "
	    "a shell (table)", run_set_help, 0 },
	{ 'V', "version", NULL, "show the version", opt_flag,
	    offsetof(struct run_options, version) },
	{ 0 }
};

static const char *
stats_row(size_t i, const char **help)
{
	static const char *const names[] = { "text", "json", NULL };

	*help = i == 0 ? "for people" : "one JSON object";
	return names[i];
}

/* What arguments of the common options can be. */
static const struct run_list run_lists[] = {
	{ "stats", NULL, stats_row },
	{ 0 }
};

static void
put_list(const struct run_list *list, struct buf *b)
{
	const char *name, *help;
	size_t i;

	if (list->title == NULL)
		return;
	buf_printf(b, "\n%s\n", list->title);
	for (i = 0; (name = list->row(i, &help)) != NULL; i++)
		buf_printf(b, "  %-12s %s\n", name, help);
}

/* The rows of a list as opt_table would have them: "value from vb ...". */
static void
put_values(const struct run_list *list, struct buf *b)
{
	const char *name, *help;
	size_t i;

	for (; list->option != NULL; list++)
		for (i = 0; (name = list->row(i, &help)) != NULL; i++)
			buf_printf(b, "value\t%s\t%s\t%s\n", list->option, name, help);
}

/* The accounts of a ledger: "account bytes_read bytes: read". */
static void
put_accounts(const struct ledger_book *book, struct buf *b)
{
	const struct ledger_group *g;
	const char *title = "";
	enum account a;

	for (g = book->groups; g->title != NULL; g++) {
		if (*g->title != '\0')
			title = g->title;
		for (a = g->first; a <= g->last; a++)
			buf_printf(b, "account\t%s\t%s: %s\n", book->names[a].key, title,
			    book->names[a].label);
	}
}

void
run_help(const struct run_program *program, const struct opt *rows, const char *form,
    struct buf *b)
{
	const struct run_list *list;

	if (form == NULL) {
		buf_printf(b, "%s\n", program->usage);
		opt_help(rows, b);
		for (list = program->lists; list != NULL && list->option != NULL; list++)
			put_list(list, b);
		buf_str(b, "\nExit status: 0 all clean; 1 failed; 2 finished, but input was "
		    "damaged or some\nrecord stayed incomplete.\n");
	} else if (strcmp(form, "mdoc") == 0) {
		opt_mdoc(rows, b);
	} else {
		opt_table(rows, b);
		if (program->lists != NULL)
			put_values(program->lists, b);
		put_values(run_lists, b);
		put_accounts(program->book != NULL ? program->book : &ledger_gtf, b);
	}
}
