/* vmtrace.c - trace entries of z/VM's CP in, one line an entry out */

#include <stddef.h>
#include <string.h>

#include "ztrace/cpintake.h"
#include "ztrace/opt.h"
#include "ztrace/tod.h"
#include "ztrace/vmtrace.h"

static const char *
set_from(void *to, const char *arg)
{
	struct vmtrace_options *o = to;

	return container_choose(cp_containers, arg, &o->from);
}

static const char *
set_to(void *to, const char *arg)
{
	struct vmtrace_options *o = to;

	o->to = cpformat_find(arg);
	return o->to != NULL ? NULL : "no such output format (--help lists them)";
}

static const char *
set_near(void *to, const char *arg)
{
	struct vmtrace_options *o = to;

	o->clock.near = tod_parse(arg, &o->clock.near_us);
	return o->clock.near ? NULL : "not a time (like 2026-01-31T23:59:00Z)";
}

#define PICK	offsetof(struct vmtrace_options, pick)

static const struct opt options[] = {
	{ .help = "Input" },
	{ 'f', "from", "FORMAT", "read this form: auto (default), or a name listed below",
	    set_from, 0 },
	{ 0, "near", "TIME", "no entry is later than TIME (UTC, ISO 8601): the high part "
	    "of clocks where the input does not tell it", set_near, 0 },
	{ 0, "hold", "SIZE", "memory for entries that wait until their times can be told, in "
	    "all files together (default 16M)", run_set_size,
	    offsetof(struct vmtrace_options, clock.hold) },
	{ 0, "in-turn", NULL, "the files are one trace, in their order: do not merge",
	    opt_flag, offsetof(struct vmtrace_options, in_turn) },
	{ 0, "operand-cpu", NULL, "the upper half of the operand is the CPU, as in tables of "
	    "single functions", opt_flag, offsetof(struct vmtrace_options, clock.operand) },
	{ 0, "first-cpu", "N", "entries that do not name their CPU are of CPU N in the "
	    "first FILE (default 0), N+1 in the next one, and so on", cppick_set_cpu,
	    offsetof(struct vmtrace_options, first_cpu) },
	{ 0, "codes", "FILE", "trace codes, besides those built in and over them",
	    opt_string, offsetof(struct vmtrace_options, codes) },
	{ .help = "Output" },
	{ 't', "to", "FORMAT", "write this form (default entries), see below", set_to, 0 },
	{ 'o', "output", "FILE", "write to FILE, whole or not at all", run_set_output,
	    offsetof(struct vmtrace_options, output) },
	{ 'z', "gzip", "[LEVEL]", "compress the output (1 to 9; default 6)", run_set_gzip, 0 },
	{ 0, "print-codes", NULL, "show all trace codes, as --codes reads them",
	    opt_flag, offsetof(struct vmtrace_options, print_codes) },
	{ 0, "schema", NULL, "show the JSON Schema of -t json",
	    opt_flag, offsetof(struct vmtrace_options, print_schema) },
	{ .help = "Selection" },
	{ 'c', "code", "LIST", "only these codes: 0A00,0Dxx,7F00-7FFF (x: any digit)",
	    cppick_add_codes, PICK },
	{ 0, "cpu", "LIST", "only these CPUs: 0,2,4-7", cppick_add_cpus, PICK },
	{ 0, "since", "TIME", "only entries from TIME on (UTC, ISO 8601; or, of those with "
	    "relative times, +HH:MM:SS.ffffff)",
	    cppick_set_since, PICK },
	{ 0, "until", "TIME", "only entries before TIME", cppick_set_until, PICK },
	{ 0, "word", "N:HEX[/MASK]", "only entries whose data word N (from 1) is HEX, in the "
	    "bits of MASK; repeatable, all must fit", cppick_add_word, PICK },
	{ 0, "any-word", "HEX[/MASK]", "only entries with a data word that is HEX",
	    cppick_add_any, PICK },
	{ 0 }
};

static const char *
from_row(size_t i, const char **help)
{
	return container_row(cp_containers, i, help);
}

static const char *
to_row(size_t i, const char **help)
{
	if (cpformats[i] == NULL)
		return NULL;
	*help = cpformats[i]->format.help;
	return cpformats[i]->format.name;
}

static const struct run_list lists[] = {
	{ "from", "Input formats (gzip, zlib, tape images and hexadecimal prints are unwrapped\n"
	    "by themselves)", from_row },
	{ "to", "Output formats", to_row },
	{ 0 }
};

static const struct run_program program = {
	.name = "vmtrace",
	.usage = "Usage: vmtrace [options] [FILE ...]\n\n"
	    "Reads trace entries of z/VM's CP (TRACE and TRACG): trace table pages out of\n"
	    "dumps, saved traces, plain runs of entries. Several files are traces of several\n"
	    "CPUs, merged by time. Without FILE, or where FILE is -, standard input is read.\n",
	.options = options,
	.lists = lists,
	.book = &ledger_cp
};

/* Tables instead of entries. */
static int
print_tables(const struct vmtrace_options *o)
{
	struct cpcodes *codes = NULL;
	struct buf b = { 0 };
	struct diag d;
	int status;

	run_diag(&d, &program, &o->run);
	if (o->print_schema)
		cpshow_schema(&b);
	else if ((codes = cpcodes_open(o->codes, &d)) != NULL)
		cpcodes_print(codes, &b);
	status = run_show(&b, o->output, &d);
	cpcodes_close(codes);
	return status;
}

static int
run(const struct vmtrace_options *o, const char *const *files)
{
	struct run_extra extra[] = {
		{ .label = "buffer_waits", .title = "buffers" },
		{ 0 }
	};
	struct progress progress;
	struct vmtrace_chain c = { .progress = &progress };
	struct diag d;
	enum rc rc;
	int status;

	if (o->print_codes || o->print_schema)
		return print_tables(o);
	run_diag(&d, &program, &o->run);
	progress_begin(&progress, &program, &o->run, files, o->output != NULL);
	d.to = &progress;
	rc = vmtrace_open(&c, o, files, &d);
	if (rc == RC_OK)
		rc = vmtrace_run(&c, o, &d);
	if (c.flow.source != NULL)
		run_waits(c.flow.waits, &extra[0].text, &extra[0].json);
	vmtrace_close(&c);
	progress_end(&progress);
	run_quit(rc);
	status = run_finish(&program, &o->run, &c.ledger, extra, &d);
	run_extra_free(extra);
	return status;
}

int
main(int argc, char *argv[])
{
	struct vmtrace_options o = { .to = &cpformat_entries };
	int first, status;

	first = run_parse(&program, argc, argv, &o.run, &status);
	if (first < 0)
		return status;
	return run(&o, run_files(argv, argc, first));
}
