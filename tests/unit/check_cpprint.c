/* check_cpprint.c - CP trace entries out of hexadecimal prints */
#include <check.h>
#include <string.h>

#include "ztrace/cpintake.h"
#include "ztrace/ebcdic.h"

#include "cp_read.h"

#define HEAD	"2005-05-01T22:10:56.825094Z   0 0A00 run user                "
#define TAIL	" zero=00000000 text='RUN ' vmdbk=0123F000 psw=03EC1000 80001234\n"
#define LONG	HEAD " zero=0000000000000000 text='....RUN ' vmdbk=000000010123F000" \
		" psw=0705C00180000000 0000000000012340 0000000000000007\n"
#define RELATIVE "+03:39:27.104774              0 0A00 run user                " TAIL

static const struct print_case {
	const char	*what, *in, *lines, *words;
} cases[] = {
	{ "offset and words", " 000000   7400310D 2130666C  00000A00 00000000   D9E4D540 0123F000"
	    "  03EC1000 80001234   *................RUN ..0..... ....*\n", RELATIVE, "" },
	{ "address, offset and words",
	    "022480F8 000000   7580BCF2 310D2130  666CA5F0 00000A00   00000000 00000000  00000000"
	    " D9E4D540   *text*\n"
	    "02248118 000020   00000001 0123F000  0705C001 80000000   00000000 00012340  00000000"
	    " 00000007   *text*\n"
	    "02248138 000040   7400310D 2130666C  00000A00 00000000   D9E4D540 0123F000  03EC1000"
	    " 80001234   *text*\n", LONG HEAD TAIL, "" },
	{ "address, short offset and words",
	    "R02248118 +0020  7400310D 2130666C\nnothing\n"
	    "R02248118 0020   7400310D 2130666C 00000A00 00000000 D9E4D540 0123F000 03EC1000"
	    " 80001234   *text*\n", RELATIVE, "" },
	{ "address and words, four a line",
	    "01234000  7580BCF2 310D2130 666CA5F0 00000A00  *....*\n"
	    "01234010  00000000 00000000 00000000 D9E4D540  *....*\n"
	    "01234020  00000001 0123F000 0705C001 80000000  *....*\n"
	    "01234030  00000000 00012340 00000000 00000007  *....*\n", LONG, "" },
	{ "address, offset of 8 digits, and eight words",
	    "01234000 00000000 7580BCF2 310D2130 666CA5F0 00000A00 00000000 00000000 00000000"
	    " D9E4D540 *................*\n"
	    "01234020 00000020 00000001 0123F000 0705C001 80000000 00000000 00012340 00000000"
	    " 00000007 *................*\n"
	    "01234040 00000040 7400310D 2130666C 00000A00 00000000\n"
	    "01234050 00000050 D9E4D540 0123F000 03EC1000 80001234\n", LONG HEAD TAIL, "" },
	{ "address, offset of 8 digits, and four words",
	    "00001000 00000000  7580BCF2 310D2130 666CA5F0 00000A00  |....|\n"
	    "00001010 00000010  00000000 00000000 00000000 D9E4D540  |....|\n"
	    "00001020 00000020  00000001 0123F000 0705C001 80000000  |....|\n"
	    "00001030 00000030  00000000 00012340 00000000 00000007  |....|\n", LONG, "" },
	{ "address, marked offset, and words",
	    "01234000 +00   7580BCF2 310D2130 666CA5F0 00000A00 00000000 00000000 00000000"
	    " D9E4D540 *text*\n"
	    "01234020 +20   00000001 0123F000 0705C001 80000000 00000000 00012340 00000000"
	    " 00000007 *text*\n", LONG, "" },
	{ "one address and marked offsets",
	    "01234000+0000  7580BCF2 310D2130 666CA5F0 00000A00 00000000 00000000 00000000"
	    " D9E4D540 *text*\n"
	    "01234000+0020  00000001 0123F000 0705C001 80000000 00000000 00012340 00000000"
	    " 00000007 *text*\n", LONG, "" },
	{ "a small address and eight words",
	    "00001000  7580BCF2 310D2130 666CA5F0 00000A00 00000000 00000000 00000000 D9E4D540\n"
	    "00001020  00000001 0123F000 0705C001 80000000 00000000 00012340 00000000 00000007\n",
	    LONG, "" },
	{ "an address and doublewords",
	    "0000000000123000:  7580bcf2310d2130 666ca5f000000a00   u..2..0..\n"
	    "0000000000123010:  0000000000000000 00000000d9e4d540   .........\n"
	    "0000000000123020:  000000010123f000 0705c00180000000   .........\n"
	    "0000000000123030:  0000000000012340 0000000000000007   .........\n", LONG, "" },
	{ "an address and doublewords, all in halves",
	    "00000000_00123000:  7580bcf2_310d2130 666ca5f0_00000a00   u.2..0..\n"
	    "00000000_00123010:  00000000_00000000 00000000_d9e4d540   .........\n"
	    "00000000_00123020:  00000001_0123f000 0705c001_80000000   .........\n"
	    "00000000_00123030:  00000000_00012340 00000000_00000007   .........\n", LONG, "" },
	{ "xxd, with a text that looks like more",
	    "00000000: 7400 310d 2130 666c 0000 0a00 0000 0000  4142 4344 4546\n"
	    "00000010: d9e4 d540 0123 f000 03ec 1000 8000 1234  f0f0\n", RELATIVE, "" },
	{ "xxd, eight bytes a line",
	    "00000000: 7400 310d 2130 666c  t.1.!0fl\n00000008: 0000 0a00 0000 0000  ........\n"
	    "00000010: d9e4 d540 0123 f000  ........\n00000018: 03ec 1000 8000 1234  ........\n",
	    RELATIVE, "" },
	{ "hexdump -C, with lines that are alike",
	    "00000000  74 00 31 0d 21 30 66 6c  00 00 0a 00 00 00 00 00  |t.1.!0fl........|\n"
	    "00000010  d9 e4 d5 40 01 23 f0 00  03 ec 10 00 80 00 12 34  |...@.#.........4|\n"
	    "00000020  00 00 00 00 00 00 00 00  00 00 00 00 00 00 00 00  |................|\n*\n"
	    "00000050  74 00 31 0d 21 30 66 6c  00 00 0a 00 00 00 00 00  |t.1.!0fl........|\n"
	    "00000060  d9 e4 d5 40 01 23 f0 00  03 ec 10 00 80 00 12 34  |...@.#.........4|\n"
	    "00000070\n", RELATIVE RELATIVE, "" },
	{ "digits alone",
	    "7400310d2130666c00000a0000000000d9e4d5400123\nf00003ec100080001234\n",
	    RELATIVE, "" },
	{ "addresses of 64 bits",
	    "00000000_01234000  7580BCF2 310D2130 666CA5F0 00000A00 00000000 00000000 00000000"
	    " D9E4D540 text\n"
	    "00000000_01234020  00000001 0123F000 0705C001 80000000 00000000 00012340 00000000"
	    " 00000007 text\n", LONG, "" },
	{ "lines that are left out because they are alike",
	    "01234000  7400310D 2130666C 00000A00 00000000 D9E4D540 0123F000 03EC1000 "
	    "80001234\n"
	    "01234020  00000000 00000000 00000000 00000000 00000000 00000000 00000000 00000000\n"
	    "          SUPPRESSED LINE(S) SAME AS ABOVE ...\n"
	    "01235000  7400310D 2130666C 00000A00 00000000 D9E4D540 0123F000 03EC1000 80001234\n",
	    RELATIVE RELATIVE, "" },
	{ "missing lines",
	    "000000   7400310D 2130666C  00000A00 00000000   D9E4D540 0123F000  03EC1000 "
	    "80001234\n"
	    "000040   7400310D 2130666C  00000A00 00000000   D9E4D540 0123F000  03EC1000 "
	    "80001234\n",
	    RELATIVE RELATIVE,
	    "line 2: lines of a listing are missing (before offset 000040)\n" },
	{ "an entry cut by the end of its print",
	    "000000   7400310D 2130666C  00000A00 00000000   D9E4D540 0123F000  03EC1000 "
	    "80001234\n"
	    "000000   7400310D 2130666C  00000A00 00000000\n"
	    "000000   7400310D 2130666C  00000A00 00000000   D9E4D540 0123F000  03EC1000 "
	    "80001234\n",
	    RELATIVE RELATIVE, "record 2 at 0x20: entry is cut short (16 of 32 bytes)\n" },
};

