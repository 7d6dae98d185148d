/* chain.c - the whole way from bytes to every output form, in memory */
#include "chain.h"

#include <stdlib.h>
#include <string.h>

#include "csv_read.h"
#include "json_read.h"
#include "ztrace/db2.h"
#include "ztrace/gtf.h"
#include "ztrace/join.h"
#include "ztrace/timeline.h"

enum { HOLD = 64 * 1024 * 1024, GTF = 2, JSON = 4, CSV = 5, TRACE = 6 };

const struct format *const chain_formats[] = {
	&format_listing, &format_dump, &format_gtf, &format_smf, &format_json, &format_csv,
	&format_trace, &format_none, NULL
};

static void
keep_line(void *to, const char *line)
{
	struct buf *words = to;

	buf_str(words, line);
	buf_char(words, '\n');
}

static enum rc
keep(void *to, struct span segment, struct diag *d)
{
	return buf_put(to, segment.p, segment.n) ? RC_OK : diag_memory(d);
}

static void
clear(struct chain *c)
{
	size_t k;

	for (k = 0; k < CHAIN_FORMATS; k++)
		buf_clear(&c->out[k]);
	buf_clear(&c->rejects);
	buf_clear(&c->words);
	c->ledger = (struct ledger){ { 0 } };
	c->wrong = NULL;
	c->status = 0;
}

/* The record in every form that can hold it. */
static void
render(struct chain *c, const struct record *rec, struct event *ev)
{
	static const struct style style = {
		.codepage = &codepage_1047, .sid = { 0xE2, 0xE8, 0xE2, 0xF1 }
	};
	const struct format *f;
	size_t k, before;

	db2_decode(NULL, rec, ev);
	for (k = 0; chain_formats[k] != NULL; k++) {
		f = chain_formats[k];
		before = c->out[k].n;
		if (f->longest > 0 && rec->data.n > f->longest)
			continue;
		buf_str(&c->out[k], before == 0 ? (f->open != NULL ? f->open : "") :
		    f->between != NULL ? f->between : "");
		if (f->render(ev, &style, &c->out[k]) != NULL)
			c->out[k].n = before;
	}
	c->ledger.n[RESULTS]++;
	c->ledger.n[WRITTEN]++;
}

/* From the bytes to whole records; NULL when there are none, or it failed. */
static struct source *
open_join(struct chain *c, struct span in, struct diag *d)
{
	const struct input input = { .list = gtf_containers, .forced = c->forced };
	const struct eid_match db2 = { .value = EID_DB2, .mask = 0xffff };
	struct join_options opt = {
		.rules = db2_join, .hold = c->hold > 0 ? c->hold : HOLD,
		.rejects = { .write = keep, .to = &c->rejects }
	};
	static const struct filter all = { 0 };
	struct stream *stream = stream_open_memory(in, c->chunk);
	struct source *s = NULL;
	bool empty = false;

	if (stream != NULL)
		s = detect_open(&stream, &input, &c->ledger, &empty, d);
	if (s == NULL && !empty && diag_status(d) != 1)
		c->wrong = "failed without a word";
	if (s != NULL)
		s = select_open(s, db2, &c->ledger);
	if (s != NULL)
		s = join_open(s, &opt, &c->ledger);
	if (s != NULL)
		s = timeline_open(s, &all, NULL, &codepage_1047);
	return s;
}

/* What is wrong with the JSON: each line must be one text; with a comma behind it in a list. */
static const char *
wrong_json(struct span all, bool list)
{
	const char *wrong = NULL;
	const uint8_t *end;
	size_t n, comma;

	for (; all.n > 0 && wrong == NULL; all = span_from(all, n)) {
		end = memchr(all.p, '\n', all.n);
		if (end == NULL)
			return "JSON ends within a line";
		n = (size_t)(end - all.p) + 1;
		comma = list && n > 1 && all.p[n - 2] == ',';
		wrong = json_wrong(span_first(all, n - 1 - comma));
	}
	return wrong;
}

