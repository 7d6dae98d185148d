/* faketape.c - tape images with headers of 12 hex digits: FakeTape */

/*
 * A header in ASCII before every block, which follows as it is (Hercules'
 * faketape.c; the format is FLEX-ES's):
 *
 *  0       4       8
 *  BEFORE  LENGTH  CHECK  data ...     four hex digits each
 *  |       |       BEFORE xor LENGTH
 *  |       0000 is a tape mark
 *  LENGTH of the header before this one; 0000 in the first
 *
 *  000000500050 VOL1...  005000500000 HDR1...  005000000050
 *
 * With the check a damaged header can be told, and made good where only one
 * of its three numbers is wrong.
 */

#include "ztrace/hex.h"
#include "ztrace/image.h"
#include "ztrace/tape.h"
#include "ztrace/unwrap.h"

enum {
	HEADER = 12,
	DIGITS = 4,
	LONGEST = 0xffff
};

struct header {
	unsigned before, length, check;
};

struct faketape {
	struct image	 image;		/* first: see image_new */
	unsigned	 before;	/* length of the last block, if known */
	bool		 known;
};

/* Four hex digits; false when they are others. */
static bool
digits_read(struct span s, size_t at, unsigned *out)
{
	struct span digits;
	size_t i;

	*out = 0;
	if (!span_cut(s, at, DIGITS, &digits))
		return false;
	for (i = 0; i < DIGITS; i++) {
		uint8_t value = hex_value[digits.p[i]];

		if (value > 15)
			return false;
		*out = *out << 4 | value;
	}
	return true;
}

/* Whether a sound header is at `at`. */
static bool
header_read(struct span s, size_t at, struct header *h)
{
	bool before = digits_read(s, at, &h->before);
	bool length = digits_read(s, at + DIGITS, &h->length);
	bool check = digits_read(s, at + 2 * DIGITS, &h->check);

	return before && length && check && h->check == (h->before ^ h->length);
}

/* Whether a header follows that repeats this length, or the image ends. */
static bool
length_fits(struct span s, size_t length, bool whole)
{
	size_t end = HEADER + length;
	struct header next;

	if (s.n == end)
		return whole;
	return header_read(s, end, &next) && next.before == length;
}

static bool
faketape_fits(const void *to, struct span s, bool whole)
{
	struct header h;

	(void)to;
	return header_read(s, 0, &h) && length_fits(s, h.length, whole);
}

static const struct image_form faketape_form = {
	.header = HEADER,
	.reach = 2 * HEADER + LONGEST,
	.fits = faketape_fits
};

/*
 * Makes a damaged header good: its length is the one it has, or the one that
 * its check asks for, whichever the next header repeats.
 */
static bool
header_mend(const struct faketape *f, struct header *h, bool whole)
{
	struct span s = f->image.v;
	bool before = digits_read(s, 0, &h->before), check;

	if (digits_read(s, DIGITS, &h->length) &&
	    length_fits(s, h->length, whole))
		return true;
	check = digits_read(s, 2 * DIGITS, &h->check);
	if (!check || !before || (f->known && h->before != f->before))
		return false;
	h->length = h->before ^ h->check;
	return length_fits(s, h->length, whole);
}

/* A header that is not sound: mended, or stepped over. */
static enum rc
header_doubt(struct faketape *f, struct header *h, struct diag *d)
{
	struct place at = image_place(&f->image);

	if (image_look(&f->image, faketape_form.reach, d) == RC_FAIL)
		return RC_FAIL;
	if (f->image.v.n >= HEADER &&
	    header_mend(f, h, f->image.v.n < faketape_form.reach)) {
		(void)diag_damage(d, &at, "header is damaged, but its length "
		    "could be told (%u bytes)", h->length);
		return RC_OK;
	}
	f->known = false;
	return image_resync(&f->image, &faketape_form, NULL, d);
}

static enum rc
block_read(struct faketape *f, size_t length, struct tape_item *item,
    struct diag *d)
{
	struct place at = { .offset = item->at, .known = true };

	if (image_look(&f->image, HEADER + length, d) == RC_FAIL)
		return RC_FAIL;
	item->data = span_first(span_from(f->image.v, HEADER), length);
	image_take(&f->image, HEADER + item->data.n);
	if (item->data.n < length)
		(void)diag_damage(d, &at, "image ends within a block "
		    "(%zu of %zu bytes)", item->data.n, length);
	return RC_OK;
}

static enum rc
faketape_next(void *self, struct tape_item *item, struct diag *d)
{
	struct faketape *f = self;
	struct header h;
	struct place at;
	enum rc rc = image_look(&f->image, HEADER, d);

	at = image_place(&f->image);
	item->at = at.offset;
	if (rc == RC_FAIL)
		return RC_FAIL;
	if (f->image.v.n == 0)
		return RC_END;
	if (!header_read(f->image.v, 0, &h)) {
		rc = header_doubt(f, &h, d);
		if (rc != RC_OK)
			return rc;
	} else if (f->known && h.before != f->before && h.before != 0) {
		(void)diag_warn(d, &at, "header repeats another length than "
		    "the one before it has (%u, not %u)", h.before, f->before);
	}
	f->before = h.length;
	f->known = true;
	if (h.length > 0)
		return block_read(f, h.length, item, d);
	item->mark = true;
	image_take(&f->image, HEADER);
	return RC_OK;
}

static struct stream *
faketape_open(struct stream *below, struct diag *d)
{
	static const struct tape_device device = {
		.next = faketape_next,
		.close = image_free
	};
	void *self = image_new(sizeof(struct faketape), below, d);

	return self != NULL ? tape_open(&device, self, d) : NULL;
}

/*
 * The first header: BEFORE is 0000, CHECK repeats LENGTH, 32 bits each, and
 * four digits are digits. Zeros alone could be any text, so a tape that
 * begins with marks needs a block, or to be one or two marks and no more.
 */
static int
faketape_bid(struct head head)
{
	struct span s = head.s;
	struct header h;
	size_t marks = 0;

	if (!header_read(s, 0, &h) || h.before != 0)
		return 0;
	while (h.length == 0) {
		s = span_from(s, HEADER);
		if (++marks > 2)
			return 0;
		if (s.n == 0)
			return head.whole ? 64 : BID_SURE - 1;
		if (s.n < HEADER && !head.whole)
			return BID_SURE - 1;
		if (!header_read(s, 0, &h) || h.before != 0)
			return 0;
	}
	if (span_u32(s, HEADER) == LABEL_VOL1)
		return 64 + 14 + 32;
	if (s.n < HEADER + h.length + HEADER && !head.whole)
		return BID_SURE - 1;
	return length_fits(s, h.length, head.whole) ? 64 + 14 + 32 : 0;
}

const struct unwrapper unwrapper_faketape = {
	.name = "faketape",
	.help = "tape images with headers of 12 hex digits (FLEX-ES)",
	.bid = faketape_bid,
	.open = faketape_open
};
