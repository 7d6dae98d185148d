/* ahead.c - a stream that is read ahead by a thread of its own */

#include <stdlib.h>
#include <string.h>

#include "ztrace/ahead.h"
#include "ztrace/pool.h"

enum { AHEAD_SLOTS = 4, AHEAD_SIZE = STREAM_READ };

/* A piece of the stream. */
struct piece {
	uint8_t		*p;		/* owned; AHEAD_SIZE bytes */
	size_t		 n;
	enum rc		 rc;		/* what follows it: RC_OK, RC_END, RC_FAIL */
};

struct ahead {
	struct pool	 pool;
	struct piece	 piece[AHEAD_SLOTS];
	struct stream	*below;		/* owned; the thread's while it runs */
	struct diag	 diag;		/* the thread's; its counts are added at the end */
	struct stream_idle wait;	/* what the consumer does before it waits */
	pthread_t	 thread;
	bool		 runs;
	_Atomic bool	 leaving;	/* the thread is to end */
	struct slot	*taken;		/* the consumer's; NULL: none */
	size_t		 at;		/* bytes of it that are gone */
};

/* While the thread waits for input: whether it should. */
static bool
ahead_stay(void *to)
{
	struct ahead *a = to;

	return !atomic_load(&a->leaving);
}

static void
ahead_piece(struct ahead *a, struct piece *piece)
{
	struct span v;

	piece->n = 0;
	piece->rc = stream_peek(a->below, 1, &v, &a->diag);
	if (piece->rc != RC_OK)
		return;
	v = span_first(v, AHEAD_SIZE);
	piece->n = v.n;
	if (v.n > 0)
		memcpy(piece->p, v.p, v.n);
	else
		piece->rc = RC_END;
	stream_consume(a->below, v.n);
}

static void *
ahead_run(void *to)
{
	struct ahead *a = to;
	struct piece *piece;
	struct slot *s;
	uint64_t turn;

	for (turn = 0; (s = pool_fill(&a->pool, turn)) != NULL; turn++) {
		piece = s->data;
		ahead_piece(a, piece);
		/* once it is FULL it is not the thread's to look at */
		if (piece->rc != RC_OK) {
			pool_full(&a->pool, s);
			break;
		}
		pool_full(&a->pool, s);
	}
	return NULL;
}

static void
ahead_join(struct ahead *a)
{
	if (!a->runs)
		return;
	atomic_store(&a->leaving, true);
	pool_stop(&a->pool);
	(void)pthread_join(a->thread, NULL);
	a->runs = false;
}

/* The next piece; before waiting for it the consumer does what is to be done. */
static bool
ahead_take(struct ahead *a)
{
	a->taken = pool_capture(&a->pool, false);
	if (a->taken == NULL) {
		if (a->wait.idle != NULL && !a->wait.idle(a->wait.to))
			return false;
		a->taken = pool_capture(&a->pool, true);
	}
	a->at = 0;
	return a->taken != NULL;
}

/* The thread has nothing more: what it has said counts from now on. */
static enum rc
ahead_end(struct ahead *a, enum rc rc, struct diag *d)
{
	int level;

	ahead_join(a);
	for (level = 0; level < DIAG_LEVELS; level++) {
		d->count[level] += a->diag.count[level];
		a->diag.count[level] = 0;
	}
	return rc;
}

static enum rc
ahead_fill(void *self, uint8_t *to, size_t room, size_t *got, struct diag *d)
{
	struct ahead *a = self;
	struct piece *piece;
	size_t n;

	if (a->taken == NULL && !ahead_take(a))
		return RC_FAIL;
	piece = a->taken->data;
	n = piece->n - a->at;
	if (n > room)
		n = room;
	if (n == 0)
		return ahead_end(a, piece->rc, d);
	memcpy(to, piece->p + a->at, n);
	a->at += n;
	*got = n;
	if (a->at == piece->n) {
		pool_release(&a->pool, a->taken);
		a->taken = NULL;
	}
	return RC_OK;
}

static void
ahead_close(void *self)
{
	struct ahead *a = self;
	size_t i;

	ahead_join(a);
	stream_close(a->below);
	for (i = 0; i < AHEAD_SLOTS; i++)
		free(a->piece[i].p);
	pool_free(&a->pool);
	free(a);
}

/* The memory of the pieces. */
static bool
ahead_room(struct ahead *a)
{
	bool good = true;
	size_t i;

	for (i = 0; i < AHEAD_SLOTS; i++) {
		a->piece[i].p = malloc(AHEAD_SIZE);
		a->pool.slot[i].data = &a->piece[i];
		good = good && a->piece[i].p != NULL;
	}
	return good;
}

struct stream *
ahead_open(struct stream *below, struct stream_idle *idle, struct diag *d)
{
	static const struct feeder feeder = { .fill = ahead_fill, .close = ahead_close };
	struct ahead *a = calloc(1, sizeof(*a));
	struct stream *s;

	if (a == NULL || !pool_init(&a->pool, AHEAD_SLOTS)) {
		free(a);
		stream_close(below);
		(void)diag_memory(d);
		return NULL;
	}
	a->below = below;
	if (!ahead_room(a)) {
		ahead_close(a);
		(void)diag_memory(d);
		return NULL;
	}
	a->wait = *idle;
	*idle = (struct stream_idle){ .idle = ahead_stay, .to = a };
	a->diag = (struct diag){
		.program = d->program, .file = d->file, .least = d->least,
		.print = d->print, .to = d->to, .lock = d->lock
	};
	s = stream_open(&feeder, a);
	if (s == NULL) {
		(void)diag_memory(d);
		return NULL;
	}
	a->runs = pthread_create(&a->thread, NULL, ahead_run, a) == 0;
	if (!a->runs) {
		(void)diag_fail(d, NULL, "cannot start threads (-j 0 needs none)");
		stream_close(s);
		return NULL;
	}
	return s;
}
