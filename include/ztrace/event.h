/* event.h - one decoded record, as every output format gets it */
#ifndef ZTRACE_EVENT_H
#define ZTRACE_EVENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ztrace/ebcdic.h"
#include "ztrace/field.h"
#include "ztrace/span.h"

enum { EVENT_SECTIONS = 256, EVENT_HEADERS = 16, EVENT_NOTES = 16 };

struct mark;

/* A section that the self-defining section names. */
struct event_section {
	const char	*name;		/* "product", "data 1", ... */
	uint32_t	 offset;	/* from the RDW */
	uint16_t	 length;	/* of one member; 0 with a count: members tell their own */
	uint16_t	 count;		/* of members; 0: absent */
	bool		 present;	/* count and offset are not 0 */
	bool		 inside;	/* all of it lies in the record */
	struct span	 bytes;		/* all members; empty unless inside */
	const struct layout *layout;	/* of a member; NULL: not known */
};

/* A header of the product section. */
struct event_header {
	const struct layout *layout;	/* NULL: of no known type */
	uint8_t		 type;
	uint32_t	 offset;	/* from the RDW */
	struct span	 bytes;
};

/*
 * Everything is borrowed: spans from the record, the rest from constant
 * tables. Plain data, about 12 KiB: reuse it.
 */
struct event {
	struct span	 raw;		/* the record as if GTF had never cut it */
	bool		 timed;
	uint64_t	 tod;		/* STCK */
	int		 zone;		/* minutes east of UTC; meaningless unless zoned */
	bool		 zoned;
	uint16_t	 eid;
	uint32_t	 segments;	/* it came in; 0: not a Db2 record, the rest is empty */
	const struct layout *writer;	/* of the GTF header at 0 of raw; NULL: not known */
	uint16_t	 ifcid;
	const char	*title;		/* of the IFCID; NULL: not known */
	size_t		 nsections;
	struct event_section section[EVENT_SECTIONS];	/* in triplet order */
	size_t		 nheaders;
	struct event_header header[EVENT_HEADERS];	/* in chain order */
	const struct mark *mark;	/* where it stands on a timeline */
	size_t		 nnotes;
	const char	*note[EVENT_NOTES];	/* oddities that are not damage */
};

/*
 * Takes the next member of a section: `length` bytes or, where that is 0, as
 * many as the 2 bytes before it say. False when it does not all lie there.
 */
bool	event_member(struct cursor *, uint16_t length, struct span *out);

/*
 * The header field with this label, and its bytes: of the GTF header, or of
 * the first header of the product section that has it. NULL: none has.
 */
const struct field *event_field(const struct event *, const char *label, struct span *bytes);

#endif
