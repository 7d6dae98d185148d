/* check_le_listing.c - prints of trace tables in every form */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "dice.h"
#include "le_run.h"
#include "make_le.h"
#include "make_listing.h"

enum { ENTRIES = 40, CHUNKS = 5 };

static const size_t chunk_sizes[CHUNKS] = { 1, 2, 3, 7, 4096 };
static struct le_run run;
static struct buf entries, print;
static struct dice dice;
static struct le_print form;

static void
set_up(void)
{
	memset(&run, 0, sizeof(run));
	run.to = &le_format_entries;
	run.quiet = true;
	run.forced = &container_le_listing;
	entries = print = (struct buf){ 0 };
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

/* In what the lines are made of; narrow ones lose their text column. */
START_TEST(every_kind_of_line)
{
	const struct print_style *style = &print_styles[_i / (CHUNKS + 1)];

	run.chunk = _i % (CHUNKS + 1) < CHUNKS ?
	    chunk_sizes[_i % (CHUNKS + 1)] : 0;
	if (run.chunk == 1 && getenv("QUICK") != NULL)
		return;
	form.page = style->page;
	le_print_table(style, &form, buf_span(&entries), &print);
	run_on(&print);
	same_entries(style->name);
}
END_TEST

/* How the rows stand. */
static const struct {
	const char	*what;
	struct le_print	 form;
} forms[] = {
	{ "no indent", { .recent = 0x1380 } },
	{ "bars of the documentation", { .indent = 10, .bars = true, .recent = 0x1380 } },
	{ "headings within entries", { .indent = 10, .page = 5, .recent = 0x1380 } },
	{ "a heading before each line", { .indent = 3, .page = 1, .recent = 0x1380 } },
	{ "no headings", { .indent = 10, .bare = true } },
	{ "an excerpt", { .indent = 10, .from = 0x8000, .recent = 0x02D500 } },
	{ "newest not told", { .indent = 10, .recent = LE_NOWHERE } }
};

START_TEST(every_form_of_table)
{
	form = forms[_i].form;
	le_print_table(&print_styles[0], &form, buf_span(&entries), &print);
	run_on(&print);
	same_entries(forms[_i].what);
}
END_TEST

/* A print and the table in storage say the same. */
START_TEST(raw_is_the_same)
{
	struct buf calls = { 0 };

	run.to = &le_format_calls;
	le_print_table(&print_styles[0], &form, buf_span(&entries), &print);
	run_on(&print);
	buf_put(&calls, run.out.p, run.out.n + 1);
	run.forced = NULL;
	run_on(&print);
	ck_assert_str_eq((const char *)run.out.p, (const char *)calls.p);
	for (run.chunk = 1; run.chunk < 400; run.chunk = run.chunk * 3 + 1) {
		run_on(&entries);
		ck_assert_str_eq((const char *)run.out.p,
		    (const char *)calls.p);
	}
	buf_free(&calls);
}
END_TEST

/* Storage of other sections looks like rows; it is none. */
START_TEST(other_sections_are_passed)
{
	static const char storage[] = "Storage for Active Routines:\n"
	    "  +000000 000B7D10  102CF9B4 00000000 00000000 00000000   |................|\n"
	    "  +000020 000B7D10  102CF9B4 00000000 00000000 00000000   |................|\n"
	    "  +000098 40404040 40404040 40404040 40404040 40404040    |                |\n";

	buf_str(&print, "CEE3845I CEEDUMP Processing started.\n");
	buf_str(&print, storage);
	le_print_table(&print_styles[0], &form, buf_span(&entries), &print);
	buf_str(&print, storage);
	buf_str(&print, "CEE3846I CEEDUMP Processing completed.\n");
	run.forced = NULL;
	run_on(&print);
	same_entries("other sections");
}
END_TEST

START_TEST(two_dumps_in_a_file)
{
	int i;

	for (i = 0; i < 2; i++) {
		buf_str(&print, "CEE3845I CEEDUMP Processing started.\n");
		le_print_table(&print_styles[0], &form, buf_span(&entries),
		    &print);
		buf_str(&print,
		    "Additional Language Specific Information:\n  errno information :\n"
		    "  Thread Id .... 21DEC83000000000 Errno ...... 0 Errnojr .... 00000000\n"
		    "CEE3846I CEEDUMP Processing completed.\n");
	}
	run.to = &le_format_calls;
	run_on(&print);
	ck_assert_str_eq((const char *)run.words.p, "");
	ck_assert_uint_eq(run.ledger.n[TABLES], 2);
	ck_assert_uint_eq(run.ledger.n[ENTRIES_READ], 2 * ENTRIES);
	ck_assert_ptr_nonnull(strstr((const char *)run.out.p, "\ntable 2\n"));
	ck_assert_uint_eq(run.event[run.n - 1].table, 2);
	ck_assert_uint_eq(run.ledger.n[CALLS_RETURNED] % 2, 0);
}
END_TEST

START_TEST(no_table_at_all)
{
	buf_str(&print,
	    "CEE3DMP V1 R9.0: Condition processing      Page:    1\n\nnothing\n");
	run.forced = NULL;
	run_on(&print);
	ck_assert_uint_eq(run.n, 0);
	ck_assert_int_eq(run.status, 0);
	ck_assert_str_eq((const char *)run.words.p,
	    "there is no trace table in this listing\n");
}
END_TEST

static int
styles(void)
{
	int n = 0;

	while (print_styles[n].name != NULL)
		n++;
	return n;
}

Suite *
le_listing_suite(void)
{
	Suite *s = suite_create("le_listing");
	TCase *t = tcase_create("le_listing");

	tcase_add_checked_fixture(t, set_up, tear_down);
	tcase_add_loop_test(t, every_kind_of_line, 0, styles() * (CHUNKS + 1));
	tcase_add_loop_test(t, every_form_of_table, 0,
	    sizeof(forms) / sizeof(forms[0]));
	tcase_add_test(t, raw_is_the_same);
	tcase_add_test(t, other_sections_are_passed);
	tcase_add_test(t, two_dumps_in_a_file);
	tcase_add_test(t, no_table_at_all);
	suite_add_tcase(s, t);
	return s;
}
