/* check_le.c - the examples of the documentation, and what they mean */
#include <check.h>
#include <string.h>

#include "le_run.h"
#include "make_le.h"
#include "ztrace/le_errno.h"
#include "ztrace/le_text.h"
#include "ztrace/tod.h"

static struct le_run run;
static struct buf sample, text;

static void
set_up(void)
{
	memset(&run, 0, sizeof(run));
	sample = text = (struct buf){ 0 };
}

static void
tear_down(void)
{
	le_run_free(&run);
	buf_free(&sample);
	buf_free(&text);
}

static void
run_sample(const char *name, const struct le_format *to)
{
	sample = le_sample(name);
	run.to = to;
	run.quiet = true;
	le_run(&run, buf_span(&sample));
	ck_assert_msg(run.wrong == NULL, "%s: %s", run.wrong, run.words.p);
	ck_assert_str_eq((const char *)run.words.p, "");
	ck_assert_int_eq(run.status, 0);
}

/* Text of the event in hand. */
static const char *
ascii(struct span s, struct span rest)
{
	buf_clear(&text);
	le_put_text(&text, s, &codepage_1047);
	le_put_text(&text, rest, &codepage_1047);
	ck_assert(buf_char(&text, '\0'));
	return (const char *)text.p;
}

static const char *
word(struct span s)
{
	return ascii(s, (struct span){ 0 });
}

/* A call with its return, as it must be. */
static void
call_is(const struct le_event *ev, const char *caller, const char *name,
    const char *parameters, const char *number, const char *value, uint64_t us)
{
	struct le_call c;
	struct le_return r;
	uint64_t n;

	ck_assert_int_eq(ev->kind, LE_CALL);
	ck_assert(le_event_call(ev, &c));
	ck_assert(le_event_return(ev, &r));
	ck_assert_str_eq(word(c.caller), caller);
	ck_assert_str_eq(word(c.name), name);
	ck_assert_str_eq(word(c.parameters), parameters);
	ck_assert_str_eq(word(c.number), number);
	ck_assert_str_eq(word(r.number), number);
	ck_assert_str_eq(word(le_return_digits(&r, &n)), value);
	ck_assert(le_event_elapsed(ev, &n));
	ck_assert_uint_eq(n, us);
}

static void
started_at(const struct le_event *ev, const char *wanted)
{
	char time[TOD_TEXT];

	(void)tod_us_text(ev->start, time);
	ck_assert_str_eq(time, wanted);
}

/* Entries of each sample, all of them whole. */
static const struct {
	const char	*name;
	uint64_t	 entries;
} samples[] = {
	{ "le-posix.txt", 16 },
	{ "le-xplink.txt", 9 },
	{ "le-calls.txt", 17 }
};

START_TEST(every_entry_comes_out)
{
	size_t i;

	run_sample(samples[_i].name, &le_format_entries);
	ck_assert_uint_eq(run.n, samples[_i].entries);
	ck_assert_uint_eq(run.ledger.n[ENTRIES_LISTED], samples[_i].entries);
	ck_assert_uint_eq(run.ledger.n[ENTRIES_TORN], 0);
	for (i = 0; i < run.n; i++) {
		ck_assert_uint_eq(run.event[i].at, i * LE_SIZE);
		ck_assert_uint_eq(run.event[i].have, LE_HAVE_ALL);
	}
}
END_TEST

START_TEST(example_1_and_2_strcpy)
{
	run_sample("le-posix.txt", &le_format_calls);
	ck_assert_uint_eq(run.n, 8);
	call_is(&run.event[0], "main", "strcpy", "", "139", "24B731D8", 6);
	started_at(&run.event[0], "2001-08-26T20:52:46.666280Z");
	ck_assert_uint_eq(run.event[0].thread, UINT64_C(0x8000000000000000));
	ck_assert_uint_eq(run.event[0].type, LE_BASE_CALL);
	ck_assert_uint_eq(run.event[0].at, 0);
	ck_assert_uint_eq(run.event[0].at_end, 0x80);
	call_is(&run.event[1], "main", "strcpy", "", "139", "24B73228", 4);
}
END_TEST

START_TEST(example_3_isatty)
{
	struct le_return r;

	run_sample("le-posix.txt", &le_format_calls);
	call_is(&run.event[2], "Igetparms", "isatty", "", "052", "00000000",
	    6986);
	ck_assert(le_event_return(&run.event[2], &r));
	ck_assert_uint_eq(r.value[LE_ERRNO], 113);
	ck_assert_str_eq(le_errno_name(r.value[LE_ERRNO]), "EBADF");
	ck_assert_uint_eq(r.value[LE_ERRNO2], 0x05FC011C);
	ck_assert_str_eq(le_errno2_component(r.value[LE_ERRNO2]), "z/OS UNIX");
	ck_assert_str_eq(le_errno2_reason(r.value[LE_ERRNO2]), "JRFileNotOpen");
	ck_assert_int_eq(run.event[2].errno_state, LE_ERRNO_CHANGED);
	ck_assert(le_event_bad(&run.event[2]));
	call_is(&run.event[3], "Igetparms", "isatty", "", "052", "00000000",
	    38);
	call_is(&run.event[4], "Igetparms", "isatty", "", "052", "00000000",
	    35);
	ck_assert(!le_event_bad(&run.event[3]));
	call_is(&run.event[5], "Igetparms", "getenv", "", "129", "00000000",
	    13);
}
END_TEST

