/* check_pool.c - buffers go round in the order of turns, step by step */
#include <check.h>
#include <pthread.h>
#include <sched.h>

#include "ztrace/pool.h"

#define ROWS(table) (int)(sizeof(table) / sizeof((table)[0]))

static void
slot_is(const struct slot *s, enum tbwc_mode mode, uint32_t number)
{
	struct tbwc_found found;

	ck_assert_ptr_nonnull(s);
	found = tbwc_look(&s->tbwc);
	ck_assert_msg(found.mode == mode && found.sequence == number,
	    "buffer is %s with number %u, not %s with %u", tbwc_mode_name(found.mode),
	    found.sequence, tbwc_mode_name(mode), number);
}

/* Fills the buffer of a turn, for which there must be one. */
static void
fill(struct pool *p, uint64_t turn)
{
	struct slot *s = pool_fill(p, turn);

	ck_assert_ptr_nonnull(s);
	pool_full(p, s);
}

/* Empties the next one, which must be there and have this turn. */
static void
empty(struct pool *p, uint64_t turn)
{
	struct slot *s = pool_capture(p, false);

	ck_assert_msg(s != NULL, "turn %llu is not there", (unsigned long long)turn);
	ck_assert_uint_eq(atomic_load(&s->turn), turn);
	pool_release(p, s);
}

START_TEST(use_of_a_buffer_goes_through_its_states)
{
	struct pool p;
	struct slot *s, *again;

	ck_assert(pool_init(&p, 1));
	slot_is(&p.slot[0], TBWC_AVAILABLE, 0);
	s = pool_fill(&p, 0);
	slot_is(s, TBWC_FILLING, 1);
	pool_full(&p, s);
	slot_is(s, TBWC_FULL, 1);
	again = pool_capture(&p, true);
	ck_assert_ptr_eq(again, s);
	slot_is(s, TBWC_CAPTURE, 1);
	pool_release(&p, s);
	slot_is(s, TBWC_AVAILABLE, 1);
	again = pool_fill(&p, 1);
	slot_is(again, TBWC_FILLING, 2);
	pool_free(&p);
}
END_TEST

START_TEST(numbers_are_never_used_twice)
{
	struct pool p;
	struct slot *s;
	uint64_t turn;

	ck_assert(pool_init(&p, 3));
	for (turn = 0; turn < 100; turn++) {
		s = pool_fill(&p, turn);
		slot_is(s, TBWC_FILLING, (uint32_t)turn + 1);
		ck_assert_uint_eq(atomic_load(&s->turn), turn);
		pool_full(&p, s);
		if (turn % 3 == 2) {
			empty(&p, turn - 2);
			empty(&p, turn - 1);
			empty(&p, turn);
		}
	}
	pool_free(&p);
}
END_TEST

static const uint64_t orders[][3] = {
	{ 0, 1, 2 }, { 0, 2, 1 }, { 1, 0, 2 }, { 1, 2, 0 }, { 2, 0, 1 }, { 2, 1, 0 }
};

START_TEST(turns_are_emptied_in_order_however_they_are_filled)
{
	struct pool p;
	uint64_t next = 0;
	size_t i;
	bool full[4] = { false };

	ck_assert(pool_init(&p, 3));
	for (i = 0; i < 3; i++) {
		fill(&p, orders[_i][i]);
		full[orders[_i][i]] = true;
		for (; full[next]; next++)
			empty(&p, next);
		ck_assert_msg(pool_capture(&p, false) == NULL, "turn %llu is there too early",
		    (unsigned long long)next);
	}
	ck_assert_uint_eq(next, 3);
	ck_assert_uint_eq(p.waits, 0);
	pool_free(&p);
}
END_TEST

START_TEST(a_buffer_that_is_being_filled_is_not_given)
{
	struct pool p;
	struct slot *first, *second;

	ck_assert(pool_init(&p, 2));
	first = pool_fill(&p, 0);
	second = pool_fill(&p, 1);
	ck_assert_ptr_ne(first, second);
	pool_full(&p, second);
	ck_assert_ptr_null(pool_capture(&p, false));
	pool_full(&p, first);
	empty(&p, 0);
	empty(&p, 1);
	pool_free(&p);
}
END_TEST

