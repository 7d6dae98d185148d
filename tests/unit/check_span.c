/* check_span.c - spans, cursors and big-endian numbers */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "ztrace/span.h"

static const uint8_t bytes[] = {
	0x81, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0xF8, 0x09
};

static struct span
all(void)
{
	return span_of(bytes, sizeof(bytes));
}

/* Cuts that lie inside, and cuts that only arithmetic without wrapping refuses. */
static const struct {
	size_t	at, n;
	bool	inside;
} cuts[] = {
	{ 0, 0, true }, { 0, 9, true }, { 8, 1, true }, { 9, 0, true }, { 3, 4, true },
	{ 0, 10, false }, { 9, 1, false }, { 10, 0, false }, { 8, 2, false },
	{ 1, SIZE_MAX, false }, { SIZE_MAX, 0, false }, { SIZE_MAX, 1, false },
	{ SIZE_MAX, SIZE_MAX, false }, { 2, SIZE_MAX - 1, false }, { 0, SIZE_MAX, false },
};

START_TEST(cut_is_inside_or_empty)
{
	struct span out = span_of("x", 1);
	size_t at = cuts[_i].at, n = cuts[_i].n;

	ck_assert_msg(span_cut(all(), at, n, &out) == cuts[_i].inside,
	    "%zu bytes at %zu", n, at);
	ck_assert_uint_eq(out.n, cuts[_i].inside ? n : 0);
	ck_assert_ptr_eq(out.p, cuts[_i].inside ? bytes + at : NULL);
}
END_TEST

START_TEST(from_and_first_shorten)
{
	ck_assert_uint_eq(span_from(all(), 0).n, 9);
	ck_assert_uint_eq(span_from(all(), 8).n, 1);
	ck_assert_ptr_eq(span_from(all(), 8).p, bytes + 8);
	ck_assert_uint_eq(span_from(all(), 9).n, 0);
	ck_assert_uint_eq(span_from(all(), SIZE_MAX).n, 0);
	ck_assert_uint_eq(span_first(all(), 4).n, 4);
	ck_assert_uint_eq(span_first(all(), 100).n, 9);
	ck_assert_uint_eq(span_first(all(), 0).n, 0);
}
END_TEST

START_TEST(equal_compares_length_and_bytes)
{
	struct span none = { 0 };

	ck_assert(span_equal(none, none));
	ck_assert(span_equal(none, span_of(bytes, 0)));
	ck_assert(!span_equal(none, span_of(bytes, 1)));
	ck_assert(span_equal(all(), all()));
	ck_assert(!span_equal(all(), span_first(all(), 8)));
	ck_assert(!span_equal(span_of("abc", 3), span_of("abd", 3)));
	ck_assert(!span_equal(span_of("abc", 3), span_of("bbc", 3)));
}
END_TEST

/* One byte that is not zero is found wherever it stands. */
START_TEST(zero_finds_any_other_byte)
{
	uint8_t block[20] = { 0 };
	size_t n, at;

	ck_assert(span_zero((struct span){ 0 }));
	for (n = 0; n <= sizeof(block); n++) {
		ck_assert_msg(span_zero(span_of(block, n)), "%zu zeros", n);
		for (at = 0; at < sizeof(block); at++) {
			block[at] = 0x80;
			ck_assert_msg(span_zero(span_of(block, n)) == (at >= n),
			    "byte %zu of %zu", at, n);
			block[at] = 0;
		}
	}
	memset(block, 7, sizeof(block));
	ck_assert(!span_zero(span_of(block, sizeof(block))));
}
END_TEST

START_TEST(numbers_are_big_endian)
{
	struct span s = all();

	ck_assert_uint_eq(span_u8(s, 0), 0x81);
	ck_assert_uint_eq(span_u16(s, 0), 0x8102);
	ck_assert_uint_eq(span_u32(s, 0), 0x81020304);
	ck_assert(span_u64(s, 0) == 0x81020304050607F8);
	ck_assert(span_u64(s, 1) == 0x020304050607F809);
	ck_assert_uint_eq(span_u32(s, 5), 0x0607F809);
}
END_TEST

