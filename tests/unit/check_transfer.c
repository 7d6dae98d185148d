/* check_transfer.c - the forms that transfers leave: prefixes, FTP's modes, nothing */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "ztrace/container.h"

#include "container_case.h"
#include "dice.h"
#include "gather.h"
#include "hex.h"
#include "make_container.h"
#include "make_gtf.h"

/* Data (what is behind an RDW) of a control record (22 bytes), a system event (12), Db2 (36). */
#define CONTROL	"0001FFFF 94B6A6E9 BD6636FA 5C021000 00010000 0000 "
#define EVENT	"FF01A6E9 C33E28F7 DD031000 "
#define LOST	"0002FFFF 94B6A6E9 C33E2900 00000000 0005 "
#define DB2	"FF00A6E9 C33E28F7 DD03EFB9 00F91400 E2E2D6D7 D4E2E3D9 000C0000 E2E2D6D7 00000001 "
#define MERGED	"FF00A6E9 C33E28F7 DD03EFB9 000200F9 1400E2E2 D6D7D4E2 E3D9000C 0000E2E2 D6D70000 0001 "
#define UNTIMED	"FF00EFB9 00F91400 E2E2D6D7 D4E2E3D9 000D0100 E2E2D6D7 00000001 77 "

/* The same with their RDWs. */
#define CONTROLR "001A0000 " CONTROL
#define EVENTR	 "00100000 " EVENT
#define LOSTR	 "00160000 " LOST
#define DB2R	 "00280000 " DB2
#define MERGEDR	 "002A0000 " MERGED
#define UNTIMEDR "00210000 " UNTIMED
#define EMPTYR	 "00040000 "

/* With a prefix; with FTP's block header; with doubled FF. */
#define CONTROLP "00000016 " CONTROL
#define EVENTP	 "0000000C " EVENT
#define CONTROLB "800016 " CONTROL
#define EVENTB	 "80000C " EVENT
#define CONTROLF "0001FFFF FFFF 94B6A6E9 BD6636FA 5C021000 00010000 0000 "
#define EVENTF	 "FFFF01A6E9 C33E28F7 DD031000 "

static const struct container_case record_cases[] = {
	{ "nothing", "", "", "", 0, 0, 0 },
	{ "records", CONTROLP EVENTP, CONTROLR EVENTR, "", 8, 0, 0 },
	{ "zeros at the end", EVENTP "00000000 00", EVENTR,
	    "record 2 at 0x10: zeros behind the last record (5 bytes)\n", 4, 5, 0 },
	{ "damage", EVENTP "41424344 45" EVENTP CONTROLP, EVENTR EVENTR CONTROLR,
	    "record 2 at 0x10: bad prefix (41424344, 5 bytes skipped)\n", 12, 0, 5 },
	{ "a prefix that says too much", EVENTP "00007FF5" EVENT EVENTP, EVENTR EVENTR,
	    "record 2 at 0x10: bad prefix (00007FF5, 16 bytes skipped)\n", 8, 0, 16 },
	{ "a cut prefix", EVENTP "0000", EVENTR,
	    "record 2 at 0x10: zeros behind the last record (2 bytes)\n", 4, 2, 0 },
	{ "a cut record", EVENTP "0000000C FF01", EVENTR,
	    "record 2 at 0x10: record is cut short (6 of 16 bytes)\n", 4, 0, 6 },
	{ "tape blocks", EVENTP "0000|" EVENTP, EVENTR EVENTR,
	    "record 2 at 0x10: zeros behind the last record (2 bytes)\n", 8, 2, 0 },
};

