/* cpshow.c - the forms in which trace entries are written; a new one is a file and a row */
#include "ztrace/cpshow.h"

#include <string.h>

enum { SECOND = 1000000 };

const struct cpformat *const cpformats[] = {
	&cpformat_entries,
	&cpformat_json,
	&cpformat_csv,
	&cpformat_summary,
	&cpformat_raw,
	&cpformat_trace,
	&cpformat_none,
	NULL
};

static void
none_entry(const struct cpshow *show, const struct cpwalk *w, const struct cpname *name,
    struct cpshow_time *time, struct buf *out)
{
	(void)show;
	(void)w;
	(void)name;
	(void)time;
	(void)out;
}

const struct cpformat cpformat_none = {
	.format = { .name = "none", .help = "nothing: for --stats alone" },
	.entry = none_entry
};

const struct cpformat *
cpformat_find(const char *name)
{
	size_t i;

	for (i = 0; cpformats[i] != NULL; i++)
		if (strcmp(cpformats[i]->format.name, name) == 0)
			break;
	return cpformats[i];
}

/* Six digits. */
static void
put_us(uint8_t *to, uint32_t us)
{
	int i;

	for (i = 5; i >= 0; i--) {
		to[i] = (uint8_t)('0' + us % 10);
		us /= 10;
	}
}

void
cpshow_utc(uint64_t tod, struct cpshow_time *time, struct buf *b)
{
	uint64_t us = tod_us(tod), second = us / SECOND + 1;
	uint8_t *to;

	if (time->second != second) {
		time->second = second;
		time->n = tod_us_text(us, time->text) - 7;
	}
	to = buf_room(b, TOD_TEXT);
	if (to == NULL)
		return;
	memcpy(to, time->text, time->n);
	put_us(to + time->n, (uint32_t)(us % SECOND));
	to[time->n + 6] = 'Z';
	b->n += time->n + 7;
}

void
cpshow_relative(uint64_t tod, struct buf *b)
{
	uint64_t us = tod >> 12, s = us / SECOND;

	buf_printf(b, "+%02u:%02u:%02u.%06u", (unsigned)(s / 3600), (unsigned)(s / 60 % 60),
	    (unsigned)(s % 60), (unsigned)(us % SECOND));
}

void
cpshow_hex(struct buf *b, uint64_t v, unsigned digits)
{
	static const char digit[] = "0123456789ABCDEF";
	uint8_t *to = buf_room(b, 16);
	unsigned i;

	if (to == NULL)
		return;
	for (i = digits; i > 0; i--) {
		to[i - 1] = (uint8_t)digit[v & 15];
		v >>= 4;
	}
	b->n += digits;
}

const char *
cpshow_form(enum cpform form)
{
	static const char *const names[] = {
		[CPFORM_TRACE] = "trace", [CPFORM_TRACG] = "tracg", [CPFORM_SAVED] = "saved"
	};

	return names[form];
}
