/* check_refuse.c - forms that are known but cannot be read */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "ztrace/container.h"
#include "ztrace/refuse.h"

#include "dice.h"
#include "hex.h"
#include "make_container.h"
#include "make_gtf.h"

/* Records of 12 data bytes that are not GTF's. */
#define DATA	"C8C5D3D3 D640E6D6 D9D3C440 "
#define RDW	"00100000 " DATA
#define SHORT	"000C0000 " DATA
#define LITTLE	"10000000 " DATA
#define LITTLES	"0C000000 " DATA
#define LITTLET	"00001000 " DATA
#define LITTLETS "00000C00 " DATA
#define TWISTED	"00000010 " DATA
#define PREFIX	"0000000C " DATA
#define ASCII	"30303136 " DATA
#define EBCDIC	"F0F0F1F6 " DATA
#define FOUR(x)	x x x x

/* SMF records: 18 bytes of header. */
#define SMF2	"00120000 1E020026 7FD30115 343FD9D4 E5E2 "
#define SMF101	"00140000 1E650026 7FD30122 001FD9D4 E5E2C4C2 "

/* A Db2 record in Latin-1 and in UTF-8: EID, ASCB, job name. */
#define TEXT_EVENT "9F00779A 5A000710 0000D5BE 00392000 4442324D 53545220 "
#define UTF8_EVENT "C29F0077 C29A5A00 07100000 C395C2BE 00C2B920 00444232 4D535452 20 "

static const struct {
	const char	*hex;
	const char	*name;
} heads[] = {
	{ "425A6839 31415926 5359 1234", "packed by bzip2" },
	{ "425A6831 17724538 5090", "packed by bzip2" },
	{ "425A6830 31415926 5359", NULL },
	{ "425A6839 31415926 5358", NULL },
	{ "FD377A58 5A000004", "packed by xz" },
	{ "28B52FFD 04005100", "packed by zstd" },
	{ "502A4D18 04000000", "packed by zstd" },
	{ "5F2A4D18 04000000", "packed by zstd" },
	{ "04224D18 6440A7", "packed by lz4" },
	{ "02214C18 12000000", "packed by lz4" },
	{ "504B0304 14000000", "a zip archive" },
	{ "504B0506 00000000", "a zip archive" },
	{ "377ABCAF 271C0004", "a 7z archive" },
	{ "1F9D9001 0203", "packed by compress or pack" },
	{ "1FA00001 0203", "packed by compress or pack" },
	{ "1F1E0001 0203", "packed by compress or pack" },
	{ "02010FFC 04001000 00000FFC", "tersed by AMATERSE (PACK)" },
	{ "020100FB 0C006D5E 00000000", "tersed by AMATERSE (PACK)" },
	{ "02000000 00000000 00000050", "tersed by AMATERSE (PACK)" },
	{ "050100FB 0C006D5E 00000000", "tersed by AMATERSE (SPACK)" },
	{ "020100FB 0C006D5E 000000FA", NULL },
	{ "02010000 0C006D5E 00000000", NULL },
	{ "020100FB 08006D5E 00000000", NULL },
	{ "020200FB 0C006D5E 00000000", NULL },
	{ "020100FB 0C006D5E 000000", NULL },
	{ "018969A5 00000000", "tersed" },
	{ "078969A5 00000000", "tersed" },
	{ "12E0C9D5 D4D9F0F1 10420001", "sent by TSO TRANSMIT (XMIT)" },
	{ "12E0C9D5 D4D9F0F2 10420001", NULL },
	{ "40544446 0D0A", "a list of tape files (OMA, @TDF)" },
	{ "E5D6D3F1 E5F0F0F0 F0F1", "tape labels without a tape image" },
	{ "C8C4D9F1 D6D7E24B", "tape labels without a tape image" },
	{ "564F4C31 47544630", "ASCII tape labels" },
	{ "48445231 47544630", "ASCII tape labels" },
	{ SMF2, "SMF records" },
	{ "00160000 " SMF2, "SMF records" },
	{ SMF101, "SMF records of Db2 (types 100 to 102)" },
	{ "00180000 " SMF101, "SMF records of Db2 (types 100 to 102)" },
	{ "00120000 1E020084 7FD30115 343FD9D4 E5E2", NULL },
	{ "00120000 1E020026 7FD30115 34AFD9D4 E5E2", NULL },
	{ "00120000 1E020026 7FD30215 343FD9D4 E5E2", NULL },
	{ "00120000 1E020026 7FD30115 343CD9D4 E5E2", NULL },
	{ "00110000 1E020026 7FD30115 343FD9D4 E5E2", NULL },
	{ "00019F9F 6DB67777" TEXT_EVENT, "translated from EBCDIC to ASCII" },
	{ "0001C29F C29F6DC2B6" UTF8_EVENT, "translated from EBCDIC to ASCII" },
	{ "00019F9F D5BE0039 20003442 324D5354 52", NULL },
	{ "001A0000 0001 EFBFBD EFBFBD EFBFBD EFBFBD EFBFBD 0000 EFBFBD 0000 EFBFBD EFBFBD",
	    "binary data that was converted as UTF-8 text" },
	{ "20202020 EFBFBD EFBFBD EFBFBD EFBFBD EFBFBD EFBFBD EFBFBD EFBFBD EFBFBD", NULL },
	{ "001A0000 0001C3BF C3BFC294 C2B6C2A6 C3A9C2BD 6636C3BA 5C021000 00000100",
	    "binary data that was converted from Latin-1 to UTF-8" },
	{ "001A0000 0001C3BF C3BFC294 C2B6C2A6 C3A9C2BD 6636C4BA 5C021000 00000100", NULL },
	{ FOUR(RDW), "records with RDWs, but not of GTF" },
	{ RDW RDW, "records with RDWs, but not of GTF" },
	{ RDW, NULL },
	{ "00140000 " RDW, "blocks of records, but not of GTF" },
	{ "00140000 " RDW "00240000 " RDW RDW, "blocks of records, but not of GTF" },
	{ FOUR(PREFIX), "records with prefixes, but not of GTF" },
	{ FOUR(SHORT), "lengths that do not count themselves" },
	{ FOUR(LITTLE), "little-endian lengths" },
	{ FOUR(LITTLES), "little-endian lengths" },
	{ FOUR(LITTLET), "little-endian lengths" },
	{ FOUR(LITTLETS), "little-endian lengths" },
	{ FOUR(TWISTED), "lengths with zeros before them" },
	{ FOUR(ASCII), "lengths in ASCII digits" },
	{ FOUR(EBCDIC), "lengths in EBCDIC digits" },
	{ "00000000 00000000 00000000 00000000 00000000 00000000", NULL },
	{ "40404040 40404040 40404040 40404040 40404040 40404040", NULL },
	{ "", NULL },
};

