/* check_lines.c - lines out of text in every form */
#include <check.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dice.h"
#include "make_listing.h"
#include "oom.h"
#include "ztrace/lines.h"

static const size_t chunks[] = { 1, 2, 3, 7, 4096, 0 };

enum { CHUNKS = sizeof(chunks) / sizeof(chunks[0]) };

static void
keep_line(void *to, const char *line)
{
	buf_str(to, line);
	buf_char(to, '\n');
}

/*
 * Reads all lines. What comes is written as "number@offset+bytes:text|", so
 * that a wanted list can be compared as a whole. What is stepped over may come
 * in any parts: it is written as one.
 */
static void
lines_list(struct span text, size_t chunk, struct buf *list, struct buf *words)
{
	struct diag d = { .print = keep_line, .to = words };
	struct lines *l = lines_open(stream_open_memory(text, chunk), &d);
	size_t lost = 0;
	struct line line;
	enum rc rc;

	ck_assert_ptr_nonnull(l);
	while ((rc = lines_next(l, &line, &d)) == RC_OK) {
		if (line.damaged) {
			lost += line.bytes;
			continue;
		}
		if (lost > 0)
			buf_printf(list, "%zu?|", lost);
		lost = 0;
		buf_printf(list, "%" PRIu64 "@%" PRIu64 "+%zu:", line.number, line.at, line.bytes);
		buf_put(list, line.text.p, line.text.n);
		buf_char(list, '|');
	}
	if (lost > 0)
		buf_printf(list, "%zu?|", lost);
	ck_assert_int_eq(rc, RC_END);
	ck_assert_int_eq(lines_next(l, &line, &d), RC_END);
	lines_close(l);
	buf_char(list, '\0');
	buf_char(words, '\0');
}

static void
check_list(struct span text, const char *wanted, const char *words)
{
	struct buf list = { 0 }, said = { 0 };
	size_t i;

	for (i = 0; i < CHUNKS; i++) {
		buf_clear(&list);
		buf_clear(&said);
		lines_list(text, chunks[i], &list, &said);
		ck_assert_msg(strcmp((char *)list.p, wanted) == 0, "chunk %zu: %s\nnot %s",
		    chunks[i], (char *)list.p, wanted);
		ck_assert_msg(strcmp((char *)said.p, words) == 0, "chunk %zu: said %s",
		    chunks[i], (char *)said.p);
	}
	buf_free(&list);
	buf_free(&said);
}

struct form_row {
	const char	*text;
	size_t		 n;		/* bytes of it */
	const char	*list;
};

#define ROW(text, list) { text, sizeof(text) - 1, list }

static const struct form_row form_rows[] = {
	ROW("", ""),
	ROW("\n", "1@0+1:|"),
	ROW("one\ntwo\n", "1@0+4:one|2@4+4:two|"),
	ROW("one\ntwo", "1@0+4:one|2@4+3:two|"),
	ROW("one\r\n\r\ntwo\r\n", "1@0+5:one|2@5+2:|3@7+5:two|"),
	ROW("one\r\r\ntw\ro\r", "1@0+6:one|2@6+5:tw\ro|"),
	ROW("\fone\n two\n\fthree\n", "1@0+1:|1@1+4:one|2@5+5: two|3@10+1:|3@11+6:three|"),
	ROW("one\r\ftwo\nthree", "1@0+5:one|1@5+4:two|2@9+5:three|"),
	ROW("one\f", "1@0+4:one|"),
	ROW("caf\xc3\xa9\n\x80\n", "1@0+6:caf\xc3\xa9|2@6+2:\x80|"),
	/* one two: EBCDIC with NEL, with LF, with CR LF and a form feed */
	ROW("\x40\x96\x95\x85\x15\x40\xa3\xa6\x96\x15", "1@0+5: one|2@5+5: two|"),
	ROW("\x40\x96\x95\x85\x25\x40\xa3\xa6\x96", "1@0+5: one|2@5+4: two|"),
	ROW("\x40\x96\x95\x85\x0d\x25\x0c\x40\xa3\xa6\x96\x25", "1@0+6: one|2@6+1:|2@7+5: two|"),
	ROW("\x89\x96\x95\x85\x15\x8b\xa3\xa6\x96\x15", "1@0+5:ione|2@5+5:.two|"),
	/* RDWs */
	ROW("\0\10\0\0\x40\x96\x95\x85\0\7\0\0\xa3\xa6\x96", "1@0+8: one|2@8+7:two|"),
	ROW("\0\10\0\0 one\0\7\0\0two", "1@0+8: one|2@8+7:two|"),
	ROW("\0\10\0\0 one\0\4\0\0\0\5\0\0-", "1@0+8: one|2@8+4:|3@12+5:-|"),
	/* BDWs in front of them */
	ROW("\0\23\0\0\0\10\0\0 one\0\7\0\0two\0\11\0\0\0\5\0\0-",
	    "1@0+12: one|2@12+7:two|3@19+9:-|"),
};

