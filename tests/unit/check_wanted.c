/* check_wanted.c - whether a block of a tape holds GTF records */
#include <check.h>

#include "hex.h"
#include "ztrace/wanted.h"

#define TIME	"A6E9C33E28F7DD03 "
#define REC	"00100000 FF01" TIME "1000 "

static const struct {
	const char	*what;
	const char	*hex;
	bool		 block, head;	/* what wanted_block and wanted_head say */
} blocks[] = {
	{ "BDW, RDW", "00140000" REC, true, true },
	{ "an extended BDW", "80000014" REC, true, true },
	{ "no BDW", REC, true, true },
	{ "control record", "001E0000 001A0000 0001FFFF 94B6A6E9 BD6636FA 5C021000 00010000 0000",
	    true, true },
	{ "split record", "00140000 00100000 F301" TIME "1000", true, true },
	{ "first segment", "00140000 00100100 FF01" TIME "1000", true, true },
	{ "last segment, then a record", "00200000 000C0200 1111111111111111" REC, true, false },
	{ "middle segment alone", "00100000 000C0300 1111111111111111", false, false },
	{ "a BDW that is too large", "00150000" REC, true, true },
	{ "a BDW that is too small", "00100000" REC REC REC, true, false },
	{ "a BDW of 0", "00000000" REC REC REC, true, false },
	{ "a cut block", "00240000" REC "00100000 FF01A6E9", true, true },
	{ "a cut record alone", "00140000 00100000 FF01A6E9", false, true },
	{ "a damaged RDW", "00440000 7F100000 FF01" TIME "1000" REC REC REC, true, false },
	{ "a damaged RDW, two records behind it", "00340000 7F100000 FF01" TIME "1000" REC REC,
	    true, false },
	{ "a damaged RDW, nothing behind it", "00140000 7F100000 FF01" TIME "1000", false, false },
	{ "SMF records", "00140000 00100000 5E66" TIME "1000", false, false },
	{ "AID 00, FID 0", "00140000 00100000 0000" TIME "1000", false, false },
	{ "AID 00, FID 4", "00140000 00100000 0004" TIME "1000", false, false },
	{ "bits in the RDW", "00140000 00100004 FF01" TIME "1000", false, false },
	{ "text", "E3C8C9E2 40C9E240 E3C5E7E3 40E3C5E7 E3404040", false, false },
	{ "zeros", "00000000 00000000 00000000 00000000", false, false },
	{ "FFs", "FFFFFFFF FFFFFFFF FFFFFFFF FFFFFFFF", false, false },
	{ "five bytes", "00140000 00", false, false },
	{ "nothing", "", false, false }
};

START_TEST(gtf_blocks_are_known)
{
	struct buf b = hex_bytes(blocks[_i].hex);

	ck_assert_msg(wanted_block(buf_span(&b)) == blocks[_i].block, "block: %s", blocks[_i].what);
	ck_assert_msg(wanted_head(buf_span(&b)) == blocks[_i].head, "head: %s", blocks[_i].what);
	buf_free(&b);
}
END_TEST

Suite *
wanted_suite(void)
{
	enum { BLOCKS = sizeof(blocks) / sizeof(blocks[0]) };
	Suite *s = suite_create("wanted");
	TCase *tc = tcase_create("blocks");

	tcase_add_loop_test(tc, gtf_blocks_are_known, 0, BLOCKS);
	suite_add_tcase(s, tc);
	return s;
}
