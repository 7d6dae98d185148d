/* check_tbwc.c - every move of the buffer protocol, by everybody, with every test
 *
 * z/OS MVS Authorized Assembler Services Reference, CTRACECS: MODE, TESTMODE,
 * TESTSEQ#, BUFFSEQ#, CSLABEL.
 */
#include <check.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>

#include "ztrace/tbwc.h"

#define ROWS(table) (int)(sizeof(table) / sizeof((table)[0]))

enum { ACTORS = 3, OLD = 0x01020304, NEW = 0x70E0D0C0 };

static const enum tbwc_actor actors[ACTORS] = { TBWC_APPLICATION, TBWC_ALONE, TBWC_WRITER };

/* The legal moves, one by one, as the documentation tells them. */
static const struct move {
	enum tbwc_actor	actor;
	enum tbwc_mode	from, to;
} legal[] = {
	{ TBWC_APPLICATION, TBWC_AVAILABLE, TBWC_FILLING },
	{ TBWC_APPLICATION, TBWC_FILLING, TBWC_FULL },
	{ TBWC_ALONE, TBWC_AVAILABLE, TBWC_FILLING },
	{ TBWC_ALONE, TBWC_FILLING, TBWC_FULL },
	{ TBWC_ALONE, TBWC_FULL, TBWC_AVAILABLE },
	{ TBWC_WRITER, TBWC_FULL, TBWC_CAPTURE },
	{ TBWC_WRITER, TBWC_CAPTURE, TBWC_AVAILABLE }
};

/* What may be asked besides actor, from and to; a loop test's number is one of them. */
struct ask {
	enum tbwc_test	test;
	bool		test_sequence;
	uint32_t	sequence;
	bool		renumber;
};

enum { TESTS = TBWC_CURRENT + 1, SEQUENCES = 3, ASKS = TESTS * SEQUENCES * 2 };

static struct ask
ask_of(int i)
{
	return (struct ask){
		.renumber = i % 2 != 0,
		.test_sequence = i / 2 % SEQUENCES != 0,
		.sequence = i / 2 % SEQUENCES == 1 ? OLD : OLD + 1,
		.test = (enum tbwc_test)(i / 2 / SEQUENCES)
	};
}

static bool
is_legal(enum tbwc_actor actor, enum tbwc_mode from, enum tbwc_mode to)
{
	int i;

	for (i = 0; i < ROWS(legal); i++)
		if (legal[i].actor == actor && legal[i].from == from && legal[i].to == to)
			return true;
	return false;
}

/* Whether what is asked for is so. */
static bool
is_met(const struct ask *ask, enum tbwc_mode from)
{
	if (ask->test_sequence && ask->sequence != OLD)
		return false;
	switch (ask->test) {
	case TBWC_TEST_AVAILABLE:
		return from == TBWC_AVAILABLE;
	case TBWC_TEST_FILLING:
		return from == TBWC_FILLING;
	case TBWC_TEST_FULL:
		return from == TBWC_FULL;
	default:
		return true;
	}
}

/* One change, asked of a word and of an area, gives what it should in both. */
static void
change_gives(const struct tbwc_change *c, enum tbwc_mode from, bool wanted)
{
	uint64_t before = tbwc_word(from, OLD), to = 0x5A5A;
	struct tbwc t;
	struct tbwc_found found = { .mode = TBWC_MODES }, after;
	bool made;

	tbwc_init(&t);
	atomic_store(&t.word, before);
	made = tbwc_change(&t, c, &found);
	after = tbwc_look(&t);
	ck_assert_msg(made == wanted && tbwc_move(before, c, &to) == wanted,
	    "actor %d, %s to %s, test %d, sequence %s, number %s: %s", c->actor,
	    tbwc_mode_name(from), tbwc_mode_name(c->mode), c->test,
	    !c->test_sequence ? "any" : c->sequence == OLD ? "right" : "wrong",
	    c->renumber ? "new" : "kept", made ? "changed" : "not changed");
	ck_assert_uint_eq(found.mode, from);
	ck_assert_uint_eq(found.sequence, OLD);
	if (!wanted) {
		ck_assert_uint_eq(atomic_load(&t.word), before);
		ck_assert_uint_eq(to, 0x5A5A);
		return;
	}
	ck_assert_uint_eq(atomic_load(&t.word), to);
	ck_assert_uint_eq(after.mode, c->mode);
	ck_assert_uint_eq(after.sequence, c->mode == TBWC_FILLING ? NEW : OLD);
}

