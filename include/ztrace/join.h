/* join.h - puts records that were cut into segments together again */
#ifndef ZTRACE_JOIN_H
#define ZTRACE_JOIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ztrace/buf.h"
#include "ztrace/ledger.h"
#include "ztrace/map.h"
#include "ztrace/record.h"

/*
 * The join knows nothing of Db2. Its rules tell what a segment is, how a
 * whole record is begun, and whether it holds together.
 */
enum join_part { JOIN_WHOLE, JOIN_FIRST, JOIN_MIDDLE, JOIN_LAST };

struct join_tag {
	enum join_part	part;
	uint8_t		keylen;
	uint8_t		key[MAP_KEY];	/* who the segments belong to */
	char		name[32];	/* the key for messages: "SSOP 0000001A" */
	bool		normal;		/* a whole record can be passed on as it is */
	struct span	payload;	/* what is appended */
};

struct join_rules {
	/* Reads a segment; false: it is none (booked as malformed). */
	bool		(*tag)(const struct record *, struct join_tag *);
	/* Appends the header of the whole record, made from its first segment. */
	void		(*begin)(const struct record *first, struct buf *whole);
	/*
	 * Makes lengths and marks right, and checks the record's own
	 * arithmetic. NULL: it is sound. Else a sentence on what is wrong.
	 * `whole` is NULL-safe to look at but changed only where sealing needs
	 * it; a record passed on as it is (`normal`) is only checked.
	 */
	const char     *(*seal)(uint8_t *whole, size_t n);
	const char     *(*check)(struct span whole);
};

struct join_options {
	struct join_rules rules;
	size_t		 longest;	/* longest whole record the output can hold; 0: any */
	size_t		 hold;		/* bytes for open records and held orphans */
	/* Gets the raw segments of what could not be made whole, as records; NULL: nobody. */
	enum rc	       (*reject)(void *to, struct span record, struct diag *);
	void		*to;
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

#endif
