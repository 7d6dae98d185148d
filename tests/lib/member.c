/* member.c - members of data sections, written and read as words */
#include "member.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hex.h"
#include "make_gtf.h"
#include "ztrace/ebcdic.h"
#include "ztrace/field.h"

void
member_fill(const char *words, struct buf *member)
{
	char text[512], *end, *save, *word;
	struct buf bytes;
	size_t at, i;

	ck_assert_uint_lt(strlen(words), sizeof(text));
	snprintf(text, sizeof(text), "%s", words);
	for (word = strtok_r(text, " ", &save); word != NULL; word = strtok_r(NULL, " ", &save)) {
		at = strtoul(word, &end, 10);
		bytes = (struct buf){ 0 };
		if (*end == '=')
			bytes = hex_bytes(end + 1);
		for (i = 1; *end == '\'' && end[i] != '\0'; i++)
			buf_char(&bytes, (char)ebcdic_from_ascii(end[i] == '_' ? ' ' : end[i]));
		ck_assert_msg(at + bytes.n <= member->n, "%s", word);
		memcpy(member->p + at, bytes.p, bytes.n);
		buf_free(&bytes);
	}
}

struct buf
member_record(uint16_t ifcid, struct span member, uint16_t count)
{
	struct make_section section = { (uint16_t)member.n, count };
	struct maker m = maker_of(1);
	struct buf b = { 0 };
	size_t at;

	make_db2(&m, &b, ifcid, &section, 1);
	for (at = span_u32(buf_span(&b), 48); count > 0; count--, at += member.n)
		memcpy(b.p + at, member.p, member.n);
	return b;
}

void
member_fields(const struct event *ev, struct buf *out)
{
	const struct layout *l = ev->section[1].layout;
	struct cursor c = cursor_at(ev->section[1].bytes, 0);
	struct value_out v = { .text = out };
	const struct field *f;
	struct span member;
	size_t before;

	buf_clear(out);
	ck_assert_ptr_nonnull(l);
	ck_assert(event_member(&c, ev->section[1].length, &member));
	for (f = l->fields; f->name != NULL; f++) {
		before = out->n;
		buf_printf(out, "%s%s=", out->n > 0 ? "|" : "", f->label);
		if (field_value(l, f, member, &codepage_1047, &v) == VALUE_ABSENT)
			out->n = before;
	}
	buf_char(out, '\0');
}
