/* check_segment.c - Db2's segments in their three layouts, and whole records */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "hex.h"
#include "make_gtf.h"
#include "ztrace/db2.h"

/* The last segment of the documentation's first record: 28 zero bytes behind its header. */
#define ZEROS "00000000 00000000 00000000 00000000 00000000 00000000 00000000"

static const struct {
	const char	*hex;
	bool		 is;		/* a segment */
	enum join_part	 part;
	const char	*name;
	bool		 normal;
	size_t		 payload;	/* bytes */
} tags[] = {
	/* the layouts */
	{ "00440000FF00A6E9C33E29011303EFB900F91400E2E2D6D7D4E2E3D900280200E2E2D6D700000001"
	    ZEROS, true, JOIN_LAST, "SSOP 00000001", true, 28 },
	{ "00460000FF00A6E9C33E29011303EFB9000100F91400E2E2D6D7D4E2E3D900280200E2E2D6D700000001"
	    ZEROS, true, JOIN_LAST, "SID 0001 SSOP 00000001", false, 28 },
	{ "003C0000FF00EFB900F91400E2E2D6D7D4E2E3D900280200E2E2D6D700000001"
	    ZEROS, true, JOIN_LAST, "SSOP 00000001", false, 28 },
	/* codes and names; the shortest there can be */
	{ "00280000FF00A6E9C33E29011303EFB900F91400E2E2D6D7D4E2E3D9000C0000C4C2F24000ABCDEF",
	    true, JOIN_WHOLE, "DB2  00ABCDEF", true, 0 },
	{ "00280000FF00A6E9C33E29011303EFB900F91400E2E2D6D7D4E2E3D9000C0100000D2540FFFFFFFF",
	    true, JOIN_FIRST, "...  FFFFFFFF", true, 0 },
	{ "00290000FF00A6E9C33E29011303EFB900F91400E2E2D6D7D4E2E3D9000D0300C4C2F2C10000000177",
	    true, JOIN_MIDDLE, "DB2A 00000001", true, 1 },
	{ "002A0000FF00A6E9C33E29011303EFB9FFFE00F91400E2E2D6D7D4E2E3D9000C0100C4C2F2C100000001",
	    true, JOIN_FIRST, "SID FFFE DB2A 00000001", false, 0 },
	/* a clock value of 2033 that looks like an event ID does not make it one without time */
	{ "00280000FF00EFB9C33E29011303EFB900F91400E2E2D6D7D4E2E3D9000C0000C4C2F2C100000001",
	    true, JOIN_WHOLE, "DB2A 00000001", true, 0 },
	/* none: segment code, AID, event ID, data length one more and one less, too short */
	{ "00280000FF00A6E9C33E29011303EFB900F91400E2E2D6D7D4E2E3D9000C0400C4C2F2C100000001",
	    false, JOIN_WHOLE, "", false, 0 },
	{ "00280000F000A6E9C33E29011303EFB900F91400E2E2D6D7D4E2E3D9000C0000C4C2F2C100000001",
	    false, JOIN_WHOLE, "", false, 0 },
	{ "002800000000A6E9C33E29011303EFB900F91400E2E2D6D7D4E2E3D9000C0000C4C2F2C100000001",
	    false, JOIN_WHOLE, "", false, 0 },
	{ "00280000FF00A6E9C33E29011303EFB800F91400E2E2D6D7D4E2E3D9000C0000C4C2F2C100000001",
	    false, JOIN_WHOLE, "", false, 0 },
	{ "00280000FF00A6E9C33E29011303EFB900F91400E2E2D6D7D4E2E3D9000D0000C4C2F2C100000001",
	    false, JOIN_WHOLE, "", false, 0 },
	{ "00280000FF00A6E9C33E29011303EFB900F91400E2E2D6D7D4E2E3D9000B0000C4C2F2C100000001",
	    false, JOIN_WHOLE, "", false, 0 },
	{ "00270000FF00A6E9C33E29011303EFB900F91400E2E2D6D7D4E2E3D9000B0000C4C2F2C1000000",
	    false, JOIN_WHOLE, "", false, 0 },
	{ "001C0000FF00A6E9C33E29011303EFB900F91400E2E2D6D7D4E2E3D9",
	    false, JOIN_WHOLE, "", false, 0 },
	{ "00040000", false, JOIN_WHOLE, "", false, 0 },
	{ "", false, JOIN_WHOLE, "", false, 0 }
};