static const struct container_case block_cases[] = {
	{ "nothing", "", "", "", 0, 0, 0 },
	{ "records", CONTROLB "C0000C" EVENT, CONTROLR EVENTR, "", 6, 0, 0 },
	{ "end of file without end of record", CONTROLB "40000C" EVENT, CONTROLR EVENTR, "", 6, 0, 0 },
	{ "end of file apart", CONTROLB "400000", CONTROLR, "", 6, 0, 0 },
	{ "two files", CONTROLB "400000" EVENTB "400000", CONTROLR EVENTR, "", 12, 0, 0 },
	{ "parts", "000004 0001FFFF 000001 94 800011 B6A6E9BD6636FA5C02100000010000 0000" EVENTB,
	    CONTROLR EVENTR, "", 12, 0, 0 },
	{ "a part and the end of the file", EVENTB "000002 FF01 400000", EVENTR "00060000 FF01", "",
	    9, 0, 0 },
	{ "a record without data", CONTROLB "800000" EVENTB, CONTROLR EMPTYR EVENTR, "", 9, 0, 0 },
	{ "a restart marker", CONTROLB "100006 313233343536" EVENTB, CONTROLR EVENTR, "", 15, 0, 0 },
	{ "data in doubt", CONTROLB "A0000C" EVENT, CONTROLR EVENTR,
	    "record 2 at 0x19: record that its sender marked as doubtful\n", 6, 0, 0 },
	{ "zeros at the end", EVENTB "00000000", EVENTR,
	    "record 2 at 0xf: zeros behind the last record (4 bytes)\n", 3, 4, 0 },
	{ "damage", EVENTB "41424344 45" EVENTB CONTROLB, EVENTR EVENTR CONTROLR,
	    "record 2 at 0xf: bad FTP block header (41424344, 5 bytes skipped)\n", 9, 0, 5 },
	{ "damage, then parts", EVENTB "41" "000002 FF01 80000A A6E9C33E28F7DD031000" "400000",
	    EVENTR EVENTR, "record 2 at 0xf: bad FTP block header (41000002, 1 bytes skipped)\n",
	    12, 0, 1 },
	{ "damage between parts", "000002 FF01 41424344 45" EVENTB "400000", EVENTR,
	    "record 1 at 0x0: record without its end (5 bytes came)\n"
	    "record 1 at 0x5: bad FTP block header (41424344, 5 bytes skipped)\n", 6, 0, 10 },
	{ "a cut header", EVENTB "8000", EVENTR,
	    "record 2 at 0xf: bad FTP block header (8000, 2 bytes skipped)\n", 3, 0, 2 },
	{ "a cut record", EVENTB "80000C FF01", EVENTR,
	    "record 2 at 0xf: record is cut short (5 of 15 bytes)\n", 3, 0, 5 },
	{ "a cut part", "000002 FF01 80000C A6E9", "",
	    "record 1 at 0x0: record without its end (5 bytes came)\n"
	    "record 1 at 0x5: record is cut short (5 of 15 bytes)\n", 0, 0, 10 },
	{ "a part and the end", EVENTB "000002 FF01", EVENTR,
	    "record 2 at 0xf: record without its end (5 bytes came)\n", 3, 0, 5 },
};

static const struct container_case mark_cases[] = {
	{ "nothing", "", "", "", 0, 0, 0 },
	{ "records", CONTROLF "FF01" EVENTF "FF03", CONTROLR EVENTR, "", 7, 0, 0 },
	{ "end of file apart", CONTROLF "FF01" EVENTF "FF01FF02", CONTROLR EVENTR, "", 9, 0, 0 },
	{ "end of file twice", EVENTF "FF01 FF03", EVENTR, "", 5, 0, 0 },
	{ "a record without data", EVENTF "FF01 FF01" EVENTF "FF03", EVENTR EMPTYR EVENTR, "",
	    8, 0, 0 },
	{ "a bad mark", EVENTF "FF01" "FFFF01 FF41 FF42 FF01" EVENTF "FF03", EVENTR EVENTR,
	    "record 2 at 0x12: bad mark in a record (FF41)\n", 6, 0, 9 },
	{ "a bad mark first", "FF41" EVENTF "FF01" EVENTF "FF03", EVENTR,
	    "record 1 at 0x0: bad mark in a record (FF41)\n", 3, 0, 17 },
	{ "the end of the file inside a record", EVENTF "FF01 4142 FF02" EVENTF "FF03",
	    EVENTR EVENTR, "record 2 at 0xf: record without its end (2 bytes came)\n", 8, 0, 2 },
	{ "a cut record", EVENTF "FF01 4142", EVENTR,
	    "record 2 at 0xf: record without its end (2 bytes came)\n", 3, 0, 2 },
	{ "a cut mark", EVENTF "FF01 4142 FF", EVENTR,
	    "record 2 at 0x11: bad mark in a record (FF)\n", 3, 0, 3 },
	{ "tape blocks", EVENTF "|FF01" EVENTF "FF|0341 FF01 FF03", EVENTR,
	    "record 2 at 0x1c: bad mark in a record (FF)\n", 5, 0, 18 },
};

