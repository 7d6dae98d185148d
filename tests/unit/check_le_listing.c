/* check_le_listing.c - prints of trace tables in every form */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "le_case.h"

enum { CHUNKS = 5 };

static const size_t chunk_sizes[CHUNKS] = { 1, 2, 3, 7, 4096 };
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

/* In what the lines are made of; narrow ones lose their text column. */
START_TEST(every_kind_of_line)
{
	const struct print_style *style = &print_styles[_i / (CHUNKS + 1)];

	c.run.chunk = _i % (CHUNKS + 1) < CHUNKS ?
	    chunk_sizes[_i % (CHUNKS + 1)] : 0;
	if (c.run.chunk == 1 && getenv("QUICK") != NULL)
		return;
	c.form.page = style->page;
	le_print_table(style, &c.form, buf_span(&c.entries), &c.print);
	le_case_run(&c, &c.print);
	le_case_same(&c, style->name);
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
	c.form = forms[_i].form;
	le_print_table(&print_styles[0], &c.form, buf_span(&c.entries), &c.print);
	le_case_run(&c, &c.print);
	le_case_same(&c, forms[_i].what);
}
END_TEST

/* Where the line end behind a row is. */
static size_t
line_end(const char *row)
{
	const char *p = strstr((const char *)c.print.p, row);

	ck_assert_ptr_nonnull(p);
	return (size_t)(strchr(p, '\n') - (const char *)c.print.p);
}

/*
 * The text of an entry is as long as that of the next one with a row behind it:
 * the row is there none the less, whatever ends the line before it.
 */
START_TEST(text_is_no_row)
{
	size_t end, more;

	le_case_print(&c);
	ck_assert(buf_char(&c.print, '\0'));
	c.print.n--;
	end = line_end("+0000F8");
	more = line_end("+000180") - line_end("+000178");
	if (_i == 1)
		c.print.p[line_end("+000178")] = '\f';
	buf_put(&c.changed, c.print.p, end);
	buf_fill(&c.changed, 'x', more);
	buf_put(&c.changed, c.print.p + end, c.print.n - end);
	le_case_run(&c, &c.changed);
	le_case_same(&c, "long text");
}
END_TEST

/* A print and the table in storage say the same. */
START_TEST(raw_is_the_same)
{
	struct buf calls = { 0 };

	c.run.to = &le_format_calls;
	le_print_table(&print_styles[0], &c.form, buf_span(&c.entries), &c.print);
	le_case_run(&c, &c.print);
	buf_put(&calls, c.run.out.p, c.run.out.n + 1);
	c.run.forced = NULL;
	le_case_run(&c, &c.print);
	ck_assert_str_eq((const char *)c.run.out.p, (const char *)calls.p);
	for (c.run.chunk = 1; c.run.chunk < 400; c.run.chunk = c.run.chunk * 3 + 1) {
		le_case_run(&c, &c.entries);
		ck_assert_str_eq((const char *)c.run.out.p,
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

	buf_str(&c.print, "CEE3845I CEEDUMP Processing started.\n");
	buf_str(&c.print, storage);
	le_print_table(&print_styles[0], &c.form, buf_span(&c.entries), &c.print);
	buf_str(&c.print, storage);
	buf_str(&c.print, "CEE3846I CEEDUMP Processing completed.\n");
	c.run.forced = NULL;
	le_case_run(&c, &c.print);
	le_case_same(&c, "other sections");
}
END_TEST

START_TEST(two_dumps_in_a_file)
{
	int i;

	for (i = 0; i < 2; i++) {
		buf_str(&c.print, "CEE3845I CEEDUMP Processing started.\n");
		le_print_table(&print_styles[0], &c.form, buf_span(&c.entries),
		    &c.print);
		buf_str(&c.print,
		    "Additional Language Specific Information:\n  errno information :\n"
		    "  Thread Id .... 21DEC83000000000 Errno ...... 0 Errnojr .... 00000000\n"
		    "CEE3846I CEEDUMP Processing completed.\n");
	}
	c.run.to = &le_format_calls;
	le_case_run(&c, &c.print);
	ck_assert_str_eq((const char *)c.run.words.p, "");
	ck_assert_uint_eq(c.run.ledger.n[TABLES], 2);
	ck_assert_uint_eq(c.run.ledger.n[ENTRIES_READ], 2 * LE_CASE_ENTRIES);
	ck_assert_ptr_nonnull(strstr((const char *)c.run.out.p, "\ntable 2\n"));
	ck_assert_uint_eq(c.run.event[c.run.n - 1].table, 2);
	ck_assert_uint_eq(c.run.ledger.n[CALLS_RETURNED] % 2, 0);
}
END_TEST

START_TEST(no_table_at_all)
{
	buf_str(&c.print,
	    "CEE3DMP V1 R9.0: Condition processing      Page:    1\n\nnothing\n");
	c.run.forced = NULL;
	le_case_run(&c, &c.print);
	ck_assert_uint_eq(c.run.n, 0);
	ck_assert_int_eq(c.run.status, 0);
	ck_assert_str_eq((const char *)c.run.words.p,
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
	tcase_add_loop_test(t, text_is_no_row, 0, 2);
	tcase_add_test(t, raw_is_the_same);
	tcase_add_test(t, other_sections_are_passed);
	tcase_add_test(t, two_dumps_in_a_file);
	tcase_add_test(t, no_table_at_all);
	suite_add_tcase(s, t);
	return s;
}
