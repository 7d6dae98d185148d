/* db2.h - Db2 trace records: segments, self-defining section, product section */
#ifndef ZTRACE_DB2_H
#define ZTRACE_DB2_H

#include <stdint.h>

#include "ztrace/event.h"
#include "ztrace/field.h"
#include "ztrace/join.h"
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
 * Fills *ev from a whole record. Pure: depends on the record alone. A record
 * that is not Db2's (segments 0) gets only its header fields.
 */
void	db2_decode(const struct record *, struct event *ev);

/* Layouts of the writer header and of the product section's headers. */
extern const struct layout db2_writer_header;
const struct layout *db2_header_layout(uint8_t type);	/* NULL: of no known type */

/* The title of an IFCID, or NULL (made from scripts/tables/ifcid.tsv). */
const char *ifcid_title(uint16_t ifcid);

#endif
