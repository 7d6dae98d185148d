/* check_rdw.c - how much the first bytes of a record look like GTF's */
#include <check.h>

#include "ztrace/buf.h"
#include "ztrace/rdw.h"

#include "dice.h"
#include "hex.h"
#include "make_gtf.h"

/* 16 bits are the RDW's: the first of the length, 7 of byte 2, 8 of byte 3. */
static const struct {
	const char	*hex;
	int		 bits;
	const char	*what;
} heads[] = {
	{ "001A0000 0001FFFF 94B6A6E9 BD6636FA 5C02", 16 + 14 + 15 + 1, "control record" },
	{ "001A0000 00010000 0000A6E9 BD6636FA 5C02", 16 + 14 + 15 + 1, "zone zero" },
	{ "001A0000 00010000 94B6A6E9 BD6636FA 5C02", 16 + 14 + 15 + 1, "zone east" },
	{ "00160000 0002FFFF 94B6A6E9 C33E2900 0000", 16 + 14 + 15 + 1, "lost events" },
	{ "00160000 0003FFFF 94B6A6E9 C33E2900 0000", 16 + 14 + 15 + 1, "lost block" },
	{ "001A0000 0001FFFF 94B626E9 BD6636FA 5C02", 16 + 14 + 15, "clock after 2042" },
	{ "001A0000 0001FFFF 94B60FE9 BD6636FA 5C02", 0, "clock of 2051" },
	{ "00A70000 00010000 00D00014 00020000 00F8", 0, "triplets of a Db2 record" },
	{ "00190000 0001FFFF 94B6A6E9 BD6636FA 5C02", 0, "control record too short" },
	{ "00500000 0001FFFF 94B6A6E9 BD6636FA 5C02", 46, "control record with descriptors" },
	{ "00180000 0002FFFF 94B6A6E9 C33E2900 0000", 46, "lost events with SID" },
	{ "00170000 0002FFFF 94B6A6E9 C33E2900 0000", 0, "lost events, odd length" },
	{ "00200000 0003FFFF 94B6A6E9 C33E2900 0000", 0, "lost block too long" },
	{ "001A0000 00010001 94B6A6E9 BD6636FA 5C02", 0, "zone of 29 hours" },
	{ "001A0000 0001FFFE 94B6A6E9 BD6636FA 5C02", 0, "zone of minus 29 hours" },
	{ "001A0000 0000FFFF 94B6A6E9 BD6636FA 5C02", 0, "FID 0 of GTF's own" },
	{ "001A0000 0004FFFF 94B6A6E9 BD6636FA 5C02", 0, "FID 4 of GTF's own" },
	{ "011C0000 FF00A6E9 C33E28F7 DD03EFB9", 16 + 8 + 1 + 24, "Db2" },
	{ "011C0000 FF01A6E9 C33E28F7 DD03EFB9", 16 + 8 + 1 + 16, "Db2 with a FID" },
	{ "011C0000 FF00EFB9 00F91400 E2E2D6D7", 16 + 8 + 24, "Db2 without time" },
	{ "011C0000 FFD9A6E9 C33E28F7 DD03EF6C", 16 + 8 + 1 + 8, "user event" },
	{ "011C0000 FF01A6E9 C33E28F7 DD031000", 16 + 8 + 1, "system event" },
	{ "011C0000 FF0126E9 C33E28F7 DD031000", 16 + 8, "system event after 2042" },
	{ "011C0000 F000A6E9 C33E28F7 DD03EF6C", 16 + 6 + 1 + 8, "split, first" },
	{ "011C0000 F300A6E9 C33E28F7 DD03EF6C", 16 + 6 + 1 + 8, "split, last" },
	{ "011C0000 F400A6E9 C33E28F7 DD03EFB9", 0, "AID F4" },
	{ "011C0000 EF00A6E9 C33E28F7 DD03EFB9", 0, "AID EF" },
	{ "011C0000 0064A6E9 C33E28F7 DD03EFB9", 0, "SMF 100" },
	{ "00680100 FF00A6E9 C33E28F7 DD03EFB9", 16 + 8 + 1 + 24, "first segment (VBS)" },
	{ "00680200 FF00A6E9 C33E28F7 DD03EFB9", 0, "last segment: no head" },
	{ "00680300 FF00A6E9 C33E28F7 DD03EFB9", 0, "middle segment: no head" },
	{ "00680400 FF00A6E9 C33E28F7 DD03EFB9", 0, "byte 2 no code" },
	{ "00680001 FF00A6E9 C33E28F7 DD03EFB9", 0, "byte 3 not zero" },
	{ "7FF80000 FF00A6E9 C33E28F7 DD03EFB9", 16 + 8 + 1 + 24, "longest" },
	{ "7FF90000 FF00A6E9 C33E28F7 DD03EFB9", 0, "longer than an RDW can say" },
	{ "000C0000 FF00EFB9 00F91400 E2E2D6D7", 16 + 8 + 24, "shortest" },
	{ "000B0000 FF00EFB9 00F91400 E2E2D6D7", 0, "too short" },
	{ "00100000 FF01A6E9 C33E28F7 DD03 0000", 16 + 8 + 1, "event ID beyond the record" },
	{ "0F350000 001A0000 0001FFFF 94B6A6E9", 0, "BDW" },
	{ "011C0000 FF00", 16 + 8, "6 bytes" },
	{ "001A0000 0001", 16 + 14, "6 bytes of a control record" },
	{ "001A0000 0001FFFF", 16 + 14, "8 bytes of a control record" },
	{ "011C0000 FF", 0, "5 bytes" },
	{ "", 0, "nothing" },
};

