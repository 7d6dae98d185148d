/* le_book.c - the accounts of trace tables */
#include "ztrace/le_book.h"

static const struct ledger_name names[ACCOUNTS] = {
	[BYTES_READ]		= { "bytes_read",	"read" },
	[BYTES_RECORD]		= { "bytes_record",	"in entries" },
	[BYTES_DESCRIPTOR]	= { "bytes_descriptor",	"in marks" },
	[BYTES_PADDING]		= { "bytes_padding",	"between entries" },
	[BYTES_SKIPPED]		= { "bytes_skipped",	"skipped because of damage" },
	[ENTRIES_READ]		= { "entries_read",	"read" },
	[ENTRIES_LISTED]	= { "entries_listed",	"shown as they are" },
	[ENTRIES_CALL]		= { "entries_call",	"calls" },
	[ENTRIES_RETURN]	= { "entries_return",	"returns" },
	[ENTRIES_SWITCH]	= { "entries_switch",	"calls between linkages" },
	[ENTRIES_OTHER]		= { "entries_other",	"of other members and types" },
	[ENTRIES_PARTIAL]	= { "entries_partial",	"too little there to be used" },
	[CALLS_RETURNED]	= { "calls_returned",	"calls with their return" },
	[CALLS_UNRETURNED]	= { "calls_unreturned",	"calls that never returned" },
	[CALLS_IN_FLIGHT]	= { "calls_in_flight",	"calls in flight at the end" },
	[RETURNS_ORPHAN]	= { "returns_orphan",	"returns without a call" },
	[SWITCHES_FIRST]	= { "switches_first",	"calls between linkages" },
	[SWITCHES_SECOND]	= { "switches_second",	"second parts of their names" },
	[CALLS_OPENED]		= { "calls_opened",	"calls shown ahead of their end" },
	[RESULTS]		= { "results",		"all" },
	[WRITTEN]		= { "written",		"written, or in the report" },
	[UNWRITABLE]		= { "unwritable",	"not writable in this form" },
	[FILTERED_THREAD]	= { "filtered_thread",	"left out by thread" },
	[FILTERED_FUNCTION]	= { "filtered_function", "left out by function" },
	[FILTERED_CLEAN]	= { "filtered_clean",	"left out: no error" },
	[FILTERED_SPAN]		= { "filtered_span",	"left out by time" },
	[FILTERED_FAST]		= { "filtered_fast",	"left out: not slow" },
	[TABLES]		= { "tables",		"tables" },
	[TABLES_WRAPPED]	= { "tables_wrapped",	"tables that have wrapped" },
	[ENTRIES_TORN]		= { "entries_torn",	"entries not all there" },
	[ENTRIES_MISSING]	= { "entries_missing",	"entries missing between others" },
	[ENTRIES_BACK]		= { "entries_back",	"returns before their call, by the clock" },
};

static const struct ledger_group groups[] = {
	{ "bytes",	BYTES_READ,	BYTES_SKIPPED },
	{ "entries",	ENTRIES_READ,	ENTRIES_PARTIAL },
	{ "pairs",	CALLS_RETURNED,	CALLS_OPENED },
	{ "results",	RESULTS,	RESULTS },
	{ "",		WRITTEN,	UNWRITABLE },
	{ "",		FILTERED_THREAD, FILTERED_FAST },
	{ "tables",	TABLES,		ENTRIES_BACK },
	{ NULL, ACCOUNTS, ACCOUNTS }
};

static const struct ledger_sum sums[] = {
	{ BYTES_READ, { BYTES_RECORD, BYTES_DESCRIPTOR, BYTES_PADDING, BYTES_SKIPPED, ACCOUNTS } },
	{ ENTRIES_READ, { ENTRIES_LISTED, ENTRIES_CALL, ENTRIES_RETURN, ENTRIES_SWITCH,
	    ENTRIES_OTHER, ENTRIES_PARTIAL, ACCOUNTS } },
	{ ENTRIES_CALL, { CALLS_RETURNED, CALLS_UNRETURNED, CALLS_IN_FLIGHT, ACCOUNTS } },
	{ ENTRIES_RETURN, { CALLS_RETURNED, RETURNS_ORPHAN, ACCOUNTS } },
	{ ENTRIES_SWITCH, { SWITCHES_FIRST, SWITCHES_SECOND, ACCOUNTS } },
	{ RESULTS, { ENTRIES_LISTED, CALLS_RETURNED, CALLS_UNRETURNED, CALLS_IN_FLIGHT,
	    RETURNS_ORPHAN, SWITCHES_FIRST, ENTRIES_OTHER, ENTRIES_PARTIAL, CALLS_OPENED,
	    ACCOUNTS } },
	{ RESULTS, { WRITTEN, UNWRITABLE, FILTERED_THREAD, FILTERED_FUNCTION, FILTERED_CLEAN,
	    FILTERED_SPAN, FILTERED_FAST, ACCOUNTS } },
};

const struct ledger_book le_book = {
	.names = names, .groups = groups, .sums = sums,
	    .nsums = sizeof(sums) / sizeof(sums[0])
};
