/* le_text.c - what C and C++ write into the area of an entry
 *
 * (z/OS Language Environment Debugging Guide, "Understanding the trace table
 * entry", C/C++ record types 00000001 to 00000008)
 */
#include "ztrace/hex.h"
#include "ztrace/le_text.h"

#include <string.h>


enum {
	BLANK = 0x40, OPEN = 0x4d, CLOSE = 0x5d, DASH = 0x60, GREATER = 0x6e,
	    LESS = 0x4c,
	EQUALS = 0x7e, COLON = 0x7a, DIGIT_0 = 0xf0, DIGIT_9 = 0xf9,
	CALLER = 32, TEXT = 64, POSIX_TEXT = 57, OPERATOR = 8,	/* bytes of each */
	SEPARATOR = 3,			/* --> */
	PART = LE_AREA_SIZE - 1		/* where a part has its digit */
};

/* Whether n bytes of the area from `at` on are there. */
static inline bool
there(uint32_t have, size_t at, size_t n)
{
	return have == LE_HAVE_ALL || le_entry_has(have, LE_AREA + at, n);
}

static bool
c_type(const struct le_entry *e, uint32_t first, uint32_t last)
{
	return e->member == LE_C && e->type >= first && e->type <= last;
}

bool
le_type_calls(const struct le_entry *e)
{
	return c_type(e, LE_BASE_CALL, LE_XPLINK_RETURN) && e->type % 2 == 1;
}

bool
le_type_returns(const struct le_entry *e)
{
	return c_type(e, LE_BASE_CALL, LE_XPLINK_RETURN) && e->type % 2 == 0;
}

bool
le_type_switches(const struct le_entry *e)
{
	return c_type(e, LE_FROM_XPLINK, LE_TO_XPLINK);
}

struct span
le_trim(struct span s)
{
	uint64_t last;

	/* eight at a time: most are blanks */
	for (; s.n >= 8; s.n -= 8) {
		last = hex_bytes(s.p + s.n - 8);
		if (last != HEX_EACH(BLANK) && last != 0)
			break;
	}
	while (s.n > 0 && (s.p[s.n - 1] == BLANK || s.p[s.n - 1] == 0))
		s.n--;
	return s;
}

struct span
le_number(struct span s)
{
	while (s.n > 1 && s.p[0] == DIGIT_0)
		s = span_from(s, 1);
	return s;
}

/*
 * Digits in brackets at *at, which then stands behind them; empty when there
 * are none.
 */
static struct span
number_take(struct span s, size_t *at)
{
	size_t end = *at + 1;
	struct span number = { 0 };

	if (span_u8(s, *at) != OPEN)
		return number;
	while (span_u8(s, end) >= DIGIT_0 && span_u8(s, end) <= DIGIT_9)
		end++;
	if (span_u8(s, end) != CLOSE || !span_cut(s, *at + 1, end - *at - 1,
	    &number))
		return (struct span){ 0 };
	*at = end + 1;
	return number;
}

static bool
arrow_stands(struct span s, size_t at)
{
	return span_u8(s, at) == DASH && span_u8(s, at + 1) == DASH &&
	    span_u8(s, at + 2) == GREATER;
}

/* Name and parameters behind the number: "malloc(2068)". */
static void
name_read(struct span s, struct le_call *c)
{
	const uint8_t *open;
	struct span name, in;

	if (span_u8(s, 0) == BLANK)
		s = span_from(s, 1);
	s = le_trim(s);
	open = s.n > 0 ? memchr(s.p, OPEN, s.n) : NULL;
	if (open == NULL) {
		c->name = s;
		return;
	}
	name = span_first(s, (size_t)(open - s.p));
	in = span_from(s, name.n + 1);
	if (in.n > 0 && in.p[in.n - 1] == CLOSE)
		in.n--;
	c->name = name;
	c->parameters = in;
}

struct span
le_call_number(struct span area, uint32_t have)
{
	struct span text = span_from(area, CALLER);
	size_t at = SEPARATOR;

	return there(have, CALLER, 12) && arrow_stands(text, 0) ?
	    number_take(text, &at) : (struct span){ 0 };
}

