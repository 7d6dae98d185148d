/* check_texts.c - data sets of tapes that are wanted as texts, and what stands between them */
#include <check.h>
#include <stdlib.h>	/* getenv */
#include <string.h>

#include "dice.h"
#include "make_tape.h"
#include "said.h"
#include "ztrace/held.h"
#include "ztrace/tape.h"
#include "ztrace/unwrap.h"

/* A text holds TEXT anywhere; a block that begins with BLOCK is wanted by itself. */
enum { TEXT = 0xee, BLOCK = 0xdd, SETS = 5, BLOCKS = 40 };

static bool
wants_text(struct head head)
{
	return memchr(head.s.p, TEXT, head.s.n) != NULL;
}

static bool
wants_block(struct span s)
{
	return span_u8(s, 0) == BLOCK;
}

static const struct wanted both = { .what = "test", .block = wants_block, .text = wants_text },
    texts = { .what = "test", .text = wants_text };

enum kind { NOISE, AS_TEXT, AS_BLOCKS };

/*
 * What the streams of a tape give, in bytes: 'T', a text and the ends of its
 * blocks, or 'B' and blocks.
 */
struct seen {
	struct buf	all;
	struct buf	ends;		/* of the text in work */
	size_t		n;		/* bytes of it */
	enum kind	kind;		/* in work; NOISE: nothing is */
};

static void
number_put(struct buf *b, uint64_t n)
{
	uint8_t eight[8];

	put_u64(eight, n);
	buf_put(b, eight, sizeof(eight));
}

static void
seen_end(struct seen *s)
{
	if (s->kind == AS_TEXT) {
		number_put(&s->all, s->n);
		buf_put(&s->all, s->ends.p, s->ends.n);
	}
	buf_clear(&s->ends);
	s->n = 0;
	s->kind = NOISE;
}

static void
seen_begin(struct seen *s, enum kind kind)
{
	if (kind == AS_BLOCKS && s->kind == AS_BLOCKS)
		return;
	seen_end(s);
	buf_char(&s->all, kind == AS_TEXT ? 'T' : 'B');
	s->kind = kind;
}

static void
seen_block(struct seen *s, struct span block)
{
	if (s->kind == AS_BLOCKS)
		number_put(&s->all, block.n);
	buf_put(&s->all, block.p, block.n);
	s->n += block.n;
	if (s->kind == AS_TEXT)
		number_put(&s->ends, s->n);
}

static void
seen_free(struct seen *s)
{
	buf_free(&s->all);
	buf_free(&s->ends);
}

/* Puts a data set on the tape; `most` is the longest block. */
static void
set_make(struct dice *d, struct reel *r, const struct wanted *w, size_t most, struct seen *s)
{
	size_t n = 1 + dice_below(d, BLOCKS), mark = dice_below(d, n), i, k, size;
	enum kind kind = (enum kind)dice_below(d, 3);
	uint8_t *block = malloc(most);

	ck_assert_ptr_nonnull(block);
	if (kind == AS_BLOCKS && w->block == NULL)
		kind = NOISE;
	if (kind != NOISE)
		seen_begin(s, kind);
	for (i = 0; i < n; i++) {
		size = 1 + dice_below(d, most);
		dice_fill(d, block, size);
		for (k = 0; k < size; k++)
			block[k] &= 0x7f;
		if (kind == AS_TEXT && i == mark)
			block[size - 1] = TEXT;
		if (kind == AS_BLOCKS)
			block[0] = BLOCK;
		reel_block(r, span_of(block, size));
		if (kind != NOISE)
			seen_block(s, span_of(block, size));
	}
	free(block);
}

static void
tape_make(struct dice *d, struct reel *r, const struct wanted *w, size_t most, struct seen *s)
{
	size_t n = 1 + dice_below(d, SETS), i;
	bool labels = dice_below(d, 2) == 1;

	if (labels)
		reel_label(r, "VOL1TAPE01");
	for (i = 0; i < n; i++) {
		if (labels) {
			reel_label(r, "HDR1A.B                    00010001");
			reel_mark(r);
		}
		set_make(d, r, w, most, s);
		reel_mark(r);
		if (labels) {
			reel_label(r, "EOF1A.B                    00010001");
			reel_mark(r);
		}
	}
	reel_mark(r);
	seen_end(s);
}

/* Reads a text by steps of a random size, and notes each border when it is told first. */
static void
text_see(struct dice *dice, struct stream *stream, struct seen *s, struct diag *d)
{
	uint64_t end, last = 0;
	struct span v;
	size_t n;

	for (;;) {
		ck_assert_int_eq(stream_peek(stream, 1, &v, d), RC_OK);
		if (v.n == 0)
			break;
		end = tape_border(stream, stream_at(stream));
		ck_assert_uint_gt(end, stream_at(stream));
		if (end != last)
			number_put(&s->ends, end);
		last = end;
		n = 1 + dice_below(dice, v.n < 700 ? v.n : 700);
		if (n > end - stream_at(stream))
			n = (size_t)(end - stream_at(stream));
		buf_put(&s->all, v.p, n);
		s->n += n;
		stream_consume(stream, n);
	}
}

