/* make_gtf.h - random GTF records as Db2 and others write them */
#ifndef TESTS_MAKE_GTF_H
#define TESTS_MAKE_GTF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ztrace/buf.h"
#include "ztrace/span.h"

#include "dice.h"

/* What a record is made from. The same seed gives the same records on every host. */
struct maker {
	struct dice	dice;
	uint64_t	clock;		/* STCK of the record made last */
	uint32_t	seq;		/* sequence number of the Db2 record made last */
	int32_t		zone;		/* units of 1.048576 s, east of UTC */
	uint8_t		ssid[4];	/* subsystem ID, EBCDIC */
	uint8_t		job[8];		/* job name, EBCDIC */
};

struct maker maker_of(uint64_t seed);
void	maker_ssid(struct maker *, const char *ssid);	/* "DB2A"; the job becomes DB2AMSTR */
void	make_bytes(struct maker *, struct buf *, size_t n);	/* random ones */

/*
 * Each appends one record, from its RDW on, a little later than the one before.
 * sources: bytes of source descriptors; eid: E000 up is a user event; aid: F0 to F3.
 */
void	make_control(struct maker *, struct buf *, size_t sources);
void	make_lost_events(struct maker *, struct buf *, uint32_t count);
void	make_lost_block(struct maker *, struct buf *);
void	make_foreign(struct maker *, struct buf *, uint16_t eid, size_t data);
void	make_split(struct maker *, struct buf *, uint8_t aid, size_t data);

/* Sections behind the product section. Length 0: members that carry their own; count 0: absent. */
struct make_section {
	uint16_t	length;
	uint16_t	count;
};

/* A Db2 record that is not cut: segment code 0, triplets, sections, product section. */
void	make_db2(struct maker *, struct buf *, uint16_t ifcid, const struct make_section *,
	    size_t n);

/* One with random sections and at least `payload` (up to 32000) bytes behind its header. */
void	make_db2_random(struct maker *, struct buf *, size_t payload);

/* Appends segment `k` of a Db2 record, as Db2 cuts it for GTF; false when there is none. */
enum { MAKE_PAYLOAD = 244 };
bool	make_segment(struct maker *, struct buf *, struct span whole, size_t k);
void	make_segments(struct maker *, struct buf *, struct span whole);		/* all of them */

/* The same record as COPYTRC's merge and as GTF without TIME=YES write it. */
void	make_merged(struct buf *, struct span record, uint16_t sid);
void	make_untimed(struct buf *, struct span record);

/*
 * A trace with so many Db2 records, segments of several mixed, and records of
 * all other kinds between them. `whole` (may be NULL) gets the Db2 records
 * uncut, in the order in which their last segments come.
 */
void	make_trace(struct maker *, struct buf *trace, struct buf *whole, size_t records);

/* Steps through records that stand one behind the other, each from its RDW on. */
bool	make_each(struct cursor *, struct span *record);

#endif
