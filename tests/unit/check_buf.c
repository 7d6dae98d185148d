/* check_buf.c - a buffer that grows, and one that cannot */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "dice.h"
#include "oom.h"
#include "ztrace/buf.h"

/* Whether the buffer holds exactly this text. */
static void
check_text(const struct buf *b, const char *wanted)
{
	ck_assert(!b->failed);
	ck_assert_msg(b->n == strlen(wanted) && memcmp(b->p, wanted, b->n) == 0,
	    "\"%.*s\" is not \"%s\"", (int)b->n, (const char *)b->p, wanted);
}

START_TEST(puts_follow_each_other)
{
	struct buf b = { 0 };

	ck_assert(buf_put(&b, NULL, 0));
	ck_assert(buf_put(&b, "ab", 2));
	ck_assert(buf_str(&b, "cd"));
	ck_assert(buf_char(&b, 'e'));
	ck_assert(buf_fill(&b, '-', 3));
	ck_assert(buf_fill(&b, '+', 0));
	ck_assert(buf_hex(&b, span_of("\x00\x9A\xFF", 3)));
	ck_assert(buf_hex(&b, (struct span){ 0 }));
	ck_assert(buf_printf(&b, "<%d %s>", -7, "x"));
	check_text(&b, "abcde---009AFF<-7 x>");
	ck_assert_ptr_eq(buf_span(&b).p, b.p);
	ck_assert_uint_eq(buf_span(&b).n, b.n);
	buf_free(&b);
	ck_assert_ptr_null(b.p);
	ck_assert_uint_eq(b.cap, 0);
}
END_TEST

START_TEST(numbers_in_decimal)
{
	struct buf b = { 0 };

	buf_uint(&b, 0);
	buf_char(&b, ' ');
	buf_uint(&b, 10);
	buf_char(&b, ' ');
	buf_uint(&b, UINT64_MAX);
	check_text(&b, "0 10 18446744073709551615");
	buf_free(&b);
}
END_TEST

/* Digits are made many at a time: every byte, at every place of every length. */
START_TEST(hex_of_every_length)
{
	uint8_t bytes[256];
	char want[2 * sizeof(bytes) + 1];
	struct buf b = { 0 };
	size_t at, n;

	for (at = 0; at < sizeof(bytes); at++) {
		bytes[at] = (uint8_t)(at * 7);
		snprintf(want + 2 * at, 3, "%02X", bytes[at]);
	}
	for (at = 0; at < 40; at++) {
		for (n = 0; n <= sizeof(bytes) - at; n++) {
			buf_clear(&b);
			buf_hex(&b, span_of(bytes + at, n));
			ck_assert_msg(b.n == 2 * n && memcmp(b.p, want + 2 * at, b.n) == 0,
			    "%zu bytes from %zu", n, at);
		}
	}
	buf_free(&b);
}
END_TEST

START_TEST(room_is_not_yet_in_use)
{
	struct buf b = { 0 };
	uint8_t *to = buf_room(&b, 0);

	ck_assert_ptr_nonnull(to);
	to = buf_room(&b, 1000);
	ck_assert_ptr_nonnull(to);
	ck_assert_uint_eq(b.n, 0);
	ck_assert_uint_ge(b.cap, 1000);
	memset(to, 'x', 1000);
	b.n += 1000;
	ck_assert_ptr_eq(buf_room(&b, 0), b.p + 1000);
	buf_free(&b);
}
END_TEST

/* Texts around the sizes where a buffer grows: vsnprintf's NUL needs room too. */
START_TEST(printf_fits_at_every_length)
{
	char text[1200];
	struct buf b = { 0 };
	size_t n;

	memset(text, 'y', sizeof(text));
	for (n = 0; n < sizeof(text); n++) {
		buf_free(&b);
		ck_assert(buf_printf(&b, "%.*s", (int)n, text));
		ck_assert_uint_eq(b.n, n);
		ck_assert(buf_printf(&b, "%.*s|", (int)n, text));
		ck_assert_uint_eq(b.n, 2 * n + 1);
		ck_assert(memcmp(b.p, text, n) == 0);
		ck_assert_uint_eq(b.p[2 * n], '|');
	}
	buf_free(&b);
}
END_TEST