/* The refusal that bids most, or NULL. */
static const struct refusal *
highest(struct head head, int *bits)
{
	const struct refusal *found = NULL, *r;
	int one;

	*bits = 0;
	for (r = refusals; r->name != NULL; r++) {
		one = r->bid(head);
		if (one > *bits) {
			*bits = one;
			found = r;
		}
	}
	return found;
}

START_TEST(known_heads_are_named)
{
	const char *name = heads[_i].name;
	struct buf b = hex_bytes(heads[_i].hex);
	const struct refusal *r;
	int bits;

	r = highest((struct head){ buf_span(&b), true }, &bits);
	if (name == NULL)
		ck_assert_msg(r == NULL, "%s: %s", heads[_i].hex, r != NULL ? r->name : "");
	else
		ck_assert_msg(r != NULL && strcmp(r->name, name) == 0, "%s: %s, not %s",
		    heads[_i].hex, r != NULL ? r->name : "nothing", name);
	buf_free(&b);
}
END_TEST

START_TEST(tar_is_named)
{
	uint8_t block[512] = { 0 };
	int bits;

	memcpy(block + 257, "ustar", 5);
	ck_assert_str_eq(highest((struct head){ span_of(block, 512), false }, &bits)->name,
	    "a tar archive");
	ck_assert_ptr_null(highest((struct head){ span_of(block, 261), false }, &bits));
}
END_TEST

/* Lengths that agree only so far settle nothing. */
START_TEST(few_records_wait)
{
	struct buf b = hex_bytes(FOUR(RDW));
	int bits;

	ck_assert_ptr_null(highest((struct head){ span_first(buf_span(&b), 48), false }, &bits));
	ck_assert_ptr_nonnull(highest((struct head){ buf_span(&b), false }, &bits));
	b.p[50] = 1;
	ck_assert_ptr_null(highest((struct head){ buf_span(&b), false }, &bits));
	buf_free(&b);
}
END_TEST

START_TEST(advice_is_given)
{
	const struct refusal *r;

	for (r = refusals; r->name != NULL; r++) {
		ck_assert_str_ne(r->advice, "");
		ck_assert_int_eq(r->bid((struct head){ { NULL, 0 }, true }), 0);
	}
}
END_TEST

