/* pool.c - buffers that go from those who fill them to those who empty them */

#include "ztrace/pool.h"

bool
pool_init(struct pool *p, size_t n)
{
	size_t i;

	*p = (struct pool){ .n = n, .turns = UINT64_MAX };
	for (i = 0; i < n; i++)
		tbwc_init(&p->slot[i].tbwc);
	if (pthread_mutex_init(&p->lock, NULL) != 0)
		return false;
	if (pthread_cond_init(&p->filled, NULL) != 0)
		goto no_filled;
	if (pthread_cond_init(&p->emptied, NULL) != 0)
		goto no_emptied;
	return true;
no_emptied:
	(void)pthread_cond_destroy(&p->filled);
no_filled:
	(void)pthread_mutex_destroy(&p->lock);
	return false;
}

void
pool_free(struct pool *p)
{
	(void)pthread_cond_destroy(&p->emptied);
	(void)pthread_cond_destroy(&p->filled);
	(void)pthread_mutex_destroy(&p->lock);
}

/* One move of a buffer: both state and number must be what its mover has seen. */
static bool
pool_move(struct slot *s, enum tbwc_actor actor, enum tbwc_mode from, uint32_t seen,
    enum tbwc_mode to)
{
	struct tbwc_change change = {
		.actor = actor, .mode = to, .test = (enum tbwc_test)from,
		.test_sequence = true, .sequence = seen
	};

	return tbwc_change(&s->tbwc, &change, NULL);
}

/* A buffer that is AVAILABLE, made FILLING with a new number; NULL when there is none. */
static struct slot *
pool_take(struct pool *p, uint64_t turn)
{
	struct tbwc_change change = {
		.actor = TBWC_APPLICATION, .mode = TBWC_FILLING, .test = TBWC_TEST_AVAILABLE,
		.test_sequence = true, .renumber = true, .number = p->numbers + 1
	};
	struct slot *s;

	for (s = p->slot; s < p->slot + p->n; s++) {
		change.sequence = tbwc_look(&s->tbwc).sequence;
		if (!tbwc_change(&s->tbwc, &change, NULL))
			continue;
		p->numbers++;
		s->number = change.number;
		atomic_store_explicit(&s->turn, turn, memory_order_relaxed);
		return s;
	}
	return NULL;
}

struct slot *
pool_fill(struct pool *p, uint64_t turn)
{
	struct slot *s = NULL;
	bool waited = false;

	(void)pthread_mutex_lock(&p->lock);
	while (!p->stopped) {
		if (turn < p->next + p->n)
			s = pool_take(p, turn);
		if (s != NULL)
			break;
		p->waits += !waited;
		waited = true;
		p->fillers++;
		(void)pthread_cond_wait(&p->emptied, &p->lock);
		p->fillers--;
	}
	(void)pthread_mutex_unlock(&p->lock);
	return s;
}

/* Wakes fillers: all that wait, for each can use a buffer only for its own turn. */
static void
pool_tell_fillers(struct pool *p)
{
	if (p->fillers > 0)
		(void)pthread_cond_broadcast(&p->emptied);
}

/* The buffer of the next turn, if it is FULL, and the sequence number it was found with. */
static struct slot *
pool_find(struct pool *p, uint32_t *sequence)
{
	struct tbwc_found found;
	struct slot *s;

	for (s = p->slot; s < p->slot + p->n; s++) {
		found = tbwc_look(&s->tbwc);
		*sequence = found.sequence;
		if (found.mode == TBWC_FULL &&
		    atomic_load_explicit(&s->turn, memory_order_relaxed) == p->next)
			return s;
	}
	return NULL;
}

/*
 * Wakes a writer if there is something for one, which does the same for the
 * next; or all at the end.
 */
static void
pool_tell_writers(struct pool *p)
{
	uint32_t sequence;

	if (p->writers == 0)
		return;
	if (p->next >= p->turns)
		(void)pthread_cond_broadcast(&p->filled);
	else if (pool_find(p, &sequence) != NULL)
		(void)pthread_cond_signal(&p->filled);
}

void
pool_full(struct pool *p, struct slot *s)
{
	(void)pool_move(s, TBWC_APPLICATION, TBWC_FILLING, s->number, TBWC_FULL);
	(void)pthread_mutex_lock(&p->lock);
	pool_tell_writers(p);
	(void)pthread_mutex_unlock(&p->lock);
}

/* The buffer of the next turn, if it is FULL, put in CAPTURE. */
static struct slot *
pool_next(struct pool *p)
{
	uint32_t sequence;
	struct slot *s = pool_find(p, &sequence);

	if (s == NULL || !pool_move(s, TBWC_WRITER, TBWC_FULL, sequence, TBWC_CAPTURE))
		return NULL;
	p->next++;
	return s;
}

struct slot *
pool_capture(struct pool *p, bool wait)
{
	struct slot *s = NULL;

	(void)pthread_mutex_lock(&p->lock);
	while (!p->stopped && p->next < p->turns) {
		s = pool_next(p);
		if (s != NULL || !wait)
			break;
		p->writers++;
		(void)pthread_cond_wait(&p->filled, &p->lock);
		p->writers--;
	}
	/* who empties the next turn, and who fills a later one, may be waiting for this */
	if (s != NULL) {
		pool_tell_writers(p);
		pool_tell_fillers(p);
	}
	(void)pthread_mutex_unlock(&p->lock);
	return s;
}

void
pool_release(struct pool *p, struct slot *s)
{
	(void)pool_move(s, TBWC_WRITER, TBWC_CAPTURE, s->number, TBWC_AVAILABLE);
	(void)pthread_mutex_lock(&p->lock);
	pool_tell_fillers(p);
	(void)pthread_mutex_unlock(&p->lock);
}

/* Wakes everybody, who will see that there is nothing more to wait for. */
static void
pool_tell_all(struct pool *p)
{
	(void)pthread_cond_broadcast(&p->filled);
	(void)pthread_cond_broadcast(&p->emptied);
}

void
pool_close(struct pool *p, uint64_t turns)
{
	(void)pthread_mutex_lock(&p->lock);
	p->turns = turns;
	pool_tell_all(p);
	(void)pthread_mutex_unlock(&p->lock);
}

void
pool_stop(struct pool *p)
{
	(void)pthread_mutex_lock(&p->lock);
	p->stopped = true;
	pool_tell_all(p);
	(void)pthread_mutex_unlock(&p->lock);
}

bool
pool_ended(struct pool *p)
{
	bool ended;

	(void)pthread_mutex_lock(&p->lock);
	ended = p->stopped || p->next >= p->turns;
	(void)pthread_mutex_unlock(&p->lock);
	return ended;
}
