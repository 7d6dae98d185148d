/* check_members.c - members of data sections: varying, overrun, short, mixed, by users' layouts */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "make_gtf.h"
#include "member.h"
#include "ztrace/db2.h"
#include "ztrace/format.h"

static struct event ev;

static void
decode(struct span record, const struct layouts *users)
{
	struct record rec = { .data = record, .segments = 1 };

	db2_decode(users, &rec, &ev);
}

static void
append_316(struct buf *b, const char *words, size_t length)
{
	struct buf member = { 0 };
	uint8_t n[2];

	buf_fill(&member, 0, length);
	member_fill(words, &member);
	put_u16(n, (uint16_t)length);
	buf_put(b, n, sizeof(n));
	buf_put(b, member.p, member.n);
	buf_free(&member);
}

static const char cached[] =
    "0=00112233445566778899AABBCCDDEEFF 16=00000021 24=0000000000000022 32=00000023 36=40 37'R "
    "38=20190315123045123456 48=0000000000000024 56=0000000000000025 64=0000000000000026 "
    "72=0000000000000027 80=0000000000000028 88=0000000000000029 96=000000000000002A "
    "104=000000000000002B 112=000000000000002C 120=000000000000002D 128=0000000000001000 "
    "198=0004 200'PROG 244'TRAN 276'USER 292'STATION 352=2019031512304512 392=0000000000002000 "
    "448=000000000000002E 456=000000000000002F 464'DB2A 556'SELECT_1";

/* Three members, each behind its own length, in a record without anything else. */
static struct buf
varying_record(size_t *section)
{
	struct make_section none = { 0, 0 };
	struct maker m = maker_of(1);
	struct buf b = { 0 }, data = { 0 }, out = { 0 };
	size_t product;

	append_316(&data, cached, 616);
	append_316(&data, "16=00000031 36=80 48=0000000000000032", 56);
	append_316(&data, "16=00000041", 48);
	make_db2(&m, &b, 316, &none, 1);
	product = span_u32(buf_span(&b), 40);
	*section = product;
	buf_put(&out, b.p, product);
	buf_put(&out, data.p, data.n);
	buf_put(&out, b.p + product, b.n - product);
	put_u16(out.p, (uint16_t)out.n);
	put_u16(out.p + 28, (uint16_t)(out.n - 28));
	put_u32(out.p + 40, (uint32_t)(product + data.n));
	put_u32(out.p + 48, (uint32_t)product);
	put_u16(out.p + 52, 0);
	put_u16(out.p + 54, 3);
	buf_free(&b);
	buf_free(&data);
	return out;
}

START_TEST(members_of_varying_length)
{
	struct buf b, out = { 0 };
	size_t at;

	b = varying_record(&at);
	decode(buf_span(&b), NULL);
	ck_assert_msg(ev.nnotes == 0, "%s", ev.note[0]);
	ck_assert_uint_eq(ev.section[1].bytes.n, 616 + 56 + 48 + 3 * 2);
	member_fields(&ev, &out);
	ck_assert_str_eq((char *)out.p,
	    "statement_name=00112233445566778899AABBCCDDEEFF|statement_id=33|users=34|copies=35|"
	    "state=invalid by REVOKE|literals_as=R|inserted=20190315123045123456|executions=36|"
	    "sync_reads=37|getpages=38|rows_examined=39|rows_processed=40|sorts=41|index_scans=42|"
	    "table_scans=43|parallel_groups=44|sync_writes=45|elapsed_time=0.000001|program=PROG|"
	    "transaction=TRAN|end_user=USER|workstation=STATION|counted_since=2019031512304512|"
	    "cpu_time=0.000002|rid_over_limit=46|rid_no_storage=47|subsystem=DB2A|"
	    "statement=SELECT 1");
	/* The second and the third are shorter. */
	ev.section[1].bytes = span_from(ev.section[1].bytes, 618);
	member_fields(&ev, &out);
	ck_assert_ptr_nonnull(strstr((char *)out.p, "|state=invalid by DROP or ALTER|"));
	ck_assert_ptr_nonnull(strstr((char *)out.p, "|executions=50"));
	ck_assert_ptr_null(strstr((char *)out.p, "sync_reads"));
	ev.section[1].bytes = span_from(ev.section[1].bytes, 58);
	member_fields(&ev, &out);
	ck_assert_ptr_nonnull(strstr((char *)out.p, "statement_id=65|"));
	ck_assert_ptr_null(strstr((char *)out.p, "executions"));

	/* The last one runs into the product section, whose bytes it takes for its own. */
	put_u16(b.p + at + 618 + 58, 49);
	decode(buf_span(&b), NULL);
	ck_assert_uint_eq(ev.nnotes, 2);
	ck_assert_str_eq(ev.note[0], "member of a section runs past its end");
	ck_assert(ev.section[1].inside && ev.section[1].layout != NULL);
	put_u16(b.p + at + 618 + 58, 0xFFFF);
	decode(buf_span(&b), NULL);
	ck_assert_str_eq(ev.note[0], "section lies outside the record");
	ck_assert(!ev.section[1].inside && ev.section[1].layout == NULL);
	buf_free(&b);
	buf_free(&out);
}
END_TEST

