/* check_layouts.c - users' layout files: what they say, and printing them */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "dice.h"
#include "oom.h"
#include "said.h"
#include "ztrace/db2.h"
#include "ztrace/layouts.h"

static struct said said;

static struct layouts *
parse(const char *text)
{
	said_start(&said);
	return layouts_parse(span_of(text, strlen(text)), "layouts.tsv", &said.diag);
}

static const char good[] =
    "# what our site needs\r\n"
    "\n"
    "   \t\n"
    "63\t1\t2\t2\tsql-whole\tQW0063ST\ttext\r\n"
    "63\t1\t+0\t2\tcode\tTYPE\ttype\t0x8000=dynamic;16384=static, a=b\n"
    "63\t1\t+10\t2\tccsid\tCCSID\tccsid\t\n"
    "20\t2\t0\t0\thex\t+00\tall\n"
    "20\t1\tC4C2\t4\tsection\tQW0020\tdatabase\n"
    "20\t1\t2\t2\tuint\tDBID\tdbid\n"
    "20\t1\t-\t0x10\tsection\tQW0020\tother\trecalled\n"
    "20\t1\t0x10\t8\ttime\tTIME\ttime";

START_TEST(file_is_understood)
{
	struct layouts *l = parse(good);
	const struct layout_rule *rule;
	const struct field *f;

	said_is(&said, "");
	ck_assert_ptr_nonnull(l);
	ck_assert_uint_eq(l->rules, 4);

	rule = &l->rule[0];
	ck_assert_uint_eq(rule->record, 20);
	ck_assert_uint_eq(rule->section, 1);
	ck_assert_uint_eq(rule->begins, 0);
	ck_assert_uint_eq(rule->least, 16);
	ck_assert_int_eq(rule->evidence, EVIDENCE_RECALLED);
	ck_assert_str_eq(rule->layout.name, "QW0020");
	ck_assert_str_eq(rule->layout.label, "other");
	ck_assert_uint_eq(rule->layout.fields[0].at, 16);
	ck_assert_int_eq(rule->layout.fields[0].kind, FIELD_STCK);
	ck_assert_ptr_null(rule->layout.fields[1].name);

	rule = &l->rule[1];
	ck_assert_uint_eq(rule->begins, 0xC4C2);
	ck_assert_uint_eq(rule->least, 4);
	ck_assert_int_eq(rule->evidence, EVIDENCE_USER);
	ck_assert_str_eq(rule->layout.fields[0].name, "DBID");
	ck_assert_ptr_null(rule->layout.fields[1].name);

	rule = &l->rule[2];
	ck_assert_uint_eq(rule->section, 2);
	ck_assert_uint_eq(rule->layout.fields[0].len, 0);

	rule = &l->rule[3];
	ck_assert_uint_eq(rule->record, 63);
	ck_assert_uint_eq(rule->least, 0);
	ck_assert_str_eq(rule->layout.name, "data");
	f = rule->layout.fields;
	ck_assert_uint_eq(f[0].at, 2);
	ck_assert_int_eq(f[0].kind, FIELD_SQL_WHOLE);
	ck_assert_str_eq(f[0].name, "QW0063ST");
	ck_assert_str_eq(f[0].label, "text");
	ck_assert_uint_eq(f[1].at, FIELD_BEHIND);
	ck_assert_str_eq(field_code(f[1].codes, 0x8000), "dynamic");
	ck_assert_str_eq(field_code(f[1].codes, 0x4000), "static, a=b");
	ck_assert_ptr_null(field_code(f[1].codes, 0));
	ck_assert_uint_eq(f[2].at, FIELD_BEHIND + 10);
	ck_assert_ptr_null(f[3].name);
	layouts_free(l);
}
END_TEST

