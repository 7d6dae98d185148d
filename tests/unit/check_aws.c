/* check_aws.c - AWSTAPE, HET and Bus-Tech images */
#include <check.h>
#include <string.h>
#include <zlib.h>

#include "hex.h"
#include "make_tape.h"
#include "tape_case.h"

static const struct {
	enum reel_kind	kind;
	size_t		chunk;
	bool		segmented, apart;
} forms[] = {
	{ REEL_AWS, 0, false, false },
	{ REEL_AWS, 4096, false, false },
	{ REEL_AWS, 80, false, false },
	{ REEL_AWS, 1, false, false },
	{ REEL_AWS, 1000, true, false },
	{ REEL_ZLIB, 0, false, false },
	{ REEL_ZLIB, 4096, false, false },
	{ REEL_ZLIB, 7, false, false },
#ifdef HAVE_BZLIB
	{ REEL_BZIP2, 0, false, false },
	{ REEL_BZIP2, 100, false, false },
#endif
	{ REEL_BUSTECH, 0, false, false },
	{ REEL_BUSTECH, 300, false, false },
	{ REEL_BUSTECH, 20, true, false },
	{ REEL_BUSTECH, 300, true, true },
	{ REEL_BUSTECH, 40, true, true }
};
enum { FORMS = sizeof(forms) / sizeof(forms[0]) };

static struct reel
form_reel(size_t i)
{
	return (struct reel){
		.kind = forms[i].kind,
		.chunk = forms[i].chunk,
		.segmented = forms[i].segmented,
		.apart = forms[i].apart
	};
}

START_TEST(blocks_come_as_they_went_in)
{
	tape_reads(&unwrapper_aws, form_reel((size_t)_i));
}
END_TEST

START_TEST(cut_images_give_what_is_there)
{
	tape_truncated(&unwrapper_aws, form_reel((size_t)_i));
}
END_TEST

START_TEST(a_changed_byte_costs_one_block)
{
	tape_flipped(&unwrapper_aws, form_reel((size_t)_i));
}
END_TEST

START_TEST(memory_that_is_missing_is_said)
{
	tape_out_of_memory(&unwrapper_aws, form_reel((size_t)_i));
}
END_TEST

/* Blocks of 36 bytes, so with headers at 0, 0x2a, 0x54, and a mark at 0x7e. */
#define THREE	{ .kind = REEL_AWS }, "GGG TM"
/* Each in chunks of 20 and 16 bytes: headers at 0, 0x1a, 0x30, 0x4a. */
#define CHUNKED	{ .kind = REEL_AWS, .chunk = 20 }, "GGG TM"

#define BYTES_36 "111111111111111111111111111111111111111111111111111111111111111111111111"

