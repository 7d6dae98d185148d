/* check_gzip_damage.c - gzip data cut and changed at every byte; bids; what is shown when */
#include <check.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define ZLIB_CONST
#include <zlib.h>

#include "dice.h"
#include "make_gzip.h"
#include "oom.h"
#include "said.h"
#include "ztrace/unwrap.h"

static struct said said;
static struct buf packed, data, out;

static void
set_up(void)
{
	said_start(&said);
}

static void
tear_down(void)
{
	buf_free(&packed);
	buf_free(&data);
	buf_free(&out);
}

static bool
quick(void)
{
	return getenv("QUICK") != NULL;
}

/* Shows all data that come out of the stream, and closes it; how many bytes, all as in `data`. */
static size_t
drain(struct stream *s)
{
	struct span v;
	size_t n = 0;

	for (;;) {
		ck_assert_int_eq(stream_peek(s, 1, &v, &said.diag), RC_OK);
		if (v.n == 0)
			break;
		ck_assert_uint_le(v.n, data.n - n);
		ck_assert(memcmp(v.p, data.p + n, v.n) == 0);
		stream_consume(s, v.n);
		n += v.n;
	}
	stream_close(s);
	return n;
}

/* All that can be inflated from these bytes, by zlib alone and in one call. */
static size_t
inflatable(struct span s)
{
	z_stream z = { .next_in = s.p, .avail_in = (uInt)s.n };
	uint8_t *room = malloc(data.n + 1);

	ck_assert_ptr_nonnull(room);
	ck_assert_int_eq(inflateInit2(&z, 15 + 16), Z_OK);
	z.next_out = room;
	z.avail_out = (uInt)(data.n + 1);
	(void)inflate(&z, Z_SYNC_FLUSH);
	(void)inflateEnd(&z);
	free(room);
	return z.total_out;
}

/* What a cut file holds comes out to its last byte, and where it ends is said. */
static void
cut_everywhere(size_t step, size_t chunk)
{
	struct span part;
	char words[100];
	size_t n;

	for (n = 0; n < packed.n; n += step) {
		part = span_first(buf_span(&packed), n);
		ck_assert_uint_eq(drain(unwrapper_gzip.open(stream_open_memory(part, chunk),
		    &said.diag)), inflatable(part));
		(void)snprintf(words, sizeof(words),
		    "at 0x%zx: gzip data end early (the file is cut)\n", n);
		said_is(&said, words);
		said.diag.kinds = 0;	/* so that the eleventh is printed too */
	}
}

static void
make_text(size_t n)
{
	struct dice dice = { .state = 5 };

	while (data.n < n)
		buf_printf(&data, "%zu and ", dice_below(&dice, 20));
	make_gzip(buf_span(&data), &packed);
}

START_TEST(cut_at_every_byte)
{
	make_text(2000);
	cut_everywhere(1, 0);
	cut_everywhere(1, 3);
}
END_TEST

/* Few bytes that make more than fits in the buffer: some of it is held back in inflate then. */
START_TEST(cut_where_much_comes_of_little)
{
	buf_fill(&data, 'z', 3 * STREAM_READ);
	make_gzip(buf_span(&data), &packed);
	cut_everywhere(quick() ? 29 : 1, 0);
}
END_TEST

/* Nothing is changed without a word: what comes out is right, or something is said. */
START_TEST(change_of_every_byte_is_noticed)
{
	struct stream *s;
	struct span v;
	size_t i, bit;
	bool same;

	make_text(1000);
	for (i = 0; i < packed.n * 9; i++) {
		bit = i % 9;
		packed.p[i / 9] ^= (uint8_t)(bit == 8 ? 0xff : 1 << bit);
		s = unwrapper_gzip.open(stream_open_memory(buf_span(&packed), 0), &said.diag);
		ck_assert_int_eq(stream_peek(s, 2 * data.n, &v, &said.diag), RC_OK);
		same = span_equal(v, buf_span(&data));
		ck_assert_msg(same || said.diag.count[DIAG_DAMAGE] > 0,
		    "byte %zu changed: %zu bytes, nothing said", i / 9, v.n);
		stream_close(s);
		packed.p[i / 9] ^= (uint8_t)(bit == 8 ? 0xff : 1 << bit);
		said_start(&said);
	}
}
END_TEST

static bool
count_call(void *to)
{
	unsigned *calls = to;

	++*calls;
	return true;
}

/* All that has come is shown before more is waited for: a slow pipe holds nothing back. */
START_TEST(nothing_is_waited_for_in_vain)
{
	static const size_t sizes[] = { 10, STREAM_READ, 3 * STREAM_READ };
	unsigned calls = 0;
	struct stream_idle idle = { count_call, &calls };
	size_t n = 0;
	struct stream *s;
	struct span v;
	int fd[2];

	buf_fill(&data, 'z', sizes[_i]);
	make_gzip_begun(buf_span(&data), &packed);
	ck_assert_int_eq(pipe(fd), 0);
	ck_assert_int_eq(write(fd[1], packed.p, packed.n), (ssize_t)packed.n);
	s = unwrapper_gzip.open(stream_open_fd(fd[0], &idle), &said.diag);
	while (n < data.n) {
		ck_assert_int_eq(stream_peek(s, 1, &v, &said.diag), RC_OK);
		ck_assert_uint_eq(calls, 0);
		n += v.n;
		stream_consume(s, v.n);
	}
	close(fd[1]);
	ck_assert_int_eq(stream_peek(s, 1, &v, &said.diag), RC_OK);
	ck_assert_uint_eq(v.n, 0);
	stream_close(s);
}
END_TEST

