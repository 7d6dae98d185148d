/* intake.h - what all containers of binary records do with their stream */
#ifndef ZTRACE_INTAKE_H
#define ZTRACE_INTAKE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ztrace/diag.h"
#include "ztrace/ledger.h"
#include "ztrace/parts.h"
#include "ztrace/record.h"
#include "ztrace/stream.h"

/*
 * Does one step: RC_OK and a record, RC_SKIP when there is none yet, RC_END,
 * RC_FAIL. Each container has its own.
 */
typedef enum rc intake_fn(struct intake *, struct record *, struct diag *);

/*
 * Stands first in each container's own struct. Bytes are booked in the moment
 * they are taken, so the ledger's sum of bytes holds at any time. A record that
 * was lent out stays where it is in the stream's buffer until the next
 * intake_peek.
 */
struct intake {
	struct source	 source;	/* first: what the caller holds */
	struct stream	*stream;	/* owned */
	struct ledger	*ledger;
	intake_fn	*step;
	size_t		 lent;		/* bytes: booked, not consumed */
	uint64_t	 records;	/* lent out so far */
	struct parts	 parts;		/* of the record that is put together */
};

/*
 * A container's struct of `size` bytes, zeros but for the intake, as a source.
 * Takes the stream over; NULL when memory ran out (said).
 */
struct source *intake_open(size_t size, intake_fn *step, struct stream *,
	    struct ledger *, struct diag *);

/* Lets go of the record lent out, then stream_peek. */
enum rc	intake_peek(struct intake *, size_t min, struct span *, struct diag *);

/* Consumes n bytes that peek showed, and books them. */
void	intake_take(struct intake *, size_t n, enum account);

/* Books bytes that were taken before on another account. */
void	intake_rebook(struct intake *, uint64_t n, enum account from,
	    enum account to);

/* Where the stream stands, and the number of the record that may come. */
struct place intake_place(const struct intake *);

/* Makes the bytes that peek shows first a record, and books them as such. */
enum rc	intake_lend(struct intake *, struct span data, struct record *);

/* Makes memory of the container's own a record; its bytes have been booked. */
enum rc	intake_lend_own(struct intake *, struct span data, const struct place *,
	    struct record *);

/* The first bytes of s for messages, up to 4 in hex. */
void	intake_hex(struct span s, char hex[9]);

/*
 * For a record of which only `have` bytes are there before the extent ends: a
 * torn record is never handed out, its bytes are skipped. Says so; RC_SKIP.
 */
enum rc	intake_cut(struct intake *, size_t have, size_t length, struct diag *);

/*
 * Whether something that can be read starts at s: sure, or decided by *need
 * bytes (more than s.n, at most SIGHT_MOST). Looks only at bytes whose number
 * does not depend on how many happen to be there. `whole`: the extent ends
 * with s.
 */
enum { SIGHT_MOST = 64 * 1024 };
enum sight { SIGHT_NO, SIGHT_YES, SIGHT_MORE };
typedef enum sight sight_fn(struct span s, bool whole, size_t *need);

/* Bytes that were stepped over. */
struct gap {
	struct place	at;		/* of the first one */
	uint64_t	n;
	bool		zero;		/* all of them */
	bool		found;		/* something in sight follows */
	char		head[9];	/* the first ones in hex */
};

/*
 * Skips at least one byte, and all up to the next thing in sight or the end of
 * the extent. Each byte is looked at once, and no more is kept than `need`.
 * Says nothing; RC_SKIP, or RC_FAIL.
 */
enum rc	intake_skip(struct intake *, sight_fn *, struct gap *, struct diag *);

/* Makes a gap of zeros up to the end padding, with a warning. RC_SKIP. */
enum rc	intake_padding(struct intake *, const struct gap *, struct diag *);

/*
 * After damage: intake_skip, and says what has been skipped, unless it is
 * padding. `what` names what is bad at its beginning ("RDW").
 */
enum rc	intake_search(struct intake *, sight_fn *, const char *what,
	    struct diag *);

#endif
