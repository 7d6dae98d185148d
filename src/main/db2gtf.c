/* db2gtf.c - GTF trace data in, complete Db2 trace records out */

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "ztrace/db2.h"
#include "ztrace/db2gtf.h"
#include "ztrace/join.h"
#include "ztrace/opt.h"
#include "ztrace/schema.h"

/* Besides those that suit every kind of record. */
static const struct format *const db2_formats[] = { &format_smf, &format_trace };

static const char *
set_from(void *to, const char *arg)
{
	struct options *o = to;

	return container_choose(gtf_containers, arg, &o->from);
}

static const char *
set_to(void *to, const char *arg)
{
	struct options *o = to;
	size_t i;

	o->to = format_find(arg);
	for (i = 0; i < sizeof(db2_formats) / sizeof(db2_formats[0]); i++)
		if (strcmp(arg, db2_formats[i]->name) == 0)
			o->to = db2_formats[i];
	return o->to != NULL ? NULL : "no such output format (--help lists them)";
}

/* A file besides the output, which must not get between its records. */
static const char *
set_file(void *to, const char *arg)
{
	const char **path = to;

	*path = arg;
	if (strcmp(arg, "-") == 0)
		return "cannot be standard output (a file of this name is ./-)";
	return NULL;
}

static const char *
set_event_id(void *to, const char *arg)
{
	struct options *o = to;

	return eid_parse(arg, &o->eid) ? NULL : "not 4 hex digits, x for any, or the word any";
}

static const char *
set_codepage(void *to, const char *arg)
{
	struct options *o = to;

	return codepage_load(&o->codepage, arg) ? NULL :
	    "not a single-byte EBCDIC code page that iconv knows";
}

static const char *
set_sid(void *to, const char *arg)
{
	struct options *o = to;
	size_t i, n = strlen(arg);

	if (n < 1 || n > sizeof(o->style.sid))
		return "not a name of 1 to 4 characters";
	for (i = 0; i < sizeof(o->style.sid); i++) {
		o->style.sid[i] = ebcdic_from_ascii(i < n ? arg[i] : ' ');
		if (o->style.sid[i] == 0)
			return "has a character that EBCDIC does not have";
	}
	o->sid = true;
	return NULL;
}

/* [+-]HH:MM, at most 14 hours away. */
static const char *
set_zone(void *to, const char *arg)
{
	struct options *o = to;
	int hours, minutes, n = 0;
	bool west = *arg == '-';

	if (*arg == '-' || *arg == '+')
		arg++;
	if (strspn(arg, "0123456789:") != strlen(arg) ||
	    sscanf(arg, "%2d:%2d%n", &hours, &minutes, &n) != 2 || arg[n] != '\0' ||
	    hours > 14 || minutes > 59)
		return "not an offset (like -08:00)";
	o->style.zone = (west ? -1 : 1) * (60 * hours + minutes);
	o->style.zoned = true;
	return NULL;
}

static const struct opt options[] = {
	{ .help = "Input" },
	{ 'f', "from", "FORMAT", "read this form: auto (default), or a name listed below",
	    set_from, 0 },
	{ 0, "merge", NULL, "the files are data sets of one GTF run, written in "
	    "parallel: merge them by time stamp", opt_flag, offsetof(struct options, merge) },
	{ 0, "codepage", "NAME", "EBCDIC code page of names, as iconv calls it "
	    "(default IBM-1047)", set_codepage, 0 },
	{ .help = "Output" },
	{ 't', "to", "FORMAT", "write this form (default listing), see below", set_to, 0 },
	{ 'o', "output", "FILE", "write to FILE, whole or not at all", run_set_output,
	    offsetof(struct options, output) },
	{ 0, "layouts", "FILE", "layouts of data sections, besides those built in",
	    opt_string, offsetof(struct options, layouts) },
	{ 0, "print-layouts", NULL, "show all layouts, as --layouts reads them",
	    opt_flag, offsetof(struct options, print_layouts) },
	{ 0, "schema", NULL, "show the JSON Schema of -t json",
	    opt_flag, offsetof(struct options, print_schema) },
	{ 'z', "gzip", "[LEVEL]", "compress the output (1 to 9; default 6)", run_set_gzip, 0 },
	{ 0, "sid", "NAME", "SMF system ID, 1 to 4 characters (needed by -t smf)", set_sid, 0 },
	{ 0, "zone", "[+-]HH:MM", "local time where no control record gives it (-t smf)",
	    set_zone, 0 },
	{ 0, "blocked", NULL, "put a block descriptor word before each record (-t smf)",
	    opt_flag, offsetof(struct options, style.blocked) },
	{ .help = "Selection" },
	{ 'e', "event-id", "HEX", "events to pass on (default EFB9): 4 digits, x for any "
	    "digit, or any; only EFB9 is joined", set_event_id, 0 },
	{ 'i', "ifcid", "LIST", "only these IFCIDs: 1,3,100-199", filter_add_ifcids,
	    offsetof(struct options, filter) },
	{ 's', "ssid", "LIST", "only these subsystems: DB2A,DB2B", filter_add_ssids,
	    offsetof(struct options, filter) },
	{ 0, "since", "TIME", "only records from TIME on (UTC, ISO 8601), by GTF's "
	    "time stamp", filter_set_since, offsetof(struct options, filter) },
	{ 0, "until", "TIME", "only records before TIME", filter_set_until,
	    offsetof(struct options, filter) },
	{ 'w', "where", "FIELD=GLOB", "only records with a header field that fits: plan=DSN*; "
	    "repeatable, all must fit", filter_add_where, offsetof(struct options, filter) },
	{ .help = "Joining" },
	{ 0, "carry", "FILE", "records still open at the end go to FILE, and are taken up "
	    "again by the next run", set_file, offsetof(struct options, carry) },
	{ 0, "rejects", "FILE", "segments that could not become a complete record go to "
	    "FILE, as GTF records (RDW)", set_file, offsetof(struct options, rejects) },
	{ 0, "hold", "SIZE", "memory for segments that wait for their record "
	    "(default 64M); the oldest are given up first", run_set_size,
	    offsetof(struct options, hold) },
	{ 0, "max-age", "SECONDS", "give up open records this much older, in trace time, "
	    "than the newest", run_set_seconds, offsetof(struct options, max_age) },
	{ 0 }
};

