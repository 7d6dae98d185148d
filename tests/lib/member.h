/* member.h - members of data sections, written and read as words */
#ifndef TESTS_MEMBER_H
#define TESTS_MEMBER_H

#include <stddef.h>
#include <stdint.h>

#include "ztrace/buf.h"
#include "ztrace/event.h"
#include "ztrace/span.h"

/*
 * Puts into a member what words say: "16'COLL" is text in EBCDIC at 16 (_
 * stands for a blank), "74=FFFF" bytes at 74.
 */
void	member_fill(const char *words, struct buf *member);

/* A Db2 record with one data section, of members that are all like this. */
struct buf member_record(uint16_t ifcid, struct span member, uint16_t count);

/* The fields of the first member of section 1, "label=text|...", as a string in out. */
void	member_fields(const struct event *, struct buf *out);

#endif
