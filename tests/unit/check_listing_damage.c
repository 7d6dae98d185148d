/* check_listing_damage.c - prints with lines missing, and worse */
#include <check.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "make_gtf.h"
#include "make_listing.h"
#include "oom.h"
#include "ztrace/container.h"

/* Dump lines of a record of 72 bytes, and of GTF's control record. */
#define LINE0 " 000000   00480000 FF00A6E9  C33E2901 1303EF6C   00F91400 E2E2D6D7  D4E2E3D9 " \
	"00280200\n"
#define LINE1 " 000020   E2E2D6D7 00000001  00000000 00000000   00000000 00000000  00000000 " \
	"00000000\n"
#define LINE2 " 000040   00000000 01020304\n"
#define CONTROL " 000000   001A0000 0001FFFF  94B6A6E9 BD6636FA   5C021000 00010000  0000\n"
#define BARE0 "000000  FF00A6E9 C33E2901 1303EF6C 00F91400 E2E2D6D7 D4E2E3D9 00280200 E2E2D6D7\n"
#define BARE1 "000020  00000001 00000000 00000000 00000000 00000000 00000000 00000000 00000000\n"
#define SAME1 "  022480E0 000020                     SAME AS ABOVE\n"

/* What is said. */
#define PART "listing holds only part of the record "
#define ALIEN "listing shows something else than a GTF record "
#define HEADLESS "listing shows a record without its beginning "
#define MADE "records are shown without their RDWs, which are made anew\n"
#define WITHIN "listing ends within a line "
#define UNKNOWN "listing shows xx for unknown bytes, read as 00 "

enum { N1 = sizeof(LINE1) - 1, N2 = sizeof(LINE2) - 1, NSAME = sizeof(SAME1) - 1 };

struct damage_row {
	const char	*text;
	const char	*records;	/* "72 26! 40?1": lengths, ! cut, ? unknown bytes */
	const char	*words;
	size_t		 skipped;	/* bytes */
};

