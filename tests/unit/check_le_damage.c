/* check_le_damage.c - prints of trace tables with every damage */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "le_case.h"

static struct le_case c;

static void
set_up(void)
{
	le_case_begin(&c);
}

static void
tear_down(void)
{
	le_case_end(&c);
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
	{ "a time lost digits", "+000100", "Time 22.10.", "Time 22.",
	    "entry is only partly there (+000100, 30 of 32 words)", 40, 1, 0, 1 },
	{ "an impossible date", "+000100", "2005.05.01", "2005.02.30",
	    "entry is only partly there (+000100, 30 of 32 words)", 40, 1, 0, 1 },
	{ "an impossible time", "+000100", "Time 22.", "Time 29.",
	    "entry is only partly there (+000100, 30 of 32 words)", 40, 1, 0, 1 },
	{ "no thread", "+000100", "Thread", "Threat",
	    "entry is only partly there (+000100, 30 of 32 words)", 40, 1, 0, 1 },
	{ "no flags", "+000110", "Flags", "Flaws",
	    "entry is only partly there (+000100, 31 of 32 words)", 40, 1, 0, 1 },
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
	le_case_print(&c);
	le_case_change(&c, damages[_i].from, damages[_i].old, damages[_i].new);
	le_case_run(&c, &c.changed);
	ck_assert_msg(c.run.n == damages[_i].n, "%s: %zu entries, %s",
	    damages[_i].what, c.run.n, (const char *)c.run.words.p);
	ck_assert_msg(strstr((const char *)c.run.words.p, damages[_i].words) !=
	    NULL && (*damages[_i].words != '\0' || c.run.words.n == 0),
	    "%s: \"%s\"", damages[_i].what, (const char *)c.run.words.p);
	ck_assert_int_eq(c.run.status, *damages[_i].words != '\0' ? 2 : 0);
	ck_assert_uint_eq(c.run.ledger.n[ENTRIES_TORN], damages[_i].torn);
	ck_assert_uint_eq(c.run.ledger.n[ENTRIES_MISSING], damages[_i].missing);
	ck_assert_uint_eq(c.run.ledger.n[TABLES], damages[_i].tables);
}
END_TEST

/* Lines of other entries are where they were: nothing is ever shifted. */
START_TEST(a_lost_row_shifts_nothing)
{
	struct span entry = le_case_entry(&c, 2);
	const struct le_event *ev;

	le_case_print(&c);
	le_case_change(&c, "+000138", "+000138", " 000138");
	le_case_run(&c, &c.changed);
	ev = &c.run.event[2];
	ck_assert_uint_eq(ev->have, LE_HAVE_ALL & ~(0xffu << 14));
	ck_assert(span_equal(span_of(ev->area, 32),
	    span_first(span_from(entry, 24), 32)));
	ck_assert(span_zero(span_of(ev->area + 32, 32)));
	ck_assert(span_equal(span_of(ev->area + 64, 40), span_from(entry, 88)));
	ck_assert_ptr_nonnull(strstr((const char *)c.run.out.p,
	    "???????? ????????"));
}
END_TEST

/* Takes n bytes out of the print at `at`, or makes them blank. */
static void
damage(size_t at, size_t n, bool blank)
{
	buf_clear(&c.changed);
	buf_put(&c.changed, c.print.p, at);
	if (blank)
		buf_fill(&c.changed, ' ', n);
	buf_put(&c.changed, c.print.p + at + n, c.print.n - at - n);
}

/* A word that is lost from a row, or is blank, does not make others be it. */
START_TEST(a_lost_word_shifts_nothing)
{
	static const uint8_t columns[] = { 0, 9, 18, 27, 37, 46, 55, 64 };
	size_t row;

	le_case_print(&c);
	ck_assert(buf_char(&c.print, '\0'));
	c.print.n--;
	row = (size_t)(strstr((char *)c.print.p, "+000138") -
	    (char *)c.print.p);
	damage(row + 11 + columns[_i / 2], 9, _i % 2 != 0);
	le_case_run(&c, &c.changed);
	le_case_true(&c, "a word is lost");
	ck_assert_uint_eq(c.run.n, LE_CASE_ENTRIES);
	ck_assert_int_eq(c.run.status, 2);
	ck_assert_uint_ne(c.run.event[2].have, LE_HAVE_ALL);
}
END_TEST

/* Whatever is lost from it, a print never says what was not there. */
START_TEST(lost_text_shifts_nothing)
{
	int i, rounds = getenv("QUICK") != NULL ? 30 : 500;
	size_t at, n;

	for (i = 0; i < rounds; i++) {
		le_case_print(&c);
		n = 1 + dice_below(&c.dice, 40);
		at = dice_below(&c.dice, c.print.n - n);
		damage(at, n, i % 2 != 0);
		le_case_run(&c, &c.changed);
		le_case_true(&c, "text is lost");
	}
}
END_TEST

/* A row with the displacement of another: neither is believed. */
START_TEST(a_wrong_displacement_shifts_nothing)
{
	static const char *const rows[] = { "+000118", "+000138", "+000158" };

	le_case_print(&c);
	le_case_change(&c, rows[_i / 3], rows[_i / 3], rows[_i % 3]);
	le_case_run(&c, &c.changed);
	le_case_true(&c, rows[_i / 3]);
	ck_assert_int_eq(c.run.status, _i / 3 == _i % 3 ? 0 : 2);
}
END_TEST

