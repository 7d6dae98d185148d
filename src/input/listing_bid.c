/* listing_bid.c - tells a print of GTF records from other text */
#include <string.h>	/* memcpy */

#include "ztrace/container.h"
#include "ztrace/lines.h"
#include "ztrace/listing.h"
#include "ztrace/rdw.h"

enum {
	OFFSET_BITS = 24,	/* six digits, all of them 0 */
	BARE_BITS = 16,		/* what a record without RDW must match at least */
	BARE_SHORTEST = 18	/* bytes of a lost-event record without RDW */
};

/* Bits of a line that begins a GTF record: it shows all of that, or is as wide as a line can be. */
static int
bid_line(const struct listing_line *line)
{
	struct span head = span_of(line->data, line->n);
	uint8_t begin[LISTING_WIDTH];
	int bits;

	if (line->kind != LISTING_BYTES || line->offset != 0)
		return 0;
	/* a joined record may be longer in a listing than an RDW can say */
	memcpy(begin, line->data, sizeof(begin));
	if (span_u16(head, 0) > RDW_LONGEST)
		put_u16(begin, RDW_LONGEST);
	bits = rdw_bits(span_of(begin, line->n));
	if (bits > 0 && (head.n == LISTING_WIDTH || head.n >= span_u16(head, 0)))
		return OFFSET_BITS + bits;
	bits = rdw_bits_bare(head);
	if (bits >= BARE_BITS && head.n >= BARE_SHORTEST)
		return OFFSET_BITS + bits;
	return 0;
}

int
listing_bid(struct head head)
{
	uint8_t room[LINE_SHOWN];
	struct listing_line shown;
	struct lines_form form;
	struct line line;
	bool ended;
	int bits;

	if (!lines_form(head, &form))
		return 0;
	while (lines_cut(&form, head, room, &line, &ended)) {
		listing_line_read(line.text, 0, LISTING_MOST, &shown);
		bits = bid_line(&shown);
		if (bits > 0)
			return bits;
		head.s = span_from(head.s, line.bytes);
	}
	return 0;
}

static bool
wanted_print(struct head head)
{
	return listing_bid(head) >= BID_SURE;
}

const struct wanted wanted_gtf_or_print = {
	.what = "GTF",
	.block = wanted_block,
	.text = wanted_print
};
