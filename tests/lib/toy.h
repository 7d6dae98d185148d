/* toy.h - segments that are easily written down, and join rules for them
 *
 *  0    2   4   5   6     14     16    17   18
 *  LEN  0   FF  00  TIME  EFB9   PART  KEY  payload       PART is W, F, M or L
 *
 * In text a segment is "F1abc": part, key, payload. A record holds together
 * if each letter of its payload is followed by the next one of the alphabet.
 */
#ifndef TESTS_TOY_H
#define TESTS_TOY_H

#include "ztrace/join.h"

#include "feed.h"

extern const struct join_rules toy_join;

enum { TOY_HEADER = 18, TOY_MOST = 512 };

/* What a script makes. */
struct toys {
	struct buf	bytes;		/* all records, one behind the other */
	size_t		n;
	struct feed	feed[TOY_MOST];
};

/*
 * Words parted by blanks, each a record a microsecond later than the one
 * before (the first one at 1000):
 *
 *     F1abc  a segment              F1abc~  one that is cut in the payload
 *     @50    goes to that time      =3      the third record, once more
 *     E      another event (EF6C)   X       Db2's event ID, but no segment
 *
 * With `untimed`, none has a time stamp.
 */
void	toys_make(struct toys *, const char *script, bool untimed);
void	toys_free(struct toys *);

/* Appends a record's text, with a blank in front if it is not the first. */
void	toy_text(struct span record, struct buf *);

/* The same for records that stand one behind the other. */
void	toy_texts(struct span records, struct buf *);

#endif
