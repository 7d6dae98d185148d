/* check_diag.c - messages: where, what, how often */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "ztrace/diag.h"

enum { LINES = 200 };

/* What was printed. */
struct log {
	unsigned n;
	char	 last[8192];
	char	 line[LINES][80];	/* as much of each as fits */
};

static void
print(void *to, const char *line)
{
	struct log *log = to;

	ck_assert_uint_lt(strlen(line), sizeof(log->last));
	strcpy(log->last, line);
	if (log->n < LINES)
		snprintf(log->line[log->n], sizeof(log->line[0]), "%.79s", line);
	log->n++;
}

static struct log log_now;
static struct diag d;

static void
set_up(void)
{
	log_now.n = 0;
	log_now.last[0] = '\0';
	d = (struct diag){ .print = print, .to = &log_now };
}

static const struct {
	const char	*file;
	struct place	 at;
	const char	*line;
} places[] = {
	{ NULL, { .number = 0 }, "odd" },
	{ "a.het", { .number = 0 }, "a.het: odd" },
	{ "a.het", { .number = 17, .offset = 0x1a40, .known = true },
	    "a.het: record 17 at 0x1a40: odd" },
	{ "a.het", { .number = 17, .offset = 0x1a40 }, "a.het: record 17: odd" },
	{ "a.txt", { .number = 7, .line = 48 }, "a.txt: record 7 at line 48: odd" },
	{ "a.txt", { .number = 7, .line = 48, .offset = 9, .known = true },
	    "a.txt: record 7 at line 48: odd" },
	{ "a.txt", { .line = 48 }, "a.txt: line 48: odd" },
	{ NULL, { .offset = 0, .known = true }, "at 0x0: odd" },
	{ NULL, { .number = UINT64_MAX, .offset = UINT64_MAX, .known = true },
	    "record 18446744073709551615 at 0xffffffffffffffff: odd" },
};

START_TEST(line_says_where)
{
	d.file = places[_i].file;
	diag_warn(&d, &places[_i].at, "odd");
	ck_assert_str_eq(log_now.last, places[_i].line);
}
END_TEST

START_TEST(line_says_what)
{
	struct place at = { .number = 17, .offset = 0x1a40, .known = true };

	d.file = "tape1.het";
	diag_damage(&d, &at, "last segment without a first (%s %08X)", "SSOP", 0x1Au);
	ck_assert_str_eq(log_now.last, "tape1.het: record 17 at 0x1a40: "
	    "last segment without a first (SSOP 0000001A)");
	diag_warn(&d, NULL, "no place");
	ck_assert_str_eq(log_now.last, "tape1.het: no place");
}
END_TEST

START_TEST(each_level_has_its_code)
{
	ck_assert_int_eq(diag_note(&d, NULL, "a"), RC_OK);
	ck_assert_int_eq(diag_warn(&d, NULL, "b"), RC_OK);
	ck_assert_int_eq(diag_status(&d), 0);
	ck_assert_int_eq(diag_damage(&d, NULL, "c"), RC_SKIP);
	ck_assert_int_eq(diag_status(&d), 2);
	ck_assert_int_eq(diag_fail(&d, NULL, "d"), RC_FAIL);
	ck_assert_int_eq(diag_status(&d), 1);
	ck_assert_int_eq(diag_memory(&d), RC_FAIL);
	ck_assert_str_eq(log_now.last, "out of memory");
	ck_assert_uint_eq(log_now.n, 5);
	ck_assert_uint_eq(d.count[DIAG_NOTE], 1);
	ck_assert_uint_eq(d.count[DIAG_WARN], 1);
	ck_assert_uint_eq(d.count[DIAG_DAMAGE], 1);
	ck_assert_uint_eq(d.count[DIAG_FAIL], 2);
}
END_TEST

/* Levels below `least` are counted, but neither printed nor summed. */
START_TEST(low_levels_are_silent)
{
	int i;

	d.least = DIAG_DAMAGE;
	for (i = 0; i < 20; i++) {
		diag_note(&d, NULL, "note");
		diag_warn(&d, NULL, "warning");
	}
	diag_sum(&d);
	ck_assert_uint_eq(log_now.n, 0);
	ck_assert_uint_eq(d.count[DIAG_NOTE], 20);
	ck_assert_uint_eq(d.count[DIAG_WARN], 20);
	diag_damage(&d, NULL, "damage");
	ck_assert_str_eq(log_now.last, "damage");
}
END_TEST

START_TEST(repeats_are_counted)
{
	struct place at = { .number = 0 };
	int i;

	for (i = 0; i < 12; i++) {
		at.number++;
		diag_damage(&d, &at, "bad block (%d bytes)", i);
		diag_damage(&d, &at, "bad blocks");
	}
	diag_damage(&d, &at, "bad block");
	diag_warn(&d, &at, "bad block (other particulars)");
	ck_assert_uint_eq(log_now.n, 20);
	ck_assert_str_eq(log_now.line[18], "record 10: bad block (9 bytes)");
	ck_assert_str_eq(log_now.line[19], "record 10: bad blocks");
	ck_assert_uint_eq(d.count[DIAG_DAMAGE], 25);
	ck_assert_uint_eq(d.kinds, 2);

	d.file = "last.gtf";
	diag_sum(&d);
	ck_assert_uint_eq(log_now.n, 22);
	ck_assert_str_eq(log_now.line[20], "bad block: 4 more");
	ck_assert_str_eq(log_now.line[21], "bad blocks: 2 more");

	diag_sum(&d);
	ck_assert_uint_eq(log_now.n, 22);
	diag_damage(&d, &at, "bad block");
	diag_sum(&d);
	ck_assert_str_eq(log_now.last, "bad block: 1 more");
}
END_TEST

