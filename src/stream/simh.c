/* simh.c - tape images with each length before and behind: SIMH, E11 */

/*
 * 32-bit words, little-endian (SIMH's simh_magtape document, and the
 * extensions of 2021):
 *
 *  LENGTH data ... [0] LENGTH      a block; SIMH pads an odd one, E11 does not
 *  8xxxxxxx                        the same, with an error when it was read
 *  00000000                        tape mark
 *  FFFFFFFE                        erase gap, FFFEFFFF half of one
 *  FFFFFFFF                        end of medium
 *  7xxxxxxx Fxxxxxxx               other marks
 *
 * Other top digits are private blocks. An image is SIMH's or E11's as its
 * odd blocks show. Each length stands twice, so a damaged one can be made good.
 */

#include "ztrace/image.h"
#include "ztrace/tape.h"
#include "ztrace/unwrap.h"
#include "ztrace/wanted.h"

enum {
	WORD = 4,
	SHORTEST = 14,		/* a block that is looked for, ... */
	LONGEST = 256 * 1024,	/* ... as z/OS writes them */
	FRAME = 2 * WORD + 1,	/* around the data of a block */
	MARKS = 4,		/* tape marks that are looked across */
	PATIENCE = 1000,	/* damaged blocks that are looked at closely */
	WINDOW = 3 * LONGEST,	/* shown where something is wrong */
	LABEL = 80
};

#define GAP		UINT32_C(0xfffffffe)
#define GAP_HALF	UINT32_C(0xfffeffff)
#define MEDIUM_END	UINT32_C(0xffffffff)
#define LENGTH_BITS	UINT32_C(0x0fffffff)

enum class {			/* the top digit of a word */
	CLASS_GOOD = 0x0,
	CLASS_MARK = 0x7,
	CLASS_ERROR = 0x8,
	CLASS_MARK_OTHER = 0xf
};

struct simh {
	struct image	 image;		/* first: see image_new */
	bool		 unpadded;	/* the last odd block was E11's */
	unsigned	 damaged;	/* blocks so far */
};

static uint32_t
word_at(struct span s, size_t at)
{
	struct cursor c = cursor_at(s, at);

	return cursor_u32le(&c);
}

static enum class
word_class(uint32_t word)
{
	return (enum class)(word >> 28);
}

/* Whether a word can stand before a block of data, good or bad. */
static bool
word_is_block(uint32_t word)
{
	uint32_t length = word & LENGTH_BITS;

	return (word_class(word) == CLASS_GOOD || word_class(word) == CLASS_ERROR) &&
	    length > 0 && length <= IMAGE_BLOCK;
}

/* Whether a word can stand between blocks. */
static bool
word_is_plausible(uint32_t word)
{
	return word == 0 || word == GAP || word == GAP_HALF ||
	    word == MEDIUM_END || word_is_block(word);
}

/* Where the word behind the block is that starts s; odd ones may have padding. */
static size_t
trailer_find(struct span s, bool unpadded)
{
	uint32_t word = word_at(s, 0);
	size_t end = WORD + (word & LENGTH_BITS), padded = end + (end & 1), i;
	const size_t tries[] = {
		unpadded ? end : padded,
		unpadded ? padded : end
	};

	for (i = 0; i < 2; i++)
		if (tries[i] + WORD <= s.n &&
		    ((word_at(s, tries[i]) ^ word) & LENGTH_BITS) == 0)
			return tries[i];
	return 0;
}

/* A block with its trailer, and something behind it that can be there. */
static bool
simh_fits(const void *to, struct span s, bool whole)
{
	uint32_t word = word_at(s, 0), length = word & LENGTH_BITS;
	size_t at;

	(void)to;
	if (!word_is_block(word) || length < SHORTEST || length > LONGEST)
		return false;
	at = trailer_find(s, false);
	if (at == 0 || word_at(s, at) != word)
		return false;
	at += WORD;
	if (s.n < at + WORD)
		return whole && s.n == at;
	return word_is_plausible(word_at(s, at));
}

static const struct image_form simh_form = {
	.header = WORD,
	.reach = LONGEST + FRAME + WORD,
	.fits = simh_fits
};

/* Whether marks or gaps, then a block or the end of the image come at `at`. */
static bool
is_followed(struct span s, size_t at, bool whole)
{
	uint32_t word;
	int marks;

	for (marks = 0; marks < MARKS && at < s.n; marks++, at += WORD) {
		word = word_at(s, at);
		if (word == MEDIUM_END ||
		    simh_fits(NULL, span_from(s, at), whole))
			return true;
		if (word != 0 && word != GAP)
			return false;
	}
	return whole && at == s.n;
}