START_TEST(lines_have_their_form)
{
	const struct form_row *r = &form_rows[_i];

	check_list(span_of(r->text, r->n), r->list, "");
}
END_TEST

/* What is no line is stepped over, said once, and ends where a line can begin. */
START_TEST(lines_find_the_next_rdw)
{
	static const char bad[] = "\0\10\0\0 one\xff\xff\0\0....\0\7\0\0two";
	static const char cut[] = "\0\10\0\0 one\0\7\0\0tw";
	static const char rest[] = "\0\10\0\0 one\0\7";

	check_list(span_of(bad, sizeof(bad) - 1), "1@0+8: one|8?|2@16+7:two|",
	    "at 0x8: no line of text begins here (FFFF0000)\n");
	check_list(span_of(cut, sizeof(cut) - 1), "1@0+8: one|6?|",
	    "at 0x8: no line of text begins here (00070000)\n");
	check_list(span_of(rest, sizeof(rest) - 1), "1@0+8: one|2?|",
	    "at 0x8: no line of text begins here (00000000)\n");
}
END_TEST

static const char *const print_lines[] = {
	"DFSERA10 - PRINT PROGRAM",
	"000000   001A0000 0001FFFF  94B6A6E9 BD6636FA   5C021000 00010000  0000",
	"000000   00440000 FF00A6E9  C33E2901 1303EFB9   00F91400 E2E2D6D7  D4E2E3D9 00280200",
	"000020   E2E2D6D7 00000001  00000000 00000000   00000000 00000000  00000000 00000000",
	"000040   00000000",
	"000000   00440000 FF00A6E9  C33E2901 1303EFB9   00F91400 E2E2D6D7  D4E2E3D9 00280200",
};

/* Prints whose lines have one length: every length, whatever the first line is. */
START_TEST(lines_of_one_length)
{
	static const size_t lengths[] = { 121, 133, 132, 120, 137, 125 };
	struct print_style style = { .ends = PRINT_FIXED, .ebcdic = true, .control = 'a' };
	struct buf print = { 0 };
	struct lines_form form;
	struct head part;
	size_t i, k;

	for (i = 0; i < sizeof(lengths) / sizeof(lengths[0]); i++) {
		buf_clear(&print);
		style.length = lengths[i];
		for (k = 0; k < 12; k++)
			print_text(&style, print_lines[k % 6], &print);
		ck_assert_uint_eq(print.n, 12 * lengths[i]);
		part = (struct head){ span_first(buf_span(&print), 100), false };
		ck_assert(!lines_form(part, &form));
		ck_assert(lines_form((struct head){ buf_span(&print), false }, &form));
		ck_assert_int_eq(form.frame, LINES_FIXED);
		ck_assert(form.ebcdic);
		ck_assert_msg(form.length == lengths[i], "%zu taken for %zu", lengths[i],
		    form.length);
	}
	buf_free(&print);
}
END_TEST

