/* check_decode_names.c - control characters in the names of a record's headers */
#include <check.h>
#include <string.h>

#include "hex.h"
#include "ztrace/db2.h"

static struct event ev;

/* Whether a name in a header of this record is noted to have control characters. */
static bool
odd(struct span record)
{
	struct record rec = {
		.data = record, .timed = true, .tod = span_u64(record, 6),
		.eid = span_u16(record, 14), .segments = 2
	};
	size_t i;

	db2_decode(NULL, &rec, &ev);
	for (i = 0; i < ev.nnotes; i++)
		if (strcmp(ev.note[i], "name in a header has control characters") == 0)
			return true;
	return false;
}

/* Zeros at the end of a name, or in the place of all of it, are not worth a note. */
START_TEST(filling_is_not_noted)
{
	struct buf b = hex_record("start-trace.hex");

	memset(b.p + 0xF0 + 3, 0, 5);
	memset(b.p + 0xF8, 0, 12);
	ck_assert(!odd(buf_span(&b)));
	buf_free(&b);
}
END_TEST

/* One byte of each value in each place of the writer header and the standard header. */
START_TEST(controls_are_found_in_names_alone)
{
	static const struct {
		size_t	from, to;
	} names[] = { { 20, 28 }, { 0xAC, 0xB0 }, { 0xC4, 0xD4 }, { 0, 0 } };
	static const uint8_t values[] = { 0x01, 0x3F, 0x40, 0x41, 0x7F, 0x80, 0xBF, 0xFE, 0xFF };
	struct buf b = hex_record("start-trace.hex");
	bool name, control;
	size_t at, v, i;
	uint8_t was;

	for (at = 16; at < 0xD4; at++) {
		/* lengths, triplets, what belongs together */
		if (at >= 28 && at < 0xA8)
			continue;
		for (i = 0, name = false; names[i].to > 0; i++)
			name |= at >= names[i].from && at < names[i].to;
		for (v = 0; v < sizeof(values); v++) {
			was = b.p[at];
			b.p[at] = values[v];
			control = values[v] < 0x40 || values[v] == 0xFF;
			ck_assert_msg(odd(buf_span(&b)) == (name && control), "%02X at %zX",
			    values[v], at);
			b.p[at] = was;
		}
	}
	buf_free(&b);
}
END_TEST

Suite *
decode_names_suite(void)
{
	Suite *s = suite_create("decode_names");
	TCase *t = tcase_create("core");

	tcase_add_test(t, filling_is_not_noted);
	tcase_add_test(t, controls_are_found_in_names_alone);
	suite_add_tcase(s, t);
	return s;
}
