/* check_listing_out.c - the format listing: what it shows, and that it can be read back */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "hex.h"
#include "make_gtf.h"
#include "ztrace/db2.h"
#include "ztrace/format.h"

enum { WIDTH = 132 };		/* columns of a line printer */

static void
render(struct span record, uint32_t segments, struct buf *out)
{
	static struct event ev;
	struct record rec = {
		.data = record, .timed = true, .tod = span_u64(record, 6),
		.eid = span_u16(record, 14), .segments = segments
	};

	db2_decode(NULL, &rec, &ev);
	format_listing.render(&ev, &(struct style){ .codepage = &codepage_1047 }, out);
}

START_TEST(start_trace_in_full)
{
	static const char want[] =
	    "IFCID 4  Trace started, START TRACE text\n"
	    "  subsystem SSOP  sequence number 1 (00000001)  segments 2  bytes 312\n"
	    "  time 1993-01-18T17:28:51.545981Z  job SSOPMSTR  ASCB 00F91400  event EFB9\n"
	    "  section     offset  length  number\n"
	    "  product     0000A0     152       1\n"
	    "  data 1      000038     104       1\n"
	    "  standard header (QWHS) at 0000A0, 76 bytes\n"
	    "    QWHSRMID     resource_manager instrumentation commands (16)       "
	    "QWHSIID      ifcid            4\n"
	    "    QWHSNSDA     sections         2                                   "
	    "QWHSRN       release          0\n"
	    "    QWHSACE      ace              00B3ADB8                            "
	    "QWHSSSID     ssid             SSOP\n"
	    "    QWHSSTCK     time             1993-01-18T17:28:51.545844Z         "
	    "QWHSISEQ     ifcid_seq        6\n"
	    "    QWHSWSEQ     seq              1                                   "
	    "QWHSMTN      trace_mask       00000001\n"
	    "    QWHSLOCN     location         SANTA_TERESA_LAB                    "
	    "QWHSNID      network_id       DB2NET\n"
	    "    QWHSLUNM     lu_name          LUND0                               "
	    "QWHSLUUV     luw_instance     A6E9C33E271F\n"
	    "    QWHSLUCC     commit_count     1\n"
	    "  correlation header (QWHC) at 0000EC, 76 bytes\n"
	    "    QWHCAID      auth_id          SYSOPR                              "
	    "QWHCCV       correlation_id   023.GCSCN602\n"
	    "    QWHCCN       connection       SSOP                                "
	    "QWHCPLAN     plan             -\n"
	    "    QWHCOPID     original_id      SYSOPR                              "
	    "QWHCATYP     connection_type  none (0)\n"
	    "    QWHCTOKN     accounting_token 00000000000000000000000000000000000000000000\n"
	    "  data 1: start_trace (QW0004) at 000038, 104 bytes\n"
	    "    +00          length           96\n"
	    "    +02          command          (START TRACE (STAT )CLASS (* )RMID (* )DEST (GTF )"
	    "PLAN (* )AUTHID (* )IFCID (* )BUFSIZE (* )\n"
	    "    text+0       trailer_1        FFFFFFFF                            "
	    "text+4       trailer_2        00040101\n"
	    " 000000   01380000 FF00A6E9  C33E28F7 DD03EFB9   00F91400 E2E2D6D7  D4E2E3D9 011C0000"
	    "   *......wZC..7.....9..SSOPMSTR....*\n";
	struct buf b = hex_record("start-trace.hex"), out = { 0 };

	render(buf_span(&b), 2, &out);
	ck_assert_uint_gt(out.n, sizeof(want));
	out.p[sizeof(want) - 1] = '\0';
	ck_assert_str_eq((char *)out.p, want);
	ck_assert_str_eq(format_listing.between, "\n");
	ck_assert_uint_eq(format_listing.longest, 0);
	buf_free(&b);
	buf_free(&out);
}
END_TEST