START_TEST(file_may_be_empty)
{
	struct layouts *l = parse("");

	ck_assert_ptr_nonnull(l);
	ck_assert_uint_eq(l->rules, 0);
	ck_assert_ptr_null(layouts_find(l, 0, 0));
	layouts_free(l);
	l = parse("# nothing");
	ck_assert_ptr_nonnull(l);
	layouts_free(l);
	layouts_free(NULL);
	said_is(&said, "");
}
END_TEST

START_TEST(sizes_are_limited)
{
	struct buf text = { 0 };

	buf_fill(&text, '\n', 16383);
	said_start(&said);
	layouts_free(layouts_parse(buf_span(&text), "f", &said.diag));
	said_is(&said, "");
	buf_char(&text, '\n');
	ck_assert_ptr_null(layouts_parse(buf_span(&text), "f", &said.diag));
	said_is(&said, "f: layout file is larger than 1 MiB or 16384 lines\n");
	buf_clear(&text);
	buf_fill(&text, '#', 1024 * 1024 + 1);
	ck_assert_ptr_null(layouts_parse(buf_span(&text), "f", &said.diag));
	said_is(&said, "f: layout file is larger than 1 MiB or 16384 lines\n");
	ck_assert_ptr_null(layouts_parse(span_of("#\0", 2), "f", &said.diag));
	said_is(&said, "f: layout file is not text (it holds a NUL)\n");
	buf_free(&text);
}
END_TEST

START_TEST(files_are_read)
{
	char path[] = "/tmp/ztrace-layouts-XXXXXX";
	int fd = mkstemp(path);
	struct layouts *l;

	ck_assert_int_ge(fd, 0);
	ck_assert_int_eq(write(fd, good, sizeof(good) - 1), sizeof(good) - 1);
	close(fd);
	said_start(&said);
	l = layouts_load(path, &said.diag);
	ck_assert_ptr_nonnull(l);
	ck_assert_uint_eq(l->rules, 4);
	layouts_free(l);
	unlink(path);
	ck_assert_ptr_null(layouts_load("/nowhere/layouts.tsv", &said.diag));
	said_is(&said, "/nowhere/layouts.tsv: No such file or directory\n");
	ck_assert_ptr_null(layouts_load("/tmp", &said.diag));
	ck_assert_str_eq(said.words, "/tmp: Is a directory\n");
}
END_TEST

START_TEST(each_allocation_may_fail)
{
	bool failed = true, loaded;
	struct layouts *l;
	long n;

	for (n = 0; failed; n++) {
		said_start(&said);
		oom_arm(n);
		l = layouts_parse(span_of(good, sizeof(good) - 1), "f", &said.diag);
		failed = oom_disarm();
		loaded = l != NULL;
		layouts_free(l);
		ck_assert(loaded == !failed);
		said_is(&said, failed ? "out of memory\n" : "");
	}
	ck_assert_int_gt(n, 4);
}
END_TEST

START_TEST(rules_are_found)
{
	struct layouts *l = parse(good);
	const struct layout_rule *first = layouts_find(l, 20, 1), *rule;
	uint8_t member[20] = { 0xC4, 0xC2 };

	ck_assert_ptr_eq(first, &l->rule[0]);
	ck_assert_ptr_eq(layouts_find(l, 20, 2), &l->rule[2]);
	ck_assert_ptr_eq(layouts_find(l, 63, 1), &l->rule[3]);
	ck_assert_ptr_null(layouts_find(l, 63, 2));
	ck_assert_ptr_null(layouts_find(l, 62, 1));
	ck_assert_ptr_null(layouts_find(l, 19, 1));
	ck_assert_ptr_null(layouts_find(l, 65535, 255));

	/* What it begins with decides first, then its length. */
	rule = layouts_fit(l, first, span_of(member, 20));
	ck_assert_str_eq(rule->layout.label, "database");
	ck_assert_ptr_eq(layouts_fit(l, first, span_of(member, 4)), rule);
	ck_assert_ptr_null(layouts_fit(l, first, span_of(member, 3)));
	member[1] = 0;
	ck_assert_str_eq(layouts_fit(l, first, span_of(member, 20))->layout.label, "other");
	ck_assert_ptr_null(layouts_fit(l, first, span_of(member, 15)));
	ck_assert_ptr_null(layouts_fit(l, first, span_of(member, 0)));
	layouts_free(l);
}
END_TEST

