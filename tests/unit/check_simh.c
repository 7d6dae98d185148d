/* check_simh.c - SIMH and E11 images */
#include <check.h>
#include <string.h>

#include "hex.h"
#include "make_tape.h"
#include "tape_case.h"

static const struct reel forms[] = {
	{ .kind = REEL_SIMH },
	{ .kind = REEL_E11 }
};
enum { FORMS = sizeof(forms) / sizeof(forms[0]) };

START_TEST(blocks_come_as_they_went_in)
{
	tape_reads(&unwrapper_simh, forms[_i]);
}
END_TEST

START_TEST(cut_images_give_what_is_there)
{
	tape_truncated(&unwrapper_simh, forms[_i]);
}
END_TEST

START_TEST(a_changed_byte_costs_one_block)
{
	tape_flipped(&unwrapper_simh, forms[_i]);
}
END_TEST

START_TEST(memory_that_is_missing_is_said)
{
	tape_out_of_memory(&unwrapper_simh, forms[_i]);
}
END_TEST

/* Blocks of 36 bytes, so at 0, 0x2c, 0x58, and a mark at 0x84. */
#define THREE	{ .kind = REEL_SIMH }, "GGG TM"
/* Blocks of 95 bytes, padded or not: the second is at 0x68 and 0x67. */
#define ODD	{ .kind = REEL_SIMH }, "OOO TM"
#define ODD_E11	{ .kind = REEL_E11 }, "OOO TM"

#define BYTES_36 "111111111111111111111111111111111111111111111111111111111111111111111111"
/* What the second G is: see script.c. */
#define BYTES_GTF "00240000" RECORD_2 RECORD_2
#define RECORD_2 "00100000 FF01A6E9 C33E28F7 00021000"

static const struct tape_damage damages[] = {
	{ "odd blocks, padded", ODD, 0, "", 0, "", "123", "" },
	{ "odd blocks, not padded", ODD_E11, 0, "", 0, "", "123", "" },
	{ "padding that is not zero", ODD, 0x63, "FF", 0, "", "123", "" },
	{ "a length before", THREE, 0x2c, "25", 0, "", "123",
	    "at 0x2c: length before a block is wrong (37, behind it 36)\n" },
	{ "a length before, padded", ODD, 0x68, "50", 0, "", "123",
	    "at 0x68: length before a block is wrong (80, behind it 95)\n" },
	{ "a length before, not padded", ODD_E11, 0x67, "50", 0, "", "123",
	    "at 0x67: length before a block is wrong (80, behind it 95)\n" },
	{ "a length before that is beyond the end", THREE, 0x2c, "2400FF", 0, "", "123",
	    "at 0x2c: length before a block is wrong (16711716, behind it 36)\n" },
	{ "a length before that is a mark", THREE, 0x2c, "000000FF", 0, "", "123",
	    "at 0x2c: length before a block is wrong (251658240, behind it 36)\n" },
	{ "a length behind", THREE, 0x54, "25", 0, "", "123",
	    "at 0x2c: length behind a block is wrong (36 before it)\n" },
	{ "a length behind, padded", ODD, 0xcc, "00", 0, "", "123",
	    "at 0x68: length behind a block is wrong (95 before it)\n" },
	{ "a length behind, not padded", ODD_E11, 0xca, "00", 0, "", "123",
	    "at 0x67: length behind a block is wrong (95 before it)\n" },
	{ "the last length behind", THREE, 0x80, "25", 0, "", "123",
	    "at 0x58: length behind a block is wrong (36 before it)\n" },
	{ "both lengths", THREE, 0x2c, "26000000" BYTES_36 "25", 0, "", "13",
	    "at 0x2c: header is damaged (44 bytes skipped)\n" },
	{ "a mark", { .kind = REEL_SIMH }, "GG TM G", 0x58, "01", 0, "", "123",
	    "at 0x58: header is damaged (4 bytes skipped)\n" },
	{ "a block with a read error", THREE, 0x2c, "24000080" BYTES_GTF "24000080", 0, "",
	    "123",
	    "at 0x2c: block was read with an error when the image was made (36 bytes)\n" },
	{ "the error before a block only", THREE, 0x2c, "24000080", 0, "", "123",
	    "at 0x2c: words around a block differ (80000024, 00000024)\n"
	    "at 0x2c: block was read with an error when the image was made (36 bytes)\n" },
	{ "a private block", THREE, 0x2c, "24000030" BYTES_36 "24000030", 0, "", "13", "" },
	{ "the class of one word", THREE, 0x2c, "24000030", 0, "", "123",
	    "at 0x2c: words around a block differ (30000024, 00000024)\n" },
	{ "the class of the other word", THREE, 0x54, "24000030", 0, "", "123",
	    "at 0x2c: words around a block differ (00000024, 30000024)\n" },
	{ "a private mark", THREE, 0, "", 4, "00000070 00000000", "123", "" },
	{ "a mark of no meaning", THREE, 0, "", 4, "000000F0 00000000", "123", "" },
	{ "a private mark that nothing sound follows", THREE, 0, "", 0, "00000070 11111111",
	    "123", "at 0x88: header is damaged (8 bytes skipped)\n" },
	{ "erase gaps", THREE, 0, "", 4, "FEFFFFFF FEFFFFFF 00000000", "123", "" },
	{ "an erase gap of half words", THREE, 0, "", 4, "FFFFFEFF FFFF 00000000", "123", "" },
	{ "notes behind the end of the medium", THREE, 0, "", 0, "FFFFFFFF 4142434445", "123",
	    "" },
	{ "nothing behind the end of the medium", THREE, 0, "", 0, "FFFFFFFF", "123", "" },
	{ "a cut block", THREE, 0, "", 18, "", "12~3",
	    "at 0x58: image ends within a block (26 of 36 bytes)\n" },
	{ "a cut length behind", THREE, 0, "", 5, "", "123",
	    "at 0x58: image ends within a block (36 of 36 bytes)\n" },
	{ "a cut length before", THREE, 0, "", 45, "", "12",
	    "at 0x58: image ends within a header (3 bytes)\n" },
	{ "zeros behind the end", THREE, 0, "", 0, "00000000 00000000 0000", "123", "" },
	{ "a zero behind the end", THREE, 0, "", 0, "00", "123",
	    "at 0x88: image ends within a header (1 bytes)\n" },
	{ "garbage behind the end", THREE, 0, "", 0, "0000FF", "123",
	    "at 0x88: image ends within a header (3 bytes)\n" }
};

