/* le_names.c - a number for each different text, for reports that count */
#include "ztrace/le_names.h"

#include <stdlib.h>
#include <string.h>

#include "ztrace/map.h"

enum { FIRST = 64 };

struct le_name {
	size_t		 at, n;		/* in the text of all */
	uint64_t	 hash;
};

void *
le_names_room(void *array, size_t n, size_t *cap, size_t size)
{
	size_t more = *cap == 0 ? FIRST : *cap;
	uint8_t *p;

	if (n < *cap)
		return array;
	while (more <= n)
		more *= 2;
	p = realloc(array, more * size);
	if (p == NULL)
		return NULL;
	memset(p + *cap * size, 0, (more - *cap) * size);
	*cap = more;
	return p;
}

struct span
le_name_text(const struct le_names *s, uint32_t number)
{
	return span_of(s->text.p + s->name[number].at, s->name[number].n);
}

/* The slot that holds a text, or would. */
static size_t
names_slot(const struct le_names *s, struct span text, uint64_t hash)
{
	size_t at = (size_t)hash & (s->slots - 1);
	uint32_t number;

	for (; s->slot[at] != 0; at = (at + 1) & (s->slots - 1)) {
		number = s->slot[at] - 1;
		if (s->name[number].hash == hash &&
		    span_equal(le_name_text(s, number), text))
			break;
	}
	return at;
}

/* Twice as many slots. */
static bool
names_grow(struct le_names *s)
{
	size_t slots = s->slots == 0 ? 2 * FIRST : 2 * s->slots, at;
	uint32_t *slot = calloc(slots, sizeof(*slot)), i;

	if (slot == NULL)
		return false;
	for (i = 0; i < s->n; i++) {
		at = (size_t)s->name[i].hash & (slots - 1);
		while (slot[at] != 0)
			at = (at + 1) & (slots - 1);
		slot[at] = i + 1;
	}
	free(s->slot);
	s->slot = slot;
	s->slots = slots;
	return true;
}

uint32_t
le_name_get(struct le_names *s, struct span text)
{
	uint64_t hash = map_hash(0, text);
	struct le_name *name;
	size_t at;

	if (2 * (s->n + 1) > s->slots && !names_grow(s))
		return LE_NO_NAME;
	at = names_slot(s, text, hash);
	if (s->slot[at] != 0)
		return s->slot[at] - 1;
	name = le_names_room(s->name, s->n, &s->cap, sizeof(*name));
	if (name == NULL)
		return LE_NO_NAME;
	s->name = name;
	name[s->n] = (struct le_name){ .at = s->text.n, .n = text.n,
	    .hash = hash };
	if (!buf_put(&s->text, text.p, text.n))
		return LE_NO_NAME;
	s->slot[at] = (uint32_t)++s->n;
	return (uint32_t)s->n - 1;
}

void
le_names_free(struct le_names *s)
{
	buf_free(&s->text);
	free(s->name);
	free(s->slot);
	*s = (struct le_names){ 0 };
}
