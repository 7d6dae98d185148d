/* check_le_damage.c - prints of trace tables with every damage */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "dice.h"
#include "le_run.h"
#include "make_le.h"
#include "make_listing.h"

enum { ENTRIES = 40 };

static struct le_run run;
static struct buf entries, print, changed;
static struct dice dice;
static struct le_print form;

static void
set_up(void)
{
	memset(&run, 0, sizeof(run));
	run.to = &le_format_entries;
	run.quiet = true;
	run.forced = &container_le_listing;
	entries = print = changed = (struct buf){ 0 };
	dice = dice_new();
	le_make_run(&dice, ENTRIES, &entries);
	form = (struct le_print){ .indent = 10,
	    .recent = (ENTRIES - 1) * LE_SIZE };
}

static void
tear_down(void)
{
	le_run_free(&run);
	buf_free(&entries);
	buf_free(&print);
	buf_free(&changed);
}

static void
run_on(const struct buf *b)
{
	le_run(&run, buf_span(b));
	ck_assert_msg(run.wrong == NULL, "%s: %s (SEED=%llu)", run.wrong,
	    run.words.p, (unsigned long long)dice.seed);
}

/* The entries that came out are those that were printed, all of them. */
static void
same_entries(const char *what)
{
	const struct le_event *ev;
	struct span entry;
	size_t i;

	ck_assert_str_eq((const char *)run.words.p, "");
	ck_assert_msg(run.n == ENTRIES, "%s: %zu of %d entries", what, run.n,
	    ENTRIES);
	for (i = 0; i < ENTRIES; i++) {
		ev = &run.event[i];
		entry = span_first(span_from(buf_span(&entries), i * LE_SIZE),
		    LE_SIZE);
		ck_assert_uint_eq(ev->start << 12, span_u64(entry, 0));
		ck_assert_uint_eq(ev->thread, span_u64(entry, 8));
		ck_assert_uint_eq(ev->member, span_u8(entry, 16));
		ck_assert_uint_eq(ev->type, span_u32(entry, 20));
		ck_assert_msg(span_equal(span_of(ev->area, LE_AREA_SIZE),
		    span_from(entry, LE_AREA)), "%s: area of entry %zu", what,
		    i);
		ck_assert_uint_eq(ev->at, form.from + i * LE_SIZE);
	}
}

/*
 * Changes a print: the first `old` behind `from` becomes `new`. Cut: all behind
 * that is gone.
 */
static void
change(const char *from, const char *old, const char *new)
{
	const char *start, *at, *whole;

	buf_clear(&changed);
	ck_assert(buf_char(&print, '\0'));
	print.n--;
	whole = (const char *)print.p;
	start = strstr(whole, from);
	ck_assert_ptr_nonnull(start);
	at = strstr(start, old);
	ck_assert_ptr_nonnull(at);
	buf_put(&changed, whole, (size_t)(at - whole));
	buf_str(&changed, new);
	buf_put(&changed, at + strlen(old), print.n - (size_t)(at - whole) -
	    strlen(old));
}

/* Damage to the print of the made table, and what is said of it. */
static const struct {
	const char	*what, *from, *old, *new;
	const char	*words;		/* with the place, which must be right */
	uint64_t	 n, torn, missing, tables;
} damages[] = {
	{ "a row is lost", "+000118", "+000118", "x00118",
	    "record 3 at line 21: entry is only partly there (+000100, "
	    "24 of 32 words)", 40, 1, 0, 1 },
	{ "a digit is none", "+000198", "+000198    ", "+000198    Z",
	    "entry is only partly there (+000180, 24 of 32 words)", 40, 1, 0, 1 },
	{ "a line goes on in blanks", "+000138", "|", " ", "", 40, 0, 0, 1 },
	{ "a line begins elsewhere", "+000138", "+000138", "\n      +000138", "", 40, 0, 0, 1 },
	{ "a blank line inside", "+000138", "|\n", "|\n \n", "", 40, 0, 0, 1 },
	{ "a row lost its time", "+000100", "Time", "Tine",
	    "entry is only partly there (+000100, 28 of 32 words)", 40, 1, 0, 1 },
	{ "an impossible date", "+000100", "2005.05.01", "2005.02.30",
	    "entry is only partly there (+000100, 30 of 32 words)", 40, 1, 0, 1 },
	{ "an impossible time", "+000100", "Time 22.", "Time 29.",
	    "entry is only partly there (+000100, 30 of 32 words)", 40, 1, 0, 1 },
	{ "no thread", "+000100", "Thread", "Threat",
	    "entry is only partly there (+000100, 30 of 32 words)", 40, 1, 0, 1 },
	{ "no flags", "+000110", "Flags", "Flaws",
	    "entry is only partly there (+000100, 30 of 32 words)", 40, 1, 0, 1 },
	{ "displacement of another entry", "+000100", "+000100", "+000900",
	    "entries are missing (16 before +000900)", 40, 1, 16, 1 },
	{ "a displacement far away", "+000118", "+000118", "+FFFF18",
	    "entry is only partly there (+000100, 24 of 32 words)", 40, 1, 0, 1 },
	{ "another table follows", "+000400", "+000400",
	    "Language Environment Trace Table:\n+000400", "", 40, 0, 0, 2 },
	{ "the end follows", "+000400", "+000400",
	    "CEE3846I CEEDUMP Processing completed.\n+000400", "", 40, 0, 0, 2 },
	{ "ASA prints over", "+000118", "+000118", "+",
	    "entry is only partly there (+000100", 40, 1, 0, 1 },
	{ "a copy's blanks", "+000118", "+000118    ", "+000118 \xc2\xa0 \xa0", "", 40, 0, 0, 1 },
};