/* What is known of the block in work. */
struct block {
	uint32_t	word;	/* before it; behind it where that is right */
	size_t		length;	/* of its data */
	size_t		frame;	/* of all of it */
};

/* The word before the block is wrong: one further on fits where it stands. */
static bool
block_mend_header(struct span s, bool whole, struct block *b)
{
	size_t at, pad;
	uint32_t word;

	for (at = WORD + SHORTEST; at < s.n && at < simh_form.reach; at++) {
		word = word_at(s, at);
		if (!word_is_block(word))
			continue;
		pad = at - WORD - (word & LENGTH_BITS);
		if (pad > (word & 1) || !is_followed(s, at + WORD, whole))
			continue;
		*b = (struct block){ word, word & LENGTH_BITS, at + WORD };
		return true;
	}
	return false;
}

/* The word behind the block is wrong, but what follows is in its place. */
static bool
block_mend_trailer(struct span s, bool whole, struct block *b)
{
	size_t pad;

	for (pad = 0; pad <= (b->length & 1); pad++) {
		b->frame = WORD + b->length + pad + WORD;
		if (b->frame <= s.n && is_followed(s, b->frame, whole))
			return true;
	}
	return false;
}

/* The image ends within a block, and there is none in the rest of it. */
static bool
block_is_cut(struct span s, bool whole, struct block *b)
{
	if (!whole || WORD + b->length + WORD <= s.n ||
	    image_find(&simh_form, NULL, s, 1, s.n, true) < s.n)
		return false;
	b->frame = s.n;
	return true;
}

/* A block whose lengths do not agree. RC_OK: b is as right as can be told. */
static enum rc
block_doubt(struct simh *t, struct block *b, struct diag *d)
{
	struct image *im = &t->image;
	size_t want = WINDOW, length = b->length;
	struct place at = image_place(im);
	bool block = word_is_block(b->word), whole;

	if (block)
		want += length;
	if (image_look(im, want, d) == RC_FAIL)
		return RC_FAIL;
	whole = im->v.n < want;
	if (t->damaged++ < PATIENCE && block_mend_header(im->v, whole, b))
		(void)diag_damage(d, &at, "length before a block is wrong "
		    "(%zu, behind it %zu)", length, b->length);
	else if (block && block_mend_trailer(im->v, whole, b))
		(void)diag_damage(d, &at, "length behind a block is wrong "
		    "(%zu before it)", length);
	else if (block && block_is_cut(im->v, whole, b))
		(void)diag_damage(d, &at, "image ends within a block "
		    "(%zu of %zu bytes)",
		    span_first(span_from(im->v, WORD), length).n, length);
	else
		return image_resync(im, &simh_form, NULL, d);
	return RC_OK;
}

/* Reads a block. RC_OK without data: a private one, which is left out. */
static enum rc
block_read(struct simh *t, uint32_t word, struct tape_item *item,
    struct diag *d)
{
	struct block b = { .word = word, .length = word & LENGTH_BITS };
	struct image *im = &t->image;
	struct place at = image_place(im);
	uint32_t behind;
	size_t trailer = 0;
	enum rc rc;

	if (b.length <= IMAGE_BLOCK) {
		if (image_look(im, b.length + FRAME, d) == RC_FAIL)
			return RC_FAIL;
		trailer = trailer_find(im->v, t->unpadded);
	}
	if (trailer == 0) {
		rc = block_doubt(t, &b, d);
		if (rc != RC_OK)
			return rc;
	} else {
		b.frame = trailer + WORD;
		if (b.length & 1)
			t->unpadded = trailer == WORD + b.length;
		behind = word_at(im->v, trailer);
		if (behind != word)
			(void)diag_damage(d, &at, "words around a block differ "
			    "(%08X, %08X)", word, behind);
		if (!word_is_block(word))
			b.word = behind;
	}
	if (word_class(b.word) == CLASS_ERROR)
		(void)diag_damage(d, &at, "block was read with an error when "
		    "the image was made (%zu bytes)", b.length);
	if (word_is_block(b.word))
		item->data = span_first(span_from(im->v, WORD), b.length);
	else
		(void)diag_note(d, &at, "private block is left out (%zu bytes)",
		    b.length);
	image_take(im, b.frame);
	return RC_OK;
}