static const struct tape_damage damages[] = {
	{ "a length that is too small", THREE, 0x2a, "02", 0, "", "123",
	    "at 0x2a: length in a header is wrong (2, the next header repeats 36)\n" },
	{ "a length that is too large", THREE, 0x2a, "30", 0, "", "123",
	    "at 0x2a: length in a header is wrong (48, the next header repeats 36)\n" },
	{ "a length beyond the end", THREE, 0x2a, "FFFF", 0, "", "123",
	    "at 0x2a: length in a header is wrong (65535, the next header repeats 36)\n" },
	{ "the length of the last block", THREE, 0x54, "2A", 0, "", "123",
	    "at 0x54: length in a header is wrong (42, the next header repeats 36)\n" },
	{ "flags of no meaning", THREE, 0x2e, "AC", 0, "", "13",
	    "at 0x2a: header is damaged (42 bytes skipped)\n" },
	{ "more flags of no meaning", THREE, 0x2f, "01", 0, "", "13",
	    "at 0x2a: header is damaged (42 bytes skipped)\n" },
	{ "method 3", THREE, 0x2e, "A3", 0, "", "13",
	    "at 0x2a: header is damaged (42 bytes skipped)\n" },
	{ "two methods", THREE, 0x2e, "A180", 0, "", "13",
	    "at 0x2a: header is damaged (42 bytes skipped)\n" },
	{ "the first header", THREE, 0, "FFFFFFFFFFFF", 0, "", "23",
	    "at 0x0: header is damaged (42 bytes skipped)\n" },
	{ "a mark with a length", THREE, 0x7e, "01", 0, "", "123",
	    "at 0x7e: header is damaged (6 bytes skipped)\n" },
	{ "a length, and what the next header repeats", THREE, 0x2a,
	    "FFFF 2400 A000" BYTES_36 "2400 FF00", 0, "", "13",
	    "at 0x2a: header is damaged (42 bytes skipped)\n" },
	{ "the length before", THREE, 0x2c, "23", 0, "", "123",
	    "at 0x2a: header repeats another length than the one before it has (35, not 36)\n" },
	{ "the length before is 0 where an image starts", THREE, 0x2c, "00", 0, "", "123", "" },
	{ "a cut block", THREE, 0, "", 16, "", "12~3",
	    "at 0x54: image ends within a block (26 of 36 bytes of a chunk)\n" },
	{ "a cut header", THREE, 0, "", 45, "", "12",
	    "at 0x54: image ends within a header (3 bytes)\n" },
	{ "one byte behind the end", THREE, 0, "", 0, "FF", "123",
	    "at 0x84: image ends within a header (1 bytes)\n" },
	{ "zeros behind the end", THREE, 0, "", 0, "0000000000000000 00", "123",
	    "at 0x84: image ends in zeros (9 bytes)\n" },
	{ "a few zeros behind the end", THREE, 0, "", 0, "0000", "123",
	    "at 0x84: image ends within a header (2 bytes)\n" },
	{ "garbage behind the end", THREE, 0, "", 0, "00000000000000FF", "123",
	    "at 0x84: header is damaged (8 bytes skipped)\n" },
	{ "another method in a block", CHUNKED, 0x1e, "21", 0, "", "~123",
	    "at 0x1a: block ends before its last chunk\n"
	    "at 0x1a: header is damaged (22 bytes skipped)\n" },
	{ "a cut second chunk", CHUNKED, 0, "", 10, "", "12~3",
	    "at 0x7a: image ends within a block (12 of 16 bytes of a chunk)\n" },
	{ "a block without its second chunk", CHUNKED, 0, "", 28, "", "12~3",
	    "at 0x7a: block ends before its last chunk\n" },
	{ "a chunk without its first", CHUNKED, 4, "00", 0, "", "23",
	    "at 0x0: header is damaged (48 bytes skipped)\n" }
};

START_TEST(damage_is_said_with_its_place)
{
	tape_damaged(&unwrapper_aws, &damages[_i]);
}
END_TEST

/* A chunk; the header's hex begins behind the length. */
static void
put_chunk(struct buf *image, const char *header, struct span data)
{
	struct buf b = hex_bytes(header);
	uint8_t length[2] = { (uint8_t)data.n, (uint8_t)(data.n >> 8) };

	buf_put(image, length, 2);
	buf_put(image, b.p, b.n);
	buf_put(image, data.p, data.n);
	buf_free(&b);
}

/* A block of n bytes: a BDW, an RDW, the head of a GTF record, and zeros. */
static struct buf
long_block(size_t n)
{
	struct buf b = hex_bytes("80000000 00100000 FF01A6E9 C33E28F7 DD031000");

	buf_fill(&b, 0, n - b.n);
	put_u32(b.p, 0x80000000 | (uint32_t)n);
	return b;
}

static struct buf
zlib_stream(struct span in)
{
	uLongf size = compressBound((uLong)in.n);
	struct buf out = { 0 };

	ck_assert_ptr_nonnull(buf_room(&out, size));
	ck_assert_int_eq(compress(out.p, &size, in.p, (uLong)in.n), Z_OK);
	out.n = size;
	return out;
}

/* The image gives one block of so many bytes (0: none), and these words first. */
static void
gives_one(struct span image, size_t size, const char *words)
{
	struct tape_read t;

	tape_read(&t, &unwrapper_aws, image, 4096);
	ck_assert_uint_eq(t.blocks.n, size > 0 ? 4 + size : 0);
	if (words[0] == '\0')
		ck_assert_str_eq(t.said.words, "");
	t.said.words[strlen(words)] = '\0';
	ck_assert_str_eq(t.said.words, words);
	tape_read_free(&t);
}

enum { MOST = 2 * 1024 * 1024 };

/* What a zlib block of `size` bytes whose stored bytes are so many more (or less) gives. */
static const struct {
	size_t		 size, gives;
	int		 more;
	const char	*words;
} expansions[] = {
	{ 100, 100, 0, "" },
	{ 300000, 300000, 0, "" },
	{ MOST, MOST, 0, "" },
	{ MOST + 1, 0, 0,
	    "at 0x0: block cannot be expanded (it is longer than any tape block)\n" },
	{ 4 * MOST, 0, 0,
	    "at 0x0: block cannot be expanded (it is longer than any tape block)\n" },
	{ 100, 0, 1, "at 0x0: block cannot be expanded (bytes follow its end)\n" },
	{ 100, 0, -1, "at 0x0: block cannot be expanded (it ends early)\n" },
	{ 300000, 0, -5, "at 0x0: block cannot be expanded (it ends early)\n" }
};

