/* check_join.c - what becomes of segments: a table file of little scripts
 *
 * See toy.h for how they are written. A record that comes out is "W1abc*3":
 * key 1, payload abc, made of three segments.
 */
#include <check.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "joiner.h"
#include "toy.h"

struct row {
	const char	*script;
	const char	*whole;		/* what comes out */
	const char	*rejected;
	const char	*accounts;	/* where the segments went */
	const char	*said;		/* each line begins with the record's number */
};

static const struct row plain[] = {
	{ "", "", "", "", "" },
	{ "W1ab", "W1ab*1", "", "complete 1", "" },
	{ "W1", "W1*1", "", "complete 1", "" },
	{ "F1ab L1cd", "W1abcd*2", "", "joined 2", "" },
	{ "F1a M1b M1cd M1e L1f", "W1abcdef*5", "", "joined 5", "" },
	{ "F1 M1 L1", "W1*3", "", "joined 3", "" },
	{ "F1a F2a M1b M2b L2c L1c", "W2abc*3 W1abc*3", "", "joined 6", "" },
	{ "F1a F2a F3a L3b L2b L1b", "W3ab*2 W2ab*2 W1ab*2", "", "joined 6", "" },
	{ "F1a W2xy E L1b E", "W2xy*1 E*0 W1ab*2 E*0", "", "complete 1 joined 2", "" },
	/* the same key later is another record */
	{ "F1a L1b F1c L1d W1ab", "W1ab*2 W1cd*2 W1ab*1", "", "complete 1 joined 4", "" },
	{ "W1ab W1ab", "W1ab*1 W1ab*1", "", "complete 2", "" },
	{ "F1a W1xy L1b", "W1xy*1 W1ab*2", "", "complete 1 joined 2", "" },

	/* without a first */
	{ "M1b", "", "M1b", "orphan 1", "1: segments without a first (key 1, 1)\n" },
	{ "L1b", "", "L1b", "orphan 1", "1: segments without a first (key 1, 1)\n" },
	{ "M1b M2b L1c L2c M1d", "", "M1b L1c M1d M2b L2c", "orphan 5",
	    "1: segments without a first (key 1, 3)\n"
	    "2: segments without a first (key 2, 2)\n" },
	{ "F1a L1b L1c", "W1ab*2", "L1c", "joined 2 orphan 1",
	    "3: segments without a first (key 1, 1)\n" },
	{ "L1b F1a L1b", "W1ab*2", "L1b", "joined 2 orphan 1",
	    "1: segments without a first (key 1, 1)\n" },

	/* begun anew, and not finished */
	{ "F1a F1a L1b", "W1ab*2", "F1a", "joined 2 restarted 1",
	    "2: record begins anew before its end (key 1, 1 segments given up)\n" },
	{ "F1a M1b F1a M1b L1c", "W1abc*3", "F1a M1b", "joined 3 restarted 2",
	    "3: record begins anew before its end (key 1, 2 segments given up)\n" },
	{ "F1a M1b F2a", "", "F1a M1b F2a", "unfinished 3",
	    "1: record is not finished at the end of input (key 1, 2 segments)\n"
	    "3: record is not finished at the end of input (key 2, 1 segments)\n" },
	/* older segments of a key go first, whatever is given up first */
	{ "M1z F1a F1a L1b", "W1ab*2", "M1z F1a", "joined 2 orphan 1 restarted 1",
	    "1: segments without a first (key 1, 1)\n"
	    "3: record begins anew before its end (key 1, 1 segments given up)\n" },
	{ "F2a M1b M3b F1a", "", "F2a M1b M3b F1a", "orphan 2 unfinished 2",
	    "1: record is not finished at the end of input (key 2, 1 segments)\n"
	    "2: segments without a first (key 1, 1)\n"
	    "3: segments without a first (key 3, 1)\n"
	    "4: record is not finished at the end of input (key 1, 1 segments)\n" },

	/* damaged */
	{ "F1a L1c", "", "F1a L1c", "damaged 2",
	    "1: record cannot be completed (key 1, 2 segments: a letter is missing)\n" },
	{ "F1a M1b F2a M1d L2b L1e", "W2ab*2", "F1a M1b M1d L1e", "joined 2 damaged 4",
	    "1: record cannot be completed (key 1, 4 segments: a letter is missing)\n" },
	{ "W1ac", "", "W1ac", "damaged 1", "1: record is damaged (key 1: a letter is missing)\n" },
	{ "X", "", "", "", "1: record has Db2's event ID, but its lengths are not those of a "
	    "Db2 segment (16 bytes)\n" },

	/* segments that are cut are none, but it is remembered whose they were */
	{ "F1a M1b~ L1b", "", "F1a L1b", "damaged 2",
	    "1: record cannot be completed (key 1, 2 segments: a segment of it is cut in the "
	    "input)\n" },
	{ "F1a~ L1b", "", "L1b", "orphan 1", "2: segments without a first (key 1, 1)\n" },
	{ "W1a~ W1ab X~", "W1ab*1", "", "complete 1", "" },
	{ "F1a F2a L1b~ L2b", "W2ab*2", "F1a", "joined 2 unfinished 1",
	    "1: record is not finished at the end of input (key 1, 1 segments)\n" },
	{ "F1a M1b~ F1a L1b", "W1ab*2", "F1a", "joined 2 restarted 1",
	    "3: record begins anew before its end (key 1, 1 segments given up)\n" },
};