/* A file with less than a few lines has as many as fit; the last may be short. */
START_TEST(lines_of_one_length_are_few)
{
	const struct print_style style = { .ends = PRINT_FIXED, .ebcdic = true, .length = 121,
	    .control = 'a' };
	struct buf print = { 0 }, list = { 0 }, words = { 0 };

	print_text(&style, "000000   001A0000", &print);
	print_text(&style, "000000   00440000", &print);
	lines_list(buf_span(&print), 0, &list, &words);
	ck_assert_ptr_nonnull(strstr((char *)list.p, "2@121+121: 000000   00440000 "));
	buf_clear(&list);
	lines_list(span_first(buf_span(&print), 150), 0, &list, &words);
	ck_assert_ptr_nonnull(strstr((char *)list.p, "2@121+29:"));
	buf_free(&print);
	buf_free(&list);
	buf_free(&words);
}
END_TEST

/* A line that is too long comes in parts without text, and lines behind it are right again. */
START_TEST(lines_are_not_longer_than_they_may_be)
{
	const size_t lengths[] = { LINE_LONGEST - 1, LINE_LONGEST, 3 * LINE_LONGEST + 5 };
	struct buf text = { 0 }, list = { 0 }, words = { 0 };
	char wanted[200];
	size_t i, n;

	for (i = 0; i < 3; i++) {
		n = lengths[i];
		buf_clear(&text);
		buf_clear(&list);
		buf_str(&text, "one\n");
		buf_fill(&text, 'x', n);
		buf_str(&text, "\ntwo\n");
		lines_list(buf_span(&text), _i ? 4096 : 0, &list, &words);
		ck_assert_uint_lt(list.n, i == 0 ? 1200 : 200);
		snprintf(wanted, sizeof(wanted), "|3@%zu+4:two|", n + 5);
		ck_assert_msg(strstr((char *)list.p, wanted) != NULL, "%s", (char *)list.p);
	}
	ck_assert_str_eq((char *)list.p, "1@0+4:one|2@4+65536:|2@65540+65536:|2@131076+65536:|"
	    "2@196612+6:|3@196618+4:two|");
	buf_free(&text);
	buf_free(&list);
	buf_free(&words);
}
END_TEST

/* Behind a form feed the text of a long line is shown again. */
START_TEST(lines_end_at_a_form_feed)
{
	struct buf text = { 0 }, list = { 0 }, words = { 0 };

	buf_fill(&text, 'x', LINE_LONGEST - 1);
	buf_str(&text, "\ftwo\n");
	lines_list(buf_span(&text), 4096, &list, &words);
	ck_assert_ptr_nonnull(strstr((char *)list.p, "|1@65536+4:two|"));
	buf_free(&text);
	buf_free(&list);
	buf_free(&words);
}
END_TEST

/* Of a long line only the beginning is shown, in EBCDIC and in ASCII. */
START_TEST(lines_show_their_beginning)
{
	struct diag d = { 0 };
	struct buf text = { 0 };
	struct line line;
	struct lines *l;

	buf_fill(&text, _i ? 0x96 : 'o', 5000);
	buf_char(&text, _i ? 0x15 : '\n');
	l = lines_open(stream_open_memory(buf_span(&text), 0), &d);
	ck_assert_ptr_nonnull(l);
	ck_assert_int_eq(lines_next(l, &line, &d), RC_OK);
	ck_assert_uint_eq(line.bytes, _i ? 133 : 5001);
	ck_assert_uint_eq(line.text.n, _i ? 133 : LINE_SHOWN);
	ck_assert_int_eq(line.text.p[100], 'o');
	lines_close(l);
	buf_free(&text);
}
END_TEST