START_TEST(only_legal_moves_are_made_and_only_if_tests_hold)
{
	struct ask ask = ask_of(_i);
	enum tbwc_mode from, to;
	bool wanted;
	int a;

	for (a = 0; a < ACTORS; a++)
		for (from = 0; from < TBWC_MODES; from++)
			for (to = 0; to < TBWC_MODES; to++) {
				struct tbwc_change c = {
					.actor = actors[a], .mode = to, .test = ask.test,
					.test_sequence = ask.test_sequence,
					.sequence = ask.sequence,
					.renumber = ask.renumber, .number = NEW
				};

				wanted = is_legal(actors[a], from, to) && is_met(&ask, from) &&
				    ask.renumber == (to == TBWC_FILLING);
				change_gives(&c, from, wanted);
			}
}
END_TEST

START_TEST(each_legal_move_is_made)
{
	const struct move *m = &legal[_i];
	struct tbwc_change c = {
		.actor = m->actor, .mode = m->to, .test = TBWC_CURRENT,
		.renumber = m->to == TBWC_FILLING, .number = NEW
	};

	change_gives(&c, m->from, true);
	if (m->from == TBWC_CAPTURE)
		return;		/* cannot be tested for */
	c.test = (enum tbwc_test)m->from;
	c.test_sequence = true;
	c.sequence = OLD;
	change_gives(&c, m->from, true);
}
END_TEST

START_TEST(found_need_not_be_asked_for)
{
	struct tbwc t;
	struct tbwc_change c = {
		.actor = TBWC_APPLICATION, .mode = TBWC_FULL, .test = TBWC_CURRENT
	};

	tbwc_init(&t);
	ck_assert(!tbwc_change(&t, &c, NULL));
	c.mode = TBWC_FILLING;
	c.renumber = true;
	c.number = 1;
	ck_assert(tbwc_change(&t, &c, NULL));
	ck_assert_uint_eq(tbwc_look(&t).mode, TBWC_FILLING);
}
END_TEST

START_TEST(word_holds_state_and_number)
{
	static const uint32_t sequences[] = { 0, 1, OLD, NEW, UINT32_MAX };
	struct tbwc_found parts;
	enum tbwc_mode mode;
	struct tbwc t;
	int i;

	for (mode = 0; mode < TBWC_MODES; mode++)
		for (i = 0; i < ROWS(sequences); i++) {
			parts = tbwc_parts(tbwc_word(mode, sequences[i]));
			ck_assert_uint_eq(parts.mode, mode);
			ck_assert_uint_eq(parts.sequence, sequences[i]);
		}
	ck_assert_uint_eq(tbwc_word(TBWC_CAPTURE, 0x80000001), 0x0000000380000001);
	tbwc_init(&t);
	ck_assert_uint_eq(atomic_load(&t.word), tbwc_word(TBWC_AVAILABLE, 0));
}
END_TEST

/* Documents say AVAIL and AVAILABLE, CAPTURE and captured; here each has one name. */
START_TEST(states_have_one_name_each)
{
	ck_assert_str_eq(tbwc_mode_name(TBWC_AVAILABLE), "AVAILABLE");
	ck_assert_str_eq(tbwc_mode_name(TBWC_FILLING), "FILLING");
	ck_assert_str_eq(tbwc_mode_name(TBWC_FULL), "FULL");
	ck_assert_str_eq(tbwc_mode_name(TBWC_CAPTURE), "CAPTURE");
	ck_assert_str_eq(tbwc_mode_name(TBWC_MODES), "?");
	ck_assert_str_eq(tbwc_mode_name((enum tbwc_mode)UINT32_MAX), "?");
}
END_TEST

/* A step of a story about one buffer; `number` is tested for, or given on the way to FILLING. */
struct step {
	enum tbwc_actor	actor;
	enum tbwc_mode	mode;
	enum tbwc_test	test;
	uint32_t	number;
	bool		made;
};

