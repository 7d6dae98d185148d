/* le_select.c - which events are shown */
#include "ztrace/le_select.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "ztrace/le_event.h"
#include "ztrace/tod.h"

enum { MARKED = 65536 };	/* threads whose first event is marked */

struct le_selection {
	struct source	 source;	/* first: what the caller holds */
	struct source	*below;		/* owned */
	const struct le_select *select;
	const struct codepage *codepage;
	struct ledger	*ledger;
	struct buf	 name;		/* room to work in */
	struct le_event	 ev;		/* the one marked last */
	uint32_t	 table;		/* of the last event that passed */
	uint8_t		 marked[MARKED / 8];	/* a bit for each thread */
};

static const char *
select_add(const char **list, size_t *n, const char *arg)
{
	if (*n == LE_SELECT_MOST)
		return "given too often (32 times at most)";
	list[(*n)++] = arg;
	return NULL;
}

const char *
le_select_thread(void *select, const char *digits)
{
	struct le_select *s = select;
	size_t n = strspn(digits, "0123456789abcdefABCDEF");

	if (n == 0 || n > 16 || digits[n] != '\0')
		return "not a thread ID (up to 16 hexadecimal digits, the first ones will do)";
	return select_add(s->thread, &s->threads, digits);
}

const char *
le_select_function(void *select, const char *pattern)
{
	struct le_select *s = select;

	return select_add(s->function, &s->functions, pattern);
}

static const char *
select_time(const char *text, uint64_t *us, bool *by)
{
	*by = tod_parse(text, us);
	return *by ? NULL : "not a time (like 2026-01-31T23:59:00Z)";
}

const char *
le_select_since(void *select, const char *time)
{
	struct le_select *s = select;

	return select_time(time, &s->since, &s->by_since);
}

const char *
le_select_until(void *select, const char *time)
{
	struct le_select *s = select;

	return select_time(time, &s->until, &s->by_until);
}

const char *
le_select_slower(void *select, const char *time)
{
	static const struct {
		const char	*name;
		double		 us;
	} units[] = { { "us", 1 }, { "ms", 1e3 }, { "s", 1e6 } };
	struct le_select *s = select;
	char *end;
	double n;
	size_t i;

	if (time[0] < '0' || time[0] > '9')
		return "not a time (like 250us, 10ms or 1.5s)";
	n = strtod(time, &end);
	for (i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
		if (strcmp(end, units[i].name) != 0 || n * units[i].us > 1e15)
			continue;
		s->slower = (uint64_t)(n * units[i].us + 0.5);
		s->by_slower = true;
		return NULL;
	}
	return "not a time (like 250us, 10ms or 1.5s)";
}

/* Whether the thread's digits begin as one of those that are asked for. */
static bool
thread_fits(const struct le_select *s, uint64_t thread)
{
	size_t i, k;
	unsigned digit;

	for (i = 0; i < s->threads; i++) {
		for (k = 0; s->thread[i][k] != '\0'; k++) {
			digit = (unsigned)(thread >> (60 - 4 * k)) & 15;
			if ("0123456789ABCDEF"[digit] != s->thread[i][k] &&
			    "0123456789abcdef"[digit] != s->thread[i][k])
				break;
		}
		if (s->thread[i][k] == '\0')
			return true;
	}
	return false;
}

static bool
function_fits(struct le_selection *s, const struct le_event *ev)
{
	struct span rest, name = le_event_function(ev, &rest);
	size_t i;

	buf_clear(&s->name);
	le_put_text(&s->name, name, s->codepage);
	le_put_text(&s->name, rest, s->codepage);
	if (name.n == 0 || !buf_char(&s->name, '\0'))
		return false;
	for (i = 0; i < s->select->functions; i++)
		if (fnmatch(s->select->function[i], (const char *)s->name.p,
		    0) == 0)
			return true;
	return false;
}

/* The account of what an event is left out by; ACCOUNTS: it passes. */
static enum account
select_account(struct le_selection *s, const struct le_event *ev)
{
	const struct le_select *want = s->select;
	uint64_t at = le_event_time(ev), elapsed;

	if (want->threads > 0 && (!le_event_threaded(ev) ||
	    !thread_fits(want, ev->thread)))
		return FILTERED_THREAD;
	if (want->functions > 0 && !function_fits(s, ev))
		return FILTERED_FUNCTION;
	if (want->errors && !le_event_bad(ev))
		return FILTERED_CLEAN;
	if ((want->by_since || want->by_until) &&
	    (at == 0 || (want->by_since && at < want->since) ||
	    (want->by_until && at >= want->until)))
		return FILTERED_SPAN;
	if (want->by_slower && (!le_event_elapsed(ev, &elapsed) ||
	    elapsed < want->slower))
		return FILTERED_FAST;
	return ACCOUNTS;
}

/* Marks what the event is the first of, in a copy. */
static void
select_mark(struct le_selection *s, struct record *rec)
{
	const struct le_event *ev = le_event_of(rec->data);
	bool table = ev->table != s->table, thread = false;
	uint32_t n = ev->thread_number;
	uint8_t bit;

	s->table = ev->table;
	if (n > 0 && n < MARKED) {
		bit = (uint8_t)(1 << n % 8);
		thread = (s->marked[n / 8] & bit) == 0;
		s->marked[n / 8] |= bit;
	}
	if (!table && !thread)
		return;
	s->ev = *ev;
	s->ev.table_new = table;
	s->ev.thread_new = thread;
	rec->data = span_of(&s->ev, sizeof(s->ev));
}

static enum rc
select_next(struct source *source, struct record *rec, struct diag *d)
{
	struct le_selection *s = (struct le_selection *)source;
	enum account left = UNWRITABLE;
	enum rc rc;

	while (left != ACCOUNTS) {
		rc = s->below->next(s->below, rec, d);
		if (rc != RC_OK)
			return rc;
		s->ledger->n[RESULTS]++;
		left = select_account(s, le_event_of(rec->data));
		if (s->name.failed)
			return diag_memory(d);
		s->ledger->n[left == ACCOUNTS ? WRITTEN : left]++;
	}
	select_mark(s, rec);
	return RC_OK;
}

static void
select_close(struct source *source)
{
	struct le_selection *s = (struct le_selection *)source;

	s->below->close(s->below);
	buf_free(&s->name);
	free(s);
}

struct source *
le_select_open(struct source *below, const struct le_select *select,
    const struct codepage *cp, struct ledger *ledger)
{
	struct le_selection *s = calloc(1, sizeof(*s));

	if (s == NULL) {
		below->close(below);
		return NULL;
	}
	s->source = (struct source){ .next = select_next,
	    .close = select_close };
	s->below = below;
	s->select = select;
	s->codepage = cp;
	s->ledger = ledger;
	return &s->source;
}