/* Several turns can be captured at a time, and given back in any order. */
START_TEST(captured_buffers_come_back_in_any_order)
{
	struct pool p;
	struct slot *first, *second;

	ck_assert(pool_init(&p, 2));
	fill(&p, 0);
	fill(&p, 1);
	first = pool_capture(&p, true);
	second = pool_capture(&p, true);
	ck_assert_uint_eq(atomic_load(&first->turn), 0);
	ck_assert_uint_eq(atomic_load(&second->turn), 1);
	pool_release(&p, second);
	ck_assert_ptr_eq(pool_fill(&p, 2), second);
	pool_release(&p, first);
	ck_assert_ptr_eq(pool_fill(&p, 3), first);
	ck_assert_uint_eq(p.waits, 0);
	pool_free(&p);
}
END_TEST

START_TEST(closed_pool_gives_what_is_there)
{
	struct pool p;

	ck_assert(pool_init(&p, 3));
	fill(&p, 0);
	fill(&p, 1);
	ck_assert(!pool_ended(&p));
	pool_close(&p, 2);
	empty(&p, 0);
	ck_assert(!pool_ended(&p));
	empty(&p, 1);
	ck_assert(pool_ended(&p));
	ck_assert_ptr_null(pool_capture(&p, true));
	pool_free(&p);
}
END_TEST

START_TEST(pool_without_turns_is_at_its_end)
{
	struct pool p;

	ck_assert(pool_init(&p, 1));
	pool_close(&p, 0);
	ck_assert(pool_ended(&p));
	ck_assert_ptr_null(pool_capture(&p, true));
	pool_free(&p);
}
END_TEST

START_TEST(stopped_pool_gives_nothing)
{
	struct pool p;
	struct slot *s;

	ck_assert(pool_init(&p, 3));
	fill(&p, 0);
	s = pool_fill(&p, 1);
	pool_stop(&p);
	ck_assert(pool_ended(&p));
	ck_assert_ptr_null(pool_capture(&p, true));
	ck_assert_ptr_null(pool_fill(&p, 2));
	/* who has a buffer may still finish with it */
	pool_full(&p, s);
	slot_is(s, TBWC_FULL, 2);
	ck_assert_ptr_null(pool_capture(&p, false));
	ck_assert_uint_eq(p.waits, 0);
	pool_free(&p);
}
END_TEST

/* One that fills, or empties, in a thread of its own. */
struct other {
	struct pool	*pool;
	uint64_t	 turn;		/* to be filled */
	struct slot	*got;
	pthread_t	 thread;
};

static void *
other_fills(void *to)
{
	struct other *o = to;

	o->got = pool_fill(o->pool, o->turn);
	if (o->got != NULL)
		pool_full(o->pool, o->got);
	return NULL;
}

static void *
other_empties(void *to)
{
	struct other *o = to;

	o->got = pool_capture(o->pool, true);
	if (o->got != NULL)
		pool_release(o->pool, o->got);
	return NULL;
}

static void
other_start(struct other *o, struct pool *p, uint64_t turn, void *(*does)(void *))
{
	*o = (struct other){ .pool = p, .turn = turn };
	ck_assert_int_eq(pthread_create(&o->thread, NULL, does, o), 0);
}

static struct slot *
other_end(struct other *o)
{
	ck_assert_int_eq(pthread_join(o->thread, NULL), 0);
	return o->got;
}

static uint64_t
waits_so_far(struct pool *p)
{
	uint64_t waits;

	ck_assert_int_eq(pthread_mutex_lock(&p->lock), 0);
	waits = p->waits;
	ck_assert_int_eq(pthread_mutex_unlock(&p->lock), 0);
	return waits;
}

/* Returns when so many fillers have found no buffer. */
static void
await_waits(struct pool *p, uint64_t wanted)
{
	while (waits_so_far(p) < wanted)
		(void)sched_yield();
	ck_assert_uint_eq(waits_so_far(p), wanted);
}

START_TEST(filler_waits_for_a_buffer_and_is_counted_once)
{
	struct pool p;
	struct other o;
	struct slot *second;

	ck_assert(pool_init(&p, 2));
	fill(&p, 0);
	second = pool_fill(&p, 1);
	other_start(&o, &p, 2, other_fills);
	await_waits(&p, 1);
	pool_full(&p, second);		/* wakes it, for nothing */
	empty(&p, 0);
	ck_assert_ptr_nonnull(other_end(&o));
	empty(&p, 1);
	empty(&p, 2);
	ck_assert_uint_eq(p.waits, 1);
	pool_free(&p);
}
END_TEST

