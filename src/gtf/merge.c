/* merge.c - data sets that one GTF run wrote in parallel, as one trace
 *
 *  a wrapped data set:   100 120 150 | 50 70 90     read as   50 70 90 100 120 150
 *                                    seam
 */

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "ztrace/gtf.h"
#include "ztrace/merge.h"

/* Which part of a file is being handed on. */
enum part { PART_OLDER, PART_NEWER };

struct merge_file {
	const char	*name[2];	/* for input_open: the file, and NULL */
	struct input	 in;
	struct source	*source;	/* open, or NULL; owned */
	struct ledger	*ledger;
	struct ledger	 none;		/* booked by readings that do not count */
	struct diag	 silent;	/* for the same */
	uint64_t	 seam;		/* records before it; 0: not wrapped */
	enum part	 part;
	uint64_t	 read;		/* records of the present reading */
	uint64_t	 time;		/* of the head: never falls */
	struct record	 head;
	bool		 full;		/* head holds something */
};

struct merge {
	struct source	 source;	/* first: what the caller holds */
	struct merge_file *given;	/* whose head the caller has; NULL: none yet */
	size_t		 n;
	struct merge_file file[MERGE_FILES];
};

/* The time of a trace record; false for GTF's own records, whose time says little. */
static bool
merge_time(const struct record *rec, uint64_t *tod)
{
	struct gtf_head h = gtf_head(rec->data);

	*tod = h.tod;
	return (h.kind == GTF_TRACE || h.kind == GTF_SPLIT) && h.timed;
}

/* Opens a file for a reading that counts, or one that does not. */
static bool
merge_reading(struct merge_file *f, bool counts, struct diag *d)
{
	if (f->source != NULL)
		f->source->close(f->source);
	f->silent = (struct diag){
		.program = d->program, .least = DIAG_FAIL, .print = d->print, .to = d->to
	};
	f->read = 0;
	f->source = input_open(&f->in, counts ? f->ledger : &f->none, d);
	return f->source != NULL;
}

/*
 * Finds the seam: where time falls back most, if that is more than half of
 * all the time there is.
 */
static enum rc
merge_scan(struct merge_file *f, struct diag *d)
{
	uint64_t tod, last = 0, low = UINT64_MAX, high = 0, fall = 0, number = 0, at = 0;
	struct record rec;
	struct stat st;
	enum rc rc;

	if (strcmp(f->name[0], "-") == 0 || stat(f->name[0], &st) != 0 || !S_ISREG(st.st_mode))
		return RC_OK;
	if (!merge_reading(f, false, d))
		return RC_FAIL;
	while ((rc = f->source->next(f->source, &rec, &f->silent)) == RC_OK || rc == RC_SKIP) {
		number += rc == RC_OK;
		if (rc != RC_OK || !merge_time(&rec, &tod))
			continue;
		if (tod < last && last - tod > fall) {
			fall = last - tod;
			at = number - 1;
		}
		last = tod;
		low = tod < low ? tod : low;
		high = tod > high ? tod : high;
	}
	d->count[DIAG_FAIL] += f->silent.count[DIAG_FAIL];
	if (fall > 0 && fall > (high - low) / 2) {
		f->seam = at;
		(void)diag_note(d, &(struct place){ .file = f->name[0] },
		    "data set has wrapped (begun at record %" PRIu64 ")", at + 1);
	}
	return rc == RC_FAIL ? RC_FAIL : RC_OK;
}

/*
 * The next record of the part in work. The older part of a wrapped file is
 * what stands behind the seam; its reading does not count, for the file is
 * booked by the reading of the newer part, which goes on to its end.
 */
static enum rc
merge_record(struct merge_file *f, struct diag *d)
{
	bool older;
	enum rc rc;

	for (;;) {
		older = f->part == PART_OLDER;
		rc = f->source->next(f->source, &f->head, older ? &f->silent : d);
		if (rc == RC_OK) {
			f->read++;
			if ((f->read > f->seam) == older)
				return RC_OK;
		} else if (rc == RC_END && older) {
			f->part = PART_NEWER;
			if (!merge_reading(f, true, d))
				return RC_FAIL;
		} else if (rc == RC_FAIL && older) {
			return diag_fail(d, &(struct place){ .file = f->name[0] },
			    "cannot be read a second time");
		} else if (rc != RC_SKIP) {
			return rc;
		}
	}
}

/* Gets the next head of a file. */
static enum rc
merge_fill(struct merge_file *f, struct diag *d)
{
	enum rc rc = merge_record(f, d);
	uint64_t tod;

	f->full = rc == RC_OK;
	if (f->full && merge_time(&f->head, &tod) && tod > f->time)
		f->time = tod;
	return rc == RC_FAIL ? RC_FAIL : RC_OK;
}

static enum rc
merge_next(struct source *source, struct record *rec, struct diag *d)
{
	struct merge *m = (struct merge *)source;
	struct merge_file *f, *first = NULL;

	for (f = m->file; m->given == NULL && f < m->file + m->n; f++)
		if (merge_fill(f, d) == RC_FAIL)
			return RC_FAIL;
	if (m->given != NULL && merge_fill(m->given, d) == RC_FAIL)
		return RC_FAIL;
	for (f = m->file; f < m->file + m->n; f++)
		if (f->full && (first == NULL || f->time < first->time))
			first = f;
	if (first == NULL)
		return RC_END;
	m->given = first;
	*rec = first->head;
	return RC_OK;
}

static void
merge_close(struct source *source)
{
	struct merge *m = (struct merge *)source;
	size_t i;

	for (i = 0; i < m->n; i++)
		if (m->file[i].source != NULL)
			m->file[i].source->close(m->file[i].source);
	free(m);
}

static enum rc
merge_add(struct merge *m, const struct input *in, const char *name, struct ledger *ledger,
    struct diag *d)
{
	struct merge_file *f;

	if (m->n == MERGE_FILES)
		return diag_fail(d, NULL, "too many files to merge (%d at most)", MERGE_FILES);
	f = &m->file[m->n++];
	f->name[0] = name;
	f->in = *in;
	f->in.files = f->name;
	f->ledger = ledger;
	if (merge_scan(f, d) == RC_FAIL)
		return RC_FAIL;
	/* without a seam there is one part, and its reading counts */
	f->part = f->seam > 0 ? PART_OLDER : PART_NEWER;
	if (f->seam == 0)
		f->seam = UINT64_MAX;
	return merge_reading(f, f->part == PART_NEWER, d) ? RC_OK : RC_FAIL;
}

struct source *
merge_open(const struct input *in, struct ledger *ledger, struct diag *d)
{
	struct merge *m = calloc(1, sizeof(*m));
	size_t i;

	if (m == NULL) {
		(void)diag_memory(d);
		return NULL;
	}
	m->source = (struct source){ .next = merge_next, .close = merge_close };
	for (i = 0; in->files[i] != NULL; i++)
		if (merge_add(m, in, in->files[i], ledger, d) == RC_FAIL) {
			merge_close(&m->source);
			return NULL;
		}
	return &m->source;
}