/* One change to the IFCID 4 record, and a line that then is in its listing. */
static const struct {
	size_t		 at;
	const char	*bytes;
	const char	*line;
} lines[] = {
	{ 48, "00000000 0000 0000", "  data 1      absent\n" },
	{ 48, "00000038 0000 0001", "  data 1      000038       0       1  of varying length\n" },
	{ 48, "00000138 0001 0001",
	    "  data 1      000138       1       1  outside the record\n" },
	{ 48, "FFFFFFFF FFFF FFFF",
	    "  data 1    FFFFFFFF   65535   65535  outside the record\n" },
	{ 0xA4, "FFFF", "IFCID 65535\n" },
	{ 0xA2, "02", "IFCID 0\n" },
	{ 0xA2, "02", "  note: product section does not begin with a standard header\n" },
	{ 0xEE, "40", "  unknown header (type 40) at 0000EC, 76 bytes\n" },
	{ 0xA7, "C1", "QWHSRN       release          V12 (193)\n" },
	{ 32, "C4C2F240 00000001", "  subsystem DB2  sequence number 1 (00000001)" },
	{ 32, "0D254015 FFFFFFFF", "  subsystem .. .  sequence number 4294967295 (FFFFFFFF)" },
	{ 20, "4040404040404040", "  job -  ASCB" },
	{ 0xB0, "0093018F 11223310", "time             1993-01-18T11:22:33.10 local" }
};

START_TEST(lines_say)
{
	struct buf b = hex_record("start-trace.hex"), change = hex_bytes(lines[_i].bytes);
	struct buf out = { 0 };

	memcpy(b.p + lines[_i].at, change.p, change.n);
	render(buf_span(&b), 2, &out);
	buf_char(&out, '\0');
	ck_assert_msg(strstr((char *)out.p, lines[_i].line) != NULL, "no \"%s\" in\n%s",
	    lines[_i].line, (char *)out.p);
	buf_free(&b);
	buf_free(&change);
	buf_free(&out);
}
END_TEST

START_TEST(other_events)
{
	struct buf b = hex_bytes("00200000FFD9A6E9C33E29011303E5EA"
	    "00F91400D4D8F1C1D4E2E3D900000000");
	struct buf out = { 0 };

	render(buf_span(&b), 0, &out);
	buf_char(&out, '\0');
	ck_assert_str_eq((char *)out.p,
	    "event E5EA\n"
	    "  bytes 32\n"
	    "  time 1993-01-18T17:28:51.546129Z  job MQ1AMSTR  ASCB 00F91400\n"
	    " 000000   00200000 FFD9A6E9  C33E2901 1303E5EA   00F91400 D4D8F1C1  D4E2E3D9 00000000"
	    "   *.....RwZC.....V..9..MQ1AMSTR....*\n");
	buf_free(&b);
	buf_free(&out);
}
END_TEST

static size_t
hex_run(const char *s)
{
	return strspn(s, "0123456789ABCDEFabcdef");
}

/* What a forgiving reader takes for a dump line: an offset of 4 to 8 digits, blanks, a word. */
static bool
looks_like_dump(const char *line)
{
	size_t n;

	if (*line != '\0' && strchr("01-+", *line) != NULL && line[1] == ' ')
		line++;
	line += strspn(line, " ");
	n = hex_run(line);
	if (n < 4 || n > 8 || line[n] != ' ')
		return false;
	line += n + strspn(line + n, " ");
	n = hex_run(line);
	return n == 8 || (n > 0 && n % 2 == 0 && (line[n] == '\n' || line[n] == ' '));
}

static size_t
columns(const char *line)
{
	size_t n = 0;

	for (; *line != '\n'; line++)
		n += ((unsigned char)*line & 0xC0) != 0x80;
	return n;
}

/*
 * Goes through a listing's lines: those that look like dump lines are the
 * record's own and nothing else, and all are as wide as a printer's, but for
 * long names.
 */
