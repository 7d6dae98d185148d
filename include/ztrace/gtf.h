/* gtf.h - the header of a GTF record, and which records go on */
#ifndef ZTRACE_GTF_H
#define ZTRACE_GTF_H

#include <stdbool.h>
#include <stdint.h>

#include "ztrace/buf.h"
#include "ztrace/ledger.h"
#include "ztrace/record.h"

/*
 * z/OS MVS Diagnosis: Tools and Service Aids, "Unformatted GTF trace output":
 *
 *  0    2   4   5   6         14   16
 *  LEN  0   AID FID TIME      EID  ...               AID FF: a trace record
 *  LEN  0   00  01  ZONE TIME(10)  OPTIONS(18) ...   control record
 *  LEN  0   00  02  ZONE TIME(10)  COUNT(18)         lost events; FID 03: lost block
 */
enum gtf_kind {
	GTF_BAD,		/* too short or of no known AID */
	GTF_CONTROL, GTF_LOST_EVENTS, GTF_LOST_BLOCK,
	GTF_OWN,		/* AID 00 with another FID */
	GTF_TRACE,
	GTF_SPLIT		/* AID F0 to F3: cut by GTF itself */
};

struct gtf_head {
	enum gtf_kind	kind;
	bool		timed;	/* false: written without TIME=YES, EID at 6 */
	uint64_t	tod;
	uint16_t	eid;
	int32_t		zone;	/* GTF's own records: units of 1.048576 s */
	uint32_t	lost;	/* GTF_LOST_EVENTS: how many */
};

enum { EID_DB2 = 0xEFB9 };

struct gtf_head gtf_head(struct span record);

/* Event IDs: those where (eid & mask) == value. */
struct eid_match {
	uint16_t	value, mask;
};

/* "EFB9", "xFB9" (x: any digit) or "any"; false when it is none of these. */
bool	eid_parse(const char *, struct eid_match *);

/*
 * A source over a source: passes trace records whose event ID is wanted,
 * counts the others by kind. Control records give the zone to those behind
 * them. Takes `below` over; NULL when memory ran out.
 */
struct source *select_open(struct source *below, struct eid_match, struct ledger *);

/*
 * The latest control record, as it was read: what a file of leftovers begins
 * with, so that the zone is not lost. Empty when there was none, or it was
 * longer than is kept (1 KiB).
 */
struct span select_control(const struct source *);

/* For the report: "EF6C 120, 1000 3" - foreign events by ID, most first. */
void	select_foreign(const struct source *, struct buf *text, struct buf *json);

#endif
