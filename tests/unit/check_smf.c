/* check_smf.c - Db2 records as SMF records */
#include <check.h>
#include <string.h>

#include "hex.h"
#include "make_gtf.h"
#include "oom.h"
#include "ztrace/db2.h"
#include "ztrace/tod.h"

enum { HEADER = 28, GTF_HEADER = 40, SHIFT = GTF_HEADER - HEADER };

/* SYSA at UTC-8. */
static const struct style style = {
	.codepage = &codepage_1047, .sid = { 0xE2, 0xE8, 0xE2, 0xC1 }, .zone = -480, .zoned = true
};

static struct event ev;
static struct buf out;

static void
tear_down(void)
{
	buf_free(&out);
}

static void
decode(struct span record)
{
	struct record rec = {
		.data = record, .timed = true, .tod = span_u64(record, 6),
		.eid = span_u16(record, 14), .segments = 1
	};

	db2_decode(NULL, &rec, &ev);
}

static struct span
render(const struct style *how)
{
	buf_clear(&out);
	ck_assert_pstr_eq(format_smf.render(&ev, how, &out), NULL);
	ck_assert(!out.failed);
	return buf_span(&out);
}

/* That what is rendered begins like this. */
static void
begins(const char *hex)
{
	struct buf want = hex_bytes(hex);

	ck_assert_uint_ge(out.n, want.n);
	ck_assert_mem_eq(out.p, want.p, want.n);
	buf_free(&want);
}

/* The documentation's two records: IFCID 4 of 312 bytes, and IFCID 1 of 1828. */
static const struct {
	const char	*file;
	size_t		 n;
	const char	*begins;
} figures[] = {
	{ "start-trace.hex", 300,
	    "012C0000 5E660034 14A20093 018FE2E8 E2C1E2E2 D6D70000 00000000"
	    "00000094 00980001 0000002C 00680001 0060005E" },
	/* the second figure's clock is later on the same day; QWHSSTCK is packed, and stays so */
	{ "start-trace-packed.hex", 300,
	    "012C0000 5E66003E 7D610093 018FE2E8 E2C1E2E2 D6D70000 00000000"
	    "00000094 00980001 0000002C 00680001 0060005E" },
	{ "statistics.hex", 1816,
	    "07180000 5E64003E 7D6F0093 018FE2E8 E2C1E2E2 D6D70000 00000000"
	    "000006CC 004C0001 00000084 001C0004 000000F4 001C000E 0000027C 0018000E"
	    "00000584 00400001 000005C4 00740001 00000474 00440001 000003CC 00800001"
	    "0000044C 00280001 00000638 00480001 000004D8 00AC0001 00000680 004C0001"
	    "000004B8 00200001 D4E2E3D9" }
};

START_TEST(figures_are_as_documented)
{
	struct buf record = hex_record(figures[_i].file);
	size_t triplets;
	struct span smf;

	decode(buf_span(&record));
	smf = render(&style);
	ck_assert_uint_eq(smf.n, figures[_i].n);
	begins(figures[_i].begins);
	/* what stands behind the triplets is the same */
	triplets = ev.nsections * DB2_TRIPLET;
	ck_assert(span_equal(span_from(smf, HEADER + triplets),
	    span_from(buf_span(&record), GTF_HEADER + triplets)));
	buf_free(&record);
}
END_TEST

/* Section k of an SMF record by its own triplet, as a reader of SMF finds it. */
static struct span
section_of(struct span smf, size_t k, size_t n)
{
	struct span bytes;

	ck_assert(span_cut(smf, span_u32(smf, HEADER + k * 8), n, &bytes));
	return bytes;
}

