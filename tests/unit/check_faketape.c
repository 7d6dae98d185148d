/* check_faketape.c - FakeTape images */
#include <check.h>

#include "hex.h"
#include "make_tape.h"
#include "tape_case.h"

static const struct reel plain = { .kind = REEL_FAKETAPE };

START_TEST(blocks_come_as_they_went_in)
{
	tape_reads(&unwrapper_faketape, plain);
}
END_TEST

START_TEST(cut_images_give_what_is_there)
{
	tape_truncated(&unwrapper_faketape, plain);
}
END_TEST

START_TEST(a_changed_byte_costs_one_block)
{
	tape_flipped(&unwrapper_faketape, plain);
}
END_TEST

START_TEST(memory_that_is_missing_is_said)
{
	tape_out_of_memory(&unwrapper_faketape, plain);
}
END_TEST

/* Blocks of 36 bytes, so with headers at 0, 0x30, 0x60, and a mark at 0x90. */
#define THREE	{ .kind = REEL_FAKETAPE }, "GGG TM"

static const struct tape_damage damages[] = {
	{ "lower case", THREE, 0x30, "303032343030323430303030", 0, "", "123", "" },
	{ "a length", THREE, 0x34, "30303235", 0, "", "123",
	    "at 0x30: header is damaged, but its length could be told (36 bytes)\n" },
	{ "a length that is no number", THREE, 0x34, "3F", 0, "", "123",
	    "at 0x30: header is damaged, but its length could be told (36 bytes)\n" },
	{ "a length beyond the end", THREE, 0x34, "46464646", 0, "", "123",
	    "at 0x30: header is damaged, but its length could be told (36 bytes)\n" },
	{ "the length before", THREE, 0x30, "4130", 0, "", "123",
	    "at 0x30: header is damaged, but its length could be told (36 bytes)\n" },
	{ "the check", THREE, 0x38, "31", 0, "", "123",
	    "at 0x30: header is damaged, but its length could be told (36 bytes)\n" },
	{ "the check of a mark", THREE, 0x98, "31", 0, "", "123",
	    "at 0x90: header is damaged, but its length could be told (0 bytes)\n" },
	{ "length and check", THREE, 0x34, "3030323531313131", 0, "", "13",
	    "at 0x30: header is damaged (48 bytes skipped)\n" },
	{ "all of a header", THREE, 0x30, "FFFFFFFFFFFFFFFFFFFFFFFF", 0, "", "13",
	    "at 0x30: header is damaged (48 bytes skipped)\n" },
	{ "the first header", THREE, 0, "FFFFFFFFFFFFFFFFFFFFFFFF", 0, "", "23",
	    "at 0x0: header is damaged (48 bytes skipped)\n" },
	{ "the length before and the check", THREE, 0x30, "3030323530303234 30303031", 0, "",
	    "123",
	    "at 0x30: header repeats another length than the one before it has (37, not 36)\n" },
	{ "the length before is 0 where an image starts", THREE, 0x30,
	    "3030303030303234 30303234", 0, "", "123", "" },
	{ "a cut block", THREE, 0, "", 22, "", "12~3",
	    "at 0x60: image ends within a block (26 of 36 bytes)\n" },
	{ "a cut header", THREE, 0, "", 49, "", "12",
	    "at 0x60: image ends within a header (11 bytes)\n" },
	{ "zeros behind the end", THREE, 0, "", 0, "000000000000000000000000 00", "123",
	    "at 0x9c: image ends in zeros (13 bytes)\n" },
	{ "a few zeros behind the end", THREE, 0, "", 0, "0000", "123",
	    "at 0x9c: image ends within a header (2 bytes)\n" },
	{ "a line end behind the end", THREE, 0, "", 0, "0A", "123",
	    "at 0x9c: image ends within a header (1 bytes)\n" }
};

START_TEST(damage_is_said_with_its_place)
{
	tape_damaged(&unwrapper_faketape, &damages[_i]);
}
END_TEST

#define ZEROS	"303030303030303030303030"
#define SIX	"303030303030303630303036"	/* a block of six bytes is first */
#define BEHIND	"303030363030303030303036"	/* a mark is behind it */

static const struct {
	const char	*what;
	const char	*hex;
	bool		 whole;
	int		 bits;
} bids[] = {
	{ "a volume label", "303030303030353030303530 E5D6D3F1", false, 110 },
	{ "a volume label behind a mark", ZEROS "303030303030353030303530 E5D6D3F1", false, 110 },
	{ "a block", SIX "111111111111" BEHIND, false, 110 },
	{ "a block and the end", SIX "111111111111", true, 110 },
	{ "a block of which more comes", SIX "1111", false, 31 },
	{ "a block, cut", SIX "1111", true, 0 },
	{ "a block and something else", SIX "111111111111 303030363030303030303037", true, 0 },
	{ "the next header repeats another length",
	    SIX "111111111111 303030373030303030303037", true, 0 },
	{ "an empty tape", ZEROS ZEROS, true, 64 },
	{ "one mark", ZEROS, true, 64 },
	{ "one mark, more comes", ZEROS, false, 31 },
	{ "one mark and part of a header", ZEROS "3030", false, 31 },
	{ "zeros as text", ZEROS "30300A", true, 0 },
	{ "many zeros as text", ZEROS ZEROS ZEROS, true, 0 },
	{ "a length before the first", "303030313030303030303031", true, 0 },
	{ "no check", "303030303030353030303531 E5D6D3F1", false, 0 },
	{ "a listing", "303030303030202020303031 41303030", false, 0 },
	{ "eleven bytes", "3030303030303530303035", false, 0 },
	{ "nothing", "", true, 0 },
	{ "AWSTAPE", "50000000A000 E5D6D3F1C7E3C6F0", false, 0 },
	{ "records", "001A0000 0001FFFF 94B6A6E9 BD6636FA", false, 0 }
};

START_TEST(bids_count_what_fits)
{
	struct buf b = hex_bytes(bids[_i].hex);
	struct head head = { buf_span(&b), bids[_i].whole };

	ck_assert_msg(unwrapper_faketape.bid(head) == bids[_i].bits, "%s: a bid of %d, not %d",
	    bids[_i].what, unwrapper_faketape.bid(head), bids[_i].bits);
	buf_free(&b);
}
END_TEST

Suite *
faketape_suite(void)
{
	enum {
		DAMAGES = sizeof(damages) / sizeof(damages[0]),
		BIDS = sizeof(bids) / sizeof(bids[0])
	};
	Suite *s = suite_create("faketape");
	TCase *tc = tcase_create("images");

	tcase_add_test(tc, blocks_come_as_they_went_in);
	tcase_add_test(tc, cut_images_give_what_is_there);
	tcase_add_test(tc, a_changed_byte_costs_one_block);
	tcase_add_test(tc, memory_that_is_missing_is_said);
	tcase_add_loop_test(tc, damage_is_said_with_its_place, 0, DAMAGES);
	tcase_add_loop_test(tc, bids_count_what_fits, 0, BIDS);
	suite_add_tcase(s, tc);
	return s;
}
