/* check_sections.c - data sections: every layout shows what was put into a record */
#include <check.h>
#include <string.h>

#include "hex.h"
#include "member.h"
#include "ztrace/db2.h"

static struct event ev;

static void
decode(struct span record)
{
	struct record rec = { .data = record, .segments = 1 };

	db2_decode(NULL, &rec, &ev);
}

static const struct {
	uint16_t	 ifcid;
	size_t		 length;
	const char	*words, *fields;
} members[] = {
	{ 1, 52, "0'DBM1 4=0000000100000000 12=0000000000FF0000 20=001F0020 24=00F90E00 "
	    "28=0000000000001000 36=0000000002000000",
	    "name=DBM1|tcb_time=1.048576|srb_time=0.004080|asid=001F|asid_2=0020|ascb=00F90E00|"
	    "preemptible_time=0.000001|ziip_time=0.008192" },
	{ 4, 30, "0=0016 2=0014 4'START_TRACE(STAT)_ 22=FFFFFFFF 26=00040101",
	    "length=22|command=START TRACE(STAT)|trailer_1=FFFFFFFF|trailer_2=00040101" },
	{ 5, 14, "0=00060004C1C2FFFFFFFF00040101",
	    "length=6|command=AB|trailer_1=FFFFFFFF|trailer_2=00040101" },
	{ 29, 4, "0'DB 2=0105", "type=DB|dbid=261" },
	{ 29, 10, "0'CT 2'DSNTEP2", "type=CT|plan=DSNTEP2" },
	{ 29, 64, "0'PT 2'SITE 20'COLL 38'PROG 56=1A2B3C4D5E6F7A8B",
	    "type=PT|location=SITE|collection=COLL|package=PROG|token=1A2B3C4D5E6F7A8B" },
	{ 30, 8, "0'DB 2=0105 4=00000007", "type=DB|dbid=261|calls=7" },
	{ 30, 20, "0'CT 2'DSNTEP2 16=00000008", "type=CT|plan=DSNTEP2|calls=8" },
	{ 30, 80, "0'PT 2'SITE 20'COLL 38'PROG 56=1A2B3C4D5E6F7A8B 76=00000009",
	    "type=PT|location=SITE|collection=COLL|package=PROG|token=1A2B3C4D5E6F7A8B|calls=9" },
	{ 31, 4, "0'DB 2=0105", "type=DB|dbid=261" },
	{ 31, 10, "0'CT 2'DSNTEP2", "type=CT|plan=DSNTEP2" },
	{ 31, 64, "0'PT 20'COLL 38'PROG",
	    "type=PT|location=|collection=COLL|package=PROG|token=0000000000000000" },
	{ 53, 227, "0'SITE 16'COLL 34'PROG 52=0102030405060708 62'SQLCA 70=00000088 74=FFFFFCDB "
	    "78=0007 80'TAB 83=FF 84'COL 150'DSNXOTL 158=FFFFFFF6 162=00000001 166=00000002 "
	    "170=00000003 174=00000004 178=00000005 182'W__W 193'42703 200=0000012C 226=91",
	    "location=SITE|collection=COLL|package=PROG|token=0102030405060708|sqlcaid=SQLCA|"
	    "sqlcabc=136|sqlcode=-805|sqlerrm=TAB.COL|sqlerrp=DSNXOTL|sqlerrd_1=-10|sqlerrd_2=1|"
	    "sqlerrd_3=2|sqlerrd_4=3|sqlerrd_5=4|sqlerrd_6=5|sqlwarn=W  W|sqlstate=42703|"
	    "statement_number=300|statement_type=OPEN" },
	{ 58, 198, "16'COLL 74=00000064 193'02000",
	    "location=|collection=COLL|package=|token=0000000000000000|sqlcaid=|sqlcabc=0|"
	    "sqlcode=100|sqlerrm=|sqlerrp=|sqlerrd_1=0|sqlerrd_2=0|sqlerrd_3=0|sqlerrd_4=0|"
	    "sqlerrd_5=0|sqlerrd_6=0|sqlwarn=|sqlstate=02000" },
	{ 63, 28, "2=000E 4'SELECT_1_ODD 16=8000000000000000012F0025",
	    "statement=SELECT 1 ODD|statement_kind=dynamic|statement_id=303|ccsid=37" },
	{ 63, 28, "2=000E 4=53454C454354202AE28285C3 16=4000000000000000012F04B8",
	    "statement=SELECT *\xE2\x82\x85\xEF\xBF\xBD|statement_kind=static|statement_id=303|"
	    "ccsid=1208" },
	{ 63, 28, "2=000E 4=0053004500540020000A00E4 16=8000000000000000012F04B0",
	    "statement=SET \n\xC3\xA4|statement_kind=dynamic|statement_id=303|ccsid=1200" },
	{ 63, 16, "2=000E 4'SELECT_1_ODD", "statement=SELECT 1 ODD" },
	{ 90, 18, "0=0012 2'-DIS_THREAD(*)__", "command=-DIS THREAD(*)" },
	{ 108, 98, "0'PLANA 10'B 18=80 20'OWNER 28'PACKAGE 62'COLL______________PROG",
	    "plan=PLANA|bind_type=B|explain=yes|owner=OWNER|object=PACKAGE|"
	    "package=COLL              PROG" },
	{ 109, 4, "0=00000008", "return_code=8" },
	{ 224, 30, "0=00000003 4'PROG 12'COLL", "columns=3|program=PROG|collection=COLL" },
	{ 247, 80, "0'SITE 16'COLL 34'PROG 52=0102030405060708 62=0002 64=0040 68=0000012C",
	    "location=SITE|collection=COLL|package=PROG|token=0102030405060708|entries=2|"
	    "entry_length=64|statement_number=300" },
	{ 258, 92, "0'DB2A.DSNDBD.DB1.TS1.I0001.A001 72=0000000C 76=0000000D 80=00080000 "
	    "84=00000010 88=0000001D",
	    "data_set=DB2A.DSNDBD.DB1.TS1.I0001.A001|primary=12|secondary=13|maximum=524288|"
	    "allocated_before=16|allocated_after=29" },
	{ 314, 436, "12=0004 16=0000000E 36=FF 294=0198 296=019E 298=01A4 404=00000001 "
	    "408=0004 410'USER 414=0004 416'TABL 420=0005 422'OWNER",
	    "return_code=4|reason_code=14|parameter_list=FF*|user=USER|object=TABL|"
	    "object_qualifier=OWNER|databases=1" },
	{ 342, 48, "0'SORT 4=0007 6=0055 8=0000000000000400 16=0000000000000800 "
	    "40=0102030405060708",
	    "type=SORT|dbid=7|psid=85|current_kb=1024|maximum_kb=2048|"
	    "agent_token=0102030405060708" },
	{ 350, 32, "4=00000400 8=4000 10=FFFFFFFFFFFFFFFF 18=0414 20=000C 22=D6D7C5D540C3F17C7C15",
	    "total_length=1024|statement_kind=static|statement_id=18446744073709551615|ccsid=1044|"
	    "statement=OPEN C1@@\n" },
	{ 361, 60, "0'I 1'L 2=0028 4=0032 6=002E 8=0034 14'T 20=00000100 24=000A 26'SELECT_*_X "
	    "40=0004 42'ROLE 46=0004 48'QUAL 52=0004 54'NAME",
	    "authority=installation SYSADM|id_type=role|id=ROLE|privilege=SELECT|"
	    "source_qualifier=QUAL|source_name=NAME|object_type=table or view|total_length=256|"
	    "statement=SELECT * X" },
	{ 366, 130, "0=0000000A 4=00000005 8'PLANA 16=0102030405060708 24=0000000000000063 32=8000 "
	    "34=0002 36=0072 38=0078 40=0002 42'V1 112=007C 114=0004 116'COLL 120=0002 122'PK "
	    "124=0004 126'CALL",
	    "function=old LTRIM, RTRIM, STRIP|statement_number=5|plan=PLANA|"
	    "token=0102030405060708|statement_id=99|statement_kind=dynamic|section_number=2|"
	    "collection=COLL|package=PK|version=V1|statement=CALL" },
	{ 376, 40, "0=00000456", "function=SPACE argument over 32K|statement_number=0|plan=|"
	    "token=0000000000000000|statement_id=0|statement_kind=0|section_number=0" },
	{ 401, 260, "0=0000000000000011 8=0000000000000012 16=0000000000000013 24=0000000000000014 "
	    "32=0000000000000015 40=0000000000000016 48=0000000000000017 56=0000000000000018 "
	    "64=0000000000000019 72=000000000000001A 80=000000000000001B 88=0000000000001000 "
	    "96=0000000000002000 104=0000000000003000 152=000000000000001C 160=000000000000001D "
	    "208=1122334455667788 216=00F6 220=A6E9C33E28F7DD03 246=0004 248'COLL",
	    "statement_id=17|executions=18|sync_reads=19|getpages=20|rows_examined=21|"
	    "rows_processed=22|sorts=23|index_scans=24|table_scans=25|buffer_writes=26|"
	    "parallel_groups=27|elapsed_time=0.000001|cpu_time=0.000002|wait_sync_io=0.000003|"
	    "wait_2=0.000000|wait_3=0.000000|wait_4=0.000000|wait_5=0.000000|wait_6=0.000000|"
	    "rid_over_limit=28|rid_no_storage=29|token=1122334455667788|collection=COLL|"
	    "time_1=1993-01-18T17:28:51.545981Z|time_2=" }
};
enum { MEMBERS = sizeof(members) / sizeof(members[0]) };

