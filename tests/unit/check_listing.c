/* check_listing.c - records out of prints of every kind */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "container_case.h"
#include "gather.h"
#include "hex.h"
#include "make_container.h"
#include "make_gtf.h"
#include "make_listing.h"
#include "ztrace/container.h"

/* A trace with records of all kinds, and one with equal lines at its middle and its end. */
static void
make_records(struct buf *trace)
{
	struct maker m = maker_of(7);
	size_t at;

	make_trace(&m, trace, NULL, 5);
	make_foreign(&m, trace, 0xEF6C, 240);
	at = trace->n;
	make_foreign(&m, trace, 0xEF6C, 240);
	ck_assert(!trace->failed);
	memset(trace->p + at + 60, 0, 140);
	at = trace->n;
	make_foreign(&m, trace, 0xEF6C, 238);
	ck_assert(!trace->failed);
	memset(trace->p + at + 100, 0x40, trace->n - at - 100);
}

static size_t
styles_count(void)
{
	size_t n;

	for (n = 0; print_styles[n].name != NULL; n++)
		;
	return n;
}

/* What is said of a print in order: only that IDCAMS leaves the RDWs out. */
static void
check_words(const struct print_style *style, const char *words)
{
	static const char note[] = ": records are shown without their RDWs, which are made anew\n";
	const char *said = strchr(words, ':');

	if (style->layout == PRINT_IDCAMS)
		ck_assert_str_eq(said != NULL ? said : words, note);
	else
		ck_assert_str_eq(words, "");
}

static void
check_records(const struct print_style *style, struct span print, struct span records)
{
	struct gathered g;
	size_t i;

	for (i = 0; i < CHUNKS; i++) {
		gather(&g, &container_listing, stream_open_memory(print, chunks[i]), print.n);
		ck_assert_msg(g.wrong == NULL, "%s, chunks of %zu: %s", style->name, chunks[i],
		    g.wrong);
		ck_assert_msg(span_equal(buf_span(&g.records), records),
		    "%s, chunks of %zu: other records", style->name, chunks[i]);
		ck_assert_uint_eq(g.ledger.n[BYTES_SKIPPED] + g.ledger.n[BYTES_DESCRIPTOR], 0);
		check_words(style, (const char *)g.words.p);
		gathered_free(&g);
	}
}

START_TEST(listing_gives_the_records)
{
	const struct print_style *style = &print_styles[_i];
	struct buf trace = { 0 }, print = { 0 };
	int bits;

	make_records(&trace);
	print_trace(style, buf_span(&trace), &print);
	ck_assert(!print.failed);
	bits = container_listing.bid((struct head){ buf_span(&print), true });
	ck_assert_msg(bits >= BID_SURE, "%s: %d bits", style->name, bits);
	check_records(style, buf_span(&print), buf_span(&trace));
	buf_free(&trace);
	buf_free(&print);
}
END_TEST

/* Records come with their last line, but where only the next one shows that it was the last. */
START_TEST(listing_does_not_make_wait)
{
	const struct print_style *style = &print_styles[_i];
	struct buf trace = { 0 }, print = { 0 };
	struct maker m = maker_of(3);

	make_control(&m, &trace, 0);
	make_foreign(&m, &trace, 0xEF6C, 111);
	make_foreign(&m, &trace, 0xEF6C, 50);
	print_trace(style, buf_span(&trace), &print);
	case_prompt(&container_listing, buf_span(&print), buf_span(&trace));
	buf_free(&trace);
	buf_free(&print);
}
END_TEST

/* Bytes of the block of a tape that begins here: with its BDW, or seven lines. */
static size_t
block_length(const struct print_style *style, struct span print)
{
	return style->ends == PRINT_BDW ? span_u16(print, 0) : 7 * style->length;
}

/* A print on a tape: blocks of lines, each of them an extent of the stream. */
START_TEST(listing_comes_in_blocks)
{
	struct buf trace = { 0 }, print = { 0 }, image = { 0 };
	const struct print_style *style = print_styles;
	struct gathered g;
	struct span rest;
	size_t i;

	while (strcmp(style->name, _i == 0 ? "FBA 133" : "VBA blocks") != 0)
		style++;
	make_records(&trace);
	print_trace(style, buf_span(&trace), &print);
	for (rest = buf_span(&print); rest.n > 0; rest = span_from(rest, block_length(style, rest)))
		image_put(&image, span_first(rest, block_length(style, rest)));
	for (i = 0; i < CHUNKS; i++) {
		gather(&g, &container_listing, stream_open_blocks(buf_span(&image), chunks[i]),
		    print.n);
		ck_assert_ptr_null(g.wrong);
		ck_assert_str_eq((char *)g.words.p, "");
		ck_assert(span_equal(buf_span(&g.records), buf_span(&trace)));
		gathered_free(&g);
	}
	buf_free(&trace);
	buf_free(&print);
	buf_free(&image);
}
END_TEST