START_TEST(every_kind_of_damage)
{
	le_print_table(&print_styles[0], &form, buf_span(&entries), &print);
	change(damages[_i].from, damages[_i].old, damages[_i].new);
	run_on(&changed);
	ck_assert_msg(run.n == damages[_i].n, "%s: %zu entries, %s",
	    damages[_i].what, run.n, (const char *)run.words.p);
	ck_assert_msg(strstr((const char *)run.words.p, damages[_i].words) !=
	    NULL && (*damages[_i].words != '\0' || run.words.n == 0),
	    "%s: \"%s\"", damages[_i].what, (const char *)run.words.p);
	ck_assert_int_eq(run.status, *damages[_i].words != '\0' ? 2 : 0);
	ck_assert_uint_eq(run.ledger.n[ENTRIES_TORN], damages[_i].torn);
	ck_assert_uint_eq(run.ledger.n[ENTRIES_MISSING], damages[_i].missing);
	ck_assert_uint_eq(run.ledger.n[TABLES], damages[_i].tables);
}
END_TEST

/* Lines of other entries are where they were: nothing is ever shifted. */
START_TEST(a_lost_row_shifts_nothing)
{
	struct span entry = span_first(span_from(buf_span(&entries),
	    2 * LE_SIZE), LE_SIZE);
	const struct le_event *ev;

	le_print_table(&print_styles[0], &form, buf_span(&entries), &print);
	change("+000138", "+000138", " 000138");
	run_on(&changed);
	ev = &run.event[2];
	ck_assert_uint_eq(ev->have, LE_HAVE_ALL & ~(0xffu << 14));
	ck_assert(span_equal(span_of(ev->area, 32),
	    span_first(span_from(entry, 24), 32)));
	ck_assert(span_zero(span_of(ev->area + 32, 32)));
	ck_assert(span_equal(span_of(ev->area + 64, 40), span_from(entry, 88)));
	ck_assert_ptr_nonnull(strstr((const char *)run.out.p,
	    "???????? ????????"));
}
END_TEST

/*
 * A line once more: as it was, which is no more than a heavy print, or another.
 */
START_TEST(a_row_twice)
{
	static const char other[] =
	    "+000118    F1F1F1F1 40404040 40404040 40404040  40404040 "
	    "40404040 40404040 40404040\n";
	const char *at;
	size_t before, n;

	le_print_table(&print_styles[0], &form, buf_span(&entries), &print);
	ck_assert(buf_char(&print, '\0'));
	print.n--;
	at = strstr((const char *)print.p, "+000118");
	n = strcspn(at, "\n") + 1;
	before = (size_t)(at - (const char *)print.p);
	buf_put(&changed, print.p, before + n);
	if (_i == 0)
		buf_put(&changed, at, n);
	else
		buf_str(&changed, other);
	buf_put(&changed, at + n, print.n - before - n);
	run_on(&changed);
	if (_i == 0) {
		same_entries("printed over");
		return;
	}
	ck_assert_uint_eq(run.n, ENTRIES);
	ck_assert_str_eq((const char *)run.words.p,
	    "line 24: a row is there twice, and not alike (+000118)\n");
	ck_assert_uint_eq(run.ledger.n[BYTES_SKIPPED], strlen(other));
}
END_TEST

/*
 * Cut at every byte: what comes out is how the whole begins, but for the last
 * entry.
 */
START_TEST(truncated)
{
	size_t n, i, step = getenv("QUICK") != NULL ? 23 : 1;
	struct buf all = { 0 };

	all = le_sample(_i == 0 ? "le-xplink.txt" : "le-calls.txt");
	run.to = _i == 0 ? &le_format_calls : &le_format_entries;
	for (n = 0; n <= all.n; n += step) {
		le_run(&run, span_first(buf_span(&all), n));
		ck_assert_msg(run.wrong == NULL, "%s at %zu", run.wrong, n);
		for (i = 0; i + 1 < run.n; i++)
			ck_assert_uint_eq(run.event[i].have, LE_HAVE_ALL);
	}
	buf_free(&all);
}
END_TEST

/* Each byte changed: it ends, the sums are right, and all chunk sizes agree. */
START_TEST(flipped)
{
	size_t i, step = getenv("QUICK") != NULL ? 41 : 3;
	struct buf all = le_sample("le-calls.txt"), out = { 0 };

	for (i = (size_t)_i; i < all.n; i += step) {
		all.p[i] ^= (uint8_t)(1 << i % 8);
		run.chunk = 0;
		le_run(&run, buf_span(&all));
		ck_assert_msg(run.wrong == NULL, "%s at %zu", run.wrong, i);
		buf_clear(&out);
		buf_put(&out, run.out.p, run.out.n + 1);
		run.chunk = 100;
		le_run(&run, buf_span(&all));
		ck_assert_msg(run.wrong == NULL, "%s at %zu", run.wrong, i);
		ck_assert_msg(strcmp((char *)out.p, (char *)run.out.p) == 0,
		    "chunks differ at %zu", i);
		all.p[i] ^= (uint8_t)(1 << i % 8);
	}
	buf_free(&all);
	buf_free(&out);
}
END_TEST

Suite *
le_damage_suite(void)
{
	Suite *s = suite_create("le_damage");
	TCase *t = tcase_create("le_damage");

	tcase_add_checked_fixture(t, set_up, tear_down);
	tcase_add_loop_test(t, every_kind_of_damage, 0,
	    sizeof(damages) / sizeof(damages[0]));
	tcase_add_test(t, a_lost_row_shifts_nothing);
	tcase_add_loop_test(t, a_row_twice, 0, 2);
	tcase_add_loop_test(t, truncated, 0, 2);
	tcase_add_loop_test(t, flipped, 0, 3);
	suite_add_tcase(s, t);
	return s;
}
