/* cpentry.h - one trace entry of z/VM's CP, taken apart */
#ifndef ZTRACE_CPENTRY_H
#define ZTRACE_CPENTRY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ztrace/span.h"

enum cpform {
	CPFORM_TRACE,		/* words, 48 bits of the clock */
	CPFORM_TRACG,		/* doublewords, all of the clock */
	CPFORM_SAVED		/* words, 32 bits of the clock */
};

enum {
	CPENTRY_LEAST = 16,	/* bytes of an entry that names its own length */
	CPENTRY_MOST = 144,
	CPENTRY_SAVED = 28
};

struct cpentry {
	enum cpform	 form;
	struct span	 raw;
	struct span	 words;		/* the registers */
	unsigned	 width;		/* bytes of each: 4 or 8 */
	uint64_t	 kept;		/* of the clock, as much as the form has */
	uint16_t	 fine;		/* TRACG: bits 64 to 79 of it */
	uint16_t	 high;		/* upper half of the operand */
	uint16_t	 code;		/* lower half: the trace ID */
};

/* The length that the first two bytes say; 0 when no entry starts with them. */
static inline size_t
cpentry_length(struct span s)
{
	size_t registers;

	if (s.n < 2 || s.p[0] >> 4 != 7)
		return 0;
	registers = (s.p[0] & 15u) + 1;
	/* bit 7 is the epoch from 2042 on, where a machine stores it */
	if ((s.p[1] & 0xFE) == 0x80)
		return 16 + 8 * registers;
	return s.p[1] == 0 ? 12 + 4 * registers : 0;
}

/*
 * The length of the entry that s starts with, if all of it is there and it can
 * be one: the instruction stores nothing when its operand's first bit is on.
 */
static inline size_t
cpentry_whole(struct span s)
{
	size_t n = cpentry_length(s);

	if (n == 0 || n > s.n || (s.p[s.p[1] != 0 ? 12 : 8] & 0x80) != 0)
		return 0;
	return n;
}

/*
 * The same for the saved form, of which nothing but the operand can be judged;
 * a slot of zeros is unused.
 */
static inline bool
cpentry_saved_whole(struct span s)
{
	if (s.n < CPENTRY_SAVED || (s.p[4] & 0x80) != 0)
		return false;
	return span_u64(s, 0) != 0 || !span_zero(span_first(s, CPENTRY_SAVED));
}

/* Bits 16 to 63 of the clock of the entry that s starts with, of TRACE or TRACG. */
static inline uint64_t
cpentry_low(struct span s)
{
	return span_u64(s, span_u8(s, 1) != 0 ? 2 : 0) & UINT64_C(0x0000FFFFFFFFFFFF);
}

/* Takes the entry apart that s starts with. False when there is none. */
bool	cpentry_read(struct span s, bool saved, struct cpentry *);

/* The bits of the clock that a form keeps, as a mask: all it can count up to. */
uint64_t cpentry_mask(enum cpform);

/* A register's contents, by its place from 0 on; 0 where there is none. */
uint64_t cpentry_word(const struct cpentry *, size_t);
size_t	cpentry_count(const struct cpentry *);

#endif
