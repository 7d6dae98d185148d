/* check_decode.c - whole records as events: headers, notes, other events */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "hex.h"
#include "make_gtf.h"
#include "ztrace/db2.h"

/* Not on the stack: it is large. All tests decode into one event, as the product does. */
static struct event ev;

static void
decode(struct span record, uint32_t segments)
{
	struct record rec = {
		.data = record, .timed = true, .tod = span_u64(record, 6),
		.eid = span_u16(record, 14), .segments = segments
	};

	db2_decode(NULL, &rec, &ev);
}

/* The text of a field of a header, found by the header's and the field's label. */
static const char *
text_of(const char *header, const char *label, struct buf *out)
{
	const struct field *f;
	struct span bytes;
	size_t i;

	buf_clear(out);
	for (i = 0; i < ev.nheaders; i++) {
		if (ev.header[i].layout == NULL || strcmp(ev.header[i].layout->label, header) != 0)
			continue;
		f = layout_find(ev.header[i].layout, label);
		if (f != NULL && field_bytes(f, ev.header[i].bytes, &bytes))
			field_text(f, bytes, &codepage_1047, out);
		else
			buf_str(out, "absent");
	}
	buf_char(out, '\0');
	return (char *)out->p;
}

static bool
has_note(const char *text)
{
	size_t i;

	for (i = 0; i < ev.nnotes; i++)
		if (strcmp(ev.note[i], text) == 0)
			return true;
	return false;
}

/* What the figures' records say, as read off their bytes. */
static const struct {
	const char	*file, *header, *label, *text;
} values[] = {
	{ "start-trace.hex", "standard", "length", "76" },
	{ "start-trace.hex", "standard", "type", "01" },
	{ "start-trace.hex", "standard", "resource_manager", "instrumentation commands (16)" },
	{ "start-trace.hex", "standard", "ifcid", "4" },
	{ "start-trace.hex", "standard", "sections", "2" },
	{ "start-trace.hex", "standard", "release", "0" },
	{ "start-trace.hex", "standard", "ace", "00B3ADB8" },
	{ "start-trace.hex", "standard", "ssid", "SSOP" },
	{ "start-trace.hex", "standard", "time", "1993-01-18T17:28:51.545844Z" },
	{ "start-trace.hex", "standard", "ifcid_seq", "6" },
	{ "start-trace.hex", "standard", "seq", "1" },
	{ "start-trace.hex", "standard", "trace_mask", "00000001" },
	{ "start-trace.hex", "standard", "location", "SANTA_TERESA_LAB" },
	{ "start-trace.hex", "standard", "network_id", "DB2NET" },
	{ "start-trace.hex", "standard", "lu_name", "LUND0" },
	{ "start-trace.hex", "standard", "luw_instance", "A6E9C33E271F" },
	{ "start-trace.hex", "standard", "commit_count", "1" },
	{ "start-trace.hex", "standard", "flags", "absent" },
	{ "start-trace.hex", "standard", "long_location", "absent" },
	{ "start-trace.hex", "correlation", "auth_id", "SYSOPR" },
	{ "start-trace.hex", "correlation", "correlation_id", "023.GCSCN602" },
	{ "start-trace.hex", "correlation", "connection", "SSOP" },
	{ "start-trace.hex", "correlation", "plan", "" },
	{ "start-trace.hex", "correlation", "original_id", "SYSOPR" },
	{ "start-trace.hex", "correlation", "connection_type", "none (0)" },
	{ "start-trace.hex", "correlation", "accounting_token",
	    "00000000000000000000000000000000000000000000" },
	{ "start-trace.hex", "correlation", "end_user", "absent" },
	{ "start-trace-packed.hex", "standard", "time", "1993-01-18T11:22:33.10 local" },
	{ "start-trace-packed.hex", "standard", "ifcid_seq", "12" },
	{ "statistics.hex", "standard", "resource_manager", "accounting and statistics (26)" },
	{ "statistics.hex", "standard", "time", "1993-01-18T11:22:33.24 local" },
	{ "statistics.hex", "standard", "ifcid_seq", "66" },
	{ "statistics.hex", "standard", "seq", "26" },
	{ "statistics.hex", "standard", "network_id", "" }
};

