/* gaps.c - which numbers of a numbering are missing */

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "ztrace/gaps.h"
#include "ztrace/json.h"

void
gaps_free(struct gaps *g)
{
	struct map_node *node;

	while ((node = g->owners.oldest) != NULL) {
		map_take(&g->owners, node);
		free(node);
	}
	map_free(&g->owners);
}

static uint64_t *
gaps_word(struct gaps_owner *o, uint32_t number)
{
	return &o->window[number % GAPS_WINDOW / 64];
}

static uint64_t
gaps_bit(uint32_t number)
{
	return (uint64_t)1 << number % 64;
}

static void
gaps_begin(struct gaps_owner *o, uint32_t number)
{
	memset(o->window, 0, sizeof(o->window));
	o->lowest = o->highest = number;
	o->seen = 1;
	*gaps_word(o, number) |= gaps_bit(number);
}

uint64_t
gaps_owner_missing(const struct gaps_owner *o)
{
	return o->missing + ((uint64_t)o->highest - o->lowest + 1 - o->seen);
}

/* Makes `number` the highest: the bits of those in between begin as not seen. */
static void
gaps_rise(struct gaps_owner *o, uint32_t number)
{
	uint32_t n;

	if (number - o->highest >= GAPS_WINDOW) {
		memset(o->window, 0, sizeof(o->window));
	} else {
		for (n = o->highest + 1; n != number; n++)
			*gaps_word(o, n) &= ~gaps_bit(n);
		*gaps_word(o, number) &= ~gaps_bit(number);
	}
	o->highest = number;
}

static struct gaps_owner *
gaps_owner(struct gaps *g, struct span owner)
{
	struct gaps_owner *o = calloc(1, sizeof(*o));

	if (o != NULL && !map_put(&g->owners, owner, &o->node)) {
		free(o);
		return NULL;
	}
	return o;
}

/* Whether a number that is not the highest begins the numbering anew. */
static bool
gaps_anew(struct gaps_owner *o, uint32_t number)
{
	if (o->highest - number >= GAPS_WINDOW)
		return true;
	if (number < o->lowest)
		return o->lowest - number > GAPS_LATE;
	return (*gaps_word(o, number) & gaps_bit(number)) != 0;
}

bool
gaps_see(struct gaps *g, struct span owner, uint32_t number)
{
	struct gaps_owner *o = (struct gaps_owner *)map_find(&g->owners, owner);

	if (o == NULL) {
		if (g->owners.n >= GAPS_OWNERS)
			return true;
		o = gaps_owner(g, owner);
		if (o == NULL)
			return false;
		gaps_begin(o, number);
		return true;
	}
	if (number > o->highest) {
		gaps_rise(o, number);
	} else if (gaps_anew(o, number)) {
		o->missing = gaps_owner_missing(o);
		gaps_begin(o, number);
		return true;
	} else if (number < o->lowest) {
		o->lowest = number;
	}
	*gaps_word(o, number) |= gaps_bit(number);
	o->seen++;
	return true;
}

uint64_t
gaps_missing(const struct gaps *g)
{
	const struct gaps_owner *o;
	uint64_t missing = 0;

	for (o = gaps_next(g, NULL); o != NULL; o = gaps_next(g, o))
		missing += gaps_owner_missing(o);
	return missing;
}

const struct gaps_owner *
gaps_next(const struct gaps *g, const struct gaps_owner *o)
{
	return (const struct gaps_owner *)(o == NULL ? g->owners.oldest : o->node.newer);
}

void
gaps_report(const struct gaps *g, void (*name)(struct span, char[GAPS_NAME]),
    struct buf *text, struct buf *json)
{
	const struct gaps_owner *o;
	char owner[GAPS_NAME];
	uint64_t n;

	buf_char(json, '{');
	for (o = gaps_next(g, NULL); o != NULL; o = gaps_next(g, o)) {
		n = gaps_owner_missing(o);
		if (n == 0)
			continue;
		name(span_of(o->node.key, o->node.len), owner);
		buf_printf(text, "%s%s %" PRIu64, text->n > 0 ? ", " : "", owner, n);
		json_str(json, owner);
		json_last(json);
		buf_char(json, ':');
		json_uint(json, n);
	}
	json_end(json, '}');
	json_last(json);
}
