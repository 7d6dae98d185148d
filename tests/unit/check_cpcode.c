/* check_cpcode.c - what trace codes mean, and which entries are wanted */
#include <check.h>
#include <string.h>

#include "ztrace/cpcode.h"
#include "ztrace/cppick.h"

#include "hex.h"
#include "said.h"
#include "temp.h"

static const struct known {
	uint16_t	 code;
	const char	*meaning;	/* NULL: none */
	bool		 guess;
	size_t		 words;
} knowns[] = {
	{ 0x0A00, "run user", false, 4 },
	{ 0x0A01, "run user", true, 0 },
	{ 0x0200, "SVC interruption", false, 4 },
	{ 0x02FF, "SVC interruption", true, 0 },
	{ 0x0D91, "virtual start I/O fast", false, 4 },
	{ 0x7F00, "installation", false, 0 },
	{ 0x7FFF, "installation", false, 0 },
	{ 0x7EFF, NULL, false, 0 },
	{ 0xC0AB, "VICOM", false, 0 },
	{ 0x0000, NULL, false, 0 },
	{ 0xFFFF, NULL, false, 0 },
};

START_TEST(built_in_codes)
{
	const struct known *t = &knowns[_i];
	struct cpcodes *c;
	const struct cpname *n;
	struct said said;

	said_start(&said);
	c = cpcodes_open(NULL, &said.diag);
	ck_assert_ptr_nonnull(c);
	n = cpcodes_find(c, t->code);
	ck_assert_int_eq(n != NULL, t->meaning != NULL);
	if (n != NULL) {
		ck_assert_str_eq(n->row.meaning, t->meaning);
		ck_assert_int_eq(n->guess, t->guess);
		ck_assert_uint_eq(n->words, t->words);
	}
	cpcodes_close(c);
}
END_TEST

/* Every row is one, is found, and its words are in order and within an entry. */
START_TEST(the_table_is_sound)
{
	uint16_t low, high, mask;
	struct cpcodes *c;
	struct said said;
	const struct cpname *n;
	size_t i, k, at;

	said_start(&said);
	c = cpcodes_open(NULL, &said.diag);
	for (i = 0; i < cpcodes_built_in_count; i++) {
		const char *code = cpcodes_built_in[i].code;

		ck_assert_msg(cpcode_range(code, strlen(code), &low, &high, &mask), "%s", code);
		n = cpcodes_find(c, high);
		ck_assert_ptr_nonnull(n);
		for (k = 0, at = 0; k < n->words; k++) {
			ck_assert_uint_ge(n->word[k].first, at);
			at = (size_t)n->word[k].first + n->word[k].count;
			ck_assert_uint_le(at, CPCODE_WORDS);
		}
	}
	cpcodes_close(c);
}
END_TEST

/* A user's list adds and replaces; what is printed is read again. */
START_TEST(users_codes)
{
	static const char list[] = "# mine\ncode\tmeaning\twords\tsource\tcertainty\n"
	    "7F01\tmy \"own\"\t0C first one; 10-14 both=; 20 outside; as 0D90\there\tcertain\r\n"
	    "0Axx\tclass\t-\t-\tinferred for z/VM\n0A00\trun\n\n";
	struct buf printed = { 0 };
	const struct cpname *n;
	struct cpcodes *c, *again;
	struct said said;
	struct temp temp;

	said_start(&said);
	temp_begin(&temp);
	c = cpcodes_open(temp_put(&temp, "list", span_of(list, strlen(list))), &said.diag);
	said_is(&said, "");
	n = cpcodes_find(c, 0x7F01);
	ck_assert_str_eq(n->row.meaning, "my \"own\"");
	ck_assert_uint_eq(n->words, 2);
	ck_assert_str_eq(n->word[0].label, "first_one");
	ck_assert_str_eq(n->word[1].label, "both_");
	ck_assert_uint_eq(n->word[1].first, 1);
	ck_assert_uint_eq(n->word[1].count, 2);
	ck_assert_str_eq(cpcodes_find(c, 0x7F02)->row.meaning, "installation");
	ck_assert_str_eq(cpcodes_find(c, 0x0A77)->row.meaning, "class");
	ck_assert(cpcodes_find(c, 0x0A77)->guess);
	ck_assert_str_eq(cpcodes_find(c, 0x0A00)->row.meaning, "run");
	cpcodes_print(c, &printed);
	again = cpcodes_open(temp_put(&temp, "printed", buf_span(&printed)), &said.diag);
	said_is(&said, "");
	ck_assert_str_eq(cpcodes_find(again, 0x7F01)->row.meaning, "my \"own\"");
	ck_assert_str_eq(cpcodes_find(again, 0x0A00)->row.meaning, "run");
	cpcodes_close(again);
	cpcodes_close(c);
	buf_free(&printed);
	temp_end(&temp);
}
END_TEST

