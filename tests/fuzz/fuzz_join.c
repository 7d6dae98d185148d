/* fuzz_join.c - segments in any order, repeats, tapes, limits: none is lost, or in two records
 *
 *  0    2    4   5   6     14    16    17   18  20
 *  LEN  0    FF  00  TIME  EFB9  PART  KEY  ID  filling, from a byte that tells its length on
 *
 * Each segment has another ID. The first two bytes are the limits, all others
 * steps of two bytes: what to do, and to what.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "joiner.h"
#include "ztrace/gtf.h"
#include "ztrace/rdw.h"

int LLVMFuzzerTestOneInput(const uint8_t *, size_t);

/* Fewer than the join remembers ends of, so that a repeat is always known as one. */
enum { MOST = 240, TAPES = 16, KEYS = 8, HEADER = 18, TIME = 6, PART = 16, KEY = 17 };

enum step {
	STEP_FIRST, STEP_MIDDLE, STEP_LAST, STEP_WHOLE, STEP_REPEAT, STEP_TIME, STEP_TAPE, STEP_CUT
};

/* Segments as they came, cut into tapes. */
struct machine {
	struct buf	bytes;
	struct feed	feed[MOST];
	size_t		at[MOST];	/* where each begins in bytes */
	size_t		n, ids;
	uint8_t		key[MOST];	/* by ID */
	size_t		tape[TAPES + 1], tapes;
	uint64_t	us;
	size_t		open[KEYS];	/* first segment of the record at work, from 1; 0: none */
};

/* How often each ID was fed, and what became of it. */
struct fates {
	unsigned	fed[MOST], whole[MOST], left[MOST];
};

static void
fail(const char *what)
{
	fprintf(stderr, "fuzz_join: %s\n", what);
	abort();
}

static bool
rules_tag(const struct record *rec, struct join_tag *tag)
{
	uint8_t key = span_u8(rec->data, KEY);

	tag->part = (enum join_part)span_u8(rec->data, PART);
	if (rec->data.n < HEADER || tag->part > JOIN_LAST)
		return false;
	/* two owners, each with numbers of its own */
	tag->keylen = 5;
	memcpy(tag->key, (uint8_t[5]){ key & 1, 0, 0, 0, key >> 1 }, 5);
	tag->normal = true;
	tag->payload = span_from(rec->data, HEADER);
	return true;
}

static void
rules_name(struct span key, char out[JOIN_NAME])
{
	(void)snprintf(out, JOIN_NAME, "%u %u", span_u8(key, 0), span_u8(key, 4));
}

static void
rules_begin(const struct record *first, struct buf *whole)
{
	buf_put(whole, first->data.p, HEADER);
}

static void
rules_seal(uint8_t *whole, size_t n)
{
	put_u16(whole, (uint16_t)n);
	whole[PART] = JOIN_WHOLE;
}

/* Now and then a record is not sound. */
static const char *
rules_check(struct span whole)
{
	return span_u16(whole, HEADER) % 16 == 15 ? "it is as it is" : NULL;
}

static const struct join_rules rules = {
	.tag = rules_tag, .name = rules_name, .numbered = 4, .begin = rules_begin,
	.seal = rules_seal, .check = rules_check
};

static void
add(struct machine *m, enum join_part part, uint8_t what, bool cut)
{
	uint8_t head[HEADER + 2] = { 0, 0, 0, 0, 0xff };
	size_t filling = what >> 3, i;
	struct feed *f = &m->feed[m->n];

	put_u16(head, (uint16_t)(sizeof(head) + 1 + filling));
	put_u64(head + TIME, ++m->us << 12);
	put_u16(head + 14, EID_DB2);
	head[PART] = (uint8_t)part;
	head[KEY] = what & (KEYS - 1);
	put_u16(head + HEADER, (uint16_t)m->ids);
	m->key[m->ids] = head[KEY];
	m->at[m->n] = m->bytes.n;
	buf_put(&m->bytes, head, sizeof(head));
	buf_char(&m->bytes, (char)filling);
	for (i = 0; i < filling; i++)
		buf_char(&m->bytes, '.');
	*f = (struct feed){ .data = { .n = m->bytes.n - m->at[m->n] }, .cut = cut };
	m->n++;
	m->ids++;
	if (part == JOIN_FIRST)
		m->open[what & (KEYS - 1)] = m->n;
	else if (part != JOIN_MIDDLE)
		m->open[what & (KEYS - 1)] = 0;
}

/*
 * A segment of the record at work, once more: on the same tape, for when each
 * tape is read alone, nobody can know what was on another.
 */
static void
repeat(struct machine *m, uint8_t what)
{
	size_t first = m->open[what & (KEYS - 1)], i, skip = what >> 3;

	for (i = first; first > 0 && i <= m->n; i++) {
		struct span s = span_of(m->bytes.p + m->at[i - 1], m->feed[i - 1].data.n);

		if (m->feed[i - 1].cut || span_u8(s, KEY) != (what & (KEYS - 1)) || skip-- > 0)
			continue;
		m->at[m->n] = m->at[i - 1];
		m->feed[m->n++] = m->feed[i - 1];
		return;
	}
}

static void
step(struct machine *m, enum step op, uint8_t what)
{
	static const enum join_part parts[] = {
		[STEP_FIRST] = JOIN_FIRST, [STEP_MIDDLE] = JOIN_MIDDLE, [STEP_LAST] = JOIN_LAST,
		[STEP_WHOLE] = JOIN_WHOLE
	};

	switch (op) {
	case STEP_REPEAT:
		repeat(m, what);
		break;
	case STEP_TIME:
		m->us = (what & 1) != 0 ? m->us + what : m->us > what ? m->us - what : 0;
		break;
	case STEP_TAPE:
		if (m->tapes < TAPES)
			m->tape[m->tapes++] = m->n;
		memset(m->open, 0, sizeof(m->open));
		break;
	case STEP_CUT:
		add(m, (enum join_part)(what & 3), what, true);
		break;
	default:
		add(m, parts[op], what, false);
	}
}