#define WARNED	"records came without RDWs: only those of Db2 are found again " \
	"(to keep all, transfer in binary with \"quote site rdw\")\n"

static const struct container_case stripped_cases[] = {
	{ "nothing", "", "", WARNED, 0, 0, 0 },
	{ "Db2 records", DB2 DB2, DB2R DB2R, WARNED, 0, 0, 0 },
	{ "merged and untimed ones", MERGED UNTIMED DB2, MERGEDR UNTIMEDR DB2R, WARNED, 0, 0, 0 },
	{ "a control record", CONTROL DB2, CONTROLR DB2R, WARNED, 0, 0, 0 },
	{ "control records", CONTROL CONTROL LOST DB2 CONTROL, CONTROLR CONTROLR LOSTR DB2R
	    CONTROLR, WARNED, 0, 0, 0 },
	{ "a control record with source descriptors", CONTROL "0102030405" DB2, DB2R, WARNED
	    "record 1 at 0x0: no Db2 record (27 bytes skipped)\n"
	    "what is no Db2 record has been skipped (27 bytes in 1 places)\n", 0, 0, 27 },
	{ "other records", DB2 EVENT DB2 EVENT, DB2R DB2R, WARNED
	    "record 2 at 0x24: no Db2 record (12 bytes skipped)\n"
	    "record 3 at 0x54: no Db2 record (12 bytes skipped)\n"
	    "what is no Db2 record has been skipped (24 bytes in 2 places)\n", 0, 0, 24 },
	{ "zeros at the end", DB2 "000000", DB2R, WARNED
	    "record 2 at 0x24: zeros behind the last record (3 bytes)\n", 0, 3, 0 },
	{ "a cut record", DB2 "FF00A6E9 C33E28F7 DD03EFB9 00F91400 E2E2D6D7 D4E2E3D9 000D0000 "
	    "E2E2D6D7 00000001", DB2R, WARNED
	    "record 2 at 0x24: record is cut short (36 of 37 bytes)\n", 0, 0, 36 },
	{ "tape blocks", DB2 "|" EVENT "|" DB2, DB2R DB2R, WARNED
	    "record 2 at 0x24: no Db2 record (12 bytes skipped)\n"
	    "what is no Db2 record has been skipped (12 bytes in 1 places)\n", 0, 0, 12 },
};

START_TEST(record_cases_come_out)
{
	case_run(&container_record, &record_cases[_i]);
}
END_TEST

START_TEST(ftp_block_cases_come_out)
{
	case_run(&container_ftp_block, &block_cases[_i]);
}
END_TEST

START_TEST(ftp_record_cases_come_out)
{
	case_run(&container_ftp_record, &mark_cases[_i]);
}
END_TEST

START_TEST(stripped_cases_come_out)
{
	case_run(&container_stripped, &stripped_cases[_i]);
}
END_TEST

/* The forms that keep all records, with the kinds of each. */
static const struct {
	const struct container	*container;
	make_fn			*make;
	struct make_form	 form;
} forms[] = {
	{ &container_record, make_record, { 0 } },
	{ &container_ftp_block, make_ftp_block, { 0 } },
	{ &container_ftp_block, make_ftp_block, { .apart = true } },
	{ &container_ftp_block, make_ftp_block, { .alone = true } },
	{ &container_ftp_block, make_ftp_block, { .piece = 20, .apart = true } },
	{ &container_ftp_record, make_ftp_record, { 0 } },
	{ &container_ftp_record, make_ftp_record, { .apart = true } },
};
enum { FORMS = sizeof(forms) / sizeof(forms[0]) };

static struct buf
made(struct span records, int form)
{
	struct buf in = { 0 };

	forms[form].make(records, &forms[form].form, &in);
	return in;
}