static const char *
from_row(size_t i, const char **help)
{
	return container_row(gtf_containers, i, help);
}

static const char *
to_row(size_t i, const char **help)
{
	const struct format *f = NULL;
	size_t n;

	for (n = 0; formats[n] != NULL; n++)
		if (n == i)
			f = formats[n];
	if (i >= n && i - n < sizeof(db2_formats) / sizeof(db2_formats[0]))
		f = db2_formats[i - n];
	if (f == NULL)
		return NULL;
	*help = f->help;
	return f->name;
}

static const struct run_list lists[] = {
	{ "from", "Input formats (gzip, zlib and tape images are unwrapped by themselves)",
	    from_row },
	{ "to", "Output formats", to_row },
	{ 0 }
};

static const struct run_program program = {
	.name = "db2gtf",
	.usage = "Usage: db2gtf [options] [FILE ...]\n\n"
	    "Reads GTF trace data as it left z/OS, joins the segments of Db2 records, and\n"
	    "writes complete records. Without FILE, or where FILE is -, standard input is\n"
	    "read; several files are read one after the other as one trace.\n",
	.options = options,
	.lists = lists
};

/* What the options say together, looked at before anything is read. */
static enum rc
check_options(const struct options *o, struct diag *d)
{
	struct buf words = { 0 };
	enum rc rc = RC_OK;

	if (o->to == &format_smf && !o->sid)
		return diag_fail(d, NULL, "SMF records need a system ID, which no GTF record "
		    "has: give it with --sid");
	if (o->style.blocked && o->to != &format_smf)
		return diag_fail(d, NULL, "--blocked goes with -t smf");
	if (!db2_where(&o->filter, &words))
		rc = diag_fail(d, NULL, "%.*s", (int)words.n, (const char *)words.p);
	buf_free(&words);
	return rc;
}

/* Tables instead of records: what is known, and what JSON looks like. */
static int
print_tables(const struct options *o)
{
	struct layouts *over = NULL;
	struct buf b = { 0 };
	struct diag d;
	int status;

	run_diag(&d, &program, &o->run);
	if (o->layouts != NULL)
		over = layouts_load(o->layouts, &d);
	if (o->print_schema)
		json_schema(db2_header_layout, &b);
	else
		layouts_print(over, &db2_layouts, &b);
	status = run_show(&b, o->output, &d);
	layouts_free(over);
	return status;
}

static int
run(const struct options *o, const char *const *files)
{
	struct run_extra extra[] = {
		{ .label = "foreign_events", .title = "foreign events by ID" },
		{ .label = "missing_records", .title = "missing records by subsystem" },
		{ .label = "buffer_waits", .title = "buffers" },
		{ 0 }
	};
	struct progress progress;
	struct chain c = { .progress = &progress };
	struct diag d;
	enum rc rc;
	int status;

	if (o->print_layouts || o->print_schema)
		return print_tables(o);
	run_diag(&d, &program, &o->run);
	progress_begin(&progress, &program, &o->run, files, o->output != NULL);
	d.to = &progress;
	rc = check_options(o, &d);
	if (rc == RC_OK)
		rc = chain_open(&c, o, files, &d);
	if (rc == RC_OK)
		rc = flow_run(&c.flow);
	if (rc == RC_OK)
		rc = chain_commit(&c, &d);
	if (c.flow.source != NULL) {
		select_foreign(c.selection, &extra[0].text, &extra[0].json);
		join_missing(c.join, &extra[1].text, &extra[1].json);
		run_waits(c.flow.waits, &extra[2].text, &extra[2].json);
	}
	chain_close(&c);
	progress_end(&progress);
	run_quit(rc);
	status = run_finish(&program, &o->run, &c.ledger, extra, &d);
	run_extra_free(extra);
	return status;
}

int
main(int argc, char *argv[])
{
	struct options o = {
		.to = &format_listing, .eid = { .value = EID_DB2, .mask = 0xffff },
		.codepage = codepage_1047, .hold = 64 * 1024 * 1024
	};
	int first, status;

	o.style.codepage = &o.codepage;
	first = run_parse(&program, argc, argv, &o.run, &status);
	if (first < 0)
		return status;
	return run(&o, run_files(argv, argc, first));
}
