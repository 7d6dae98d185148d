/* tape.c - tapes: the blocks of the data sets that are wanted, as a stream */

#include <stdlib.h>
#include <string.h>

#include "ztrace/tape.h"

/* Bytes of the ends of blocks: of more than a stream shows at once. */
enum { ENDS_MOST = STREAM_PEEK / 8 };

struct tape {
	struct tape_device device;
	void		*self;		/* the device's; owned */
	struct volume	 volume;
	struct span	 left;		/* of the block in work; the device's */
	bool		 border;	/* the block has been handed out */
	bool		 ended;
	bool		 over;		/* what is left is for the next stream */
	bool		 begun;		/* something has been left for this one: */
	bool		 text;		/* it is one, */
	unsigned	 set;		/* of this number */
	char		 name[LABEL_NAME];
	uint64_t	 placed;	/* bytes that have been left */
	struct buf	 ends;		/* of blocks of a text: offsets, 8 bytes each */
	size_t		 passed;	/* bytes of these that are forgotten */
	uint64_t	 at;		/* offset of the last item */
};

/*
 * The next thing on the tape. Behind the logical end a tape can hold
 * anything, so damage is of no interest there.
 */
static enum rc
tape_read(struct tape *t, struct tape_item *item, struct diag *d)
{
	struct diag quiet;
	enum rc rc;

	*item = (struct tape_item){ .at = t->at };
	if (!t->volume.ended)
		return t->device.next(t->self, item, d);
	quiet = *d;
	quiet.least = DIAG_FAIL;
	rc = t->device.next(t->self, item, &quiet);
	d->count[DIAG_FAIL] = quiet.count[DIAG_FAIL];
	return rc;
}

/* Says what the next thing on the tape is to the volume, which may want it. */
static enum rc
tape_tell(struct tape *t, struct span *data, struct diag *d)
{
	struct tape_item item;
	enum rc rc = tape_read(t, &item, d);

	t->at = item.at;
	*data = item.data;
	switch (rc) {
	case RC_OK:
		if (!item.mark)
			return volume_block(&t->volume, item.data, item.at, d);
		volume_mark(&t->volume, item.at, d);
		return RC_SKIP;
	case RC_SKIP:
		volume_damage(&t->volume);
		break;
	case RC_END:
		t->ended = true;
		volume_end(&t->volume, t->at, d);
		return RC_SKIP;
	case RC_FAIL:
		break;
	}
	return rc;
}

/* Forgets the older ones: the reader has passed them, or does not ask for any. */
static void
ends_forget(struct tape *t)
{
	size_t n = t->passed > ENDS_MOST / 2 ? t->passed : ENDS_MOST / 2;

	memmove(t->ends.p, t->ends.p + n, t->ends.n - n);
	t->ends.n -= n;
	t->passed = t->passed > n ? t->passed - n : 0;
}

/* Keeps in mind where the next block of a text ends. */
static bool
ends_put(struct tape *t, size_t n)
{
	uint8_t *end;

	if (t->ends.n >= ENDS_MOST)
		ends_forget(t);
	end = buf_room(&t->ends, 8);
	if (end == NULL)
		return false;
	t->placed += n;
	put_u64(end, t->placed);
	t->ends.n += 8;
	return true;
}

/* What is left begins now. False: out of memory. */
static bool
left_begin(struct tape *t)
{
	const struct volume *v = &t->volume;
	struct cursor sizes = cursor_at(buf_span(&v->held.sizes), 0);

	if (!t->begun)
		memcpy(t->name, v->from.name, LABEL_NAME);
	t->begun = true;
	t->over = false;
	t->text = v->from.text;
	t->set = v->from_set;
	if (!t->text)
		return true;
	if (t->left.p != v->held.data.p)
		return ends_put(t, t->left.n);
	while (cursor_left(&sizes) > 0)
		if (!ends_put(t, cursor_u32(&sizes)))
			return false;
	return true;
}

/*
 * Takes one thing from the tape; what is wanted of it is then in left, for this
 * stream or the next one.
 */
static enum rc
tape_step(struct tape *t, struct diag *d)
{
	const struct volume *v = &t->volume;
	struct span data;
	enum rc rc = tape_tell(t, &data, d);

	if (rc == RC_FAIL)
		return RC_FAIL;
	if (t->volume.ready)
		t->left = buf_span(&v->held.data);
	else if (rc == RC_OK)
		t->left = data;
	t->volume.ready = false;
	if (t->left.n == 0)
		return RC_OK;
	t->over = t->begun && (t->text || v->from.text) && t->set != v->from_set;
	return t->over || left_begin(t) ? RC_OK : diag_memory(d);
}

