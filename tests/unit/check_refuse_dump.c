/* check_refuse_dump.c - prints of a whole file, which are refused, and listings, which are not */
#include <check.h>
#include <string.h>

#include "ztrace/container.h"
#include "ztrace/refuse.h"

/* Beside what db2gtf says, whether the others do, to whom only the offsets are wrong. */
static const struct {
	const char	*text;
	bool		 dump, offsets;
} prints[] = {
	/* xxd, and with a text that looks like bytes */
	{ "00000000: 001a 0000 0001 ffff 94b6 a6e9 c33e 0034  .............>.4\n"
	    "00000010: e203 1000 0001 0000 0000 0117 0000 ff00  ................\n", true, false },
	{ "00000000: 3830 3830 2063 6166 6520 6361 6665 2062  8080 cafe cafe b\n"
	    "00000010: e203 1000 0001 0000 0000 0117 0000 ff00  ................\n", true, false },
	{ "00000000: 001a0000 0001ffff  ........\n00000008: e2031000 00010000  ........\n",
	    true, false },
	/* hexdump -C, hexdump */
	{ "00000000  00 1a 00 00 00 01 ff ff  94 b6 a6 e9 c3 3e 00 34  |.............>.4|\n"
	    "00000010  e2 03 10 00 00 01 00 00  00 00 01 17 00 00 ff 00  |................|\n",
	    true, false },
	{ "0000000 1a00 0000 0100 ffff b694 e9a6 3ec3 3400\n0000010 03e2\n", true, false },
	/* od -A x, -t x1 and x4; -t x1, x2 and x4 in octal, -A d */
	{ "000000 00 1a 00 00 00 01 ff ff 94 b6 a6 e9 c3 3e 00 34\n000010 e2\n", true, false },
	{ "000000 00001a00 ffff0100 e9a6b694 34003ec3\n000010 001003e2\n", true, false },
	{ "0000000 00 1a 00 00 00 01 ff ff 94 b6 a6 e9 c3 3e 00 34\n0000020 e2\n", true, true },
	{ "0000000 1a00 0000 0100 ffff b694 e9a6 3ec3 3400\n0000020 03e2\n", true, true },
	{ "0000000 00001a00 ffff0100 e9a6b694 34003ec3\n0000020 001003e2\n", true, true },
	{ "0000000 00 1a 00 00 00 01 ff ff 94 b6 a6 e9 c3 3e 00 34\n0000016 e2\n", true, true },
	/* not from the beginning, other offsets, bytes that are none, too few of them */
	{ "0000020 1a00 0000 0100 ffff b694 e9a6 3ec3 3400\n0000040 03e2\n", false, false },
	{ "0000000 1a00 0000 0100 ffff b694 e9a6 3ec3 3400\n0000030 03e2\n", false, false },
	{ "0000000 1a00 0000 0100 ffff b694 e9a6 3ec3 34xx\n0000010 03e2\n", false, false },
	{ "000000: 1a00\n000002: 0000\n", false, false },
	{ "00000 1a00 0000 0100 ffff b694 e9a6 3ec3 3400\n00010 03e2\n", false, false },
	{ "000000000 1a00 0000 0100 ffff b694 e9a6 3ec3 3400\n000000010 03e2\n", false, false },
	/* od itself, where groups are octal; words of a listing in pairs */
	{ "0000000 015000 000000 000400 177777 133224 164646 037303 032000\n0000020 001742\n",
	    false, false },
	{ "000000 00260000 FF00A6E9  C33E28F7 DD03EFB9\n000010 00F91400\n", false, false },
	{ "000000\n000000\n", false, false },
};

enum { PRINTS = sizeof(prints) / sizeof(prints[0]) };

START_TEST(prints_of_files_are_told)
{
	struct head head = { span_of(prints[_i].text, strlen(prints[_i].text)), true };

	ck_assert_msg((refuse_dump(head) != 0) == prints[_i].dump, "%s", prints[_i].text);
	ck_assert_msg((refuse_dump_offsets(head) != 0) == prints[_i].offsets, "%s",
	    prints[_i].text);
	/* the better advice wins */
	if (prints[_i].offsets)
		ck_assert_int_gt(refuse_dump(head), refuse_dump_offsets(head));
}
END_TEST

/* Up to the character behind the second offset nothing is said, then always the same. */
START_TEST(prints_grow)
{
	struct span all = span_of(prints[_i].text, strlen(prints[_i].text));
	const char *second = strchr(prints[_i].text, '\n') + 1;
	size_t n, need = (size_t)(second - prints[_i].text) + strcspn(second, ": \n") + 1;

	for (n = 0; n <= all.n; n++) {
		struct head head = { span_first(all, n), n == all.n };

		ck_assert_msg((refuse_dump(head) != 0) == (prints[_i].dump && n >= need),
		    "%zu bytes of %s", n, prints[_i].text);
	}
}
END_TEST

/* A listing whose copy has lost blanks looks the same, but begins a record. */
START_TEST(listings_bid_more)
{
	static const char text[] =
	    "000000 01380000 FF00A6E9 C33E28F7 DD03EFB9 00F91400 E2E2D6D7 D4E2E3D9 011C0000\n"
	    "000020 E2E2D6D7 00000001 000000A0 00980001 00000038 00680001 0060005E 4DE2E3C1\n";
	struct head head = { span_of(text, sizeof(text) - 1), true };

	ck_assert_int_gt(refuse_dump(head), 0);
	ck_assert_int_gt(container_listing.bid(head), refuse_dump(head));
	ck_assert_int_eq(refuse_dump_offsets(head), 0);
}
END_TEST

Suite *refuse_dump_suite(void)
{
	Suite *suite = suite_create("refuse_dump");
	TCase *t = tcase_create("refuse_dump");

	tcase_add_loop_test(t, prints_of_files_are_told, 0, PRINTS);
	tcase_add_loop_test(t, prints_grow, 0, PRINTS);
	tcase_add_test(t, listings_bid_more);
	suite_add_tcase(suite, t);
	return suite;
}
