/* tbwc_model.c - all that can happen to a few buffers, whoever comes first
 *
 * A breadth-first search over states. In one step one actor does one thing:
 *
 *     IDLE --looks--> SEEN --change is made--> OWNER --gives it on--> IDLE
 *                       `--change is refused--> IDLE
 */
#include "tbwc_model.h"

#include <check.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "ztrace/tbwc.h"

enum role { FILLER, WRITER, RECYCLER, ROLES };
enum where { IDLE, SEEN, OWNER };

/* What each role needs, makes of it, and makes of it in the end. */
static const struct {
	enum tbwc_actor	actor;
	enum tbwc_mode	needs, takes, gives;
	bool		owns;		/* between the last two */
} roles[ROLES] = {
	[FILLER] = { TBWC_APPLICATION, TBWC_AVAILABLE, TBWC_FILLING, TBWC_FULL, true },
	[WRITER] = { TBWC_WRITER, TBWC_FULL, TBWC_CAPTURE, TBWC_AVAILABLE, true },
	[RECYCLER] = { TBWC_ALONE, TBWC_FULL, TBWC_AVAILABLE, TBWC_AVAILABLE, false }
};

/* Bytes only: compared and hashed as they are in memory. */
struct actor {
	uint8_t	where;
	uint8_t	buffer;		/* not in IDLE */
	uint8_t	sequence;	/* that it has seen, or that is its own */
	uint8_t	stale;		/* the buffer has been filled again since it was seen */
};

struct buffer {
	uint8_t	mode, sequence;
};

struct state {
	struct buffer	buffer[MODEL_BUFFERS];
	uint8_t		numbers;	/* given out so far, as many bits as the model has */
	struct actor	actor[MODEL_ACTORS];
};

struct search {
	const struct model *model;
	unsigned	 actors;
	struct state	*state;		/* all that were reached, in order of steps */
	size_t		 n, cap;
	uint32_t	*slot;		/* hash table: index in state + 1; twice cap */
	size_t		 steps;		/* to the states that are being made */
	struct model_found found;
};

static enum role
role_of(const struct model *m, unsigned i)
{
	return i < m->fillers ? FILLER : i < m->fillers + m->writers ? WRITER : RECYCLER;
}

static void
search_harm(struct search *s, enum model_harm harm)
{
	if (s->found.harm == 0)
		s->found.steps = s->steps;
	s->found.harm |= harm;
}

/* Where a state is in the hash table, or would be. */
static uint32_t *
search_slot(const struct search *s, const struct state *state)
{
	const unsigned char *p = (const unsigned char *)state;
	uint64_t hash = 0xCBF29CE484222325;	/* FNV-1a */
	size_t i, mask = 2 * s->cap - 1;

	for (i = 0; i < sizeof(*state); i++)
		hash = (hash ^ p[i]) * 0x100000001B3;
	for (i = (size_t)(hash ^ hash >> 32) & mask; s->slot[i] != 0; i = (i + 1) & mask)
		if (memcmp(&s->state[s->slot[i] - 1], state, sizeof(*state)) == 0)
			break;
	return &s->slot[i];
}

static void
search_grow(struct search *s)
{
	size_t i;

	s->cap = s->cap == 0 ? 1024 : 2 * s->cap;
	s->state = realloc(s->state, s->cap * sizeof(*s->state));
	free(s->slot);
	s->slot = calloc(2 * s->cap, sizeof(*s->slot));
	if (s->state == NULL || s->slot == NULL)
		ck_abort_msg("no memory for %zu states", s->cap);
	for (i = 0; i < s->n; i++)
		*search_slot(s, &s->state[i]) = (uint32_t)(i + 1);
}

/* Buffer b and the one before it change places, in the eyes of all actors too. */
static void
state_swap(struct state *state, unsigned actors, unsigned b)
{
	struct buffer swap = state->buffer[b];
	struct actor *a;

	state->buffer[b] = state->buffer[b - 1];
	state->buffer[b - 1] = swap;
	for (a = state->actor; a < state->actor + actors; a++) {
		if (a->where == IDLE)
			continue;
		if (a->buffer == b)
			a->buffer--;
		else if (a->buffer + 1U == b)
			a->buffer++;
	}
}

