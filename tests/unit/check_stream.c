/* check_stream.c - peek and consume over memory, and over feeders with borders */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "oom.h"
#include "said.h"
#include "ztrace/stream.h"

static struct said said;

static void
set_up(void)
{
	said_start(&said);
}

static struct span
text(const char *s)
{
	return span_of(s, strlen(s));
}

/* Ends the test unless peek shows just these bytes. */
static void
shows(struct stream *s, size_t min, const char *wanted)
{
	struct span v;

	ck_assert_int_eq(stream_peek(s, min, &v, &said.diag), RC_OK);
	ck_assert_msg(span_equal(v, text(wanted)), "peek of %zu shows \"%.*s\", not \"%s\"",
	    min, (int)v.n, (const char *)v.p, wanted);
}

static const size_t chunks[] = { 0, 1, 2, 3, 7, 4096 };
enum { CHUNKS = sizeof(chunks) / sizeof(chunks[0]), SIZE = 10000 };

/* Bytes come in order whatever is asked for and taken at a time. */
START_TEST(memory_is_shown_in_order)
{
	uint8_t *bytes = malloc(SIZE);
	struct stream *s;
	struct span v;
	size_t at = 0, min, n;

	ck_assert_ptr_nonnull(bytes);
	for (n = 0; n < SIZE; n++)
		bytes[n] = (uint8_t)(n * 7 >> 3);
	s = stream_open_memory(span_of(bytes, SIZE), chunks[_i]);
	ck_assert(!stream_bordered(s));
	for (min = 1; at < SIZE; min = min * 5 % 997) {
		ck_assert_int_eq(stream_peek(s, min, &v, &said.diag), RC_OK);
		ck_assert_uint_ge(v.n, min < SIZE - at ? min : SIZE - at);
		ck_assert_uint_le(v.n, SIZE - at);
		ck_assert_msg(memcmp(v.p, bytes + at, v.n) == 0, "other bytes at %zu", at);
		n = min / 2 < v.n ? min / 2 : v.n;
		stream_consume(s, n);
		at += n;
		ck_assert_uint_eq(stream_at(s), at);
		ck_assert_uint_eq(stream_extent(s), 0);
	}
	shows(s, 1, "");
	stream_close(s);
	free(bytes);
}
END_TEST

START_TEST(peek_beyond_the_end_shows_what_is_there)
{
	struct stream *s = stream_open_memory(text("0123456789"), chunks[_i]);

	shows(s, 11, "0123456789");
	shows(s, SIZE_MAX, "0123456789");
	shows(s, 0, "0123456789");
	stream_consume(s, 4);
	shows(s, 7, "456789");
	stream_consume(s, 0);
	shows(s, 6, "456789");
	stream_consume(s, 6);
	shows(s, 1, "");
	shows(s, 100, "");
	ck_assert_uint_eq(stream_at(s), 10);
	stream_close(s);
}
END_TEST

START_TEST(nothing_is_the_end)
{
	struct stream *s = stream_open_memory((struct span){ 0 }, chunks[_i]);

	shows(s, 0, "");
	shows(s, 1, "");
	ck_assert_uint_eq(stream_at(s), 0);
	stream_close(s);
	stream_close(NULL);
}
END_TEST

/* More than STREAM_PEEK cannot be asked for, so no number in the input makes the buffer grow. */
START_TEST(peek_has_a_limit)
{
	size_t n = STREAM_PEEK + STREAM_READ;
	uint8_t *bytes = calloc(1, n);
	struct stream *s = stream_open_memory(span_of(bytes, n), 0);
	struct span v;

	ck_assert_int_eq(stream_peek(s, SIZE_MAX, &v, &said.diag), RC_OK);
	ck_assert_uint_eq(v.n, STREAM_PEEK);
	stream_consume(s, STREAM_PEEK);
	ck_assert_int_eq(stream_peek(s, SIZE_MAX, &v, &said.diag), RC_OK);
	ck_assert_uint_eq(v.n, STREAM_READ);
	stream_close(s);
	free(bytes);
}
END_TEST

/* A feeder that does what a list says. */
struct step {
	enum rc		rc;		/* RC_END ends the list */
	const char	*bytes;		/* with RC_OK */
};

struct script {
	const struct step *step;
	unsigned	closed;
};

static enum rc
script_fill(void *self, uint8_t *to, size_t room, size_t *got, struct diag *d)
{
	struct script *script = self;
	struct step step = *script->step;

	ck_assert_uint_gt(room, 0);
	if (step.rc != RC_END)
		script->step++;
	if (step.rc == RC_FAIL)
		return diag_fail(d, NULL, "no more of this");
	if (step.rc == RC_OK) {
		*got = strlen(step.bytes);
		ck_assert_uint_le(*got, room);
		memcpy(to, step.bytes, *got);
	}
	return step.rc;
}