START_TEST(example_4_fetch_has_a_stale_errno)
{
	struct le_return r;

	run_sample("le-posix.txt", &le_format_calls);
	call_is(&run.event[6], "Isetup", "fetch", "", "191", "24B76060",
	    879942);
	started_at(&run.event[6], "2001-08-26T20:52:46.673401Z");
	ck_assert(le_event_return(&run.event[6], &r));
	ck_assert_uint_eq(r.value[LE_ERRNO], 0x71);
	ck_assert_uint_eq(r.digits[LE_ERRNO2].n, 0);
	ck_assert_int_eq(run.event[6].errno_state, LE_ERRNO_SAME);
	ck_assert(!le_event_bad(&run.event[6]));
	ck_assert_ptr_nonnull(strstr((const char *)run.out.p,
	    " 879.942 ms  Isetup -> fetch() = 24B76060\n"));
}
END_TEST

START_TEST(example_5_malloc_opens_a_block)
{
	run_sample("le-posix.txt", &le_format_heap);
	ck_assert_str_eq((const char *)run.out.p,
	    "allocated: 1 blocks, 2068 bytes; freed: 0; without success: 0\n\n"
	    "not freed as far as the table goes: 1\n"
	    "2001-08-26T20:52:47.553355Z  24B76230        2068  8000000000000000  "
	    "Isetup -> malloc(2068)\n");
}
END_TEST

START_TEST(example_6_a_destructor_has_its_tilde)
{
	struct le_call c;
	struct le_return r;

	run_sample("le-xplink.txt", &le_format_calls);
	ck_assert_uint_eq(run.n, 5);
	call_is(&run.event[2], "IRTLResource::~IRTLResource()", "free",
	    "0x24004C20", "0059", "23FFD000", 2);
	ck_assert(le_event_call(&run.event[2], &c));
	ck_assert_str_eq(word(c.operator), "delete");
	ck_assert(le_event_return(&run.event[2], &r));
	ck_assert_str_eq(word(r.digits[LE_R1]), "23FFCAB0");
	ck_assert_str_eq(word(r.digits[LE_R2]), "23C589D0");
	ck_assert_uint_eq(r.value[LE_ERRNO], 116);
	ck_assert_str_eq(le_errno_name(116), "EDEADLK");
	ck_assert_int_eq(run.event[2].errno_state, LE_ERRNO_SAME);
	call_is(&run.event[1], "IRTLResource::~IRTLResource()",
	    "pthread_mutex_destroy", "", "0204", "00000000", 4);
}
END_TEST

START_TEST(example_7_the_orphan_comes_first)
{
	struct le_return r;

	run_sample("le-xplink.txt", &le_format_calls);
	ck_assert_int_eq(run.event[0].kind, LE_ORPHAN);
	ck_assert(le_event_return(&run.event[0], &r));
	ck_assert_str_eq(word(r.number), "0059");
	ck_assert_uint_eq(run.event[0].at_end, 0);
	ck_assert_int_eq(run.event[0].errno_state, LE_ERRNO_FIRST);
	ck_assert(!le_event_bad(&run.event[0]));
	ck_assert_uint_eq(run.ledger.n[RETURNS_ORPHAN], 1);
}
END_TEST

/* The names of a switch, as they must be. */
static void
switch_is(const struct le_event *ev, uint32_t type,
    const char *const names[LE_NAMES])
{
	struct le_switch s;
	unsigned i;

	ck_assert_uint_eq(ev->type, type);
	ck_assert(le_event_switch(ev, &s));
	for (i = 0; i < LE_NAMES; i++)
		ck_assert_str_eq(ascii(s.name[i], s.rest[i]), names[i]);
}

