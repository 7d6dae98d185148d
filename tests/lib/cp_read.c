/* cp_read.c - reads CP trace entries to their end and keeps all that came out */
#include "cp_read.h"

#include <string.h>

#include "ztrace/cpintake.h"
#include "ztrace/cpshow.h"

static void
keep_line(void *to, const char *line)
{
	struct buf *words = to;

	buf_str(words, line);
	buf_char(words, '\n');
}

static void
keep_entry(struct cp_got *g, const struct cpwalk *w, const struct cpcodes *codes)
{
	struct cp_made m = { .form = w->entry.form };
	struct cpshow_time time = { 0 };
	size_t i;

	m.tod = w->time.tod;
	m.fine = w->entry.fine;
	m.cpu = w->entry.high;
	m.code = w->entry.code;
	m.n = cpentry_count(&w->entry);
	for (i = 0; i < m.n; i++)
		m.word[i] = cpentry_word(&w->entry, i);
	buf_put(&g->made, &m, sizeof(m));
	cpformat_entries.entry(NULL, w, cpcodes_find(codes, m.code), &time, &g->lines);
	cpformat_raw.entry(NULL, w, NULL, NULL, &g->raw);
	g->n++;
}

static const char *
keep_run(struct cp_got *g, const struct record *rec, const struct cpcodes *codes)
{
	struct cpwalk w = cpwalk_of(rec);
	size_t before = g->n;

	/* a table that is written in circles is put in order */
	if (!rec->page && rec->at.number != before + 1)
		return "entry's number is not the next one";
	while (cpwalk_next(&w)) {
		g->numbers += rec->at.number + w.n - 1;
		keep_entry(g, &w, codes);
	}
	if (w.left.n > 0)
		return "run does not consist of entries";
	if (g->n - before != rec->entries || rec->entries == 0)
		return "run counts other entries than it has";
	return NULL;
}

static const char *
keep_all(struct cp_got *g, struct source *s, const struct cpcodes *codes)
{
	uint64_t offset = 0;
	struct record rec;
	enum rc rc;

	while ((rc = s->next(s, &rec, &g->diag)) != RC_END) {
		if (rc == RC_FAIL)
			return "reading failed";
		if (rc == RC_SKIP)
			continue;
		if (rec.at.offset < offset && !rec.page)
			return "entry's place is not behind the one before";
		offset = rec.at.offset;
		g->wrong = keep_run(g, &rec, codes);
		if (g->wrong != NULL)
			return g->wrong;
	}
	if (g->numbers != (uint64_t)g->n * (g->n + 1) / 2)
		return "entries are lost, or come twice";
	return s->next(s, &rec, &g->diag) == RC_END ? NULL : "something came behind the end";
}

static const char *
keep_sums(const struct ledger *l, size_t n)
{
	const uint64_t *a = l->n;

	if (a[BYTES_READ] != a[BYTES_RECORD] + a[BYTES_DESCRIPTOR] + a[BYTES_PADDING] +
	    a[BYTES_SKIPPED])
		return "bytes do not add up";
	if (a[CP_READ] != n || n != a[CP_SHORT] + a[CP_LONG] + a[CP_SAVED])
		return "entries do not add up";
	return NULL;
}

static struct source *
open_source(struct cp_got *g, const struct container *c, struct span in, size_t chunk)
{
	struct stream *s = stream_open_memory(in, chunk);
	const struct input input = {
		.list = cp_containers, .wrappings = cp_wrappings, .wanted = &wanted_cp
	};
	bool empty;

	if (c != NULL)
		return c->open(s, &g->ledger, &g->diag);
	return detect_open(&s, &input, &g->ledger, &empty, &g->diag);
}

void
cp_read(struct cp_got *g, const struct container *c, struct span in, size_t chunk,
    const struct cpclock_options *options)
{
	static const struct cpclock_options none = { .quiet = true };
	struct cpcodes *codes;
	struct source *s;

	*g = (struct cp_got){ .diag = { .print = keep_line, .to = &g->words,
	    .least = DIAG_WARN } };
	codes = cpcodes_open(NULL, &g->diag);
	s = codes != NULL ? open_source(g, c, in, chunk) : NULL;
	if (s != NULL)
		s = cpclock_open(s, options != NULL ? options : &none, 0);
	g->wrong = "not opened";
	if (s != NULL) {
		g->wrong = keep_all(g, s, codes);
		s->close(s);
	}
	if (g->wrong == NULL)
		g->wrong = keep_sums(&g->ledger, g->n);
	if (g->wrong == NULL && c != NULL && g->ledger.n[BYTES_READ] != in.n)
		g->wrong = "not all bytes are booked";
	cpcodes_close(codes);
	buf_char(&g->words, '\0');
	buf_char(&g->lines, '\0');
}

void
cp_got_free(struct cp_got *g)
{
	buf_free(&g->lines);
	buf_free(&g->words);
	buf_free(&g->raw);
	buf_free(&g->made);
}

const struct cp_made *
cp_got_made(const struct cp_got *g, size_t i)
{
	return (const struct cp_made *)(const void *)g->made.p + i;
}

size_t
cp_got_count(const struct cp_got *g, const struct cp_made *made, size_t n)
{
	const struct cp_made *got;
	size_t i, count = 0, next = 0;

	for (i = 0; i < g->n; i++) {
		got = cp_got_made(g, i);
		if (got->code >= n || got->code < next || got->n != made[got->code].n ||
		    (got->tod ^ made[got->code].tod) & 0xFFFFFFFF)
			continue;
		next = got->code + 1u;
		count++;
	}
	return count;
}
