/* vmtrace_ledger.c - what vmtrace calls its accounts, and what must be equal */

#include "ztrace/vmtrace.h"

static const struct ledger_name names[] = {
	[BYTES_READ]		= { "bytes_read",	"read" },
	[BYTES_RECORD]		= { "bytes_entry",	"in entries" },
	[BYTES_DESCRIPTOR]	= { "bytes_descriptor",	"in block headers and page ends" },
	[BYTES_PADDING]		= { "bytes_unused",	"in unused slots" },
	[BYTES_SKIPPED]		= { "bytes_skipped",	"skipped because of damage" },
	[CP_READ]		= { "entries_read",	"read" },
	[CP_SHORT]		= { "entries_trace",	"of TRACE" },
	[CP_LONG]		= { "entries_tracg",	"of TRACG" },
	[CP_SAVED]		= { "entries_saved",	"saved, of 28 bytes" },
	[CP_WRITTEN]		= { "written",		"written" },
	[CP_LEFT_CODE]		= { "left_out_code",	"left out by code" },
	[CP_LEFT_CPU]		= { "left_out_cpu",	"left out by CPU" },
	[CP_LEFT_TIME]		= { "left_out_time",	"left out by time" },
	[CP_LEFT_WORD]		= { "left_out_word",	"left out by data word" },
	[CP_GUESSED]		= { "time_guessed",	"written with a guessed time" },
	[CP_RELATIVE]		= { "time_relative",	"written with a relative time" },
};

static const struct ledger_group groups[] = {
	{ "bytes",		BYTES_READ,	BYTES_SKIPPED },
	{ "entries",		CP_READ,	CP_SAVED },
	{ "results",		CP_WRITTEN,	CP_LEFT_WORD },
	{ "to look at",		CP_GUESSED,	CP_RELATIVE },
	{ NULL, ACCOUNTS, ACCOUNTS }
};

static const struct ledger_sum sums[] = {
	{ BYTES_READ, { BYTES_RECORD, BYTES_DESCRIPTOR, BYTES_PADDING, BYTES_SKIPPED, ACCOUNTS } },
	{ CP_READ, { CP_SHORT, CP_LONG, CP_SAVED, ACCOUNTS } },
	{ CP_READ, { CP_WRITTEN, CP_LEFT_CODE, CP_LEFT_CPU, CP_LEFT_TIME, CP_LEFT_WORD,
	    ACCOUNTS } },
};

const struct ledger_book ledger_cp = {
	.names = names, .groups = groups, .sums = sums, .nsums = sizeof(sums) / sizeof(sums[0])
};