START_TEST(user_goes_before_what_is_built_in)
{
	struct layouts *l = parse("63\t1\t0\t2\tuint\tMINE\tmine\n"
	    "90\t1\t-\t0\tsection\tNONE\tnone\n"
	    "30\t1\tC4C2\t0\tsection\tMINE\tmine\n30\t1\t0\t2\ttext\tMINE\tmine\n");
	uint8_t member[64] = { 0 };
	struct span m = span_of(member, sizeof(member));

	ck_assert_ptr_nonnull(l);
	ck_assert_str_eq(db2_section_rule(l, 63, 1, m)->layout.fields->name, "MINE");
	ck_assert_str_eq(db2_section_rule(NULL, 63, 1, m)->layout.fields->name, "QW0063ST");
	ck_assert_str_eq(db2_section_rule(l, 109, 1, m)->layout.name, "QW0109");
	ck_assert_ptr_null(db2_section_rule(l, 63, 2, m));
	/* A section without fields takes a built-in layout away. */
	ck_assert_ptr_null(db2_section_rule(l, 90, 1, m));
	ck_assert_ptr_nonnull(db2_section_rule(NULL, 90, 1, m));
	/* All rules of a section are replaced together. */
	member[0] = 0xC3;
	member[1] = 0xE3;
	ck_assert_ptr_null(db2_section_rule(l, 30, 1, m));
	ck_assert_ptr_nonnull(db2_section_rule(NULL, 30, 1, m));
	ck_assert_ptr_null(db2_section_rule(NULL, 1, 0, m));
	ck_assert_ptr_null(db2_section_rule(NULL, 1, 257, m));
	layouts_free(l);
}
END_TEST

/* Prints, reads that, prints again: the same. */
static void
check_print(const struct layouts *over)
{
	struct buf first = { 0 }, second = { 0 };
	static const struct layouts none = { 0 };
	struct layouts *back;

	layouts_print(over, &db2_layouts, &first);
	said_start(&said);
	back = layouts_parse(buf_span(&first), "print", &said.diag);
	said_is(&said, "");
	ck_assert_ptr_nonnull(back);
	layouts_print(back, &db2_layouts, &second);
	ck_assert(span_equal(buf_span(&first), buf_span(&second)));
	buf_clear(&second);
	layouts_print(NULL, back, &second);
	ck_assert(span_equal(buf_span(&first), buf_span(&second)));
	buf_clear(&second);
	layouts_print(back, &none, &second);
	ck_assert(span_equal(buf_span(&first), buf_span(&second)));
	layouts_free(back);
	buf_free(&first);
	buf_free(&second);
}

static bool
same_codes(const struct code *a, const struct code *b)
{
	if (a == NULL || b == NULL)
		return a == b;
	for (; a->text != NULL && b->text != NULL; a++, b++)
		if (a->value != b->value || strcmp(a->text, b->text) != 0)
			return false;
	return a->text == b->text;
}

