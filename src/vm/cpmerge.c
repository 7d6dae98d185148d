/* cpmerge.c - traces of several CPUs as one, in the order of time
 *
 *  file 1:  10 11 12 | 40      10 11 12 from 1, 13 14 from 2, 40 from 1, 50 from 2:
 *  file 2:  13 14 | 50         what is handed on are parts of the files' runs
 */
#include "ztrace/cpmerge.h"

#include <stdlib.h>

#include "ztrace/cprun.h"

struct cpmerge_file {
	const char	*name[2];	/* for input_open: the file, and NULL */
	struct input	 in;
	struct source	*source;	/* owned */
	struct record	 rec;		/* the run in work */
	struct cpwalk	 walk;		/* stands at its next entry, */
	bool		 full;		/* if there is one */
};

struct cpmerge {
	struct source	 source;	/* first: what the caller holds */
	bool		 begun;
	struct cpmerge_file *given;	/* whose run the caller has, and is used up; or NULL */
	size_t		 n;
	struct cpmerge_file file[];
};

static enum rc
merge_fill(struct cpmerge_file *f, struct diag *d)
{
	enum rc rc;

	do
		rc = f->source->next(f->source, &f->rec, d);
	while (rc == RC_SKIP);
	f->full = rc == RC_OK;
	if (f->full) {
		f->walk = cpwalk_of(&f->rec);
		(void)cpwalk_next(&f->walk);
	}
	return rc == RC_FAIL ? RC_FAIL : RC_OK;
}

/* Traces without a full clock of their own take it from another one. */
static void
merge_adopt(struct cpmerge *m, struct diag *d)
{
	struct cpmerge_file *f, *known = NULL;

	for (f = m->file; f < m->file + m->n; f++)
		if (f->full && f->rec.timed && (known == NULL ||
		    cptime_order(f->rec.tod) < cptime_order(known->rec.tod)))
			known = f;
	for (f = m->file; f < m->file + m->n; f++) {
		if (!f->full || f->rec.timed)
			continue;
		if (known == NULL) {
			cpclock_tell(&f->rec, d);
			continue;
		}
		cpclock_adopt(f->source, &f->rec, known->rec.tod);
		f->walk = cpwalk_of(&f->rec);
		(void)cpwalk_next(&f->walk);
	}
}

static enum rc
merge_begin(struct cpmerge *m, struct diag *d)
{
	struct cpmerge_file *f;

	m->begun = true;
	for (f = m->file; f < m->file + m->n; f++)
		if (merge_fill(f, d) == RC_FAIL)
			return RC_FAIL;
	merge_adopt(m, d);
	return RC_OK;
}

/* Whether the entry that f stands at comes before the one of g. */
static bool
merge_before(const struct cpmerge_file *f, const struct cpmerge_file *g)
{
	int order = cprun_compare(&f->walk, &g->walk);

	return order < 0 || (order == 0 && f < g);
}

/* Hands on what stands before the other file's next entry (NULL: all). */
static void
merge_give(struct cpmerge *m, struct cpmerge_file *f, const struct cpmerge_file *other,
    struct record *rec)
{
	const uint8_t *from = f->walk.entry.raw.p, *end;
	uint32_t before = f->walk.n;

	*rec = f->rec;
	if (other == NULL && f->walk.n == 1) {
		f->full = false;
		m->given = f;
		return;
	}
	rec->tod = f->walk.time.tod;
	rec->timed = f->walk.time.known;
	rec->guess = f->walk.time.guess;
	rec->at.number += f->walk.n - 1;
	rec->at.offset += (uint64_t)(from - f->rec.data.p);
	do
		end = f->walk.entry.raw.p + f->walk.entry.raw.n;
	while ((f->full = cpwalk_next(&f->walk)) && (other == NULL || merge_before(f, other)));
	if (!f->full)
		m->given = f;
	rec->entries = f->walk.n - before + !f->full;
	rec->data = span_of(from, (size_t)(end - from));
}

static enum rc
merge_next(struct source *source, struct record *rec, struct diag *d)
{
	struct cpmerge *m = (struct cpmerge *)source;
	struct cpmerge_file *f, *first = NULL, *second = NULL;

	if (!m->begun && merge_begin(m, d) == RC_FAIL)
		return RC_FAIL;
	if (m->given != NULL && merge_fill(m->given, d) == RC_FAIL)
		return RC_FAIL;
	m->given = NULL;
	for (f = m->file; f < m->file + m->n; f++) {
		if (!f->full)
			continue;
		if (first == NULL || merge_before(f, first)) {
			second = first;
			first = f;
		} else if (second == NULL || merge_before(f, second)) {
			second = f;
		}
	}
	if (first == NULL)
		return RC_END;
	merge_give(m, first, second, rec);
	return RC_OK;
}

static void
merge_close(struct source *source)
{
	struct cpmerge *m = (struct cpmerge *)source;
	size_t i;

	for (i = 0; i < m->n; i++)
		if (m->file[i].source != NULL)
			m->file[i].source->close(m->file[i].source);
	free(m);
}

/* Each file may hold its share of what one could. */
static enum rc
merge_add(struct cpmerge *m, const struct input *in, const struct cpclock_options *o,
    uint64_t share, uint16_t first, struct ledger *ledger, struct diag *d)
{
	struct cpmerge_file *f = &m->file[m->n];
	struct cpclock_options quiet = *o;

	quiet.quiet = true;
	quiet.hold = share > 0 ? share : 1;
	f->name[0] = in->files[m->n];
	f->in = *in;
	f->in.files = f->name;
	f->source = input_open(&f->in, ledger, d);
	if (f->source == NULL)
		return RC_FAIL;
	f->source = cpclock_open(f->source, &quiet, (uint16_t)(first + m->n));
	m->n++;
	return f->source != NULL ? RC_OK : diag_memory(d);
}

struct source *
cpmerge_open(const struct input *in, const struct cpclock_options *o, uint16_t first,
    struct ledger *ledger, struct diag *d)
{
	struct cpmerge *m;
	uint64_t hold = o->hold > 0 ? o->hold : CPCLOCK_HOLD;
	size_t n = 0;

	while (in->files[n] != NULL)
		n++;
	if (n > CPMERGE_FILES) {
		(void)diag_fail(d, NULL, "too many files to merge (%d at most)", CPMERGE_FILES);
		return NULL;
	}
	m = calloc(1, sizeof(*m) + n * sizeof(m->file[0]));
	if (m == NULL) {
		(void)diag_memory(d);
		return NULL;
	}
	m->source = (struct source){ .next = merge_next, .close = merge_close };
	while (m->n < n)
		if (merge_add(m, in, o, hold / n, first, ledger, d) == RC_FAIL) {
			merge_close(&m->source);
			return NULL;
		}
	return &m->source;
}
