/* tape.c - tapes: the blocks of the data sets that are wanted, as a stream */

#include <stdlib.h>
#include <string.h>

#include "ztrace/tape.h"

struct tape {
	struct tape_device device;
	void		*self;		/* the device's; owned */
	struct volume	 volume;
	struct span	 left;		/* of the block in work; the device's */
	bool		 border;	/* the block has been handed out */
	bool		 ended;
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

/* Takes one thing from the tape; a block that is wanted is then in left. */
static enum rc
tape_step(struct tape *t, struct diag *d)
{
	struct tape_item item;
	enum rc rc = tape_read(t, &item, d);

	t->at = item.at;
	switch (rc) {
	case RC_OK:
		break;
	case RC_SKIP:
		volume_damage(&t->volume);
		return RC_OK;
	case RC_END:
		t->ended = true;
		volume_end(&t->volume, t->at, d);
		return RC_END;
	case RC_FAIL:
		return RC_FAIL;
	}
	if (item.mark) {
		volume_mark(&t->volume, item.at, d);
		return RC_OK;
	}
	rc = volume_block(&t->volume, item.data, item.at, d);
	if (rc == RC_OK)
		t->left = item.data;
	return rc == RC_FAIL ? RC_FAIL : RC_OK;
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
	part = span_first(t->left, room);
	memcpy(to, part.p, part.n);
	*got = part.n;
	t->left = span_from(t->left, part.n);
	t->border = t->left.n == 0;
	return RC_OK;
}

static void
tape_close(void *self)
{
	struct tape *t = self;

	t->device.close(t->self);
	volume_free(&t->volume);
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