START_TEST(example_8_and_9_long_names)
{
	static const char *const eight[] = {
		"a859c41x", "main", "a859c41fnl34",
		    "function_name_length_equals_to_034"
	};
	static const char *const nine[] = {
		"a859c41fnl34", "function_name_length_equals_to_034",
		    "a859c41fnl35",
		"function_name_length_equal35_second"
	};

	run_sample("le-calls.txt", &le_format_calls);
	ck_assert_uint_eq(run.n, 10);
	ck_assert_uint_eq(run.ledger.n[SWITCHES_SECOND], 7);
	switch_is(&run.event[2], LE_FROM_XPLINK, eight);
	ck_assert_uint_eq(run.event[2].at, 0x100);
	ck_assert_uint_eq(run.event[2].at_end, 0x180);
	ck_assert_uint_eq(strlen(eight[3]), 34);
	switch_is(&run.event[6], LE_TO_XPLINK, nine);
	ck_assert_uint_eq(run.event[6].at_end, 0x580);
	started_at(&run.event[6], "2005-05-01T22:10:56.836542Z");
}
END_TEST

/*
 * 10: the heading names the last entry. 11, the clock: its time is that of the
 * entries around it.
 */
START_TEST(example_10_and_the_clock)
{
	struct span clock;
	char time[TOD_TEXT];

	run_sample("le-calls.txt", &le_format_calls);
	ck_assert_uint_eq(run.ledger.n[TABLES_WRAPPED], 0);
	ck_assert_uint_eq(run.ledger.n[ENTRIES_READ], 17);
	ck_assert_int_eq(run.event[9].kind, LE_ENTRY);
	ck_assert_uint_eq(run.event[9].member, LE_CEL);
	ck_assert_uint_eq(run.event[9].type, 0x1800);
	clock = span_first(span_from(span_of(run.event[9].area, LE_AREA_SIZE),
	    80), 8);
	ck_assert_uint_eq(span_u64(clock, 0), UINT64_C(0xBCF2310D2130666C));
	(void)tod_text(span_u64(clock, 0), time);
	ck_assert_str_eq(time, "2005-05-01T22:10:56.825094Z");
	started_at(&run.event[2], time);
}
END_TEST

/* Of the text that returns have, only zeros follow. */
START_TEST(returns_have_nothing_behind_their_text)
{
	static const uint8_t lengths[] = { [2] = 36, [4] = 52, [6] = 76 };
	const struct le_event *ev;
	struct span area;
	size_t i, seen = 0;

	run_sample(_i == 0 ? "le-posix.txt" : "le-xplink.txt",
	    &le_format_entries);
	for (i = 0; i < run.n; i++) {
		ev = &run.event[i];
		if (ev->type % 2 != 0)
			continue;
		area = span_of(ev->area, LE_AREA_SIZE);
		ck_assert_uint_eq(le_trim(area).n, lengths[ev->type]);
		ck_assert(span_zero(span_from(area, lengths[ev->type])));
		seen++;
	}
	ck_assert_uint_eq(seen, _i == 0 ? 8 : 5);
}
END_TEST

START_TEST(errno_names)
{
	size_t i;

	for (i = 1; i < le_errnos_count; i++)
		ck_assert_uint_lt(le_errnos[i - 1].number, le_errnos[i].number);
	ck_assert_str_eq(le_errno_name(1), "EDOM");
	ck_assert_str_eq(le_errno_name(2), "ERANGE");
	ck_assert_str_eq(le_errno_name(129), "ENOENT");
	ck_assert_str_eq(le_errno_name(1128), "ECONNREFUSED");
	ck_assert_str_eq(le_errno_name(3448), "EUNATCH");
	ck_assert_ptr_null(le_errno_name(0));
	ck_assert_ptr_null(le_errno_name(3));
	ck_assert_ptr_null(le_errno_name(UINT64_C(0x100000071)));
	ck_assert_str_eq(le_errno2_component(0xC00C0013), "C library");
	ck_assert_ptr_null(le_errno2_component(0xD0000013));
	ck_assert_ptr_null(le_errno2_reason(0xC00C011C));
	ck_assert_str_eq(le_errno2_reason(0x0B250012), "JRMaxChild");
	ck_assert_ptr_null(le_errno2_reason(0x0B250016));
	ck_assert_ptr_null(le_errno2_component(0));
}
END_TEST

Suite *
le_suite(void)
{
	Suite *s = suite_create("le");
	TCase *t = tcase_create("le");

	tcase_add_checked_fixture(t, set_up, tear_down);
	tcase_add_loop_test(t, every_entry_comes_out, 0, 3);
	tcase_add_test(t, example_1_and_2_strcpy);
	tcase_add_test(t, example_3_isatty);
	tcase_add_test(t, example_4_fetch_has_a_stale_errno);
	tcase_add_test(t, example_5_malloc_opens_a_block);
	tcase_add_test(t, example_6_a_destructor_has_its_tilde);
	tcase_add_test(t, example_7_the_orphan_comes_first);
	tcase_add_test(t, example_8_and_9_long_names);
	tcase_add_test(t, example_10_and_the_clock);
	tcase_add_loop_test(t, returns_have_nothing_behind_their_text, 0, 2);
	tcase_add_test(t, errno_names);
	suite_add_tcase(s, t);
	return s;
}
