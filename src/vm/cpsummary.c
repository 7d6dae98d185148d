/* cpsummary.c - the form summary: entries by code and CPU, and gaps in time */
#include "ztrace/cpshow.h"

#include <inttypes.h>

#include "ztrace/cptotal.h"

enum { SECOND = 1000000 };

static void
summary_entry(const struct cpshow *s, const struct cpwalk *w, const struct cpname *name,
    struct cpshow_time *time, struct buf *b)
{
	(void)name;
	(void)time;
	cptotal_add(s->total, &w->time, w->entry.code, w->cpu);
	b->failed = b->failed || s->total->failed;
}

static void
put_time(const struct cptime *t, struct buf *b)
{
	struct cpshow_time time = { 0 };

	if (t->known)
		cpshow_utc(t->tod, &time, b);
	else
		cpshow_relative(t->tod, b);
	if (t->guess)
		buf_char(b, '?');
}

/* "1.000250 s" */
static void
put_seconds(uint64_t us, struct buf *b)
{
	buf_printf(b, "%6" PRIu64 ".%06u s", us / SECOND, (unsigned)(us % SECOND));
}

static void
put_counts(const struct cpshow *s, struct buf *b)
{
	size_t i, n = cptotal_sort(s->total);
	const struct cptotal_count *c;
	const struct cpname *name;

	buf_str(b, "\ncode  cpu        entries  name\n");
	for (i = 0; i < n; i++) {
		c = &s->total->count[i];
		name = cpcodes_find(s->codes, c->code);
		buf_printf(b, "%04X %4u %14" PRIu64 "  %s%s\n", c->code, c->cpu, c->n,
		    name != NULL ? name->row.meaning : "-", name != NULL && name->guess ? "?" : "");
	}
	if (s->total->others > 0)
		buf_printf(b, "others    %14" PRIu64 "\n", s->total->others);
}

static void
put_gaps(const struct cptotal *t, struct buf *b)
{
	struct cptime from;
	size_t i;

	if (t->gap[0].us > 0)
		buf_str(b, "\nlongest times without an entry, and the entry before\n");
	for (i = 0; i < CPTOTAL_GAPS && t->gap[i].us > 0; i++) {
		put_seconds(t->gap[i].us, b);
		buf_str(b, "  ");
		from = (struct cptime){ .tod = t->gap[i].from, .known = t->gap[i].known };
		put_time(&from, b);
		buf_char(b, '\n');
	}
}

static void
summary_end(const struct cpshow *s, struct buf *b)
{
	const struct cptotal *t = s->total;

	buf_printf(b, "entries %16" PRIu64 "\n", t->n);
	if (t->n == 0)
		return;
	buf_str(b, "first   ");
	put_time(&t->first, b);
	buf_str(b, "\nlast    ");
	put_time(&t->last, b);
	buf_char(b, '\n');
	if (t->back > 0)
		buf_printf(b, "back    %16" PRIu64 " times that the clock went back\n", t->back);
	put_counts(s, b);
	put_gaps(t, b);
}

const struct cpformat cpformat_summary = {
	.format = { .name = "summary", .help = "entries by code and CPU, and gaps in time" },
	.adds = true,
	.entry = summary_entry,
	.end = summary_end
};
