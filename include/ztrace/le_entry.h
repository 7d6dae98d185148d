/* le_entry.h - one entry of a Language Environment trace table */
#ifndef ZTRACE_LE_ENTRY_H
#define ZTRACE_LE_ENTRY_H

#include <stdbool.h>
#include <stdint.h>

#include "ztrace/container.h"
#include "ztrace/span.h"

/*
 *   0     8       16      17     20    24                    128
 *   TIME  THREAD  MEMBER  FLAGS  TYPE  member's own area
 *
 * (z/OS Language Environment Debugging Guide, "Understanding the trace table
 * entry"). Numbers are big-endian; the time is that of STORE CLOCK.
 */
enum {
	LE_SIZE = 128,		/* bytes of an entry */
	LE_AREA = 24,		/* where its own area begins */
	LE_AREA_SIZE = 104,
	LE_WORDS = LE_SIZE / 4
};

/* Members that write entries: their IDs. */
enum { LE_CEL = 1, LE_C = 3 };

/* What C and C++ write: calls and their returns, and calls between linkages. */
enum {
	LE_BASE_CALL = 1, LE_BASE_RETURN, LE_POSIX_CALL, LE_POSIX_RETURN,
	LE_XPLINK_CALL, LE_XPLINK_RETURN, LE_FROM_XPLINK, LE_TO_XPLINK
};

/* What a container knows of an entry. */
struct le_where {
	uint32_t	 displacement;	/* in its table */
	uint32_t	 have;		/* bit n: word n is there */
	uint32_t	 table;		/* in its file, from 0 */
	uint32_t	 recent;	/* the newest entry's, or LE_NOWHERE */
};

/*
 * The records that containers of entries give: behind the entry stands a
 * struct le_where, as bytes.
 */
enum {
	LE_RECORD = LE_SIZE + (int)sizeof(struct le_where),
	LE_LARGEST = 0x1000000		/* bytes of the largest table */
};
#define LE_NOWHERE UINT32_MAX		/* a displacement that is not known */
#define LE_HAVE_ALL UINT32_MAX		/* every word is there */

struct le_entry {
	uint64_t	 tod;		/* STCK */
	uint64_t	 thread;
	uint8_t		 member;
	uint32_t	 flags, type;
	struct span	 area;		/* LE_AREA_SIZE bytes, 00 if missing */
	struct le_where	 where;
};

/* Takes a record apart. The area is borrowed from it. */
struct le_entry le_entry_read(struct span record);

/* What stands behind the entry: writes it, and reads it alone. */
void	le_where_put(uint8_t record[LE_RECORD], struct le_where);
struct le_where le_where_read(struct span record);

/* Whether n bytes of the entry from `at` on are all there, by its words. */
bool	le_entry_has(uint32_t have, size_t at, size_t n);
bool	le_entry_timed(const struct le_entry *);	/* its time is there */
bool	le_entry_known(const struct le_entry *);	/* thread, member and type are */

/* "C/C++"; NULL: no member is known by this ID. */
const char *le_member_name(uint8_t member);

/* What an entry of this member and type tells, or NULL. */
const char *le_type_name(uint8_t member, uint32_t type);

/* The forms in which tables come; all of them, ended by NULL. */
extern const struct container container_le_listing, container_le_raw;
extern const struct container *const le_containers[];

/* Which data sets of a tape hold some. */
extern const struct wanted wanted_le;

#endif