static const char *const wrong_lists[] = {
	"0A0\tshort\n", "0A000\tlong\n", "0A00\n", "7FFF-7F00\tturned\n", "0Axx-0Bxx\tboth\n",
	"run user\n"
};

START_TEST(wrong_lists_are_told)
{
	struct buf text = { 0 };
	struct said said;
	struct temp temp;

	said_start(&said);
	temp_begin(&temp);
	buf_str(&text, "0A00\tfine\n");
	buf_str(&text, wrong_lists[_i]);
	ck_assert_ptr_null(cpcodes_open(temp_put(&temp, "list", buf_span(&text)), &said.diag));
	ck_assert_ptr_nonnull(strstr(said.words, "list: line 2: no row of a list of codes (code, "
	    "meaning, words, source, certainty; tabs between them)\n"));
	buf_free(&text);
	temp_end(&temp);
	said_start(&said);
	ck_assert_ptr_null(cpcodes_open("/nowhere/list", &said.diag));
	said_is(&said, "/nowhere/list: cannot open: No such file or directory\n");
}
END_TEST

static const char entry[] = "7400310D 2130666C 00020A00 00000000 D9E4D540 0123F000 03EC1000 "
    "80001234";

/* One condition each, against that entry of CPU 2 at 22:10:56.825094. */
static const struct pick_case {
	const char     *(*add)(void *, const char *);
	const char	*arg;
	enum account	 account;	/* ACCOUNTS: it passes */
	const char	*words;		/* what is wrong with the argument; NULL: nothing */
} picks[] = {
#define NOT_A_TIME "not a time (like 2026-01-31T23:59:00Z, or +01:02:03.5)"
	{ cppick_add_codes, "0A00", ACCOUNTS, NULL },
	{ cppick_add_codes, "0axx", ACCOUNTS, NULL },
	{ cppick_add_codes, "xxx0,7F00", ACCOUNTS, NULL },
	{ cppick_add_codes, "0200-0A00", ACCOUNTS, NULL },
	{ cppick_add_codes, "0A01-FFFF,0200", CP_LEFT_CODE, NULL },
	{ cppick_add_codes, "0Bxx", CP_LEFT_CODE, NULL },
	{ cppick_add_codes, "0A", 0, "not a list of trace codes (like 0A00,0Dxx,7F00-7FFF)" },
	{ cppick_add_codes, "", 0, "not a list of trace codes (like 0A00,0Dxx,7F00-7FFF)" },
	{ cppick_add_codes, "0A00,", 0, "not a list of trace codes (like 0A00,0Dxx,7F00-7FFF)" },
	{ cppick_add_cpus, "0-2", ACCOUNTS, NULL },
	{ cppick_add_cpus, "0,1,3", CP_LEFT_CPU, NULL },
	{ cppick_add_cpus, "65536", 0, "not a list of CPU numbers (like 0,2,4-7)" },
	{ cppick_add_cpus, "3-2", 0, "not a list of CPU numbers (like 0,2,4-7)" },
	{ cppick_add_cpus, "2x", 0, "not a list of CPU numbers (like 0,2,4-7)" },
	{ cppick_set_since, "2005-05-01T22:10:56.825094Z", ACCOUNTS, NULL },
	{ cppick_set_since, "2005-05-01T22:10:56.825095Z", CP_LEFT_TIME, NULL },
	{ cppick_set_until, "2005-05-01T22:10:56.825095Z", ACCOUNTS, NULL },
	{ cppick_set_until, "2005-05-01T22:10:56.825094Z", CP_LEFT_TIME, NULL },
	{ cppick_set_since, "yesterday", 0, NOT_A_TIME },
	{ cppick_set_since, "+1:2", 0, NOT_A_TIME },
	{ cppick_set_since, "+1:60:00", 0, NOT_A_TIME },
	{ cppick_set_since, "+1:02:03.5Z", 0, NOT_A_TIME },
	{ cppick_set_since, "+1:02:03", CP_LEFT_TIME, NULL },
	{ cppick_add_word, "2:D9E4D540", ACCOUNTS, NULL },
	{ cppick_add_word, "5:1230/FFF0", ACCOUNTS, NULL },
	{ cppick_add_word, "3:D9E4D540", CP_LEFT_WORD, NULL },
	{ cppick_add_word, "6:0", CP_LEFT_WORD, NULL },
	{ cppick_add_word, "0:0", 0, "not N:HEX or N:HEX/MASK (N from 1 to 16)" },
	{ cppick_add_word, "1:", 0, "not a value of up to 16 hex digits" },
	{ cppick_add_word, "1:00000000000000000", 0, "not a value of up to 16 hex digits" },
	{ cppick_add_word, "1:0/", 0, "not a mask of up to 16 hex digits" },
	{ cppick_add_word, "1:0x", 0, "has something behind its value (HEX or HEX/MASK)" },
	{ cppick_add_any, "123f000", ACCOUNTS, NULL },
	{ cppick_add_any, "123F001", CP_LEFT_WORD, NULL },
};

