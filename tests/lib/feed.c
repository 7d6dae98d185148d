/* feed.c - a source over records in memory, for tests of what stands above a container */
#include "feed.h"

#include <stdlib.h>
#include <string.h>

struct feed_source {
	struct source	 source;	/* first: what the caller holds */
	const struct feed *feed;
	size_t		 n, next;
	uint64_t	 number, offset;
	uint8_t		*lent;		/* owned */
	unsigned	*closed;
};

static enum rc
feed_next(struct source *source, struct record *rec, struct diag *d)
{
	struct feed_source *s = (struct feed_source *)source;
	const struct feed *f = &s->feed[s->next];

	free(s->lent);
	s->lent = NULL;
	if (s->next == s->n)
		return RC_END;
	s->next++;
	if (f->rc != RC_OK)
		return f->rc;
	s->lent = malloc(f->data.n > 0 ? f->data.n : 1);
	if (s->lent == NULL)
		return diag_memory(d);
	if (f->data.n > 0)
		memcpy(s->lent, f->data.p, f->data.n);
	*rec = (struct record){
		.data = span_of(s->lent, f->data.n),
		.at = { .number = ++s->number, .offset = s->offset, .known = true },
		.cut = f->cut
	};
	s->offset += f->data.n;
	return RC_OK;
}

static void
feed_close(struct source *source)
{
	struct feed_source *s = (struct feed_source *)source;

	if (s->closed != NULL)
		++*s->closed;
	free(s->lent);
	free(s);
}

struct source *
feed_open(const struct feed *feed, size_t n, unsigned *closed)
{
	struct feed_source *s = calloc(1, sizeof(*s));

	if (s == NULL)
		return NULL;
	*s = (struct feed_source){
		.source = { .next = feed_next, .close = feed_close },
		.feed = feed, .n = n, .closed = closed
	};
	return &s->source;
}

size_t
feed_split(struct span records, struct feed *feed, size_t most)
{
	size_t n = 0, length;

	for (; n < most && (length = span_u16(records, 0)) >= 4; n++) {
		feed[n] = (struct feed){ .data = span_first(records, length) };
		records = span_from(records, length);
	}
	return n;
}
