/* check_gtf.c - heads of GTF's own records and of trace records; patterns of event IDs */
#include <check.h>
#include <string.h>

#include "hex.h"
#include "ztrace/gtf.h"

/*
 * Records of "Unformatted GTF trace output" (z/OS MVS Diagnosis: Tools and
 * Service Aids) and of the Db2 documentation; those with a merge's system ID
 * and without time are made from these.
 */
static const struct {
	const char	*hex;
	struct gtf_head	 head;
} heads[] = {
	/* control records: the documented one, and one that describes its source */
	{ "001A0000 0001 FFFF94B6 A6E9BD6636FA5C02 1000000100000000",
	    { GTF_CONTROL, true, 0xA6E9BD6636FA5C02, 0, -27466, 0 } },
	{ "00200000 0001 00006B4A A6E9BD6636FA5C02 1000000100000000 C2C1E2C5 C2C1",
	    { GTF_CONTROL, true, 0xA6E9BD6636FA5C02, 0, 27466, 0 } },
	/* lost events, with a system ID behind too; a lost block; the most there can be */
	{ "00160000 0002 FFFF94B6 A6E9C33E29000000 00000005",
	    { GTF_LOST_EVENTS, true, 0xA6E9C33E29000000, 0, -27466, 5 } },
	{ "00180000 0002 FFFF94B6 A6E9C33E29000000 00000005 0001",
	    { GTF_LOST_EVENTS, true, 0xA6E9C33E29000000, 0, -27466, 5 } },
	{ "00160000 0003 FFFF94B6 A6E9C33E29000000 00000000",
	    { GTF_LOST_BLOCK, true, 0xA6E9C33E29000000, 0, -27466, 0 } },
	{ "00160000 0002 7FFFFFFF FFFFFFFFFFFFFFFF FFFFFFFF",
	    { GTF_LOST_EVENTS, true, UINT64_MAX, 0, INT32_MAX, UINT32_MAX } },
	{ "00160000 0002 80000000 0000000000000000 00000000",
	    { GTF_LOST_EVENTS, true, 0, 0, INT32_MIN, 0 } },
	/* other records of GTF's own */
	{ "00060000 0000", { GTF_OWN, false, 0, 0, 0, 0 } },
	{ "00060000 0004", { GTF_OWN, false, 0, 0, 0, 0 } },
	{ "00060000 00FF", { GTF_OWN, false, 0, 0, 0, 0 } },
	/* too short for what they are */
	{ "00110000 0001 FFFF94B6 A6E9BD6636FA5C",
	    { GTF_BAD, true, 0, 0, -27466, 0 } },
	{ "00150000 0002 FFFF94B6 A6E9C33E29000000 000000",
	    { GTF_BAD, true, 0xA6E9C33E29000000, 0, -27466, 0 } },
	{ "00050000 00", { GTF_BAD, false, 0, 0, 0, 0 } },
	{ "00040000", { GTF_BAD, false, 0, 0, 0, 0 } },
	{ "", { GTF_BAD, false, 0, 0, 0, 0 } },

	/* Db2: normal, merged, without time; the shortest that has an event ID */
	{ "00440000 FF00 A6E9C33E29011303 EFB9 00F91400 E2E2D6D7D4E2E3D9 00280200",
	    { GTF_TRACE, true, 0xA6E9C33E29011303, 0xEFB9, 0, 0 } },
	{ "00460000 FF00 A6E9C33E29011303 EFB9 0001 00F91400 E2E2D6D7D4E2E3D9 00280200",
	    { GTF_TRACE, true, 0xA6E9C33E29011303, 0xEFB9, 0, 0 } },
	{ "003C0000 FF00 EFB9 00F91400 E2E2D6D7D4E2E3D9 00280200",
	    { GTF_TRACE, false, 0, 0xEFB9, 0, 0 } },
	{ "00100000 FF00 A6E9C33E29011303 EFB9",
	    { GTF_TRACE, true, 0xA6E9C33E29011303, 0xEFB9, 0, 0 } },
	{ "00080000 FF00 EFB9", { GTF_TRACE, false, 0, 0xEFB9, 0, 0 } },
	/* a clock that looks like the event ID does not hide the event ID behind it */
	{ "00100000 FF00 EFB9C33E29011303 EFB9",
	    { GTF_TRACE, true, 0xEFB9C33E29011303, 0xEFB9, 0, 0 } },
	/* other events: IBM MQ, SVC, and one in split records */
	{ "00120000 FFD9 A6E9C33E29011303 E5E9 0000",
	    { GTF_TRACE, true, 0xA6E9C33E29011303, 0xE5E9, 0, 0 } },
	{ "00100000 FF01 A6E9C33E29011303 1000",
	    { GTF_TRACE, true, 0xA6E9C33E29011303, 0x1000, 0, 0 } },
	{ "00120000 F0EF A6E9C33E29011303 EF6C 0001",
	    { GTF_SPLIT, true, 0xA6E9C33E29011303, 0xEF6C, 0, 0 } },
	{ "00120000 F1EF A6E9C33E29011303 EF6C 0001",
	    { GTF_SPLIT, true, 0xA6E9C33E29011303, 0xEF6C, 0, 0 } },
	{ "00120000 F2EF A6E9C33E29011303 EF6C 0001",
	    { GTF_SPLIT, true, 0xA6E9C33E29011303, 0xEF6C, 0, 0 } },
	{ "00120000 F3EF A6E9C33E29011303 EF6C 0001",
	    { GTF_SPLIT, true, 0xA6E9C33E29011303, 0xEF6C, 0, 0 } },
	/* no AID there is */
	{ "00120000 F4EF A6E9C33E29011303 EF6C 0001", { GTF_BAD, false, 0, 0, 0, 0 } },
	{ "00120000 EFEF A6E9C33E29011303 EF6C 0001", { GTF_BAD, false, 0, 0, 0, 0 } },
	{ "00120000 0100 A6E9C33E29011303 EF6C 0001", { GTF_BAD, false, 0, 0, 0, 0 } },
};

