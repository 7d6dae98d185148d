/* check_stripped.c - Db2 records that have lost their RDWs */
#include <check.h>

#include "ztrace/container.h"

#include "container_case.h"
#include "dice.h"
#include "gather.h"
#include "make_container.h"
#include "make_gtf.h"

/* Data (what is behind an RDW) of a control record (22 bytes), a system event (12), Db2 (36). */
#define CONTROL	"0001FFFF 94B6A6E9 BD6636FA 5C021000 00010000 0000 "
#define EVENT	"FF01A6E9 C33E28F7 DD031000 "
#define LOST	"0002FFFF 94B6A6E9 C33E2900 00000000 0005 "
#define DB2	"FF00A6E9 C33E28F7 DD03EFB9 00F91400 E2E2D6D7 D4E2E3D9 000C0000 E2E2D6D7 00000001 "
#define MERGED	"FF00A6E9 C33E28F7 DD03EFB9 0002 00F91400 E2E2D6D7 D4E2E3D9 000C0000 E2E2D6D7 " \
	"00000001 "
#define UNTIMED	"FF00EFB9 00F91400 E2E2D6D7 D4E2E3D9 000D0100 E2E2D6D7 00000001 77 "

/* The same with their RDWs. */
#define CONTROLR "001A0000 " CONTROL
#define LOSTR	 "00160000 " LOST
#define DB2R	 "00280000 " DB2
#define MERGEDR	 "002A0000 " MERGED
#define UNTIMEDR "00210000 " UNTIMED

#define WARNED	"records came without RDWs: only those of Db2 are found again " \
	"(to keep all, transfer in binary, by FTP with \"quote site rdw\" or by " \
	"Connect:Direct with RECFM=U)\n"

static const struct container_case cases[] = {
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

START_TEST(cases_come_out)
{
	case_run(&container_stripped, &cases[_i]);
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
START_TEST(db2_records_are_kept)
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

START_TEST(changed_anywhere_ends)
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

Suite *
stripped_suite(void)
{
	Suite *s = suite_create("stripped");
	TCase *t = tcase_create("stripped");

	tcase_add_loop_test(t, cases_come_out, 0, (int)(sizeof(cases) / sizeof(cases[0])));
	tcase_add_test(t, db2_records_are_kept);
	tcase_add_test(t, changed_anywhere_ends);
	suite_add_tcase(s, t);
	return s;
}