START_TEST(entries_are_picked)
{
	const struct pick_case *t = &picks[_i];
	struct buf in = hex_bytes(entry);
	struct record rec = {
		.data = buf_span(&in), .operand = true, .timed = true, .entries = 1,
		.tod = UINT64_C(0xBCF2310D2130666C)
	};
	struct cpwalk w = cpwalk_of(&rec);
	struct cppick p = { 0 };
	const char *wrong;

	ck_assert(cppick_all(&p));
	ck_assert(cpwalk_next(&w));
	ck_assert_int_eq(cppick_account(&p, &w), ACCOUNTS);
	wrong = t->add(&p, t->arg);
	if (t->words != NULL) {
		ck_assert_ptr_nonnull(wrong);
		ck_assert_str_eq(wrong, t->words);
	} else {
		ck_assert_ptr_null(wrong);
		ck_assert(!cppick_all(&p));
		ck_assert_int_eq(cppick_account(&p, &w), t->account);
		/* a relative time fits no limit that is none */
		w.time.known = false;
		if (p.by_since || p.by_until)
			ck_assert_int_eq(cppick_account(&p, &w),
			    p.since.relative ? ACCOUNTS : CP_LEFT_TIME);
		else
			ck_assert_int_eq(cppick_account(&p, &w), t->account);
	}
	buf_free(&in);
}
END_TEST

/* Hours, minutes, seconds and their parts. */
START_TEST(relative_times_are_read)
{
	static const struct {
		const char	*text;
		uint64_t	us;
	} t[] = {
		{ "+00:00:00", 0 }, { "+1:02:03", 3723000000 }, { "+19:05:19.476735", 68719476735 },
		{ "+00:00:00.5", 500000 }, { "+00:00:00.1234567", 123456 },
		{ "+100:00:00", 360000000000 },
	};
	struct cppick p = { 0 };
	size_t i;

	for (i = 0; i < sizeof(t) / sizeof(t[0]); i++) {
		ck_assert_ptr_null(cppick_set_until(&p, t[i].text));
		ck_assert_uint_eq(p.until.us, t[i].us);
		ck_assert(p.until.relative);
	}
}
END_TEST

Suite *
cpcode_suite(void)
{
	Suite *s = suite_create("cpcode");
	TCase *t = tcase_create("cpcode");

	tcase_add_loop_test(t, built_in_codes, 0, (int)(sizeof(knowns) / sizeof(knowns[0])));
	tcase_add_test(t, the_table_is_sound);
	tcase_add_test(t, users_codes);
	tcase_add_loop_test(t, wrong_lists_are_told, 0,
	    (int)(sizeof(wrong_lists) / sizeof(wrong_lists[0])));
	tcase_add_test(t, relative_times_are_read);
	tcase_add_loop_test(t, entries_are_picked, 0, (int)(sizeof(picks) / sizeof(picks[0])));
	suite_add_tcase(s, t);
	return s;
}