START_TEST(tag_reads_all_layouts)
{
	struct buf b = hex_bytes(tags[_i].hex);
	struct record rec = { .data = buf_span(&b) };
	struct join_tag tag = { 0 };
	char name[JOIN_NAME];

	ck_assert_msg(db2_join.tag(&rec, &tag) == tags[_i].is, "row %d", _i);
	if (tags[_i].is) {
		ck_assert_int_eq(tag.part, tags[_i].part);
		db2_join.name(span_of(tag.key, tag.keylen), name);
		ck_assert_str_eq(name, tags[_i].name);
		ck_assert_int_eq(tag.normal, tags[_i].normal);
		ck_assert_uint_eq(tag.payload.n, tags[_i].payload);
		if (tag.payload.n > 0)
			ck_assert_ptr_eq(tag.payload.p, b.p + b.n - tag.payload.n);
	}
	buf_free(&b);
}
END_TEST

/* The same segment has the same key with and without time, and another one with a SID. */
START_TEST(key_is_ssid_and_number)
{
	struct join_tag tag[3];
	struct record rec = { 0 };
	struct buf b[3];
	size_t i;

	for (i = 0; i < 3; i++) {
		b[i] = hex_bytes(tags[i].hex);
		rec.data = buf_span(&b[i]);
		ck_assert(db2_join.tag(&rec, &tag[i]));
	}
	ck_assert_uint_eq(tag[0].keylen, 8);
	ck_assert_mem_eq(tag[0].key, "\xE2\xE2\xD6\xD7\0\0\0\1", 8);
	ck_assert_uint_eq(tag[1].keylen, 10);
	ck_assert_mem_eq(tag[1].key, "\0\1\xE2\xE2\xD6\xD7\0\0\0\1", 10);
	ck_assert_uint_eq(tag[2].keylen, 8);
	ck_assert_mem_eq(tag[2].key, tag[0].key, 8);
	for (i = 0; i < 3; i++)
		buf_free(&b[i]);
}
END_TEST

/* Cut at every byte: told apart by the RDW once the header is there, and none without `cut`. */
START_TEST(cut_records)
{
	struct buf b = hex_bytes(tags[_i].hex);
	struct record rec = { 0 };
	struct join_tag tag;
	size_t n, header = b.n - tags[_i].payload;

	for (n = 0; n < b.n; n++) {
		rec.data = span_of(b.p, n);
		rec.cut = false;
		ck_assert_msg(!db2_join.tag(&rec, &tag), "%zu bytes", n);
		rec.cut = true;
		ck_assert_msg(db2_join.tag(&rec, &tag) == (n >= header), "cut at %zu bytes", n);
		if (n >= header)
			ck_assert_uint_eq(tag.payload.n, n - header);
	}
	buf_free(&b);
}
END_TEST

/* Begun from any layout, the header is the normal one; without time its clock is zero. */
START_TEST(begin_writes_the_normal_header)
{
	struct buf want = hex_bytes(tags[0].hex), b = hex_bytes(tags[_i].hex), out = { 0 };
	struct record rec = { .data = buf_span(&b) };
	uint8_t length[2];

	buf_str(&out, "x");
	db2_join.begin(&rec, &out);
	ck_assert_uint_eq(out.n, 1 + DB2_HEADER);
	/* The length is still the segment's own. */
	memcpy(length, want.p, 2);
	memcpy(want.p, b.p, 2);
	if (_i == 2)
		memset(want.p + 6, 0, 8);
	ck_assert_mem_eq(out.p + 1, want.p, DB2_HEADER);
	buf_free(&want);
	buf_free(&b);
	buf_free(&out);
}
END_TEST

START_TEST(begin_needs_a_segment)
{
	struct buf out = { 0 };
	struct record rec = { .data = span_of("\0\4\0\0", 4) };

	db2_join.begin(&rec, &out);
	ck_assert_uint_eq(out.n, 0);
}
END_TEST

/* Lengths of 65,536 and more do not fit: the fields then say 65,535. */
static const struct {
	size_t		n;
	unsigned	len, dlen;
} seals[] = {
	{ 40, 40, 12 }, { 312, 0x138, 0x11C }, { 32760, 32760, 32732 },
	{ 65535, 0xFFFF, 0xFFE3 }, { 65536, 0xFFFF, 0xFFE3 }, { 200000, 0xFFFF, 0xFFE3 }
};

