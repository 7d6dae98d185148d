/* vmtrace_render.c - what becomes of a run of entries: selected, and rendered */

#include "ztrace/vmtrace.h"

static void
show_entry(const struct cpshow *s, const struct cpwalk *w, struct cpshow_time *time,
    struct result *r)
{
	enum account left = s->all ? ACCOUNTS : cppick_account(s->pick, w);

	if (left != ACCOUNTS) {
		r->part.n[left]++;
		return;
	}
	r->part.n[CP_WRITTEN]++;
	r->part.n[CP_RELATIVE] += !w->time.known;
	r->part.n[CP_GUESSED] += w->time.guess;
	if (s->format->format.between != NULL && r->written > 0)
		buf_str(&r->out, s->format->format.between);
	s->format->entry(s, w, cpcodes_find(s->codes, w->entry.code), time, &r->out);
	r->written++;
}

void
vmtrace_render(const struct work *work, const struct record *rec, struct result *r)
{
	const struct cpshow *s = work->rules;
	struct cpwalk w = cpwalk_of(rec);
	struct cpshow_time time = { 0 };

	if (s->all && s->format->whole && !rec->saved) {
		r->part.n[CP_WRITTEN] += rec->entries;
		buf_put(&r->out, rec->data.p, rec->data.n);
		r->written += rec->entries;
		return;
	}
	while (cpwalk_next(&w))
		show_entry(s, &w, &time, r);
}