START_TEST(traces_read_back)
{
	struct dice dice = dice_new();
	struct maker m = maker_of(dice.seed);
	struct buf trace = { 0 }, in;

	make_trace(&m, &trace, NULL, 30);
	in = made(buf_span(&trace), _i);
	case_reads(forms[_i].container, buf_span(&in), buf_span(&trace));
	buf_free(&trace);
	buf_free(&in);
}
END_TEST

static struct buf
small_trace(uint64_t seed)
{
	struct maker m = maker_of(seed);
	struct buf b = { 0 };

	make_control(&m, &b, 0);
	make_foreign(&m, &b, 0x1000, 0);
	make_lost_events(&m, &b, 7);
	make_foreign(&m, &b, 0xEF6C, 40);
	return b;
}

START_TEST(cut_anywhere_ends)
{
	struct buf trace = small_trace(1), in = made(buf_span(&trace), _i);

	case_truncated(forms[_i].container, buf_span(&in), buf_span(&trace));
	buf_free(&trace);
	buf_free(&in);
}
END_TEST

START_TEST(changed_anywhere_ends)
{
	struct buf trace = small_trace(2), in = made(buf_span(&trace), _i);

	case_flipped(forms[_i].container, buf_span(&in));
	buf_free(&trace);
	buf_free(&in);
}
END_TEST

/* An end mark of its own is not waited for either. */
START_TEST(records_come_at_once)
{
	struct buf trace = small_trace(3), in = made(buf_span(&trace), _i);
	size_t behind = !forms[_i].form.apart ? 0 : forms[_i].make == make_ftp_block ? 3 : 2;

	case_prompt(forms[_i].container, span_first(buf_span(&in), in.n - behind),
	    buf_span(&trace));
	buf_free(&trace);
	buf_free(&in);
}
END_TEST

/* What a form bids for all forms: for its own it is sure, for others it says no or less. */
START_TEST(bids_are_for_ones_own)
{
	static make_fn *const makes[] = {
		make_vb, make_block, make_record, make_ftp_block, make_ftp_record, make_stripped
	};
	static const struct container *const all[] = {
		&container_vb, &container_block, &container_record, &container_ftp_block,
		&container_ftp_record, &container_stripped
	};
	struct dice dice = dice_new();
	struct maker m = maker_of(dice.seed);
	struct buf trace = { 0 }, in = { 0 };
	int own, other;
	size_t n, i;

	make_trace(&m, &trace, NULL, 10);
	makes[_i](buf_span(&trace), &(struct make_form){ 0 }, &in);
	for (n = 1; n <= in.n; n = n < 2000 ? n + 1 : n + 977) {
		own = all[_i]->bid((struct head){ span_first(buf_span(&in), n), n == in.n });
		for (i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
			other = all[i]->bid((struct head){ span_first(buf_span(&in), n), n == in.n });
			if (i != (size_t)_i)
				ck_assert_msg(other < BID_SURE || other < own,
				    "%s bids %d on %zu bytes of %s, which bids %d (SEED=%llu)",
				    all[i]->name, other, n, all[_i]->name, own,
				    (unsigned long long)dice.seed);
		}
	}
	own = all[_i]->bid((struct head){ buf_span(&in), true });
	ck_assert_msg(own >= BID_SURE, "%s bids %d for its own (SEED=%llu)", all[_i]->name, own,
	    (unsigned long long)dice.seed);
	buf_free(&trace);
	buf_free(&in);
}
END_TEST

START_TEST(bids_nothing_for_other_things)
{
	static const struct container *const all[] = {
		&container_record, &container_ftp_block, &container_ftp_record, &container_stripped
	};
	static const char *const things[] = {
		"", "00", "FF", "FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF",
		"00000000000000000000000000000000000000000000000000000000",
		"F0F0F0F0F0F0404040F0F0F1C1F0F0F0F040F0F0F0F1C6C6C6C640",
		"504B030414000000080000002100", "FFD8FFE000104A46494600010100000100010000FFDB",
	};
	struct dice dice = dice_new();
	uint8_t random[64];
	struct buf b;
	size_t i, k;

	for (i = 0; i < sizeof(things) / sizeof(things[0]); i++) {
		b = hex_bytes(things[i]);
		for (k = 0; k < 4; k++)
			ck_assert_msg(all[k]->bid((struct head){ buf_span(&b), true }) == 0,
			    "%s bids for %s", all[k]->name, things[i]);
		buf_free(&b);
	}
	for (i = 0; i < 100000; i++) {
		dice_fill(&dice, random, sizeof(random));
		k = i % 4;
		ck_assert_msg(all[k]->bid((struct head){ span_of(random, 64), true }) == 0,
		    "%s (SEED=%llu)", all[k]->name, (unsigned long long)dice.seed);
	}
}
END_TEST

