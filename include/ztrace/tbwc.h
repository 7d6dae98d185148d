/* tbwc.h - buffer status and sequence number in one word, changed together */
#ifndef ZTRACE_TBWC_H
#define ZTRACE_TBWC_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/*
 * The buffer protocol of component trace (z/OS MVS Authorized Assembler
 * Services, CTRACECS and CTRACEWR), as a library. Each buffer has a trace
 * buffer writer control area:
 *
 *   63         39     32 31              0
 *   | zero ...  | state | sequence number |        swapped as one
 *
 *            application              application
 *   AVAILABLE ----------> FILLING ------------------> FULL
 *       ^ ^                                           |  |
 *       | +-------------- application, only where ----+  | external
 *       |                 there is no external writer    | writer
 *       +------------------------------- CAPTURE <-------+
 *                 external writer
 *
 * Rules of the documentation, and where they are kept:
 *
 *   Only FULL may be captured, and only        TBWC_MOVES in tbwc.c: tbwc_change
 *   CAPTURE goes back to AVAILABLE by the      refuses any other move
 *   writer
 *   State and number are changed together      one compare-and-swap in tbwc_change
 *   A number is used once: every move to       `renumber` is needed for FILLING and
 *   FILLING brings a new one                   refused for all other moves
 *   With TESTMODE or TESTSEQ# the change is    `test`, `sequence`; *found says what
 *   made only if they hold; else control       was there instead
 *   goes to CSLABEL
 *   Without them CSLABEL=RETRY tries until     TBWC_RETRIES tries; nobody can be
 *   the swap works                             made to wait for ever
 *   A buffer test by state alone, or by        both are tested by everybody here
 *   number alone, loses buffers                (tests/unit/check_tbwc.c shows it)
 */
enum tbwc_mode { TBWC_AVAILABLE, TBWC_FILLING, TBWC_FULL, TBWC_CAPTURE, TBWC_MODES };

/* TESTMODE: TBWC_CURRENT (the default there) tests nothing; CAPTURE cannot be tested for. */
enum tbwc_test {
	TBWC_TEST_AVAILABLE = TBWC_AVAILABLE,
	TBWC_TEST_FILLING = TBWC_FILLING,
	TBWC_TEST_FULL = TBWC_FULL,
	TBWC_CURRENT
};

/* Who asks: a bit each. */
enum tbwc_actor {
	TBWC_APPLICATION = 1,	/* fills buffers; an external writer empties them */
	TBWC_ALONE = 2,		/* fills buffers, and there is no external writer */
	TBWC_WRITER = 4		/* empties them */
};

enum { TBWC_RETRIES = 1000 };

struct tbwc {
	_Atomic uint64_t word;
};

/* MODE, TESTMODE, TESTSEQ#, BUFFSEQ# of one call. */
struct tbwc_change {
	enum tbwc_actor	actor;
	enum tbwc_mode	mode;		/* to be set */
	enum tbwc_test	test;
	bool		test_sequence;	/* `sequence` must be there */
	uint32_t	sequence;
	bool		renumber;	/* `number` is set; otherwise it stays as it is */
	uint32_t	number;
};

struct tbwc_found {
	enum tbwc_mode	mode;
	uint32_t	sequence;
};

/* Sets a new area to AVAILABLE and number 0: initialisation only, the one move without a test. */
void	tbwc_init(struct tbwc *);

/* What is there now; may be different a moment later. */
struct tbwc_found tbwc_look(const struct tbwc *);

/*
 * Changes state and number together, if what is tested for is there and the
 * move is a legal one for who asks. *found (may be NULL) gets what was there,
 * changed or not. A move to FILLING takes what the buffer held before as
 * free to be overwritten (acquire); one to FULL or AVAILABLE publishes what
 * was written (release).
 */
bool	tbwc_change(struct tbwc *, const struct tbwc_change *, struct tbwc_found *found);

/*
 * The same on a bare word, for checking the protocol: false when the move is
 * not to be made; else *to is the word after it. tbwc_change swaps by this.
 */
bool	tbwc_move(uint64_t from, const struct tbwc_change *, uint64_t *to);

/* A word's parts, and a word of parts. */
struct tbwc_found tbwc_parts(uint64_t word);
uint64_t tbwc_word(enum tbwc_mode, uint32_t sequence);

const char *tbwc_mode_name(enum tbwc_mode);	/* "AVAILABLE", ... */

#endif
