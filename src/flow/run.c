/* run.c - what all programs of the family have in common on the command line */

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
	struct opt *rows = opt_join(program->options, run_rows);
	struct buf err = { 0 }, out = { 0 };
	struct diag d;
	int first = -1;

	run_surroundings();
	o->buffer_size = FLOW_SIZE;
	if (processors > 1)
		o->jobs = processors < JOBS_DEFAULT ? (size_t)processors : JOBS_DEFAULT;
	if (rows == NULL)
		buf_str(&err, "out of memory");
	else
		first = opt_parse(rows, argc, argv, o, &err);
	*status = 1;
	if (first < 0) {
		run_diag(&d, program, o);
		(void)diag_fail(&d, NULL, "%.*s", (int)err.n, (const char *)err.p);
		(void)fprintf(stderr, "%s: try --help\n", program->name);
	} else if (o->help || o->version) {
		if (o->help)
			run_help(program, rows, o->form, &out);
		else
			buf_printf(&out, "%s %s\n", program->name, ztrace_build);
		run_diag(&d, program, o);
		*status = run_show(&out, NULL, &d);
		first = -1;
	}
	free(rows);
	buf_free(&err);
	return first;
}

const char *const *
run_files(char *argv[], int argc, int first)
{
	static const char *const standard_input[] = { "-", NULL };

	return first < argc ? (const char *const *)argv + first : standard_input;
}

int
run_show(struct buf *b, const char *output, struct diag *d)
{
	struct writer *w = NULL;
	enum rc rc = RC_FAIL;

	if (b->failed)
		(void)diag_memory(d);
	if (diag_status(d) == 0)
		w = writer_open(output, d);
	if (w != NULL)
		rc = writer_put(w, buf_span(b), d);
	if (rc == RC_OK)
		rc = writer_commit(w, d);
	else
		writer_abort(w);
	buf_free(b);
	run_quit(rc);
	return diag_status(d);
}

void
run_quit(enum rc rc)
{
	if (rc == RC_END) {
		/* the signal was ignored, or this would not be reached */
		(void)signal(SIGPIPE, SIG_DFL);
		(void)raise(SIGPIPE);
	}
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
