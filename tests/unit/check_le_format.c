/* check_le_format.c - what reports say, and what is selected */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "le_run.h"
#include "make_le.h"
#include "oom.h"
#include "ztrace/hex.h"
#include "ztrace/le_names.h"

static struct le_run run;
static struct buf entries;
static uint64_t now;

static void
set_up(void)
{
	memset(&run, 0, sizeof(run));
	run.forced = &container_le_raw;
	run.quiet = true;
	entries = (struct buf){ 0 };
	now = LE_MADE_TIME;
}

static void
tear_down(void)
{
	le_run_free(&run);
	buf_free(&entries);
}

/* A call that takes 5 microseconds; the return is "R15=...". */
static void
call(const char *function, const char *operator, const char *result)
{
	struct le_made m = { .us = now, .thread = UINT64_C(0x21DEC83000000000),
	    .type = LE_BASE_CALL };
	struct buf text = { 0 };

	buf_printf(&text, "-->(001) %s", function);
	(void)buf_char(&text, '\0');
	le_make_call(&entries, m, "main", (const char *)text.p, operator);
	buf_clear(&text);
	buf_printf(&text, "<--(001) %s ERRNO=00000000", result);
	(void)buf_char(&text, '\0');
	m.us += 5;
	m.type = LE_BASE_RETURN;
	le_make_return(&entries, m, (const char *)text.p);
	buf_free(&text);
	now += 1000;
}

static void
run_as(const struct le_format *to)
{
	run.to = to;
	le_run(&run, buf_span(&entries));
	ck_assert_msg(run.wrong == NULL, "%s: %s", run.wrong, run.words.p);
}

static void
says(const char *text)
{
	ck_assert_msg(strstr((const char *)run.out.p, text) != NULL,
	    "no \"%s\" in \"%s\"", text, (const char *)run.out.p);
}

static void
silent(const char *text)
{
	ck_assert_msg(strstr((const char *)run.out.p, text) == NULL,
	    "\"%s\" in \"%s\"", text, (const char *)run.out.p);
}

START_TEST(heap_lives_and_dies)
{
	call("malloc(100)", "", "R15=24000100");
	call("calloc(10,0x20)", "", "R15=24000200");
	call("realloc(0x24000100,500)", "", "R15=24000300");
	call("realloc(0,7)", "", "R15=24000400");
	call("free(0x24000200)", "", "R15=00000000");
	call("free(0x00000000)", "", "R15=00000000");
	call("malloc(5)", "", "R15=00000000");
	call("malloc(0)", "", "R15=00000000");
	call("realloc(0x24000400,99)", "", "R15=00000000");
	run_as(&le_format_heap);
	says("allocated: 4 blocks, 927 bytes; freed: 2; without success: 2\n");
	says("not freed as far as the table goes: 2\n");
	says("24000300         500  21DEC83000000000  main -> realloc(0x24000100,500)\n");
	says("24000400           7  21DEC83000000000  main -> realloc(0,7)\n");
	silent("24000200");
	silent("to look at");
}
END_TEST

START_TEST(heap_oddities)
{
	call("malloc(8)", "new", "R15=24000100");
	call("free(0x24000100)", "delete[]", "R15=00000000");
	call("free(0x24000100)", "delete", "R15=00000000");
	call("free(0x25000000)", "", "R15=00000000");
	call("free(0x25000000)", "", "R15=00000000");
	call("malloc(8)", "new[]", "R15=24000200");
	call("free(0x24000200)", "delete[]", "R15=00000000");
	call("malloc(8)", "", "R15=24000300");
	call("free(0x24000300)", "delete", "R15=00000000");
	call("malloc(8)", "new", "R15=24000400");
	call("free(0x24000400)", "", "R15=00000000");
	run_as(&le_format_heap);
	says("24000100  freed by another kind of operator: main -> free(0x24000100) [delete[]], "
	    "allocated by main -> malloc(8) [new]\n");
	says("24000100  freed twice: main -> free(0x24000100) [delete]\n");
	says("25000000  allocated before the table begins, or never: main -> free(0x25000000)\n");
	says("25000000  freed twice: main -> free(0x25000000)\n");
	silent("24000200");
	says("24000300  freed by another kind of operator: main -> free(0x24000300) [delete], "
	    "allocated by main -> malloc(8)\n");
	says("24000400  freed by another kind of operator: main -> free(0x24000400), allocated by "
	    "main -> malloc(8) [new]\n");
	silent("not freed");
}
END_TEST