/* At the end of the medium another image may follow; else whatever follows is not tape. */
static enum rc
medium_end(struct simh *t, struct diag *d)
{
	struct image *im = &t->image;
	struct place at;

	image_take(im, WORD);
	at = image_place(im);
	if (image_look(im, WORD + WORD, d) == RC_FAIL)
		return RC_FAIL;
	if (word_at(im->v, 0) == LABEL && span_u32(im->v, WORD) == LABEL_VOL1)
		return RC_OK;
	if (im->v.n > 0)
		(void)diag_note(d, &at, "data behind the end of the tape are ignored");
	while (im->v.n > 0) {
		image_take(im, im->v.n);
		if (image_look(im, 1, d) == RC_FAIL)
			return RC_FAIL;
	}
	return RC_END;
}

/* A word that stands alone. RC_OK: it is to be taken; RC_END: it is none. */
static enum rc
mark_read(struct simh *t, uint32_t word, size_t *size, struct diag *d)
{
	struct image *im = &t->image;
	struct place at = image_place(im);

	*size = word == GAP_HALF ? WORD / 2 : WORD;
	if (word == GAP || word == GAP_HALF)
		return RC_OK;
	if (word_class(word) != CLASS_MARK && word_class(word) != CLASS_MARK_OTHER)
		return RC_END;
	if (image_look(im, WINDOW, d) == RC_FAIL)
		return RC_FAIL;
	if (!is_followed(im->v, WORD, im->v.n < WINDOW))
		return RC_END;
	return diag_note(d, &at, "mark of another kind is left out (%08X)", word);
}

static enum rc
simh_next(void *self, struct tape_item *item, struct diag *d)
{
	struct simh *t = self;
	struct image *im = &t->image;
	uint32_t word;
	size_t size;
	enum rc rc;

	while (item->data.n == 0) {
		if (image_look(im, WORD, d) == RC_FAIL)
			return RC_FAIL;
		item->at = image_at(im);
		if (im->v.n < WORD)
			return im->v.n == 0 ? RC_END :
			    image_resync(im, &simh_form, NULL, d);
		word = word_at(im->v, 0);
		if (word == 0) {
			item->mark = true;
			image_take(im, WORD);
			return RC_OK;
		}
		if (word == MEDIUM_END) {
			rc = medium_end(t, d);
		} else {
			rc = mark_read(t, word, &size, d);
			if (rc == RC_OK)
				image_take(im, size);
			else if (rc == RC_END)
				rc = block_read(t, word, item, d);
		}
		if (rc != RC_OK)
			return rc;
	}
	return RC_OK;
}

static struct stream *
simh_open(struct stream *below, struct diag *d)
{
	static const struct tape_device device = {
		.next = simh_next,
		.close = image_free
	};
	void *self = image_new(sizeof(struct simh), below, d);

	return self != NULL ? tape_open(&device, self, d) : NULL;
}

/* Whether s ends in its first block, whose BDW says the same length. */
static bool
bid_cut(struct span s)
{
	return s.n < word_at(s, 0) + FRAME && span_u32(s, WORD) == word_at(s, 0) << 16 &&
	    wanted_head(span_from(s, WORD));
}

/*
 * A length alone fits one file in ten thousand: it counts only with the same
 * word behind the block (32 bits, 11 of the first), or with a volume label
 * of its length. A file that starts with a GTF record is not asked.
 */
static int
simh_bid(struct head head)
{
	struct span s = head.s;
	size_t end;
	int marks;

	if (wanted_file(head))
		return 0;
	for (marks = 0; marks < 2 && s.n >= WORD && word_at(s, 0) == 0; marks++)
		s = span_from(s, WORD);
	if (marks == 2 && head.whole && s.n == WORD && word_at(s, 0) == MEDIUM_END)
		return 32;
	if (word_at(s, 0) == LABEL && span_u32(s, WORD) == LABEL_VOL1)
		return 64;
	if (simh_fits(NULL, s, head.whole) || (head.whole && bid_cut(s)))
		return 43;
	end = word_at(s, 0) + (size_t)FRAME;
	return !head.whole && end > FRAME && end <= BID_HEAD && s.n < end;
}

const struct unwrapper unwrapper_simh = {
	.name = "simh",
	.help = "tape images with lengths before and behind: SIMH, E11",
	.bid = simh_bid,
	.open = simh_open
};