static const struct step with_writer[] = {
	{ TBWC_APPLICATION, TBWC_FILLING, TBWC_TEST_AVAILABLE, 1, true },
	{ TBWC_APPLICATION, TBWC_FILLING, TBWC_TEST_AVAILABLE, 2, false }, /* somebody fills it */
	{ TBWC_WRITER, TBWC_CAPTURE, TBWC_TEST_FULL, 1, false },	/* not full yet */
	{ TBWC_APPLICATION, TBWC_FULL, TBWC_TEST_FILLING, 2, false },	/* not the one who fills */
	{ TBWC_APPLICATION, TBWC_FULL, TBWC_TEST_FILLING, 1, true },
	{ TBWC_APPLICATION, TBWC_AVAILABLE, TBWC_TEST_FULL, 1, false },	/* the writer empties it */
	{ TBWC_WRITER, TBWC_CAPTURE, TBWC_TEST_FULL, 1, true },
	{ TBWC_WRITER, TBWC_CAPTURE, TBWC_TEST_FULL, 1, false },	/* once only */
	{ TBWC_APPLICATION, TBWC_FILLING, TBWC_TEST_AVAILABLE, 2, false },
	{ TBWC_APPLICATION, TBWC_AVAILABLE, TBWC_CURRENT, 1, false },
	{ TBWC_WRITER, TBWC_AVAILABLE, TBWC_CURRENT, 2, false },	/* not the one captured */
	{ TBWC_WRITER, TBWC_AVAILABLE, TBWC_CURRENT, 1, true },
	{ TBWC_APPLICATION, TBWC_FILLING, TBWC_TEST_AVAILABLE, UINT32_MAX, true },
	{ TBWC_APPLICATION, TBWC_FULL, TBWC_TEST_FILLING, UINT32_MAX, true }
};

/* Without an external writer the oldest full buffer is filled again. */
static const struct step wrapping[] = {
	{ TBWC_ALONE, TBWC_FILLING, TBWC_TEST_AVAILABLE, 7, true },
	{ TBWC_ALONE, TBWC_FULL, TBWC_TEST_FILLING, 7, true },
	{ TBWC_ALONE, TBWC_FILLING, TBWC_TEST_FULL, 8, false },		/* by AVAILABLE only */
	{ TBWC_ALONE, TBWC_CAPTURE, TBWC_TEST_FULL, 7, false },
	{ TBWC_ALONE, TBWC_AVAILABLE, TBWC_TEST_FULL, 6, false },	/* it is a newer one */
	{ TBWC_ALONE, TBWC_AVAILABLE, TBWC_TEST_FULL, 7, true },
	{ TBWC_ALONE, TBWC_AVAILABLE, TBWC_TEST_FULL, 7, false },
	{ TBWC_ALONE, TBWC_FILLING, TBWC_TEST_AVAILABLE, 8, true },
	{ TBWC_ALONE, TBWC_AVAILABLE, TBWC_TEST_FULL, 7, false },	/* too late for that */
	{ TBWC_ALONE, TBWC_AVAILABLE, TBWC_CURRENT, 8, false },
	{ TBWC_ALONE, TBWC_FULL, TBWC_TEST_FILLING, 8, true }
};

static const struct {
	const struct step *step;
	int		 n;
} stories[] = {
	{ with_writer, ROWS(with_writer) },
	{ wrapping, ROWS(wrapping) }
};

START_TEST(story_goes_as_told)
{
	const struct step *s = stories[_i].step, *end = s + stories[_i].n;
	struct tbwc_found before, found, after;
	struct tbwc t;

	tbwc_init(&t);
	for (; s < end; s++) {
		bool fills = s->mode == TBWC_FILLING;
		struct tbwc_change c = {
			.actor = s->actor, .mode = s->mode, .test = s->test,
			.test_sequence = !fills, .sequence = s->number,
			.renumber = fills, .number = s->number
		};

		before = tbwc_look(&t);
		ck_assert_msg(tbwc_change(&t, &c, &found) == s->made, "step %d to %s from %s",
		    (int)(s - stories[_i].step), tbwc_mode_name(s->mode),
		    tbwc_mode_name(before.mode));
		after = tbwc_look(&t);
		ck_assert_uint_eq(found.mode, before.mode);
		ck_assert_uint_eq(found.sequence, before.sequence);
		ck_assert_uint_eq(after.mode, s->made ? s->mode : before.mode);
		ck_assert_uint_eq(after.sequence, s->made ? s->number : before.sequence);
	}
}
END_TEST