/* Whatever the sections are, their triplets lead to the same bytes. */
START_TEST(sections_stay_as_they_are)
{
	struct dice dice = dice_new();
	struct maker m = maker_of(dice.seed + (uint64_t)_i);
	struct buf record = { 0 };
	struct span smf;
	size_t k;

	make_db2_random(&m, &record, dice_below(&m.dice, 3000));
	decode(buf_span(&record));
	smf = render(&style);
	ck_assert_uint_eq(smf.n, record.n - SHIFT);
	ck_assert_uint_eq(span_u16(smf, 0), smf.n);
	for (k = 0; k < ev.nsections; k++) {
		const struct event_section *s = &ev.section[k];

		/* length and count are not touched */
		ck_assert_mem_eq(smf.p + HEADER + k * 8 + 4, record.p + GTF_HEADER + k * 8 + 4, 4);
		if (s->present)
			ck_assert_msg(span_equal(section_of(smf, k, s->bytes.n), s->bytes),
			    "section %zu, SEED=%llu", k, (unsigned long long)dice.seed);
		else
			ck_assert_uint_eq(span_u32(smf, HEADER + k * 8), 0);
	}
	buf_free(&record);
}
END_TEST

/* A section of no members has an offset that moves too, unless it is zero. */
START_TEST(absent_sections)
{
	struct buf record = hex_record("start-trace.hex");

	memcpy(record.p + 48, "\0\0\0\x38\0\x68\0\0", 8);
	decode(buf_span(&record));
	ck_assert_mem_eq(render(&style).p + 36, "\0\0\0\x2C\0\x68\0\0", 8);
	memcpy(record.p + 48, "\0\0\0\0\0\x68\0\1", 8);
	decode(buf_span(&record));
	ck_assert_mem_eq(render(&style).p + 36, "\0\0\0\0\0\x68\0\1", 8);
	buf_free(&record);
}
END_TEST

/* Record type and subtype by IFCID. */
static const struct {
	uint16_t	ifcid, subtype;
	uint8_t		type;
} types[] = {
	{ 1, 0, 100 }, { 2, 1, 100 }, { 202, 2, 100 }, { 230, 3, 100 }, { 225, 4, 100 },
	{ 369, 5, 100 }, { 3, 0, 101 }, { 239, 1, 101 }, { 4, 0, 102 }, { 172, 0, 102 },
	{ 365, 0, 102 }, { 389, 0, 102 }, { 402, 0, 102 }, { 412, 0, 102 },
	/* of no table */
	{ 0, 0, 102 }, { 9999, 0, 102 }, { 65535, 0, 102 }
};

START_TEST(ifcid_decides_the_type)
{
	struct buf record = hex_record("start-trace.hex");
	struct span smf;

	put_u16(record.p + 0xA4, types[_i].ifcid);
	decode(buf_span(&record));
	smf = render(&style);
	ck_assert_uint_eq(span_u8(smf, 4), 0x5E);
	ck_assert_uint_eq(span_u8(smf, 5), types[_i].type);
	ck_assert_uint_eq(span_u16(smf, 22), types[_i].subtype);
	buf_free(&record);
}
END_TEST

/* With a block descriptor in front the record is the same. */
START_TEST(blocks_of_one_record)
{
	struct style blocked = style;
	struct buf record = hex_record("statistics.hex"), plain = { 0 };
	struct span smf;

	decode(buf_span(&record));
	smf = render(&style);
	buf_put(&plain, smf.p, smf.n);
	blocked.blocked = true;
	smf = render(&blocked);
	ck_assert_uint_eq(span_u32(smf, 0), (uint32_t)(plain.n + 4) << 16);
	ck_assert(span_equal(span_from(smf, 4), buf_span(&plain)));
	buf_free(&plain);
	buf_free(&record);
}
END_TEST

