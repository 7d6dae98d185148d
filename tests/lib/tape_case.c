/* tape_case.c - what the reader of a kind of tape image makes of an image */
#include "tape_case.h"

#include <check.h>
#include <inttypes.h>
#include <stdlib.h>	/* getenv */
#include <string.h>

#include "dice.h"
#include "hex.h"
#include "make_container.h"
#include "make_gtf.h"
#include "oom.h"

/* Small, because tests go through it byte by byte; Z shrinks. */
#define SMALL "VOL1 HDR1=A.B HDR2=V TM ZZZ G TM EOF1=A.B#4 TM"

const size_t tape_chunks[TAPE_CHUNKS] = { 4096, 1, 2, 3, 7 };

/* Keeps each extent of a stream. */
static enum rc
read_extents(struct tape_read *t, struct stream *s)
{
	struct span v;

	for (;;) {
		if (stream_peek(s, STREAM_PEEK, &v, &t->said.diag) != RC_OK)
			return RC_FAIL;
		if (v.n == 0)
			return RC_OK;
		image_put(&t->blocks, v);
		stream_consume(s, v.n);
		t->n++;
	}
}

void
tape_read_stream(struct tape_read *t, struct stream *s)
{
	t->blocks = (struct buf){ 0 };
	t->n = 0;
	t->rc = RC_FAIL;
	t->set = (struct tape_set){ 0 };
	said_start(&t->said);
	t->said.diag.least = DIAG_WARN;
	if (s == NULL)
		return;
	t->rc = read_extents(t, s);
	tape_set_add(&t->set, s, &t->said.diag);
	stream_close(s);
}

void
tape_read(struct tape_read *t, const struct unwrapper *u, struct span image, size_t chunk)
{
	struct stream *below = stream_open_memory(image, chunk);
	struct diag quiet = { 0 };

	tape_read_stream(t, below != NULL ? u->open(below, &quiet) : NULL);
}

void
tape_read_free(struct tape_read *t)
{
	buf_free(&t->blocks);
}

void
tape_gives(const struct unwrapper *u, struct span image, struct span blocks,
    const char *words)
{
	struct tape_read t;
	size_t i;

	for (i = 0; i < TAPE_CHUNKS; i++) {
		tape_read(&t, u, image, tape_chunks[i]);
		ck_assert_str_eq(t.said.words, words);
		ck_assert_msg(t.rc == RC_OK, "chunks of %zu: reading failed", tape_chunks[i]);
		ck_assert_msg(span_equal(blocks, buf_span(&t.blocks)),
		    "chunks of %zu: other blocks (%zu of them)", tape_chunks[i], t.n);
		tape_read_free(&t);
	}
}

void
tape_plays(const struct unwrapper *u, struct reel reel, const char *script, const char *words)
{
	struct buf blocks = { 0 };

	reel_play(&reel, script, &blocks);
	tape_gives(u, buf_span(&reel.image), buf_span(&blocks), words);
	buf_free(&blocks);
	buf_free(&reel.image);
}

/* Block n, from 1, of those that image_put put there. */
static struct span
block_at(struct span blocks, unsigned n)
{
	struct cursor c = cursor_at(blocks, 0);

	while (--n > 0)
		(void)cursor_take(&c, cursor_u32(&c));
	return cursor_take(&c, cursor_u32(&c));
}

/* Whether the blocks that came are those that "13~4" says. */
static bool
blocks_are(struct span all, struct span some, const char *gives)
{
	struct cursor c = cursor_at(some, 0);
	struct span wanted, block;
	bool part;

	for (; *gives != '\0'; gives++) {
		part = *gives == '~';
		gives += part;
		wanted = block_at(all, (unsigned)(*gives - '0'));
		block = cursor_take(&c, cursor_u32(&c));
		if (part && (block.n == 0 || block.n == wanted.n))
			return false;
		if (!span_equal(block, part ? span_first(wanted, block.n) : wanted))
			return false;
	}
	return cursor_left(&c) == 0;
}

