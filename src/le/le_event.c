/* le_event.c - what a trace table tells, and how it is put in words */
#include "ztrace/hex.h"
#include "ztrace/le_event.h"

#include <string.h>

#include "ztrace/le_errno.h"
#include "ztrace/tod.h"

const char *const le_kind_names[LE_KINDS] = {
	[LE_CALL] = "call",
	[LE_UNRETURNED] = "unreturned",
	[LE_IN_FLIGHT] = "in_flight",
	[LE_OPEN] = "open",
	[LE_ORPHAN] = "orphan",
	[LE_SWITCH] = "switch",
	[LE_ENTRY] = "entry"
};

void
le_event_begin(struct le_event *ev, const struct le_entry *e, uint32_t table)
{
	*ev = (struct le_event){
		.kind = LE_ENTRY, .type = e->type, .flags = e->flags,
		    .member = e->member,
		.thread = e->thread, .table = table,
		.start = le_entry_timed(e) ? tod_us(e->tod) : 0,
		.at = e->where.displacement, .at_end = LE_NOWHERE, .have = e->where.have,
		.have_end = LE_HAVE_ALL
	};
	memcpy(ev->area, e->area.p, LE_AREA_SIZE);
}

static struct span
area_of(const uint8_t *area)
{
	return span_of(area, LE_AREA_SIZE);
}

bool
le_event_call(const struct le_event *ev, struct le_call *c)
{
	*c = (struct le_call){ 0 };
	if (ev->kind == LE_ORPHAN || ev->kind == LE_SWITCH ||
	    ev->kind == LE_ENTRY)
		return false;
	return le_call_read(area_of(ev->area), ev->type, ev->have, c);
}

bool
le_event_return(const struct le_event *ev, struct le_return *r)
{
	*r = (struct le_return){ 0 };
	if (ev->kind != LE_CALL && ev->kind != LE_ORPHAN)
		return false;
	le_return_restore(area_of(ev->area_end), &ev->marks, r);
	return true;
}

bool
le_event_switch(const struct le_event *ev, struct le_switch *s)
{
	*s = (struct le_switch){ 0 };
	return ev->kind == LE_SWITCH &&
	    le_switch_read(area_of(ev->area), area_of(ev->area_end), s);
}

struct span
le_event_function(const struct le_event *ev, struct span *rest)
{
	struct le_switch s;
	struct le_call c;

	*rest = (struct span){ 0 };
	if (le_event_call(ev, &c))
		return c.name;
	if (le_event_switch(ev, &s)) {
		*rest = s.rest[LE_TO_FUNCTION];
		return s.name[LE_TO_FUNCTION];
	}
	/* a call that is shown by itself */
	if (ev->kind == LE_ENTRY && ev->member == LE_C &&
	    ev->type <= LE_XPLINK_RETURN && le_call_read(area_of(ev->area),
	    ev->type, ev->have, &c))
		return c.name;
	return (struct span){ 0 };
}

uint64_t
le_event_time(const struct le_event *ev)
{
	return ev->kind == LE_ORPHAN ? ev->end : ev->start;
}

bool
le_event_threaded(const struct le_event *ev)
{
	return le_entry_has(ev->have, 8, 8);
}

bool
le_event_elapsed(const struct le_event *ev, uint64_t *us)
{
	*us = ev->end > ev->start ? ev->end - ev->start : 0;
	return ev->start != 0 && ev->end != 0;
}

/* Whether a name in EBCDIC is one of a list, which NULL ends. */
static bool
name_listed(struct span name, const char *const *list)
{
	const char *word;
	size_t i;

	for (; *list != NULL; list++) {
		word = *list;
		for (i = 0; i < name.n && (uint8_t)word[i] ==
		    ebcdic_print[name.p[i]]; i++)
			;
		if (i == name.n && word[i] == '\0')
			return true;
	}
	return false;
}

/* These give an address, and none when they fail. */
static const char *const pointers[] = {
	"malloc", "calloc", "realloc", "strdup", "fopen", "freopen", "fdopen",
	    "tmpfile", "popen",
	"opendir", "fetch", "dllload", "dlopen", "getcwd", NULL
};