START_TEST(figures_say)
{
	struct buf b = hex_record(values[_i].file), out = { 0 };

	decode(buf_span(&b), 1);
	ck_assert_str_eq(text_of(values[_i].header, values[_i].label, &out), values[_i].text);
	buf_free(&b);
	buf_free(&out);
}
END_TEST

START_TEST(start_trace_as_an_event)
{
	struct buf b = hex_record("start-trace.hex");

	decode(buf_span(&b), 2);
	ck_assert_ptr_eq(ev.raw.p, b.p);
	ck_assert_uint_eq(ev.raw.n, 312);
	ck_assert(ev.timed && ev.tod == 0xA6E9C33E28F7DD03);
	ck_assert_uint_eq(ev.eid, 0xEFB9);
	ck_assert_uint_eq(ev.segments, 2);
	ck_assert_ptr_eq(ev.writer, &db2_writer_header);
	ck_assert_uint_eq(ev.ifcid, 4);
	ck_assert_str_eq(ev.title, "Trace started, START TRACE text");
	ck_assert_uint_eq(ev.nsections, 2);
	ck_assert_str_eq(ev.section[0].name, "product");
	ck_assert_str_eq(ev.section[1].name, "data 1");
	ck_assert_uint_eq(ev.nheaders, 2);
	ck_assert_uint_eq(ev.header[0].type, 1);
	ck_assert_uint_eq(ev.header[0].offset, 0xA0);
	ck_assert_uint_eq(ev.header[0].bytes.n, 0x4C);
	ck_assert_uint_eq(ev.header[1].type, 2);
	ck_assert_uint_eq(ev.header[1].offset, 0xEC);
	ck_assert_uint_eq(ev.header[1].bytes.n, 0x4C);
	ck_assert_uint_eq(ev.nnotes, 0);
	buf_free(&b);
}
END_TEST

/* One change to the IFCID 4 record, and the note it gives. */
static const struct {
	size_t		 at;
	const char	*bytes;
	const char	*note;
	size_t		 sections, headers;
} notes[] = {
	{ 0xAC, "C4C2F2C1", "standard header names another subsystem than the GTF header", 2, 2 },
	{ 0xBC, "00000002",
	    "standard header has another sequence number than the GTF header", 2, 2 },
	{ 48, "00000038 0067 0001", "sections do not fill the record exactly", 2, 2 },
	{ 48, "00000039 0067 0001", "sections do not fill the record exactly", 2, 2 },
	{ 48, "00000038 0069 0001", "sections do not fill the record exactly", 2, 2 },
	{ 48, "00000028 0078 0001", "sections do not fill the record exactly", 2, 2 },
	{ 48, "00000000 0000 0000", "sections do not fill the record exactly", 2, 2 },
	{ 48, "000000A0 0098 0001", "sections do not fill the record exactly", 2, 2 },
	{ 48, "00000038 0168 0001", "section lies outside the record", 2, 2 },
	{ 0xA6, "FF", "self-defining section is longer than the record", 34, 2 },
	{ 0xEC, "0000", "header of the product section is too short for its type", 2, 1 },
	{ 0xEC, "0002", "header of the product section is too short for its type", 2, 1 },
	{ 0xEC, "004D", "header of the product section runs past its end", 2, 1 },
	{ 0xEC, "004B", "header of the product section is too short for its type", 2, 2 },
	{ 0xEC, "FFFF", "header of the product section runs past its end", 2, 1 },
	{ 20, "C100C240", "name in a header has control characters", 2, 2 },
	{ 32, "E2E215D7", "name in a header has control characters", 2, 2 },
	{ 0xF0, "E2FF", "name in a header has control characters", 2, 2 },
	{ 0xF0, "00404040 40404040", "name in a header has control characters", 2, 2 },
	{ 40, "00000000", "record has no product section", 0, 0 },
	{ 40, "000000A1", "product section lies outside the record (a segment is missing)", 0, 0 },
	{ 0xA2, "02", "product section does not begin with a standard header", 0, 0 },
	{ 0xA0, "0007", "standard header has an impossible length", 0, 0 }
};