/* Lengths and offsets inside members that lead out of them: noted, and the rest is there. */
static const struct {
	uint16_t	 ifcid;
	size_t		 length;
	const char	*words, *fields;
} overruns[] = {
	{ 63, 28, "2=001B 4'SELECT", "" },
	{ 90, 18, "0=0013", "" },
	{ 350, 30, "4=00000001 8=8000 20=000B",
	    "total_length=1|statement_kind=dynamic|statement_id=0|ccsid=0" },
	{ 361, 30, "2=001D 24=0005", "authority=0|id_type=0|privilege=0|object_type=0|"
	    "total_length=0" },
	{ 376, 40, "36=FFFF", "function=0|statement_number=0|plan=|token=0000000000000000|"
	    "statement_id=0|statement_kind=0|section_number=0" }
};

START_TEST(overruns_are_noted)
{
	struct buf member = { 0 }, b, out = { 0 };

	buf_fill(&member, 0, overruns[_i].length);
	member_fill(overruns[_i].words, &member);
	b = member_record(overruns[_i].ifcid, buf_span(&member), 1);
	decode(buf_span(&b), NULL);
	ck_assert_uint_eq(ev.nnotes, 1);
	ck_assert_str_eq(ev.note[0], "member of a section runs past its end");
	member_fields(&ev, &out);
	ck_assert_str_eq((char *)out.p, overruns[_i].fields);
	buf_free(&member);
	buf_free(&b);
	buf_free(&out);
}
END_TEST

/* A member shorter than its layout is believed to be: no layout. */
START_TEST(short_members_have_no_layout)
{
	const struct layout_rule *rule = &db2_layouts.rule[_i];
	struct buf member = { 0 }, b;

	buf_fill(&member, 0, rule->least);
	put_u16(member.p, rule->begins);
	b = member_record(rule->record, buf_span(&member), rule->section);
	if (rule->section == 1) {
		decode(buf_span(&b), NULL);
		ck_assert_ptr_eq(ev.section[1].layout, &rule->layout);
	}
	buf_free(&b);
	member.n--;
	b = member_record(rule->record, buf_span(&member), 1);
	decode(buf_span(&b), NULL);
	ck_assert_ptr_null(ev.section[1].layout);
	buf_free(&b);
	buf_free(&member);
}
END_TEST

/* Members that begin differently have no layout in common. */
START_TEST(mixed_members_have_no_layout)
{
	struct buf member = { 0 }, b;

	buf_fill(&member, 0, 64);
	member_fill("0'CT 2'DSNTEP2", &member);
	b = member_record(30, buf_span(&member), 3);
	decode(buf_span(&b), NULL);
	ck_assert_str_eq(ev.section[1].layout->label, "edm_plan");
	b.p[ev.section[1].offset + 2 * 64] = 0xC4;
	decode(buf_span(&b), NULL);
	ck_assert_ptr_null(ev.section[1].layout);
	ck_assert_uint_eq(ev.nnotes, 0);
	buf_free(&member);
	buf_free(&b);
}
END_TEST

START_TEST(user_s_layouts_are_taken)
{
	static const char text[] =
	    "63\t1\t0\t4\thex\tMINE\tmine\n"
	    "20\t1\t0\t2\tcounted\tTEXT\ttext\n"
	    "20\t1\t+1\t0\ttext\tREMAINS\tremains\n";
	struct buf member = { 0 }, b, out = { 0 };
	struct diag d = { .least = DIAG_FAIL };
	struct layouts *users = layouts_parse(span_of(text, sizeof(text) - 1), "f", &d);

	ck_assert_ptr_nonnull(users);
	buf_fill(&member, 0, 16);
	member_fill("0=0002 2'AB 5'C_D", &member);
	b = member_record(20, buf_span(&member), 1);
	decode(buf_span(&b), NULL);
	ck_assert_ptr_null(ev.section[1].layout);
	decode(buf_span(&b), users);
	member_fields(&ev, &out);
	ck_assert_str_eq((char *)out.p, "text=AB|remains=C D");
	buf_free(&b);
	b = member_record(63, buf_span(&member), 1);
	decode(buf_span(&b), users);
	member_fields(&ev, &out);
	ck_assert_str_eq((char *)out.p, "mine=0002C1C2");
	layouts_free(users);
	buf_free(&member);
	buf_free(&b);
	buf_free(&out);
}
END_TEST

/* Cut and turned over at every byte: bounds hold, and every form is written. */
START_TEST(damage_at_every_byte)
{
	struct style style = { .codepage = &codepage_1047 };
	struct buf b, out = { 0 };
	size_t i, k, at;

	b = varying_record(&at);
	for (i = 0; i < 2 * b.n; i += 1 + (size_t)(getenv("QUICK") != NULL) * 6) {
		if (i >= b.n)
			b.p[i - b.n] ^= 0xFF;
		decode(span_of(b.p, i < b.n ? i : b.n), NULL);
		for (k = 0; formats[k] != NULL; k++) {
			buf_clear(&out);
			formats[k]->render(&ev, &style, &out);
		}
		if (i >= b.n)
			b.p[i - b.n] ^= 0xFF;
	}
	buf_free(&b);
	buf_free(&out);
}
END_TEST

Suite *
members_suite(void)
{
	Suite *s = suite_create("members");
	TCase *t = tcase_create("members");

	tcase_add_test(t, members_of_varying_length);
	tcase_add_loop_test(t, overruns_are_noted, 0, sizeof(overruns) / sizeof(overruns[0]));
	tcase_add_loop_test(t, short_members_have_no_layout, 0, (int)db2_layouts.rules);
	tcase_add_test(t, mixed_members_have_no_layout);
	tcase_add_test(t, user_s_layouts_are_taken);
	tcase_add_test(t, damage_at_every_byte);
	suite_add_tcase(s, t);
	return s;
}
