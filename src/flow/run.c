/* run.c - what all programs of the family have in common on the command line */

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ztrace/run.h"
#include "ztrace/version.h"

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

static void
run_print(void *to, const char *line)
{
	const char *program = to;

	(void)fprintf(stderr, "%s: %s\n", program, line);
}

void
run_diag(struct diag *d, char *program, const struct run_options *o)
{
	*d = (struct diag){
		.least = o->quiet ? DIAG_FAIL : o->verbose ? DIAG_NOTE : DIAG_WARN,
		.print = run_print,
		.to = program
	};
}

void
run_help_row(struct buf *b, const char *name, const char *help)
{
	buf_printf(b, "  %-12s %s\n", name, help);
}

static void
run_report(const char *program, const struct run_options *o, const struct ledger *ledger,
    const struct run_extra *extra, int status, struct buf *b)
{
	if (o->stats == RUN_STATS_JSON) {
		buf_printf(b, "{\"program\":\"%s\",\"version\":\"%s\",\"status\":%d,\"ledger\":",
		    program, ZTRACE_VERSION, status);
		ledger_json(ledger, b);
		for (; extra->label != NULL; extra++) {
			buf_printf(b, ",\"%s\":", extra->label);
			buf_put(b, extra->json.p, extra->json.n);
		}
		buf_str(b, "}\n");
	} else if (o->stats == RUN_STATS_TEXT) {
		ledger_text(ledger, b);
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
run_finish(const char *program, const struct run_options *o, const struct ledger *ledger,
    const struct run_extra *extra, struct diag *d)
{
	struct buf words = { 0 }, report = { 0 };
	int status;

	d->file = NULL;
	diag_sum(d);
	/* a run that failed has stopped anywhere: only a finished one must add up */
	if (diag_status(d) != 1 && !ledger_check(ledger, &words)) {
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