static const struct row repeats[] = {
	{ "F1a =1 L1b", "W1ab*2", "", "joined 2 repeated 1", "" },
	{ "F1a M1b =2 =2 L1c", "W1abc*3", "", "joined 3 repeated 2", "" },
	{ "F1a L1b =2 =2", "W1ab*2", "", "joined 2 repeated 2", "" },
	{ "W1ab =1 =1", "W1ab*1", "", "complete 1 repeated 2", "" },
	{ "W1ac =1", "", "W1ac", "repeated 1 damaged 1",
	    "1: record is damaged (key 1: a letter is missing)\n" },
	{ "M1b =1 L1c =3", "", "M1b L1c", "repeated 2 orphan 2",
	    "1: segments without a first (key 1, 2)\n" },
	/* not only the one before */
	{ "F1a M1b =1 M1c =2 L1d", "W1abcd*4", "", "joined 4 repeated 2", "" },
	{ "F1a M1b M1c =2 =3 L1d", "W1abcd*4", "", "joined 4 repeated 2", "" },
	/* a whole stretch of the input once more */
	{ "F1a L1b =1 =2 =1 =2", "W1ab*2", "", "joined 2 repeated 4", "" },
	{ "F1a F2a M1b L2b W3ab =1 =2 =3 =4 =5 L1c =11", "W2ab*2 W3ab*1 W1abc*3", "",
	    "complete 1 joined 5 repeated 6", "" },
	{ "F1a M1b F2a M2b =1 =2 =3 =4 L2c L1c", "W2abc*3 W1abc*3", "",
	    "joined 6 repeated 4", "" },
	{ "F1a M1b L1c =2 =3", "W1abc*3", "M1b", "joined 3 repeated 1 orphan 1",
	    "4: segments without a first (key 1, 1)\n" },
	/* the second time whole, the second time not whole, twice not whole */
	{ "F1a L1c =1 M1b =2", "W1abc*3", "F1a L1c", "joined 3 damaged 2",
	    "1: record cannot be completed (key 1, 2 segments: a letter is missing)\n" },
	{ "F1a M1b L1c =1 =3", "W1abc*3", "", "joined 3 repeated 2", "" },
	{ "F1a L1c =1 =2", "", "F1a L1c F1a L1c", "damaged 4",
	    "1: record cannot be completed (key 1, 2 segments: a letter is missing)\n"
	    "3: record cannot be completed (key 1, 2 segments: a letter is missing)\n" },
	{ "F1a L1c =2", "", "F1a L1c", "repeated 1 damaged 2",
	    "1: record cannot be completed (key 1, 2 segments: a letter is missing)\n" },
	/* the last segment of the record before does not end the next one */
	{ "F1a L1b F1a =2 L1b", "W1ab*2 W1ab*2", "", "joined 4 repeated 1", "" },
	/* what has another time stamp is no repeat */
	{ "F1a M1b M1b L1c", "", "F1a M1b M1b L1c", "damaged 4",
	    "1: record cannot be completed (key 1, 4 segments: a letter is missing)\n" },
};

