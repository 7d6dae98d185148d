/* check_cppage.c - pages of a CP trace table to their last slot */
#include <check.h>

#include "ztrace/cpintake.h"

#include "cp_read.h"

enum { SLOT = 32, TRAILER = 0xFE0, HAND = 0xFC0, FORWARD = 0xFF8, MOST = TRAILER / SLOT };

/*
 * A page of slots: entries of TRACE, some of TRACG (there is one at least),
 * which take two. Fills made and at, where each entry begins. Gives their number.
 */
static size_t
make_page(struct dice *d, struct buf *b, struct cp_made *made, size_t *at)
{
	const size_t always = dice_below(d, HAND / SLOT - 1) * SLOT;
	uint64_t tod = UINT64_C(0xE0F2310D2130666C);
	size_t n = 0, k;
	bool two;

	while (b->n < TRAILER) {
		two = b->n == always || (dice_below(d, 8) == 0 &&
		    b->n + 2 * SLOT <= HAND && b->n + SLOT != always);
		made[n] = cp_random(d, two ? CPFORM_TRACG : CPFORM_TRACE, tod, 1 << 22);
		tod = made[n].tod;
		made[n].code = (uint16_t)n;
		made[n].n = two ? 6 : 5;
		for (k = 0; k < made[n].n; k++)
			made[n].word[k] = 0x01234567;
		at[n] = b->n;
		cp_put(b, &made[n++]);
	}
	buf_fill(b, 0, CP_BLOCK - b->n);
	put_u32(b->p + FORWARD, 0x00124000);
	return n;
}

/* Whether the entry is one of those that came out. */
static bool
came(const struct cp_got *g, const struct cp_made *made)
{
	size_t i;

	for (i = 0; i < g->n; i++)
		if (cp_got_made(g, i)->code == made->code && cp_got_made(g, i)->n == made->n)
			return true;
	return false;
}

/*
 * An entry is spoilt, any one: all others come out, and it is told of and
 * counted. Only what would end a page with a TRACG entry may be of an earlier
 * use: this is no damage, as long as no entry follows.
 */
START_TEST(one_bad_entry_anywhere)
{
	static struct cp_made made[MOST];
	struct dice d = dice_new();
	size_t at[MOST], n, bad, i, round;
	struct cp_got g;
	bool last;

	for (round = 0; round < 4; round++) {
		struct buf b = { 0 };

		n = make_page(&d, &b, made, at);
		for (bad = 0; bad < n; bad++) {
			uint8_t was = b.p[at[bad]];

			b.p[at[bad]] = 0x99;
			cp_read(&g, &container_cp_page, buf_span(&b), 0, NULL);
			b.p[at[bad]] = was;
			ck_assert_msg(g.wrong == NULL, "%zX: %s (SEED=%llu)", at[bad], g.wrong,
			    (unsigned long long)d.seed);
			for (i = 0; i < n; i++)
				ck_assert_msg(came(&g, &made[i]) == (i != bad),
				    "%zX is bad: %zX (SEED=%llu)", at[bad], at[i],
				    (unsigned long long)d.seed);
			last = at[bad] < HAND && bad + 2 == n;
			ck_assert_msg(g.diag.count[last ? DIAG_WARN : DIAG_DAMAGE] > 0,
			    "%zX is bad (SEED=%llu)", at[bad], (unsigned long long)d.seed);
			ck_assert_uint_eq(g.ledger.n[BYTES_SKIPPED],
			    made[bad].form == CPFORM_TRACG ? 2 * SLOT : SLOT);
			ck_assert_uint_eq(g.ledger.n[BYTES_PADDING], 0);
			cp_got_free(&g);
		}
		buf_free(&b);
	}
}
END_TEST

/* A page ends where the longest entry would not fit; then comes the one that CP made. */
static size_t
put_any(struct dice *d, struct buf *b, struct cp_made *made, size_t n, uint64_t *tod)
{
	const size_t from = b->n;
	size_t k;

	while (b->n - from + CPENTRY_MOST <= 0xFC0) {
		made[n] = cp_random(d, dice_below(d, 4) == 0 ? CPFORM_TRACG : CPFORM_TRACE, *tod,
		    1 << 22);
		for (k = 0; k < made[n].n; k++)
			made[n].word[k] = 0x01234567 + k;
		made[n].code = (uint16_t)n;
		*tod = made[n].tod;
		cp_put(b, &made[n++]);
	}
	buf_fill(b, 0, 0xFC0 - (b->n - from));
	made[n] = cp_random(d, CPFORM_TRACE, *tod, 1 << 22);
	made[n].n = 5;
	made[n].code = (uint16_t)n;
	*tod = made[n].tod;
	cp_put(b, &made[n++]);
	buf_fill(b, 0, CP_BLOCK - (b->n - from));
	put_u32(b->p + from + 0xFF8, 0x00124000);
	return n;
}

START_TEST(pages_of_entries_of_any_length)
{
	static struct cp_made made[4 * 256];
	struct dice d = dice_new();
	struct buf b = { 0 };
	uint64_t tod = UINT64_C(0xE0F2310D2130666C);
	size_t n = 0, page;
	struct cp_got g;

	for (page = 0; page < 4; page++)
		n = put_any(&d, &b, made, n, &tod);
	cp_read(&g, NULL, buf_span(&b), 0, NULL);
	ck_assert_ptr_null(g.wrong);
	ck_assert_msg(g.words.p[0] == '\0', "%s (SEED=%llu)", (const char *)g.words.p,
	    (unsigned long long)d.seed);
	ck_assert_uint_eq(g.n, n);
	ck_assert_uint_eq(cp_got_count(&g, made, n), n);
	cp_got_free(&g);
	buf_free(&b);
}
END_TEST

/* The same, one of them spoilt: all others come out, and each byte of it is counted. */
START_TEST(bad_entries_of_any_length)
{
	static struct cp_made made[4 * 256];
	struct dice d = dice_new();
	struct buf b = { 0 };
	uint64_t tod = UINT64_C(0xE0F2310D2130666C);
	size_t n, bad, at = 0, length, count;
	struct cp_got g;

	n = put_any(&d, &b, made, 0, &tod);
	for (bad = 0; bad < n; bad++, at += length) {
		length = cpentry_length(span_of(b.p + at, b.n - at));
		if (bad + 1 == n)
			at = 0xFC0;
		b.p[at] ^= 0x80;
		cp_read(&g, &container_cp_page, buf_span(&b), 0, NULL);
		b.p[at] ^= 0x80;
		ck_assert_ptr_null(g.wrong);
		count = cp_got_count(&g, made, n);
		ck_assert_msg(count == n - 1,
		    "entry %zu of %zu, at %zX: %zu came (SEED=%llu)", bad, n, at, count,
		    (unsigned long long)d.seed);
		ck_assert_uint_ge(g.diag.count[DIAG_DAMAGE] + g.diag.count[DIAG_WARN], 1);
		ck_assert_uint_gt(g.ledger.n[BYTES_SKIPPED], 0);
		cp_got_free(&g);
	}
	buf_free(&b);
}
END_TEST

Suite *
cppage_suite(void)
{
	Suite *s = suite_create("cppage");
	TCase *t = tcase_create("slots");

	tcase_add_test(t, one_bad_entry_anywhere);
	tcase_add_test(t, pages_of_entries_of_any_length);
	tcase_add_test(t, bad_entries_of_any_length);
	suite_add_tcase(s, t);
	return s;
}