static void
file_read(const char *name, struct buf *out)
{
	char part[4096];
	size_t n;
	FILE *f = fopen(name, "rb");

	ck_assert_msg(f != NULL, "no file %s", name);
	while ((n = fread(part, 1, sizeof(part), f)) > 0)
		buf_put(out, part, n);
	fclose(f);
}

/* The documentation's figures, with blanks as printed and as copied from the web. */
START_TEST(listing_reads_the_figures)
{
	static const char *const names[] = { "samples/figure2.txt", "samples/figure2-web.txt" };
	struct buf text = { 0 }, first = hex_bytes("01380000"), second = hex_bytes("07240000");
	struct gathered g;

	file_read(names[_i], &text);
	gather(&g, &container_listing, stream_open_memory(buf_span(&text), 0), text.n);
	ck_assert_ptr_null(g.wrong);
	ck_assert_uint_eq(g.n, 2);
	ck_assert_uint_eq(g.records.n, 0x138 + 0x724);
	ck_assert_mem_eq(g.records.p, first.p, 4);
	ck_assert_mem_eq(g.records.p + 0x138, second.p, 4);
	ck_assert_uint_eq(span_u32(buf_span(&g.records), 0x138 + 0x720), 0x9A2B0001);
	ck_assert_uint_eq(g.ledger.n[UNKNOWN_BYTES], 2);
	ck_assert_uint_eq(g.ledger.n[BYTES_PADDING], _i == 0 ? 0 : 14);
	ck_assert_str_eq((char *)g.words.p, _i == 0 ?
	    "record 1 at line 1: listing shows xx for unknown bytes, read as 00 (1)\n"
	    "record 2 at line 11: listing shows xx for unknown bytes, read as 00 (1)\n" :
	    "record 1 at line 1: listing shows xx for unknown bytes, read as 00 (1)\n"
	    "record 2 at line 12: listing shows xx for unknown bytes, read as 00 (1)\n");
	gathered_free(&g);
	buf_free(&text);
	buf_free(&first);
	buf_free(&second);
}
END_TEST

/* Joined records can be longer than an RDW allows: a listing holds them all the same. */
START_TEST(listing_holds_long_records)
{
	static const size_t lengths[] = { 32760, 32761, 40000, 65535 };
	const struct print_style *style = &print_styles[0];
	struct buf trace = { 0 }, print = { 0 };
	struct maker m = maker_of(9);
	size_t n = lengths[_i];

	make_foreign(&m, &trace, 0xEF6C, 200);
	make_bytes(&m, &trace, n - trace.n);
	ck_assert(!trace.failed);
	put_u16(trace.p, (uint16_t)n);
	print_trace(style, buf_span(&trace), &print);
	case_reads(&container_listing, buf_span(&print), buf_span(&trace));
	buf_free(&trace);
	buf_free(&print);
}
END_TEST

static const char *const noise[] = {
	"", " ", "A B C D E F", "AA", "\xe2\x8b\xae", "1DFSERA10 - PRINT PROGRAM        PAGE 0002",
	"DFS707I END OF FILE ON INPUT", "OPTION   PRINT O=15,V=EFB9,T=X,L=2,C=E", "END",
	"INPUT = SYSUT1", "SELECTION QUALIFIERS :", "OFFSET=00000005,FLDTYP=X,FLDLEN=0001",
	"                                       *...<.....9...Y..0..J=Y.CECI*",
	"2010 01200000 PAGE", "1993 0118 1728", "IFCID 0004 TRACE START", "000020", "-", "0",
	"--------------------------------------------------------------------",
	"000020: E2E2D6D7 00000001", "FEED DEED", "00000000: 001a 0000 0001 ffff 94b6 a6e9",
	"  1  0004  QWHS  00A0 0098 0001",
};

enum { NOISES = sizeof(noise) / sizeof(noise[0]) };

/* The print with a line of noise behind each of its lines. */
static void
print_noisy(struct span print, const char *line, struct buf *out)
{
	size_t i;

	for (i = 0; i < print.n; i++) {
		buf_put(out, print.p + i, 1);
		if (print.p[i] == '\n') {
			buf_str(out, line);
			buf_char(out, '\n');
		}
	}
}

START_TEST(listing_does_not_mind_noise)
{
	struct buf trace = { 0 }, print = { 0 }, noisy = { 0 };
	struct gathered g;
	size_t i;

	make_records(&trace);
	print_trace(&print_styles[_i], buf_span(&trace), &print);
	for (i = 0; i < NOISES; i++) {
		buf_clear(&noisy);
		print_noisy(buf_span(&print), noise[i], &noisy);
		gather(&g, &container_listing, stream_open_memory(buf_span(&noisy), 0), noisy.n);
		ck_assert_msg(g.wrong == NULL, "%s: \"%s\": %s", print_styles[_i].name, noise[i],
		    g.wrong);
		ck_assert_msg(g.words.n == 1, "\"%s\": %s", noise[i], (char *)g.words.p);
		ck_assert_msg(span_equal(buf_span(&g.records), buf_span(&trace)),
		    "%s: \"%s\": other records", print_styles[_i].name, noise[i]);
		gathered_free(&g);
	}
	buf_free(&trace);
	buf_free(&print);
	buf_free(&noisy);
}
END_TEST