START_TEST(seal_makes_lengths_right)
{
	uint8_t *whole = malloc(seals[_i].n), *want = malloc(seals[_i].n);

	ck_assert(whole != NULL && want != NULL);
	memset(whole, 0x77, seals[_i].n);
	memset(want, 0x77, seals[_i].n);
	put_u16(want, (uint16_t)seals[_i].len);
	put_u16(want + 28, (uint16_t)seals[_i].dlen);
	want[30] = 0;
	db2_join.seal(whole, seals[_i].n);
	ck_assert_mem_eq(whole, want, seals[_i].n);
	free(whole);
	free(want);
}
END_TEST

START_TEST(seal_leaves_what_has_no_header)
{
	uint8_t whole[DB2_HEADER - 1];

	memset(whole, 0x77, sizeof(whole));
	db2_join.seal(whole, sizeof(whole));
	ck_assert_uint_eq(whole[0], 0x77);
	db2_join.seal(NULL, 0);
}
END_TEST

/* One change to the documentation's IFCID 4 record, and what is then said of it. */
static const struct {
	size_t		 at;
	const char	*bytes;
	size_t		 n;		/* length to which it is cut; 0: whole */
	const char	*wrong;		/* NULL: it is sound */
} checks[] = {
	{ 0, "", 0, NULL },
	{ 0, "0000", 0, NULL },		/* the join's own business */
	{ 30, "03", 0, NULL },
	{ 40, "00000000", 0, "record has no product section" },
	{ 46, "0000", 0, "record has no product section" },
	{ 0, "", 47, "record has no product section" },
	{ 0, "", 39, "record has no product section" },
	{ 40, "000000A1", 0, "product section lies outside the record (a segment is missing)" },
	{ 40, "FFFFFFFF", 0, "product section lies outside the record (a segment is missing)" },
	{ 46, "FFFF", 0, "product section lies outside the record (a segment is missing)" },
	{ 44, "0000FFFF", 0, "product section lies outside the record (a segment is missing)" },
	{ 0, "", 311, "product section lies outside the record (a segment is missing)" },
	{ 0xA2, "02", 0, "product section does not begin with a standard header" },
	{ 40, "000000A4", 0, "product section lies outside the record (a segment is missing)" },
	{ 44, "0002", 0, "product section does not begin with a standard header" },
	{ 0xA0, "0007", 0, "standard header has an impossible length" },
	{ 0xA0, "0000", 0, "standard header has an impossible length" },
	{ 0xA0, "0099", 0, "standard header has an impossible length" },
	{ 0xA0, "0098", 0, NULL },
	{ 0xA0, "0008", 0, NULL },
	{ 0xA6, "00", 0, "standard header counts no sections" },
	{ 0xA6, "01", 0, NULL },
	{ 0xA6, "FF", 0,
	    "self-defining section is longer than the record (a segment is missing)" },
	{ 48, "00000039 0100 0001", 0, "section lies outside the record (a segment is missing)" },
	{ 48, "00000038 0100 0001", 0, NULL },
	{ 48, "00000138 0001 0001", 0, "section lies outside the record (a segment is missing)" },
	{ 48, "80000000 0001 0001", 0, "section lies outside the record (a segment is missing)" },
	{ 48, "00000038 FFFF FFFF", 0, "section lies outside the record (a segment is missing)" },
	{ 48, "00000139 0001 0000", 0, NULL },	/* count 0: absent */
	{ 48, "00000000 FFFF FFFF", 0, NULL },	/* offset 0: absent */
	{ 48, "00000038 0000 0001", 0, NULL },	/* its own length: X'60' */
	{ 48, "00000038 0000 0002", 0, "section lies outside the record (a segment is missing)" }
};

START_TEST(check_says_what_is_wrong)
{
	struct buf b = hex_record("start-trace.hex"), change = hex_bytes(checks[_i].bytes);
	const char *wrong;

	if (change.n > 0)
		memcpy(b.p + checks[_i].at, change.p, change.n);
	if (checks[_i].n > 0)
		b.n = checks[_i].n;
	wrong = db2_join.check(buf_span(&b));
	if (checks[_i].wrong == NULL)
		ck_assert_msg(wrong == NULL, "row %d: %s", _i, wrong);
	else
		ck_assert_pstr_eq(wrong, checks[_i].wrong);
	buf_free(&b);
	buf_free(&change);
}
END_TEST

