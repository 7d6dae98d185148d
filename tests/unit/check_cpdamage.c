/* check_cpdamage.c - CP trace entries among bad ones: every good one comes out */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "ztrace/cpintake.h"

#include "cp_read.h"
#include "make_tape.h"

enum { SLOT = 32, PAGE_ENTRIES = 127, BLOCK_ENTRIES = 145, RUN_ENTRIES = 64, HEADER = 36 };

/* What the entries of a test stand in. */
static const struct form {
	const struct container *container;
	enum cpform	form;
	size_t		entries, registers, slot, first;	/* first: where entries begin */
} forms[] = {
	{ &container_cp_page, CPFORM_TRACE, PAGE_ENTRIES, 5, SLOT, 0 },
	{ &container_cp_block, CPFORM_SAVED, BLOCK_ENTRIES, 5, CPENTRY_SAVED, HEADER },
	{ &container_cp_plain, CPFORM_TRACE, RUN_ENTRIES, 5, SLOT, 0 },
	{ &container_cp_plain, CPFORM_TRACG, RUN_ENTRIES, 6, 2 * SLOT, 0 },
	{ &container_cp_short, CPFORM_SAVED, RUN_ENTRIES, 5, CPENTRY_SAVED, 0 },
};
enum { FORMS = sizeof(forms) / sizeof(forms[0]) };

/* Entries whose code is their number; their words are no entries. */
static void
make_form(const struct form *f, struct cp_made *made, struct buf *b)
{
	struct dice d = { .seed = 1, .state = 1 };
	uint64_t tod = UINT64_C(0xE0F2310D2130666C);
	size_t i, k;

	for (i = 0; i < f->entries; i++) {
		made[i] = cp_random(&d, f->form, tod, 1 << 22);
		tod = made[i].tod;
		made[i].code = (uint16_t)i;
		made[i].cpu = 1;
		made[i].n = f->registers;
		for (k = 0; k < made[i].n; k++)
			made[i].word[k] = 0x01234567;
	}
	if (f->container == &container_cp_page)
		cp_put_pages(b, made, f->entries);
	else if (f->container == &container_cp_block)
		cp_put_blocks(b, made, f->entries, 0);
	else
		for (i = 0; i < f->entries; i++)
			cp_put(b, &made[i]);
}

/* Changes that leave no entry at a place, or another one than there was. */
static const struct harm {
	const char	*what;
	size_t		 at;		/* in an entry; 8: the operand, in any form */
	uint8_t		 to;
} harms[] = {
	{ "another first byte", 0, 0x64 },
	{ "zeros in front", 0, 0x00 },
	{ "another second byte", 1, 0x42 },
	{ "the operand's first bit", 8, 0x80 },
	{ "a length of 16", 0, 0x70 },
	{ "a length of 28", 0, 0x73 },
	{ "a length of 64", 0, 0x7C },
	{ "a length of 76", 0, 0x7F },
};
enum { HARMS = sizeof(harms) / sizeof(harms[0]) };

static void
do_harm(const struct form *f, const struct harm *h, struct buf *b, size_t slot)
{
	uint8_t *p = b->p + f->first + slot * f->slot;
	size_t operand = f->form == CPFORM_SAVED ? 4 : f->form == CPFORM_TRACG ? 12 : 8;

	if (f->form == CPFORM_SAVED || h->at == 8)
		p[operand] = 0x80;
	else
		p[h->at] = h->to;
}

/* One bad slot, wherever: found out all the same, and reported once. */
START_TEST(one_bad_slot)
{
	const struct form *f = &forms[_i / HARMS];
	const struct harm *h = &harms[_i % HARMS];
	static struct cp_made made[BLOCK_ENTRIES];
	struct buf b = { 0 };
	size_t slot, step = getenv("QUICK") != NULL ? 13 : 1, good;
	struct cp_got g;
	bool last;

	make_form(f, made, &b);
	/* nothing tells where entries of any length end, but what follows */
	if (f->container == &container_cp_plain && h->to > 0x70 && h->at == 0)
		step = f->entries;
	for (slot = 0; slot < f->entries; slot += step) {
		buf_clear(&b);
		make_form(f, made, &b);
		do_harm(f, h, &b, slot);
		cp_read(&g, f->container == &container_cp_short ? f->container : NULL,
		    buf_span(&b), 0, NULL);
		ck_assert_msg(g.wrong == NULL, "%s, slot %zu: %s", h->what, slot, g.wrong);
		good = f->entries - (step < f->entries);
		/* a shorter entry is one, too */
		last = f->container == &container_cp_plain && slot == f->entries - 1;
		if (step < f->entries && h->to != 0x70)
			ck_assert_msg(cp_got_count(&g, made, f->entries) == good && g.n == good,
			    "%s, slot %zu: %zu of %zu", h->what, slot,
			    cp_got_count(&g, made, f->entries), g.n);
		if (step < f->entries && h->to != 0x70 && !last)
			ck_assert_msg(g.diag.count[DIAG_DAMAGE] == 1, "%s, slot %zu: %s", h->what,
			    slot, (const char *)g.words.p);
		cp_got_free(&g);
	}
	buf_free(&b);
}
END_TEST