static void
build(struct machine *m, const uint8_t *p, size_t n)
{
	size_t i;

	m->us = 1000;
	for (i = 0; i + 1 < n && m->n < MOST; i += 2)
		step(m, (enum step)(p[i] & 7), p[i + 1]);
	m->tape[m->tapes++] = m->n;
	for (i = 0; i < m->n; i++)
		m->feed[i].data.p = m->bytes.p + m->at[i];
}

/* Counts the IDs in a segment or a whole record. */
static void
count(const struct machine *m, struct span record, unsigned to[MOST])
{
	struct cursor c = cursor_at(record, HEADER);
	size_t id;

	while (cursor_left(&c) > 0) {
		id = cursor_u16(&c);
		(void)cursor_take(&c, cursor_u8(&c));
		if (c.past || id >= m->ids)
			fail("a record holds what was never fed");
		if (m->key[id] != span_u8(record, KEY))
			fail("a record holds a segment of another key");
		to[id]++;
	}
}

/* The same for records that stand one behind the other. */
static size_t
count_all(const struct machine *m, struct span all, unsigned to[MOST])
{
	struct span one;
	size_t n = 0;

	for (; all.n > 0; all = span_from(all, one.n)) {
		if (!span_cut(all, 0, span_u16(all, 0), &one) || one.n < HEADER)
			fail("what was written is no record");
		count(m, one, to);
		n++;
	}
	return n;
}

static uint64_t
rejected(const struct ledger *l)
{
	enum account a;
	uint64_t n = 0;

	for (a = REJECTED_ORPHAN; a <= REJECTED_AGE; a++)
		n += l->n[a];
	return n;
}

/*
 * One run over what was left before, then a tape. What it leaves goes to
 * `rejects` and `carry`; the number of segments dropped is returned.
 */
static uint64_t
run(struct joiner *j, const struct machine *m, size_t from, size_t to, const struct buf *before,
    struct fates *fates)
{
	static struct feed feed[2 * MOST];
	unsigned none[MOST] = { 0 };
	size_t n = feed_split(buf_span(before), feed, MOST);

	memcpy(feed + n, m->feed + from, (to - from) * sizeof(feed[0]));
	n += to - from;
	if (joiner_run(j, feed, n) != RC_END)
		fail(j->said.words);
	if (j->ledger.n[RECORDS_READ] != n)
		fail("not all was read");
	if (count_all(m, buf_span(&j->whole), fates->whole) != j->ledger.n[RESULTS])
		fail("other records than the ledger has");
	if (count_all(m, buf_span(&j->rejected), none) != rejected(&j->ledger) ||
	    count_all(m, buf_span(&j->carried), none) != j->ledger.n[SEGMENTS_CARRIED])
		fail("other segments are left than the ledger has");
	return j->ledger.n[SEGMENTS_REPEATED] + j->ledger.n[RECORDS_MALFORMED];
}

static void
put(struct buf *to, const struct buf *from)
{
	buf_put(to, from->p, from->n);
}

/* Each ID is in one record at most; all of them, and those dropped, are as many as were fed. */
static void
judge(const struct machine *m, const struct fates *f, uint64_t dropped)
{
	uint64_t all = dropped;
	size_t i;

	for (i = 0; i < m->ids; i++) {
		if (f->whole[i] > 1)
			fail("a segment is in two records");
		if (f->whole[i] + f->left[i] > f->fed[i])
			fail("a segment comes out more often than it was fed");
		all += f->whole[i] + f->left[i];
	}
	if (all != m->n)
		fail("segments are lost");
}

/* Tapes in turn, each behind what the one before left; or each alone, then what is left of all. */
static void
tapes(struct joiner *j, const struct machine *m, bool alone)
{
	struct buf carry = { 0 }, left = { 0 }, none = { 0 };
	struct fates fates = { { 0 }, { 0 }, { 0 } };
	uint64_t dropped = 0;
	size_t i, from = 0;

	for (i = 0; i < m->n; i++)
		count(m, m->feed[i].data, fates.fed);
	for (i = 0; i < m->tapes; i++) {
		dropped += run(j, m, from, m->tape[i], alone ? &none : &carry, &fates);
		buf_clear(&carry);
		put(&left, &j->rejected);
		put(alone ? &left : &carry, &j->carried);
		from = m->tape[i];
	}
	if (alone) {
		dropped += run(j, m, 0, 0, &left, &fates);
		buf_clear(&left);
		put(&left, &j->rejected);
		put(&carry, &j->carried);
	}
	put(&left, &carry);
	(void)count_all(m, buf_span(&left), fates.left);
	judge(m, &fates, dropped);
	buf_free(&carry);
	buf_free(&left);
}

int
LLVMFuzzerTestOneInput(const uint8_t *p, size_t n)
{
	static const size_t holds[] = { 1 << 20, 0, 600, 2000 };
	static struct joiner j;
	struct machine m = { .n = 0 };

	if (n < 2)
		return 0;
	build(&m, p + 2, n - 2);
	joiner_start(&j, &rules);
	j.carrying = true;
	j.opt.hold = holds[p[0] & 3];
	j.opt.max_age = p[1] >> 2;
	j.opt.longest = (p[0] & 4) != 0 ? 60 : 0;
	tapes(&j, &m, false);
	tapes(&j, &m, true);
	joiner_free(&j);
	buf_free(&m.bytes);
	return 0;
}
