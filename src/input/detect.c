/* detect.c - finds out what a stream is, by the bytes alone */

/*
 * Wrappings, containers and forms that are known but cannot be read bid
 * together over the head of the stream; the highest bid wins. A wrapping that
 * wins is taken off, and what it uncovers is asked for again.
 */

#include "ztrace/container.h"
#include "ztrace/refuse.h"
#include "ztrace/tape.h"

enum { DEPTH = 4, FIRST_LOOK = 16 };

struct bidders {
	int			 bits;		/* of the highest bid */
	size_t			 seen;		/* bytes of the head it was made on */
	const struct unwrapper	*unwrapper;	/* whose bid it was: one of these, or none */
	const struct container	*container;
	const struct refusal	*refusal;
};

static void
detect_wrappings(const struct unwrapper *const *list, struct head head, struct bidders *b)
{
	int bits;

	for (; list != NULL && *list != NULL; list++) {
		bits = (*list)->bid(head);
		if (bits > b->bits)
			*b = (struct bidders){ bits, head.s.n, .unwrapper = *list };
	}
}

/* A container that finds its own inside of a wrapping waits until there is surely none. */
static void
detect_deep(const struct bidders *wrapping, struct bidders *b)
{
	if (b->container == NULL || !b->container->deep || wrapping->bits == 0)
		return;
	if (wrapping->bits >= BID_SURE)
		*b = *wrapping;
	else if (b->bits >= BID_SURE)
		b->bits = BID_SURE - 1;
}

static void
detect_bids(const struct input *in, struct head head, struct bidders *b)
{
	struct bidders wrapping;
	size_t i;
	int bits;

	*b = (struct bidders){ .seen = head.s.n };
	detect_wrappings(unwrappers, head, b);
	wrapping = *b;
	detect_wrappings(in->wrappings, head, b);
	for (i = 0; in->list[i] != NULL; i++) {
		if (in->forced != NULL && in->list[i] != in->forced)
			continue;
		bits = in->list[i]->bid(head);
		if (bits > b->bits)
			*b = (struct bidders){ bits, head.s.n, .container = in->list[i] };
	}
	for (i = 0; in->forced == NULL && refusals[i].name != NULL; i++) {
		if (refusals[i].gtf && in->list != gtf_containers)
			continue;
		bits = refusals[i].bid(head);
		if (bits > b->bits)
			*b = (struct bidders){ bits, head.s.n, .refusal = &refusals[i] };
	}
	detect_deep(&wrapping, b);
}

/*
 * Looks at more and more of the head until a bid is sure, or there is no more
 * to see: a slow pipe is not made to wait for bytes that are not needed.
 */
static enum rc
detect_settle(struct stream *s, const struct input *in, struct head *head,
    struct bidders *b, struct diag *d)
{
	size_t want = FIRST_LOOK;

	for (;;) {
		if (stream_peek(s, want, &head->s, d) == RC_FAIL)
			return RC_FAIL;
		head->whole = head->s.n < want;
		detect_bids(in, *head, b);
		if (b->bits >= BID_SURE || head->whole || want >= BID_HEAD)
			return RC_OK;
		want = head->s.n * 2 < BID_HEAD ? head->s.n * 2 : BID_HEAD;
	}
}

/* Takes off wrappings. What they uncover, or NULL (closed, words said). */
static struct stream *
detect_unwrap(struct stream *s, const struct input *in, struct head *head,
    struct bidders *b, struct diag *d)
{
	bool ahead = false;
	int depth;

	for (depth = 0; s != NULL; depth++) {
		if (detect_settle(s, in, head, b, d) == RC_FAIL)
			break;
		if (b->unwrapper == NULL)
			return s;
		if (depth == DEPTH) {
			(void)diag_fail(d, NULL, "more than %d wrappings, one inside the other",
			    DEPTH);
			break;
		}
		(void)diag_note(d, NULL, "%s taken off (%d bits of the first %zu bytes fit)",
		    b->unwrapper->name, b->bits, b->seen);
		s = b->unwrapper->open(s, d);
		if (s != NULL)
			tape_want(s, in->wanted != NULL ? in->wanted : &wanted_gtf_or_print);
		/* once: only the stream right above the descriptor may wait for it */
		if (s != NULL && b->unwrapper->slow && in->ahead != NULL && !ahead) {
			ahead = true;
			s = in->ahead(s, in->bottom, d);
		}
	}
	stream_close(s);
	return NULL;
}

static struct source *
detect_container(struct stream *s, const struct container *c, const struct bidders *b,
    struct ledger *ledger, struct diag *d)
{
	(void)diag_note(d, NULL, "read as %s: %s (%d bits of the first %zu bytes fit)",
	    c->name, c->help, b->bits, b->seen);
	return c->open(s, ledger, d);
}

/* The sister that knows better what this is than whoever has bid most; or NULL. */
static const struct sister *
detect_sister(const struct input *in, const struct bidders *b, struct head head)
{
	const struct sister *sister, *found = NULL;
	int bits, most = b->bits < BID_SURE ? BID_SURE - 1 : b->bits;

	for (sister = in->sisters; sister != NULL && sister->program != NULL; sister++) {
		bits = container_bid(sister->list, head);
		if (bits > most) {
			most = bits;
			found = sister;
		}
	}
	return found;
}

static struct source *
detect_refuse(struct stream *s, const struct input *in, const struct bidders *b,
    struct head head, struct diag *d)
{
	const struct sister *sister = detect_sister(in, b, head);
	struct buf words = { 0 };

	if (sister != NULL) {
		(void)diag_fail(d, NULL, "looks like %s, which %s reads", sister->what,
		    sister->program);
	} else if (b->refusal != NULL) {
		(void)diag_fail(d, NULL, "%s: %s", b->refusal->name, b->refusal->advice);
	} else {
		refuse_unknown(head, in->list, &words);
		buf_char(&words, '\0');
		if (words.failed)
			(void)diag_memory(d);
		else
			(void)diag_fail(d, NULL, "%s", (const char *)words.p);
	}
	buf_free(&words);
	stream_close(s);
	return NULL;
}

struct source *
detect_open(struct stream **stream, const struct input *in, struct ledger *ledger,
    bool *empty, struct diag *d)
{
	struct stream *s = *stream;
	struct bidders b;
	struct head head;

	*empty = false;
	s = detect_unwrap(s, in, &head, &b, d);
	if (s == NULL)
		return NULL;
	if (head.s.n == 0) {
		*empty = true;
		stream_close(s);
		return NULL;
	}
	if (in->forced != NULL)
		b.container = in->forced;
	if (b.container == NULL)
		return detect_refuse(s, in, &b, head, d);
	*stream = s;
	return detect_container(s, b.container, &b, ledger, d);
}
