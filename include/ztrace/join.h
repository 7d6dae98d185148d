/* join.h - puts records that were cut into segments together again */
#ifndef ZTRACE_JOIN_H
#define ZTRACE_JOIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ztrace/buf.h"
#include "ztrace/leftover.h"
#include "ztrace/ledger.h"
#include "ztrace/map.h"
#include "ztrace/record.h"

/*
 * The join knows nothing of Db2. Its rules tell what a segment is, how a
 * whole record is begun, and whether it holds together.
 */
enum { JOIN_NAME = LEFTOVER_NAME };	/* room for a key's name, with its NUL */

enum join_part { JOIN_WHOLE, JOIN_FIRST, JOIN_MIDDLE, JOIN_LAST };

struct join_tag {
	enum join_part	part;
	uint8_t		keylen;
	uint8_t		key[MAP_KEY];	/* who the segments belong to */
	bool		normal;		/* a whole record can be passed on as it is */
	struct span	payload;	/* what is appended */
};

struct join_rules {
	/*
	 * Reads a segment; false: it is none (booked as malformed). Of a cut
	 * record (rec->cut) it goes by what the RDW says; payload is then what
	 * there is.
	 */
	bool		(*tag)(const struct record *, struct join_tag *);
	/* The name of a key for messages: "SSOP 0000001A"; of one without its number: "SSOP". */
	void		(*name)(struct span key, char out[JOIN_NAME]);
	/*
	 * How many bytes at the end of a key are a number that counts the
	 * records of whoever the bytes before it name: 4, or 0 for none.
	 */
	uint8_t		numbered;
	/* Appends the header of the whole record, made from its first segment. */
	void		(*begin)(const struct record *first, struct buf *whole);
	/* Makes the lengths and marks of a whole record right. */
	void		(*seal)(uint8_t *whole, size_t n);
	/*
	 * Checks a whole record's own arithmetic. NULL: it is sound. Else a
	 * constant sentence on what is wrong.
	 */
	const char     *(*check)(struct span whole);
};

struct join_options {
	struct join_rules rules;
	size_t		 longest;	/* longest whole record the output can hold; 0: any */
	size_t		 hold;		/* bytes for open records and held orphans */
	uint64_t	 max_age;	/* microseconds from an open record to the newest; 0: any */
	struct leftover_sink rejects;	/* gets the raw segments of what could not be made whole */
	struct leftover_sink carry;	/* gets those of what is open at the end of input */
};

/*
 * A source over a source: yields whole records (segments set to how many
 * they came in), and events without segments unchanged. Takes `below` over;
 * NULL when memory ran out.
 *
 *             first            middle, last
 *   no key:   open             held as orphan
 *   open:     old: restarted   appended; last: sealed, yielded
 *             (same bytes: repeated, dropped)
 *
 * At the end of input held orphans are tried against what is still open,
 * forward in time only: a GTF data set wraps, so its beginning can be the
 * continuation of its end.
 */
struct source *join_open(struct source *below, const struct join_options *, struct ledger *);

/* For the report: "DB2A 12, DB2B 3" - numbers that are missing, by owner; and as JSON. */
void	join_missing(const struct source *, struct buf *text, struct buf *json);

#endif
