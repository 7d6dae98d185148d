/* le_calls.c - the formats calls and entries: a line an event */
#include <string.h>

#include "ztrace/le_errno.h"
#include "ztrace/le_format.h"

enum { ELAPSED = 12, INDENT_MOST = 40 };

static void
put_thread(struct buf *b, const struct le_event *ev)
{
	if (le_event_threaded(ev))
		le_put_thread(b, ev->thread);
	else
		buf_fill(b, '?', 16);
}

static void
put_digits(struct buf *b, struct span digits)
{
	le_put_text(b, digits, &codepage_1047);
}

/* What the return says: the value, and of errno what is new. */
static void
put_return(struct buf *b, const struct le_event *ev, const struct le_call *c,
    const struct le_return *r)
{
	uint64_t value;
	struct span digits = le_return_digits(r, &value);

	if (digits.n > 0) {
		buf_put(b, " = ", 3);
		put_digits(b, digits);
	}
	if (le_event_failed(ev, c, r))
		buf_str(b, " failed");
	if (ev->errno_state == LE_ERRNO_CHANGED ||
	    (ev->errno_state == LE_ERRNO_FIRST && r->value[LE_ERRNO] != 0)) {
		buf_put(b, "  ", 2);
		le_put_errno(b, r);
		if (ev->errno_state == LE_ERRNO_FIRST)
			buf_str(b, ", from before");
	}
}

/* Whether nearly all that is there is text. */
static bool
area_text(struct span area)
{
	struct span s = le_trim(area);
	size_t i, odd = 0;

	for (i = 0; i < s.n; i++)
		odd += ebcdic_print[s.p[i]] == '.' && s.p[i] != 0x4b &&
		    s.p[i] != 0;
	return s.n > 0 && odd * 8 <= s.n;
}

/* The area of an entry as it is: text, or words, with ? for what is missing. */
static void
put_area(struct buf *b, const struct le_event *ev, const struct codepage *cp)
{
	struct span area = span_of(ev->area, LE_AREA_SIZE), word;
	size_t i;

	if (ev->have >> 6 == LE_HAVE_ALL >> 6 && area_text(area)) {
		buf_char(b, '|');
		le_put_text(b, le_trim(area), cp);
		buf_char(b, '|');
		return;
	}
	for (i = 0; span_cut(area, i, 4, &word); i += 4) {
		if (i > 0)
			buf_char(b, ' ');
		if ((ev->have >> (LE_AREA + i) / 4 & 1) != 0)
			buf_hex(b, word);
		else
			buf_str(b, "????????");
	}
}

static void
put_entry(struct buf *b, const struct le_event *ev, const struct codepage *cp)
{
	const char *member = le_member_name(ev->member), *type = NULL;

	if ((ev->have >> 4 & 1) == 0) {
		buf_str(b, "entry of an unknown member: ");
	} else {
		if (member != NULL)
			buf_str(b, member);
		else
			buf_printf(b, "member %02X", ev->member);
		if ((ev->have >> 5 & 1) != 0) {
			type = le_type_name(ev->member, ev->type);
			buf_printf(b, " %08X", ev->type);
		}
		if (type != NULL)
			buf_printf(b, " (%s)", type);
		buf_str(b, ": ");
	}
	put_area(b, ev, cp);
}

static const char *
elapsed_word(const struct le_event *ev)
{
	static const char *const words[LE_KINDS] = {
		[LE_OPEN] = "goes on", [LE_ORPHAN] = "no call",
		    [LE_SWITCH] = "-",
		[LE_ENTRY] = "-"
	};

	return words[ev->kind] != NULL ? words[ev->kind] : "?";
}

static void
put_elapsed(struct buf *b, const struct le_event *ev)
{
	const char *word = elapsed_word(ev);
	uint64_t us;

	if (le_event_elapsed(ev, &us)) {
		le_put_ms(b, us, ELAPSED - 3);
		buf_put(b, " ms", 3);
	} else {
		le_put_padded(b, word, strlen(word), ELAPSED);
	}
}

/* What the event is, behind time and thread. */
static void
put_event(struct buf *b, const struct le_event *ev, const struct codepage *cp)
{
	struct le_switch s;
	struct le_return r;
	struct le_call c;

	if (ev->kind == LE_ENTRY) {
		put_entry(b, ev, cp);
	} else if (le_event_switch(ev, &s)) {
		le_put_switch(b, &s, LE_FROM_MODULE, cp);
		buf_str(b, " --> ");
		le_put_switch(b, &s, LE_TO_MODULE, cp);
	} else {
		if (le_event_call(ev, &c))
			le_put_call(b, &c, cp);
		if (le_event_return(ev, &r)) {
			if (ev->kind == LE_ORPHAN) {
				buf_str(b, "<- function ");
				put_digits(b, le_number(r.number));
			}
			put_return(b, ev, &c, &r);
		}
		if (ev->kind == LE_IN_FLIGHT)
			buf_str(b, "  in flight at the end");
		else if (ev->kind == LE_UNRETURNED)
			buf_str(b, "  never returned");
	}
}

static void
calls_render(const struct le_event *ev, const struct codepage *cp,
    struct buf *b)
{
	if (ev->table_new && ev->table > 1)
		buf_printf(b, "\ntable %u\n", ev->table);
	le_put_time(b, le_event_time(ev));
	buf_char(b, ' ');
	put_thread(b, ev);
	put_elapsed(b, ev);
	buf_fill(b, ' ', 2 + 2 * (size_t)(ev->depth < INDENT_MOST ? ev->depth :
	    INDENT_MOST));
	put_event(b, ev, cp);
	buf_char(b, '\n');
}

const struct le_format le_format_calls = {
	.form = {
		.name = "calls",
		.help = "a line for each call, with what it gave and how long it took"
	},
	.render = calls_render
};

static void
entries_render(const struct le_event *ev, const struct codepage *cp,
    struct buf *b)
{
	if (ev->table_new && ev->table > 1)
		buf_printf(b, "\ntable %u\n", ev->table);
	buf_printf(b, "+%06X ", ev->at);
	le_put_time(b, ev->start);
	buf_char(b, ' ');
	put_thread(b, ev);
	if (ev->flags != 0)
		buf_printf(b, " flags %06X", ev->flags);
	buf_char(b, ' ');
	put_entry(b, ev, cp);
	if (ev->have != LE_HAVE_ALL)
		buf_str(b, " (partly there)");
	buf_char(b, '\n');
}

const struct le_format le_format_entries = {
	.form = {
		.name = "entries",
		.help = "a line for each entry as it is, in the order in which they come"
	},
	.plain = true,
	.render = entries_render
};