START_TEST(zlib_ends_with_its_block)
{
	static const char *const headers[] = { "0000A100", "0000A080", "0000B080" };
	struct buf block = long_block(expansions[_i].size), image = { 0 };
	struct buf packed = zlib_stream(buf_span(&block));
	size_t i;

	if (expansions[_i].more > 0)
		buf_fill(&packed, 0, (size_t)expansions[_i].more);
	else
		packed.n -= (size_t)-expansions[_i].more;
	for (i = 0; i < 3; i++) {
		buf_clear(&image);
		put_chunk(&image, headers[i], buf_span(&packed));
		put_chunk(&image, "00004000", (struct span){ 0 });
		gives_one(buf_span(&image), expansions[_i].gives, expansions[_i].words);
	}
	buf_free(&block);
	buf_free(&packed);
	buf_free(&image);
}
END_TEST

/* Without libbz2 a bzip2 block is refused, and libbz2 is named. */
START_TEST(bzip2_is_read_or_refused)
{
	struct buf image = hex_bytes("0C000000A200 425A6834 111111111111111111 111111");
	struct tape_read t;

	tape_read(&t, &unwrapper_aws, buf_span(&image), 0);
#ifdef HAVE_BZLIB
	ck_assert_int_eq(t.rc, RC_OK);
	ck_assert_ptr_nonnull(strstr(t.said.words,
	    "at 0x0: block cannot be expanded (its data are broken)\n"));
#else
	ck_assert_int_eq(t.rc, RC_FAIL);
	ck_assert_str_eq(t.said.words, "at 0x0: block cannot be expanded: "
	    "bzip2 needs libbz2, which is not built in\n");
#endif
	tape_read_free(&t);
	buf_free(&image);
}
END_TEST

/* Segments that are compressed by themselves are no way around the limit. */
START_TEST(segments_have_a_limit_together)
{
	struct reel reel = { .kind = REEL_BUSTECH, .chunk = MOST / 2, .apart = true };
	struct buf whole = long_block(MOST), longer = long_block(MOST + 1);

	reel_block(&reel, buf_span(&whole));
	gives_one(buf_span(&reel.image), MOST, "");
	buf_clear(&reel.image);
	reel_block(&reel, buf_span(&longer));
	gives_one(buf_span(&reel.image), 0,
	    "at 0x0: block cannot be expanded (it is longer than any tape block)\n");
	buf_free(&whole);
	buf_free(&longer);
	buf_free(&reel.image);
}
END_TEST

START_TEST(stored_bytes_have_a_limit)
{
	struct reel reel = { .kind = REEL_AWS };
	struct buf whole = long_block(MOST), longer = long_block(MOST + 1);

	reel_block(&reel, buf_span(&whole));
	gives_one(buf_span(&reel.image), MOST, "");
	buf_clear(&reel.image);
	reel.before = 0;
	reel_block(&reel, buf_span(&longer));
	gives_one(buf_span(&reel.image), 0,
	    "at 0x0: block is longer than any tape block (over 2097152 bytes)\n");
	buf_free(&whole);
	buf_free(&longer);
	buf_free(&reel.image);
}
END_TEST

/* Writers that leave wrong lengths of the block before do no harm but warnings. */
START_TEST(lengths_before_may_be_wrong)
{
	struct reel reel = { .kind = REEL_AWS };
	struct buf blocks = { 0 };
	struct tape_read t;
	size_t at;

	reel_play(&reel, "VOL1 HDR1=A HDR2=V TM GGGGGGGGGGGGGGGGGGGG TM EOF1=A#20 TM TM", &blocks);
	for (at = 6 + 80; at < reel.image.n; at += 6u + reel.image.p[at])
		reel.image.p[at + 2] ^= 0x55;
	tape_read(&t, &unwrapper_aws, buf_span(&reel.image), 0);
	ck_assert(span_equal(buf_span(&blocks), buf_span(&t.blocks)));
	ck_assert_uint_eq(t.said.diag.count[DIAG_DAMAGE], 0);
	ck_assert_uint_ge(t.said.diag.count[DIAG_WARN], 20);
	tape_read_free(&t);
	buf_free(&blocks);
	buf_free(&reel.image);
}
END_TEST

