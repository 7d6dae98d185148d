/* check_le_pair.c - calls with their returns, and names in two parts */
#include <check.h>
#include <string.h>

#include "le_play.h"

enum { A = 0, B = 1 };

static struct le_play play;

static void
set_up(void)
{
	le_play_begin(&play);
}

static void
tear_down(void)
{
	le_play_end(&play);
}

/* What came out, in short: kind, depth and function of each event. */
static const char *
shown(void)
{
	static const char letters[] = { [LE_CALL] = 'c', [LE_UNRETURNED] = 'u',
	    [LE_IN_FLIGHT] = 'f', [LE_OPEN] = 'o', [LE_ORPHAN] = 'r',
	    [LE_SWITCH] = 's', [LE_ENTRY] = 'e' };
	struct span rest;
	size_t i;

	buf_clear(&play.other);
	for (i = 0; i < play.run.n; i++) {
		buf_printf(&play.other, "%s%c%u", i > 0 ? " " : "",
		    letters[play.run.event[i].kind], play.run.event[i].depth);
		le_put_text(&play.other, le_event_function(&play.run.event[i], &rest),
		    &codepage_1047);
	}
	ck_assert(buf_char(&play.other, '\0'));
	return (const char *)play.other.p;
}

START_TEST(nested_calls)
{
	le_play_call(&play, A, "-->(001) qsort()");
	le_play_call(&play, A, "-->(002) strcmp()");
	le_play_return(&play, A, "<--(002) R15=00000000 ERRNO=00000000");
	le_play_call(&play, A, "-->(002) strcmp()");
	le_play_return(&play, A, "<--(002) R15=00000001 ERRNO=00000000");
	le_play_return(&play, A, "<--(1) R15=00000000 ERRNO=00000000");
	le_play_run(&play);
	ck_assert_str_eq(shown(), "c0qsort c1strcmp c1strcmp");
	ck_assert_uint_eq(play.run.event[0].end - play.run.event[0].start, 50);
	play.run.to = &le_format_tree;
	le_play_run(&play);
	ck_assert_str_eq((const char *)play.run.out.p, "thread 21DEC83000000000\n"
	    "     calls      total ms       self ms\n"
	    "                                        main\n"
	    "         1         0.050         0.030    qsort()\n"
	    "                                            main\n"
	    "         2         0.020         0.020        strcmp()\n");
	play.run.to = &le_format_folded;
	le_play_run(&play);
	ck_assert_str_eq((const char *)play.run.out.p,
	    "thread 21DEC83000000000;main;qsort 30\n"
	    "thread 21DEC83000000000;main;qsort;main;strcmp 20\n");
}
END_TEST

START_TEST(threads_do_not_mix)
{
	le_play_call(&play, A, "-->(001) read()");
	le_play_call(&play, B, "-->(001) read()");
	le_play_return(&play, A, "<--(001) R15=00000001 ERRNO=00000000");
	le_play_call(&play, A, "-->(003) write()");
	le_play_return(&play, B, "<--(001) R15=00000002 ERRNO=00000000");
	le_play_return(&play, A, "<--(003) R15=00000003 ERRNO=00000000");
	le_play_run(&play);
	ck_assert_str_eq(shown(), "c0read c0read c0write");
	ck_assert_uint_eq(play.run.event[0].end - play.run.event[0].start, 20);
	ck_assert_uint_eq(play.run.event[1].end - play.run.event[1].start, 30);
	ck_assert(play.run.event[0].thread_new && play.run.event[1].thread_new &&
	    !play.run.event[2].thread_new);
	ck_assert_uint_eq(play.run.event[1].thread_number, 2);
}
END_TEST

/* longjmp: what is above the call that returns never will. */
START_TEST(unreturned_calls)
{
	le_play_call(&play, A, "-->(001) outer()");
	le_play_call(&play, A, "-->(002) setjmp()");
	le_play_call(&play, A, "-->(003) longjmp()");
	le_play_return(&play, A, "<--(001) R15=00000001 ERRNO=00000000");
	le_play_run(&play);
	ck_assert_str_eq(shown(), "c0outer u1setjmp u2longjmp");
	ck_assert_uint_eq(play.run.ledger.n[CALLS_UNRETURNED], 2);
	ck_assert_ptr_nonnull(strstr((const char *)play.run.out.p,
	    "longjmp()  never returned\n"));
}
END_TEST

START_TEST(in_flight_at_the_end)
{
	le_play_call(&play, A, "-->(001) select()");
	le_play_call(&play, B, "-->(002) pthread_join()");
	le_play_call(&play, A, "-->(003) handler()");
	le_play_run(&play);
	ck_assert_str_eq(shown(), "f0select f0pthread_join f1handler");
	ck_assert_uint_eq(play.run.ledger.n[CALLS_IN_FLIGHT], 3);
	ck_assert_uint_eq(play.run.event[0].end, play.now);
	ck_assert_ptr_nonnull(strstr((const char *)play.run.out.p,
	    "  0.020 ms  main -> select()  in flight at the end\n"));
	play.run.to = &le_format_summary;
	le_play_run(&play);
	ck_assert_ptr_nonnull(strstr((const char *)play.run.out.p,
	    "in flight at the end\n         1  "
	    "2005-05-01T22:10:56.799205Z 21DEC83000000000  main -> select()\n"));
}
END_TEST