/* Every second slot, from the first or from the second. */
START_TEST(every_second_slot)
{
	const struct form *f = &forms[_i / 2];
	static struct cp_made made[BLOCK_ENTRIES];
	const size_t from = (size_t)_i % 2;
	struct buf b = { 0 };
	struct cp_got g;
	size_t slot, bad = 0;

	make_form(f, made, &b);
	for (slot = from; slot < f->entries; slot += 2, bad++)
		do_harm(f, &harms[0], &b, slot);
	cp_read(&g, f->container == &container_cp_page ? NULL : f->container, buf_span(&b), 0,
	    NULL);
	ck_assert_ptr_null(g.wrong);
	ck_assert_uint_eq(cp_got_count(&g, made, f->entries), f->entries - bad);
	ck_assert_uint_eq(g.n, f->entries - bad);
	ck_assert_uint_eq(g.diag.count[DIAG_DAMAGE], bad);
	ck_assert_uint_eq(g.ledger.n[BYTES_SKIPPED], bad * f->slot);
	cp_got_free(&g);
	buf_free(&b);
}
END_TEST

/* Any byte of any slot: all other entries come out. */
START_TEST(one_changed_byte)
{
	static const uint8_t masks[] = { 0xFF, 0x01, 0x08, 0x80 };
	const struct form *f = &forms[_i];
	static struct cp_made made[BLOCK_ENTRIES];
	struct buf b = { 0 };
	size_t i, k, step = getenv("QUICK") != NULL ? 37 : 1;
	struct cp_got g;

	make_form(f, made, &b);
	for (i = f->first; i < f->first + f->entries * f->slot; i += step)
		for (k = 0; k < sizeof(masks); k++) {
			b.p[i] ^= masks[k];
			cp_read(&g, f->container, buf_span(&b), 0, NULL);
			b.p[i] ^= masks[k];
			ck_assert_ptr_null(g.wrong);
			ck_assert_msg(cp_got_count(&g, made, f->entries) >= f->entries - 1 &&
			    g.n <= f->entries, "byte %zu, mask %02X: %zu of %zu", i, masks[k],
			    cp_got_count(&g, made, f->entries), g.n);
			cp_got_free(&g);
		}
	buf_free(&b);
}
END_TEST

/* Entries of TRACG take two slots; what is behind the last of them is of no meaning. */
START_TEST(pages_of_long_entries)
{
	const struct form f = { &container_cp_plain, CPFORM_TRACG, 62, 6, 2 * SLOT, 0 };
	static struct cp_made made[BLOCK_ENTRIES];
	struct buf b = { 0 }, page = { 0 };
	struct cp_got g;
	size_t slot;

	make_form(&f, made, &b);
	cp_put_pages(&page, made, 0);
	for (slot = 0; slot < 62; slot++) {
		buf_clear(&page);
		buf_put(&page, b.p, b.n);
		buf_fill(&page, 0x99, 0xFE0 - b.n - SLOT);
		buf_fill(&page, 0, CP_BLOCK - page.n);
		put_u32(page.p + 0xFF8, 0x00124000);
		page.p[slot * 64] = 0x99;
		cp_read(&g, NULL, buf_span(&page), 0, NULL);
		ck_assert_ptr_null(g.wrong);
		ck_assert_uint_eq(cp_got_count(&g, made, 62), 61);
		ck_assert_uint_ge(g.diag.count[DIAG_DAMAGE], 1);
		cp_got_free(&g);
	}
	buf_free(&b);
	buf_free(&page);
}
END_TEST

/* A bad slot in the first block of a tape does not leave out the block. */
START_TEST(a_tape_begins_with_damage)
{
	const struct form *f = &forms[1];
	static struct cp_made made[BLOCK_ENTRIES];
	struct reel reel = { 0 };
	struct buf b = { 0 };
	struct cp_got g;
	size_t k;

	make_form(f, made, &b);
	do_harm(f, &harms[0], &b, 0);
	for (k = 0; k < 3; k++)
		reel_block(&reel, buf_span(&b));
	reel_mark(&reel);
	cp_read(&g, NULL, buf_span(&reel.image), 0, NULL);
	ck_assert_ptr_null(g.wrong);
	ck_assert_uint_eq(g.n, 3 * (BLOCK_ENTRIES - 1));
	ck_assert_uint_eq(g.diag.count[DIAG_DAMAGE], 3);
	cp_got_free(&g);
	buf_free(&b);
	buf_free(&reel.image);
}
END_TEST

