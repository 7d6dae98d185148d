/* toy.c - segments that are easily written down, and join rules for them */
#include "toy.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ztrace/gtf.h"

enum { TIMED = 16, UNTIMED = 8, OTHER_EVENT = 0xEF6C };

/* Where a record's part stands; what is behind it is alike. */
static size_t
part_at(struct span record)
{
	return gtf_head(record).timed ? TIMED : UNTIMED;
}

static bool
toy_tag(const struct record *rec, struct join_tag *tag)
{
	static const char parts[] = "WFML";
	size_t at = part_at(rec->data);
	const char *part;

	if (rec->data.n < at + 2)
		return false;
	part = strchr(parts, rec->data.p[at]);
	if (part == NULL || *part == '\0')
		return false;
	tag->part = (enum join_part)(part - parts);
	tag->keylen = 1;
	tag->key[0] = rec->data.p[at + 1];
	tag->normal = at == TIMED;
	tag->payload = span_from(rec->data, at + 2);
	return true;
}

static void
toy_name(struct span key, char out[JOIN_NAME])
{
	(void)snprintf(out, JOIN_NAME, "key %c", key.p[0]);
}

/* A whole record always has a time stamp, so that it differs from its segments. */
static void
toy_begin(const struct record *first, struct buf *whole)
{
	size_t at = part_at(first->data);
	uint8_t head[TOY_HEADER] = { 0, 0, 0, 0, 0xff };

	if (at == TIMED)
		memcpy(head + 6, first->data.p + 6, 8);
	put_u16(head + 14, EID_DB2);
	memcpy(head + TIMED, first->data.p + at, 2);
	buf_put(whole, head, sizeof(head));
}

static void
toy_seal(uint8_t *whole, size_t n)
{
	put_u16(whole, (uint16_t)n);
	whole[TIMED] = 'W';
}

static const char *
toy_check(struct span whole)
{
	size_t i;

	for (i = TOY_HEADER + 1; i < whole.n; i++)
		if (whole.p[i] != whole.p[i - 1] + 1)
			return "a letter is missing";
	return NULL;
}

const struct join_rules toy_join = {
	.tag = toy_tag,
	.name = toy_name,
	.begin = toy_begin,
	.seal = toy_seal,
	.check = toy_check
};

static void
make(struct toys *t, const char *word, size_t n, uint64_t us, bool untimed)
{
	bool cut = word[n - 1] == '~';
	size_t payload = n - cut - (*word == 'X' || *word == 'E');
	size_t size = (untimed ? UNTIMED : TIMED) + payload;
	uint8_t head[TIMED] = { 0, 0, 0, 0, 0xff };

	/* of a cut one the last ten bytes are gone */
	put_u16(head, (uint16_t)(size + 10u * cut));
	if (!untimed)
		put_u64(head + 6, us << 12);
	put_u16(head + (untimed ? 6 : 14), *word == 'E' ? OTHER_EVENT : EID_DB2);
	buf_put(&t->bytes, head, untimed ? UNTIMED : TIMED);
	buf_put(&t->bytes, word, payload);
	t->feed[t->n++] = (struct feed){ .data = span_of(NULL, size), .cut = cut };
}

static void
make_again(struct toys *t, size_t k)
{
	size_t i, at = 0, size;

	ck_assert(k > 0 && k <= t->n);
	for (i = 0; i + 1 < k; i++)
		at += t->feed[i].data.n;
	size = t->feed[k - 1].data.n;
	t->feed[t->n++] = t->feed[k - 1];
	/* the bytes may move once, but not while they are copied */
	ck_assert_ptr_nonnull(buf_room(&t->bytes, size));
	buf_put(&t->bytes, t->bytes.p + at, size);
}

void
toys_make(struct toys *t, const char *script, bool untimed)
{
	uint64_t us = 1000;
	size_t i, n, at = 0;

	*t = (struct toys){ .n = 0 };
	for (; *script != '\0'; script += n + (script[n] == ' ')) {
		n = strcspn(script, " ");
		ck_assert_msg(n > 0 && t->n < TOY_MOST, "bad script at \"%s\"", script);
		if (*script == '@')
			us = strtoull(script + 1, NULL, 10);
		else if (*script == '=')
			make_again(t, strtoull(script + 1, NULL, 10));
		else
			make(t, script, n, us++, untimed);
	}
	for (i = 0; i < t->n; at += t->feed[i++].data.n)
		t->feed[i].data.p = t->bytes.p + at;
}

void
toys_free(struct toys *t)
{
	buf_free(&t->bytes);
}

void
toy_text(struct span record, struct buf *b)
{
	struct span s = span_from(record, part_at(record));

	if (b->n > 0)
		buf_char(b, ' ');
	if (s.n == 0)
		buf_char(b, gtf_head(record).eid == EID_DB2 ? 'X' : 'E');
	buf_put(b, s.p, s.n);
}

void
toy_texts(struct span records, struct buf *b)
{
	size_t n;

	for (; (n = span_u16(records, 0)) >= 4; records = span_from(records, n))
		toy_text(span_first(records, n), b);
}