/* Times of a record, and what the header says: hundredths since midnight, 0cyydddF. */
static const struct {
	const char	*utc;
	int		 zone;
	uint32_t	 time, date;
} clocks[] = {
	{ "1993-01-18T17:28:51.545981Z", -480, 3413154, 0x0093018F },
	{ "1993-01-18T17:28:51.549999Z", -480, 3413154, 0x0093018F },
	{ "1993-01-18T17:28:51.550000Z", -480, 3413155, 0x0093018F },
	{ "1993-01-18T00:00:00Z", 0, 0, 0x0093018F },
	{ "1993-01-18T23:59:59.999999Z", 0, 8639999, 0x0093018F },
	/* the zone changes the day, the year, the century */
	{ "1993-01-18T07:59:59.999999Z", -480, 8639999, 0x0093017F },
	{ "1993-01-18T08:00:00Z", -480, 0, 0x0093018F },
	{ "1993-01-18T18:30:00Z", 330, 0, 0x0093019F },
	{ "1993-01-18T10:00:00Z", 840, 0, 0x0093019F },
	{ "1993-01-01T00:00:00Z", -1, 8634000, 0x0092366F },
	{ "1999-12-31T23:59:59.99Z", 0, 8639999, 0x0099365F },
	{ "1999-12-31T23:59:59.99Z", 1, 5999, 0x0100001F },
	{ "2000-01-01T00:00:00Z", 0, 0, 0x0100001F },
	{ "2000-01-01T00:00:00Z", -60, 8280000, 0x0099365F },
	{ "2000-12-31T12:00:00Z", 0, 4320000, 0x0100366F },
	{ "2024-02-29T12:00:00Z", 0, 4320000, 0x0124060F },
	/* the clock wraps in September of 2042 */
	{ "2042-09-17T00:00:00Z", 0, 0, 0x0142260F },
	{ "2043-03-01T00:00:00Z", 0, 0, 0x0143060F },
	{ "2099-12-31T00:00:00Z", 0, 0, 0x0199365F },
	{ "2100-01-01T00:00:00Z", 0, 0, 0x0200001F }
};

START_TEST(time_is_local)
{
	struct style how = style;
	struct buf record = hex_record("start-trace.hex");
	struct span smf;
	uint64_t us;

	ck_assert(tod_parse(clocks[_i].utc, &us));
	put_u64(record.p + 6, us << 12 | 0x303);
	how.zone = clocks[_i].zone;
	decode(buf_span(&record));
	smf = render(&how);
	ck_assert_uint_eq(span_u32(smf, 6), clocks[_i].time);
	ck_assert_msg(span_u32(smf, 10) == clocks[_i].date, "%s at %d: %08X", clocks[_i].utc,
	    clocks[_i].zone, (unsigned)span_u32(smf, 10));
	buf_free(&record);
}
END_TEST

/* The trace's own zone goes before the one that was given; without any it is UTC. */
START_TEST(zone_of_the_trace)
{
	struct style none = style;
	struct buf record = hex_record("start-trace.hex");

	decode(buf_span(&record));
	ev.zone = 60;
	ck_assert_uint_eq(span_u32(render(&style), 6), 3413154);
	ev.zoned = true;
	ck_assert_uint_eq(span_u32(render(&style), 6), 3413154 + 9 * 360000);
	ev.zoned = false;
	none.zoned = false;
	ck_assert_uint_eq(span_u32(render(&none), 6), 3413154 + 8 * 360000);
	ck_assert(format_smf.local);
	buf_free(&record);
}
END_TEST

/* Where GTF wrote no time, Db2's own is taken: here 137 microseconds before GTF's. */
START_TEST(untimed_records)
{
	struct buf record = hex_record("start-trace.hex");
	uint64_t us;

	ck_assert(tod_parse("2013-07-01T12:00:00.01Z", &us));
	put_u64(record.p + 0xB0, us << 12);
	decode(buf_span(&record));
	ev.timed = false;
	ev.tod = 0;
	render(&style);
	begins("012C0000 5E660015 F9010113 182F");
	buf_free(&record);
}
END_TEST

static const char *
refusal(void)
{
	struct style blocked = style;
	const char *why, *also;

	buf_clear(&out);
	buf_str(&out, "before");
	why = format_smf.render(&ev, &style, &out);
	ck_assert(span_equal(buf_span(&out), span_of("before", 6)));
	blocked.blocked = true;
	also = format_smf.render(&ev, &blocked, &out);
	ck_assert(span_equal(buf_span(&out), span_of("before", 6)));
	ck_assert_pstr_eq(why, also);
	return why;
}

