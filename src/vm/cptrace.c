/* cptrace.c - the form trace: a timeline for each CPU
 *
 * See trace_event.h. An entry tells what a CPU began to do; it is shown as a
 * span that lasts until the next entry of that CPU.
 */
#include "ztrace/cpshow.h"

#include "ztrace/cptotal.h"
#include "ztrace/json.h"
#include "ztrace/trace_event.h"

static const uint32_t cp = 1;	/* the only process */

/* Viewers keep thread 0 for themselves. */
static struct trace_track
track_of(uint16_t cpu)
{
	return (struct trace_track){ .process = cp, .thread = cpu + 1u };
}

/* An event, up to its name. */
static void
put_event(char phase, const struct cptotal_cpu *c, uint64_t us, struct buf *b)
{
	const struct trace_track track = track_of(c->cpu);

	trace_event(b, phase, &track, us);
	json_key(b, "name");
	if (c->name != NULL)
		json_str(b, c->name);
	else
		buf_printf(b, "\"code %04X\",", c->code);
}

static void
put_args(const struct cptotal_cpu *c, struct buf *b)
{
	trace_args(b);
	buf_put(b, c->args.p, c->args.n);
	trace_args_end(b);
	trace_event_end(b);
}

/*
 * The end of a CPU's last entry. Where that took no time, both its ends must
 * look alike, so the arguments get an event of their own.
 */
static void
put_end(const struct cptotal_cpu *c, uint64_t us, struct buf *b)
{
	if (us > c->us) {
		put_event('E', c, us, b);
	} else {
		put_event('E', c, c->us, b);
		trace_event_end(b);
		buf_char(b, '\n');
		put_event('i', c, c->us, b);
	}
	put_args(c, b);
}

static void
put_names(const struct cptotal_cpu *c, bool first, struct buf *b)
{
	const struct trace_track track = track_of(c->cpu);
	size_t start;

	if (first) {
		start = trace_name_begin(b, "process_name", &track);
		buf_str(b, "CP");
		trace_name_end(b, start);
	}
	start = trace_name_begin(b, "thread_name", &track);
	buf_printf(b, "CPU %u", c->cpu);
	trace_name_end(b, start);
}

/* What the end of this entry will say of it. */
static void
keep_args(const struct cpentry *e, bool guess, struct buf *b)
{
	size_t i;

	buf_clear(b);
	json_key(b, "code");
	buf_char(b, '"');
	cpshow_hex(b, e->code, 4);
	buf_str(b, "\",");
	json_key(b, "words");
	buf_char(b, '"');
	for (i = 0; i < cpentry_count(e); i++) {
		if (i > 0)
			buf_char(b, ' ');
		buf_hex(b, span_first(span_from(e->words, i * e->width), e->width));
	}
	buf_str(b, "\",");
	if (guess) {
		json_key(b, "guess");
		buf_str(b, "true,");
	}
}

static void
trace_entry(const struct cpshow *s, const struct cpwalk *w, const struct cpname *name,
    struct cpshow_time *time, struct buf *b)
{
	uint64_t us = w->time.known ? trace_us(tod_us(w->time.tod)) : w->time.tod >> 12;
	struct cptotal_cpu *c = cptotal_cpu(s->total, w->cpu);

	(void)time;
	if (c == NULL) {
		b->failed = true;
		return;
	}
	if (s->total->n > 0)
		buf_str(b, trace_between);
	if (c->n > 0) {
		put_end(c, us, b);
		buf_char(b, '\n');
	} else {
		put_names(c, s->total->n == 0, b);
	}
	s->total->n++;
	c->n++;
	c->us = us;
	c->code = w->entry.code;
	c->name = name != NULL ? name->row.meaning : NULL;
	keep_args(&w->entry, w->time.guess, &c->args);
	b->failed = b->failed || c->args.failed;
	put_event('B', c, us, b);
	trace_event_end(b);
	json_last(b);
}

static void
trace_end(const struct cpshow *s, struct buf *b)
{
	const struct cptotal_cpu *c;

	for (c = cptotal_next(s->total, NULL); c != NULL; c = cptotal_next(s->total, c)) {
		buf_str(b, trace_between);
		put_end(c, c->us, b);
		json_last(b);
	}
	buf_str(b, trace_close);
}

const struct cpformat cpformat_trace = {
	.format = {
		.name = "trace", .help = "Trace Event Format (Perfetto and others): a track a CPU",
		.open = trace_open
	},
	.adds = true,
	.entry = trace_entry,
	.end = trace_end
};