/* A turn too far ahead waits, even if there are buffers: they are for those before it. */
START_TEST(filler_waits_for_its_turn_to_come_near)
{
	struct pool p;
	struct other o;
	struct slot *first;

	ck_assert(pool_init(&p, 3));
	other_start(&o, &p, 3, other_fills);
	await_waits(&p, 1);
	fill(&p, 0);
	first = pool_capture(&p, true);
	ck_assert_ptr_nonnull(other_end(&o));
	fill(&p, 2);
	pool_release(&p, first);
	fill(&p, 1);
	empty(&p, 1);
	empty(&p, 2);
	empty(&p, 3);
	pool_free(&p);
}
END_TEST

/* The last turns come first, with fewer buffers than turns: the next finds one all the same. */
START_TEST(next_turn_always_finds_a_buffer)
{
	enum { TURNS = 8 };
	struct other o[TURNS];
	size_t n = 1 + (size_t)_i, i;
	struct pool p;

	ck_assert(pool_init(&p, n));
	for (i = TURNS - 1; i >= n; i--) {
		other_start(&o[i], &p, i, other_fills);
		await_waits(&p, TURNS - i);
	}
	for (i = n; i-- > 0;)
		fill(&p, i);
	for (i = 0; i < TURNS; i++) {
		if (i >= n)
			ck_assert_ptr_nonnull(other_end(&o[i]));
		empty(&p, i);
	}
	ck_assert_uint_eq(p.waits, TURNS - n);
	pool_free(&p);
}
END_TEST

START_TEST(stop_ends_all_who_wait)
{
	struct pool p;
	struct other o[4];
	int i;

	ck_assert(pool_init(&p, 1));
	ck_assert_ptr_nonnull(pool_fill(&p, 0));
	for (i = 0; i < 4; i++)
		other_start(&o[i], &p, 1 + (uint64_t)i, i < 2 ? other_fills : other_empties);
	await_waits(&p, 2);
	pool_stop(&p);
	for (i = 0; i < 4; i++)
		ck_assert_ptr_null(other_end(&o[i]));
	pool_free(&p);
}
END_TEST

/* Of three who wait for two turns, one goes away with nothing. */
START_TEST(close_ends_those_for_whom_there_is_no_turn)
{
	struct pool p;
	struct other o[3];
	size_t i, got = 0;

	ck_assert(pool_init(&p, 2));
	for (i = 0; i < 3; i++)
		other_start(&o[i], &p, 0, other_empties);
	fill(&p, 0);
	fill(&p, 1);
	pool_close(&p, 2);
	for (i = 0; i < 3; i++)
		got += other_end(&o[i]) != NULL;
	ck_assert_uint_eq(got, 2);
	ck_assert(pool_ended(&p));
	pool_free(&p);
}
END_TEST

Suite *
pool_suite(void)
{
	Suite *s = suite_create("pool");
	TCase *t = tcase_create("pool");

	tcase_add_test(t, use_of_a_buffer_goes_through_its_states);
	tcase_add_test(t, numbers_are_never_used_twice);
	tcase_add_loop_test(t, turns_are_emptied_in_order_however_they_are_filled, 0, ROWS(orders));
	tcase_add_test(t, a_buffer_that_is_being_filled_is_not_given);
	tcase_add_test(t, captured_buffers_come_back_in_any_order);
	tcase_add_test(t, closed_pool_gives_what_is_there);
	tcase_add_test(t, pool_without_turns_is_at_its_end);
	tcase_add_test(t, stopped_pool_gives_nothing);
	tcase_add_test(t, filler_waits_for_a_buffer_and_is_counted_once);
	tcase_add_test(t, filler_waits_for_its_turn_to_come_near);
	tcase_add_loop_test(t, next_turn_always_finds_a_buffer, 0, 3);
	tcase_add_test(t, stop_ends_all_who_wait);
	tcase_add_test(t, close_ends_those_for_whom_there_is_no_turn);
	suite_add_tcase(s, t);
	return s;
}
