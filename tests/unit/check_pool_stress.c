/* check_pool_stress.c - threads on the pool, at any pace */
#include <check.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "dice.h"
#include "ztrace/pool.h"

enum { WORKERS = 8, BYTES = 48 };

static const size_t slots[] = { 1, 2, 3, 5, 8, 16 };

enum { SLOTS = sizeof(slots) / sizeof(slots[0]), LINES = WORKERS * SLOTS };

struct cell {
	uint8_t	bytes[BYTES];
};

/* As in the flow: one fills `in`, workers empty it and fill `out`, one empties that. */
struct line {
	struct pool	 in, out;
	struct cell	 in_cell[POOL_SLOTS], out_cell[POOL_SLOTS];
	size_t		 workers;
	uint64_t	 turns;		/* to be made */
	uint64_t	 stop;		/* the writer stops all after so many */
	uint64_t	 seed;
	atomic_uint	 who;		/* numbers the workers */
	uint64_t	 written;	/* the writer's */
	_Atomic(const char *) wrong;	/* what was not as it should be; NULL: nothing */
};

static void
line_init(struct line *l, size_t workers, size_t n, uint64_t seed)
{
	size_t i;

	memset(l, 0, sizeof(*l));
	ck_assert(pool_init(&l->in, n));
	ck_assert(pool_init(&l->out, n));
	for (i = 0; i < n; i++) {
		l->in.slot[i].data = &l->in_cell[i];
		l->out.slot[i].data = &l->out_cell[i];
	}
	l->workers = workers;
	l->turns = getenv("QUICK") != NULL ? 40 : 150;
	l->stop = UINT64_MAX;
	l->seed = seed;
}

static struct dice
line_dice(const struct line *l, uint64_t who)
{
	return (struct dice){ .state = l->seed + who * 1000003 };
}

/* Mostly goes on; now and then lets others go first. */
static void
dally(struct dice *d)
{
	struct timespec t = { .tv_nsec = 1000 };
	size_t n = dice_below(d, 32);

	if (n == 0)
		(void)nanosleep(&t, NULL);
	else if (n < 8)
		(void)sched_yield();
}

/* The bytes of a turn at one stage. */
static void
cell_put(void *to, uint64_t turn, uint8_t stage)
{
	struct cell *c = to;
	size_t i;

	for (i = 0; i < BYTES; i++)
		c->bytes[i] = (uint8_t)(turn * 7 + i * 3 + stage);
}

/* Takes them out, and leaves none behind. */
static bool
cell_take(void *from, uint64_t turn, uint8_t stage)
{
	struct cell wanted, *c = from;
	bool same;

	cell_put(&wanted, turn, stage);
	same = memcmp(&wanted, c, sizeof(wanted)) == 0;
	memset(c, 0xEE, sizeof(*c));
	return same;
}

static void *
line_worker(void *to)
{
	struct line *l = to;
	struct dice d = line_dice(l, 2 + atomic_fetch_add(&l->who, 1));
	struct slot *in, *out;
	uint64_t turn;

	while ((in = pool_capture(&l->in, true)) != NULL) {
		turn = atomic_load(&in->turn);
		dally(&d);
		out = pool_fill(&l->out, turn);
		if (out == NULL)
			break;
		cell_put(out->data, turn, 2);
		dally(&d);
		if (!cell_take(in->data, turn, 1))
			atomic_store(&l->wrong, "a worker got other bytes than were put in");
		pool_release(&l->in, in);
		dally(&d);
		pool_full(&l->out, out);
	}
	return NULL;
}

static void *
line_writer(void *to)
{
	struct line *l = to;
	struct dice d = line_dice(l, 1);
	struct slot *out;

	while (l->written < l->stop && (out = pool_capture(&l->out, true)) != NULL) {
		if (atomic_load(&out->turn) != l->written)
			atomic_store(&l->wrong, "the writer got another turn than the next one");
		dally(&d);
		if (!cell_take(out->data, l->written, 2))
			atomic_store(&l->wrong, "the writer got other bytes than were put in");
		l->written++;
		pool_release(&l->out, out);
	}
	if (l->written == l->stop) {
		pool_stop(&l->in);
		pool_stop(&l->out);
	}
	return NULL;
}

/* Fills until the end, or a stop. */
static void
line_read(struct line *l)
{
	struct dice d = line_dice(l, 0);
	struct slot *s;
	uint64_t turn;

	for (turn = 0; turn < l->turns; turn++) {
		s = pool_fill(&l->in, turn);
		if (s == NULL)
			return;
		dally(&d);
		cell_put(s->data, turn, 1);
		pool_full(&l->in, s);
	}
	pool_close(&l->in, turn);
	pool_close(&l->out, turn);
}

/* Runs to the end; the writer has then written `wanted` turns. */
static void
line_run(struct line *l, uint64_t wanted)
{
	pthread_t writer, worker[WORKERS];
	const char *wrong;
	size_t i;

	ck_assert_int_eq(pthread_create(&writer, NULL, line_writer, l), 0);
	for (i = 0; i < l->workers; i++)
		ck_assert_int_eq(pthread_create(&worker[i], NULL, line_worker, l), 0);
	line_read(l);
	for (i = 0; i < l->workers; i++)
		ck_assert_int_eq(pthread_join(worker[i], NULL), 0);
	ck_assert_int_eq(pthread_join(writer, NULL), 0);
	wrong = atomic_load(&l->wrong);
	ck_assert_msg(wrong == NULL && l->written == wanted,
	    "%s; %llu turns of %llu, %zu workers, %zu buffers (SEED=%llu)",
	    wrong != NULL ? wrong : "turns are missing", (unsigned long long)l->written,
	    (unsigned long long)wanted, l->workers, l->in.n, (unsigned long long)l->seed);
	pool_free(&l->in);
	pool_free(&l->out);
}

