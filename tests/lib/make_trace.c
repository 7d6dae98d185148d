/* make_trace.c - cuts Db2 records into segments, and mixes records to a trace */
#include "make_gtf.h"

#include <string.h>	/* memcpy */

enum {
	HEADER = 40,
	TIME = 6, EID = 14, ASCB = 16, DLEN = 28, CODE = 30,
	MERGED = 2,		/* bytes of a source system ID */
	OPEN = 3		/* Db2 records whose segments are mixed */
};

/* How Db2 numbers segments, which is not their order. */
enum { COMPLETE, FIRST, LAST, MIDDLE };

bool
make_segment(struct maker *m, struct buf *b, struct span whole, size_t k)
{
	struct span payload = span_from(whole, HEADER + k * MAKE_PAYLOAD);
	bool last = payload.n <= MAKE_PAYLOAD;
	uint8_t head[HEADER];

	if (whole.n < HEADER || (payload.n == 0 && k > 0))
		return false;
	payload = span_first(payload, MAKE_PAYLOAD);
	memcpy(head, whole.p, HEADER);
	put_u16(head, (uint16_t)(HEADER + payload.n));
	put_u16(head + DLEN, (uint16_t)(HEADER - DLEN + payload.n));
	if (k == 0)
		head[CODE] = last ? COMPLETE : FIRST;
	else
		head[CODE] = last ? LAST : MIDDLE;
	if (k > 0) {
		m->clock += (uint64_t)(30 + dice_below(&m->dice, 10)) << 12;
		put_u64(head + TIME, m->clock | 0x303);
	}
	buf_put(b, head, sizeof(head));
	return buf_put(b, payload.p, payload.n);
}

void
make_segments(struct maker *m, struct buf *b, struct span whole)
{
	size_t k;

	for (k = 0; make_segment(m, b, whole, k); k++)
		;
}

/* Copies a record without `less` bytes at `at`, or with `more` there. */
static void
make_changed(struct buf *b, struct span record, size_t at, size_t less, struct span more)
{
	uint8_t rdw[2];

	put_u16(rdw, (uint16_t)(record.n - less + more.n));
	buf_put(b, rdw, sizeof(rdw));
	buf_put(b, record.p + sizeof(rdw), at - sizeof(rdw));
	buf_put(b, more.p, more.n);
	buf_put(b, record.p + at + less, record.n - at - less);
}

void
make_merged(struct buf *b, struct span record, uint16_t sid)
{
	uint8_t bytes[MERGED];

	put_u16(bytes, sid);
	make_changed(b, record, ASCB, 0, span_of(bytes, sizeof(bytes)));
}

void
make_untimed(struct buf *b, struct span record)
{
	make_changed(b, record, TIME, EID - TIME, (struct span){ 0 });
}

bool
make_each(struct cursor *c, struct span *record)
{
	*record = cursor_take(c, span_u16(c->s, c->at));
	return record->n > 0;
}

/* A Db2 record on its way into the trace. */
struct making {
	struct buf	whole;
	size_t		k;		/* segment that comes next */
};

/* Anything but a Db2 record. */
static void
make_other(struct maker *m, struct buf *b)
{
	static const uint16_t eids[] = { 0xEF6C, 0xE5E9, 0xE5EA, 0xEFF5, 0x1000, 0x5201 };
	size_t n = dice_below(&m->dice, 240), which = dice_below(&m->dice, 12);

	switch (which) {
	case 0:
		make_control(m, b, n / 80 * 28);
		break;
	case 1:
		make_lost_events(m, b, 1 + (uint32_t)n);
		break;
	case 2:
		make_lost_block(m, b);
		break;
	case 3:
		make_split(m, b, (uint8_t)(0xF0 + n % 4), n);
		break;
	default:
		make_foreign(m, b, eids[which % 6], n);
	}
}

/* The next segment of a record; behind the last one it is done, and given to `whole`. */
static void
make_step(struct maker *m, struct making *r, struct buf *trace, struct buf *whole)
{
	make_segment(m, trace, buf_span(&r->whole), r->k++);
	if (HEADER + r->k * MAKE_PAYLOAD < r->whole.n)
		return;
	if (whole != NULL)
		buf_put(whole, r->whole.p, r->whole.n);
	buf_free(&r->whole);
}

void
make_trace(struct maker *m, struct buf *trace, struct buf *whole, size_t records)
{
	struct making open[OPEN] = { { { 0 }, 0 } };
	size_t i, busy = 0;

	make_control(m, trace, 0);
	while (records > 0 || busy > 0) {
		i = dice_below(&m->dice, OPEN + 1);
		if (i == OPEN) {
			make_other(m, trace);
			continue;
		}
		if (open[i].whole.n == 0) {
			if (records == 0)
				continue;
			records--;
			busy++;
			open[i].k = 0;
			make_db2_random(m, &open[i].whole, dice_below(&m->dice, 4) * 300);
		}
		make_step(m, &open[i], trace, whole);
		if (open[i].whole.n == 0)
			busy--;
	}
}