/* The same of a timeline's events, which stand between its first line and its last. */
static const char *
wrong_trace(struct buf *b)
{
	const size_t n = strlen(format_trace.open);

	if (b->n == 0)
		return NULL;
	buf_char(b, '\n');
	return wrong_json(span_from(buf_span(b), n), true);
}

/* What is wrong with the CSV: each line must have as many values as the first. */
static const char *
wrong_csv(struct span all)
{
	struct cursor c = cursor_at(all, 0);
	struct csv_row row = { 0 };
	const char *wrong = NULL;
	size_t n = 0;

	while (cursor_left(&c) > 0 && wrong == NULL) {
		wrong = csv_take(&c, &row);
		if (wrong == NULL && n > 0 && row.n != n)
			wrong = "a line of CSV has more or fewer values than the first";
		n = row.n;
	}
	buf_free(&row.text);
	return wrong;
}

static void
finish(struct chain *c, const struct diag *d, enum rc rc)
{
	struct buf sums = { 0 };

	c->status = diag_status(d);
	if (rc == RC_FAIL && c->status != 1)
		c->wrong = "failed without a word";
	if (rc == RC_END && c->status != 1 && !ledger_check(&c->ledger, &sums))
		c->wrong = "the ledger does not add up";
	if (c->wrong == NULL)
		c->wrong = wrong_json(buf_span(&c->out[JSON]), false);
	if (c->wrong == NULL)
		c->wrong = wrong_trace(&c->out[TRACE]);
	if (c->wrong == NULL)
		c->wrong = wrong_csv(buf_span(&c->out[CSV]));
	buf_put(&c->words, sums.p, sums.n);
	buf_char(&c->words, '\0');
	buf_free(&sums);
}

void
chain_run(struct chain *c, struct span in)
{
	struct diag d = { .least = DIAG_NOTE, .print = keep_line, .to = &c->words };
	struct event *ev = malloc(sizeof(*ev));
	struct record rec;
	struct source *s;
	enum rc rc = RC_OK;

	clear(c);
	s = open_join(c, in, &d);
	while (s != NULL && ev != NULL && (rc == RC_OK || rc == RC_SKIP)) {
		rc = s->next(s, &rec, &d);
		if (rc == RC_OK)
			render(c, &rec, ev);
	}
	finish(c, &d, rc);
	if (s != NULL)
		s->close(s);
	free(ev);
}

static uint64_t
sum(const struct ledger *l, enum account from, enum account to)
{
	uint64_t n = 0;

	for (; from <= to; from++)
		n += l->n[from];
	return n;
}

const char *
chain_again(const struct chain *c)
{
	struct chain again = { .forced = &container_vb };
	const char *wrong;
	uint64_t n;

	chain_run(&again, buf_span(&c->rejects));
	wrong = again.wrong;
	n = sum(&c->ledger, REJECTED_ORPHAN, REJECTED_AGE);
	if (wrong == NULL && (again.ledger.n[SEGMENTS] != n || again.ledger.n[RECORDS_READ] != n))
		wrong = "rejects are other segments than those that were rejected";

	chain_run(&again, buf_span(&c->out[GTF]));
	if (wrong == NULL)
		wrong = again.wrong;
	if (wrong == NULL && again.status != 0)
		wrong = "GTF output is damaged";
	/* the same record twice can be noticed better when it is read again */
	if (wrong == NULL && again.ledger.n[WRITTEN] + again.ledger.n[SEGMENTS_REPEATED] !=
	    again.ledger.n[RECORDS_READ])
		wrong = "GTF output holds other records than those that were written";
	chain_free(&again);
	return wrong;
}

void
chain_free(struct chain *c)
{
	size_t k;

	for (k = 0; k < CHAIN_FORMATS; k++)
		buf_free(&c->out[k]);
	buf_free(&c->rejects);
	buf_free(&c->words);
}
