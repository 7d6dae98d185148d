/* le_thread.c - what is known of each thread while its calls are paired */
#include "ztrace/le_thread.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST = 8 };	/* frames that a thread has room for at first */

static struct span
thread_key(uint64_t id, uint8_t key[8])
{
	put_u64(key, id);
	return span_of(key, 8);
}

/* The place of a thread among those asked for last. */
static struct le_thread **
thread_latest(struct le_threads *s, uint64_t id)
{
	return &s->latest[id * UINT64_C(0x9E3779B97F4A7C15) >> 58];
}

struct le_thread *
le_thread_find(struct le_threads *s, uint64_t id)
{
	struct le_thread **latest = thread_latest(s, id);
	uint8_t key[8];

	if (*latest == NULL || (*latest)->id != id)
		*latest = (struct le_thread *)map_find(&s->map,
		    thread_key(id, key));
	return *latest;
}

struct le_thread *
le_thread_get(struct le_threads *s, uint64_t id)
{
	struct le_thread *t = le_thread_find(s, id);
	uint8_t key[8];

	if (t != NULL)
		return t;
	t = calloc(1, sizeof(*t));
	if (t == NULL || !map_put(&s->map, thread_key(id, key), &t->node)) {
		free(t);
		return NULL;
	}
	t->id = id;
	t->number = ++s->seen;
	*thread_latest(s, id) = t;
	return t;
}

void
le_thread_end(struct le_threads *s, struct le_thread *t)
{
	size_t i;

	for (i = 0; i < t->n; i++)
		free(t->frame[i].kept);
	s->frames -= t->n;
	*thread_latest(s, t->id) = NULL;
	map_take(&s->map, &t->node);
	free(t->frame);
	free(t);
}

void
le_threads_free(struct le_threads *s)
{
	while (s->map.oldest != NULL)
		le_thread_end(s, (struct le_thread *)s->map.oldest);
	map_free(&s->map);
}

struct le_frame *
le_frame_push(struct le_threads *s, struct le_thread *t, uint32_t type,
    struct span number)
{
	size_t cap = t->cap == 0 ? FIRST : 2 * t->cap;
	struct le_frame *f = t->frame;

	if (t->n == t->cap) {
		f = realloc(f, cap * sizeof(*f));
		if (f == NULL)
			return NULL;
		t->frame = f;
		t->cap = cap;
	}
	f = &t->frame[t->n++];
	s->frames++;
	*f = (struct le_frame){ .type = type };
	number = span_first(le_number(number), sizeof(f->number));
	f->digits = (uint8_t)number.n;
	memcpy(f->number, number.p, number.n);
	return f;
}

void
le_frame_drop(struct le_threads *s, struct le_thread *t, size_t from, size_t n)
{
	if (n == 0)
		return;
	memmove(t->frame + from, t->frame + from + n,
	    (t->n - from - n) * sizeof(*t->frame));
	t->n -= n;
	s->frames -= n;
}

size_t
le_frame_find(const struct le_thread *t, uint32_t type, struct span number)
{
	const struct le_frame *f;
	size_t i;

	number = span_first(le_number(number), sizeof(f->number));
	for (i = t->n; i-- > 0;) {
		f = &t->frame[i];
		if (f->type + 1 == type && f->digits == number.n &&
		    memcmp(f->number, number.p, number.n) == 0)
			return i;
	}
	return t->n;
}

enum le_errno_state
le_thread_errno(struct le_thread *t, const struct le_return *r)
{
	bool two = r->digits[LE_ERRNO2].n > 0;
	enum le_errno_state state = LE_ERRNO_SAME;

	if (r->digits[LE_ERRNO].n == 0)
		return LE_ERRNO_NONE;
	if (!t->returned)
		state = LE_ERRNO_FIRST;
	else if (t->code != r->value[LE_ERRNO] ||
	    (two && t->coded2 && t->code2 != r->value[LE_ERRNO2]))
		state = LE_ERRNO_CHANGED;
	t->returned = true;
	t->code = r->value[LE_ERRNO];
	if (two)
		t->code2 = r->value[LE_ERRNO2];
	t->coded2 = two || (t->coded2 && state == LE_ERRNO_SAME);
	return state;
}