/* Without time stamps alike is not the same, but for what begins or ends a record. */
static const struct row untimed[] = {
	{ "F1a L1b", "W1ab*2", "", "joined 2", "" },
	{ "W1ab", "W1ab*1", "", "complete 1", "" },
	{ "F1 M1 M1 M1 L1", "W1*5", "", "joined 5", "" },
	{ "F1a F1a L1b L1b", "W1ab*2", "", "joined 2 repeated 2", "" },
	{ "W1ab W1ab", "W1ab*1", "", "complete 1 repeated 1", "" },
	{ "M1b L1c F1a", "W1abc*3", "", "joined 3", "" },
};

/* The beginning of the data set is the continuation of its end: times say so. */
static const struct row seam[] = {
	{ "@60 L1b @50 F1a", "W1ab*2", "", "joined 2", "" },
	{ "@60 M1b L1c @40 W2ab F1a", "W2ab*1 W1abc*3", "", "complete 1 joined 3", "" },
	{ "@60 M1c L1d @50 F1a M1b", "W1abcd*4", "", "joined 4", "" },
	{ "@60 L2c L1b @50 F1a F2a M2b", "W1ab*2 W2abc*3", "", "joined 5", "" },
	/* forward in time only */
	{ "@40 L1b @50 F1a", "", "L1b F1a", "orphan 1 unfinished 1",
	    "1: segments without a first (key 1, 1)\n"
	    "2: record is not finished at the end of input (key 1, 1 segments)\n" },
	{ "@60 M1b L1c @50 F1a @62 M1b", "", "M1b L1c F1a M1b", "orphan 2 unfinished 2",
	    "1: segments without a first (key 1, 2)\n"
	    "3: record is not finished at the end of input (key 1, 2 segments)\n" },
	/* of the same key only those that fit, up to a last one */
	{ "@40 M1x L1y @60 M1b L1c M1z @50 F1a", "W1abc*3", "M1x L1y M1z", "joined 3 orphan 3",
	    "1: segments without a first (key 1, 3)\n" },
	{ "@60 L1b L1c @50 F1a", "W1ab*2", "L1c", "joined 2 orphan 1",
	    "1: segments without a first (key 1, 1)\n" },
	{ "@60 M1b @40 M1x @70 L1c @50 F1a", "", "M1x L1c F1a M1b", "orphan 2 unfinished 2",
	    "1: segments without a first (key 1, 2)\n"
	    "4: record is not finished at the end of input (key 1, 2 segments)\n" },
	/* it is not whole then either, or does not fit together */
	{ "@60 M1b @50 F1a", "", "F1a M1b", "unfinished 2",
	    "2: record is not finished at the end of input (key 1, 2 segments)\n" },
	{ "@60 L1c @50 F1a", "", "F1a L1c", "damaged 2",
	    "2: record cannot be completed (key 1, 2 segments: a letter is missing)\n" },
	{ "@60 M1b M1c~ L1c @50 F1a", "", "F1a M1b L1c", "damaged 3",
	    "4: record cannot be completed (key 1, 3 segments: a segment of it is cut in the "
	    "input)\n" },
	/* what has been joined is not open any more */
	{ "@60 M1b L1c @50 F1a L1b", "W1ab*2", "M1b L1c", "joined 2 orphan 2",
	    "1: segments without a first (key 1, 2)\n" },
};

static struct joiner joiner;
static struct toys toys;
static struct buf text, said;

