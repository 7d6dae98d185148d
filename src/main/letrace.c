/* letrace.c - Language Environment trace tables in, calls out */

#include <stddef.h>
#include <string.h>

#include "ztrace/le_book.h"
#include "ztrace/le_entry.h"
#include "ztrace/letrace.h"
#include "ztrace/opt.h"

static const char *
set_from(void *to, const char *arg)
{
	struct le_options *o = to;

	return container_choose(le_containers, arg, &o->from);
}

static const char *
set_to(void *to, const char *arg)
{
	struct le_options *o = to;

	o->to = le_format_find(arg);
	return o->to != NULL ? NULL :
	    "no such output format (--help lists them)";
}

static const char *
set_codepage(void *to, const char *arg)
{
	struct le_options *o = to;

	return codepage_load(&o->codepage, arg) ? NULL :
	    "not a single-byte EBCDIC code page that iconv knows";
}

static const struct opt options[] = {
	{ .help = "Input" },
	{ 'f', "from", "FORMAT", "read this form: auto (default), or a name listed below",
	    set_from, 0 },
	{ 0, "codepage", "NAME", "EBCDIC code page of names, as iconv calls it "
	    "(default IBM-1047)", set_codepage, 0 },
	{ .help = "Output" },
	{ 't', "to", "FORMAT", "write this form (default calls), see below", set_to, 0 },
	{ 'o', "output", "FILE", "write to FILE, whole or not at all", run_set_output,
	    offsetof(struct le_options, output) },
	{ 0, "schema", NULL, "show the JSON Schema of -t json",
	    opt_flag, offsetof(struct le_options, print_schema) },
	{ 'z', "gzip", "[LEVEL]", "compress the output (1 to 9; default 6)", run_set_gzip, 0 },
	{ .help = "Selection" },
	{ 0, "thread", "ID", "only this thread; the first digits of its ID will do; "
	    "repeatable", le_select_thread, offsetof(struct le_options, select) },
	{ 0, "function", "GLOB", "only calls of functions whose names fit: pthread_*; "
	    "repeatable, one must fit", le_select_function, offsetof(struct le_options, select) },
	{ 0, "errors", NULL, "only calls that changed errno, or seem to have failed",
	    opt_flag, offsetof(struct le_options, select.errors) },
	{ 0, "since", "TIME", "only what began at TIME or later (ISO 8601), by the "
	    "clock of the trace", le_select_since, offsetof(struct le_options, select) },
	{ 0, "until", "TIME", "only what began before TIME", le_select_until,
	    offsetof(struct le_options, select) },
	{ 0, "slower", "TIME", "only calls that took TIME or longer: 250us, 10ms, 1.5s",
	    le_select_slower, offsetof(struct le_options, select) },
	{ 0 }
};

static const char *
from_row(size_t i, const char **help)
{
	return container_row(le_containers, i, help);
}

static const char *
to_row(size_t i, const char **help)
{
	if (le_formats[i] == NULL)
		return NULL;
	*help = le_formats[i]->form.help;
	return le_formats[i]->form.name;
}

static const struct run_list lists[] = {
	{ "from", "Input formats (gzip, zlib and tape images are unwrapped by themselves)",
	    from_row },
	{ "to", "Output formats", to_row },
	{ 0 }
};

static const struct run_program program = {
	.name = "letrace",
	.usage = "Usage: letrace [options] [FILE ...]\n\n"
	    "Reads the trace tables of Language Environment, as a CEEDUMP prints them or as\n"
	    "they are in storage, and shows who called what, for how long, and with which\n"
	    "result. Without FILE, or where FILE is -, standard input is read.\n",
	.options = options,
	.lists = lists,
	.book = &le_book
};

static int
print_schema(const struct le_options *o)
{
	struct buf b = { 0 };
	struct diag d;

	run_diag(&d, &program, &o->run);
	le_schema(&b);
	return run_show(&b, o->output, &d);
}

static int
run(const struct le_options *o, const char *const *files)
{
	struct run_extra extra[] = {
		{ .label = "buffer_waits", .title = "buffers" },
		{ 0 }
	};
	struct progress progress;
	struct le_chain c = { .progress = &progress };
	struct diag d;
	enum rc rc;
	int status;

	if (o->print_schema)
		return print_schema(o);
	run_diag(&d, &program, &o->run);
	progress_begin(&progress, &program, &o->run, files, o->output != NULL);
	d.to = &progress;
	rc = le_chain_open(&c, o, files, &d);
	if (rc == RC_OK)
		rc = flow_run(&c.flow);
	if (rc == RC_OK)
		rc = le_chain_commit(&c, &d);
	if (c.source != NULL)
		run_waits(c.flow.waits, &extra[0].text, &extra[0].json);
	le_chain_close(&c);
	progress_end(&progress);
	run_quit(rc);
	status = run_finish(&program, &o->run, &c.ledger, extra, &d);
	run_extra_free(extra);
	return status;
}

int
main(int argc, char *argv[])
{
	struct le_options o = { .to = &le_format_calls,
	    .codepage = codepage_1047 };
	int first, status;

	first = run_parse(&program, argc, argv, &o.run, &status);
	if (first < 0)
		return status;
	return run(&o, run_files(argv, argc, first));
}
