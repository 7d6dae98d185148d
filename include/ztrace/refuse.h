/* refuse.h - forms that are known but cannot be read, and what to do then */
#ifndef ZTRACE_REFUSE_H
#define ZTRACE_REFUSE_H

#include <stdbool.h>

#include "ztrace/buf.h"
#include "ztrace/container.h"
#include "ztrace/unwrap.h"

struct refusal {
	const char	*name;		/* what it is: "packed by xz" */
	int	       (*bid)(struct head);	/* see unwrap.h */
	const char	*advice;	/* what helps, a sentence part */
	bool		 gtf;		/* where GTF data is read; elsewhere it says little */
};

/* All of them, ended by one without a name. */
extern const struct refusal refusals[];

/*
 * One line about a head that nothing bids for: what its first bytes look
 * like, what it may be, and which forms are read (from `list`).
 */
void	refuse_unknown(struct head, const struct container *const *list,
	    struct buf *);

/* Packed files (refuse_packed.c). */
int	refuse_bzip2(struct head);
int	refuse_xz(struct head);
int	refuse_zstd(struct head);
int	refuse_lz4(struct head);
int	refuse_zip(struct head);
int	refuse_7z(struct head);
int	refuse_compress(struct head);
int	refuse_tar(struct head);
int	refuse_pack(struct head);	/* AMATERSE */
int	refuse_spack(struct head);
int	refuse_terse(struct head);	/* of other systems */
int	refuse_xmit(struct head);
int	refuse_oma(struct head);
int	refuse_labels(struct head);	/* tape labels without a tape image */
int	refuse_ascii_labels(struct head);

/*
 * Records in other forms, or of others than GTF (refuse_record.c). Bids for
 * lengths that agree with each other are never more than BID_SURE: a
 * container that knows the records themselves bids more.
 */
int	refuse_smf(struct head);
int	refuse_db2_smf(struct head);
int	refuse_text_mode(struct head);
int	refuse_utf8(struct head);
int	refuse_latin1(struct head);
int	refuse_not_gtf(struct head);		/* RDWs, not GTF's records */
int	refuse_block_not_gtf(struct head);
int	refuse_prefix_not_gtf(struct head);	/* prefixes 0000 LLLL */
int	refuse_rdw_short(struct head);		/* do not count themselves */
int	refuse_rdw_little(struct head);		/* little-endian, any kind */
int	refuse_rdw_twisted(struct head);	/* zeros first */
int	refuse_digits_ascii(struct head);	/* lengths in decimal digits */
int	refuse_digits_ebcdic(struct head);

/* Prints of a whole file (refuse_dump.c), which vmtrace reads where it can. */
int	refuse_dump(struct head);
int	refuse_dump_offsets(struct head);	/* that are octal or decimal */

#endif
