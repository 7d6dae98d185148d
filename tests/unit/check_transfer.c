/* check_transfer.c - records with prefixes, and in FTP's modes */
#include <check.h>

#include "ztrace/container.h"

#include "container_case.h"
#include "dice.h"
#include "gather.h"
#include "hex.h"
#include "make_container.h"
#include "make_gtf.h"

/* Data (what is behind an RDW) of a control record (22 bytes) and a system event (12). */
#define CONTROL	"0001FFFF 94B6A6E9 BD6636FA 5C021000 00010000 0000 "
#define EVENT	"FF01A6E9 C33E28F7 DD031000 "

/* The same with their RDWs. */
#define CONTROLR "001A0000 " CONTROL
#define EVENTR	 "00100000 " EVENT
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
	    "record 2 at 0x10: bad prefix (0000, 2 bytes skipped)\n", 4, 0, 2 },
	{ "a cut record", EVENTP "0000000C FF01", EVENTR,
	    "record 2 at 0x10: record is cut short (6 of 16 bytes)\n", 4, 0, 6 },
	{ "tape blocks", EVENTP "0000|" EVENTP, EVENTR EVENTR,
	    "record 2 at 0x10: zeros behind the last record (2 bytes)\n", 8, 2, 0 },
};

static const struct container_case block_cases[] = {
	{ "nothing", "", "", "", 0, 0, 0 },
	{ "records", CONTROLB "C0000C" EVENT, CONTROLR EVENTR, "", 6, 0, 0 },
	{ "end of file without end of record", CONTROLB "40000C" EVENT,
	    CONTROLR EVENTR, "", 6, 0, 0 },
	{ "end of file apart", CONTROLB "400000", CONTROLR, "", 6, 0, 0 },
	{ "two files", CONTROLB "400000" EVENTB "400000", CONTROLR EVENTR, "", 12, 0, 0 },
	{ "parts", "000004 0001FFFF 000001 94 800011 B6A6E9BD6636FA5C02100000010000 0000" EVENTB,
	    CONTROLR EVENTR, "", 12, 0, 0 },
	{ "a part and the end of the file", EVENTB "000002 FF01 400000", EVENTR "00060000 FF01", "",
	    9, 0, 0 },
	{ "a record without data", CONTROLB "800000" EVENTB, CONTROLR EMPTYR EVENTR, "", 9, 0, 0 },
	{ "a restart marker", CONTROLB "100006 313233343536" EVENTB,
	    CONTROLR EVENTR, "", 15, 0, 0 },
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

/* A first record that says enough makes up for a second that is damaged. */
static const struct {
	const char	*hex;
	bool		 sure;
} firsts[] = {
	{ CONTROLP "0000DEAD FF01A6E9 C33E28F7 DD031000 00000000", true },
	{ CONTROLP "0000000C FF01", true },
	{ "00000016 0001FFFF 94B6A6E9", true },
	{ EVENTP "0000DEAD FF01A6E9 C33E28F7 DD031000 00000000", false },
};

START_TEST(one_record_may_be_enough)
{
	struct buf b = hex_bytes(firsts[_i].hex);
	int bits = container_record.bid((struct head){ buf_span(&b), true });

	ck_assert_msg(firsts[_i].sure ? bits >= BID_SURE : bits == 0, "%s: a bid of %d",
	    firsts[_i].hex, bits);
	buf_free(&b);
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

/* Without an end mark no record can be told; it is not kept beyond what an RDW can say. */
START_TEST(endless_record)
{
	struct buf in = { 0 }, end = hex_bytes("FF01" EVENTF "FF03"), event = hex_bytes(EVENTR);
	struct gathered g;

	buf_fill(&in, 'x', 100000);
	buf_put(&in, end.p, end.n);
	gather(&g, &container_ftp_record, stream_open_memory(buf_span(&in), 1000), in.n);
	ck_assert_ptr_null(g.wrong);
	ck_assert_str_eq((const char *)g.words.p,
	    "record 1 at 0x0: record is too long (more than 32760 bytes)\n");
	ck_assert(span_equal(buf_span(&g.records), buf_span(&event)));
	ck_assert_uint_eq(g.ledger.n[BYTES_SKIPPED], 100002);
	gathered_free(&g);
	buf_free(&in);
	buf_free(&end);
	buf_free(&event);
}
END_TEST

#define LOOP(t, test, rows) \
	tcase_add_loop_test(t, test, 0, (int)(sizeof(rows) / sizeof(rows[0])))

Suite *
transfer_suite(void)
{
	Suite *s = suite_create("transfer");
	TCase *t = tcase_create("transfer");

	LOOP(t, one_record_may_be_enough, firsts);
	LOOP(t, record_cases_come_out, record_cases);
	LOOP(t, ftp_block_cases_come_out, block_cases);
	LOOP(t, ftp_record_cases_come_out, mark_cases);
	tcase_add_loop_test(t, traces_read_back, 0, FORMS);
	tcase_add_loop_test(t, cut_anywhere_ends, 0, FORMS);
	tcase_add_loop_test(t, changed_anywhere_ends, 0, FORMS);
	tcase_add_loop_test(t, records_come_at_once, 0, FORMS);
	tcase_add_test(t, endless_record);
	suite_add_tcase(s, t);
	return s;
}