/* Line k of all that are tried. */
static void
line_of(struct line *l, int k, uint64_t seed)
{
	line_init(l, 1 + (size_t)k % WORKERS, slots[(size_t)k / WORKERS % SLOTS], seed);
}

START_TEST(every_turn_comes_through_in_order)
{
	static struct line l;

	line_of(&l, _i, dice_new().seed);
	line_run(&l, l.turns);
}
END_TEST

/* The writer stops as soon as it has written so many, wherever the others are. */
START_TEST(stop_at_any_turn_ends_all)
{
	static struct line l;
	struct dice d = dice_new();
	uint64_t stop;

	for (stop = 0; stop < 12; stop++) {
		line_of(&l, (int)dice_below(&d, LINES), d.seed);
		l.stop = stop;
		line_run(&l, stop);
	}
}
END_TEST

/* The reader comes to its end at any turn. */
START_TEST(close_at_any_turn_ends_all)
{
	static struct line l;
	struct dice d = dice_new();
	uint64_t turns;

	for (turns = 0; turns < 24; turns++) {
		line_of(&l, (int)dice_below(&d, LINES), d.seed);
		l.turns = turns;
		line_run(&l, turns);
	}
}
END_TEST

/* Fillers and emptiers of one pool; each turn is somebody's own. */
enum { FILLERS = 6, EMPTIERS = 3, EACH = 60, CROWD = FILLERS * EACH };

struct crowd {
	struct pool	 pool;
	struct cell	 cell[POOL_SLOTS];
	uint64_t	 seed;
	atomic_uint	 fillers, emptiers;	/* there so far */
	atomic_uint	 emptied[CROWD];
	_Atomic(const char *) wrong;
};

static void *
crowd_fill(void *to)
{
	struct crowd *c = to;
	uint64_t turn, me = atomic_fetch_add(&c->fillers, 1);
	struct dice d = { .state = c->seed + me };
	struct slot *s;

	for (turn = me; turn < CROWD; turn += FILLERS) {
		dally(&d);
		s = pool_fill(&c->pool, turn);
		if (s == NULL) {
			atomic_store(&c->wrong, "a filler got no buffer");
			break;
		}
		cell_put(s->data, turn, 3);
		pool_full(&c->pool, s);
	}
	return NULL;
}

static void *
crowd_empty(void *to)
{
	struct crowd *c = to;
	struct dice d = { .state = c->seed + 7777 + atomic_fetch_add(&c->emptiers, 1) };
	uint64_t turn, least = 0;
	struct slot *s;

	while ((s = pool_capture(&c->pool, true)) != NULL) {
		turn = atomic_load(&s->turn);
		dally(&d);
		if (turn < least || turn >= CROWD)
			atomic_store(&c->wrong, "turns are not in order");
		else
			atomic_fetch_add(&c->emptied[turn], 1);
		least = turn + 1;
		if (!cell_take(s->data, turn, 3))
			atomic_store(&c->wrong, "other bytes than were put in");
		pool_release(&c->pool, s);
	}
	return NULL;
}

/* More fillers than buffers, too. */
START_TEST(every_turn_is_emptied_once)
{
	static struct crowd c;
	pthread_t thread[FILLERS + EMPTIERS];
	const char *wrong;
	size_t i;

	memset(&c, 0, sizeof(c));
	c.seed = dice_new().seed;
	ck_assert(pool_init(&c.pool, slots[_i]));
	for (i = 0; i < slots[_i]; i++)
		c.pool.slot[i].data = &c.cell[i];
	pool_close(&c.pool, CROWD);
	for (i = 0; i < FILLERS + EMPTIERS; i++)
		ck_assert_int_eq(pthread_create(&thread[i], NULL,
		    i < FILLERS ? crowd_fill : crowd_empty, &c), 0);
	for (i = 0; i < FILLERS + EMPTIERS; i++)
		ck_assert_int_eq(pthread_join(thread[i], NULL), 0);
	wrong = atomic_load(&c.wrong);
	ck_assert_msg(wrong == NULL, "%s with %zu buffers (SEED=%llu)", wrong, slots[_i],
	    (unsigned long long)c.seed);
	for (i = 0; i < CROWD; i++)
		ck_assert_msg(atomic_load(&c.emptied[i]) == 1, "turn %zu was emptied %u times "
		    "(SEED=%llu)", i, atomic_load(&c.emptied[i]), (unsigned long long)c.seed);
	pool_free(&c.pool);
}
END_TEST

Suite *
pool_stress_suite(void)
{
	Suite *s = suite_create("pool_stress");
	TCase *line = tcase_create("line"), *crowd = tcase_create("crowd");

	tcase_add_loop_test(line, every_turn_comes_through_in_order, 0, LINES);
	tcase_add_loop_test(line, stop_at_any_turn_ends_all, 0, 4);
	tcase_add_loop_test(line, close_at_any_turn_ends_all, 0, 2);
	suite_add_tcase(s, line);
	/* tests/helgrind.sh runs this one too */
	tcase_add_loop_test(crowd, every_turn_is_emptied_once, 0, SLOTS);
	suite_add_tcase(s, crowd);
	return s;
}