/* Lines of a megabyte in between take no memory and do no harm. */
START_TEST(listing_does_not_mind_long_lines)
{
	struct buf trace = { 0 }, print = { 0 }, noisy = { 0 };
	struct gathered g;
	const uint8_t *end;

	make_records(&trace);
	print_trace(&print_styles[0], buf_span(&trace), &print);
	end = memchr(print.p + 300, '\n', print.n - 300);
	buf_put(&noisy, print.p, (size_t)(end - print.p) + 1);
	buf_fill(&noisy, '0', 1 << 20);
	buf_str(&noisy, "\n");
	buf_put(&noisy, end + 1, print.n - (size_t)(end - print.p) - 1);
	gather(&g, &container_listing, stream_open_memory(buf_span(&noisy), 0), noisy.n);
	ck_assert_ptr_null(g.wrong);
	ck_assert(span_equal(buf_span(&g.records), buf_span(&trace)));
	ck_assert_uint_ge(g.ledger.n[BYTES_PADDING], 1 << 20);
	gathered_free(&g);
	buf_free(&trace);
	buf_free(&print);
	buf_free(&noisy);
}
END_TEST

/* Where records come from: number, first line, offset in the stream. */
START_TEST(listing_knows_the_place)
{
	static const char text[] =
	    "DFSERA10 - PRINT PROGRAM\n"
	    "000000 00160000 0002FFFF 94B6A6E9 C33E2900 00000000 0005\n"
	    "A B\n"
	    "000000 00160000 0003FFFF 94B6A6E9 C33E2900 00000000 0000 V\n";
	struct ledger ledger = { { 0 } };
	struct diag d = { 0 };
	struct record rec;
	struct source *s = container_listing.open(
	    stream_open_memory(span_of(text, sizeof(text) - 1), 0), &ledger, &d);

	ck_assert_int_eq(s->next(s, &rec, &d), RC_OK);
	ck_assert_int_eq(s->next(s, &rec, &d), RC_OK);
	ck_assert_uint_eq(rec.at.number, 2);
	ck_assert_uint_eq(rec.at.line, 4);
	ck_assert_uint_eq(rec.at.offset, 25 + 57 + 4);
	ck_assert(rec.at.known && !rec.cut);
	ck_assert_uint_eq(rec.unknown, 0);
	ck_assert_int_eq(s->next(s, &rec, &d), RC_END);
	ck_assert_uint_eq(ledger.n[BYTES_RECORD], 57 + 59);
	ck_assert_uint_eq(ledger.n[BYTES_PADDING], 25 + 4);
	s->close(s);
}
END_TEST

/* Closed before its end, a listing has booked what it used and nothing else. */
START_TEST(listing_can_be_left)
{
	struct buf trace = { 0 }, print = { 0 }, words = { 0 };
	struct ledger ledger = { { 0 } };
	struct diag d = { 0 };
	struct record rec;
	struct source *s;
	int i;

	make_records(&trace);
	print_trace(&print_styles[0], buf_span(&trace), &print);
	s = container_listing.open(stream_open_memory(buf_span(&print), 0), &ledger, &d);
	for (i = 0; i < 3; i++)
		ck_assert_int_eq(s->next(s, &rec, &d), RC_OK);
	s->close(s);
	ck_assert(ledger.n[BYTES_READ] > 0 && ledger.n[BYTES_READ] < print.n);
	ck_assert(ledger_check(&ledger, &words));
	buf_free(&trace);
	buf_free(&print);
	buf_free(&words);
}
END_TEST

Suite *
listing_suite(void)
{
	Suite *s = suite_create("listing");
	TCase *t = tcase_create("records");

	tcase_add_loop_test(t, listing_gives_the_records, 0, (int)styles_count());
	tcase_add_loop_test(t, listing_does_not_make_wait, 0, 3);
	tcase_add_loop_test(t, listing_comes_in_blocks, 0, 2);
	tcase_add_loop_test(t, listing_reads_the_figures, 0, 2);
	tcase_add_loop_test(t, listing_holds_long_records, 0, 4);
	tcase_add_loop_test(t, listing_does_not_mind_noise, 0, 6);
	tcase_add_test(t, listing_does_not_mind_long_lines);
	tcase_add_test(t, listing_knows_the_place);
	tcase_add_test(t, listing_can_be_left);
	suite_add_tcase(s, t);
	return s;
}