START_TEST(summary_has_the_median)
{
	uint64_t i;

	for (i = 0; i < 4; i++) {
		call("read()", "", i == 0 ? "R15=FFFFFFFF" : "R15=00000001");
		put_u64(entries.p + entries.n - LE_SIZE,
		    (now - 1000 + i * i * 10) << 12);
	}
	run_as(&le_format_summary);
	says("         4         0.140       0.000       0.025       0.090"
	    "       1       0  read\n");
}
END_TEST

/* Fields with commas and quotes, and a caller that could end a line of JSON. */
START_TEST(odd_names)
{
	call("calloc(1,2)", "", "R15=24000100");
	entries.p[LE_AREA] = 0x7f;	/* a quote */
	entries.p[LE_AREA + 1] = 0x15;
	run_as(&le_format_csv);
	says("call,2005-05-01T22:10:56.799195Z,5,21DEC83000000000,1,0,\"\"\".in\",calloc,\"1,2\",,"
	    "001,24000100,false,0,,,first,,,,,03,00000001,,000000,000080,,\r\n");
	run_as(&le_format_json);
	says("\"caller\":\"\\\".in\",\"function\":\"calloc\",\"parameters\":\"1,2\"");
	run_as(&le_format_trace);
	says("\"name\":\"calloc\",\"args\":{\"caller\":\"\\\".in\",\"parameters\":\"1,2\",");
}
END_TEST

START_TEST(every_name_is_found)
{
	size_t i;

	for (i = 0; le_formats[i] != NULL; i++)
		ck_assert_ptr_eq(le_format_find(le_formats[i]->form.name),
		    le_formats[i]);
	ck_assert_uint_eq(i, 11);
	ck_assert_ptr_null(le_format_find("call"));
}
END_TEST

static const struct {
	const char	*text;
	uint64_t	 us;		/* UINT64_MAX: no such time */
} times[] = {
	{ "5us", 5 }, { "1.5us", 2 }, { "10ms", 10000 }, { "1.5s", 1500000 }, { "0s", 0 },
	{ "5", UINT64_MAX }, { "ms", UINT64_MAX }, { "-1s", UINT64_MAX }, { "1h", UINT64_MAX },
	{ "1e99s", UINT64_MAX }, { "", UINT64_MAX }, { "infs", UINT64_MAX }, { "1ss", UINT64_MAX }
};

START_TEST(slower_than)
{
	struct le_select s = { 0 };
	const char *wrong = le_select_slower(&s, times[_i].text);

	ck_assert_int_eq(wrong == NULL, times[_i].us != UINT64_MAX);
	ck_assert_int_eq(s.by_slower, times[_i].us != UINT64_MAX);
	if (wrong == NULL)
		ck_assert_uint_eq(s.slower, times[_i].us);
}
END_TEST

START_TEST(selection)
{
	int i;

	call("open()", "", "R15=00000001");
	call("read()", "", "R15=FFFFFFFF");
	call("pthread_join()", "", "R15=00000001");
	ck_assert_ptr_null(le_select_function(&run.select, "pthread_*"));
	ck_assert_ptr_null(le_select_function(&run.select, "op?n"));
	run_as(&le_format_calls);
	ck_assert_uint_eq(run.n, 2);
	ck_assert_uint_eq(run.ledger.n[FILTERED_FUNCTION], 1);
	ck_assert_ptr_null(le_select_thread(&run.select, "21dec8"));
	ck_assert_ptr_null(le_select_thread(&run.select, "99"));
	run_as(&le_format_calls);
	ck_assert_uint_eq(run.n, 2);
	run.select.thread[0] = "21DEC831";
	run_as(&le_format_calls);
	ck_assert_uint_eq(run.n, 0);
	ck_assert_uint_eq(run.ledger.n[FILTERED_THREAD], 3);
	for (i = 2; i < LE_SELECT_MOST; i++)
		ck_assert_ptr_null(le_select_thread(&run.select, "0"));
	ck_assert_ptr_nonnull(le_select_thread(&run.select, "0"));
	ck_assert_ptr_nonnull(le_select_thread(&run.select,
	    "12345678901234567"));
	ck_assert_ptr_nonnull(le_select_thread(&run.select, ""));
	run.select = (struct le_select){ 0 };
	ck_assert_ptr_null(le_select_since(&run.select,
	    "2005-05-01T22:10:56.800195Z"));
	run_as(&le_format_calls);
	ck_assert_uint_eq(run.n, 2);
	ck_assert_ptr_null(le_select_until(&run.select,
	    "2005-05-01T22:10:56.801195Z"));
	run_as(&le_format_calls);
	ck_assert_uint_eq(run.n, 1);
	ck_assert_uint_eq(run.ledger.n[FILTERED_SPAN], 2);
}
END_TEST

