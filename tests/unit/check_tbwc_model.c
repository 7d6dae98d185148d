/* check_tbwc_model.c - the buffer protocol in every order in which things can happen */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>

#include "tbwc_model.h"

#define ROWS(table) (int)(sizeof(table) / sizeof((table)[0]))

struct row {
	const char	*what;
	struct model	 model;
	unsigned	 harm;		/* that must be found, and no other */
	bool		 large;		/* takes long under valgrind */
};

#define SIZE(b, f, w) .buffers = (b), .fillers = (f), .writers = (w), .bits = 2

/* Buffers are filled, captured and given back for ever; 2-bit numbers come again and again. */
static const struct row cycle[] = {
	{ "one of each", { SIZE(1, 1, 1), .tests = MODEL_BOTH }, 0, false },
	{ "two buffers", { SIZE(2, 2, 1), .tests = MODEL_BOTH }, 0, false },
	{ "two of each", { SIZE(2, 2, 2), .tests = MODEL_BOTH }, 0, false },
	{ "three writers", { SIZE(2, 2, 3), .tests = MODEL_BOTH }, 0, true },
	{ "three fillers", { SIZE(2, 3, 2), .tests = MODEL_BOTH }, 0, true },
	{ "three fillers and buffers", { SIZE(3, 3, 1), .tests = MODEL_BOTH }, 0, true },
	{ "three buffers", { SIZE(3, 2, 2), .tests = MODEL_BOTH }, 0, true },

	/* the table of moves keeps these apart even without tests; CTRACECS has no table */
	{ "no tests", { SIZE(2, 2, 2) }, 0, false },
	{ "no tests, no table", { SIZE(2, 2, 2), .bare = true },
	    MODEL_STOLEN | MODEL_DISTURBED | MODEL_DROPPED | MODEL_HOLLOW, false },
	{ "numbers alone that come again, no table",
	    { SIZE(2, 2, 2), .tests = MODEL_TESTSEQ, .bare = true },
	    MODEL_STOLEN | MODEL_DISTURBED | MODEL_DROPPED | MODEL_HOLLOW, false },
	{ "states alone, no table", { SIZE(2, 2, 2), .tests = MODEL_TESTMODE, .bare = true }, 0,
	    false },

	{ "nothing is given back", { SIZE(2, 2, 2), .tests = MODEL_BOTH, .forgetful = true },
	    MODEL_STUCK, false },
};

/* One buffer. Numbers do not come again, unless it says so. */
#define ALONE(t) .buffers = 1, .fillers = 1, .recyclers = 2, .tests = MODEL_BOTH, .recycling = (t)
#define STRAY(t) .buffers = 1, .fillers = 1, .writers = 1, .recyclers = 1, \
	.tests = MODEL_BOTH, .recycling = (t)
#define ONCE .bits = 4, .uses = 15
#define AGAIN .bits = 2

/* MODE=AVAIL by the application: two that recycle, without an external writer. */
static const struct row alone[] = {
	{ "no test", { ALONE(MODEL_NO_TEST), ONCE, .bare = true },
	    MODEL_STOLEN | MODEL_DROPPED, false },
	{ "TESTSEQ#", { ALONE(MODEL_TESTSEQ), ONCE, .bare = true }, 0, false },
	{ "TESTMODE", { ALONE(MODEL_TESTMODE), ONCE, .bare = true }, MODEL_DROPPED, false },
	{ "both", { ALONE(MODEL_BOTH), ONCE, .bare = true }, 0, false },
	{ "no test, table", { ALONE(MODEL_NO_TEST), ONCE }, MODEL_DROPPED, false },
	{ "TESTSEQ#, table", { ALONE(MODEL_TESTSEQ), ONCE }, 0, false },
	{ "TESTMODE, table", { ALONE(MODEL_TESTMODE), ONCE }, MODEL_DROPPED, false },
	{ "both, table", { ALONE(MODEL_BOTH), ONCE }, 0, false },

	/* why a number must be used once, and has 32 bits */
	{ "TESTSEQ#, numbers again", { ALONE(MODEL_TESTSEQ), AGAIN, .bare = true },
	    MODEL_STOLEN | MODEL_DROPPED, false },
	{ "both, numbers again", { ALONE(MODEL_BOTH), AGAIN, .bare = true }, MODEL_DROPPED, false },
	{ "both, table, numbers again", { ALONE(MODEL_BOTH), AGAIN }, MODEL_DROPPED, false },
};