static const struct damage_row rows[] = {
	{ LINE0 LINE1 LINE2, "72", "", 0 },
	{ LINE0 LINE1, "64!",
	  "record 1 at line 1: " PART "(64 of 72 bytes: lines are missing)\n", 0 },
	{ LINE0 LINE1 CONTROL, "64! 26",
	  "record 1 at line 1: " PART "(64 of 72 bytes: lines are missing)\n", 0 },
	{ "title\n" LINE0 "\xe2\x8b\xae\n" CONTROL, "32! 26",
	  "record 1 at line 2: " PART "(32 of 72 bytes: lines are missing)\n", 0 },
	/* a gap inside: what follows belongs to the same record, and is said once */
	{ LINE0 LINE2 CONTROL, "32! 26",
	  "record 1 at line 1: " PART "(32 of 72 bytes: lines are missing)\n", N2 },
	{ CONTROL LINE0 LINE2 LINE2, "26 32!",
	  "record 2 at line 2: " PART "(32 of 72 bytes: lines are missing)\n", 2 * N2 },
	/* the beginning is not there */
	{ LINE1 LINE2 CONTROL, "26", "line 1: " HEADLESS "(from offset 000020 on)\n", N1 + N2 },
	{ CONTROL "title\n" LINE2 CONTROL LINE2, "26 26",
	  "line 3: " HEADLESS "(from offset 000040 on)\n"
	  "line 5: " HEADLESS "(from offset 000040 on)\n", 2 * N2 },
	/* more than the RDW says */
	{ CONTROL LINE1 LINE2, "26", "line 2: " HEADLESS "(from offset 000020 on)\n", N1 + N2 },
	/* a line that is cut, and one that is no line any more */
	{ LINE0 " 000020   E2E2D6D7 00000001\n" LINE2, "40!",
	  "record 1 at line 1: " PART "(40 of 72 bytes: lines are missing)\n", N2 },
	{ LINE0 " 00O020   E2E2D6D7 00000001\n" LINE2, "32!",
	  "record 1 at line 1: " PART "(32 of 72 bytes: lines are missing)\n", N2 },
	{ " 000000   0048\n" LINE1, "2!",
	  "record 1 at line 1: " PART "(2 of 72 bytes: lines are missing)\n", N1 },
	{ " 000000   00480000\n" LINE1, "4!",
	  "record 1 at line 1: " PART "(4 of 72 bytes: lines are missing)\n", N1 },
	/* the last line ends before it shows a byte */
	{ CONTROL " 000000   004", "26", "line 2: " WITHIN "(13 bytes)\n", 13 },
	{ CONTROL "1000000 ", "26", "line 2: " WITHIN "(8 bytes)\n", 8 },
	{ CONTROL "  000", "26", "line 2: " WITHIN "(5 bytes)\n", 5 },
	{ CONTROL " 000\n", "26", "", 0 },
	{ CONTROL " 0 records", "26", "", 0 },
	{ CONTROL " end", "26", "", 0 },
	/* no GTF records */
	{ " 000000   00480000 5E640093  018F1122\n" CONTROL, "12! 26",
	  "record 1 at line 1: " ALIEN "(12 bytes)\n", 0 },
	{ " 000000   00080000 5E640093  018F1122\n" CONTROL, "8! 26",
	  "record 1 at line 1: " ALIEN "(8 bytes)\n", 0 },
	{ " 000000   C1C2C3C4 C5C6C7C8\n 000008   C1C2C3C4\n" CONTROL, "12! 26",
	  "record 1 at line 1: " ALIEN "(12 bytes)\n", 0 },
	{ " 000000   00000000 C5C6C7C8\n", "8!", "record 1 at line 1: " ALIEN "(8 bytes)\n", 0 },
	/* unknown bytes, also in a record that is cut */
	{ " 000000   001A0000 0001FFFF  94B6A6E9 BD6636FA   5C0210xx 00010000  xx00\n", "26?2",
	  "record 1 at line 1: " UNKNOWN "(2)\n", 0 },
	{ " 000000   001A0000 0001FFFF  94B6A6E9 BD6636FA   5C0210xx\n", "20!?1",
	  "record 1 at line 1: " UNKNOWN "(1)\n"
	  "record 1 at line 1: " PART "(20 of 26 bytes: lines are missing)\n", 0 },
	/* IDCAMS */
	{ BARE0 BARE1 "000040  00000000 01020304\n" BARE0 "000020  0001\n", "76 38",
	  "record 1 at line 1: " MADE, 0 },
	{ BARE0 BARE1 BARE0, "68 36",
	  "record 1 at line 1: " MADE, 0 },
	{ BARE0 "000040  00000000 01020304\n" BARE0, "36! 36",
	  "record 1 at line 1: " MADE
	  "record 1 at line 1: " PART "(32 bytes and its RDW: lines are missing)\n", 26 },
	{ BARE0 "0000  FF00A6E9 C33E2901 13031000 0102\n", "36 18",
	  "record 1 at line 1: " MADE, 0 },
	{ "1IDCAMS  SYSTEM SERVICES\n0000  FF00A6E9 C33E2901 13031000 0102\n", "18",
	  "record 1 at line 2: " MADE, 0 },
	{ "0000  FF00A6E9 C33E2901 13031000 0102\n", "14!",
	  "record 1 at line 1: " ALIEN "(14 bytes)\n", 0 },
	/* SAME AS ABOVE: up to the next line, or to the record's end; not behind a gap */
	{ LINE0 SAME1 LINE2, "72", "", 0 },
	{ LINE0 SAME1, "72", "", 0 },
	{ LINE0 SAME1 CONTROL, "72 26", "", 0 },
	{ LINE0 SAME1 SAME1 LINE2, "72", "", 0 },
	{ LINE0 SAME1 LINE1, "72", "line 3: " HEADLESS "(from offset 000020 on)\n", N1 },
	{ SAME1 CONTROL SAME1, "26", "line 1: " HEADLESS "(from offset 000020 on)\n"
	  "line 3: " HEADLESS "(from offset 000020 on)\n", 2 * NSAME },
	{ LINE0 "  02248100 000040                     SAME AS ABOVE\n", "32!",
	  "record 1 at line 1: " PART "(32 of 72 bytes: lines are missing)\n", NSAME },
	/* numbers that are no offsets of this record do not end it */
	{ LINE0 " 000021   00000000 00000000\n" LINE1 " 1990 0118\n" LINE2, "72", "", 0 },
	{ "", "", "", 0 },
};

struct taken {
	struct buf	records;	/* as in a row */
	struct buf	words;
	struct buf	bytes;		/* of all records */
	struct ledger	ledger;
	enum rc		rc;		/* the last one */
};

