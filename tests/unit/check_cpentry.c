/* check_cpentry.c - trace entries of CP, taken apart; and their clocks */
#include <check.h>
#include <string.h>

#include "ztrace/cpintake.h"
#include "ztrace/tod.h"

#include "cp_read.h"
#include "hex.h"

#define TRACE	"7400310D 2130666C 00000A00 00000000 D9E4D540 0123F000 03EC1000 80001234 "
#define SAVED	"2130666C 00000A00 00000000 D9E4D540 0123F000 03EC1000 80001234 "
#define TRACG	"7580BCF2 310D2130 666CA5F0 00000A00 00000000 00000000 00000000 D9E4D540 " \
		"00000001 0123F000 0705C001 80000000 00000000 00012340 00000000 00000007 "
#define SHORT	"7000310D 2130666C 00007F01 DEADBEEF "
#define LONG	"7080BCF2 310D2130 666C0000 00007F01 00000000 DEADBEEF "

static const uint64_t clock_known = UINT64_C(0xBCF2310D2130666C);

/* What one entry is taken apart into. */
static const struct apart {
	const char	*in;
	bool		 saved;
	size_t		 length;	/* 0: no entry */
	enum cpform	 form;
	uint64_t	 kept;
	uint16_t	 fine, code;
	size_t		 count;
	uint64_t	 first, last;	/* registers */
} aparts[] = {
	{ TRACE, false, 32, CPFORM_TRACE, 0x310D2130666C, 0, 0x0A00, 5, 0, 0x80001234 },
	{ SAVED, true, 28, CPFORM_SAVED, 0x2130666C, 0, 0x0A00, 5, 0, 0x80001234 },
	{ TRACG, false, 64, CPFORM_TRACG, UINT64_C(0xBCF2310D2130666C), 0xA5F0, 0x0A00, 6, 0, 7 },
	{ SHORT, false, 16, CPFORM_TRACE, 0x310D2130666C, 0, 0x7F01, 1, 0xDEADBEEF, 0xDEADBEEF },
	{ LONG, false, 24, CPFORM_TRACG, UINT64_C(0xBCF2310D2130666C), 0, 0x7F01, 1, 0xDEADBEEF,
	    0xDEADBEEF },
	/* the operand's first bit is on */
	{ "7400310D 2130666C 80000A00 00000000 D9E4D540 0123F000 03EC1000 80001234", false, 0,
	    CPFORM_TRACE, 0, 0, 0, 0, 0, 0 },
	{ "7080BCF2 310D2130 666C0000 80007F01 00000000 DEADBEEF", false, 0, CPFORM_TRACE, 0, 0,
	    0, 0, 0, 0 },
	{ "2130666C 80000A00 00000000 D9E4D540 0123F000 03EC1000 80001234", true, 0,
	    CPFORM_TRACE, 0, 0, 0, 0, 0, 0 },
	/* other first bytes; the second one can have the epoch */
	{ "6400310D 2130666C 00000A00 00000000 D9E4D540 0123F000 03EC1000 80001234", false, 0,
	    CPFORM_TRACE, 0, 0, 0, 0, 0, 0 },
	{ "7001310D 2130666C 00007F01 DEADBEEF", false, 0, CPFORM_TRACE, 0, 0, 0, 0, 0, 0 },
	{ "7082BCF2 310D2130 666C0000 00007F01 00000000 DEADBEEF", false, 0, CPFORM_TRACE, 0, 0,
	    0, 0, 0, 0 },
	{ "70810000 310D2130 666C0000 00007F01 00000000 DEADBEEF", false, 24, CPFORM_TRACG,
	    0x310D2130666C, 0, 0x7F01, 1, 0xDEADBEEF, 0xDEADBEEF },
	/* an unused slot, nothing at all */
	{ "00000000 00000000 00000000 00000000 00000000 00000000 00000000 00000000", false, 0,
	    CPFORM_TRACE, 0, 0, 0, 0, 0, 0 },
	{ "", false, 0, CPFORM_TRACE, 0, 0, 0, 0, 0, 0 },
	{ "74", false, 0, CPFORM_TRACE, 0, 0, 0, 0, 0, 0 },
};

START_TEST(entries_are_taken_apart)
{
	const struct apart *t = &aparts[_i];
	struct buf in = hex_bytes(t->in);
	struct cpentry e;

	ck_assert_int_eq(cpentry_read(buf_span(&in), t->saved, &e), t->length > 0);
	if (t->length > 0) {
		ck_assert_uint_eq(e.raw.n, t->length);
		ck_assert_int_eq(e.form, t->form);
		ck_assert_uint_eq(e.kept, t->kept);
		ck_assert_uint_eq(e.fine, t->fine);
		ck_assert_uint_eq(e.code, t->code);
		ck_assert_uint_eq(e.high, 0);
		ck_assert_uint_eq(cpentry_count(&e), t->count);
		ck_assert_uint_eq(cpentry_word(&e, 0), t->first);
		ck_assert_uint_eq(cpentry_word(&e, t->count - 1), t->last);
		ck_assert_uint_eq(cpentry_word(&e, t->count), 0);
	}
	buf_free(&in);
}
END_TEST