START_TEST(oddities_are_noted)
{
	struct buf b = hex_record("start-trace.hex"), change = hex_bytes(notes[_i].bytes);

	memcpy(b.p + notes[_i].at, change.p, change.n);
	decode(buf_span(&b), 2);
	ck_assert_msg(has_note(notes[_i].note), "row %d: %zu notes, first %s", _i, ev.nnotes,
	    ev.nnotes > 0 ? ev.note[0] : "-");
	ck_assert_uint_eq(ev.nsections, notes[_i].sections);
	ck_assert_uint_eq(ev.nheaders, notes[_i].headers);
	buf_free(&b);
	buf_free(&change);
}
END_TEST

/* Headers of 4 bytes as many as there is room for: no more than an event holds. */
START_TEST(more_headers_than_are_shown)
{
	struct buf b = hex_record("start-trace.hex");
	size_t at;

	for (at = 0xEC; at < 0x138; at += 4)
		put_u32(b.p + at, 0x00040800);
	decode(buf_span(&b), 2);
	ck_assert_uint_eq(ev.nheaders, EVENT_HEADERS);
	ck_assert(has_note("product section has more headers than are shown"));
	buf_free(&b);
}
END_TEST

START_TEST(unknown_headers_have_no_layout)
{
	struct buf b = hex_record("start-trace.hex");

	b.p[0xEE] = 0x40;
	decode(buf_span(&b), 2);
	ck_assert_uint_eq(ev.nheaders, 2);
	ck_assert_uint_eq(ev.header[1].type, 0x40);
	ck_assert_ptr_null(ev.header[1].layout);
	ck_assert_uint_eq(ev.nnotes, 0);
	buf_free(&b);
}
END_TEST

START_TEST(long_record_is_noted)
{
	struct make_section sections[] = { { 60000, 1 } };
	struct maker m = maker_of(1);
	struct buf b = { 0 };

	make_db2(&m, &b, 63, sections, 1);
	decode(buf_span(&b), 300);
	ck_assert_uint_eq(ev.nnotes, 0);
	buf_fill(&b, 0, 10000);
	decode(buf_span(&b), 300);
	ck_assert(has_note("record is longer than its length field can say"));
	buf_free(&b);
}
END_TEST

/* What other events' headers show. */
static const struct {
	const char	*hex;
	bool		 timed;
	const char	*job;		/* NULL: no such field */
} others[] = {
	{ "00200000FFD9A6E9C33E29011303E5EA00F91400D4D8F1C1D4E2E3D9 00000000", true, "MQ1AMSTR" },
	{ "00220000FFD9A6E9C33E29011303E5EA000100F91400D4D8F1C1D4E2E3D9 00000000", true, NULL },
	{ "00200000FF01A6E9C33E29011303100000F91400D4D8F1C1D4E2E3D9 00000000", true, NULL },
	{ "00140000FF01A6E9C33E29011303E5EA00F91400", true, NULL },
	{ "00180000FFD9E5EA00F91400D4D8F1C1D4E2E3D9 00000000", false, "MQ1AMSTR" },
	{ "00080000FFD9E5EA", false, NULL },
	{ "00060000FFD9", true, NULL }
};

START_TEST(other_events_have_header_fields_only)
{
	struct buf b = hex_bytes(others[_i].hex), out = { 0 };
	struct record rec = { .data = buf_span(&b), .timed = others[_i].timed, .eid = 0xE5EA };
	const struct field *f;
	struct span bytes;

	db2_decode(NULL, &rec, &ev);
	ck_assert_uint_eq(ev.segments, 0);
	ck_assert_uint_eq(ev.eid, 0xE5EA);
	ck_assert_uint_eq(ev.ifcid, 0);
	ck_assert_ptr_null(ev.title);
	ck_assert_uint_eq(ev.nsections + ev.nheaders + ev.nnotes, 0);
	f = event_field(&ev, "job", &bytes);
	ck_assert_msg((f != NULL) == (others[_i].job != NULL), "row %d", _i);
	if (f != NULL) {
		field_text(f, bytes, &codepage_1047, &out);
		buf_char(&out, '\0');
		ck_assert_str_eq((char *)out.p, others[_i].job);
	}
	buf_free(&b);
	buf_free(&out);
}
END_TEST