static void
stream_see(struct dice *dice, struct stream *stream, struct seen *s, struct diag *d)
{
	struct span v;

	ck_assert_int_eq(stream_peek(stream, 1, &v, d), RC_OK);
	if (v.n == 0)
		return;
	seen_begin(s, tape_border(stream, 0) != UINT64_MAX ? AS_TEXT : AS_BLOCKS);
	if (s->kind == AS_TEXT)
		text_see(dice, stream, s, d);
	while (stream_peek(stream, STREAM_PEEK, &v, d) == RC_OK && v.n > 0) {
		seen_block(s, v);
		stream_consume(stream, v.n);
	}
	ck_assert_uint_eq(v.n, 0);
	seen_end(s);
}

static const struct unwrapper *const unwrapper_of[REEL_KINDS] = {
	[REEL_AWS] = &unwrapper_aws, [REEL_ZLIB] = &unwrapper_aws, [REEL_BZIP2] = &unwrapper_aws,
	[REEL_BUSTECH] = &unwrapper_aws, [REEL_FAKETAPE] = &unwrapper_faketape,
	[REEL_SIMH] = &unwrapper_simh, [REEL_E11] = &unwrapper_simh
};

/* Reads all streams of a tape. */
static void
tape_see(struct dice *dice, const struct reel *r, const struct wanted *w, size_t chunk,
    struct seen *s)
{
	struct said said;
	struct stream *stream, *rest;

	said_start(&said);
	said.diag.least = DIAG_DAMAGE;
	stream = unwrapper_of[r->kind]->open(stream_open_memory(buf_span(&r->image), chunk),
	    &said.diag);
	for (; stream != NULL; stream = rest) {
		tape_want(stream, w);
		stream_see(dice, stream, s, &said.diag);
		ck_assert_int_eq(tape_rest(stream, &rest, &said.diag), RC_OK);
		stream_close(stream);
	}
	if (s->all.n > 0)
		said_is(&said, "");
}

/* Each data set comes as it went in, where it begins and ends. */
START_TEST(data_sets_come_apart)
{
	static const size_t chunks[] = { 4096, 1, 7 };
	struct dice d = dice_new();
	int rounds = getenv("QUICK") != NULL ? 10 : 60;

	for (; rounds > 0; rounds--) {
		const struct wanted *w = dice_below(&d, 2) == 1 ? &texts : &both;
		struct reel r = { .kind = (enum reel_kind)_i };
		struct seen in = { 0 }, out = { 0 };

		tape_make(&d, &r, w, dice_below(&d, 2) == 1 ? 200 : 3000, &in);
		tape_see(&d, &r, w, chunks[dice_below(&d, 3)], &out);
		ck_assert_msg(in.all.n == out.all.n && (in.all.n == 0 ||
		    memcmp(in.all.p, out.all.p, in.all.n) == 0), "%s: seed %zu: %zu bytes, not %zu",
		    reel_names[_i], (size_t)d.seed, out.all.n, in.all.n);
		seen_free(&in);
		seen_free(&out);
		buf_free(&r.image);
	}
}
END_TEST

/* What is kept of a data set has a limit; it is looked at seldom. */
static unsigned looks;

static bool
wants_last(struct head head)
{
	looks++;
	return head.whole;
}

START_TEST(little_is_held)
{
	static const struct wanted last = { .what = "test", .text = wants_last };
	static const uint8_t block[100];
	struct held h = { 0 };
	int n;

	looks = 0;
	ck_assert_msg(!held_wanted(&h, &last, true), "nothing is wanted of nothing");
	for (n = 0; !held_full(&h); n++) {
		ck_assert(held_put(&h, span_of(block, sizeof(block))));
		ck_assert(!held_wanted(&h, &last, false));
	}
	ck_assert_int_eq(n, (BID_HEAD + 99) / 100);
	ck_assert_uint_eq(looks, 13);
	ck_assert_uint_eq(h.sizes.n, 4 * (size_t)n);
	ck_assert(held_wanted(&h, &last, true));
	held_free(&h);
}
END_TEST

Suite *
texts_suite(void)
{
	Suite *s = suite_create("texts");
	TCase *t = tcase_create("texts");

	tcase_add_loop_test(t, data_sets_come_apart, 0, REEL_KINDS);
	tcase_add_test(t, little_is_held);
	tcase_set_timeout(t, 60);
	suite_add_tcase(s, t);
	return s;
}