/* Digits eight at a time are as one by one, for every byte in every place. */
START_TEST(digits)
{
	uint8_t text[8], ebcdic[8];
	char wanted[9];
	uint64_t odd;
	uint32_t value;
	int i, b;

	for (i = 0; i < 8; i++) {
		for (b = 0; b < 256; b++) {
			memset(ebcdic, 0xf3, sizeof(ebcdic));
			ebcdic[i] = (uint8_t)b;
			odd = 0;
			value = hex_ebcdic(hex_bytes(ebcdic), &odd);
			ck_assert_msg((odd == 0) ==
			    ((b >= 0xf0 && b <= 0xf9) ||
			    (b >= 0xc1 && b <= 0xc6)), "EBCDIC %02X", b);
			if (odd == 0)
				ck_assert_uint_eq(value,
				    (0x33333333 & ~(UINT32_C(15) << 4 * (7 - i))) |
				    (b >= 0xf0 ? (unsigned)b - 0xf0 :
				    (unsigned)b - 0xc1 + 10) << 4 * (7 - i));
		}
	}
	for (i = 0; i < 32; i++) {
		put_u64(text, hex_digits(UINT32_C(0xFEDCBA98) >> i));
		(void)snprintf(wanted, sizeof(wanted), "%08X", UINT32_C(0xFEDCBA98) >> i);
		ck_assert_mem_eq(text, wanted, 8);
	}
}
END_TEST

START_TEST(names_have_numbers)
{
	struct le_names names = { 0 };
	uint8_t text[4];
	uint32_t i;

	for (i = 0; i < 1000; i++) {
		put_u32(text, i);
		ck_assert_uint_eq(le_name_get(&names, span_of(text, 4)), i);
	}
	ck_assert_uint_eq(le_name_get(&names, (struct span){ 0 }), 1000);
	for (i = 0; i < 1000; i++) {
		put_u32(text, i);
		ck_assert_uint_eq(le_name_get(&names, span_of(text, 4)), i);
		ck_assert(span_equal(le_name_text(&names, i),
		    span_of(text, 4)));
	}
	ck_assert_uint_eq(names.n, 1001);
	le_names_free(&names);
}
END_TEST

/* Each allocation fails once: it is said, and nothing is lost. */
START_TEST(out_of_memory)
{
	struct dice d = { .state = 7 };
	struct buf print = { 0 };
	const struct le_print form = { .indent = 4, .recent = 20 * LE_SIZE };
	bool failed = true;
	long n;

	le_make_run(&d, 60, &entries);
	le_print_table(&print_styles[0], &form, buf_span(&entries), &print);
	run.to = le_formats[_i];
	run.forced = &container_le_listing;
	for (n = 0; failed; n++) {
		oom_arm(n);
		le_run(&run, buf_span(&print));
		failed = oom_disarm();
		ck_assert_msg(run.status == failed || run.wrong != NULL,
		    "allocation %ld: status %d", n, run.status);
		if (n % 4 == 0)
			le_run_free(&run);
		if (n % 4 == 0)
			run = (struct le_run){ .to = le_formats[_i],
			    .forced = &container_le_listing, .quiet = true };
	}
	ck_assert_int_gt(n, 5);
	buf_free(&print);
}
END_TEST

#define ROWS(table) (int)(sizeof(table) / sizeof((table)[0]))

Suite *
le_format_suite(void)
{
	Suite *s = suite_create("le_format");
	TCase *t = tcase_create("le_format");

	tcase_add_checked_fixture(t, set_up, tear_down);
	tcase_add_test(t, heap_lives_and_dies);
	tcase_add_test(t, heap_oddities);
	tcase_add_test(t, summary_has_the_median);
	tcase_add_test(t, odd_names);
	tcase_add_test(t, every_name_is_found);
	tcase_add_loop_test(t, slower_than, 0, ROWS(times));
	tcase_add_test(t, selection);
	tcase_add_test(t, digits);
	tcase_add_test(t, names_have_numbers);
	tcase_add_loop_test(t, out_of_memory, 0, 11);
	suite_add_tcase(s, t);
	return s;
}