/* All that an event points at lies in its record, or is a constant. */
static void
check_inside(struct span raw)
{
	size_t i;

	ck_assert_uint_le(ev.nsections, EVENT_SECTIONS);
	ck_assert_uint_le(ev.nheaders, EVENT_HEADERS);
	ck_assert_uint_le(ev.nnotes, EVENT_NOTES);
	for (i = 0; i < ev.nsections; i++) {
		const struct event_section *s = &ev.section[i];

		ck_assert_ptr_nonnull(s->name);
		ck_assert(s->present || !s->inside);
		ck_assert_int_eq(s->inside, s->bytes.n > 0);
		if (s->inside) {
			ck_assert_ptr_eq(s->bytes.p, raw.p + s->offset);
			ck_assert_uint_le(s->offset + s->bytes.n, raw.n);
		}
	}
	for (i = 0; i < ev.nheaders; i++) {
		const struct event_header *h = &ev.header[i];

		ck_assert_uint_ge(h->bytes.n, 3);
		ck_assert_ptr_eq(h->bytes.p, raw.p + h->offset);
		ck_assert_uint_le(h->offset + h->bytes.n, raw.n);
	}
	for (i = 0; i < ev.nnotes; i++)
		ck_assert_ptr_nonnull(ev.note[i]);
}

/* Cut and turned over at every byte: bounds hold, and the sanitizers are silent. */
START_TEST(damage_at_every_byte)
{
	struct buf b = hex_record("statistics.hex");
	size_t i;

	for (i = 0; i <= b.n; i++) {
		decode(span_of(b.p, i), 1);
		check_inside(span_of(b.p, i));
	}
	for (i = 0; i < b.n; i++) {
		b.p[i] ^= 0xFF;
		decode(buf_span(&b), 1);
		check_inside(buf_span(&b));
		b.p[i] ^= 0xFF;
	}
	buf_free(&b);
}
END_TEST

START_TEST(random_records_are_understood)
{
	struct dice dice = dice_new();
	struct maker m = maker_of(dice.seed + (uint64_t)_i);
	struct buf b = { 0 };

	make_db2_random(&m, &b, dice_below(&dice, 5000));
	decode(buf_span(&b), 1);
	check_inside(buf_span(&b));
	/* Only a length inside a section, which is random, may lead out of it. */
	ck_assert_msg(ev.nheaders == 2 &&
	    ev.nnotes == has_note("member of a section runs past its end"), "SEED=%llu: %s",
	    (unsigned long long)dice.seed, ev.nnotes > 0 ? ev.note[0] : "headers");

	/* And random bytes behind a good beginning are at least survived. */
	dice_fill(&dice, b.p + 40, b.n - 40);
	put_u32(b.p + 40, (uint32_t)(48 + dice_below(&dice, 8)));
	decode(buf_span(&b), 1);
	check_inside(buf_span(&b));
	buf_free(&b);
}
END_TEST

Suite *
decode_suite(void)
{
	Suite *s = suite_create("decode");
	TCase *t = tcase_create("decode");

	tcase_add_loop_test(t, figures_say, 0, sizeof(values) / sizeof(values[0]));
	tcase_add_test(t, start_trace_as_an_event);
	tcase_add_loop_test(t, oddities_are_noted, 0, sizeof(notes) / sizeof(notes[0]));
	tcase_add_test(t, more_headers_than_are_shown);
	tcase_add_test(t, unknown_headers_have_no_layout);
	tcase_add_test(t, long_record_is_noted);
	tcase_add_loop_test(t, other_events_have_header_fields_only, 0,
	    sizeof(others) / sizeof(others[0]));
	tcase_add_test(t, damage_at_every_byte);
	tcase_add_loop_test(t, random_records_are_understood, 0, 50);
	suite_add_tcase(s, t);
	return s;
}