/* Failures below are passed on, and closing reaches what is below. */
START_TEST(failure_below_is_passed_on)
{
	int fd = open(".", O_RDONLY);
	struct stream *s = unwrapper_gzip.open(stream_open_fd(fd, NULL), &said.diag);
	struct span v;

	ck_assert_int_eq(stream_peek(s, 1, &v, &said.diag), RC_FAIL);
	said_is(&said, "cannot read: Is a directory\n");
	stream_close(s);
	ck_assert_int_eq(fcntl(fd, F_GETFD), -1);
}
END_TEST

START_TEST(opening_without_memory)
{
	struct stream *s, *below;
	bool failed = true;
	long n;

	for (n = 0; failed; n++) {
		below = stream_open_memory((struct span){ 0 }, 0);
		oom_arm(n);
		s = unwrapper_gzip.open(below, &said.diag);
		failed = oom_disarm();
		ck_assert(failed == (s == NULL));
		said_is(&said, failed ? "out of memory\n" : "");
		stream_close(s);
	}
	ck_assert_int_eq(n, 4);
}
END_TEST

/* The more is seen, the surer is a bid, or it is withdrawn. */
static const struct {
	const char	*bytes;
	size_t		 n;
	int		 bits;
} bids[] = {
	{ "", 0, 0 },
	{ "\x1f", 1, 0 },
	{ "\x1f\x8b\x08", 3, 0 },
	{ "\x1f\x8b\x08\0", 4, 27 },
	{ "\x1f\x8b\x08\x1f", 4, 27 },
	{ "\x1f\x8b\x08\x20", 4, 0 },
	{ "\x1f\x8b\x07\0", 4, 0 },
	{ "\x1f\x8c\x08\0", 4, 0 },
	{ "\x1f\x8b\x08\0\0\0\0\0\0\3", 10, 33 },
	{ "\x1f\x8b\x08\0\0\0\0\0\2\3", 10, 33 },
	{ "\x1f\x8b\x08\0\0\0\0\0\4\3", 10, 33 },
	{ "\x1f\x8b\x08\0\0\0\0\0\1\3", 10, 27 },
	{ "\x78", 1, 0 },
	{ "\x78\x9c", 2, 16 },
	{ "\x78\x9d", 2, 0 },
	{ "\x79\x9c", 2, 0 },
	{ "\x88\x1c", 2, 0 },		/* a window too large */
	{ "\x78\xbb", 2, 0 },		/* a dictionary is needed */
	{ "\x78\x9c\x07", 3, 0 },	/* a block of no known type */
	{ "\x78\x9c\x03\0\0\0\0\1", 8, 40 },	/* whole: no data */
	{ "\x78\x9c\x03\0\0\0\0\2", 8, 0 },	/* its check is wrong */
};

START_TEST(bid_counts_bits)
{
	struct head head = { .s = span_of(bids[_i].bytes, bids[_i].n) };

	ck_assert_int_eq(unwrapper_gzip.bid(head), bids[_i].bits);
	head.whole = true;
	ck_assert_int_eq(unwrapper_gzip.bid(head), bids[_i].bits);
}
END_TEST

START_TEST(zlib_is_believed_when_it_inflates)
{
	size_t n;
	int bits = 0;

	make_text(3000);
	buf_clear(&packed);
	make_zlib(buf_span(&data), &packed);
	for (n = 2; n <= packed.n; n++) {
		int now = unwrapper_gzip.bid(
		    (struct head){ span_first(buf_span(&packed), n), false });

		ck_assert_int_ge(now, bits);
		bits = now;
	}
	ck_assert_int_ge(bits, BID_SURE);
}
END_TEST

Suite *
gzip_damage_suite(void)
{
	Suite *suite = suite_create("gzip_damage");
	TCase *tc = tcase_create("core");

	tcase_add_checked_fixture(tc, set_up, tear_down);
	tcase_add_test(tc, cut_at_every_byte);
	tcase_add_test(tc, cut_where_much_comes_of_little);
	tcase_add_test(tc, change_of_every_byte_is_noticed);
	tcase_add_loop_test(tc, nothing_is_waited_for_in_vain, 0, 3);
	tcase_add_test(tc, failure_below_is_passed_on);
	tcase_add_test(tc, opening_without_memory);
	tcase_add_loop_test(tc, bid_counts_bits, 0, sizeof(bids) / sizeof(bids[0]));
	tcase_add_test(tc, zlib_is_believed_when_it_inflates);
	suite_add_tcase(suite, tc);
	return suite;
}