START_TEST(bits_are_those_that_fit)
{
	struct buf b = hex_bytes(heads[_i].hex);
	struct span s = buf_span(&b);

	ck_assert_msg(rdw_bits(s) == heads[_i].bits, "%s: %d bits, not %d", heads[_i].what,
	    rdw_bits(s), heads[_i].bits);
	if (heads[_i].bits > 0)
		ck_assert_int_eq(rdw_bits_bare(span_from(s, RDW_SIZE)), heads[_i].bits - 16);
	buf_free(&b);
}
END_TEST

static const struct {
	const char	*hex;
	size_t		 length;
} lengths[] = {
	{ "00040000", 4 }, { "00030000", 0 }, { "00000000", 0 }, { "7FF80000", 32760 },
	{ "7FF90000", 0 }, { "FFFF0000", 0 }, { "00040100", 4 }, { "00040300", 4 },
	{ "00040400", 0 }, { "00040001", 0 }, { "000400", 0 }, { "", 0 },
	{ "80000000", 0 }, { "0102000000", 0x102 },
};

START_TEST(length_is_lenient)
{
	struct buf b = hex_bytes(lengths[_i].hex);

	ck_assert_msg(rdw_length(buf_span(&b)) == lengths[_i].length, "%s", lengths[_i].hex);
	buf_free(&b);
}
END_TEST

START_TEST(null_segment_is_told)
{
	static const uint8_t null[] = { 0x80, 0, 0, 0, 0 }, other[] = { 0x80, 0, 0, 1 };

	ck_assert(rdw_null(span_of(null, 5)));
	ck_assert(rdw_null(span_of(null, 4)));
	ck_assert(!rdw_null(span_of(null, 3)));
	ck_assert(!rdw_null(span_of(other, 4)));
}
END_TEST

/* Every record that GTF can write is one, whatever is shown of it. */
START_TEST(made_records_have_bits)
{
	struct dice dice = dice_new();
	struct maker m = maker_of(dice.seed);
	struct buf b = { 0 };
	struct span record;
	struct cursor c;
	size_t n;

	make_trace(&m, &b, NULL, 20);
	for (c = cursor_at(buf_span(&b), 0); make_each(&c, &record); )
		for (n = 6; n <= RDW_HEAD + 2; n++)
			ck_assert_msg(rdw_bits(span_first(record, n)) > 0,
			    "record before %zu, %zu bytes of it (SEED=%llu)", c.at, n,
			    (unsigned long long)dice.seed);
	buf_free(&b);
}
END_TEST

START_TEST(row_adds_up)
{
	struct buf b = hex_bytes("001A0000 0001FFFF 94B6A6E9 BD6636FA 5C021000 00010000 0000"
	    "00100000 FF01A6E9 C33E28F7 DD031000 00100000 FF01A6E9 C33E28F7 DD031000");
	struct span s = buf_span(&b);

	ck_assert_int_eq(rdw_bits_row(span_first(s, 26), 4), 46);
	ck_assert_int_eq(rdw_bits_row(span_first(s, 42), 4), 46 + 25);
	ck_assert_int_eq(rdw_bits_row(s, 2), 46 + 25);
	ck_assert_int_eq(rdw_bits_row(s, 3), 46 + 25 + 25);
	ck_assert_int_eq(rdw_bits_row(span_from(s, 26), 3), 50);
	buf_free(&b);
}
END_TEST

/* What does not go on is no row, unless it was sure already. */
START_TEST(row_needs_the_next)
{
	struct buf b = hex_bytes("00100000 FF01A6E9 C33E28F7 DD031000 48656C6C 6F21");

	ck_assert_int_eq(rdw_bits_row(span_first(buf_span(&b), 16), 4), 25);
	ck_assert_int_eq(rdw_bits_row(span_first(buf_span(&b), 21), 4), 25);
	ck_assert_int_eq(rdw_bits_row(buf_span(&b), 4), 0);
	b.p[14] = 0xEF;
	b.p[15] = 0xB9;
	ck_assert_int_eq(rdw_bits_row(buf_span(&b), 4), 16 + 8 + 1 + 16);
	buf_free(&b);
}
END_TEST

Suite *
rdw_suite(void)
{
	Suite *s = suite_create("rdw");
	TCase *t = tcase_create("rdw");

	tcase_add_loop_test(t, bits_are_those_that_fit, 0,
	    (int)(sizeof(heads) / sizeof(heads[0])));
	tcase_add_loop_test(t, length_is_lenient, 0,
	    (int)(sizeof(lengths) / sizeof(lengths[0])));
	tcase_add_test(t, null_segment_is_told);
	tcase_add_test(t, made_records_have_bits);
	tcase_add_test(t, row_adds_up);
	tcase_add_test(t, row_needs_the_next);
	suite_add_tcase(s, t);
	return s;
}
