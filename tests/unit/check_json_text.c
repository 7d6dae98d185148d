/* check_json_text.c - keys, strings and numbers of JSON */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "dice.h"
#include "json_read.h"
#include "oom.h"
#include "ztrace/json.h"

static const char *
c_string(struct buf *b)
{
	buf_char(b, '\0');
	return (const char *)b->p;
}

#define BYTES(s) (s), sizeof(s) - 1
#define NOTHING "\xEF\xBF\xBD"

static const struct {
	const char	*bytes;
	size_t		 n;
	const char	*json;
} strings[] = {
	{ BYTES(""), "\"\"," },
	{ BYTES("PLAN 01"), "\"PLAN 01\"," },
	{ BYTES("say \"\\/\""), "\"say \\\"\\\\/\\\"\"," },
	{ BYTES("\b\f\n\r\t"), "\"\\b\\f\\n\\r\\t\"," },
	{ BYTES("\0\x01\x0B\x1F\x7F"), "\"\\u0000\\u0001\\u000B\\u001F\\u007F\"," },
	{ BYTES("\xC2\x80\xC2\x85\xC2\x9F\xC2\xA0"), "\"\\u0080\\u0085\\u009F\xC2\xA0\"," },
	{ BYTES("\xE2\x80\xA7\xE2\x80\xA8\xE2\x80\xA9"), "\"\xE2\x80\xA7\\u2028\\u2029\"," },
	{ BYTES("\xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\x80"),
	    "\"\xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\x80\"," },
	{ BYTES(NOTHING "\xEF\xBF\xBF"), "\"" NOTHING "\xEF\xBF\xBF\"," },
	/* what is no UTF-8: a surrogate, an overlong form, beyond the last point, cut, alone */
	{ BYTES("\xED\x9F\xBF\xED\xA0\x80"), "\"\xED\x9F\xBF" NOTHING NOTHING NOTHING "\"," },
	{ BYTES("\xED\xBF\xBF\xEE\x80\x80"), "\"" NOTHING NOTHING NOTHING "\xEE\x80\x80\"," },
	{ BYTES("\xC0\x80"), "\"" NOTHING NOTHING "\"," },
	{ BYTES("\xE0\x9F\xBF"), "\"" NOTHING NOTHING NOTHING "\"," },
	{ BYTES("\xF4\x8F\xBF\xBF\xF4\x90\x80\x80"),
	    "\"\xF4\x8F\xBF\xBF" NOTHING NOTHING NOTHING NOTHING "\"," },
	{ BYTES("a\xE2\x82" "b"), "\"a" NOTHING NOTHING "b\"," },
	{ BYTES("a\xE2\x82"), "\"a" NOTHING NOTHING "\"," },
	{ BYTES("\x80\xFF\xF8"), "\"" NOTHING NOTHING NOTHING "\"," }
};

START_TEST(strings_are_escaped)
{
	struct buf b = { 0 };

	/* what an earlier text left in the buffer must not be taken for more of this one */
	buf_fill(&b, 0x82, 200);
	buf_clear(&b);
	json_string(&b, span_of(strings[_i].bytes, strings[_i].n));
	ck_assert_str_eq(c_string(&b), strings[_i].json);
	buf_free(&b);
}
END_TEST

/* Any three bytes are a string that can be read, and plain ones come back. */
START_TEST(any_bytes_are_a_string)
{
	struct buf b = { 0 }, back = { 0 };
	unsigned i, step = getenv("QUICK") != NULL ? 251 : 17;
	const char *wrong;

	for (i = 0; i < 1 << 24; i += step * 7) {
		uint8_t bytes[3] = { (uint8_t)(i >> 16), (uint8_t)(i >> 8), (uint8_t)i };

		buf_clear(&b);
		json_string(&b, span_of(bytes, sizeof(bytes)));
		json_last(&b);
		wrong = json_wrong(buf_span(&b));
		ck_assert_msg(wrong == NULL, "%06X: %s", i, wrong);
		if ((i & 0x808080) != 0)
			continue;
		buf_clear(&back);
		json_unquote(buf_span(&b), &back);
		ck_assert_msg(span_equal(buf_span(&back), span_of(bytes, sizeof(bytes))),
		    "%06X does not come back", i);
	}
	buf_free(&b);
	buf_free(&back);
}
END_TEST