/*
 * Several threads change one buffer without any test, as CSLABEL=RETRY does.
 * Each number is then filled, made full and emptied once, and by one thread
 * each, or the swap has lost a change.
 */
enum { CHANGERS = 4, ROUNDS = 5000, USES = CHANGERS * ROUNDS };

struct changers {
	struct tbwc	 tbwc;
	atomic_uint	 ready;			/* threads that are there */
	atomic_uint	 numbers;		/* given out so far */
	atomic_uchar	*moved;			/* how often each number came to each state */
};

static void
changers_move(struct changers *c, enum tbwc_mode mode)
{
	struct tbwc_change change = {
		.actor = TBWC_ALONE, .mode = mode, .test = TBWC_CURRENT,
		.renumber = mode == TBWC_FILLING
	};
	struct tbwc_found found;

	if (change.renumber)
		change.number = atomic_fetch_add(&c->numbers, 1) + 1;
	if (!tbwc_change(&c->tbwc, &change, &found))
		return;
	if (change.renumber)
		found.sequence = change.number;
	atomic_fetch_add(&c->moved[found.sequence * TBWC_MODES + mode], 1);
}

static void *
changer(void *to)
{
	struct changers *c = to;
	int i;

	atomic_fetch_add(&c->ready, 1);
	while (atomic_load(&c->ready) < CHANGERS)
		(void)sched_yield();
	for (i = 0; i < ROUNDS; i++) {
		changers_move(c, TBWC_FILLING);
		changers_move(c, TBWC_FULL);
		changers_move(c, TBWC_AVAILABLE);
	}
	return NULL;
}

START_TEST(changes_at_the_same_time_are_made_one_by_one)
{
	static const enum tbwc_mode order[] = { TBWC_FILLING, TBWC_FULL, TBWC_AVAILABLE };
	struct changers c = { 0 };
	pthread_t thread[CHANGERS];
	struct tbwc_found last;
	unsigned n, uses = 0, wanted;
	size_t k, left;

	tbwc_init(&c.tbwc);
	c.moved = calloc((USES + 1) * TBWC_MODES, sizeof(*c.moved));
	ck_assert_ptr_nonnull(c.moved);
	for (k = 0; k < CHANGERS; k++)
		ck_assert_int_eq(pthread_create(&thread[k], NULL, changer, &c), 0);
	for (k = 0; k < CHANGERS; k++)
		ck_assert_int_eq(pthread_join(thread[k], NULL), 0);
	last = tbwc_look(&c.tbwc);
	for (n = 1; n <= USES; n++) {
		atomic_uchar *moved = &c.moved[n * TBWC_MODES];

		wanted = atomic_load(&moved[TBWC_FILLING]);
		uses += wanted;
		ck_assert_uint_le(wanted, 1);
		/* the last one used has come as far as the word says */
		left = last.sequence != n || last.mode == TBWC_AVAILABLE ? 3 :
		    (size_t)last.mode;
		for (k = 0; k < 3; k++)
			ck_assert_msg(atomic_load(&moved[order[k]]) == (k < left ? wanted : 0),
			    "number %u came to %s %d times", n, tbwc_mode_name(order[k]),
			    atomic_load(&moved[order[k]]));
	}
	ck_assert_uint_gt(uses, 0);
	free(c.moved);
}
END_TEST

Suite *
tbwc_suite(void)
{
	Suite *s = suite_create("tbwc");
	TCase *t = tcase_create("tbwc");

	tcase_add_loop_test(t, only_legal_moves_are_made_and_only_if_tests_hold, 0, ASKS);
	tcase_add_loop_test(t, each_legal_move_is_made, 0, ROWS(legal));
	tcase_add_test(t, found_need_not_be_asked_for);
	tcase_add_test(t, word_holds_state_and_number);
	tcase_add_test(t, states_have_one_name_each);
	tcase_add_loop_test(t, story_goes_as_told, 0, ROWS(stories));
	tcase_add_test(t, changes_at_the_same_time_are_made_one_by_one);
	suite_add_tcase(s, t);
	return s;
}