void
tape_damaged(const struct unwrapper *u, const struct tape_damage *c)
{
	struct buf patch = hex_bytes(c->patch), more = hex_bytes(c->more), blocks = { 0 };
	struct reel reel = c->reel;
	struct tape_read t;
	size_t i;

	reel_play(&reel, c->script, &blocks);
	ck_assert(c->at + patch.n <= reel.image.n && c->cut <= reel.image.n);
	if (patch.n > 0)
		memcpy(reel.image.p + c->at, patch.p, patch.n);
	reel.image.n -= c->cut;
	buf_put(&reel.image, more.p, more.n);
	for (i = 0; i < TAPE_CHUNKS; i++) {
		tape_read(&t, u, buf_span(&reel.image), tape_chunks[i]);
		ck_assert_str_eq(t.said.words, c->words);
		ck_assert_msg(t.rc == RC_OK, "%s: reading failed", c->what);
		ck_assert_msg(blocks_are(buf_span(&blocks), buf_span(&t.blocks), c->gives),
		    "%s, chunks of %zu: other blocks (%zu of them)", c->what,
		    tape_chunks[i], t.n);
		tape_read_free(&t);
	}
	buf_free(&patch);
	buf_free(&more);
	buf_free(&blocks);
	buf_free(&reel.image);
}

/* Blocks of a random trace, as image_put has them. */
static struct buf
trace_blocks(struct dice *dice)
{
	static const size_t lengths[] = { 100, 1001, 4096, 32760, 200000 };
	struct make_form form = { .block = lengths[dice_below(dice, 5)] };
	struct maker m = maker_of(dice_u64(dice));
	struct buf trace = { 0 }, blocks = { 0 }, image = { 0 };

	make_trace(&m, &trace, NULL, 40);
	make_block(buf_span(&trace), &form, &blocks);
	image_blocks(&image, buf_span(&blocks));
	buf_free(&trace);
	buf_free(&blocks);
	return image;
}

void
tape_reads(const struct unwrapper *u, struct reel reel)
{
	struct dice dice = dice_new();
	struct buf blocks = trace_blocks(&dice);
	struct head head;
	int bits;

	reel_data_set(&reel, buf_span(&blocks), (unsigned)dice_below(&dice, 3));
	tape_gives(u, buf_span(&reel.image), buf_span(&blocks), "");
	head = (struct head){ buf_span(&reel.image), true };
	bits = u->bid(head);
	ck_assert_msg(bits >= BID_SURE, "%s, chunks of %zu, SEED=%" PRIu64 ": a bid of %d",
	    reel_names[reel.kind], reel.chunk, dice.seed, bits);
	buf_free(&blocks);
	buf_free(&reel.image);
}

/* Whether the blocks of a cut tape are the first of all blocks. */
static bool
blocks_begin(struct span all, struct span some)
{
	struct cursor a = cursor_at(all, 0), s = cursor_at(some, 0);
	struct span whole, part;

	while (cursor_left(&s) > 0) {
		whole = cursor_take(&a, cursor_u32(&a));
		part = cursor_take(&s, cursor_u32(&s));
		if (!span_equal(span_first(whole, part.n), part) ||
		    (part.n < whole.n && cursor_left(&s) > 0))
			return false;
	}
	return true;
}

void
tape_truncated(const struct unwrapper *u, struct reel reel)
{
	size_t n, step = getenv("QUICK") != NULL ? 5 : 1;
	struct buf blocks = { 0 };
	struct tape_read t;

	reel_play(&reel, SMALL, &blocks);
	for (n = 0; n < reel.image.n; n += step) {
		tape_read(&t, u, span_of(reel.image.p, n), 0);
		ck_assert_msg(t.rc == RC_OK, "%zu bytes: reading failed", n);
		ck_assert_msg(blocks_begin(buf_span(&blocks), buf_span(&t.blocks)),
		    "%zu bytes: other blocks", n);
		tape_read_free(&t);
	}
	buf_free(&blocks);
	buf_free(&reel.image);
}