/* The same, where * in the wanted text stands for the zeros of a hexadecimal value. */
static bool
is_text(const char *got, const char *want)
{
	for (; *want != '\0'; want++) {
		if (*want == '*' && want[1] == '|')
			got += strspn(got, "0");
		else if (*want != *got++)
			return false;
	}
	return *got == '\0';
}

START_TEST(fields_show_what_was_put_in)
{
	struct buf member = { 0 }, b, out = { 0 };

	buf_fill(&member, 0, members[_i].length);
	member_fill(members[_i].words, &member);
	b = member_record(members[_i].ifcid, buf_span(&member), 1);
	decode(buf_span(&b));
	ck_assert_msg(ev.nnotes == 0, "%s", ev.note[0]);
	member_fields(&ev, &out);
	ck_assert_msg(is_text((char *)out.p, members[_i].fields), "IFCID %u: got %s, want %s",
	    members[_i].ifcid, (char *)out.p, members[_i].fields);
	buf_free(&member);
	buf_free(&b);
	buf_free(&out);
}
END_TEST

/* IFCID 1's own sections 2 and 3, from the documentation's record. */
static const struct {
	size_t		 section;
	const char	*fields;
} statistics[] = {
	{ 1, "name=MSTR|tcb_time=3.308495|srb_time=0.700416|asid=001E|asid_2=001E|ascb=00F91400" },
	{ 2, "name=SMF|count_1=77|count_2=77|count_3=0|count_4=0|word_5=00000000|word_6=00000000" },
	{ 3, "ifcid=1|count=66|count_2=17|count_3=48|count_4=0|count_5=0" }
};