static void
script_close(void *self)
{
	struct script *script = self;

	script->closed++;
}

static const struct feeder scripted = {
	.fill = script_fill, .close = script_close, .bordered = true
};

#define BYTES(s)	{ RC_OK, s }
#define BORDER		{ RC_SKIP, NULL }
#define FAIL		{ RC_FAIL, NULL }
#define END		{ RC_END, NULL }

START_TEST(borders_are_not_crossed)
{
	static const struct step steps[] = {
		BYTES("ab"), BYTES("c"), BORDER, BYTES("d"), BORDER, BORDER, BYTES("ef"),
		BORDER, END
	};
	struct script script = { .step = steps };
	struct stream *s = stream_open(&scripted, &script);

	ck_assert(stream_bordered(s));
	shows(s, 2, "ab");
	shows(s, 9, "abc");
	ck_assert_uint_eq(stream_extent(s), 0);
	stream_consume(s, 2);
	shows(s, 2, "c");
	ck_assert_uint_eq(stream_extent(s), 0);
	stream_consume(s, 1);
	/* nothing of the next extent has been shown yet */
	ck_assert_uint_eq(stream_extent(s), 0);
	shows(s, 2, "d");
	ck_assert_uint_eq(stream_extent(s), 1);
	stream_consume(s, 1);
	/* an extent of nothing is stepped over, but counted */
	shows(s, 1, "ef");
	ck_assert_uint_eq(stream_extent(s), 3);
	stream_consume(s, 2);
	shows(s, 1, "");
	ck_assert_uint_eq(stream_at(s), 6);
	stream_close(s);
	ck_assert_uint_eq(script.closed, 1);
}
END_TEST

START_TEST(failure_is_passed_on)
{
	static const struct step steps[] = { BYTES("ab"), FAIL, BYTES("c"), END };
	struct script script = { .step = steps };
	struct stream *s = stream_open(&scripted, &script);
	struct span v;

	shows(s, 2, "ab");
	ck_assert_int_eq(stream_peek(s, 3, &v, &said.diag), RC_FAIL);
	said_is(&said, "no more of this\n");
	/* what was there before is not lost */
	shows(s, 1, "ab");
	stream_close(s);
	ck_assert_uint_eq(script.closed, 1);
}
END_TEST

/* When memory runs out the feeder is closed all the same, just once. */
START_TEST(opening_without_memory_closes_the_feeder)
{
	static const struct step steps[] = { END };
	bool failed = true;
	long n;

	for (n = 0; failed; n++) {
		struct script script = { .step = steps };
		struct stream *s;

		oom_arm(n);
		s = stream_open(&scripted, &script);
		failed = oom_disarm();
		ck_assert(failed == (s == NULL));
		stream_close(s);
		ck_assert_uint_eq(script.closed, 1);
	}
	ck_assert_int_eq(n, 3);
	oom_arm(0);
	ck_assert_ptr_null(stream_open_memory(text("a"), 0));
	ck_assert(oom_disarm());
}
END_TEST

START_TEST(growing_without_memory_fails)
{
	uint8_t *bytes = calloc(1, STREAM_READ + 1);
	struct stream *s = stream_open_memory(span_of(bytes, STREAM_READ + 1), 0);
	struct span v;

	ck_assert_int_eq(stream_peek(s, STREAM_READ, &v, &said.diag), RC_OK);
	oom_arm(0);
	ck_assert_int_eq(stream_peek(s, STREAM_READ + 1, &v, &said.diag), RC_FAIL);
	ck_assert(oom_disarm());
	said_is(&said, "out of memory\n");
	ck_assert_int_eq(stream_peek(s, STREAM_READ + 1, &v, &said.diag), RC_OK);
	ck_assert_uint_eq(v.n, STREAM_READ + 1);
	stream_close(s);
	free(bytes);
}
END_TEST

Suite *
stream_suite(void)
{
	Suite *suite = suite_create("stream");
	TCase *tc = tcase_create("core");

	tcase_add_checked_fixture(tc, set_up, NULL);
	tcase_add_loop_test(tc, memory_is_shown_in_order, 0, CHUNKS);
	tcase_add_loop_test(tc, peek_beyond_the_end_shows_what_is_there, 0, CHUNKS);
	tcase_add_loop_test(tc, nothing_is_the_end, 0, CHUNKS);
	tcase_add_test(tc, peek_has_a_limit);
	tcase_add_test(tc, borders_are_not_crossed);
	tcase_add_test(tc, failure_is_passed_on);
	tcase_add_test(tc, opening_without_memory_closes_the_feeder);
	tcase_add_test(tc, growing_without_memory_fails);
	suite_add_tcase(suite, tc);
	return suite;
}