/* How many of the blocks there are among others, in their order. */
static size_t
blocks_found(struct span all, struct span some)
{
	struct cursor a = cursor_at(all, 0), s, back = cursor_at(some, 0);
	struct span wanted, block;
	size_t n = 0;

	while (cursor_left(&a) > 0) {
		wanted = cursor_take(&a, cursor_u32(&a));
		for (s = back; cursor_left(&s) > 0; ) {
			block = cursor_take(&s, cursor_u32(&s));
			if (!span_equal(wanted, block))
				continue;
			n++;
			back = s;
			break;
		}
	}
	return n;
}

static size_t
blocks_count(struct span blocks)
{
	struct cursor c = cursor_at(blocks, 0);
	size_t n;

	for (n = 0; cursor_left(&c) > 0; n++)
		(void)cursor_take(&c, cursor_u32(&c));
	return n;
}

static void
flip(const struct unwrapper *u, struct span image, struct span blocks, size_t at)
{
	size_t n = blocks_count(blocks), found;
	struct tape_read t, other;

	tape_read(&t, u, image, 0);
	tape_read(&other, u, image, 7);
	found = blocks_found(blocks, buf_span(&t.blocks));
	ck_assert_msg(t.rc == RC_OK, "byte %zu: reading failed", at);
	ck_assert_msg(found + 1 >= n, "byte %zu: %zu of %zu blocks, %s", at, found, n,
	    t.said.words);
	ck_assert_msg(t.n == n || t.said.diag.count[DIAG_DAMAGE] > 0,
	    "byte %zu: nothing said of %zu blocks, not %zu", at, t.n, n);
	ck_assert_str_eq(t.said.words, other.said.words);
	ck_assert_msg(span_equal(buf_span(&t.blocks), buf_span(&other.blocks)),
	    "byte %zu: other blocks in chunks of 7", at);
	tape_read_free(&t);
	tape_read_free(&other);
}

void
tape_flipped(const struct unwrapper *u, struct reel reel)
{
	static const uint8_t masks[] = { 0xff, 0x01 };
	size_t i, k, step = getenv("QUICK") != NULL ? 7 : 1;
	struct buf blocks = { 0 };

	reel_play(&reel, SMALL, &blocks);
	for (i = 0; i < reel.image.n; i += step)
		for (k = 0; k < sizeof(masks); k++) {
			reel.image.p[i] ^= masks[k];
			flip(u, buf_span(&reel.image), buf_span(&blocks), i);
			reel.image.p[i] ^= masks[k];
		}
	buf_free(&blocks);
	buf_free(&reel.image);
}

/* Reads to the end, or until something fails. */
static enum rc
read_quietly(const struct unwrapper *u, struct span image)
{
	struct stream *s = stream_open_memory(image, 0);
	struct diag d = { 0 };
	enum rc rc = RC_FAIL;
	struct span v;

	if (s != NULL)
		s = u->open(s, &d);
	while (s != NULL && (rc = stream_peek(s, 1, &v, &d)) == RC_OK && v.n > 0)
		stream_consume(s, v.n);
	stream_close(s);
	return rc;
}

void
tape_out_of_memory(const struct unwrapper *u, struct reel reel)
{
	bool failed = true;
	enum rc rc;
	long n;

	reel_play(&reel, SMALL, NULL);
	for (n = 0; failed; n++) {
		oom_arm(n);
		rc = read_quietly(u, buf_span(&reel.image));
		failed = oom_disarm();
		ck_assert_msg(rc == (failed ? RC_FAIL : RC_OK), "allocation %ld", n);
	}
	ck_assert_int_gt(n, 7);
	buf_free(&reel.image);
}