static void
keep_line(void *to, const char *line)
{
	buf_str(to, line);
	buf_char(to, '\n');
}

static void
take(struct taken *t, struct span text, size_t chunk)
{
	struct diag d = { .print = keep_line };
	struct source *s;
	struct record rec;

	*t = (struct taken){ .rc = RC_FAIL };
	d.to = &t->words;
	s = container_listing.open(stream_open_memory(text, chunk), &t->ledger, &d);
	while (s != NULL && (t->rc = s->next(s, &rec, &d)) == RC_OK) {
		buf_printf(&t->records, "%s%zu%s", t->records.n > 0 ? " " : "", rec.data.n,
		    rec.cut ? "!" : "");
		if (rec.unknown > 0)
			buf_printf(&t->records, "?%u", (unsigned)rec.unknown);
		buf_put(&t->bytes, rec.data.p, rec.data.n);
	}
	if (s != NULL)
		s->close(s);
	buf_char(&t->records, '\0');
	buf_char(&t->words, '\0');
}

static void
taken_free(struct taken *t)
{
	buf_free(&t->records);
	buf_free(&t->words);
	buf_free(&t->bytes);
}

/* What holds for any input. */
static void
check_sums(const struct taken *t, size_t size, const char *what, size_t at)
{
	struct buf words = { 0 };

	ck_assert_msg(t->rc == RC_END, "%s %zu: ends with %d", what, at, (int)t->rc);
	ck_assert_msg(ledger_check(&t->ledger, &words), "%s %zu: sums", what, at);
	ck_assert_msg(t->ledger.n[BYTES_READ] == size, "%s %zu: %" PRIu64 " bytes booked of %zu",
	    what, at, t->ledger.n[BYTES_READ], size);
	buf_free(&words);
}

START_TEST(damage_is_said)
{
	static const size_t chunks[] = { 0, 1, 2, 3, 7 };
	const struct damage_row *r = &rows[_i];
	struct taken t;
	size_t i;

	for (i = 0; i < sizeof(chunks) / sizeof(chunks[0]); i++) {
		take(&t, span_of(r->text, strlen(r->text)), chunks[i]);
		check_sums(&t, strlen(r->text), r->text, 0);
		ck_assert_str_eq((char *)t.words.p, r->words);
		ck_assert_str_eq((char *)t.records.p, r->records);
		ck_assert_uint_eq(t.ledger.n[BYTES_SKIPPED], r->skipped);
		taken_free(&t);
	}
}
END_TEST

/* SAME AS ABOVE gives the bytes of the line before, again and again. */
START_TEST(damage_none_in_equal_lines)
{
	static const char text[] =
	    " 022480C0 000000   00600000 FF00A6E9  C33E2901 1303EF6C  00F91400 E2E2D6D7 "
	    "D4E2E3D9 00280200\n" SAME1;
	struct taken t;

	take(&t, span_of(text, sizeof(text) - 1), 0);
	ck_assert_str_eq((char *)t.records.p, "96");
	ck_assert_mem_eq(t.bytes.p, t.bytes.p + 32, 64);
	ck_assert_uint_eq(t.ledger.n[BYTES_RECORD], sizeof(text) - 1);
	taken_free(&t);
}
END_TEST

/* The RDW that IDCAMS does not show is made from what it shows. */
START_TEST(damage_none_in_new_rdws)
{
	struct taken t;

	take(&t, span_of(BARE0, strlen(BARE0)), 0);
	ck_assert_uint_eq(span_u32(buf_span(&t.bytes), 0), 0x00240000);
	ck_assert_uint_eq(span_u32(buf_span(&t.bytes), 4), 0xFF00A6E9);
	ck_assert_uint_eq(span_u32(buf_span(&t.bytes), 32), 0xE2E2D6D7);
	taken_free(&t);
}
END_TEST

/* A bad RDW in front of a line of text: the bytes are skipped, not lost. */
START_TEST(damage_in_rdws_of_lines)
{
	const struct print_style style = { .ends = PRINT_RDW, .ebcdic = true, .control = 'a' };
	struct buf print = { 0 };
	struct taken t;
	const char *const lines[] = { CONTROL, LINE0, LINE1, CONTROL };
	char text[200], *end;
	size_t i, bad = 0;

	for (i = 0; i < 4; i++) {
		snprintf(text, sizeof(text), "%s", lines[i] + 1);
		end = strchr(text, '\n');
		*end = '\0';
		if (i == 2)
			bad = print.n;
		print_text(&style, text, &print);
	}
	print.p[bad] = 0xff;
	take(&t, buf_span(&print), 0);
	check_sums(&t, print.n, "bad RDW", 0);
	ck_assert_str_eq((char *)t.records.p, "26 32! 26");
	ck_assert_uint_eq(t.ledger.n[BYTES_SKIPPED], 4 + 85);
	ck_assert_ptr_nonnull(strstr((char *)t.words.p, "no line of text begins here (FF590000)"));
	taken_free(&t);
	buf_free(&print);
}
END_TEST

