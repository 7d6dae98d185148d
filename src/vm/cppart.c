/* cppart.c - a part of a run of trace entries, within which the clock only rises */
#include "ztrace/cppart.h"

#include "ztrace/cprun.h"

uint64_t
cppart_mask(const struct record *rec)
{
	return cpentry_mask(rec->saved ? CPFORM_SAVED : CPFORM_TRACE);
}

/* Entries of TRACE and TRACG: their bytes. */
static size_t
cut_named(struct cppart *p, struct span s, uint64_t most)
{
	uint64_t low, last = p->first;
	size_t n, bytes = 0;
	uint32_t entries = 0;
	bool full;

	while ((n = cpentry_whole(s)) > 0) {
		full = s.p[1] != 0;
		low = cpentry_low(s);
		/* as numbers without a sign, a fall is more than any rise */
		if (low - last > most)
			break;
		if (full) {
			p->end = span_u64(s, 2);
			if (!p->full) {
				p->full = true;
				p->leads = entries == 0;
				p->exact = p->end;
				p->before = last;
			}
		}
		last = low;
		bytes += n;
		entries++;
		s = span_from(s, n);
	}
	p->last = last;
	p->rec.entries = entries;
	return bytes;
}

/* Saved entries, and slots among them that hold none. */
static size_t
cut_saved(struct cppart *p, struct span s, uint64_t most)
{
	uint64_t low, last = 0;
	uint32_t entries = 0;
	struct span slot;
	size_t at;

	for (at = 0; s.n - at >= CPENTRY_SAVED; at += CPENTRY_SAVED) {
		slot = span_from(s, at);
		if (!cpentry_saved_whole(slot))
			continue;
		low = span_u32(slot, 0);
		if (entries == 0) {
			p->first = low;
			p->first_cpu = span_u16(slot, 4);
		} else if (low - last > most) {
			break;
		}
		p->last_cpu = span_u16(slot, 4);
		last = low;
		entries++;
	}
	p->last = last;
	p->rec.entries = entries;
	return entries > 0 ? at : 0;
}

size_t
cppart_cut(struct cppart *p, const struct record *run, uint64_t low, bool fresh, uint64_t most)
{
	const uint64_t mask = cppart_mask(run);
	struct span s = run->data;
	size_t n;

	*p = (struct cppart){ .rec = *run };
	p->first = cpentry_low(s);
	n = run->saved ? cut_saved(p, s, most) : cut_named(p, s, most);
	p->rec.data = span_first(s, n);
	p->step = fresh ? p->first : (p->first - low) & mask;
	p->breaks = fresh || p->first < low || p->step > most;
	p->doubt = p->breaks && !p->leads && !fresh;
	return n;
}

bool
cppart_glue(struct cppart *p, const struct cppart *next)
{
	struct record *r = &p->rec;
	const struct record *s = &next->rec;

	if (next->breaks || r->saved != s->saved || r->page != s->page ||
	    r->at.file != s->at.file || r->at.offset + r->data.n != s->at.offset)
		return false;
	if (next->full && !p->full) {
		p->exact = next->exact;
		p->before = next->leads ? p->last : next->before;
	}
	if (next->full)
		p->end = next->end;
	p->full = p->full || next->full;
	p->last = next->last;
	p->last_cpu = next->last_cpu;
	r->data.n += s->data.n;
	r->entries += s->entries;
	return true;
}

void
cppart_follow(struct cppart *p, const struct cptime *past)
{
	struct record *r = &p->rec;

	if (p->leads) {
		r->tod = p->exact;
		r->timed = true;
		r->guess = false;
		return;
	}
	r->tod = past->tod + p->step - (p->back ? cppart_mask(r) + 1 : 0);
	r->timed = past->known;
	r->guess = past->guess || p->doubt;
}

struct cptime
cppart_end(const struct cppart *p)
{
	const uint64_t mask = cppart_mask(&p->rec);
	const struct record *r = &p->rec;

	if (p->full)
		return (struct cptime){ .tod = (p->end & ~mask) | p->last, .known = true };
	return (struct cptime){
		.tod = r->tod + (p->last - p->first), .known = r->timed, .guess = r->guess
	};
}