static const struct {
	const char	*what;
	const char	*hex;
	bool		 whole;
	int		 bits;
} bids[] = {
	{ "a volume label", "50000000A000 E5D6D3F1", false, 27 + 32 },
	{ "a volume label, zlib", "1E000000A100 785E7B7A", false, 31 },
	{ "a volume label, bzip2", "3F000000A200 425A6834", false, 31 },
	{ "a volume label, Bus-Tech", "1E000000A080 789C7B7A", false, 31 },
	{ "no zlib", "02000000A100 789D 0000 0200 4000", false, 27 + 27 },
	{ "a block and its end", "02000000A000 1111", true, 27 + 16 },
	{ "a block of which more comes", "02000000A000 1111", false, 27 },
	{ "two blocks", "02000000A000 1111 02000200A000", false, 54 },
	{ "two chunks", "020000008000 1111 020002002000", false, 54 },
	{ "two chunks, a segmented block", "020000009000 1111 020002002000", false, 54 },
	{ "a chunk and a block", "020000008000 1111 02000200A000", false, 0 },
	{ "a block and a chunk", "02000000A000 1111 020002002000", false, 0 },
	{ "a block and a mark", "02000000A000 1111 000002004000", false, 54 },
	{ "the length before does not fit", "02000000A000 1111 000003004000", false, 0 },
	{ "the image ends too early", "03000000A000 1111", true, 0 },
	{ "the image ends in a block of records", "2A000000A000 002A0000 001A0000 0001", true,
	    27 + 16 },
	{ "the image ends in a block, zlib", "1E000000A100 785E7B7A", true, 27 + 9 },
	{ "the image ends behind a mark", "000000004000 0000", true, 48 },
	{ "a length before the first", "02000100A000 1111 000002004000", false, 0 },
	{ "an empty tape", "000000004000 000000004000", true, 75 },
	{ "marks", "000000004000 000000004000", false, 75 },
	{ "one mark, more comes", "000000004000", false, 31 },
	{ "one mark", "000000004000", true, 64 },
	{ "a mark and garbage", "000000004000 111111111111", false, 0 },
	{ "a mark with a length", "010000004000 11", true, 0 },
	{ "zeros", "000000000000 000000000000", true, 0 },
	{ "nothing", "", true, 0 },
	{ "five bytes", "50000000A0", false, 0 },
	{ "records", "001A0000 0001FFFF 94B6A6E9 BD6636FA", false, 0 },
	{ "blocks", "0F350000 001A0000 0001FFFF 94B6A6E9", false, 0 },
	{ "split records", "00100000 F001A6E9 C33E28F7 DD031000", false, 0 },
	{ "FakeTape", "303030303030353030303530 E5D6D3F1", false, 0 },
	{ "SIMH", "50000000 E5D6D3F1 C7E3C6F0", false, 0 },
	{ "text", "30303030303020203031314330303030", false, 0 }
};

START_TEST(bids_count_what_fits)
{
	struct buf b = hex_bytes(bids[_i].hex);
	struct head head = { buf_span(&b), bids[_i].whole };

	ck_assert_msg(unwrapper_aws.bid(head) == bids[_i].bits, "%s: a bid of %d, not %d",
	    bids[_i].what, unwrapper_aws.bid(head), bids[_i].bits);
	buf_free(&b);
}
END_TEST

Suite *
aws_suite(void)
{
	enum {
		DAMAGES = sizeof(damages) / sizeof(damages[0]),
		EXPANSIONS = sizeof(expansions) / sizeof(expansions[0]),
		BIDS = sizeof(bids) / sizeof(bids[0])
	};
	Suite *s = suite_create("aws");
	TCase *tc = tcase_create("images");

	tcase_add_loop_test(tc, blocks_come_as_they_went_in, 0, FORMS);
	tcase_add_loop_test(tc, cut_images_give_what_is_there, 0, FORMS);
	tcase_add_loop_test(tc, a_changed_byte_costs_one_block, 0, FORMS);
	tcase_add_loop_test(tc, memory_that_is_missing_is_said, 0, FORMS);
	tcase_add_loop_test(tc, damage_is_said_with_its_place, 0, DAMAGES);
	tcase_add_loop_test(tc, zlib_ends_with_its_block, 0, EXPANSIONS);
	tcase_add_test(tc, bzip2_is_read_or_refused);
	tcase_add_test(tc, segments_have_a_limit_together);
	tcase_add_test(tc, stored_bytes_have_a_limit);
	tcase_add_test(tc, lengths_before_may_be_wrong);
	tcase_add_loop_test(tc, bids_count_what_fits, 0, BIDS);
	suite_add_tcase(s, tc);
	return s;
}
