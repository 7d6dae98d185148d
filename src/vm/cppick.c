/* cppick.c - which trace entries are wanted */
#include "ztrace/cppick.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "ztrace/cpcode.h"
#include "ztrace/tod.h"

enum { NUMBERS = 65536, DIGITS = 16, MICROSECONDS = 1000000 };

static bool
bit(const uint8_t *bits, uint16_t n)
{
	return (bits[n / 8] >> n % 8 & 1) != 0;
}

static void
bit_set(uint8_t *bits, uint32_t n)
{
	bits[n / 8] |= (uint8_t)(1u << n % 8);
}

const char *
cppick_add_codes(void *pick, const char *list)
{
	struct cppick *p = pick;
	uint16_t low, high, mask;
	uint32_t code;
	size_t n;

	for (;; list += n + 1) {
		n = strcspn(list, ",");
		if (!cpcode_range(list, n, &low, &high, &mask))
			return "not a list of trace codes (like 0A00,0Dxx,7F00-7FFF)";
		for (code = 0; code < NUMBERS; code++)
			if (cpcode_fits((uint16_t)code, low, high, mask))
				bit_set(p->code, code);
		p->by_code = true;
		if (list[n] == '\0')
			return NULL;
	}
}

static bool
number(const char **text, unsigned long *n)
{
	char *end;

	if (!isdigit((unsigned char)**text))
		return false;
	*n = strtoul(*text, &end, 10);
	*text = end;
	return *n < NUMBERS;
}

const char *
cppick_add_cpus(void *pick, const char *list)
{
	static const char wrong[] = "not a list of CPU numbers (like 0,2,4-7)";
	struct cppick *p = pick;
	unsigned long from, to;

	do {
		if (!number(&list, &from))
			return wrong;
		to = from;
		if (*list == '-') {
			list++;
			if (!number(&list, &to) || to < from)
				return wrong;
		}
		for (; from <= to; from++)
			bit_set(p->cpu, (uint32_t)from);
	} while (*list++ == ',');
	p->by_cpu = true;
	return list[-1] == '\0' ? NULL : wrong;
}

const char *
cppick_set_cpu(void *to, const char *text)
{
	uint16_t *cpu = to;
	unsigned long n;

	if (!number(&text, &n) || *text != '\0')
		return "not a CPU number (0 to 65535)";
	*cpu = (uint16_t)n;
	return NULL;
}

/* Hours, minutes and seconds as relative times are written, without the +. */
static bool
relative_read(const char *text, uint64_t *us)
{
	unsigned long part[3] = { 0 }, unit = MICROSECONDS / 10;
	int i;

	for (i = 0; i < 3 && (i == 0 || *text++ == ':'); i++)
		if (!number(&text, &part[i]) || (i > 0 && part[i] > 59))
			return false;
	if (i < 3)
		return false;
	*us = (part[0] * UINT64_C(3600) + part[1] * 60 + part[2]) * MICROSECONDS;
	if (*text == '.')
		for (text++; isdigit((unsigned char)*text); text++, unit /= 10)
			*us += (uint64_t)(*text - '0') * unit;
	return *text == '\0';
}

static const char *
time_set(const char *text, struct cppick_time *time, bool *by)
{
	time->relative = *text == '+';
	*by = time->relative ? relative_read(text + 1, &time->us) : tod_parse(text, &time->us);
	return *by ? NULL : "not a time (like 2026-01-31T23:59:00Z, or +01:02:03.5)";
}

const char *
cppick_set_since(void *pick, const char *time)
{
	struct cppick *p = pick;

	return time_set(time, &p->since, &p->by_since);
}

const char *
cppick_set_until(void *pick, const char *time)
{
	struct cppick *p = pick;

	return time_set(time, &p->until, &p->by_until);
}

/* Up to 16 digits, and what follows them. */
static bool
hex(const char **text, uint64_t *value)
{
	size_t n = strspn(*text, "0123456789ABCDEFabcdef");

	*value = n > 0 && n <= DIGITS ? strtoull(*text, NULL, 16) : 0;
	*text += n;
	return n > 0 && n <= DIGITS;
}

static const char *
word_add(struct cppick *p, unsigned place, const char *text)
{
	struct cppick_word w = { .place = place, .mask = UINT64_MAX };

	if (!hex(&text, &w.value))
		return "not a value of up to 16 hex digits";
	if (*text == '/') {
		text++;
		if (!hex(&text, &w.mask))
			return "not a mask of up to 16 hex digits";
	}
	if (*text != '\0')
		return "has something behind its value (HEX or HEX/MASK)";
	if (p->words == CPPICK_WORDS)
		return "too many conditions (32 at most)";
	p->word[p->words++] = w;
	return NULL;
}

const char *
cppick_add_word(void *pick, const char *text)
{
	unsigned long place;

	if (!number(&text, &place) || place < 1 || place > 16 || *text != ':')
		return "not N:HEX or N:HEX/MASK (N from 1 to 16)";
	return word_add(pick, (unsigned)place, text + 1);
}

const char *
cppick_add_any(void *pick, const char *text)
{
	return word_add(pick, 0, text);
}

bool
cppick_all(const struct cppick *p)
{
	return !p->by_code && !p->by_cpu && !p->by_since && !p->by_until && p->words == 0;
}

static bool
word_fits(const struct cppick_word *c, const struct cpentry *e)
{
	size_t i, n = cpentry_count(e);

	for (i = 0; i < n; i++)
		if ((c->place == 0 || c->place == i + 1) &&
		    (cpentry_word(e, i) & c->mask) == (c->value & c->mask))
			return true;
	return false;
}

/* Whether a time can be compared with a limit, and is on the wanted side of it. */
static bool
time_fits(const struct cppick_time *limit, bool since, const struct cptime *t)
{
	uint64_t us = t->known ? tod_us(t->tod) : t->tod >> 12;

	return t->known != limit->relative && (us >= limit->us) == since;
}

enum account
cppick_account(const struct cppick *p, const struct cpwalk *w)
{
	size_t i;

	if (p->by_code && !bit(p->code, w->entry.code))
		return CP_LEFT_CODE;
	if (p->by_cpu && !bit(p->cpu, w->cpu))
		return CP_LEFT_CPU;
	if ((p->by_since && !time_fits(&p->since, true, &w->time)) ||
	    (p->by_until && !time_fits(&p->until, false, &w->time)))
		return CP_LEFT_TIME;
	for (i = 0; i < p->words; i++)
		if (!word_fits(&p->word[i], &w->entry))
			return CP_LEFT_WORD;
	return ACCOUNTS;
}