START_TEST(prints_are_read)
{
	static const size_t chunks[] = { 4096, 1, 2, 3, 7 };
	const struct print_case *t = &cases[_i];
	struct buf text = { 0 };
	struct cp_got g;
	size_t i, k;

	buf_str(&text, t->in);
	for (k = 0; k < 2; k++) {
		for (i = 0; i < sizeof(chunks) / sizeof(chunks[0]); i++) {
			cp_read(&g, NULL, buf_span(&text), chunks[i], NULL);
			ck_assert_msg(g.wrong == NULL, "%s: %s", t->what, g.wrong);
			ck_assert_str_eq((const char *)g.lines.p, t->lines);
			ck_assert_str_eq((const char *)g.words.p, t->words);
			cp_got_free(&g);
		}
		/* the same in EBCDIC, with its own line ends */
		for (i = 0; i < text.n; i++)
			text.p[i] = text.p[i] == '\n' ? 0x15 :
			    ebcdic_from_ascii((char)text.p[i]);
	}
	buf_free(&text);
}
END_TEST

START_TEST(other_text_is_no_print)
{
	static const char text[] = "Dear all,\nthe trace of last night is at 12345678.\n";
	struct cp_got g;

	ck_assert_int_eq(unwrapper_cp_print.bid((struct head){ span_of(text, strlen(text)),
	    true }), 0);
	cp_read(&g, NULL, span_of(text, strlen(text)), 0, NULL);
	ck_assert_str_eq(g.wrong, "not opened");
	cp_got_free(&g);
}
END_TEST

/* Nobody can tell in which order: that is said, with what helps. */
START_TEST(swapped_groups_are_refused)
{
	static const char text[] =
	    "0000000 0074 0d31 3021 6c66 0000 000a 0000 0000\n"
	    "0000010 e4d9 40d5 2301 00f0 ec03 0010 0080 3412\n0000020\n";
	struct cp_got g;

	cp_read(&g, NULL, span_of(text, strlen(text)), 0, NULL);
	ck_assert_str_eq(g.wrong, "not opened");
	ck_assert_str_eq((const char *)g.words.p, "a print of groups of 2 bytes, which od -x and "
	    "hexdump may have swapped: print it again with xxd or hexdump -C\n");
	cp_got_free(&g);
}
END_TEST

Suite *
cpprint_suite(void)
{
	Suite *s = suite_create("cpprint");
	TCase *t = tcase_create("cpprint");

	tcase_add_loop_test(t, prints_are_read, 0, (int)(sizeof(cases) / sizeof(cases[0])));
	tcase_add_test(t, swapped_groups_are_refused);
	tcase_add_test(t, other_text_is_no_print);
	suite_add_tcase(s, t);
	return s;
}