START_TEST(tenth_is_not_a_repeat)
{
	int i;

	for (i = 0; i < DIAG_REPEATS; i++)
		diag_warn(&d, NULL, "odd (%d)", i);
	ck_assert_uint_eq(log_now.n, DIAG_REPEATS);
	diag_sum(&d);
	ck_assert_uint_eq(log_now.n, DIAG_REPEATS);
}
END_TEST

START_TEST(failures_are_never_repeats)
{
	int i;

	for (i = 0; i < 15; i++)
		diag_fail(&d, NULL, "cannot write");
	diag_sum(&d);
	ck_assert_uint_eq(log_now.n, 15);
}
END_TEST

START_TEST(sum_shows_no_directives)
{
	int i;

	for (i = 0; i < 11; i++) {
		diag_warn(&d, NULL, "%-4s of %5.1u%% holds %08zx (%d)", "a", 1u,
		    (size_t)2, 3);
		diag_warn(&d, NULL, "%s", "anything");
	}
	diag_sum(&d);
	ck_assert_str_eq(log_now.line[20], "... of ...% holds ...: 1 more");
	ck_assert_str_eq(log_now.line[21], "...: 1 more");
}
END_TEST

/*
 * A table of kinds that is full costs nothing but the counting of repeats.
 * A kind is known by its text, wherever that is kept.
 */
START_TEST(more_kinds_than_fit_are_printed)
{
	static char sentence[DIAG_KINDS][16];
	int i;

	for (i = 0; i < DIAG_KINDS; i++) {
		snprintf(sentence[i], sizeof(sentence[i]), "kind%d", i);
		d.kind[i].sentence = sentence[i];
	}
	d.kinds = DIAG_KINDS;
	for (i = 0; i < 15; i++) {
		diag_warn(&d, NULL, "one more (%d)", i);
		diag_warn(&d, NULL, "kind63");
	}
	ck_assert_uint_eq(log_now.n, 15 + DIAG_REPEATS);
	diag_sum(&d);
	ck_assert_uint_eq(log_now.n, 15 + DIAG_REPEATS + 1);
	ck_assert_str_eq(log_now.last, "kind63: 5 more");
}
END_TEST

static const struct {
	const char *text, *line;
} controls[] = {
	{ "\x1b[2J", "\\x1B[2J" },
	{ "a\nb\tc\x7f", "a\\x0Ab\\x09c\\x7F" },
	{ "\xc2\x9b" "31m", "\\xC2\\x9B31m" },
	{ "\xc2\x80\xc2\x9f\xc2\xa0", "\\xC2\\x80\\xC2\\x9F\xc2\xa0" },
	{ "\xc3\xa9t\xc3\xa9 \xe2\x82\xac", "\xc3\xa9t\xc3\xa9 \xe2\x82\xac" },
	{ "\xc2", "\xc2" },
	{ "", "" },
};

START_TEST(control_characters_are_visible)
{
	char wanted[80];

	diag_warn(&d, NULL, "found (%s)", controls[_i].text);
	snprintf(wanted, sizeof(wanted), "found (%s)", controls[_i].line);
	ck_assert_str_eq(log_now.last, wanted);

	/* an empty name is none */
	d.file = *controls[_i].text != '\0' ? controls[_i].text : "-";
	diag_warn(&d, NULL, "found");
	snprintf(wanted, sizeof(wanted), "%s: found",
	    *controls[_i].line != '\0' ? controls[_i].line : "-");
	ck_assert_str_eq(log_now.last, wanted);
}
END_TEST

/* Lines of any length end whole or in dots; control characters take four times the room. */
START_TEST(long_lines_are_cut)
{
	static char text[10001];
	size_t n, m;

	for (n = 6130; n < 6160; n++) {
		memset(text, _i, n);
		text[n] = '\0';
		diag_fail(&d, NULL, "%s", text);
		m = strlen(log_now.last);
		if (m == n)
			continue;
		ck_assert_uint_ge(m, 6000);
		ck_assert_uint_lt(m, 6160);
		ck_assert_str_eq(log_now.last + m - 3, "...");
	}
	memset(text, _i, sizeof(text) - 1);
	d.file = text;
	diag_fail(&d, NULL, "%s", text);
	m = strlen(log_now.last);
	ck_assert_str_eq(log_now.last + m - 3, "...");
}
END_TEST

START_TEST(nobody_need_listen)
{
	d.print = NULL;
	ck_assert_int_eq(diag_damage(&d, NULL, "unheard"), RC_SKIP);
	ck_assert_int_eq(diag_status(&d), 2);
	ck_assert_uint_eq(log_now.n, 0);
}
END_TEST

#define ROWS(table) (int)(sizeof(table) / sizeof((table)[0]))

Suite *
diag_suite(void)
{
	Suite *s = suite_create("diag");
	TCase *t = tcase_create("diag");

	tcase_add_checked_fixture(t, set_up, NULL);
	tcase_add_loop_test(t, line_says_where, 0, ROWS(places));
	tcase_add_test(t, line_says_what);
	tcase_add_test(t, each_level_has_its_code);
	tcase_add_test(t, low_levels_are_silent);
	tcase_add_test(t, repeats_are_counted);
	tcase_add_test(t, tenth_is_not_a_repeat);
	tcase_add_test(t, failures_are_never_repeats);
	tcase_add_test(t, sum_shows_no_directives);
	tcase_add_test(t, more_kinds_than_fit_are_printed);
	tcase_add_loop_test(t, control_characters_are_visible, 0, ROWS(controls));
	tcase_add_loop_test(t, long_lines_are_cut, 'x', 'y');
	tcase_add_loop_test(t, long_lines_are_cut, 1, 2);
	tcase_add_test(t, nobody_need_listen);
	suite_add_tcase(s, t);
	return s;
}
