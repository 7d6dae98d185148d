/* tbwc.c - buffer status and sequence number in one word, changed together */

#include <stddef.h>

#include "ztrace/tbwc.h"

enum { SEQUENCE_BITS = 32, MODE_MASK = 0xff };

/* Who may make a move, from a state to a state. All that is 0 is illegal. */
static const uint8_t TBWC_MOVES[TBWC_MODES][TBWC_MODES] = {
	[TBWC_AVAILABLE] = { [TBWC_FILLING] = TBWC_APPLICATION | TBWC_ALONE },
	[TBWC_FILLING] = { [TBWC_FULL] = TBWC_APPLICATION | TBWC_ALONE },
	[TBWC_FULL] = { [TBWC_CAPTURE] = TBWC_WRITER, [TBWC_AVAILABLE] = TBWC_ALONE },
	[TBWC_CAPTURE] = { [TBWC_AVAILABLE] = TBWC_WRITER }
};

uint64_t
tbwc_word(enum tbwc_mode mode, uint32_t sequence)
{
	return (uint64_t)mode << SEQUENCE_BITS | sequence;
}

struct tbwc_found
tbwc_parts(uint64_t word)
{
	return (struct tbwc_found){
		.mode = (enum tbwc_mode)(word >> SEQUENCE_BITS & MODE_MASK),
		.sequence = (uint32_t)word
	};
}

const char *
tbwc_mode_name(enum tbwc_mode mode)
{
	static const char *const names[TBWC_MODES] = {
		"AVAILABLE", "FILLING", "FULL", "CAPTURE"
	};

	return (unsigned)mode < TBWC_MODES ? names[mode] : "?";
}

void
tbwc_init(struct tbwc *t)
{
	atomic_init(&t->word, tbwc_word(TBWC_AVAILABLE, 0));
}

struct tbwc_found
tbwc_look(const struct tbwc *t)
{
	return tbwc_parts(atomic_load_explicit(&t->word, memory_order_acquire));
}

bool
tbwc_move(uint64_t from, const struct tbwc_change *c, uint64_t *to)
{
	struct tbwc_found found = tbwc_parts(from);

	if (c->test != TBWC_CURRENT && (unsigned)c->test != (unsigned)found.mode)
		return false;
	if (c->test_sequence && c->sequence != found.sequence)
		return false;
	if ((TBWC_MOVES[found.mode][c->mode] & c->actor) == 0)
		return false;
	if (c->renumber != (c->mode == TBWC_FILLING))
		return false;
	*to = tbwc_word(c->mode, c->renumber ? c->number : found.sequence);
	return true;
}

bool
tbwc_change(struct tbwc *t, const struct tbwc_change *c, struct tbwc_found *found)
{
	uint64_t from = atomic_load_explicit(&t->word, memory_order_acquire);
	bool changed = false;
	uint64_t to;
	int tries;

	for (tries = 0; tries < TBWC_RETRIES && !changed; tries++) {
		if (!tbwc_move(from, c, &to))
			break;
		/* a swap that fails leaves in `from` what is there now */
		changed = atomic_compare_exchange_weak_explicit(&t->word, &from, to,
		    memory_order_acq_rel, memory_order_acquire);
	}
	if (found != NULL)
		*found = tbwc_parts(from);
	return changed;
}
