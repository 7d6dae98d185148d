/* le_case.c - a made trace table, its print, and what is read of it, for Check tests */
#include "le_case.h"

#include <check.h>
#include <string.h>

void
le_case_begin(struct le_case *c)
{
	memset(c, 0, sizeof(*c));
	c->run.to = &le_format_entries;
	c->run.quiet = true;
	c->run.forced = &container_le_listing;
	c->dice = dice_new();
	le_make_run(&c->dice, LE_CASE_ENTRIES, &c->entries);
	c->form = (struct le_print){ .indent = 10,
	    .recent = (LE_CASE_ENTRIES - 1) * LE_SIZE };
}

void
le_case_end(struct le_case *c)
{
	le_run_free(&c->run);
	buf_free(&c->entries);
	buf_free(&c->print);
	buf_free(&c->changed);
}

void
le_case_print(struct le_case *c)
{
	buf_clear(&c->print);
	le_print_table(&print_styles[0], &c->form, buf_span(&c->entries),
	    &c->print);
}

void
le_case_run(struct le_case *c, const struct buf *b)
{
	le_run(&c->run, buf_span(b));
	ck_assert_msg(c->run.wrong == NULL, "%s: %s (SEED=%llu)", c->run.wrong,
	    c->run.words.p, (unsigned long long)c->dice.seed);
}

struct span
le_case_entry(const struct le_case *c, size_t i)
{
	return span_first(span_from(buf_span(&c->entries), i * LE_SIZE),
	    LE_SIZE);
}

void
le_case_same(const struct le_case *c, const char *what)
{
	const struct le_event *ev;
	size_t i;

	ck_assert_str_eq((const char *)c->run.words.p, "");
	ck_assert_msg(c->run.n == LE_CASE_ENTRIES, "%s: %zu of %d entries",
	    what, c->run.n, LE_CASE_ENTRIES);
	for (i = 0; i < c->run.n; i++) {
		ev = &c->run.event[i];
		ck_assert_uint_eq(ev->at, c->form.from + i * LE_SIZE);
		ck_assert_uint_eq(ev->have, LE_HAVE_ALL);
	}
	le_case_true(c, what);
}

/* The word of an event's entry that begins `at` bytes in it. */
static uint32_t
event_word(const struct le_event *ev, size_t at)
{
	uint8_t head[LE_AREA];

	if (at >= LE_AREA)
		return span_u32(span_of(ev->area, LE_AREA_SIZE), at - LE_AREA);
	put_u64(head, ev->start << 12);
	put_u64(head + 8, ev->thread);
	put_u32(head + 16, (uint32_t)ev->member << 24 | ev->flags);
	put_u32(head + 20, ev->type);
	return span_u32(span_of(head, sizeof(head)), at);
}

void
le_case_true(const struct le_case *c, const char *what)
{
	const struct le_event *ev;
	struct span entry;
	size_t i, at;

	for (i = 0; i < c->run.n; i++) {
		ev = &c->run.event[i];
		entry = le_case_entry(c, (ev->at - c->form.from) / LE_SIZE);
		ck_assert_msg(entry.n == LE_SIZE, "%s: entry at +%06X", what,
		    ev->at);
		for (at = 0; at < LE_SIZE; at += 4)
			ck_assert_msg(!le_entry_has(ev->have, at, 4) ||
			    event_word(ev, at) == span_u32(entry, at),
			    "%s: word %zu of +%06X (SEED=%llu)", what, at / 4,
			    ev->at, (unsigned long long)c->dice.seed);
	}
}

void
le_case_change(struct le_case *c, const char *from, const char *old,
    const char *new)
{
	const char *start, *at, *whole;

	buf_clear(&c->changed);
	ck_assert(buf_char(&c->print, '\0'));
	c->print.n--;
	whole = (const char *)c->print.p;
	start = strstr(whole, from);
	ck_assert_ptr_nonnull(start);
	at = strstr(start, old);
	ck_assert_ptr_nonnull(at);
	buf_put(&c->changed, whole, (size_t)(at - whole));
	buf_str(&c->changed, new);
	buf_put(&c->changed, at + strlen(old), c->print.n -
	    (size_t)(at - whole) - strlen(old));
}
