/* cprun.c - records that are runs of trace entries, and the walk over one */
#include "ztrace/cprun.h"

struct cpwalk
cpwalk_of(const struct record *rec)
{
	return (struct cpwalk){
		.left = rec->data,
		.saved = rec->saved,
		.operand = rec->saved || rec->operand,
		.given = rec->cpu,
		.time = { .tod = rec->tod, .known = rec->timed, .guess = rec->guess }
	};
}

/* Steps over slots that hold no entry. */
static void
walk_skip(struct cpwalk *w)
{
	while (w->left.n > 0 && !cpentry_saved_whole(w->left))
		w->left = span_from(w->left, CPENTRY_SAVED);
}

bool
cpwalk_next(struct cpwalk *w)
{
	if (w->saved)
		walk_skip(w);
	if (!cpentry_read(w->left, w->saved, &w->entry))
		return false;
	w->left = span_from(w->left, w->entry.raw.n);
	cptime_step(&w->time, w->entry.form, w->entry.kept);
	w->cpu = w->operand ? w->entry.high : w->given;
	w->n++;
	return true;
}

struct cpcount
cprun_count(struct span s)
{
	struct cpcount c = { 0 };
	size_t n;

	while ((n = cpentry_whole(s)) > 0) {
		c.last = c.bytes;
		c.bytes += n;
		if (s.p[1] != 0)
			c.tracg++;
		else
			c.trace++;
		s = span_from(s, n);
	}
	return c;
}

int
cprun_compare(const struct cpwalk *a, const struct cpwalk *b)
{
	uint64_t ta = cptime_order(a->time.tod), tb = cptime_order(b->time.tod);

	if (ta != tb)
		return ta < tb ? -1 : 1;
	if (a->entry.fine != b->entry.fine)
		return a->entry.fine < b->entry.fine ? -1 : 1;
	return (a->cpu > b->cpu) - (a->cpu < b->cpu);
}