/* Only the type that belongs to it ends a call, and only its number. */
START_TEST(returns_of_other_kinds)
{
	le_play_call(&play, A, "-->(001) read()");
	le_make_return(&play.entries, le_play_made(&play, A, LE_POSIX_RETURN),
	    "<--(001) R15=00000001 ERRNO=00000000 ERRNO2=00000000");
	le_play_return(&play, A, "<--(011) R15=00000001 ERRNO=00000000");
	le_play_return(&play, A, "<--(0001) R15=00000001 ERRNO=00000000");
	le_play_run(&play);
	ck_assert_str_eq(shown(), "c0read r1 r1");
	ck_assert_uint_eq(play.run.ledger.n[RETURNS_ORPHAN], 2);
}
END_TEST

/* errno: what is new, what is old, and what nobody knows. */
START_TEST(errno_states)
{
	static const enum le_errno_state wanted[] = {
		LE_ERRNO_FIRST, LE_ERRNO_SAME, LE_ERRNO_CHANGED, LE_ERRNO_SAME,
		    LE_ERRNO_CHANGED
	};
	static const bool bad[] = { false, false, true, true, false };
	static const char *const returns[] = {
		"<--(001) R15=00000001 ERRNO=00000071",
		    "<--(001) R15=00000000 ERRNO=00000071",
		"<--(001) R15=00000000 ERRNO=00000081",
		    "<--(001) R15=FFFFFFFF ERRNO=00000081",
		"<--(001) R15=00000000 ERRNO=00000000"
	};
	size_t i;

	for (i = 0; i < 5; i++) {
		le_play_call(&play, A, "-->(001) open()");
		le_play_return(&play, A, returns[i]);
	}
	le_play_run(&play);
	for (i = 0; i < 5; i++) {
		ck_assert_int_eq(play.run.event[i].errno_state, wanted[i]);
		ck_assert_int_eq(le_event_bad(&play.run.event[i]), bad[i]);
	}
	play.run.select.errors = true;
	le_play_run(&play);
	ck_assert_uint_eq(play.run.n, 2);
	ck_assert_uint_eq(play.run.ledger.n[FILTERED_CLEAN], 3);
	ck_assert_ptr_nonnull(strstr((const char *)play.run.out.p,
	    "open() = 00000000  errno 129 ENOENT (00000081)\n"));
	ck_assert_ptr_nonnull(strstr((const char *)play.run.out.p,
	    "open() = FFFFFFFF failed\n"));
}
END_TEST

/* Values that say nothing by themselves, and those that do. */
static const struct {
	const char	*call, *result;
	bool		 failed;
} values[] = {
	{ "-->(001) open()", "<--(001) R15=FFFFFFFF ERRNO=00000000", true },
	{ "-->(001) strcmp()", "<--(001) R15=FFFFFFFF ERRNO=00000000", false },
	{ "-->(001) fopen()", "<--(001) R15=00000000 ERRNO=00000000", true },
	{ "-->(001) fopen()", "<--(001) R15=00000001 ERRNO=00000000", false },
	{ "-->(001) fopens()", "<--(001) R15=00000000 ERRNO=00000000", false },
	{ "-->(001) fope()", "<--(001) R15=00000000 ERRNO=00000000", false },
	{ "-->(001) getenv()", "<--(001) R15=00000000 ERRNO=00000000", false },
	{ "-->(001) open()", "<--(001) R15=0000000FFFFFFFFF ERRNO=00000000", false },
	{ "-->(001) open()", "<--(001) R15=FFFFFFFFFFFFFFFF ERRNO=00000000", true },
	{ "-->(001) open()", "<--(001)", false }
};

START_TEST(failures)
{
	le_play_call(&play, A, values[_i].call);
	le_play_return(&play, A, values[_i].result);
	le_play_run(&play);
	ck_assert_int_eq(play.run.event[0].kind, LE_CALL);
	ck_assert_int_eq(le_event_bad(&play.run.event[0]), values[_i].failed);
}
END_TEST

/* AMODE 64: registers of 16 digits fill the area. */
START_TEST(wide_registers)
{
	struct le_return r;
	uint64_t value;

	le_make_call(&play.entries, le_play_made(&play, A, LE_XPLINK_CALL), "main",
	    "-->(0204) mmap()", "");
	le_make_return(&play.entries, le_play_made(&play, A, LE_XPLINK_RETURN),
	    "<--(0204) R1=0000000123FFCA3C "
	    "R2=0000000000000002 R3=0000004800000000 ERRNO=00000084 ERRNO2=05620062");
	le_play_run(&play);
	ck_assert(le_event_return(&play.run.event[0], &r));
	ck_assert_uint_eq(r.value[LE_R1], UINT64_C(0x123FFCA3C));
	ck_assert_uint_eq(le_return_digits(&r, &value).n, 16);
	ck_assert_uint_eq(value, UINT64_C(0x4800000000));
	ck_assert_uint_eq(r.value[LE_ERRNO], 132);
	ck_assert_uint_eq(r.value[LE_ERRNO2], 0x05620062);
}
END_TEST