START_TEST(refused_records)
{
	struct buf record = hex_record("start-trace.hex");

	decode(buf_span(&record));
	ev.segments = 0;
	ck_assert_pstr_eq(refusal(), "it is no Db2 record");

	/* a section of no members has no bytes, but its offset has no meaning any more either */
	put_u32(record.p + 48, 39);
	decode(buf_span(&record));
	ck_assert_pstr_eq(refusal(), "a section lies in the header that is replaced");
	put_u32(record.p + 48, 1);
	put_u16(record.p + 54, 0);
	decode(buf_span(&record));
	ck_assert_pstr_eq(refusal(), "a section lies in the header that is replaced");
	put_u32(record.p + 48, 40);
	decode(buf_span(&record));
	ck_assert_pstr_eq(format_smf.render(&ev, &style, &out), NULL);
	buf_free(&record);
}
END_TEST

START_TEST(refused_without_a_time)
{
	struct buf record = hex_record("start-trace.hex");

	/* a header that ends before its time, at it, behind it */
	put_u16(record.p + 0xA0, 23);
	decode(buf_span(&record));
	ev.timed = false;
	ck_assert_pstr_eq(refusal(), "it has no time stamp");
	put_u16(record.p + 0xA0, 24);
	decode(buf_span(&record));
	ev.timed = false;
	ck_assert_pstr_eq(format_smf.render(&ev, &style, &out), NULL);
	put_u64(record.p + 0xB0, 0);
	ck_assert_pstr_eq(refusal(), "it has no time stamp");
	buf_free(&record);

	record = hex_record("start-trace-packed.hex");
	decode(buf_span(&record));
	ev.timed = false;
	ck_assert_pstr_eq(refusal(), "it has no time stamp");
	buf_free(&record);
}
END_TEST

/* 32,756 bytes is the longest that SMF writes. */
START_TEST(refused_for_length)
{
	struct buf record = hex_record("start-trace.hex");

	ck_assert_uint_eq(format_smf.longest, 32756 + SHIFT);
	buf_fill(&record, 0, format_smf.longest - record.n);
	decode(buf_span(&record));
	ck_assert_uint_eq(span_u16(render(&style), 0), 32756);
	buf_fill(&record, 0, 1);
	decode(buf_span(&record));
	ck_assert_pstr_eq(refusal(), "it is longer than an SMF record can be");
	buf_free(&record);
}
END_TEST

START_TEST(memory_may_run_out)
{
	struct buf record = hex_record("start-trace.hex");
	const char *why;

	decode(buf_span(&record));
	oom_arm(0);
	why = format_smf.render(&ev, &style, &out);
	ck_assert(oom_disarm());
	ck_assert_pstr_eq(why, NULL);
	ck_assert(out.failed);
	ck_assert_uint_eq(out.n, 0);
	buf_free(&record);
}
END_TEST

Suite *
smf_suite(void)
{
	Suite *s = suite_create("smf");
	TCase *t = tcase_create("smf");

	tcase_add_checked_fixture(t, NULL, tear_down);
	tcase_add_loop_test(t, figures_are_as_documented, 0, sizeof(figures) / sizeof(figures[0]));
	tcase_add_loop_test(t, sections_stay_as_they_are, 0, 50);
	tcase_add_test(t, absent_sections);
	tcase_add_loop_test(t, ifcid_decides_the_type, 0, sizeof(types) / sizeof(types[0]));
	tcase_add_test(t, blocks_of_one_record);
	tcase_add_loop_test(t, time_is_local, 0, sizeof(clocks) / sizeof(clocks[0]));
	tcase_add_test(t, zone_of_the_trace);
	tcase_add_test(t, untimed_records);
	tcase_add_test(t, refused_records);
	tcase_add_test(t, refused_without_a_time);
	tcase_add_test(t, refused_for_length);
	tcase_add_test(t, memory_may_run_out);
	suite_add_tcase(s, t);
	return s;
}
