/* gather.c - reads a container to its end and keeps all that came out */
#include "gather.h"

static void
keep_line(void *to, const char *line)
{
	struct buf *words = to;

	buf_str(words, line);
	buf_char(words, '\n');
}

static const char *
record_wrong(const struct record *rec, uint64_t number, uint64_t offset)
{
	if (rec->data.n < 4 || rec->data.n != span_u16(rec->data, 0))
		return "record is not as long as its RDW says";
	if (span_u16(rec->data, 2) != 0)
		return "record is not complete by its RDW";
	if (rec->cut)
		return "record is torn";
	if (rec->at.number != number)
		return "record's number is not the next one";
	if (!rec->at.known || rec->at.offset < offset)
		return "record's place is not behind the one before";
	return NULL;
}

static enum rc
gather_records(struct gathered *g, struct source *s)
{
	uint64_t offset = 0;
	struct record rec;
	enum rc rc;

	while (g->wrong == NULL) {
		rc = s->next(s, &rec, &g->diag);
		if (rc == RC_END || rc == RC_FAIL)
			return rc;
		if (rc == RC_SKIP)
			continue;
		g->wrong = record_wrong(&rec, ++g->n, offset);
		offset = rec.at.offset;
		buf_put(&g->records, rec.data.p, rec.data.n);
	}
	return RC_FAIL;
}

void
gather(struct gathered *g, const struct container *c, struct stream *stream, size_t size)
{
	struct buf sums = { 0 };
	struct record rec;
	struct source *s;

	*g = (struct gathered){ .diag = { .print = keep_line, .to = &g->words } };
	s = c->open(stream, &g->ledger, &g->diag);
	if (s == NULL) {
		g->wrong = "not opened";
		return;
	}
	if (gather_records(g, s) == RC_FAIL && g->wrong == NULL)
		g->wrong = "reading failed";
	if (g->wrong == NULL && s->next(s, &rec, &g->diag) != RC_END)
		g->wrong = "something came behind the end";
	if (g->wrong == NULL && !ledger_check(&g->ledger, &sums))
		g->wrong = "bytes do not add up";
	if (g->wrong == NULL && g->ledger.n[BYTES_READ] != size)
		g->wrong = "not all bytes are booked";
	s->close(s);
	buf_free(&sums);
	buf_char(&g->words, '\0');
}

void
gathered_free(struct gathered *g)
{
	buf_free(&g->records);
	buf_free(&g->words);
}
