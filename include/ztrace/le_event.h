/* le_event.h - what a trace table tells: calls with their returns, and more */
#ifndef ZTRACE_LE_EVENT_H
#define ZTRACE_LE_EVENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ztrace/buf.h"
#include "ztrace/ebcdic.h"
#include "ztrace/le_entry.h"
#include "ztrace/le_text.h"

enum le_kind {
	LE_CALL,		/* with its return */
	LE_UNRETURNED,		/* left by longjmp, an exception, or its return is lost */
	LE_IN_FLIGHT,		/* not ended when the table does */
	LE_OPEN,		/* told ahead, for much is inside; comes again at its end */
	LE_ORPHAN,		/* a return without a call */
	LE_SWITCH,		/* a call between linkages: it never has a return */
	LE_ENTRY,		/* of another member or type, or by itself */
	LE_KINDS
};

/* "call", "unreturned", ... */
extern const char *const le_kind_names[LE_KINDS];

/* What the return of a call says of errno. */
enum le_errno_state {
	LE_ERRNO_NONE,		/* nothing */
	LE_ERRNO_SAME,		/* as the thread's return before: of any age */
	LE_ERRNO_FIRST,		/* the first one that is seen of the thread */
	LE_ERRNO_CHANGED
};

/*
 * Plain data that owns nothing: it travels as bytes from the ordered half to
 * the workers. Areas are as in the entries; take them apart with le_text.h.
 */
struct le_event {
	enum le_kind	 kind;
	uint32_t	 type, flags;	/* of the entry, of two the call's */
	uint32_t	 depth;		/* calls of the thread open around it */
	uint64_t	 thread;
	uint32_t	 thread_number;	/* in order of appearance, from 1 */
	uint32_t	 table;		/* in order of appearance, from 1 */
	uint64_t	 start, end;	/* microseconds since 1900; 0: unknown */
	uint32_t	 at, at_end;	/* displacements; LE_NOWHERE: of none */
	uint32_t	 have, have_end;
	uint8_t		 member;
	bool		 thread_new;	/* the first event of its thread */
	bool		 table_new;
	uint8_t		 errno_state;	/* enum le_errno_state */
	struct le_marks	 marks;		/* of the return, if there is one */
	/* of the call, the first part, the entry; else 00 */
	uint8_t		 area[LE_AREA_SIZE];
	/* of the return, the second part; else 00 */
	uint8_t		 area_end[LE_AREA_SIZE];
};

/* Makes it that of an entry by itself, of kind LE_ENTRY. */
void	le_event_begin(struct le_event *, const struct le_entry *,
	    uint32_t table);

/* An event that travels as a record: in memory of its own, so it is aligned. */
static inline const struct le_event *
le_event_of(struct span s)
{
	return (const void *)s.p;
}

/*
 * The parts of an event that are text. Each is false where there is nothing
 * of that kind. What is filled in points into the event.
 */
bool	le_event_call(const struct le_event *, struct le_call *);
bool	le_event_return(const struct le_event *, struct le_return *);
bool	le_event_switch(const struct le_event *, struct le_switch *);

/* The function that the event is about, in EBCDIC; of a switch the called one. */
struct span le_event_function(const struct le_event *, struct span *rest);

/* When it began, an orphan when it ended; 0: unknown. */
uint64_t le_event_time(const struct le_event *);

bool	le_event_threaded(const struct le_event *);	/* its thread is known */

/* Microseconds from start to end, if both are known; never below 0. */
bool	le_event_elapsed(const struct le_event *, uint64_t *us);

/*
 * Whether the call seems to have failed: it gave -1, or nothing where its kind
 * gives an address. A guess, for the table does not know what a value means.
 */
bool	le_event_failed(const struct le_event *, const struct le_call *,
	    const struct le_return *);

/* What --errors asks for: failed, or changed errno to something else than 0. */
bool	le_event_bad(const struct le_event *);

/* What both formats for people and reports say of an event. */
void	le_put_call(struct buf *, const struct le_call *,
	    const struct codepage *);
void	le_put_switch(struct buf *, const struct le_switch *, unsigned module,
	    const struct codepage *);
void	le_put_errno(struct buf *, const struct le_return *);
void	le_put_time(struct buf *, uint64_t us);		/* 0: ?, as wide */
void	le_put_thread(struct buf *, uint64_t thread);
void	le_put_ms(struct buf *, uint64_t us, unsigned width);	/* "  879.942" */
void	le_put_padded(struct buf *, const char *text, size_t n, unsigned width);

#endif