/* The same by one that does not know of the external writer. */
static const struct row stray[] = {
	{ "no test", { STRAY(MODEL_NO_TEST), ONCE, .bare = true },
	    MODEL_STOLEN | MODEL_DROPPED | MODEL_DISTURBED, false },
	{ "TESTSEQ#", { STRAY(MODEL_TESTSEQ), ONCE, .bare = true }, MODEL_DISTURBED, false },
	{ "TESTMODE", { STRAY(MODEL_TESTMODE), ONCE, .bare = true }, MODEL_DROPPED, false },
	{ "both", { STRAY(MODEL_BOTH), ONCE, .bare = true }, 0, false },
	{ "no test, table", { STRAY(MODEL_NO_TEST), ONCE }, MODEL_DROPPED, false },
	{ "TESTSEQ#, table", { STRAY(MODEL_TESTSEQ), ONCE }, 0, false },
	{ "TESTMODE, table", { STRAY(MODEL_TESTMODE), ONCE }, MODEL_DROPPED, false },
	{ "both, table", { STRAY(MODEL_BOTH), ONCE }, 0, false },
	{ "both, numbers again", { STRAY(MODEL_BOTH), AGAIN, .bare = true }, MODEL_DROPPED, false },
};

/* "stolen dropped", or "none". */
static void
harm_text(unsigned harm, char *to, size_t room)
{
	static const char *const names[] = {
		"stolen", "disturbed", "dropped", "hollow", "refused", "stuck"
	};
	size_t i, n = 0;

	(void)snprintf(to, room, "none");
	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if ((harm >> i & 1) != 0)
			n += (size_t)snprintf(to + n, room - n, "%s%s", n > 0 ? " " : "", names[i]);
}

static void
check_row(const struct row *row)
{
	struct model_found found;
	char text[80], wanted[80];

	if (row->large && getenv("QUICK") != NULL)
		return;
	found = model_search(&row->model);
	harm_text(found.harm, text, sizeof(text));
	harm_text(row->harm, wanted, sizeof(wanted));
	ck_assert_msg(found.harm == row->harm, "%s: in %zu states harm is \"%s\", not \"%s\" "
	    "(the nearest in %zu steps)", row->what, found.states, text, wanted, found.steps);
	ck_assert_msg(found.states > 20 && (found.steps > 0) == (row->harm != 0),
	    "%s: %zu states, nearest harm in %zu steps", row->what, found.states, found.steps);
}

START_TEST(cycle_does_only_the_harm_that_is_known)
{
	check_row(&cycle[_i]);
}
END_TEST

START_TEST(recycling_alone_does_only_the_harm_that_is_known)
{
	check_row(&alone[_i]);
}
END_TEST

START_TEST(stray_recycling_does_only_the_harm_that_is_known)
{
	check_row(&stray[_i]);
}
END_TEST

/* All is filled and captured when it is to end, in whatever order. */
START_TEST(bounded_use_comes_to_its_end)
{
	struct row row = {
		.what = "bounded", .model = {
			.buffers = 1 + (unsigned)_i, .fillers = 2, .writers = 2,
			.bits = 3, .uses = 7, .tests = MODEL_BOTH
		}
	};

	check_row(&row);
}
END_TEST

Suite *
tbwc_model_suite(void)
{
	Suite *s = suite_create("tbwc_model");
	TCase *t = tcase_create("tbwc_model");

	tcase_add_loop_test(t, cycle_does_only_the_harm_that_is_known, 0, ROWS(cycle));
	tcase_add_loop_test(t, recycling_alone_does_only_the_harm_that_is_known, 0, ROWS(alone));
	tcase_add_loop_test(t, stray_recycling_does_only_the_harm_that_is_known, 0, ROWS(stray));
	tcase_add_loop_test(t, bounded_use_comes_to_its_end, 0, 2);
	suite_add_tcase(s, t);
	return s;
}