START_TEST(statistics_show)
{
	struct buf b = hex_record("statistics.hex"), out = { 0 };

	decode(buf_span(&b));
	ck_assert_uint_eq(ev.nnotes, 0);
	ck_assert_ptr_null(ev.section[0].layout);
	ck_assert_ptr_null(ev.section[4].layout);
	ev.section[1] = ev.section[statistics[_i].section];
	member_fields(&ev, &out);
	ck_assert_str_eq((char *)out.p, statistics[_i].fields);
	buf_free(&b);
	buf_free(&out);
}
END_TEST

START_TEST(start_trace_shows)
{
	struct buf b = hex_record("start-trace.hex"), out = { 0 };

	decode(buf_span(&b));
	member_fields(&ev, &out);
	ck_assert_str_eq((char *)out.p, "length=96|command=(START TRACE (STAT )CLASS (* )RMID (* )"
	    "DEST (GTF )PLAN (* )AUTHID (* )IFCID (* )BUFSIZE (* )|trailer_1=FFFFFFFF|"
	    "trailer_2=00040101");
	buf_free(&b);
	buf_free(&out);
}
END_TEST

/* No layout is without a row in the tables above, but for the one of members of varying length. */
START_TEST(all_layouts_are_tried)
{
	struct buf member = { 0 };
	size_t i, k;

	for (i = 0; i < db2_layouts.rules; i++) {
		const struct layout_rule *rule = &db2_layouts.rule[i];
		bool tried = rule->record == 316 || rule->record == 1;

		for (k = 0; k < MEMBERS && !tried; k++) {
			if (members[k].ifcid != rule->record)
				continue;
			buf_clear(&member);
			buf_fill(&member, 0, members[k].length);
			member_fill(members[k].words, &member);
			tried = db2_section_rule(NULL, rule->record, 1, buf_span(&member)) == rule;
		}
		ck_assert_msg(tried, "IFCID %u", rule->record);
	}
	buf_free(&member);
}
END_TEST

Suite *
sections_suite(void)
{
	Suite *s = suite_create("sections");
	TCase *t = tcase_create("sections");

	tcase_add_loop_test(t, fields_show_what_was_put_in, 0, MEMBERS);
	tcase_add_loop_test(t, statistics_show, 0, 3);
	tcase_add_test(t, start_trace_shows);
	tcase_add_test(t, all_layouts_are_tried);
	suite_add_tcase(s, t);
	return s;
}