/* What can still be told of calls whose entries have lost something. */
static const struct {
	const char	*from, *old, *new;
	const char	*shows;
} remains[] = {
	{ "+000280", "Time 20.52.46.673289", "Time 20.52.4x.673289",
	    "2001-08-26T20:52:46.666303Z 8000000000000000           ?  Igetparms -> isatty() "
	    "= 00000000  errno 113 EBADF (00000071), errno2 05FC011C (JRFileNotOpen)\n" },
	{ "+000200", "Time 20.52.46.666303", "Time 20.52.4x.666303",
	    "\n??????????????????????????? 8000000000000000           ?  Igetparms -> isatty()" },
	{ "+000218", "+000218", "x000218", "    6.986 ms  ? -> isatty() = 00000000" },
	{ "+000238", "+000238", "x000238",
	    "           -  C/C++ 00000003 (POSIX call): C98785A3 97819994 A2404040" },
	{ "+000200", "8000000000000000", "800000000000000x",
	    "2001-08-26T20:52:46.666303Z ????????????????           -  C/C++ 00000003" },
	{ "+000210", "Entry Type", "Entry type",
	    ": |Igetparms                       -->(052) isatty()" },
	{ "+000780", "Time 20.52.47", "Time 23.59.47",
	    "2001-08-26T20:52:47.553355Z 8000000000000000 11220000.011 ms  Isetup -> malloc" }
};

START_TEST(what_remains)
{
	c.print = le_sample("le-posix.txt");
	c.run.to = &le_format_calls;
	le_case_change(&c, remains[_i].from, remains[_i].old, remains[_i].new);
	le_case_run(&c, &c.changed);
	ck_assert_msg(strstr((char *)c.run.out.p, remains[_i].shows) != NULL,
	    "no \"%s\" in\n%s", remains[_i].shows, (char *)c.run.out.p);
	ck_assert_uint_eq(c.run.ledger.n[ENTRIES_READ], 16);
}
END_TEST

/* A call whose time is not known has no part in what is told of times. */
START_TEST(unknown_times_do_not_count)
{
	c.print = le_sample("le-posix.txt");
	c.run.to = &le_format_summary;
	le_case_change(&c, "+000280", "Time 20.52.46.673289", "Time 20.52.4x");
	le_case_run(&c, &c.changed);
	ck_assert_ptr_nonnull(strstr((char *)c.run.out.p,
	    "         3         0.073       0.035       0.036       0.038"
	    "       0       1  isatty\n"));
}
END_TEST

/* A thread that is not known is none that can be asked for. */
START_TEST(no_thread_is_not_thread_0)
{
	c.print = le_sample("le-posix.txt");
	c.run.to = &le_format_calls;
	le_case_change(&c, "+000200", "8000000000000000", "800000000000000x");
	ck_assert_ptr_null(le_select_thread(&c.run.select, "0"));
	le_case_run(&c, &c.changed);
	ck_assert_uint_eq(c.run.n, 0);
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

	le_case_print(&c);
	ck_assert(buf_char(&c.print, '\0'));
	c.print.n--;
	at = strstr((const char *)c.print.p, "+000118");
	n = strcspn(at, "\n") + 1;
	before = (size_t)(at - (const char *)c.print.p);
	buf_put(&c.changed, c.print.p, before + n);
	if (_i == 0)
		buf_put(&c.changed, at, n);
	else
		buf_str(&c.changed, other);
	buf_put(&c.changed, at + n, c.print.n - before - n);
	le_case_run(&c, &c.changed);
	if (_i == 0) {
		le_case_same(&c, "printed over");
		return;
	}
	ck_assert_uint_eq(c.run.n, LE_CASE_ENTRIES);
	ck_assert_str_eq((const char *)c.run.words.p,
	    "line 24: a row is there twice, and not alike (+000118)\n"
	    "record 3 at line 21: entry is only partly there (+000100, "
	    "24 of 32 words)\n");
	le_case_true(&c, "twice");
	ck_assert_uint_eq(c.run.ledger.n[BYTES_SKIPPED], strlen(other));
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
	c.run.to = _i == 0 ? &le_format_calls : &le_format_entries;
	for (n = 0; n <= all.n; n += step) {
		le_run(&c.run, span_first(buf_span(&all), n));
		ck_assert_msg(c.run.wrong == NULL, "%s at %zu", c.run.wrong, n);
		for (i = 0; i + 1 < c.run.n; i++)
			ck_assert_uint_eq(c.run.event[i].have, LE_HAVE_ALL);
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
		c.run.chunk = 0;
		le_run(&c.run, buf_span(&all));
		ck_assert_msg(c.run.wrong == NULL, "%s at %zu", c.run.wrong, i);
		buf_clear(&out);
		buf_put(&out, c.run.out.p, c.run.out.n + 1);
		c.run.chunk = 100;
		le_run(&c.run, buf_span(&all));
		ck_assert_msg(c.run.wrong == NULL, "%s at %zu", c.run.wrong, i);
		ck_assert_msg(strcmp((char *)out.p, (char *)c.run.out.p) == 0,
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
	tcase_add_loop_test(t, a_lost_word_shifts_nothing, 0, 16);
	tcase_add_test(t, lost_text_shifts_nothing);
	tcase_add_loop_test(t, a_wrong_displacement_shifts_nothing, 0, 9);
	tcase_add_loop_test(t, what_remains, 0,
	    sizeof(remains) / sizeof(remains[0]));
	tcase_add_test(t, unknown_times_do_not_count);
	tcase_add_test(t, no_thread_is_not_thread_0);
	tcase_add_loop_test(t, a_row_twice, 0, 2);
	tcase_add_loop_test(t, truncated, 0, 2);
	tcase_add_loop_test(t, flipped, 0, 3);
	suite_add_tcase(s, t);
	return s;
}
