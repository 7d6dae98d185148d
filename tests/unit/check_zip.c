/* check_zip.c - gzip members, read back by zlib's own inflate */
#define ZLIB_CONST
#include <check.h>
#include <stdlib.h>	/* getenv */

#include "dice.h"
#include "oom.h"
#include "ztrace/zip.h"

enum { LEVELS = 9, HEADER = 10, EMPTY_MEMBER = 20, GZIP = 15 + 16 };

/* Appends what the first member of s holds; the bytes behind it. */
static struct span
unzip_member(struct span s, struct buf *out)
{
	z_stream z = { 0 };
	uint8_t *to;
	int rc;

	ck_assert_int_eq(inflateInit2(&z, GZIP), Z_OK);
	z.next_in = s.p;
	z.avail_in = (uInt)s.n;
	do {
		to = buf_room(out, 4096);
		ck_assert_ptr_nonnull(to);
		z.next_out = to;
		z.avail_out = 4096;
		rc = inflate(&z, Z_NO_FLUSH);
		ck_assert_msg(rc == Z_OK || rc == Z_STREAM_END, "inflate gives %d (%s)", rc,
		    z.msg != NULL ? z.msg : "-");
		out->n += 4096 - z.avail_out;
	} while (rc != Z_STREAM_END);
	s = span_from(s, s.n - z.avail_in);
	ck_assert_int_eq(inflateEnd(&z), Z_OK);
	return s;
}

static void
check_bytes(struct span got, struct span wanted)
{
	ck_assert_uint_eq(got.n, wanted.n);
	ck_assert(span_equal(got, wanted));
}

/* A text that shrinks. */
static struct buf
words(size_t n)
{
	struct buf b = { 0 };

	while (b.n < n)
		buf_printf(&b, "record %zu of a trace, ", b.n % 97);
	ck_assert(!b.failed);
	b.n = n;
	return b;
}

START_TEST(member_holds_what_went_in)
{
	struct buf in = words(100000), out = { 0 }, back = { 0 };
	struct zip zip = { 0 };
	struct span rest;

	ck_assert(zip_member(&zip, _i, buf_span(&in), &out));
	ck_assert_uint_lt(out.n, in.n / 4);
	rest = unzip_member(buf_span(&out), &back);
	ck_assert_uint_eq(rest.n, 0);
	check_bytes(buf_span(&back), buf_span(&in));
	zip_free(&zip);
	buf_free(&in);
	buf_free(&out);
	buf_free(&back);
}
END_TEST

/* RFC 1952: magic, deflate, no flags; no time and no name: output depends on input alone. */
START_TEST(header_tells_nothing_of_place_and_time)
{
	static const uint8_t head[8] = { 0x1F, 0x8B, 8, 0, 0, 0, 0, 0 };
	struct buf in = words(10), out = { 0 };
	struct zip zip = { 0 };

	ck_assert(zip_member(&zip, 6, buf_span(&in), &out));
	ck_assert_uint_gt(out.n, HEADER);
	ck_assert_mem_eq(out.p, head, sizeof(head));
	zip_free(&zip);
	buf_free(&in);
	buf_free(&out);
}
END_TEST

START_TEST(member_of_nothing_is_a_member)
{
	struct buf out = { 0 }, back = { 0 };
	struct span rest, nothing = { 0 };
	struct zip zip = { 0 };

	ck_assert(zip_member(&zip, 6, nothing, &out));
	ck_assert_uint_eq(out.n, EMPTY_MEMBER);
	rest = unzip_member(buf_span(&out), &back);
	ck_assert_uint_eq(rest.n, 0);
	ck_assert_uint_eq(back.n, 0);
	zip_free(&zip);
	buf_free(&out);
	buf_free(&back);
}
END_TEST