/* What can be read is never refused, however little of it is there. */
START_TEST(containers_bid_more)
{
	static make_fn *const makes[] = {
		make_vb, make_block, make_record, make_ftp_block, make_ftp_record, make_stripped
	};
	struct dice dice = dice_new();
	struct maker m = maker_of(dice.seed);
	struct buf trace = { 0 }, in = { 0 };
	const struct refusal *r;
	int bits, most, one;
	size_t n, i;

	make_trace(&m, &trace, NULL, 3);
	makes[_i](buf_span(&trace), &(struct make_form){ .block = 700 }, &in);
	for (n = 1; n <= in.n; n = n < 1000 ? n + 1 : n + 97) {
		struct head head = { span_first(buf_span(&in), n), n == in.n };

		for (most = 0, i = 0; gtf_containers[i] != NULL; i++) {
			one = gtf_containers[i]->bid(head);
			most = one > most ? one : most;
		}
		r = highest(head, &bits);
		ck_assert_msg(bits < BID_SURE || bits < most, "%s bids %d on %zu bytes, not %d "
		    "(SEED=%llu)", r != NULL ? r->name : "", bits, n, most,
		    (unsigned long long)dice.seed);
	}
	buf_free(&trace);
	buf_free(&in);
}
END_TEST

#define WRAPPED "; in any of: gzip, aws, faketape, simh"

static const struct {
	const char	*hex;
	size_t		 repeated;
	const char	*begins;
} unknown[] = {
	{ "00", 64, "not recognised, begins with "
	    "0000000000000000000000000000000000000000000000000000000000000000 "
	    "(only zeros so far); what is read, or tried with -f: vb, block" WRAPPED },
	{ "67 72 C3BC C39F 65 0A E2", 1, "not recognised, begins with 6772C3BCC39F650AE2 "
	    "(text, but no print of records); what is read, or tried with -f: vb, block" WRAPPED },
	{ "67 72 FC DF 65 0A", 1, "not recognised, begins with 6772FCDF650A "
	    "(perhaps encrypted, a dump of a volume by DFSMSdss or FDR, a VSAM data set, "
	    "or spoilt by a transfer in text mode); what is read, or tried with -f: vb, "
	    "block" WRAPPED },
	{ "48656C6C6F0D0A", 1, "not recognised, begins with 48656C6C6F0D0A "
	    "(text, but no print of records); what is read, or tried with -f: vb, block" WRAPPED },
	{ "C885939396 6B40A696999384 15", 9, "not recognised, begins with "
	    "C8859393966B40A69699938415C8859393966B40A69699938415C8859393966B "
	    "(EBCDIC text, but no print of records); what is read, or tried with -f: vb, "
	    "block" WRAPPED },
	{ "7F454C46 0201", 1, "not recognised, begins with 7F454C460201 "
	    "(perhaps encrypted, a dump of a volume by DFSMSdss or FDR, a VSAM data set, "
	    "or spoilt by a transfer in text mode); what is read, or tried with -f: vb, "
	    "block" WRAPPED },
};

START_TEST(unknown_heads_are_described)
{
	static const struct container *const list[] = { &container_vb, &container_block, NULL };
	struct buf part = hex_bytes(unknown[_i].hex), all = { 0 }, words = { 0 };
	size_t i;

	for (i = 0; i < unknown[_i].repeated; i++)
		buf_put(&all, part.p, part.n);
	refuse_unknown((struct head){ buf_span(&all), true }, list, &words);
	buf_char(&words, '\0');
	ck_assert_str_eq((const char *)words.p, unknown[_i].begins);
	buf_free(&part);
	buf_free(&all);
	buf_free(&words);
}
END_TEST

START_TEST(even_bytes_are_described)
{
	static const struct container *const list[] = { &container_vb, NULL };
	struct dice dice = dice_new();
	uint8_t random[8192];
	struct buf words = { 0 };

	dice_fill(&dice, random, sizeof(random));
	random[0] = 0x99;
	refuse_unknown((struct head){ span_of(random, sizeof(random)), false }, list, &words);
	buf_char(&words, '\0');
	ck_assert_ptr_nonnull(strstr((const char *)words.p,
	    " (packed or encrypted by something unknown); what is read, or tried with -f: vb"
	    WRAPPED));
	buf_free(&words);
}
END_TEST

Suite *
refuse_suite(void)
{
	Suite *s = suite_create("refuse");
	TCase *t = tcase_create("refuse");

	tcase_add_loop_test(t, known_heads_are_named, 0,
	    (int)(sizeof(heads) / sizeof(heads[0])));
	tcase_add_test(t, tar_is_named);
	tcase_add_test(t, few_records_wait);
	tcase_add_test(t, advice_is_given);
	tcase_add_loop_test(t, containers_bid_more, 0, 6);
	tcase_add_loop_test(t, unknown_heads_are_described, 0,
	    (int)(sizeof(unknown) / sizeof(unknown[0])));
	tcase_add_test(t, even_bytes_are_described);
	suite_add_tcase(s, t);
	return s;
}