/* Appends to `kept` the records that are found again, and to `n` how many bytes are not. */
static size_t
keep_db2(struct span trace, struct buf *kept)
{
	struct cursor c = cursor_at(trace, 0);
	struct span record;
	size_t lost = 0;

	while (make_each(&c, &record)) {
		if (span_u8(record, 4) == 0xFF && span_u16(record, 14) == 0xEFB9)
			buf_put(kept, record.p, record.n);
		else
			lost += record.n - 4;
	}
	return lost;
}

/* Every Db2 record comes back, and GTF's own ones are only there if they were. */
START_TEST(stripped_keeps_db2)
{
	struct dice dice = dice_new();
	struct maker m = maker_of(dice.seed);
	struct buf trace = { 0 }, in = { 0 }, kept = { 0 }, found = { 0 };
	struct gathered g;
	size_t i, lost;

	make_trace(&m, &trace, NULL, 50);
	make_stripped(buf_span(&trace), &(struct make_form){ 0 }, &in);
	lost = keep_db2(buf_span(&trace), &kept);
	for (i = 0; i < CHUNKS; i++) {
		gather(&g, &container_stripped, stream_open_memory(buf_span(&in), chunks[i]), in.n);
		ck_assert_ptr_null(g.wrong);
		ck_assert_uint_eq(g.diag.count[DIAG_DAMAGE], 0);
		buf_clear(&found);
		ck_assert_uint_le(g.ledger.n[BYTES_SKIPPED], lost);
		keep_db2(buf_span(&g.records), &found);
		ck_assert_msg(span_equal(buf_span(&kept), buf_span(&found)),
		    "chunks of %zu (SEED=%llu)", chunks[i], (unsigned long long)dice.seed);
		gathered_free(&g);
	}
	buf_free(&trace);
	buf_free(&in);
	buf_free(&kept);
	buf_free(&found);
}
END_TEST

START_TEST(stripped_damage_ends)
{
	struct maker m = maker_of(5);
	struct make_section section = { 20, 1 };
	struct buf trace = { 0 }, in = { 0 };

	make_control(&m, &trace, 0);
	make_db2(&m, &trace, 3, &section, 1);
	make_foreign(&m, &trace, 0x1000, 5);
	make_db2(&m, &trace, 3, &section, 1);
	make_stripped(buf_span(&trace), &(struct make_form){ 0 }, &in);
	case_flipped(&container_stripped, buf_span(&in));
	buf_free(&trace);
	buf_free(&in);
}
END_TEST

#define LOOP(t, test, rows) \
	tcase_add_loop_test(t, test, 0, (int)(sizeof(rows) / sizeof(rows[0])))

Suite *
transfer_suite(void)
{
	Suite *s = suite_create("transfer");
	TCase *t = tcase_create("transfer");

	LOOP(t, record_cases_come_out, record_cases);
	LOOP(t, ftp_block_cases_come_out, block_cases);
	LOOP(t, ftp_record_cases_come_out, mark_cases);
	LOOP(t, stripped_cases_come_out, stripped_cases);
	tcase_add_loop_test(t, traces_read_back, 0, FORMS);
	tcase_add_loop_test(t, cut_anywhere_ends, 0, FORMS);
	tcase_add_loop_test(t, changed_anywhere_ends, 0, FORMS);
	tcase_add_loop_test(t, records_come_at_once, 0, FORMS);
	tcase_add_loop_test(t, bids_are_for_ones_own, 0, 6);
	tcase_add_test(t, bids_nothing_for_other_things);
	tcase_add_test(t, stripped_keeps_db2);
	tcase_add_test(t, stripped_damage_ends);
	suite_add_tcase(s, t);
	return s;
}