START_TEST(built_in_layouts_read_back)
{
	struct buf text = { 0 };
	struct layouts *back;
	size_t i, k;

	layouts_print(NULL, &db2_layouts, &text);
	said_start(&said);
	back = layouts_parse(buf_span(&text), "print", &said.diag);
	ck_assert_ptr_nonnull(back);
	ck_assert_uint_eq(back->rules, db2_layouts.rules);
	for (i = 0; i < back->rules; i++) {
		const struct layout_rule *a = &db2_layouts.rule[i], *b = &back->rule[i];

		ck_assert_uint_eq(a->record, b->record);
		ck_assert_uint_eq(a->section, b->section);
		ck_assert_uint_eq(a->begins, b->begins);
		ck_assert_uint_eq(a->least, b->least);
		ck_assert_int_eq(a->evidence, b->evidence);
		ck_assert_str_eq(a->layout.name, b->layout.name);
		ck_assert_str_eq(a->layout.label, b->layout.label);
		for (k = 0; a->layout.fields[k].name != NULL; k++) {
			const struct field *f = &a->layout.fields[k], *g = &b->layout.fields[k];

			ck_assert_str_eq(f->name, g->name);
			ck_assert_str_eq(f->label, g->label);
			ck_assert(f->at == g->at && f->len == g->len && f->kind == g->kind);
			ck_assert(same_codes(f->codes, g->codes));
		}
		ck_assert_ptr_null(b->layout.fields[k].name);
	}
	layouts_free(back);
	buf_free(&text);
}
END_TEST

START_TEST(prints_read_back)
{
	struct layouts *l = parse(good);

	check_print(NULL);
	check_print(l);
	layouts_free(l);
}
END_TEST

START_TEST(print_shows_the_user_s_in_place)
{
	struct layouts *l = parse("0\t1\t0\t2\tuint\tFIRST\tfirst\n"
	    "63\t1\t0\t2\tuint\tMINE\tmine\n");
	struct buf text = { 0 };

	layouts_print(l, &db2_layouts, &text);
	buf_char(&text, '\0');
	ck_assert_ptr_nonnull(strstr((char *)text.p,
	    "\n\n0\t1\t-\t0\tsection\tdata\tdata\tuser\n0\t1\t0\t2\tuint\tFIRST\tfirst\n\n1\t1\t"));
	ck_assert_ptr_nonnull(strstr((char *)text.p,
	    "\n\n63\t1\t-\t0\tsection\tdata\tdata\tuser\n63\t1\t0\t2\tuint\tMINE\tmine\n\n90\t"));
	ck_assert_ptr_null(strstr((char *)text.p, "QW0063"));
	layouts_free(l);
	buf_free(&text);
}
END_TEST

/* Cut and changed anywhere, a file is understood or refused, with words. */
START_TEST(damage_at_every_byte)
{
	struct dice dice = dice_new();
	char text[sizeof(good)];
	struct layouts *l;
	size_t i;

	for (i = 0; i < sizeof(good); i++) {
		said_start(&said);
		l = layouts_parse(span_of(good, i), "f", &said.diag);
		ck_assert_msg((l != NULL) == (said.n == 0), "cut at %zu: %s", i, said.words);
		layouts_free(l);
		memcpy(text, good, sizeof(good));
		text[i] = (char)dice_below(&dice, 256);
		said_start(&said);
		l = layouts_parse(span_of(text, sizeof(good) - 1), "f", &said.diag);
		ck_assert_msg((l != NULL) == (said.n == 0), "SEED=%llu: byte %zu",
		    (unsigned long long)dice.seed, i);
		if (l != NULL)
			check_print(l);
		layouts_free(l);
	}
}
END_TEST

Suite *
layouts_suite(void)
{
	Suite *s = suite_create("layouts");
	TCase *t = tcase_create("layouts");

	tcase_add_test(t, file_is_understood);
	tcase_add_test(t, file_may_be_empty);
	tcase_add_test(t, sizes_are_limited);
	tcase_add_test(t, files_are_read);
	tcase_add_test(t, each_allocation_may_fail);
	tcase_add_test(t, rules_are_found);
	tcase_add_test(t, user_goes_before_what_is_built_in);
	tcase_add_test(t, built_in_layouts_read_back);
	tcase_add_test(t, prints_read_back);
	tcase_add_test(t, print_shows_the_user_s_in_place);
	tcase_add_test(t, damage_at_every_byte);
	suite_add_tcase(s, t);
	return s;
}
