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
	if (pthread_cond_init(&p->changed, NULL) != 0) {
		(void)pthread_mutex_destroy(&p->lock);
		return false;
	}
	return true;
}

void
pool_free(struct pool *p)
{
	(void)pthread_cond_destroy(&p->changed);
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
		(void)pthread_cond_wait(&p->changed, &p->lock);
	}
	(void)pthread_mutex_unlock(&p->lock);
	return s;
}

/* Wakes all who wait for a change that has been made. */
static void
pool_tell(struct pool *p)
{
	(void)pthread_mutex_lock(&p->lock);
	(void)pthread_cond_broadcast(&p->changed);
	(void)pthread_mutex_unlock(&p->lock);
}

void
pool_full(struct pool *p, struct slot *s)
{
	(void)pool_move(s, TBWC_APPLICATION, TBWC_FILLING, s->number, TBWC_FULL);
	pool_tell(p);
}

/* The buffer of the next turn, if it is FULL, put in CAPTURE. */
static struct slot *
pool_next(struct pool *p)
{
	struct tbwc_found found;
	struct slot *s;

	for (s = p->slot; s < p->slot + p->n; s++) {
		found = tbwc_look(&s->tbwc);
		if (found.mode != TBWC_FULL ||
		    atomic_load_explicit(&s->turn, memory_order_relaxed) != p->next)
			continue;
		if (pool_move(s, TBWC_WRITER, TBWC_FULL, found.sequence, TBWC_CAPTURE)) {
			p->next++;
			return s;
		}
	}
	return NULL;
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
		(void)pthread_cond_wait(&p->changed, &p->lock);
	}
	/* who empties another turn, and who fills a later one, may be waiting for this */
	if (s != NULL)
		(void)pthread_cond_broadcast(&p->changed);
	(void)pthread_mutex_unlock(&p->lock);
	return s;
}

void
pool_release(struct pool *p, struct slot *s)
{
	(void)pool_move(s, TBWC_WRITER, TBWC_CAPTURE, s->number, TBWC_AVAILABLE);
	pool_tell(p);
}

void
pool_close(struct pool *p, uint64_t turns)
{
	(void)pthread_mutex_lock(&p->lock);
	p->turns = turns;
	(void)pthread_cond_broadcast(&p->changed);
	(void)pthread_mutex_unlock(&p->lock);
}

void
pool_stop(struct pool *p)
{
	(void)pthread_mutex_lock(&p->lock);
	p->stopped = true;
	(void)pthread_cond_broadcast(&p->changed);
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