START_TEST(damage_is_said_with_its_place)
{
	tape_damaged(&unwrapper_simh, &damages[_i]);
}
END_TEST

/* What is told with -v only. */
static const struct {
	size_t		 at;
	const char	*patch;
	const char	*words;
} notes[] = {
	{ 0x2c, "24000030" BYTES_36 "24000030",
	    "at 0x0: data set begins (data set 1)\n"
	    "at 0x2c: private block is left out (36 bytes)\n"
	    "at 0x84: data set ends (data set 1, 2 blocks)\n" },
	{ 0x84, "00000070",
	    "at 0x0: data set begins (data set 1)\n"
	    "at 0x84: mark of another kind is left out (70000000)\n"
	    "at 0x88: data set ends (data set 1, 3 blocks)\n" },
	{ 0x58, "FFFFFFFF",
	    "at 0x0: data set begins (data set 1)\n"
	    "at 0x5c: data behind the end of the tape are ignored\n"
	    "at 0x58: data set ends (data set 1, 2 blocks)\n" }
};

START_TEST(what_is_left_out_is_noted)
{
	struct reel reel = { .kind = REEL_SIMH };
	struct buf patch = hex_bytes(notes[_i].patch);
	struct said said;
	struct stream *s;
	struct span v;

	reel_play(&reel, "GGG TM", NULL);
	memcpy(reel.image.p + notes[_i].at, patch.p, patch.n);
	said_start(&said);
	s = unwrapper_simh.open(stream_open_memory(buf_span(&reel.image), 0), &said.diag);
	while (stream_peek(s, 1, &v, &said.diag) == RC_OK && v.n > 0)
		stream_consume(s, v.n);
	stream_close(s);
	said_is(&said, notes[_i].words);
	buf_free(&patch);
	buf_free(&reel.image);
}
END_TEST

/* Blocks of 14 bytes, the shortest that is looked for, and one of 15. */
#define BLOCK	"0E000000 1111111111111111 111111111111 0E000000"
#define PADDED	"0F000000 1111111111111111 11111111111111 00 0F000000"
#define BARE	"0F000000 1111111111111111 11111111111111 0F000000"
#define GTF	"24000000 " BYTES_GTF " 24000000"