/* Buffers can stand for each other, and so can actors of one role: their order does not matter. */
static void
state_sort(struct state *state, const struct search *s)
{
	struct actor *a = state->actor, swap;
	unsigned i, k;

	for (i = 1; i < s->model->buffers; i++)
		for (k = i; k > 0 && memcmp(&state->buffer[k], &state->buffer[k - 1],
		    sizeof(state->buffer[0])) < 0; k--)
			state_swap(state, s->actors, k);
	for (i = 1; i < s->actors; i++)
		for (k = i; k > 0 && role_of(s->model, k) == role_of(s->model, k - 1) &&
		    memcmp(&a[k], &a[k - 1], sizeof(*a)) < 0; k--) {
			swap = a[k];
			a[k] = a[k - 1];
			a[k - 1] = swap;
		}
}

static void
search_add(struct search *s, struct state state)
{
	uint32_t *slot;

	state_sort(&state, s);
	if (s->n == s->cap)
		search_grow(s);
	slot = search_slot(s, &state);
	if (*slot != 0)
		return;
	s->state[s->n++] = state;
	*slot = (uint32_t)s->n;
}

/* CTRACECS: the change is made if the tests hold, whatever the move. */
static bool
bare_move(uint64_t from, const struct tbwc_change *c, uint64_t *to)
{
	struct tbwc_found found = tbwc_parts(from);

	if ((c->test != TBWC_CURRENT && (unsigned)c->test != (unsigned)found.mode) ||
	    (c->test_sequence && c->sequence != found.sequence))
		return false;
	*to = tbwc_word(c->mode, c->renumber ? c->number : found.sequence);
	return true;
}

/* An actor's change of its buffer; false when it is not made. */
static bool
model_change(const struct model *m, struct state *state, const struct actor *a, enum role role,
    enum tbwc_mode from, enum tbwc_mode to)
{
	enum model_tests tests = role == RECYCLER ? m->recycling : m->tests;
	unsigned mask = (1U << m->bits) - 1;
	struct tbwc_change c = {
		.actor = roles[role].actor, .mode = to, .test = TBWC_CURRENT,
		.test_sequence = (tests & MODEL_TESTSEQ) != 0, .sequence = a->sequence,
		.renumber = to == TBWC_FILLING, .number = (state->numbers + 1U) & mask
	};
	struct buffer *b = &state->buffer[a->buffer];
	uint64_t word = tbwc_word((enum tbwc_mode)b->mode, b->sequence);
	struct tbwc_found after;

	/* CAPTURE cannot be tested for */
	if ((tests & MODEL_TESTMODE) != 0 && from != TBWC_CAPTURE)
		c.test = (enum tbwc_test)from;
	if (!(m->bare ? bare_move : tbwc_move)(word, &c, &word))
		return false;
	after = tbwc_parts(word);
	*b = (struct buffer){ (uint8_t)after.mode, (uint8_t)after.sequence };
	if (c.renumber)
		state->numbers = (uint8_t)c.number;
	return true;
}

/* What harm is done when an actor that has seen a buffer changes it; 0: none. */
static unsigned
seen_harm(const struct search *s, const struct state *before, unsigned i)
{
	const struct actor *a = &before->actor[i], *other;
	enum role role = role_of(s->model, i);
	enum tbwc_mode mode = (enum tbwc_mode)before->buffer[a->buffer].mode;
	unsigned k;

	for (k = 0; k < s->actors; k++) {
		other = &before->actor[k];
		if (other->where == OWNER && other->buffer == a->buffer)
			return role_of(s->model, k) == FILLER ? MODEL_STOLEN : MODEL_DISTURBED;
	}
	if (role == WRITER)
		return mode == TBWC_FULL ? 0 : MODEL_HOLLOW;
	return mode == TBWC_FULL && (role == FILLER || a->stale != 0) ? MODEL_DROPPED : 0;
}

/* Recyclers that have seen this buffer now have seen an older use of it. */
static void
state_refilled(const struct search *s, struct state *state, unsigned buffer)
{
	unsigned k;

	for (k = 0; k < s->actors; k++)
		if (role_of(s->model, k) == RECYCLER && state->actor[k].where == SEEN &&
		    state->actor[k].buffer == buffer)
			state->actor[k].stale = 1;
}

