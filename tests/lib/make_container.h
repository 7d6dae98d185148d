/* make_container.h - puts GTF records into every form in which they leave z/OS */
#ifndef TESTS_MAKE_CONTAINER_H
#define TESTS_MAKE_CONTAINER_H

#include <stdbool.h>
#include <stddef.h>

#include "ztrace/buf.h"
#include "ztrace/span.h"
#include "ztrace/stream.h"

/* Zeros give the plainest kind of each form. */
struct make_form {
	size_t	block;		/* longest block with its BDW, 0: 4096; over 32760: extended */
	bool	extended;	/* extended BDWs in any case */
	size_t	segment;	/* longest segment with its descriptor; 0: not spanned */
	bool	null;		/* a null segment fills each block up */
	size_t	piece;		/* FTP block mode: most data behind one header; 0: all */
	bool	apart;		/* FTP: the end of the file has a header or mark of its own */
	bool	alone;		/* FTP block mode: code 40 with the last record, not C0 */
};

/* Each takes records that stand one behind the other, each from its RDW on. */
typedef void make_fn(struct span records, const struct make_form *, struct buf *out);
make_fn	make_vb;	/* RDWs */
make_fn	make_block;	/* BDWs and RDWs */
make_fn	make_record;	/* prefixes 0000 LLLL */
make_fn	make_ftp_block;
make_fn	make_ftp_record;
make_fn	make_stripped;

/*
 * A stream that has a border behind each block of `image` (a number of bytes
 * in 4 bytes, then the bytes), as a tape has. Bytes come at most `chunk` at a
 * time. The image must outlive it.
 */
struct stream *stream_open_blocks(struct span image, size_t chunk);

/* Appends a block to such an image; makes an image of what make_block made. */
void	image_put(struct buf *image, struct span block);
void	image_blocks(struct buf *image, struct span blocks);

#endif
