/* db2.h - Db2 trace records: segments, self-defining section, product section */
#ifndef ZTRACE_DB2_H
#define ZTRACE_DB2_H

#include <stdint.h>

#include "ztrace/event.h"
#include "ztrace/field.h"
#include "ztrace/filter.h"
#include "ztrace/format.h"
#include "ztrace/join.h"
#include "ztrace/layouts.h"
#include "ztrace/record.h"

/*
 * Db2 for z/OS, "GTF writer header section" (DSNDQWGT):
 *
 *  0    2    4   5   6        14    16     20        28     30    31   32     36     40
 *  LEN  0    AID FID TIME     EFB9  ASCB   JOBNAME   DLEN   DSCC  0    SSID   WSEQ   payload ...
 *                                                    | counts from 28 on: LEN = 28 + DLEN
 */
enum {
	DB2_HEADER = 40,	/* bytes before the self-defining section */
	DB2_TRIPLET = 8
};

/* How Db2's segments are joined: the key is subsystem ID and sequence number. */
extern const struct join_rules db2_join;

/*
 * Fills *ev from a whole record. Pure: depends on the record and the rules,
 * which are the user's struct layouts, or NULL. A record that is not Db2's
 * (segments 0) gets only its header fields.
 */
void	db2_decode(const void *rules, const struct record *, struct event *ev);

/*
 * Fills *out from triplet k (0 is the product section) of a whole record. A
 * triplet that does not lie in the record, like one of zeros, is absent.
 */
void	db2_section(struct span record, size_t k, struct event_section *out);

/* The layouts of data sections that are built in. */
extern const struct layouts db2_layouts;

/*
 * The rule for the members of section k (from 1), by the first of them: the
 * user's (may be NULL) where they have one for that section. NULL: none fits.
 */
const struct layout_rule *db2_section_rule(const struct layouts *users, uint16_t ifcid, size_t k,
	    struct span member);

/* The name of section k of an IFCID: IBM's where it is known, else "data k". */
const char *db2_section_name(uint16_t ifcid, size_t k);

/*
 * What every record has in front: its product section's standard header says
 * what it is and how many triplets there are.
 */
struct db2_start {
	struct span	 standard;	/* QWHS, as much as its own length says */
	uint16_t	 ifcid;
	uint8_t		 sections;	/* triplets, the product section's too */
};

/* NULL, or a sentence on why there is no such header; *out is then zeros. */
const char *db2_start(struct span record, struct db2_start *out);

/*
 * Two more rows for the formats: SMF records 100, 101 and 102; and a timeline,
 * for records that have been marked (see timeline.h).
 */
extern const struct format format_smf, format_trace;

/* Layouts of the writer header and of the product section's headers. */
extern const struct layout db2_writer_header;
const struct layout *db2_header_layout(uint8_t type);	/* NULL: of no known type */

/*
 * Where plain texts stand in a header: T for each of their bytes, a point for
 * all others, up to the first text of another kind.
 */
struct db2_texts {
	const char	*picture;
	size_t		 n;		/* bytes it shows */
};
extern const struct db2_texts db2_writer_texts;
const struct db2_texts *db2_header_texts(uint8_t type);	/* NULL: of no known type */

/*
 * Looks whether every field that a filter names is one of theirs. False, and
 * words with names that are near, when one is not.
 */
bool	db2_where(const struct filter *, struct buf *words);

/* The layout of another event's GTF header; NULL where the record is too short. */
const struct layout *db2_event_header(struct span record, bool timed);

/* What is known of an IFCID (made from scripts/tables/ifcid.tsv). */
struct ifcid {
	uint16_t	 number;
	uint8_t		 smf_type;	/* 100, 101 or 102; not in the table: 102 */
	uint8_t		 smf_subtype;
	bool		 recalled;	/* no public document was at hand for the title */
	const char	*title;
	const char	*classes;	/* "ACCTG:1,11 PERFM:2"; a ? behind one not confirmed */
};

/* By number; where the title is NULL, nothing is known. */
extern const struct ifcid ifcids[];
extern const size_t ifcids_count;
const struct ifcid *ifcid_find(uint16_t);	/* NULL: not known */

/* The title of an IFCID, or NULL. */
const char *ifcid_title(uint16_t ifcid);

#endif
