/* ledger.h - where every byte and every record went; the sums must agree */
#ifndef ZTRACE_LEDGER_H
#define ZTRACE_LEDGER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ztrace/buf.h"

/*
 * Accounts. Containers book the bytes, the stages behind them the records.
 * Bytes are those of the unwrapped stream (for a listing: of its text).
 */
enum account {
	BYTES_READ,		/* all that the container consumed */
	BYTES_RECORD,		/* of records, with their RDW where the form has one; of
				 * dump lines in a listing */
	BYTES_DESCRIPTOR,	/* BDWs, prefixes and marks that are not part of a record */
	BYTES_PADDING,		/* between records, of no meaning; text of a listing */
	BYTES_SKIPPED,		/* stepped over because of damage */
	RECORDS_READ,
	RECORDS_CONTROL,	/* GTF's control records */
	RECORDS_LOST,		/* GTF's lost-event and lost-block records */
	RECORDS_OWN,		/* other records of GTF itself (AID 00) */
	RECORDS_FOREIGN,	/* trace records of other events */
	RECORDS_UNSELECTED,	/* Db2 segments that -e left out */
	RECORDS_EVENT,		/* other events that -e asked for, passed on as they are */
	RECORDS_MALFORMED,	/* cut, or no GTF record at all */
	SEGMENTS,		/* Db2 segments handed to the join, complete records too */
	SEGMENTS_COMPLETE,	/* complete records that were never cut */
	SEGMENTS_JOINED,	/* in joined records */
	SEGMENTS_REPEATED,	/* exact repeats, dropped */
	SEGMENTS_CARRIED,	/* left for the next run */
	REJECTED_ORPHAN,	/* middle or last without a first */
	REJECTED_RESTARTED,	/* of a record whose key began anew */
	REJECTED_UNFINISHED,	/* of a record still open at the end */
	REJECTED_DAMAGED,	/* of a record whose own arithmetic fails */
	REJECTED_LONG,		/* of a record too long for the output */
	REJECTED_MEMORY,	/* given up for memory */
	REJECTED_AGE,		/* given up for age */
	RESULTS,		/* records that came out of the join, and other events */
	WHOLE_COMPLETE,		/* records that came complete */
	WHOLE_JOINED,		/* records made of segments */
	WRITTEN,		/* of RESULTS */
	UNWRITABLE,		/* of RESULTS: the output form cannot hold them */
	FILTERED_IFCID,		/* of RESULTS: left out by --ifcid, ... */
	FILTERED_SSID,		/* ... --ssid, ... */
	FILTERED_TIME,		/* ... --since or --until, ... */
	FILTERED_WHERE,		/* ... --where */
	LOST_EVENTS,		/* sum of GTF's lost-event counts; outside the sums */
	LOST_BLOCKS,		/* lost-block records; outside the sums */
	MISSING,		/* gaps in the numbering of records; outside the sums */
	NOTED,			/* records with notes; outside the sums */
	UNKNOWN_BYTES,		/* xx in listings; outside the sums */

	/* of trace tables of Language Environment */
	ENTRIES_READ,
	ENTRIES_LISTED,		/* passed on one by one, as -t entries wants them */
	ENTRIES_CALL,		/* of calls, ... */
	ENTRIES_RETURN,		/* ... of returns, ... */
	ENTRIES_SWITCH,		/* ... of calls between linkages (types 7 and 8) */
	ENTRIES_OTHER,		/* of other members and types */
	ENTRIES_PARTIAL,	/* so much is missing that they are none of these */
	CALLS_RETURNED,		/* with their return */
	CALLS_UNRETURNED,	/* left by another way than a return, or it is lost */
	CALLS_IN_FLIGHT,	/* not ended when the table does */
	RETURNS_ORPHAN,		/* without a call */
	SWITCHES_FIRST,		/* entries that begin one, ... */
	SWITCHES_SECOND,	/* ... and those with the rest of its names */
	CALLS_OPENED,		/* shown once more, ahead of their end */
	FILTERED_THREAD,	/* of RESULTS: left out by --thread, ... */
	FILTERED_FUNCTION,	/* ... --function, ... */
	FILTERED_CLEAN,		/* ... --errors, ... */
	FILTERED_SPAN,		/* ... --since or --until, ... */
	FILTERED_FAST,		/* ... --slower */
	TABLES,			/* outside the sums, as all that follow */
	TABLES_WRAPPED,
	ENTRIES_TORN,		/* entries of which something is missing */
	ENTRIES_MISSING,	/* gaps in the displacements */
	ENTRIES_BACK,		/* returns before their calls, by the clock */

	/* of trace entries of z/VM's CP */
	CP_READ,
	CP_SHORT,		/* written by TRACE, ... */
	CP_LONG,		/* ... by TRACG, ... */
	CP_SAVED,		/* ... and saved in 28 bytes */
	CP_WRITTEN,
	CP_LEFT_CODE,		/* left out by --code, ... */
	CP_LEFT_CPU,		/* ... --cpu, ... */
	CP_LEFT_TIME,		/* ... --since or --until, ... */
	CP_LEFT_WORD,		/* ... --word or --any-word */
	CP_GUESSED,		/* of those written: the time is a guess; outside the sums */
	CP_RELATIVE,		/* ... is not known; outside the sums */

	ACCOUNTS
};

struct ledger {
	uint64_t n[ACCOUNTS];
};

/* What a program calls its accounts, and what must be equal. */
struct ledger_name {
	const char	*key;		/* in JSON */
	const char	*label;		/* in the report */
};

struct ledger_group {
	const char	*title;		/* "": the group before goes on; NULL ends a list */
	enum account	 first, last;
};

struct ledger_sum {
	enum account	 total;
	enum account	 part[16];	/* ended by ACCOUNTS */
};

struct ledger_book {
	const struct ledger_name	*names;		/* by account, of those in a group */
	const struct ledger_group	*groups;	/* in the order of the report */
	const struct ledger_sum		*sums;
	size_t				 nsums;
};

extern const struct ledger_book ledger_gtf;

/* The same as the three below, by the book of any program. */
bool	book_check(const struct ledger_book *, const struct ledger *, struct buf *words);
void	book_text(const struct ledger_book *, const struct ledger *, struct buf *);
void	book_json(const struct ledger_book *, const struct ledger *, struct buf *);

/*
 * Checks the sums of what GTF has:
 *   bytes read    = records + descriptors + padding + skipped
 *   records read  = control + lost + own + foreign + unselected + event + malformed + segments
 *   segments      = complete + joined + repeated + carried + the rejected ones
 *   results       = complete + joined records + events
 *   results       = written + unwritable + filtered
 * False when one does not hold; `words` then says which, with its figures.
 */
bool	ledger_check(const struct ledger *, struct buf *words);

/* A report for people: only accounts that are not zero. */
void	ledger_text(const struct ledger *, struct buf *);

/* One JSON object with every account, without a line end. */
void	ledger_json(const struct ledger *, struct buf *);

#endif