static void
make_print(const struct print_style *style, struct buf *print)
{
	struct maker m = maker_of(5);
	struct buf trace = { 0 };

	make_control(&m, &trace, 0);
	make_foreign(&m, &trace, 0xEF6C, 130);
	make_lost_events(&m, &trace, 5);
	print_trace(style, buf_span(&trace), print);
	buf_free(&trace);
}

static size_t
styles_count(void)
{
	size_t n;

	for (n = 0; print_styles[n].name != NULL; n++)
		;
	return n;
}

START_TEST(damage_by_cutting)
{
	const struct print_style *style = &print_styles[_i];
	struct buf print = { 0 };
	struct taken whole, t;
	size_t n, step = getenv("QUICK") ? 5 : 1;

	make_print(style, &print);
	take(&whole, buf_span(&print), 0);
	for (n = 0; n < print.n; n += step) {
		take(&t, span_first(buf_span(&print), n), n % 2 ? 0 : 50);
		check_sums(&t, n, style->name, n);
		if (style->ends != PRINT_FIXED)
			ck_assert_uint_le(t.bytes.n, whole.bytes.n);
		taken_free(&t);
	}
	taken_free(&whole);
	buf_free(&print);
}
END_TEST

START_TEST(damage_by_flipping)
{
	static const uint8_t masks[] = { 0xff, 0x01, 0x10, 0x80 };
	const struct print_style *style = &print_styles[_i];
	size_t i, k, step = getenv("QUICK") ? 11 : 1;
	struct buf print = { 0 };
	struct taken t;

	make_print(style, &print);
	for (i = 0; i < print.n; i += step)
		for (k = 0; k < sizeof(masks); k++) {
			print.p[i] ^= masks[k];
			take(&t, buf_span(&print), 0);
			check_sums(&t, print.n, style->name, i);
			taken_free(&t);
			print.p[i] ^= masks[k];
		}
	buf_free(&print);
}
END_TEST

/* Each allocation fails once: that is a failure with words, and nothing leaks. */
START_TEST(damage_by_lack_of_memory)
{
	struct diag d = { 0 };
	struct ledger ledger;
	struct record rec;
	struct source *s;
	const char *text = LINE0 LINE1 LINE2;
	struct stream *stream;
	enum rc rc;
	bool failed = true;
	long n;

	for (n = 0; failed; n++) {
		ledger = (struct ledger){ { 0 } };
		d = (struct diag){ 0 };
		stream = stream_open_memory(span_of(text, strlen(text)), 0);
		oom_arm(n);
		s = container_listing.open(stream, &ledger, &d);
		rc = RC_FAIL;
		while (s != NULL && (rc = s->next(s, &rec, &d)) == RC_OK)
			;
		if (s != NULL)
			s->close(s);
		failed = oom_disarm();
		ck_assert_int_eq(rc, failed ? RC_FAIL : RC_END);
		ck_assert_uint_eq(d.count[DIAG_FAIL], failed);
	}
	ck_assert_int_ge(n, 3);
}
END_TEST

Suite *
listing_damage_suite(void)
{
	Suite *s = suite_create("listing_damage");
	TCase *t = tcase_create("damage");
	int styles = (int)styles_count();

	tcase_add_loop_test(t, damage_is_said, 0, (int)(sizeof(rows) / sizeof(rows[0])));
	tcase_add_test(t, damage_none_in_equal_lines);
	tcase_add_test(t, damage_none_in_new_rdws);
	tcase_add_test(t, damage_in_rdws_of_lines);
	tcase_add_loop_test(t, damage_by_cutting, 0, styles);
	tcase_add_loop_test(t, damage_by_flipping, 0, styles);
	tcase_add_test(t, damage_by_lack_of_memory);
	suite_add_tcase(s, t);
	return s;
}