static void
got(void *to, const struct record *rec)
{
	struct buf *b = to;

	toy_text(rec->data, b);
	buf_printf(b, "*%" PRIu32, rec->segments);
}

/* Lines as the rows have them: the place's offset must be that of its record. */
static void
shorten(const char *words)
{
	unsigned long number, offset, wanted = 0, i;
	int n;

	for (; *words != '\0'; words++) {
		ck_assert_msg(sscanf(words, "record %lu at 0x%lx: %n", &number, &offset, &n) == 2,
		    "no place in \"%s\"", words);
		ck_assert_uint_le(number, toys.n);
		for (wanted = 0, i = 1; i < number; i++)
			wanted += toys.feed[i - 1].data.n;
		ck_assert_uint_eq(offset, wanted);
		buf_printf(&said, "%lu: ", number);
		words += n;
		buf_put(&said, words, strcspn(words, "\n") + 1);
		words = strchr(words, '\n');
	}
	buf_char(&said, '\0');
}

/* The segments' accounts that are not zero. */
static void
accounts_are(const char *wanted)
{
	static const char *const names[] = {
		"complete", "joined", "repeated", "carried", "orphan", "restarted",
		"unfinished", "damaged", "long", "memory", "age"
	};
	struct buf b = { 0 };
	size_t i;

	ck_assert_uint_eq(REJECTED_AGE - SEGMENTS_COMPLETE, 10);
	for (i = 0; i < 11; i++)
		if (joiner.ledger.n[SEGMENTS_COMPLETE + i] > 0)
			buf_printf(&b, "%s%s %" PRIu64, b.n > 0 ? " " : "", names[i],
			    joiner.ledger.n[SEGMENTS_COMPLETE + i]);
	buf_char(&b, '\0');
	ck_assert_str_eq((const char *)b.p, wanted);
	buf_free(&b);
}

static void
text_is(const char *wanted)
{
	buf_char(&text, '\0');
	ck_assert_str_eq((const char *)text.p, wanted);
	buf_clear(&text);
}

static void
run_row(const struct row *row, bool without_time)
{
	toys_make(&toys, row->script, without_time);
	buf_clear(&text);
	buf_clear(&said);
	joiner.got = got;
	joiner.to = &text;
	ck_assert_int_eq(joiner_run(&joiner, toys.feed, toys.n), RC_END);
	text_is(row->whole);
	toy_texts(buf_span(&joiner.rejected), &text);
	text_is(row->rejected);
	accounts_are(row->accounts);
	shorten(joiner.said.words);
	ck_assert_str_eq((const char *)said.p, row->said);
}

static void
set_up(void)
{
	joiner_start(&joiner, &toy_join);
	joiner.eids = (struct eid_match){ 0 };
}

static void
tear_down(void)
{
	joiner_free(&joiner);
	toys_free(&toys);
	buf_free(&text);
	buf_free(&said);
}

START_TEST(plain_row)
{
	run_row(&plain[_i], false);
}
END_TEST

START_TEST(repeats_row)
{
	run_row(&repeats[_i], false);
}
END_TEST

START_TEST(untimed_row)
{
	run_row(&untimed[_i], true);
}
END_TEST

START_TEST(seam_row)
{
	run_row(&seam[_i], false);
}
END_TEST

Suite *
join_suite(void)
{
	Suite *suite = suite_create("join");
	TCase *tc = tcase_create("core");

	tcase_add_checked_fixture(tc, set_up, tear_down);
	tcase_add_loop_test(tc, plain_row, 0, sizeof(plain) / sizeof(plain[0]));
	tcase_add_loop_test(tc, repeats_row, 0, sizeof(repeats) / sizeof(repeats[0]));
	tcase_add_loop_test(tc, untimed_row, 0, sizeof(untimed) / sizeof(untimed[0]));
	tcase_add_loop_test(tc, seam_row, 0, sizeof(seam) / sizeof(seam[0]));
	suite_add_tcase(suite, tc);
	return suite;
}
