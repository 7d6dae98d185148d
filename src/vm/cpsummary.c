/* cpsummary.c - forms that add up: a summary, and the Trace Event Format
 *
 * The Trace Event Format is that of Chrome and Perfetto, with one track a CPU.
 */
#include "ztrace/cpshow.h"

#include <inttypes.h>

#include "ztrace/cptotal.h"
#include "ztrace/json.h"

enum { SECOND = 1000000 };

/* Microseconds from 1900 to 1970. */
static const uint64_t unix_epoch = UINT64_C(2208988800000000);

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

/* The track of a CPU gets its name before its first entry. */
static void
put_track(const struct cpshow *s, uint16_t cpu, struct buf *b)
{
	if (cptotal_new_cpu(s->total, cpu))
		buf_printf(b, "{\"name\":\"thread_name\",\"ph\":\"M\",\"pid\":0,\"tid\":%u,"
		    "\"args\":{\"name\":\"CPU %u\"}},\n", cpu, cpu);
}

static void
trace_entry(const struct cpshow *s, const struct cpwalk *w, const struct cpname *name,
    struct cpshow_time *time, struct buf *b)
{
	const struct cpentry *e = &w->entry;
	uint64_t us = w->time.known ? tod_us(w->time.tod) - unix_epoch : w->time.tod >> 12;
	size_t i;

	(void)time;
	if (s->total->n++ > 0)
		buf_str(b, ",\n");
	put_track(s, w->cpu, b);
	buf_str(b, "{\"name\":");
	json_str(b, name != NULL ? name->row.meaning : "-");
	buf_str(b, "\"cat\":\"");
	cpshow_hex(b, e->code, 4);
	buf_str(b, "\",\"ph\":\"i\",\"s\":\"t\",\"ts\":");
	buf_uint(b, us);
	buf_printf(b, ",\"pid\":0,\"tid\":%u,\"args\":{\"code\":\"", w->cpu);
	cpshow_hex(b, e->code, 4);
	buf_str(b, "\",\"words\":\"");
	for (i = 0; i < cpentry_count(e); i++) {
		if (i > 0)
			buf_char(b, ' ');
		buf_hex(b, span_first(span_from(e->words, i * e->width), e->width));
	}
	buf_str(b, "\"}}");
}

static void
trace_end(const struct cpshow *s, struct buf *b)
{
	(void)s;
	buf_str(b, "\n]\n");
}

const struct cpformat cpformat_summary = {
	.format = { .name = "summary", .help = "entries by code and CPU, and gaps in time" },
	.adds = true,
	.entry = summary_entry,
	.end = summary_end
};

const struct cpformat cpformat_trace = {
	.format = {
		.name = "trace", .help = "Trace Event Format (Perfetto and others): a track a CPU",
		.open = "[\n"
	},
	.adds = true,
	.entry = trace_entry,
	.end = trace_end
};