static struct span
random_text(struct dice *dice, uint8_t room[600])
{
	static const uint8_t pieces[] = "\n\r\f\x15\x25\x40\xf0\xf1\xc1 0A\0\0\5\0\x85";
	size_t i, n = dice_below(dice, 600);

	for (i = 0; i < n; i++)
		room[i] = dice_below(dice, 4) ? pieces[dice_below(dice, sizeof(pieces))] :
		    (uint8_t)dice_u64(dice);
	return span_of(room, n);
}

/* Of any bytes each belongs to one line. */
START_TEST(lines_lose_no_byte)
{
	struct dice dice = dice_new();
	size_t round, rounds = getenv("QUICK") ? 100 : 1500, bytes;
	uint8_t room[600];
	struct diag d = { 0 };
	struct lines *l;
	struct line line;
	struct span text;

	for (round = 0; round < rounds; round++) {
		text = random_text(&dice, room);
		l = lines_open(stream_open_memory(text, dice_below(&dice, 20)), &d);
		ck_assert_ptr_nonnull(l);
		for (bytes = 0; lines_next(l, &line, &d) == RC_OK; bytes += line.bytes)
			ck_assert_msg(line.at == bytes, "seed %" PRIu64, dice.seed);
		ck_assert_msg(bytes == text.n, "seed %" PRIu64 ": %zu of %zu", dice.seed, bytes,
		    text.n);
		lines_close(l);
	}
}
END_TEST

START_TEST(lines_without_memory)
{
	static const char text[] = "one\ntwo\n";
	struct buf words = { 0 };
	struct diag d = { .print = keep_line, .to = &words };
	struct stream *s = stream_open_memory(span_of(text, sizeof(text) - 1), 0);

	buf_room(&words, 100);
	oom_arm(0);
	ck_assert_ptr_null(lines_open(s, &d));
	ck_assert(oom_disarm());
	ck_assert(d.count[DIAG_FAIL] == 1);
	buf_free(&words);
}
END_TEST

static enum rc
fill_fails(void *self, uint8_t *to, size_t room, size_t *got, struct diag *d)
{
	size_t *left = self;

	if (*left == 0)
		return diag_fail(d, NULL, "cannot read");
	*got = *left < room ? *left : room;
	memset(to, ' ', *got);
	*left -= *got;
	return RC_OK;
}

static void
close_nothing(void *self)
{
	(void)self;
}

/* A stream that cannot be read any more is a failure, at the start and later. */
START_TEST(lines_of_a_broken_stream)
{
	const struct feeder feeder = { .fill = fill_fails, .close = close_nothing };
	struct diag d = { 0 };
	size_t left = 0;
	struct line line;
	struct lines *l;

	ck_assert_ptr_null(lines_open(stream_open(&feeder, &left), &d));
	ck_assert_uint_eq(d.count[DIAG_FAIL], 1);
	left = 100;
	l = lines_open(stream_open(&feeder, &left), &d);
	ck_assert_ptr_nonnull(l);
	ck_assert_int_eq(lines_next(l, &line, &d), RC_FAIL);
	ck_assert_int_eq(lines_next(l, &line, &d), RC_FAIL);
	lines_close(l);
}
END_TEST

Suite *
lines_suite(void)
{
	Suite *s = suite_create("lines");
	TCase *t = tcase_create("forms");

	tcase_add_loop_test(t, lines_have_their_form, 0,
	    (int)(sizeof(form_rows) / sizeof(form_rows[0])));
	tcase_add_test(t, lines_find_the_next_rdw);
	tcase_add_test(t, lines_of_one_length);
	tcase_add_test(t, lines_of_one_length_are_few);
	tcase_add_loop_test(t, lines_are_not_longer_than_they_may_be, 0, 2);
	tcase_add_test(t, lines_end_at_a_form_feed);
	tcase_add_loop_test(t, lines_show_their_beginning, 0, 2);
	tcase_add_test(t, lines_lose_no_byte);
	tcase_add_test(t, lines_without_memory);
	tcase_add_test(t, lines_of_a_broken_stream);
	suite_add_tcase(s, t);
	return s;
}