/* These give -1 in good health: they compare, or read a character. */
static const char *const negatives[] = {
	"strcmp", "strncmp", "strcasecmp", "strncasecmp", "strcoll", "memcmp",
	    "bcmp", "wcscmp",
	"wcsncmp", "wcscoll", "wmemcmp", "fgetc", "getc", "getchar", "fgetwc",
	    "getwc", "getwchar",
	"toupper", "tolower", NULL
};

bool
le_event_failed(const struct le_event *ev, const struct le_call *c,
    const struct le_return *r)
{
	uint64_t value, minus;
	struct span digits = le_return_digits(r, &value);

	if (ev->kind != LE_CALL || digits.n == 0)
		return false;
	minus = digits.n > 8 ? UINT64_MAX : UINT32_MAX;
	if (value == minus)
		return !name_listed(c->name, negatives);
	return value == 0 && name_listed(c->name, pointers);
}

bool
le_event_bad(const struct le_event *ev)
{
	struct le_call c;
	struct le_return r;

	if (!le_event_return(ev, &r))
		return false;
	(void)le_event_call(ev, &c);
	return le_event_failed(ev, &c, &r) ||
	    (ev->errno_state == LE_ERRNO_CHANGED && r.value[LE_ERRNO] != 0);
}

void
le_put_call(struct buf *b, const struct le_call *c, const struct codepage *cp)
{
	if (c->caller.n > 0)
		le_put_text(b, c->caller, cp);
	else
		buf_char(b, '?');
	buf_put(b, " -> ", 4);
	le_put_text(b, c->name, cp);
	buf_char(b, '(');
	le_put_text(b, c->parameters, cp);
	buf_char(b, ')');
	if (c->operator.n > 0) {
		buf_put(b, " [", 2);
		le_put_text(b, c->operator, cp);
		buf_char(b, ']');
	}
}

void
le_put_switch(struct buf *b, const struct le_switch *s, unsigned module,
    const struct codepage *cp)
{
	unsigned i;

	for (i = module; i < module + 2; i++) {
		if (i > module)
			buf_char(b, ':');
		le_put_text(b, s->name[i], cp);
		le_put_text(b, s->rest[i], cp);
	}
}

void
le_put_errno(struct buf *b, const struct le_return *r)
{
	uint64_t errno2 = r->value[LE_ERRNO2];
	const char *name = le_errno_name(r->value[LE_ERRNO]), *more;

	buf_str(b, "errno ");
	buf_uint(b, r->value[LE_ERRNO]);
	if (name != NULL)
		buf_printf(b, " %s", name);
	if (r->value[LE_ERRNO] != 0) {
		buf_str(b, " (");
		le_put_text(b, r->digits[LE_ERRNO], &codepage_1047);
		buf_char(b, ')');
	}
	if (errno2 == 0)
		return;
	buf_str(b, ", errno2 ");
	le_put_text(b, r->digits[LE_ERRNO2], &codepage_1047);
	more = le_errno2_reason(errno2);
	if (more == NULL)
		more = le_errno2_component(errno2);
	if (more != NULL)
		buf_printf(b, " (%s)", more);
}

void
le_put_time(struct buf *b, uint64_t us)
{
	char text[TOD_TEXT];

	if (us == 0)
		buf_fill(b, '?', 27);
	else
		buf_put(b, text, tod_us_text(us, text));
}

void
le_put_thread(struct buf *b, uint64_t thread)
{
	uint8_t *to = buf_room(b, 16);

	if (to == NULL)
		return;
	put_u64(to, hex_digits((uint32_t)(thread >> 32)));
	put_u64(to + 8, hex_digits((uint32_t)thread));
	b->n += 16;
}

void
le_put_padded(struct buf *b, const char *text, size_t n, unsigned width)
{
	if (n < width)
		buf_fill(b, ' ', width - n);
	buf_put(b, text, n);
}

void
le_put_ms(struct buf *b, uint64_t us, unsigned width)
{
	char text[32], *p = text + sizeof(text);
	unsigned n;
	int i;

	for (i = 0; i < 3; i++, us /= 10)
		*--p = (char)('0' + us % 10);
	*--p = '.';
	do
		*--p = (char)('0' + us % 10);
	while ((us /= 10) != 0);
	n = (unsigned)(text + sizeof(text) - p);
	le_put_padded(b, p, n, n < width ? width : n + 1);
}