START_TEST(head_is_read)
{
	struct buf b = hex_bytes(heads[_i].hex);
	struct gtf_head h = gtf_head(buf_span(&b)), wanted = heads[_i].head;

	ck_assert_msg(h.kind == wanted.kind, "%s: kind %d", heads[_i].hex, (int)h.kind);
	ck_assert_int_eq(h.timed, wanted.timed);
	ck_assert_uint_eq(h.tod, wanted.tod);
	ck_assert_uint_eq(h.eid, wanted.eid);
	ck_assert_int_eq(h.zone, wanted.zone);
	ck_assert_uint_eq(h.lost, wanted.lost);
	buf_free(&b);
}
END_TEST

/* However short it is cut, a head is never read past the end, and never of another kind. */
START_TEST(head_of_a_short_record)
{
	struct buf b = hex_bytes(heads[_i].hex);
	struct gtf_head h;
	struct buf part = { 0 };
	size_t n;

	for (n = 0; n < b.n; n++) {
		buf_free(&part);
		buf_put(&part, b.p, n);
		h = gtf_head(buf_span(&part));
		ck_assert(h.kind == GTF_BAD || h.kind == heads[_i].head.kind);
		ck_assert(h.kind == GTF_BAD || h.eid == heads[_i].head.eid);
	}
	buf_free(&part);
	buf_free(&b);
}
END_TEST

static const struct {
	const char	*text;
	bool		 is;
	uint16_t	 value, mask;
} patterns[] = {
	{ "EFB9", true, 0xEFB9, 0xFFFF },
	{ "efb9", true, 0xEFB9, 0xFFFF },
	{ "xFB9", true, 0x0FB9, 0x0FFF },
	{ "XfB9", true, 0x0FB9, 0x0FFF },
	{ "E5ex", true, 0xE5E0, 0xFFF0 },
	{ "xxxx", true, 0, 0 },
	{ "0x1x", true, 0x0010, 0xF0F0 },
	{ "0000", true, 0, 0xFFFF },
	{ "any", true, 0, 0 },
	{ "ANY", false, 0, 0 },
	{ "", false, 0, 0 },
	{ "FB9", false, 0, 0 },
	{ "EFB9 ", false, 0, 0 },
	{ "EFB90", false, 0, 0 },
	{ "EFG9", false, 0, 0 },
	{ "EF 9", false, 0, 0 },
	{ "-FB9", false, 0, 0 },
	{ "EFB\xB9", false, 0, 0 },
	{ "anyx", false, 0, 0 },
};

START_TEST(pattern_is_parsed)
{
	struct eid_match m = { .value = 1, .mask = 2 };

	ck_assert_msg(eid_parse(patterns[_i].text, &m) == patterns[_i].is, "\"%s\"",
	    patterns[_i].text);
	if (!patterns[_i].is)
		return;
	ck_assert_uint_eq(m.value, patterns[_i].value);
	ck_assert_uint_eq(m.mask, patterns[_i].mask);
}
END_TEST

Suite *
gtf_suite(void)
{
	Suite *suite = suite_create("gtf");
	TCase *tc = tcase_create("core");

	tcase_add_loop_test(tc, head_is_read, 0, sizeof(heads) / sizeof(heads[0]));
	tcase_add_loop_test(tc, head_of_a_short_record, 0, sizeof(heads) / sizeof(heads[0]));
	tcase_add_loop_test(tc, pattern_is_parsed, 0, sizeof(patterns) / sizeof(patterns[0]));
	suite_add_tcase(suite, tc);
	return suite;
}
