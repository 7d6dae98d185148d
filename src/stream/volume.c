/* volume.c - what the labels and marks of a tape make of its blocks */

/*
 * z/OS DFSMS Using Magnetic Tapes, "Tape marks" (TM):
 *
 *  VOL1 HDR1 HDR2 [UHL] TM data TM EOF1 EOF2 [UTL] TM HDR1 ... TM TM
 *                                  EOV1 EOV2: the data set goes on elsewhere
 *
 *  [TM] data TM data TM TM         without labels
 *
 * An empty data set is two marks in a row between its labels, so on a
 * labelled tape two marks end nothing.
 */

#include <inttypes.h>
#include <stdio.h>	/* snprintf */
#include <string.h>

#include "ztrace/volume.h"

enum {
	TRIES = 8,	/* blocks that a data set has to show what is wanted */
	NAMES = 400	/* characters of names kept for a message */
};

void
volume_free(struct volume *v)
{
	buf_free(&v->names);
	held_free(&v->held);
}

static const struct wanted *
volume_wanted(const struct volume *v)
{
	return v->wanted != NULL ? v->wanted : &wanted_gtf;
}

static bool
volume_wants(const struct volume *v, struct span block)
{
	const struct wanted *w = volume_wanted(v);

	return w->block != NULL && w->block(block);
}

/* A data set begins; its name stands until a label gives another. */
static void
set_begin(struct volume *v)
{
	v->set = (struct volume_set){ .begun = true };
	v->sets++;
	(void)snprintf(v->set.part.name, LABEL_NAME, "data set %u",
	    v->sets % 1000000);
}

/* Keeps the name of a data set that was left out. */
static void
set_remember(struct volume *v)
{
	v->left++;
	if (v->names.n >= NAMES)
		return;
	buf_printf(&v->names, "%s%s", v->named > 0 ? ", " : "",
	    v->set.part.name);
	v->named++;
}

/* What is handed out now is of the data set in work. */
static void
set_give(struct volume *v)
{
	v->from = v->set.part;
	v->from_set = v->sets;
}

static void
set_take(struct volume *v, struct diag *d)
{
	struct volume_set *set = &v->set;

	set->use = USE_TAKEN;
	v->first_taken = v->first_taken || v->sets == 1;
	(void)diag_note(d, &v->at, "data set begins (%s)", set->part.name);
	if (set->tried > 0 && !set->part.text)
		(void)diag_damage(d, &v->at, "data set does not begin with "
		    "%s records (%s, %u blocks left out)",
		    volume_wanted(v)->what, set->part.name, set->tried);
}

/* Decides by what is held of the data set. `whole`: no more comes of it. */
static void
set_judge(struct volume *v, bool whole, struct diag *d)
{
	struct volume_set *set = &v->set;

	if (set->use != USE_OPEN || !set->holds)
		return;
	if (held_wanted(&v->held, volume_wanted(v), whole)) {
		set->part.text = true;
		set_take(v, d);
		set_give(v);
		v->ready = true;
	} else if (whole || held_full(&v->held)) {
		set->use = USE_LEFT;
	}
}

/* The data set in work has ended. */
static void
set_finish(struct volume *v, struct diag *d)
{
	const struct volume_set *set = &v->set;

	set_judge(v, true, d);
	if (set->use == USE_TAKEN) {
		v->taken++;
		(void)diag_note(d, &v->at, "data set ends "
		    "(%s, %" PRIu64 " blocks)", set->part.name, set->blocks);
	} else if (set->blocks > 0) {
		(void)diag_note(d, &v->at, "data set is left out, it is not "
		    "%s data (%s, %" PRIu64 " blocks)",
		    volume_wanted(v)->what, set->part.name, set->blocks);
		set_remember(v);
	}
	v->set = (struct volume_set){ 0 };
}