/* Long texts, which move while they are escaped. */
START_TEST(long_texts_come_back)
{
	static const char *const pieces[] = {
		"SELECT * FROM T", "\"", "\\", "\n", "\x01", "\xC3\xBC", "\xE2\x80\xA8",
		"\xF0\x9F\x98\x80"
	};
	enum { PIECES = sizeof(pieces) / sizeof(pieces[0]) };
	struct buf text = { 0 }, b = { 0 }, back = { 0 };
	struct dice dice = dice_new();
	size_t i;
	int round;

	for (round = 0; round < 50; round++) {
		buf_clear(&text);
		buf_clear(&b);
		buf_clear(&back);
		for (i = dice_below(&dice, 400); i > 0; i--)
			buf_str(&text, pieces[dice_below(&dice, PIECES)]);
		json_string(&b, buf_span(&text));
		json_last(&b);
		ck_assert_ptr_null(json_wrong(buf_span(&b)));
		json_unquote(buf_span(&b), &back);
		ck_assert_msg(span_equal(buf_span(&back), buf_span(&text)), "SEED=%llu: round %d",
		    (unsigned long long)dice.seed, round);
	}
	buf_free(&text);
	buf_free(&b);
	buf_free(&back);
}
END_TEST

static const struct {
	uint64_t	 v;
	const char	*json;
} uints[] = {
	{ 0, "0," },
	{ 9, "9," },
	{ 10, "10," },
	{ 4294967295, "4294967295," },
	{ UINT64_C(9007199254740991), "9007199254740991," },
	{ UINT64_C(9007199254740992), "9007199254740992," },
	{ UINT64_C(9007199254740993), "\"9007199254740993\"," },
	{ UINT64_MAX, "\"18446744073709551615\"," }
};

static const struct {
	int64_t		 v;
	const char	*json;
} ints[] = {
	{ 0, "0," },
	{ -1, "-1," },
	{ 25, "25," },
	{ -INT64_C(9007199254740992), "-9007199254740992," },
	{ -INT64_C(9007199254740993), "\"-9007199254740993\"," },
	{ INT64_C(9007199254740993), "\"9007199254740993\"," },
	{ INT64_MAX, "\"9223372036854775807\"," },
	{ INT64_MIN, "\"-9223372036854775808\"," }
};

START_TEST(numbers_stay_exact)
{
	struct buf b = { 0 };

	json_uint(&b, uints[_i].v);
	ck_assert_str_eq(c_string(&b), uints[_i].json);
	buf_clear(&b);
	json_int(&b, ints[_i].v);
	ck_assert_str_eq(c_string(&b), ints[_i].json);
	buf_free(&b);
}
END_TEST

static void
put_document(struct buf *b)
{
	buf_char(b, '{');
	json_key(b, "names");
	buf_char(b, '[');
	json_str(b, "A");
	json_str(b, "B\n");
	json_end(b, ']');
	json_key(b, "none");
	buf_char(b, '[');
	json_end(b, ']');
	json_key(b, "empty");
	buf_char(b, '{');
	json_end(b, '}');
	json_key(b, "hex");
	json_hex(b, span_of("\x00\xAF", 2));
	json_key(b, "seq");
	json_uint(b, 7);
	json_end(b, '}');
	json_last(b);
}

START_TEST(brackets_take_the_place_of_commas)
{
	struct buf b = { 0 };

	put_document(&b);
	ck_assert_str_eq(c_string(&b),
	    "{\"names\":[\"A\",\"B\\n\"],\"none\":[],\"empty\":{},\"hex\":\"00AF\",\"seq\":7}");
	buf_free(&b);
}
END_TEST

START_TEST(failed_memory_is_remembered)
{
	bool failed, told;
	long n;

	for (n = 0, failed = true; failed; n++) {
		struct buf b = { 0 };

		oom_arm(n);
		put_document(&b);
		json_str(&b, "a long text \x01 to escape that needs more room than there is");
		failed = oom_disarm();
		told = b.failed;
		buf_free(&b);
		ck_assert_int_eq(told, failed);
	}
	ck_assert_int_gt(n, 1);
}
END_TEST

Suite *
json_text_suite(void)
{
	Suite *s = suite_create("json_text");
	TCase *t = tcase_create("json_text");

	tcase_add_loop_test(t, strings_are_escaped, 0, sizeof(strings) / sizeof(strings[0]));
	tcase_add_test(t, any_bytes_are_a_string);
	tcase_add_test(t, long_texts_come_back);
	tcase_add_loop_test(t, numbers_stay_exact, 0, sizeof(uints) / sizeof(uints[0]));
	tcase_add_test(t, brackets_take_the_place_of_commas);
	tcase_add_test(t, failed_memory_is_remembered);
	suite_add_tcase(s, t);
	return s;
}
