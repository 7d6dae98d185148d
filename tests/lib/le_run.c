/* le_run.c - the whole way from bytes to what letrace writes, in memory */
#include "le_run.h"

#include <stdlib.h>
#include <string.h>

#include "ztrace/ebcdic.h"
#include "ztrace/le_book.h"
#include "ztrace/le_names.h"
#include "ztrace/le_order.h"
#include "ztrace/le_pair.h"

static void
keep_line(void *to, const char *line)
{
	struct buf *words = to;

	buf_str(words, line);
	buf_char(words, '\n');
}

static struct source *
open_chain(struct le_run *r, const struct le_style *style, struct span in,
    struct diag *d)
{
	const struct input input = { .list = le_containers,
	    .forced = r->forced };
	struct stream *stream = stream_open_memory(in, r->chunk);
	struct source *s = NULL;
	bool empty = false;

	if (stream != NULL)
		s = detect_open(&stream, &input, &r->ledger, &empty, d);
	if (s == NULL && stream != NULL && !empty && diag_status(d) != 1)
		r->wrong = "failed without a word";
	if (s != NULL && style->format->plain)
		s = le_plain_open(s, &r->ledger);
	else if (s != NULL && (s = le_order_open(s, &r->ledger)) != NULL)
		s = le_pair_open(s, &r->ledger);
	if (s != NULL)
		s = le_select_open(s, &r->select, style->codepage, &r->ledger);
	if (s != NULL && style->format->report != NULL)
		s = le_report_open(s, style);
	if (s == NULL && !empty && diag_status(d) != 1)
		(void)diag_memory(d);
	return s;
}

static void
keep_event(struct le_run *r, const struct record *rec)
{
	struct le_event *event = le_names_room(r->event, r->n, &r->cap,
	    sizeof(*event));

	if (event == NULL) {
		r->wrong = "the test has no memory";
		return;
	}
	r->event = event;
	event[r->n++] = *le_event_of(rec->data);
}

static void
show(struct le_run *r, const struct le_style *style, const struct record *rec)
{
	if (style->format->report == NULL)
		keep_event(r, rec);
	le_format_render(style, rec, &r->out);
}

static void
finish(struct le_run *r, const struct diag *d, enum rc rc, size_t size)
{
	struct buf sums = { 0 };

	r->status = diag_status(d);
	if (r->out.failed || r->words.failed) {
		r->wrong = "the test has no memory";
		return;
	}
	if (rc == RC_FAIL && r->status != 1)
		r->wrong = "failed without a word";
	if (rc == RC_END && !book_check(&le_book, &r->ledger, &sums))
		r->wrong = "the ledger does not add up";
	if (rc == RC_END && r->ledger.n[BYTES_READ] != size)
		r->wrong = "not every byte was booked";
	buf_put(&r->words, sums.p, sums.n);
	buf_char(&r->words, '\0');
	r->words.n--;
	buf_char(&r->out, '\0');
	r->out.n--;
	buf_free(&sums);
}

void
le_run(struct le_run *r, struct span in)
{
	const struct le_style style = {
		.format = r->to != NULL ? r->to : &le_format_calls,
		    .codepage = &codepage_1047
	};
	struct diag d = {
		.least = r->quiet ? DIAG_WARN : DIAG_NOTE, .print = keep_line,
		    .to = &r->words
	};
	struct record rec = { 0 };
	struct source *s;
	enum rc rc = RC_OK;

	buf_clear(&r->out);
	buf_clear(&r->words);
	r->ledger = (struct ledger){ { 0 } };
	r->wrong = NULL;
	r->n = 0;
	s = open_chain(r, &style, in, &d);
	while (s != NULL && (rc == RC_OK || rc == RC_SKIP)) {
		rc = s->next(s, &rec, &d);
		if (rc == RC_OK)
			show(r, &style, &rec);
	}
	finish(r, &d, s != NULL ? rc : RC_OK, in.n);
	if (s != NULL)
		s->close(s);
}

void
le_run_free(struct le_run *r)
{
	buf_free(&r->out);
	buf_free(&r->words);
	free(r->event);
}