static const char *const first_part[] = {
	"module_of_16_chr", "function_name_length_equals_to_0", "CELHV003",
	    "printf"
};
static const char *const second_part[] = { "module_that_goes", "34", "", "" };

/* Parts find each other over entries of other threads, and by their type. */
START_TEST(parts_of_names)
{
	struct le_switch s;

	le_make_part(&play.entries, le_play_made(&play, A, LE_TO_XPLINK), second_part, 2);
	le_make_part(&play.entries, le_play_made(&play, A, LE_TO_XPLINK), first_part, 1);
	le_play_call(&play, B, "-->(001) read()");
	le_make_part(&play.entries, le_play_made(&play, A, LE_TO_XPLINK), second_part, 2);
	le_make_part(&play.entries, le_play_made(&play, A, LE_TO_XPLINK), first_part, 1);
	le_make_part(&play.entries, le_play_made(&play, A, LE_FROM_XPLINK), second_part, 2);
	le_make_part(&play.entries, le_play_made(&play, A, LE_TO_XPLINK), first_part, 1);
	le_play_return(&play, B, "<--(001) R15=00000001 ERRNO=00000000");
	le_play_run(&play);
	ck_assert_str_eq(shown(), "s0 s0printf c0read s0printf s0 s0printf");
	ck_assert_uint_eq(play.run.ledger.n[SWITCHES_SECOND], 1);
	ck_assert(le_event_switch(&play.run.event[1], &s));
	ck_assert_uint_eq(s.name[LE_FROM_MODULE].n + s.rest[LE_FROM_MODULE].n,
	    32);
	ck_assert_uint_eq(s.name[LE_FROM_FUNCTION].n +
	    s.rest[LE_FROM_FUNCTION].n, 34);
	ck_assert_uint_eq(s.name[LE_TO_FUNCTION].n, 6);
}
END_TEST

/* Other members, and types that nobody knows, are shown as what they are. */
START_TEST(other_entries)
{
	static const uint8_t text[] = { 0xC8, 0x85, 0x93, 0x93, 0x96 };
	static const uint8_t bytes[] = { 0x01, 0x02, 0x03, 0x04 };

	le_make_other(&play.entries, le_play_made(&play, A, 0x101), LE_CEL,
	    span_of(text, sizeof(text)));
	le_make_other(&play.entries, le_play_made(&play, A, 0x599), LE_CEL,
	    span_of(bytes, sizeof(bytes)));
	le_make_other(&play.entries, le_play_made(&play, A, 9), LE_C, span_of(text, sizeof(text)));
	le_make_other(&play.entries, le_play_made(&play, A, 1), 0x12, span_of(text, sizeof(text)));
	le_make_other(&play.entries, le_play_made(&play, A, 1), 0x0A, span_of(text, sizeof(text)));
	le_play_call(&play, A, "no call at all");
	le_play_return(&play, A, "<--no return");
	le_play_run(&play);
	ck_assert_uint_eq(play.run.ledger.n[ENTRIES_OTHER], 7);
	ck_assert_ptr_nonnull(strstr((const char *)play.run.out.p,
	    "CEL 00000101 (latch acquire): |Hello|\n"));
	ck_assert_ptr_nonnull(strstr((const char *)play.run.out.p,
	    "CEL 00000599 (condition variable): 01020304 00000000"));
	ck_assert_ptr_nonnull(strstr((const char *)play.run.out.p,
	    "C/C++ 00000009: |Hello|\n"));
	ck_assert_ptr_nonnull(strstr((const char *)play.run.out.p,
	    "sockets 00000001: |Hello|\n"));
	ck_assert_ptr_nonnull(strstr((const char *)play.run.out.p,
	    "PL/I 00000001: |Hello|\n"));
}
END_TEST

Suite *
le_pair_suite(void)
{
	Suite *s = suite_create("le_pair");
	TCase *t = tcase_create("le_pair");

	tcase_add_checked_fixture(t, set_up, tear_down);
	tcase_add_test(t, nested_calls);
	tcase_add_test(t, threads_do_not_mix);
	tcase_add_test(t, unreturned_calls);
	tcase_add_test(t, in_flight_at_the_end);
	tcase_add_test(t, returns_of_other_kinds);
	tcase_add_test(t, errno_states);
	tcase_add_loop_test(t, failures, 0, sizeof(values) / sizeof(values[0]));
	tcase_add_test(t, wide_registers);
	tcase_add_test(t, parts_of_names);
	tcase_add_test(t, other_entries);
	suite_add_tcase(s, t);
	return s;
}
