/* check_section.c - the self-defining section: triplets, members, names */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "hex.h"
#include "ztrace/db2.h"

static struct event ev;

static void
decode(struct span record)
{
	struct record rec = { .data = record, .segments = 1 };

	db2_decode(NULL, &rec, &ev);
}

/* The thirteen triplets of the statistics record, as the documentation prints them. */
static const struct {
	const char	*name;
	uint32_t	 offset;
	uint16_t	 length, count;
	const char	*begins;
} statistics[] = {
	{ "product", 0x6D8, 0x4C, 1, "004C011A00010D" },
	{ "QWSA", 0x090, 0x1C, 4, "D4E2E3D9" },
	{ "QWSB", 0x100, 0x1C, 14, "E2D4C640" },
	{ "QWSC", 0x288, 0x18, 14, "00010000" },
	{ "Q3ST", 0x590, 0x40, 1, "00000003" },
	{ "Q9ST", 0x5D0, 0x74, 1, "00000000" },
	{ "QWSD", 0x480, 0x44, 1, "000000010000000C" },
	{ "QVLS", 0x3D8, 0x80, 1, "00000000" },
	{ "QVAS", 0x458, 0x28, 1, "000005D400000130" },
	{ "QSST", 0x644, 0x48, 1, "003C0048D8E2E2E3" },
	{ "QLST", 0x4E4, 0xAC, 1, "E2C1D56DD1D6E2C5" },
	{ "QJST", 0x68C, 0x4C, 1, "0093004CD8D1E2E3" },
	{ "QDST", 0x4C4, 0x20, 1, "00000000" }
};

START_TEST(statistics_sections)
{
	struct buf b = hex_record("statistics.hex"), begins = hex_bytes(statistics[_i].begins);
	const struct event_section *s = &ev.section[_i];

	decode(buf_span(&b));
	ck_assert_uint_eq(ev.ifcid, 1);
	ck_assert_uint_eq(ev.nsections, 13);
	ck_assert_str_eq(s->name, statistics[_i].name);
	ck_assert_uint_eq(s->offset, statistics[_i].offset);
	ck_assert_uint_eq(s->length, statistics[_i].length);
	ck_assert_uint_eq(s->count, statistics[_i].count);
	ck_assert(s->present && s->inside);
	ck_assert_ptr_eq(s->bytes.p, b.p + s->offset);
	ck_assert_uint_eq(s->bytes.n, (size_t)s->length * s->count);
	ck_assert(span_equal(span_first(s->bytes, begins.n), buf_span(&begins)));
	ck_assert_uint_eq(ev.nnotes, 0);
	buf_free(&b);
	buf_free(&begins);
}
END_TEST

START_TEST(section_names)
{
	char want[16];
	size_t k;

	for (k = 1; k < EVENT_SECTIONS; k++) {
		snprintf(want, sizeof(want), "data %zu", k);
		ck_assert_str_eq(db2_section_name(4, k), want);
	}
	ck_assert_str_eq(db2_section_name(4, 0), "product");
	ck_assert_str_eq(db2_section_name(1, 0), "product");
	ck_assert_str_eq(db2_section_name(1, 13), "data 13");
	ck_assert_str_eq(db2_section_name(2, 1), "QXST");
	ck_assert_str_eq(db2_section_name(3, 1), "QWAC");
	ck_assert_str_eq(db2_section_name(3, 2), "data 2");
	ck_assert_ptr_nonnull(db2_section_name(4, EVENT_SECTIONS));
}
END_TEST

START_TEST(sections_of_varying_length)
{
	/* Three members of 3, 0 and 1 bytes behind their lengths. */
	static const char members[] = "0003C1C2C3 0000 0001C4";
	struct buf b = hex_record("start-trace.hex"), change = hex_bytes(members);

	memcpy(b.p + 0x38, change.p, change.n);
	put_u16(b.p + 52, 0);
	put_u16(b.p + 54, 3);
	decode(buf_span(&b));
	ck_assert(ev.section[1].present && ev.section[1].inside);
	ck_assert_uint_eq(ev.section[1].length, 0);
	ck_assert(span_equal(ev.section[1].bytes, buf_span(&change)));
	ck_assert_uint_eq(ev.nnotes, 1);
	ck_assert_str_eq(ev.note[0], "sections do not fill the record exactly");
	buf_free(&b);
	buf_free(&change);
}
END_TEST

/* A triplet that the record does not reach, or reaches in part, is as one of zeros. */
START_TEST(triplets_beyond_the_record)
{
	struct buf b = hex_record("start-trace.hex");
	struct event_section s;
	size_t n;

	for (n = 0; n < 60; n++) {
		db2_section(span_of(b.p, n), 1, &s);
		ck_assert_msg(s.present == (n >= 56), "%zu bytes", n);
		ck_assert(!s.inside && s.bytes.n == 0);
		ck_assert_uint_eq(s.offset, n >= 56 ? 0x38 : 0);
	}
	db2_section(buf_span(&b), 34, &s);
	ck_assert(!s.present);
	buf_free(&b);
}
END_TEST

Suite *
section_suite(void)
{
	Suite *s = suite_create("section");
	TCase *t = tcase_create("section");

	tcase_add_loop_test(t, statistics_sections, 0, 13);
	tcase_add_test(t, section_names);
	tcase_add_test(t, sections_of_varying_length);
	tcase_add_test(t, triplets_beyond_the_record);
	suite_add_tcase(s, t);
	return s;
}