static bool
all_used(const struct model *m, const struct state *state)
{
	return m->uses > 0 && state->numbers == m->uses;
}

/* Looks for a buffer: a step for each that there is. Returns how many. */
static unsigned
step_idle(struct search *s, const struct state *before, unsigned i)
{
	enum role role = role_of(s->model, i);
	struct state after;
	unsigned b, n = 0;

	if (role == FILLER && all_used(s->model, before))
		return 0;
	for (b = 0; b < s->model->buffers; b++) {
		if (before->buffer[b].mode != roles[role].needs)
			continue;
		after = *before;
		after.actor[i] = (struct actor){
			.where = SEEN, .buffer = (uint8_t)b,
			.sequence = before->buffer[b].sequence
		};
		search_add(s, after);
		n++;
	}
	return n;
}

static unsigned
step_seen(struct search *s, const struct state *before, unsigned i)
{
	enum role role = role_of(s->model, i);
	struct state after = *before;
	struct actor *a = &after.actor[i];
	unsigned harm;

	if ((role == FILLER && all_used(s->model, before)) || !model_change(s->model, &after, a,
	    role, roles[role].needs, roles[role].takes)) {
		*a = (struct actor){ .where = IDLE };
		search_add(s, after);
		return 1;
	}
	harm = seen_harm(s, before, i);
	if (harm != 0) {
		search_harm(s, (enum model_harm)harm);
		return 1;
	}
	if (roles[role].takes == TBWC_FILLING)
		state_refilled(s, &after, a->buffer);
	if (roles[role].owns)
		*a = (struct actor){
			.where = OWNER, .buffer = a->buffer,
			.sequence = after.buffer[a->buffer].sequence
		};
	else
		*a = (struct actor){ .where = IDLE };
	search_add(s, after);
	return 1;
}

static unsigned
step_owner(struct search *s, const struct state *before, unsigned i)
{
	enum role role = role_of(s->model, i);
	struct state after = *before;
	struct actor *a = &after.actor[i];

	if (role == WRITER && s->model->forgetful)
		return 0;
	if (!model_change(s->model, &after, a, role, roles[role].takes, roles[role].gives)) {
		search_harm(s, MODEL_REFUSED);
		return 1;
	}
	*a = (struct actor){ .where = IDLE };
	search_add(s, after);
	return 1;
}

/* Whether all has been filled that was to be, and emptied if somebody does that. */
static bool
all_done(const struct model *m, const struct state *state)
{
	unsigned b;

	for (b = 0; b < m->buffers; b++)
		if (m->writers > 0 && state->buffer[b].mode != TBWC_AVAILABLE)
			return false;
	return all_used(m, state);
}

/* All that can happen next. */
static void
search_step(struct search *s, const struct state *before)
{
	static unsigned (*const steps[])(struct search *, const struct state *, unsigned) = {
		[IDLE] = step_idle, [SEEN] = step_seen, [OWNER] = step_owner
	};
	unsigned i, n = 0;

	for (i = 0; i < s->actors; i++)
		n += steps[before->actor[i].where](s, before, i);
	if (n == 0 && !all_done(s->model, before))
		search_harm(s, MODEL_STUCK);
}

struct model_found
model_search(const struct model *m)
{
	struct search s = { .model = m, .actors = m->fillers + m->writers + m->recyclers };
	struct state before, start;
	size_t i, level = 0;

	ck_assert_uint_le(m->buffers, MODEL_BUFFERS);
	ck_assert_uint_le(s.actors, MODEL_ACTORS);
	ck_assert_uint_le(m->bits, MODEL_BITS);
	ck_assert_uint_lt(m->uses, 1U << m->bits);
	memset(&start, 0, sizeof(start));
	search_add(&s, start);
	for (i = 0; i < s.n; i++) {
		if (i == level) {
			s.steps++;
			level = s.n;
		}
		/* a copy: the array may move */
		before = s.state[i];
		search_step(&s, &before);
	}
	s.found.states = s.n;
	free(s.state);
	free(s.slot);
	return s.found;
}