static void
check_listing(struct buf *out, struct span record, uint64_t seed)
{
	struct buf dump = { 0 }, found = { 0 };
	const char *line, *end;

	buf_char(out, '\0');
	for (line = (char *)out->p; *line != '\0'; line = end + 1) {
		end = strchr(line, '\n');
		ck_assert_ptr_nonnull(end);
		ck_assert_msg(end > line && end[-1] != ' ', "SEED=%llu: blank line or end: %.*s",
		    (unsigned long long)seed, (int)(end - line), line);
		if (looks_like_dump(line))
			buf_put(&found, line, (size_t)(end + 1 - line));
		else if (strstr(line, " long_") == NULL)
			ck_assert_msg(columns(line) <= WIDTH, "SEED=%llu: %zu columns: %.*s",
			    (unsigned long long)seed, columns(line), (int)(end - line), line);
	}
	dump_lines(record, true, &dump);
	ck_assert_msg(span_equal(buf_span(&found), buf_span(&dump)), "SEED=%llu:\n%s",
	    (unsigned long long)seed, (char *)out->p);
	buf_free(&dump);
	buf_free(&found);
}

START_TEST(random_records_read_back)
{
	struct dice dice = dice_new();
	struct maker m = maker_of(dice.seed + (uint64_t)_i);
	struct buf b = { 0 }, out = { 0 };

	make_db2_random(&m, &b, dice_below(&dice, 2000));
	render(buf_span(&b), 1, &out);
	check_listing(&out, buf_span(&b), dice.seed);

	/* Names and lengths made of anything. */
	buf_clear(&out);
	dice_fill(&dice, b.p + 16, 12);
	dice_fill(&dice, b.p + b.n - 0x98 + 8, 0x44);
	dice_fill(&dice, b.p + b.n - 0x4C + 4, 0x48);
	render(buf_span(&b), 1, &out);
	check_listing(&out, buf_span(&b), dice.seed);
	buf_free(&b);
	buf_free(&out);
}
END_TEST

/* Every header, as long as it gets, full of text that reads like a dump line. */
START_TEST(names_do_not_look_like_dump_lines)
{
	static const char text[] = "F0F0F0F0F0F0 40 F1F1F1F1F1F1F1F1 40 C1C2C3C4C5C6F0F1 4015";
	static const uint8_t types[] = { 0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40 };
	struct buf word = hex_bytes(text), b = hex_record("start-trace.hex"), out = { 0 };
	size_t i, at;

	b.n = 0xA0;
	for (at = 16; at < 28; at++)
		b.p[at] = word.p[at % word.n];
	for (i = 0; i < sizeof(types); i++) {
		at = b.n;
		while (b.n < at + 0xA0)
			buf_put(&b, word.p, word.n);
		b.n = at + 0xA0;
		put_u32(b.p + at, 0x00A00000 | (uint32_t)types[i] << 8);
		put_u16(b.p + at + 0x4E, 0x60);
		put_u16(b.p + at + 0x60, 0x30);
	}
	b.p[0xA6] = 2;
	put_u16(b.p + 44, (uint16_t)(b.n - 0xA0));
	render(buf_span(&b), 1, &out);
	check_listing(&out, buf_span(&b), 0);
	ck_assert_ptr_nonnull(strstr((char *)out.p, " long_location    "));
	buf_free(&word);
	buf_free(&b);
	buf_free(&out);
}
END_TEST

START_TEST(memory_runs_out_quietly)
{
	struct buf b = hex_record("statistics.hex");
	struct buf out = { .failed = true };

	render(buf_span(&b), 8, &out);
	ck_assert(out.failed && out.n == 0 && out.p == NULL);
	buf_free(&b);
}
END_TEST

Suite *
listing_out_suite(void)
{
	Suite *s = suite_create("listing_out");
	TCase *t = tcase_create("listing_out");

	tcase_add_test(t, start_trace_in_full);
	tcase_add_loop_test(t, lines_say, 0, sizeof(lines) / sizeof(lines[0]));
	tcase_add_test(t, other_events);
	tcase_add_loop_test(t, random_records_read_back, 0, 50);
	tcase_add_test(t, names_do_not_look_like_dump_lines);
	tcase_add_test(t, memory_runs_out_quietly);
	suite_add_tcase(s, t);
	return s;
}