START_TEST(figures_are_sound)
{
	static const char *const names[] = { "start-trace-packed.hex", "statistics.hex" };
	struct buf b = hex_record(names[_i]);

	ck_assert_ptr_null(db2_join.check(buf_span(&b)));
	/* No section of theirs ends before the last byte. */
	while (b.n-- > 0)
		ck_assert_msg(db2_join.check(buf_span(&b)) != NULL, "cut to %zu bytes", b.n);
	buf_free(&b);
}
END_TEST

/* Joins all segments of `from` but number `lost`, as the join does it. */
static void
join_segments(struct span from, size_t lost, struct buf *whole)
{
	struct cursor c = cursor_at(from, 0);
	struct record rec = { 0 };
	struct join_tag tag;
	size_t i;

	for (i = 0; make_each(&c, &rec.data); i++) {
		ck_assert(db2_join.tag(&rec, &tag));
		ck_assert_int_eq(tag.part == JOIN_FIRST || tag.part == JOIN_WHOLE, i == 0);
		if (i == 0)
			db2_join.begin(&rec, whole);
		if (i != lost)
			buf_put(whole, tag.payload.p, tag.payload.n);
	}
	db2_join.seal(whole->p, whole->n);
}

/* What was cut and joined is what it was; without one middle segment it is found damaged. */
START_TEST(segments_make_the_record_again)
{
	struct dice dice = dice_new();
	struct maker m = maker_of(dice.seed + (uint64_t)_i);
	struct buf record = { 0 }, cut = { 0 }, whole = { 0 };
	size_t segments, i;

	make_db2_random(&m, &record, dice_below(&dice, 3000));
	make_segments(&m, &cut, buf_span(&record));
	segments = (record.n - DB2_HEADER + MAKE_PAYLOAD - 1) / MAKE_PAYLOAD;

	join_segments(buf_span(&cut), segments, &whole);
	/* Each segment has a time of its own; the record keeps its first one's. */
	memcpy(record.p + 6, whole.p + 6, 8);
	ck_assert_msg(span_equal(buf_span(&whole), buf_span(&record)), "SEED=%llu",
	    (unsigned long long)dice.seed);
	ck_assert_ptr_null(db2_join.check(buf_span(&whole)));
	for (i = 1; i + 1 < segments; i++) {
		buf_clear(&whole);
		join_segments(buf_span(&cut), i, &whole);
		ck_assert_msg(db2_join.check(buf_span(&whole)) != NULL,
		    "SEED=%llu, without segment %zu", (unsigned long long)dice.seed, i);
	}
	buf_free(&record);
	buf_free(&cut);
	buf_free(&whole);
}
END_TEST

/* Every byte of a record turned over: an answer, and never a crash. */
START_TEST(flipped_bytes)
{
	struct buf b = hex_record("statistics.hex");
	struct record rec = { .data = buf_span(&b) };
	struct join_tag tag;
	size_t i;

	for (i = 0; i < b.n; i++) {
		b.p[i] ^= 0xFF;
		db2_join.check(rec.data);
		if (db2_join.tag(&rec, &tag))
			ck_assert_uint_le(tag.payload.n, b.n);
		b.p[i] ^= 0xFF;
	}
	ck_assert_ptr_null(db2_join.check(rec.data));
	buf_free(&b);
}
END_TEST

Suite *
segment_suite(void)
{
	Suite *s = suite_create("segment");
	TCase *t = tcase_create("segment");

	tcase_add_loop_test(t, tag_reads_all_layouts, 0, sizeof(tags) / sizeof(tags[0]));
	tcase_add_test(t, key_is_ssid_and_number);
	tcase_add_loop_test(t, cut_records, 0, 3);
	tcase_add_loop_test(t, begin_writes_the_normal_header, 0, 3);
	tcase_add_test(t, begin_needs_a_segment);
	tcase_add_loop_test(t, seal_makes_lengths_right, 0, sizeof(seals) / sizeof(seals[0]));
	tcase_add_test(t, seal_leaves_what_has_no_header);
	tcase_add_loop_test(t, check_says_what_is_wrong, 0, sizeof(checks) / sizeof(checks[0]));
	tcase_add_loop_test(t, figures_are_sound, 0, 2);
	tcase_add_loop_test(t, segments_make_the_record_again, 0, 20);
	tcase_add_test(t, flipped_bytes);
	suite_add_tcase(s, t);
	return s;
}
