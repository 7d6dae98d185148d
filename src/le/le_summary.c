/* le_summary.c - the format summary: each function, and what went wrong */
#include <stdlib.h>
#include <string.h>

#include "ztrace/le_errno.h"
#include "ztrace/le_format.h"
#include "ztrace/le_names.h"

/* A function. */
struct function {
	uint32_t	 name;
	uint64_t	*took;			/* owned: microseconds of each call */
	size_t		 timed, cap;		/* calls of which they are known */
	uint64_t	 calls;
	uint64_t	 total;
	uint64_t	 failed, errors, in_flight, unreturned;
};

/* Events that are shown as lines, each different one once. */
struct tally {
	struct le_names	 lines;
	uint64_t	*count;			/* owned: by number of line */
	size_t		 cap;
};

struct summary {
	const struct codepage *codepage;
	struct le_names	 names;
	struct function	*function;		/* by number of name */
	size_t		 functions;
	struct tally	 errnos, orphans, flights, others;
	struct buf	 room;
};

static void *
summary_open(const struct codepage *cp)
{
	struct summary *s = calloc(1, sizeof(*s));

	if (s != NULL)
		s->codepage = cp;
	return s;
}

static void
tally_free(struct tally *t)
{
	le_names_free(&t->lines);
	free(t->count);
}

static void
summary_close(void *state)
{
	struct summary *s = state;
	size_t i;

	for (i = 0; i < s->functions; i++)
		free(s->function[i].took);
	free(s->function);
	tally_free(&s->errnos);
	tally_free(&s->orphans);
	tally_free(&s->flights);
	tally_free(&s->others);
	le_names_free(&s->names);
	buf_free(&s->room);
	free(s);
}

/* Counts the line that is in the room. */
static bool
tally_add(struct tally *t, const struct buf *room)
{
	uint32_t number = room->failed ? LE_NO_NAME :
	    le_name_get(&t->lines, buf_span(room));
	uint64_t *count;

	if (number == LE_NO_NAME)
		return false;
	count = le_names_room(t->count, number, &t->cap, sizeof(*count));
	if (count == NULL)
		return false;
	t->count = count;
	count[number]++;
	return true;
}

static bool
function_took(struct function *f, const struct le_event *ev)
{
	uint64_t us, *took;

	f->calls++;
	if (!le_event_elapsed(ev, &us))
		return true;
	took = le_names_room(f->took, f->timed, &f->cap, sizeof(*took));
	if (took == NULL)
		return false;
	f->took = took;
	took[f->timed++] = us;
	f->total += us;
	return true;
}

static struct function *
summary_function(struct summary *s, struct span name)
{
	struct function *f;
	uint32_t number;

	buf_clear(&s->room);
	le_put_text(&s->room, name, s->codepage);
	number = s->room.failed ? LE_NO_NAME :
	    le_name_get(&s->names, buf_span(&s->room));
	if (number == LE_NO_NAME)
		return NULL;
	f = le_names_room(s->function, number, &s->functions, sizeof(*f));
	if (f == NULL)
		return NULL;
	s->function = f;
	f[number].name = number;
	return &f[number];
}

/* A call that has changed errno. */
static bool
add_errno(struct summary *s, const struct le_call *c, const struct le_return *r)
{
	buf_clear(&s->room);
	le_put_text(&s->room, c->name, s->codepage);
	buf_str(&s->room, "()  ");
	le_put_errno(&s->room, r);
	return tally_add(&s->errnos, &s->room);
}

static bool
add_flight(struct summary *s, const struct le_event *ev,
    const struct le_call *c)
{
	buf_clear(&s->room);
	le_put_time(&s->room, ev->start);
	buf_char(&s->room, ' ');
	le_put_thread(&s->room, ev->thread);
	buf_str(&s->room, "  ");
	le_put_call(&s->room, c, s->codepage);
	return tally_add(&s->flights, &s->room);
}

static bool
add_call(struct summary *s, const struct le_event *ev, const struct le_call *c)
{
	struct function *f = summary_function(s, c->name);
	struct le_return r;

	if (f == NULL)
		return false;
	if (ev->kind == LE_IN_FLIGHT) {
		f->in_flight++;
		return add_flight(s, ev, c);
	}
	if (ev->kind == LE_UNRETURNED) {
		f->unreturned++;
		return true;
	}
	if (!function_took(f, ev))
		return false;
	if (!le_event_return(ev, &r))
		return true;
	f->failed += le_event_failed(ev, c, &r);
	if (ev->errno_state != LE_ERRNO_CHANGED || r.value[LE_ERRNO] == 0)
		return true;
	f->errors++;
	return add_errno(s, c, &r);
}