/* Something comes that a trailer label should have come before. */
static void
set_break(struct volume *v, struct diag *d)
{
	if (!v->set.begun)
		return;
	if (v->labelled && v->set.blocks > 0)
		(void)diag_damage(d, &v->at, "data set has no trailer label "
		    "(%s, %" PRIu64 " blocks)", v->set.part.name,
		    v->set.blocks);
	set_finish(v, d);
}

/* Whether a block alone tells that its data set is wanted. */
static bool
set_told(const struct volume *v, struct span block)
{
	const struct volume_set *set = &v->set;

	return set->expected || (set->format != 'F' && set->tried < TRIES &&
	    volume_wants(v, block));
}

/* A block that tells nothing is kept where those behind it may. */
static enum rc
set_try(struct volume *v, struct span block, struct diag *d)
{
	struct volume_set *set = &v->set;

	if (set->tried < TRIES)
		set->tried++;
	if (volume_wanted(v)->text == NULL) {
		if (set->tried == TRIES || set->format == 'F')
			set->use = USE_LEFT;
		return RC_SKIP;
	}
	if (!set->holds)
		held_clear(&v->held);
	set->holds = true;
	if (!held_put(&v->held, block))
		return diag_memory(d);
	set_judge(v, false, d);
	return RC_SKIP;
}

/* Whether a block of the data set in work goes on to the reader. */
static enum rc
set_block(struct volume *v, struct span block, struct diag *d)
{
	struct volume_set *set = &v->set;

	set->blocks++;
	if (block.n == 0)
		return RC_SKIP;
	if (set->use == USE_OPEN && set_told(v, block))
		set_take(v, d);
	if (set->use == USE_OPEN)
		return set_try(v, block, d);
	if (set->use == USE_LEFT)
		return RC_SKIP;
	set_give(v);
	return RC_OK;
}

bool
volume_follows(const struct volume_part *last, const struct volume_part *next)
{
	return strcmp(last->name, next->name) == 0 &&
	    next->volume == last->volume + 1;
}

/* HDR1. */
static void
header_label(struct volume *v, const struct label *l, struct diag *d)
{
	struct volume_part *part = &v->set.part;

	set_break(v, d);
	set_begin(v);
	if (l->name[0] != '\0')
		memcpy(part->name, l->name, LABEL_NAME);
	part->volume = l->volume;
	if (v->sets == 1)
		v->first = *part;
	if (!v->open)
		return;
	v->open = false;
	v->set.expected = volume_follows(&v->last, part);
	part->text = v->set.expected && v->last.text;
	if (!v->set.expected)
		(void)diag_damage(d, &v->at, "a volume is missing before this "
		    "one (%s, volume %u)", v->last.name, v->last.volume + 1);
}

/* EOF1, EOV1: the block count of this volume's part. */
static void
trailer_count(const struct volume *v, const struct label *l, struct diag *d)
{
	uint64_t read = v->set.blocks;

	if (l->counted && l->blocks != (l->high ? read : read % LABEL_BLOCKS))
		(void)diag_damage(d, &v->at, "trailer label counts other "
		    "blocks than there are (%s, label %" PRIu64 ", read %"
		    PRIu64 ")", l->name, l->blocks, read);
}

/* Any label of a trailer. */
static void
trailer_label(struct volume *v, const struct label *l, struct diag *d)
{
	set_judge(v, true, d);
	v->data = false;
	v->header = false;
	v->trailer = true;
	if (l->kind == LABEL_GOES_ON && v->set.use == USE_TAKEN) {
		v->open = true;
		v->last = v->set.part;
	}
	if (l->number != 1 || !v->set.begun)
		return;
	trailer_count(v, l, d);
	set_finish(v, d);
}

