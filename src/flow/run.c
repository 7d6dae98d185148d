/* run.c - what all programs of the family have in common on the command line */

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ztrace/flow.h"
#include "ztrace/progress.h"
#include "ztrace/run.h"
#include "ztrace/version.h"

/* More workers than this help little. */
enum { JOBS_DEFAULT = 8 };

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
	return arg == NULL || strcmp(arg, "mdoc") == 0 ? NULL : "not a form of help";
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
	if (n > (UINT64_MAX >> shift))
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

void
run_waits(uint64_t waits, struct buf *text, struct buf *json)
{
	if (waits > 0)
		buf_printf(text, "the reader waited %" PRIu64 " times for a free one; more "
		    "--buffers or a larger --buffer-size may help", waits);
	buf_printf(json, "%" PRIu64, waits);
}

static void
run_print(void *to, const char *line)
{
	struct progress *p = to;

	if (p != NULL)
		progress_line(p, line);
	else
		(void)fprintf(stderr, "%s\n", line);
}

void
run_diag(struct diag *d, const struct run_program *program, const struct run_options *o)
{
	*d = (struct diag){
		.least = o->quiet ? DIAG_FAIL : o->verbose ? DIAG_NOTE : DIAG_WARN,
		.program = program->name,
		.print = run_print
	};
}

/* The shape of --help; as "mdoc" only the options, as the man page has them. */
static void
run_help(const struct run_program *program, const char *form)
{
	struct buf b = { 0 };

	if (form != NULL) {
		opt_mdoc(program->options, &b);
	} else {
		buf_printf(&b, "%s\n", program->usage);
		opt_help(program->options, &b);
		buf_char(&b, '\n');
		program->lists(&b);
		buf_str(&b, "\nExit status: 0 all clean; 1 failed; 2 finished, but input was "
		    "damaged or some\nrecord stayed incomplete.\n");
	}
	(void)fwrite(b.p, 1, b.n, stdout);
	buf_free(&b);
}

/*
 * A file opened while a standard descriptor is closed would take its number,
 * and then messages or records that were never meant for it: what is closed is
 * filled with something that can neither be read nor written as it would be
 * used. A file over the limit of its size is an error as a full disk is.
 */
static void
run_surroundings(void)
{
	int fd;

	for (fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		if (fcntl(fd, F_GETFD) < 0 && errno == EBADF)
			(void)open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
	(void)signal(SIGXFSZ, SIG_IGN);
}

int
run_parse(const struct run_program *program, int argc, char *argv[], struct run_options *o,
    int *status)
{
	long processors = sysconf(_SC_NPROCESSORS_ONLN);
	struct buf err = { 0 };
	struct diag d;
	int first;

	run_surroundings();
	o->buffer_size = FLOW_SIZE;
	if (processors > 1)
		o->jobs = processors < JOBS_DEFAULT ? (size_t)processors : JOBS_DEFAULT;
	first = opt_parse(program->options, argc, argv, o, &err);
	*status = 1;
	if (first < 0) {
		run_diag(&d, program, o);
		(void)diag_fail(&d, NULL, "%.*s", (int)err.n, (const char *)err.p);
		(void)fprintf(stderr, "%s: try --help\n", program->name);
	} else if (o->help || o->version) {
		if (o->help)
			run_help(program, o->form);
		else
			(void)printf("%s %s\n", program->name, ZTRACE_VERSION);
		/* what did not fit in its buffer has been tried before */
		*status = fflush(stdout) == 0 && !ferror(stdout) ? 0 : 1;
		first = -1;
	}
	buf_free(&err);
	return first;
}

void
run_help_row(struct buf *b, const char *name, const char *help)
{
	buf_printf(b, "  %-12s %s\n", name, help);
}

void
run_extra_free(struct run_extra *extra)
{
	for (; extra->label != NULL; extra++) {
		buf_free(&extra->text);
		buf_free(&extra->json);
	}
}

static const struct ledger_book *
run_book(const struct run_program *program)
{
	return program->book != NULL ? program->book : &ledger_gtf;
}

static void
run_report(const struct run_program *program, const struct run_options *o,
    const struct ledger *ledger,
    const struct run_extra *extra, int status, struct buf *b)
{
	if (o->stats == RUN_STATS_JSON) {
		buf_printf(b, "{\"program\":\"%s\",\"version\":\"%s\",\"status\":%d,\"ledger\":",
		    program->name, ZTRACE_VERSION, status);
		book_json(run_book(program), ledger, b);
		for (; extra->label != NULL; extra++) {
			if (extra->json.n == 0)
				continue;
			buf_printf(b, ",\"%s\":", extra->label);
			buf_put(b, extra->json.p, extra->json.n);
		}
		buf_str(b, "}\n");
	} else if (o->stats == RUN_STATS_TEXT) {
		book_text(run_book(program), ledger, b);
		for (; extra->label != NULL; extra++) {
			if (extra->text.n == 0)
				continue;
			buf_printf(b, "%s\n  ", extra->title);
			buf_put(b, extra->text.p, extra->text.n);
			buf_char(b, '\n');
		}
	}
}

int
run_finish(const struct run_program *program, const struct run_options *o,
    const struct ledger *ledger, const struct run_extra *extra, struct diag *d)
{
	struct buf words = { 0 }, report = { 0 };
	int status;

	d->file = NULL;
	diag_sum(d);
	/* a run that failed has stopped anywhere: only a finished one must add up */
	if (diag_status(d) != 1 && !book_check(run_book(program), ledger, &words)) {
		buf_char(&words, '\0');
		(void)diag_fail(d, NULL, "internal error, the ledger does not add up: %s",
		    words.failed ? "" : (const char *)words.p);
	}
	status = diag_status(d);
	run_report(program, o, ledger, extra, status, &report);
	if (report.n > 0)
		(void)fwrite(report.p, 1, report.n, stderr);
	buf_free(&words);
	buf_free(&report);
	return status;
}
