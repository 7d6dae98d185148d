/* ledger.c - the accounts, their sums, and two ways to show them */
#include "ztrace/ledger.h"

#include <inttypes.h>

static const struct ledger_name names[] = {
	[BYTES_READ]		= { "bytes_read",		"read" },
	[BYTES_RECORD]		= { "bytes_record",		"in records" },
	[BYTES_DESCRIPTOR]	= { "bytes_descriptor",		"in block descriptors and marks" },
	[BYTES_PADDING]		= { "bytes_padding",		"between records" },
	[BYTES_SKIPPED]		= { "bytes_skipped",		"skipped because of damage" },
	[RECORDS_READ]		= { "records_read",		"read" },
	[RECORDS_CONTROL]	= { "records_control",		"control records of GTF" },
	[RECORDS_LOST]		= { "records_lost",		"lost-event records of GTF" },
	[RECORDS_OWN]		= { "records_own",		"other records of GTF itself" },
	[RECORDS_FOREIGN]	= { "records_foreign",		"of other events" },
	[RECORDS_UNSELECTED]	= { "records_unselected",	"of Db2, not selected" },
	[RECORDS_EVENT]		= { "records_event",		"of other events, selected" },
	[RECORDS_MALFORMED]	= { "records_malformed",	"malformed" },
	[SEGMENTS]		= { "segments",			"all" },
	[SEGMENTS_COMPLETE]	= { "segments_complete",	"complete records" },
	[SEGMENTS_JOINED]	= { "segments_joined",		"joined" },
	[SEGMENTS_REPEATED]	= { "segments_repeated",	"exact repeats, dropped" },
	[SEGMENTS_CARRIED]	= { "segments_carried",		"carried to the next run" },
	[REJECTED_ORPHAN]	= { "rejected_orphan",		"rejected: no first segment" },
	[REJECTED_RESTARTED]	= { "rejected_restarted",	"rejected: record began anew" },
	[REJECTED_UNFINISHED]	= { "rejected_unfinished",	"rejected: no last segment" },
	[REJECTED_DAMAGED]	= { "rejected_damaged",		"rejected: record is damaged" },
	[REJECTED_LONG]		= { "rejected_long",		"rejected: too long to write" },
	[REJECTED_MEMORY]	= { "rejected_memory",		"rejected: given up for memory" },
	[REJECTED_AGE]		= { "rejected_age",		"rejected: given up for age" },
	[RESULTS]			= { "results",			"all" },
	[WHOLE_COMPLETE]	= { "whole_complete",		"came complete" },
	[WHOLE_JOINED]		= { "whole_joined",		"joined from segments" },
	[WRITTEN]		= { "written",			"written" },
	[UNWRITABLE]		= { "unwritable",		"not writable in this form" },
	[FILTERED_IFCID]	= { "filtered_ifcid",		"left out by IFCID" },
	[FILTERED_SSID]		= { "filtered_ssid",		"left out by subsystem" },
	[FILTERED_TIME]		= { "filtered_time",		"left out by time" },
	[FILTERED_WHERE]	= { "filtered_where",		"left out by field" },
	[LOST_EVENTS]		= { "lost_events",		"events" },
	[LOST_BLOCKS]		= { "lost_blocks",		"blocks" },
	[MISSING]		= { "missing",	"records, by gaps in the numbering" },
	[NOTED]			= { "noted",			"records with notes" },
	[UNKNOWN_BYTES]		= { "unknown_bytes",		"unknown bytes (xx) in listings" },
};

static const struct ledger_group groups[] = {
	{ "bytes",		BYTES_READ,	BYTES_SKIPPED },
	{ "records",		RECORDS_READ,	RECORDS_MALFORMED },
	{ "Db2 segments",	SEGMENTS,	REJECTED_AGE },
	{ "results",		RESULTS,	FILTERED_WHERE },
	{ "lost on the host",	LOST_EVENTS,	MISSING },
	{ "to look at",		NOTED,		UNKNOWN_BYTES },
	{ NULL, ACCOUNTS, ACCOUNTS }
};