START_TEST(little_endian_numbers_are_read_too)
{
	struct cursor c = cursor_at(all(), 6);

	ck_assert_uint_eq(cursor_u16le(&c), 0xF807);
	c = cursor_at(all(), 5);
	ck_assert_uint_eq(cursor_u32le(&c), 0x09F80706);
	ck_assert(!c.past);
	ck_assert_uint_eq(cursor_u16le(&c), 0);
	ck_assert(c.past);
}
END_TEST

START_TEST(uint_takes_any_width)
{
	static const uint64_t wanted[] = {
		0, 0x81, 0x8102, 0x810203, 0x81020304, 0x8102030405, 0x810203040506,
		0x81020304050607, 0x81020304050607F8
	};
	size_t n;

	for (n = 0; n <= 8; n++)
		ck_assert_msg(span_uint(span_first(all(), n)) == wanted[n],
		    "%zu bytes", n);
}
END_TEST

static uint64_t
read_width(struct cursor *c, size_t width)
{
	switch (width) {
	case 1:
		return cursor_u8(c);
	case 2:
		return cursor_u16(c);
	case 4:
		return cursor_u32(c);
	default:
		return cursor_u64(c);
	}
}

/*
 * At every place of a block that is not a byte longer: a number is there in
 * full, or it is zero, nothing has moved, and the cursor remembers it.
 */
START_TEST(cursor_cannot_leave)
{
	size_t width = (size_t)1 << _i, n, at;
	struct cursor c;
	uint8_t *block;
	uint64_t v;

	for (n = 0; n <= 12; n++) {
		block = malloc(n != 0 ? n : 1);
		ck_assert_ptr_nonnull(block);
		memset(block, 0xFF, n);
		for (at = 0; at <= n; at++) {
			c = cursor_at(span_of(block, n), at);
			ck_assert(!c.past);
			v = read_width(&c, width);
			ck_assert_uint_eq(c.past, at + width > n);
			ck_assert_uint_eq(c.at, c.past ? at : at + width);
			ck_assert(v == (c.past ? 0 : UINT64_MAX >> (64 - 8 * width)));
		}
		free(block);
	}
}
END_TEST

START_TEST(cursor_remembers_having_tried)
{
	struct cursor c = cursor_at(all(), 10);

	ck_assert(c.past);
	ck_assert_uint_eq(cursor_left(&c), 0);

	c = cursor_at(all(), 7);
	ck_assert_uint_eq(cursor_take(&c, 3).n, 0);
	ck_assert_uint_eq(cursor_take(&c, 2).n, 2);
	ck_assert_uint_eq(cursor_left(&c), 0);
	ck_assert_uint_eq(cursor_take(&c, 0).n, 0);
	ck_assert(c.past);

	ck_assert_uint_eq(span_u8(all(), 9), 0);
	ck_assert_uint_eq(span_u16(all(), 8), 0);
	ck_assert_uint_eq(span_u32(all(), SIZE_MAX), 0);
	ck_assert(span_u64(all(), 2) == 0);
}
END_TEST

START_TEST(put_is_read_again)
{
	uint8_t block[14];

	put_u16(block, 0xFEDC);
	put_u32(block + 2, 0x89ABCDEF);
	put_u64(block + 6, 0x8123456789ABCDEF);
	ck_assert_uint_eq(block[0], 0xFE);
	ck_assert_uint_eq(span_u16(span_of(block, 14), 0), 0xFEDC);
	ck_assert_uint_eq(span_u32(span_of(block, 14), 2), 0x89ABCDEF);
	ck_assert(span_u64(span_of(block, 14), 6) == 0x8123456789ABCDEF);
}
END_TEST

Suite *
span_suite(void)
{
	Suite *s = suite_create("span");
	TCase *t = tcase_create("span");

	tcase_add_loop_test(t, cut_is_inside_or_empty, 0,
	    sizeof(cuts) / sizeof(cuts[0]));
	tcase_add_test(t, from_and_first_shorten);
	tcase_add_test(t, equal_compares_length_and_bytes);
	tcase_add_test(t, zero_finds_any_other_byte);
	tcase_add_test(t, numbers_are_big_endian);
	tcase_add_test(t, little_endian_numbers_are_read_too);
	tcase_add_test(t, uint_takes_any_width);
	tcase_add_loop_test(t, cursor_cannot_leave, 0, 4);
	tcase_add_test(t, cursor_remembers_having_tried);
	tcase_add_test(t, put_is_read_again);
	suite_add_tcase(s, t);
	return s;
}
