/* check_cpshow.c - the forms in which trace entries are written */
#include <check.h>
#include <string.h>

#include "ztrace/cpshow.h"
#include "ztrace/cptotal.h"

#include "hex.h"
#include "said.h"

#define TRACE	"7400310D 2130666C 00000A00 00000000 D9E4D540 0123F000 03EC1000 80001234 "
#define OTHER	"7000310D 2130666C 00002234 DEADBEEF "
#define CLASS	"7000310D 2130666C 00000A01 DEADBEEF "

/* One entry of CPU 2, in a form. */
static const struct shown {
	const struct cpformat *format;
	const char	*in;
	bool		 known, guess, saved;
	const char	*out;
} shows[] = {
	{ &cpformat_entries, TRACE, true, false, false, "2005-05-01T22:10:56.825094Z   2 0A00 "
	    "run user                 zero=00000000 text='RUN ' vmdbk=0123F000 psw=03EC1000 "
	    "80001234\n" },
	{ &cpformat_entries, OTHER, true, true, false, "2005-05-01T22:10:56.825094Z?  2 2234 "
	    "-                        DEADBEEF\n" },
	{ &cpformat_entries, CLASS, false, false, false, "+03:39:27.104774              2 0A01 "
	    "run user?                DEADBEEF\n" },
	{ &cpformat_csv, TRACE, true, false, false, "2005-05-01T22:10:56.825094Z,,0,2,0A00,"
	    "run user,0,trace,00000000 D9E4D540 0123F000 03EC1000 80001234\r\n" },
	{ &cpformat_csv, CLASS, false, false, false, ",13167104774,0,2,0A01,run user,1,trace,"
	    "DEADBEEF\r\n" },
	{ &cpformat_json, OTHER, true, true, false, "{\"time\":\"2005-05-01T22:10:56.825094Z\","
	    "\"guess\":true,\"clock\":\"BCF2310D2130666C\",\"cpu\":2,\"code\":\"2234\","
	    "\"form\":\"trace\",\"words\":[\"DEADBEEF\"]}\n" },
	{ &cpformat_json, CLASS, false, false, false, "{\"relative_us\":13167104774,"
	    "\"clock\":\"0000310D2130666C\",\"cpu\":2,\"code\":\"0A01\",\"name\":\"run user\","
	    "\"class_guess\":true,\"form\":\"trace\",\"words\":[\"DEADBEEF\"]}\n" },
	{ &cpformat_json, TRACE, true, false, false, "{\"time\":\"2005-05-01T22:10:56.825094Z\","
	    "\"clock\":\"BCF2310D2130666C\",\"cpu\":2,\"code\":\"0A00\",\"name\":\"run user\","
	    "\"form\":\"trace\",\"words\":[\"00000000\",\"D9E4D540\",\"0123F000\",\"03EC1000\","
	    "\"80001234\"],\"data\":{\"zero\":\"00000000\",\"text\":\"D9E4D540\","
	    "\"vmdbk\":\"0123F000\",\"psw\":\"03EC100080001234\"}}\n" },
	{ &cpformat_trace, OTHER, true, false, false, "{\"ph\":\"M\",\"pid\":1,\"tid\":3,"
	    "\"name\":\"process_name\",\"args\":{\"name\":\"CP\"}},\n{\"ph\":\"M\",\"pid\":1,"
	    "\"tid\":3,\"name\":\"thread_name\",\"args\":{\"name\":\"CPU 2\"}},\n{\"ph\":\"B\","
	    "\"pid\":1,\"tid\":3,\"ts\":1114985456825094,\"name\":\"code 2234\"}" },
};