bool
le_call_read(struct span area, uint32_t type, uint32_t have, struct le_call *c)
{
	struct span text = span_first(span_from(area, CALLER),
	    type == LE_POSIX_CALL ? POSIX_TEXT : TEXT);
	size_t at = SEPARATOR, n = text.n;

	*c = (struct le_call){ 0 };
	/* of a text that breaks off, what was there before is what it says */
	while (n > 0 && !there(have, CALLER, n))
		n = (n - 1) & ~(size_t)3;
	text = span_first(text, n);
	if (!arrow_stands(text, 0))
		return false;
	c->number = number_take(text, &at);
	if (c->number.n == 0)
		return false;
	name_read(span_from(text, at), c);
	if (there(have, 0, CALLER))
		c->caller = le_trim(span_first(area, CALLER));
	if (type != LE_POSIX_CALL && there(have, CALLER + TEXT, OPERATOR))
		c->operator = le_trim(span_from(area, CALLER + TEXT));
	return true;
}

/* "R15=", "ERRNO2=" in EBCDIC, from the left; by enum order. */
static const struct {
	uint64_t name, mask;
	uint8_t	 n;
} results[LE_RESULTS] = {
	[LE_R1] = { 0xd9f17e0000000000, 0xffffff0000000000, 3 },
	[LE_R2] = { 0xd9f27e0000000000, 0xffffff0000000000, 3 },
	[LE_R3] = { 0xd9f37e0000000000, 0xffffff0000000000, 3 },
	[LE_R15] = { 0xd9f1f57e00000000, 0xffffffff00000000, 4 },
	[LE_ERRNO] = { 0xc5d9d9d5d67e0000, 0xffffffffffff0000, 6 },
	[LE_ERRNO2] = { 0xc5d9d9d5d6f27e00, 0xffffffffffffff00, 7 }
};

static inline bool
word_ends(struct span s, size_t at)
{
	return at >= s.n || s.p[at] == BLANK || s.p[at] == 0;
}

/*
 * Digits, up to the end of their word: up to 16, of any case. Empty where
 * something else is among them.
 */
static struct span
digits_read(struct span s, uint64_t *value)
{
	uint64_t odd = 0;
	uint8_t digit;
	size_t n;

	if (s.n >= 8 && word_ends(s, 8)) {
		*value = hex_ebcdic(hex_bytes(s.p), &odd);
		if (odd == 0)
			return span_first(s, 8);
	}
	for (*value = 0, n = 0; !word_ends(s, n); n++) {
		digit = hex_value[ebcdic_print[s.p[n]]];
		if (digit > 15 || n == 16)
			return (struct span){ 0 };
		*value = *value << 4 | digit;
	}
	return span_first(s, n);
}

/* The result whose name and = s begins with; LE_RESULTS: none. */
static unsigned
result_find(struct span s)
{
	uint64_t name;
	unsigned i;

	name = s.n >= 8 ? hex_bytes(s.p) : span_uint(s) << 8 * (8 - s.n);
	for (i = 0; i < LE_RESULTS; i++)
		if ((name & results[i].mask) == results[i].name)
			break;
	return i;
}

/* Reads a word "NAME=digits"; where it ends. */
static size_t
result_read(struct span area, size_t at, uint32_t have, struct le_return *r)
{
	struct span word = span_from(area, at), digits = { 0 };
	unsigned which = word.n > 0 ? result_find(word) : LE_RESULTS;
	uint64_t value;
	size_t end = at;

	if (which < LE_RESULTS) {
		end += results[which].n;
		digits = digits_read(span_from(area, end), &value);
		end += digits.n;
	}
	while (!word_ends(area, end))
		end++;
	/* the byte behind a word tells that it is whole */
	if (digits.n > 0 && there(have, at, end - at + (end < area.n))) {
		r->digits[which] = digits;
		r->value[which] = value;
	}
	return end;
}