START_TEST(growth_keeps_contents)
{
	struct dice d = dice_new();
	uint8_t model[20000], part[300];
	struct buf b = { 0 };
	size_t n = 0, more;

	while (n < sizeof(model)) {
		more = dice_below(&d, sizeof(part));
		if (more > sizeof(model) - n)
			more = sizeof(model) - n;
		dice_fill(&d, part, more);
		memcpy(model + n, part, more);
		n += more;
		ck_assert(buf_put(&b, part, more));
	}
	ck_assert_msg(span_equal(buf_span(&b), span_of(model, n)),
	    "SEED=%llu", (unsigned long long)d.seed);
	ck_assert_uint_lt(b.cap, 4 * n);
	buf_free(&b);
}
END_TEST

static bool
put_anything(struct buf *b, int which)
{
	switch (which) {
	case 0:
		return buf_put(b, "abc", 3);
	case 1:
		return buf_fill(b, 0, 3);
	case 2:
		return buf_str(b, "abc");
	case 3:
		return buf_char(b, 'a');
	case 4:
		return buf_hex(b, span_of("abc", 3));
	case 5:
		return buf_printf(b, "%d", 3);
	default:
		return buf_room(b, 0) != NULL;
	}
}

START_TEST(failure_is_sticky)
{
	struct buf b = { 0 };

	ck_assert(buf_str(&b, "kept"));
	ck_assert_ptr_null(buf_room(&b, SIZE_MAX - (size_t)_i));
	ck_assert(b.failed);
	ck_assert(!put_anything(&b, _i));
	ck_assert(b.failed);
	ck_assert_uint_eq(b.n, 4);
	ck_assert(memcmp(b.p, "kept", 4) == 0);

	buf_clear(&b);
	ck_assert(put_anything(&b, _i));
	ck_assert(!b.failed);
	buf_free(&b);
}
END_TEST

START_TEST(sizes_do_not_wrap)
{
	static const size_t sizes[] = {
		SIZE_MAX, SIZE_MAX - 1, SIZE_MAX - 3, SIZE_MAX / 2 + 1
	};
	struct buf b = { 0 };
	size_t i;

	for (i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		buf_clear(&b);
		ck_assert(buf_str(&b, "four"));
		ck_assert_ptr_null(buf_room(&b, sizes[i]));
		ck_assert(b.failed);
		ck_assert_uint_eq(b.n, 4);
	}
	buf_clear(&b);
	ck_assert(!buf_hex(&b, span_of(b.p, SIZE_MAX / 2 + 2)));
	ck_assert(b.failed);
	buf_free(&b);
}
END_TEST

START_TEST(memory_may_run_out_anywhere)
{
	char text[600] = "";
	struct buf b;
	bool failed = true;
	long n;

	memset(text, 'z', sizeof(text) - 1);
	for (n = 0; failed; n++) {
		b = (struct buf){ 0 };
		oom_arm(n);
		buf_str(&b, "first");
		buf_printf(&b, "%s", text);
		buf_hex(&b, span_of(text, 500));
		buf_fill(&b, 0, 5000);
		failed = oom_disarm();
		ck_assert_uint_eq(b.failed, failed);
		ck_assert_uint_le(b.n, b.cap);
		buf_free(&b);
	}
	ck_assert_int_gt(n, 3);
}
END_TEST

Suite *
buf_suite(void)
{
	Suite *s = suite_create("buf");
	TCase *t = tcase_create("buf");

	tcase_add_test(t, puts_follow_each_other);
	tcase_add_test(t, numbers_in_decimal);
	tcase_add_test(t, hex_of_every_length);
	tcase_add_test(t, room_is_not_yet_in_use);
	tcase_add_test(t, printf_fits_at_every_length);
	tcase_add_test(t, growth_keeps_contents);
	tcase_add_loop_test(t, failure_is_sticky, 0, 7);
	tcase_add_test(t, sizes_do_not_wrap);
	tcase_add_test(t, memory_may_run_out_anywhere);
	suite_add_tcase(s, t);
	return s;
}