static void
volume_label(struct volume *v, const struct label *l, struct diag *d)
{
	v->labelled = true;
	v->ended = false;
	switch (l->kind) {
	case LABEL_VOLUME:
	case LABEL_HEADER:
		if (l->kind == LABEL_HEADER && l->number == 1)
			header_label(v, l, d);
		else if (v->data || l->kind == LABEL_VOLUME)
			set_break(v, d);
		if (l->kind == LABEL_HEADER && !v->set.begun)
			set_begin(v);
		if (l->format != 0)
			v->set.format = l->format;
		v->data = false;
		v->header = true;
		break;
	case LABEL_END:
	case LABEL_GOES_ON:
		trailer_label(v, l, d);
		break;
	default:
		break;
	}
}

/* Whether a label can stand here, or is believed although it should not. */
static bool
label_due(const struct volume *v, const struct label *l)
{
	bool due = !v->data && (v->labelled || !v->started);

	return l->kind != LABEL_ASCII && (due || l->sure);
}

/* A block that is no label, where labels should be. False: it is ignored. */
static bool
volume_begin_data(struct volume *v, struct span block, struct diag *d)
{
	if (v->labelled && v->marks >= 2 && !v->set.begun)
		v->ended = true;
	if (v->ended) {
		if (!v->told)
			(void)diag_note(d, &v->at, "data behind the end of "
			    "the tape are ignored");
		v->told = true;
		return false;
	}
	if (v->labelled && block.n == LABEL_SIZE && !volume_wants(v, block)) {
		(void)diag_note(d, &v->at,
		    "a block among the labels is no label");
		return false;
	}
	if (!v->header)
		set_break(v, d);
	if (!v->set.begun)
		set_begin(v);
	v->data = true;
	return true;
}

/* Takes a block that is a label, or data. */
static enum rc
volume_take(struct volume *v, struct span block, struct diag *d)
{
	struct label l;

	if (label_read(block, &l) && label_due(v, &l)) {
		volume_label(v, &l, d);
		return RC_SKIP;
	}
	if (l.kind == LABEL_ASCII && !v->started)
		return diag_fail(d, &v->at, "tape has ASCII labels (ANSI), "
		    "which z/OS does not write %s data under and which are "
		    "not read", volume_wanted(v)->what);
	if (!v->data && !volume_begin_data(v, block, d))
		return RC_SKIP;
	return set_block(v, block, d);
}

enum rc
volume_block(struct volume *v, struct span block, uint64_t offset,
    struct diag *d)
{
	enum rc rc;

	v->at = (struct place){ .offset = offset, .known = true };
	if (block.n == 0 && !v->data) {
		volume_damage(v);
		return RC_SKIP;
	}
	rc = volume_take(v, block, d);
	v->started = true;
	v->marks = 0;
	return rc;
}

void
volume_mark(struct volume *v, uint64_t offset, struct diag *d)
{
	v->at = (struct place){ .offset = offset, .known = true };
	v->marks++;
	if (v->ended)
		return;
	if (!v->labelled) {
		if (v->set.begun)
			set_finish(v, d);
		v->data = false;
		v->ended = v->marks == 2;
	} else if (v->data) {
		set_judge(v, true, d);
		v->data = false;
	} else if (v->header) {
		if (!v->set.begun)
			set_begin(v);
		v->data = true;
	}
	v->header = false;
	v->trailer = false;
}

void
volume_damage(struct volume *v)
{
	v->marks = 0;
	if (v->labelled && !v->data && !v->trailer && v->set.blocks == 0)
		v->header = true;
}

void
volume_end(struct volume *v, uint64_t offset, struct diag *d)
{
	v->at = (struct place){ .offset = offset, .known = true };
	set_break(v, d);
	if (v->left == 0 || v->taken > 0)
		return;
	if (v->left > v->named)
		buf_printf(&v->names, ", %u more", v->left - v->named);
	buf_char(&v->names, '\0');
	(void)diag_damage(d, &v->at,
	    "no data set on the tape holds %s data (%s)",
	    volume_wanted(v)->what, v->names.failed ?
	    "no memory for their names" : (const char *)v->names.p);
}