/* Bytes that are missing or too many shift the rest. */
START_TEST(shifted_entries)
{
	const struct form *f = &forms[2 + _i % 2];
	static struct cp_made made[BLOCK_ENTRIES];
	struct buf b = { 0 }, in = { 0 };
	size_t at, shift = _i / 2 == 0 ? 4 : 12;
	struct cp_got g, small;

	make_form(f, made, &b);
	for (at = 4; at < b.n - 4 * f->slot; at += 36) {
		buf_clear(&in);
		buf_put(&in, b.p, at);
		buf_put(&in, b.p + at + shift, b.n - at - shift);
		cp_read(&g, f->container, buf_span(&in), 0, NULL);
		ck_assert_ptr_null(g.wrong);
		ck_assert_msg(cp_got_count(&g, made, f->entries) >= f->entries - 2,
		    "%zu bytes missing at %zu: %zu entries", shift, at,
		    cp_got_count(&g, made, f->entries));
		/* the same where less can be seen at once */
		cp_read(&small, f->container, buf_span(&in), 5, NULL);
		ck_assert_msg(span_equal(buf_span(&small.lines), buf_span(&g.lines)) &&
		    span_equal(buf_span(&small.words), buf_span(&g.words)),
		    "%zu bytes missing at %zu: other entries in small pieces", shift, at);
		cp_got_free(&small);
		cp_got_free(&g);
	}
	buf_free(&b);
	buf_free(&in);
}
END_TEST

/* Saved entries have little to be known by: with too many bad ones they are not. */
START_TEST(too_much_damage)
{
	const struct form *f = &forms[1];
	static struct cp_made made[BLOCK_ENTRIES];
	struct buf b = { 0 };
	struct cp_got g;
	size_t slot;

	make_form(f, made, &b);
	for (slot = 0; slot < f->entries; slot += 2)
		do_harm(f, &harms[0], &b, slot);
	cp_read(&g, NULL, buf_span(&b), 0, NULL);
	ck_assert_ptr_nonnull(g.wrong);
	ck_assert_str_eq(g.wrong, "not opened");
	cp_got_free(&g);
	buf_free(&b);
}
END_TEST

/* A block whose string is none is one if its entries follow each other in time. */
START_TEST(blocks_without_a_string)
{
	const struct form *f = &forms[1];
	static struct cp_made made[BLOCK_ENTRIES];
	struct buf b = { 0 };
	struct cp_got g;
	size_t i;

	make_form(f, made, &b);
	memset(b.p + 8, 0, 24);
	cp_read(&g, NULL, buf_span(&b), 0, NULL);
	ck_assert_ptr_null(g.wrong);
	ck_assert_uint_eq(g.n, BLOCK_ENTRIES);
	cp_got_free(&g);
	for (i = 0; i < BLOCK_ENTRIES; i += 3)
		b.p[f->first + i * f->slot] ^= 0xC0;
	cp_read(&g, NULL, buf_span(&b), 0, NULL);
	ck_assert_ptr_nonnull(g.wrong);
	cp_got_free(&g);
	/* nor is what is cut, or has bad slots */
	buf_clear(&b);
	make_form(f, made, &b);
	memset(b.p + 8, 0, 24);
	cp_read(&g, NULL, span_first(buf_span(&b), CP_BLOCK - 1), 0, NULL);
	ck_assert_ptr_nonnull(g.wrong);
	cp_got_free(&g);
	do_harm(f, &harms[0], &b, 7);
	cp_read(&g, NULL, buf_span(&b), 0, NULL);
	ck_assert_ptr_nonnull(g.wrong);
	cp_got_free(&g);
	buf_free(&b);
}
END_TEST

Suite *
cpdamage_suite(void)
{
	Suite *s = suite_create("cpdamage");
	TCase *t = tcase_create("cpdamage");

	tcase_add_loop_test(t, one_bad_slot, 0, FORMS * HARMS);
	tcase_add_loop_test(t, every_second_slot, 0, FORMS * 2);
	tcase_add_loop_test(t, one_changed_byte, 0, 2);
	tcase_add_test(t, pages_of_long_entries);
	tcase_add_test(t, a_tape_begins_with_damage);
	tcase_add_loop_test(t, shifted_entries, 0, 4);
	tcase_add_test(t, too_much_damage);
	tcase_add_test(t, blocks_without_a_string);
	suite_add_tcase(s, t);
	return s;
}
