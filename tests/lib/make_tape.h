/* make_tape.h - writes tapes, as images of every kind */
#ifndef TESTS_MAKE_TAPE_H
#define TESTS_MAKE_TAPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ztrace/buf.h"
#include "ztrace/span.h"

enum reel_kind {
	REEL_AWS,
	REEL_ZLIB, REEL_BZIP2,		/* HET: blocks that do not shrink stay plain */
	REEL_BUSTECH,			/* zlib, with a flag of its own */
	REEL_FAKETAPE,
	REEL_SIMH, REEL_E11,
	REEL_KINDS
};
extern const char *const reel_names[REEL_KINDS];

/* A tape being written. All but the first three fields start as zeros. */
struct reel {
	enum reel_kind	kind;
	size_t		chunk;		/* AWS and its kin: longest chunk; 0: 65535 */
	bool		segmented;	/* Bus-Tech: the flag of a block in several segments ... */
	bool		apart;		/* ... each of which is compressed by itself */
	struct buf	image;		/* the result; to be freed */
	size_t		before;		/* length in the last header */
};

void	reel_block(struct reel *, struct span);
void	reel_mark(struct reel *);
void	reel_medium_end(struct reel *);		/* SIMH and E11 only */

/* A label of 80 bytes: text, with blanks behind it, in EBCDIC. */
void	reel_label(struct reel *, const char *text);

/*
 * A tape in words, parted by blanks:
 *
 *   VOL1  UHL1  ...     a label as it stands
 *   HDR1=A.B@2  EOF1=A.B@2#7  EOV1=A.B@2#7
 *                       data set name, volume sequence (1), block count (0)
 *   HDR2=V  EOF2=V ...  record format
 *   ASCII               a volume label in ASCII
 *   G  GG  ...          so many blocks of GTF records (BDW, RDW), all different
 *   Z  ZZ  ...          the same, but longer, and mostly of zeros
 *   O  OO  ...          the same, of an odd length
 *   X  XX  ...          so many blocks of other variable records
 *   C  CC  ...          so many card images, 80 bytes
 *   0                   a block that cannot be read
 *   TM                  a tape mark
 *   D                   damage that is stepped over
 */
struct script {
	const char	*left;		/* what is to come */
	unsigned	 n;		/* blocks so far; makes them different */
	unsigned	 repeat;	/* of the last word */
	char		 letter;
};

struct script_item {
	enum script_what { SCRIPT_BLOCK, SCRIPT_MARK, SCRIPT_DAMAGE } what;
	bool		 gtf;		/* a block of GTF records */
	uint8_t		 bytes[96];
	size_t		 n;		/* of them in the block */
};

/* The next thing of a script; false at its end. Ends the test at a word it does not know. */
bool	script_next(struct script *, struct script_item *);

/*
 * Writes what the script says (but damage and unreadable blocks) to the
 * reel. The GTF blocks are appended to `blocks`, if that is not NULL, as
 * image_put of make_container.h has them.
 */
void	reel_play(struct reel *, const char *script, struct buf *blocks);

/*
 * Writes a labelled data set of these blocks (as image_put has them) on a volume
 * of its own; `users` labels in each group.
 */
void	reel_data_set(struct reel *, struct span blocks, unsigned users);

#endif