/* Of every number of registers, in both forms; one byte less is no entry. */
START_TEST(lengths_follow_from_the_first_bytes)
{
	uint8_t bytes[CPENTRY_MOST] = { 0 };
	unsigned n, long_form;
	size_t length;

	for (n = 1; n <= 16; n++)
		for (long_form = 0; long_form < 2; long_form++) {
			bytes[0] = (uint8_t)(0x70 | (n - 1));
			bytes[1] = long_form ? 0x80 : 0;
			length = long_form ? 16 + 8 * n : 12 + 4 * n;
			ck_assert_uint_eq(cpentry_length(span_of(bytes, 2)), length);
			ck_assert_uint_eq(cpentry_whole(span_of(bytes, CPENTRY_MOST)), length);
			ck_assert_uint_eq(cpentry_whole(span_of(bytes, length)), length);
			ck_assert_uint_eq(cpentry_whole(span_of(bytes, length - 1)), 0);
		}
	ck_assert_uint_eq(cpentry_length(span_of("\x7F\x00", 2)), 76);
	ck_assert_uint_eq(cpentry_length(span_of("\x7F\x80", 2)), 144);
}
END_TEST

/* The documented entry with each of the possible high parts. */
static const struct high {
	enum cpform	 form;
	uint64_t	 reference;
	const char	*time;
} highs[] = {
	{ CPFORM_TRACE, UINT64_C(0xBCF1310D2130666C), "2005-05-01T03:05:37.348358Z" },
	{ CPFORM_TRACE, UINT64_C(0xBCF2310D2130666C), "2005-05-01T22:10:56.825094Z" },
	{ CPFORM_TRACE, UINT64_C(0xBCF2310D24042FFF), "2005-05-01T22:10:56.825094Z" },
	{ CPFORM_TRACE, UINT64_C(0xBCF3310D2130666B), "2005-05-01T22:10:56.825094Z" },
	{ CPFORM_TRACE, UINT64_C(0xBCF3310D2130666C), "2005-05-02T17:16:16.301830Z" },
	{ CPFORM_SAVED, UINT64_C(0xBCF2310C2130666C), "2005-05-01T22:10:55.776518Z" },
	{ CPFORM_SAVED, UINT64_C(0xBCF2310D2130666C), "2005-05-01T22:10:56.825094Z" },
	{ CPFORM_SAVED, UINT64_C(0xBCF2310E2130666B), "2005-05-01T22:10:56.825094Z" },
	{ CPFORM_SAVED, UINT64_C(0xBCF2310E2130666C), "2005-05-01T22:10:57.873670Z" },
	{ CPFORM_TRACG, 0, "2005-05-01T22:10:56.825094Z" },
};

START_TEST(high_parts_come_from_the_reference)
{
	const struct high *t = &highs[_i];
	uint64_t kept = clock_known & cpentry_mask(t->form);
	char text[TOD_TEXT];

	tod_text(cptime_until(t->reference, t->form, kept), text);
	ck_assert_str_eq(text, t->time);
}
END_TEST

/* Over wraps: forward by steps, and backward from the last one, the same clocks. */
START_TEST(wraps_are_crossed_both_ways)
{
	static const struct {
		enum cpform	form;
		uint64_t	from, step;
	} t[] = {
		{ CPFORM_TRACE, UINT64_C(0xBCF2FF0000000000), UINT64_C(0x0000D00000000001) },
		{ CPFORM_TRACE, UINT64_C(0xFFFFFF0000000000), UINT64_C(0x0000F00000000000) },
		{ CPFORM_SAVED, UINT64_C(0xBCF2310DF0000000), UINT64_C(0x00000000FFFFFFFF) },
		{ CPFORM_SAVED, UINT64_C(0xBCF2FFFFF0000000), UINT64_C(0x0000000012345678) },
	};
	uint64_t mask = cpentry_mask(t[_i].form), tod = t[_i].from, back;
	struct cptime time = { .tod = tod, .known = true };
	int k;

	for (k = 0; k < 100; k++) {
		tod += t[_i].step;
		cptime_step(&time, t[_i].form, tod & mask);
		ck_assert_uint_eq(time.tod, tod);
		ck_assert(time.known);
	}
	ck_assert(time.guess);
	for (back = tod; k > 0; k--, back = tod) {
		tod -= t[_i].step;
		ck_assert_uint_eq(cptime_before(back, t[_i].form, tod & mask), tod);
	}
	cptime_step(&time, CPFORM_TRACG, clock_known);
	ck_assert_uint_eq(time.tod, clock_known);
	ck_assert(time.known && !time.guess);
}
END_TEST

START_TEST(times_after_2042_come_later)
{
	ck_assert(cptime_order(UINT64_C(0xFFFFFFFFFFFFFFFF)) < cptime_order(0));
	ck_assert(cptime_order(0) < cptime_order(1));
}
END_TEST

Suite *
cpentry_suite(void)
{
	Suite *s = suite_create("cpentry");
	TCase *t = tcase_create("cpentry");

	tcase_add_loop_test(t, entries_are_taken_apart, 0,
	    (int)(sizeof(aparts) / sizeof(aparts[0])));
	tcase_add_test(t, lengths_follow_from_the_first_bytes);
	tcase_add_loop_test(t, high_parts_come_from_the_reference, 0,
	    (int)(sizeof(highs) / sizeof(highs[0])));
	tcase_add_loop_test(t, wraps_are_crossed_both_ways, 0, 4);
	tcase_add_test(t, times_after_2042_come_later);
	suite_add_tcase(s, t);
	return s;
}