START_TEST(entries_are_shown)
{
	const struct shown *t = &shows[_i];
	struct buf in = hex_bytes(t->in), out = { 0 };
	struct record rec = {
		.data = buf_span(&in), .cpu = 2, .timed = t->known, .guess = t->guess,
		.tod = UINT64_C(0xBCF2310D2130666C) & (t->known ? UINT64_MAX : 0xFFFFFFFFFFFF)
	};
	struct cpwalk w = cpwalk_of(&rec);
	struct cpshow_time time = { 0 };
	struct cptotal total = { 0 };
	struct cpshow show = { .total = &total };
	struct cpcodes *codes;
	struct said said;

	said_start(&said);
	codes = cpcodes_open(NULL, &said.diag);
	ck_assert(cpwalk_next(&w));
	t->format->entry(&show, &w, cpcodes_find(codes, w.entry.code), &time, &out);
	buf_char(&out, '\0');
	ck_assert_str_eq((const char *)out.p, t->out);
	cpcodes_close(codes);
	cptotal_free(&total);
	buf_free(&in);
	buf_free(&out);
}
END_TEST

/* A saved entry gets its first word back. */
START_TEST(raw_is_whole)
{
	struct buf whole = hex_bytes(TRACE), out = { 0 };
	struct record rec = {
		.data = span_from(buf_span(&whole), 4), .saved = true, .timed = true,
		.tod = UINT64_C(0xBCF2310D2130666C)
	};
	struct cpwalk w = cpwalk_of(&rec);

	ck_assert(cpwalk_next(&w));
	cpformat_raw.entry(NULL, &w, NULL, NULL, &out);
	ck_assert(span_equal(buf_span(&out), buf_span(&whole)));
	buf_free(&whole);
	buf_free(&out);
}
END_TEST

START_TEST(totals_add_up)
{
	struct cpcodes *codes;
	struct cptotal total = { 0 };
	struct cpshow show = { .total = &total };
	struct cptime t = { .known = true };
	struct buf out = { 0 };
	struct said said;
	uint64_t i, second = UINT64_C(1000000) << 12;

	said_start(&said);
	show.codes = codes = cpcodes_open(NULL, &said.diag);
	cpformat_summary.end(&show, &out);
	for (i = 0; i < 5000; i++) {
		t.tod = UINT64_C(0xBCF2310D2130666C) + (i << 16) + (i > 100 ? second : 0);
		cptotal_add(&total, &t, i % 2 == 0 ? 0x0A00 : (uint16_t)(0x3000 + i), i % 2);
	}
	t.tod -= 1 << 20;
	cptotal_add(&total, &t, 0x0A01, 0);
	cpformat_summary.end(&show, &out);
	buf_char(&out, '\0');
	ck_assert_ptr_nonnull(strstr((const char *)out.p,
	    "entries                0\nentries             5001\n"
	    "first   2005-05-01T22:10:56.825094Z\nlast    2005-05-01T22:10:57.9048"));
	ck_assert_ptr_nonnull(strstr((const char *)out.p,
	    "back                   1 times that the clock went back\n\n"
	    "code  cpu        entries  name\n0A00    0           2500  run user\n"
	    "0A01    0              1  run user?\n3001    1              1  -\n"));
	ck_assert_ptr_nonnull(strstr((const char *)out.p,
	    "longest times without an entry, and the entry before\n"
	    "     1.000016 s  2005-05-01T22:10:56.826694Z\n"
	    "     0.000016 s  2005-05-01T22:10:56.825094Z\n"));
	cptotal_free(&total);
	cpcodes_close(codes);
	buf_free(&out);
}
END_TEST

START_TEST(formats_are_found)
{
	size_t i;

	for (i = 0; cpformats[i] != NULL; i++)
		ck_assert_ptr_eq(cpformat_find(cpformats[i]->format.name), cpformats[i]);
	ck_assert_ptr_null(cpformat_find("dump"));
}
END_TEST

Suite *
cpshow_suite(void)
{
	Suite *s = suite_create("cpshow");
	TCase *t = tcase_create("cpshow");

	tcase_add_loop_test(t, entries_are_shown, 0, (int)(sizeof(shows) / sizeof(shows[0])));
	tcase_add_test(t, raw_is_whole);
	tcase_add_test(t, totals_add_up);
	tcase_add_test(t, formats_are_found);
	suite_add_tcase(s, t);
	return s;
}