static const struct {
	const char	*what;
	const char	*hex;
	bool		 whole;
	int		 bits;
} bids[] = {
	{ "a volume label", "50000000 E5D6D3F1", false, 64 },
	{ "a volume label behind a mark", "00000000 50000000 E5D6D3F1", false, 64 },
	{ "the image ends in a block of records", "2A000000 002A0000 001A0000 0001", true, 43 },
	{ "its BDW has another length", "2A000000 002B0000 001A0000 0001", true, 0 },
	{ "more of it comes", "2A000000 002A0000 001A0000 0001", false, 1 },
	{ "a volume label of another length", "51000000 E5D6D3F1", false, 1 },
	{ "a block", BLOCK, true, 43 },
	{ "a block and a mark", BLOCK "00000000", false, 43 },
	{ "a block and another", BLOCK "24000000", false, 43 },
	{ "a block behind a mark", "00000000" BLOCK, true, 43 },
	{ "a block and a gap", BLOCK "FEFFFFFF", false, 43 },
	{ "a block and the end of the medium", BLOCK "FFFFFFFF", false, 43 },
	{ "a block and something else", BLOCK "FF00A6E9", false, 0 },
	{ "a block of which more comes", BLOCK, false, 1 },
	{ "a padded block", PADDED, true, 43 },
	{ "an odd block", BARE, true, 43 },
	{ "a block with GTF records", GTF, true, 43 },
	{ "a block with an error", "0E000080 1111111111111111 111111111111 0E000080", true, 43 },
	{ "a block that is too short to be sure", "04000000 04000000 04000000", true, 0 },
	{ "a cut block", "0E000000 1111111111111111", true, 0 },
	{ "another length behind", "0E000000 1111111111111111 111111111111 0F000000", true, 0 },
	{ "an empty tape", "00000000 00000000 FFFFFFFF", true, 32 },
	{ "an empty tape without its end", "00000000 00000000", true, 0 },
	{ "nothing", "", true, 0 },
	{ "an empty AWS tape", "000000004000 000000004000", true, 0 },
	{ "AWSTAPE", "50000000A000 E5D6D3F1C7E3C6F0", false, 1 },
	{ "FakeTape", "303030303030353030303530 E5D6D3F1", false, 0 },
	{ "records", RECORD_2 RECORD_2 RECORD_2, true, 0 },
	{ "blocks", BYTES_GTF BYTES_GTF, true, 0 }
};

START_TEST(bids_count_what_fits)
{
	struct buf b = hex_bytes(bids[_i].hex);
	struct head head = { buf_span(&b), bids[_i].whole };

	ck_assert_msg(unwrapper_simh.bid(head) == bids[_i].bits, "%s: a bid of %d, not %d",
	    bids[_i].what, unwrapper_simh.bid(head), bids[_i].bits);
	buf_free(&b);
}
END_TEST

/* The same length in the right places, by accident: what stands behind it tells. */
START_TEST(records_are_no_blocks)
{
	struct buf b = { 0 }, record = hex_bytes("00100000 FF01A6E9 C33E28F7 00001000");
	struct head head;
	size_t i;

	for (i = 0; i < 300; i++)
		buf_put(&b, record.p, record.n);
	/* 0010 turned round is 4096 */
	put_u32(b.p + 4 + 4096, 0x00100000);
	head = (struct head){ buf_span(&b), true };
	ck_assert_int_eq(unwrapper_simh.bid(head), 0);
	put_u32(b.p + 4 + 4096 + 4, 0);
	ck_assert_int_eq(unwrapper_simh.bid(head), 0);
	put_u32(b.p + 4, 0x11111111);
	ck_assert_int_eq(unwrapper_simh.bid(head), 43);
	buf_free(&b);
	buf_free(&record);
}
END_TEST

Suite *
simh_suite(void)
{
	enum {
		DAMAGES = sizeof(damages) / sizeof(damages[0]),
		NOTES = sizeof(notes) / sizeof(notes[0]),
		BIDS = sizeof(bids) / sizeof(bids[0])
	};
	Suite *s = suite_create("simh");
	TCase *tc = tcase_create("images");

	tcase_add_loop_test(tc, blocks_come_as_they_went_in, 0, FORMS);
	tcase_add_loop_test(tc, cut_images_give_what_is_there, 0, FORMS);
	tcase_add_loop_test(tc, a_changed_byte_costs_one_block, 0, FORMS);
	tcase_add_loop_test(tc, memory_that_is_missing_is_said, 0, FORMS);
	tcase_add_loop_test(tc, damage_is_said_with_its_place, 0, DAMAGES);
	tcase_add_loop_test(tc, what_is_left_out_is_noted, 0, NOTES);
	tcase_add_loop_test(tc, bids_count_what_fits, 0, BIDS);
	tcase_add_test(tc, records_are_no_blocks);
	suite_add_tcase(s, tc);
	return s;
}