bool
le_return_read(struct span area, uint32_t have, struct le_return *r)
{
	size_t at = SEPARATOR;

	*r = (struct le_return){ 0 };
	if (!there(have, 0, 8) || span_u8(area, 0) != LESS ||
	    span_u8(area, 1) != DASH || span_u8(area, 2) != DASH)
		return false;
	r->number = number_take(area, &at);
	if (r->number.n == 0)
		return false;
	while (at < area.n && area.p[at] == BLANK)
		at = result_read(area, at + 1, have, r);
	return true;
}

struct le_marks
le_return_marks(struct span area, const struct le_return *r)
{
	struct le_marks marks = { .number_n = (uint8_t)r->number.n };
	unsigned i;

	for (i = 0; i < LE_RESULTS; i++) {
		if (r->digits[i].n == 0)
			continue;
		marks.at[i] = (uint8_t)(r->digits[i].p - area.p);
		marks.n[i] = (uint8_t)r->digits[i].n;
	}
	return marks;
}

void
le_return_restore(struct span area, const struct le_marks *marks,
    struct le_return *r)
{
	unsigned i;

	*r = (struct le_return){ .number = span_first(span_from(area,
	    SEPARATOR + 1), marks->number_n) };
	for (i = 0; i < LE_RESULTS; i++)
		if (marks->n[i] > 0)
			r->digits[i] = digits_read(span_from(area,
			    marks->at[i]), &r->value[i]);
}

struct span
le_return_digits(const struct le_return *r, uint64_t *value)
{
	unsigned which = r->digits[LE_R15].n > 0 ? LE_R15 : LE_R3;

	*value = r->value[which];
	return r->digits[which];
}

/* Where the names of a part are, and how long they can be. */
static const struct {
	uint8_t	at, n;
} places[LE_NAMES] = {
	[LE_FROM_MODULE] = { 0, 16 },
	[LE_FROM_FUNCTION] = { 17, 32 },
	[LE_TO_MODULE] = { 52, 16 },
	[LE_TO_FUNCTION] = { 69, 32 }
};

int
le_switch_part(struct span area, uint32_t have)
{
	uint8_t digit = span_u8(area, PART);

	if (have != LE_HAVE_ALL || span_u8(area, 16) != COLON ||
	    span_u8(area, 68) != COLON || !arrow_stands(area, 49) ||
	    (digit != DIGIT_0 + 1 && digit != DIGIT_0 + 2))
		return 0;
	return digit - DIGIT_0;
}

bool
le_switch_read(struct span first, struct span second, struct le_switch *s)
{
	unsigned i;

	*s = (struct le_switch){ 0 };
	if (first.n < LE_AREA_SIZE)
		return false;
	for (i = 0; i < LE_NAMES; i++) {
		s->name[i] = span_first(span_from(first, places[i].at),
		    places[i].n);
		s->rest[i] = le_trim(span_first(span_from(second, places[i].at),
		    places[i].n));
		if (s->rest[i].n == 0)
			s->name[i] = le_trim(s->name[i]);
	}
	return true;
}

void
le_put_text(struct buf *b, struct span s, const struct codepage *cp)
{
	uint8_t *to = buf_room(b, 3 * s.n), *start = to;
	uint16_t c;
	size_t i;

	if (to == NULL)
		return;
	for (i = 0; i < s.n; i++) {
		c = cp->point[s.p[i]];
		if (c >= 0x20 && c < 0x7f) {
			*to++ = (uint8_t)c;
		} else if (c < 0xa0) {
			*to++ = '.';
		} else if (c < 0x800) {
			*to++ = (uint8_t)(0xc0 | c >> 6);
			*to++ = (uint8_t)(0x80 | (c & 0x3f));
		} else {
			*to++ = (uint8_t)(0xe0 | c >> 12);
			*to++ = (uint8_t)(0x80 | (c >> 6 & 0x3f));
			*to++ = (uint8_t)(0x80 | (c & 0x3f));
		}
	}
	b->n += (size_t)(to - start);
}