/* Each is as a fresh zip would make it, whatever was made before. */
START_TEST(members_do_not_depend_on_each_other)
{
	static const size_t sizes[] = { 5000, 0, 1, 70000, 1 };
	struct buf out = { 0 }, back = { 0 };
	struct zip zip = { 0 };
	struct span rest;
	size_t i, start;

	ck_assert(buf_str(&out, "before"));
	for (i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		struct buf in = words(sizes[i]), alone = { 0 };
		struct zip fresh = { 0 };

		start = out.n;
		ck_assert(zip_member(&zip, 6, buf_span(&in), &out));
		ck_assert(zip_member(&fresh, 6, buf_span(&in), &alone));
		check_bytes(span_from(buf_span(&out), start), buf_span(&alone));
		zip_free(&fresh);
		buf_free(&in);
		buf_free(&alone);
	}
	ck_assert_mem_eq(out.p, "before", 6);
	rest = span_from(buf_span(&out), 6);
	for (i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		struct buf in = words(sizes[i]);

		buf_clear(&back);
		rest = unzip_member(rest, &back);
		check_bytes(buf_span(&back), buf_span(&in));
		buf_free(&in);
	}
	ck_assert_uint_eq(rest.n, 0);
	zip_free(&zip);
	buf_free(&out);
	buf_free(&back);
}
END_TEST

/* Bytes that do not shrink need more room than they take. */
START_TEST(any_bytes_fit)
{
	size_t most = getenv("QUICK") != NULL ? 10000 : 200000;
	struct dice d = dice_new();
	struct zip zip = { 0 };
	struct buf in = { 0 }, out = { 0 }, back = { 0 };
	size_t i, n;

	for (i = 0; i < 60; i++) {
		n = i < 20 ? i : dice_below(&d, most);
		buf_clear(&in);
		buf_clear(&out);
		buf_clear(&back);
		ck_assert(n == 0 || buf_room(&in, n) != NULL);
		dice_fill(&d, in.p, n);
		in.n = n;
		ck_assert_msg(zip_member(&zip, 1 + _i, buf_span(&in), &out),
		    "%zu bytes at level %d (SEED=%llu)", n, 1 + _i, (unsigned long long)d.seed);
		(void)unzip_member(buf_span(&out), &back);
		check_bytes(buf_span(&back), buf_span(&in));
	}
	zip_free(&zip);
	buf_free(&in);
	buf_free(&out);
	buf_free(&back);
}
END_TEST

START_TEST(no_memory_is_told_and_not_for_ever)
{
	struct buf in = words(1000), out = { 0 }, back = { 0 };
	struct zip zip = { 0 };
	bool made;

	oom_arm(0);
	made = zip_member(&zip, 6, buf_span(&in), &out);
	ck_assert(oom_disarm());
	ck_assert(!made);
	ck_assert_uint_eq(out.n, 0);
	buf_clear(&out);
	ck_assert(zip_member(&zip, 6, buf_span(&in), &out));
	(void)unzip_member(buf_span(&out), &back);
	check_bytes(buf_span(&back), buf_span(&in));
	zip_free(&zip);
	buf_free(&in);
	buf_free(&out);
	buf_free(&back);
}
END_TEST

/* Looks at the length only: no byte of it is read. */
START_TEST(what_zlib_cannot_count_is_refused)
{
	struct buf out = { 0 };
	struct zip zip = { 0 };

	ck_assert(!zip_member(&zip, 6, span_of("", ((size_t)1 << 31) + 1), &out));
	ck_assert_uint_eq(out.n, 0);
	ck_assert(!zip_member(&zip, 10, span_of("x", 1), &out));
	ck_assert_uint_eq(out.n, 0);
	zip_free(&zip);
	zip_free(&zip);
	buf_free(&out);
}
END_TEST

Suite *
zip_suite(void)
{
	Suite *s = suite_create("zip");
	TCase *t = tcase_create("zip");

	tcase_add_loop_test(t, member_holds_what_went_in, 1, LEVELS + 1);
	tcase_add_test(t, header_tells_nothing_of_place_and_time);
	tcase_add_test(t, member_of_nothing_is_a_member);
	tcase_add_test(t, members_do_not_depend_on_each_other);
	tcase_add_loop_test(t, any_bytes_fit, 0, LEVELS);
	tcase_add_test(t, no_memory_is_told_and_not_for_ever);
	tcase_add_test(t, what_zlib_cannot_count_is_refused);
	suite_add_tcase(s, t);
	return s;
}