static enum rc
tape_fill(void *self, uint8_t *to, size_t room, size_t *got, struct diag *d)
{
	struct tape *t = self;
	struct span part;
	enum rc rc;

	*got = 0;
	if (t->border) {
		t->border = false;
		return RC_SKIP;
	}
	while (t->left.n == 0) {
		rc = t->ended ? RC_END : tape_step(t, d);
		if (rc != RC_OK)
			return rc;
	}
	if (t->over)
		return RC_END;
	part = span_first(t->left, room);
	memcpy(to, part.p, part.n);
	*got = part.n;
	t->left = span_from(t->left, part.n);
	t->border = t->left.n == 0 && !t->text;
	return RC_OK;
}

static void
tape_close(void *self)
{
	struct tape *t = self;

	if (t->self != NULL)
		t->device.close(t->self);
	volume_free(&t->volume);
	buf_free(&t->ends);
	free(t);
}

static const struct feeder tape_feeder = {
	.fill = tape_fill,
	.close = tape_close,
	.bordered = true
};

struct stream *
tape_open(const struct tape_device *device, void *self, struct diag *d)
{
	struct tape *t = calloc(1, sizeof(*t));
	struct stream *s;

	if (t == NULL) {
		device->close(self);
		(void)diag_memory(d);
		return NULL;
	}
	t->device = *device;
	t->self = self;
	s = stream_open(&tape_feeder, t);
	if (s == NULL)
		(void)diag_memory(d);
	return s;
}

void
tape_want(struct stream *s, const struct wanted *wanted)
{
	struct tape *t = stream_self(s, &tape_feeder);

	if (t != NULL)
		t->volume.wanted = wanted;
}

enum rc
tape_rest(struct stream *s, struct stream **rest, struct diag *d)
{
	struct tape *t = stream_self(s, &tape_feeder), *next;

	*rest = NULL;
	if (t == NULL || t->left.n == 0)
		return RC_OK;
	next = calloc(1, sizeof(*next));
	if (next == NULL)
		return diag_memory(d);
	next->device = t->device;
	next->self = t->self;
	next->volume = t->volume;
	next->left = t->left;
	next->at = t->at;
	next->ended = t->ended;
	t->self = NULL;
	t->left.n = 0;
	t->volume = (struct volume){ 0 };
	/* a failure closes it */
	if (!left_begin(next)) {
		tape_close(next);
		return diag_memory(d);
	}
	*rest = stream_open(&tape_feeder, next);
	return *rest != NULL ? RC_OK : diag_memory(d);
}

const char *
tape_name(const struct stream *s)
{
	const struct tape *t = stream_self(s, &tape_feeder);

	return t != NULL ? t->name : NULL;
}

uint64_t
tape_border(const struct stream *s, uint64_t at)
{
	struct tape *t = stream_self(s, &tape_feeder);
	struct span ends;

	if (t == NULL)
		return UINT64_MAX;
	ends = buf_span(&t->ends);
	while (t->passed < ends.n && span_u64(ends, t->passed) <= at)
		t->passed += 8;
	return t->passed < ends.n ? span_u64(ends, t->passed) : UINT64_MAX;
}

void
tape_set_add(struct tape_set *set, const struct stream *s, struct diag *d)
{
	const struct tape *t = stream_self(s, &tape_feeder);
	const struct volume *v = t != NULL ? &t->volume : NULL;

	if (set->open && (v == NULL || !volume_follows(&set->last, &v->first)))
		tape_set_end(set, d);
	else if (!set->open && v != NULL && v->first_taken &&
	    v->first.volume > 1)
		(void)diag_warn(d, NULL, "the volumes before this one have "
		    "not been read (%s, volume %u)", v->first.name,
		    v->first.volume);
	set->open = v != NULL && v->open;
	if (set->open)
		set->last = v->last;
}

void
tape_set_end(struct tape_set *set, struct diag *d)
{
	if (set->open)
		(void)diag_damage(d, NULL, "a volume is missing "
		    "(%s, volume %u)", set->last.name, set->last.volume + 1);
	set->open = false;
}