static const struct ledger_sum sums[] = {
	{ BYTES_READ, { BYTES_RECORD, BYTES_DESCRIPTOR, BYTES_PADDING, BYTES_SKIPPED, ACCOUNTS } },
	{ RECORDS_READ, { RECORDS_CONTROL, RECORDS_LOST, RECORDS_OWN, RECORDS_FOREIGN,
	    RECORDS_UNSELECTED, RECORDS_EVENT, RECORDS_MALFORMED, SEGMENTS, ACCOUNTS } },
	{ SEGMENTS, { SEGMENTS_COMPLETE, SEGMENTS_JOINED, SEGMENTS_REPEATED, SEGMENTS_CARRIED,
	    REJECTED_ORPHAN, REJECTED_RESTARTED, REJECTED_UNFINISHED, REJECTED_DAMAGED,
	    REJECTED_LONG,
	    REJECTED_MEMORY, REJECTED_AGE, ACCOUNTS } },
	{ RESULTS, { WHOLE_COMPLETE, WHOLE_JOINED, RECORDS_EVENT, ACCOUNTS } },
	{ RESULTS, { WRITTEN, UNWRITABLE, FILTERED_IFCID, FILTERED_SSID, FILTERED_TIME,
	    FILTERED_WHERE, ACCOUNTS } },
};

const struct ledger_book ledger_gtf = {
	.names = names, .groups = groups, .sums = sums, .nsums = sizeof(sums) / sizeof(sums[0])
};

/* "records_read 3 is not records_control 1 + ... = 2" */
static void
sum_words(const struct ledger_name *name, const struct ledger *l, const struct ledger_sum *s,
    uint64_t all, struct buf *words)
{
	const enum account *part;

	buf_printf(words, "%s%s %" PRIu64 " is not", words->n ? "; " : "",
	    name[s->total].key, l->n[s->total]);
	for (part = s->part; *part != ACCOUNTS; part++)
		buf_printf(words, "%s %s %" PRIu64, part == s->part ? "" : " +",
		    name[*part].key, l->n[*part]);
	buf_printf(words, " = %" PRIu64, all);
}

bool
book_check(const struct ledger_book *book, const struct ledger *l, struct buf *words)
{
	const enum account *part;
	const struct ledger_sum *s;
	bool good = true;
	uint64_t all;

	for (s = book->sums; s < book->sums + book->nsums; s++) {
		all = 0;
		for (part = s->part; *part != ACCOUNTS; part++)
			all += l->n[*part];
		if (all == l->n[s->total])
			continue;
		sum_words(book->names, l, s, all, words);
		good = false;
	}
	return good;
}

void
book_text(const struct ledger_book *book, const struct ledger *l, struct buf *b)
{
	const struct ledger_group *g;
	const char *title;
	enum account a;

	for (g = book->groups; g->title != NULL; g++) {
		title = g->title;
		for (a = g->first; a <= g->last; a++) {
			/* the first says what was read: without it nothing might be shown */
			if (l->n[a] == 0 && a != book->groups->first)
				continue;
			if (title != NULL && *title != '\0')
				buf_printf(b, "%s\n", title);
			title = NULL;
			buf_printf(b, "  %-36s%16" PRIu64 "\n", book->names[a].label, l->n[a]);
		}
	}
}

void
book_json(const struct ledger_book *book, const struct ledger *l, struct buf *b)
{
	const struct ledger_group *g;
	enum account a;
	char lead = '{';

	for (g = book->groups; g->title != NULL; g++) {
		for (a = g->first; a <= g->last; a++) {
			buf_printf(b, "%c\"%s\":%" PRIu64, lead, book->names[a].key, l->n[a]);
			lead = ',';
		}
	}
	buf_char(b, '}');
}

bool
ledger_check(const struct ledger *l, struct buf *words)
{
	return book_check(&ledger_gtf, l, words);
}

void
ledger_text(const struct ledger *l, struct buf *b)
{
	book_text(&ledger_gtf, l, b);
}

void
ledger_json(const struct ledger *l, struct buf *b)
{
	book_json(&ledger_gtf, l, b);
}