static bool
summary_add(void *state, const struct le_event *ev)
{
	struct summary *s = state;
	struct le_return r;
	struct le_call c;
	const char *name;

	if (ev->kind == LE_OPEN)
		return true;
	if (le_event_call(ev, &c))
		return add_call(s, ev, &c);
	buf_clear(&s->room);
	if (ev->kind == LE_ORPHAN) {
		(void)le_event_return(ev, &r);
		buf_str(&s->room, "function ");
		le_put_text(&s->room, le_number(r.number), s->codepage);
		return tally_add(&s->orphans, &s->room);
	}
	name = le_member_name(ev->member);
	buf_printf(&s->room, "%s %08X", name != NULL ? name : "unknown member",
	    ev->type);
	name = le_type_name(ev->member, ev->type);
	if (name != NULL)
		buf_printf(&s->room, " (%s)", name);
	return tally_add(&s->others, &s->room);
}

/* The longest in all first; else as they came. */
static int
function_compare(const void *a, const void *b)
{
	const struct function *x = a, *y = b;

	if (x->total != y->total)
		return x->total < y->total ? 1 : -1;
	return x->name < y->name ? -1 : 1;
}

static int
took_compare(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;

	return *x < *y ? -1 : *x > *y;
}

/* Of an even number of calls, the mean of the two in the middle. */
static uint64_t
took_median(const uint64_t *took, size_t n)
{
	return n % 2 == 1 ? took[n / 2] : (took[n / 2 - 1] + took[n / 2]) / 2;
}

static void
function_line(const struct summary *s, struct function *f, struct buf *b)
{
	struct span name = le_name_text(&s->names, f->name);

	buf_printf(b, "%10llu", (unsigned long long)f->calls);
	le_put_ms(b, f->total, 14);
	if (f->timed > 0) {
		qsort(f->took, f->timed, sizeof(*f->took), took_compare);
		le_put_ms(b, f->took[0], 12);
		le_put_ms(b, took_median(f->took, f->timed), 12);
		le_put_ms(b, f->took[f->timed - 1], 12);
	} else {
		buf_fill(b, ' ', 36);
	}
	buf_printf(b, " %7llu %7llu  ", (unsigned long long)f->failed,
	    (unsigned long long)f->errors);
	buf_put(b, name.p, name.n);
	if (f->in_flight > 0)
		buf_printf(b, "  in flight: %llu",
		    (unsigned long long)f->in_flight);
	if (f->unreturned > 0)
		buf_printf(b, "  never returned: %llu",
		    (unsigned long long)f->unreturned);
	buf_char(b, '\n');
}

static void
tally_end(const struct tally *t, const char *title, struct buf *b)
{
	struct span line;
	uint32_t i;

	if (t->lines.n == 0)
		return;
	buf_printf(b, "%s%s\n", b->n > 0 ? "\n" : "", title);
	for (i = 0; i < t->lines.n; i++) {
		line = le_name_text(&t->lines, i);
		buf_printf(b, "%10llu  ", (unsigned long long)t->count[i]);
		buf_put(b, line.p, line.n);
		buf_char(b, '\n');
	}
}

static void
summary_end(void *state, struct buf *b)
{
	struct summary *s = state;
	size_t i;

	if (s->names.n > 0) {
		qsort(s->function, s->names.n, sizeof(*s->function),
		    function_compare);
		buf_str(b,
		    "     calls      total ms      min ms   median ms      max ms"
		    "  failed  errors  function\n");
	}
	for (i = 0; i < s->names.n; i++)
		function_line(s, &s->function[i], b);
	tally_end(&s->errnos, "errno was changed to", b);
	tally_end(&s->flights, "in flight at the end", b);
	tally_end(&s->orphans, "returns without a call", b);
	tally_end(&s->others, "other entries", b);
}

static const struct le_report report = {
	.open = summary_open, .add = summary_add, .end = summary_end,
	    .close = summary_close
};

const struct le_format le_format_summary = {
	.form = {
		.name = "summary",
		.help = "for each function how often, how long, and what went wrong"
	},
	.report = &report
};
