/* check_volume.c - what the labels and marks of a tape make of its blocks */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "make_container.h"
#include "make_tape.h"
#include "said.h"
#include "tape_case.h"

/* A tape drive that reads a script; the place of a thing is its number. */
struct drive {
	struct script	 script;
	struct script_item item;
	uint64_t	 n;
};

static enum rc
drive_next(void *self, struct tape_item *out, struct diag *d)
{
	struct drive *drive = self;

	(void)d;
	out->at = drive->n;
	if (!script_next(&drive->script, &drive->item))
		return RC_END;
	drive->n++;
	out->mark = drive->item.what == SCRIPT_MARK;
	out->data = span_of(drive->item.bytes, drive->item.n);
	return drive->item.what == SCRIPT_DAMAGE ? RC_SKIP : RC_OK;
}

static struct stream *
drive_open(const char *script)
{
	static const struct tape_device device = { .next = drive_next, .close = free };
	struct drive *drive = calloc(1, sizeof(*drive));
	struct diag quiet = { 0 };

	ck_assert_ptr_nonnull(drive);
	drive->script.left = script;
	return tape_open(&device, drive, &quiet);
}

/* The blocks that came as their numbers in the script: "1 2 5". */
static void
blocks_name(struct span blocks, struct buf *out)
{
	struct cursor c = cursor_at(blocks, 0);
	struct span block;

	while (cursor_left(&c) > 0) {
		block = cursor_take(&c, cursor_u32(&c));
		buf_printf(out, "%s%u", out->n > 0 ? " " : "", span_u16(block, 16));
	}
	buf_char(out, '\0');
}

#define HEAD	"VOL1 HDR1=A.B HDR2=V TM "
#define NEXT	"HDR1=C.D HDR2=V TM "

static const struct {
	const char	*what;
	const char	*script;
	const char	*gives;
	const char	*words;
} tapes[] = {
	{ "a data set", HEAD "GG TM EOF1=A.B#2 EOF2=V TM TM", "1 2", "" },
	{ "user labels", "VOL1 UVL1 HDR1=A.B HDR2=V HDR3 UHL1 UHL2 TM G TM "
	    "EOF1=A.B#1 EOF2=V UTL1 UTL2 TM TM", "1", "" },
	{ "a leading mark", "TM " HEAD "G TM EOF1=A.B#1 TM TM", "1", "" },
	{ "no second mark", HEAD "G TM EOF1=A.B#1 TM", "1", "" },
	{ "no mark at the end", HEAD "G TM EOF1=A.B#1", "1", "" },
	{ "no HDR2", "VOL1 HDR1=A.B TM G TM EOF1=A.B#1 TM TM", "1", "" },
	{ "undefined format", "VOL1 HDR1=A.B HDR2=U TM G TM EOF1=A.B#1 TM TM", "1", "" },
	{ "fixed format", "VOL1 HDR1=A.B HDR2=F TM G TM EOF1=A.B#1 TM TM", "",
	    "at 0x9: no data set on the tape holds GTF data (A.B)\n" },
	{ "two data sets", HEAD "GG TM EOF1=A.B#2 TM " NEXT "G TM EOF1=C.D#1 TM TM", "1 2 3",
	    "" },
	{ "the second of two", HEAD "XX TM EOF1=A.B#2 TM " NEXT "G TM EOF1=C.D#1 TM TM", "3",
	    "" },
	{ "the first of two", HEAD "G TM EOF1=A.B#1 TM " NEXT "CC TM EOF1=C.D#2 TM TM", "1",
	    "" },
	{ "neither of two", HEAD "XX TM EOF1=A.B#2 TM " NEXT "CC TM EOF1=C.D#2 TM TM", "",
	    "at 0x12: no data set on the tape holds GTF data (A.B, C.D)\n" },
	{ "an empty data set before", HEAD "TM EOF1=A.B TM " NEXT "G TM EOF1=C.D#1 TM TM", "1",
	    "" },
	{ "an empty data set alone", HEAD "TM EOF1=A.B TM TM", "", "" },
	{ "an initialised tape", "VOL1 HDR1=0 TM", "", "" },
	{ "an initialised tape, two marks", "VOL1 HDR1=0 TM TM", "", "" },
	{ "a volume label alone", "VOL1 TM", "", "" },
	{ "nothing", "", "", "" },

	{ "no labels", "GG TM TM", "1 2", "" },
	{ "no labels and no marks", "GG", "1 2", "" },
	{ "no labels, a leading mark", "TM GG TM TM", "1 2", "" },
	{ "no labels, two data sets", "G TM G TM TM", "1 2", "" },
	{ "no labels, the second of two", "X TM G TM TM", "2", "" },
	{ "no labels, neither of two", "X TM C TM TM", "",
	    "at 0x5: no data set on the tape holds GTF data (data set 1, data set 2)\n" },
	{ "no labels, data behind the end", "G TM TM G TM", "1", "" },
	{ "no labels, empty", "TM TM", "", "" },
	{ "no labels, empty, data behind the end", "TM TM G", "", "" },
	{ "card images are no labels", "C TM G TM TM", "2", "" },

	{ "volumes in one file", HEAD "G TM EOV1=A.B#1 EOV2=V TM "
	    "VOL1 HDR1=A.B@2 HDR2=V TM GG TM EOF1=A.B@2#2 EOF2=V TM TM", "1 2 3", "" },
	{ "two marks behind EOV", HEAD "G TM EOV1=A.B#1 EOV2=V TM TM "
	    "VOL1 HDR1=A.B@2 HDR2=V TM GG TM EOF1=A.B@2#2 EOF2=V TM TM", "1 2 3", "" },
	{ "an unrelated volume", HEAD "G TM EOF1=A.B#1 EOF2=V TM TM "
	    HEAD "G TM EOF1=A.B#1 EOF2=V TM TM", "1 2", "" },
	{ "unlabelled, then labelled", "G TM TM " HEAD "G TM EOF1=A.B#1 EOF2=V TM TM", "1 2",
	    "" },
	{ "what goes on is taken whatever its first block", HEAD "G TM EOV1=A.B#1 TM "
	    "VOL1 HDR1=A.B@2 HDR2=V TM X G TM EOF1=A.B@2#2 TM TM", "1 2 3", "" },
	{ "a volume is left out", HEAD "G TM EOV1=A.B#1 EOV2=V TM "
	    "VOL1 HDR1=A.B@3 HDR2=V TM G TM EOF1=A.B@3#1 EOF2=V TM TM", "1 2",
	    "at 0xa: a volume is missing before this one (A.B, volume 2)\n" },
	{ "another data set is on the next volume", HEAD "G TM EOV1=A.B#1 EOV2=V TM "
	    "VOL1 HDR1=A.C@2 HDR2=V TM G TM EOF1=A.C@2#1 EOF2=V TM TM", "1 2",
	    "at 0xa: a volume is missing before this one (A.B, volume 2)\n" },
	{ "the data set that goes on is not wanted", HEAD "X TM EOV1=A.B#1 EOV2=V TM "
	    HEAD "G TM EOF1=A.B#1 EOF2=V TM TM", "2", "" },

	{ "block counts", HEAD "GG TM EOF1=A.B#3 TM TM", "1 2",
	    "at 0x7: trailer label counts other blocks than there are (A.B, label 3, read 2)\n" },
	{ "block counts of data sets not wanted", HEAD "XX TM EOF1=A.B#1 TM TM", "",
	    "at 0x7: trailer label counts other blocks than there are (A.B, label 1, read 2)\n"
	    "at 0xa: no data set on the tape holds GTF data (A.B)\n" },
	{ "block counts of a volume", HEAD "GG TM EOV1=A.B#1 TM VOL1 HDR1=A.B@2 TM G TM "
	    "EOF1=A.B@2#3", "1 2 3",
	    "at 0x7: trailer label counts other blocks than there are (A.B, label 1, read 2)\n"
	    "at 0xe: trailer label counts other blocks than there are (A.B, label 3, read 1)\n" },
	{ "large block counts", HEAD "G TM EOF1=A.B#12000001 TM TM", "1",
	    "at 0x6: trailer label counts other blocks than there are "
	    "(A.B, label 12000001, read 1)\n" },
	{ "blocks that cannot be read are counted", HEAD "G 0 G TM EOF1=A.B#3 TM TM", "1 2", "" },

	{ "the image ends within a data set", HEAD "GG", "1 2",
	    "at 0x6: data set has no trailer label (A.B, 2 blocks)\n" },
	{ "the image ends behind a data set", HEAD "GG TM", "1 2",
	    "at 0x7: data set has no trailer label (A.B, 2 blocks)\n" },
	{ "a data set without a trailer", HEAD "GG TM " NEXT "G TM EOF1=C.D#1 TM TM", "1 2 3",
	    "at 0x7: data set has no trailer label (A.B, 2 blocks)\n" },
	{ "a block among the labels", "VOL1 C HDR1=A.B C HDR2=V TM G TM EOF1=A.B#1 TM TM", "3",
	    "" },
	{ "old data behind the end", HEAD "G TM EOF1=A.B#1 TM TM X G TM", "1", "" },

	{ "no mark before the data", "VOL1 HDR1=A.B HDR2=V GG TM EOF1=A.B#2 TM TM", "1 2", "" },
	{ "no mark behind the data", HEAD "GG EOF1=A.B#2 EOF2=V TM TM", "1 2", "" },
	{ "no mark between data sets", HEAD "G TM EOF1=A.B#1 " NEXT "G TM EOF1=C.D#1 TM TM",
	    "1 2", "" },
	{ "no mark and no EOF1", HEAD "G EOF2=V TM TM", "1",
	    "at 0x8: data set has no trailer label (A.B, 1 blocks)\n" },
	{ "no volume label", "HDR1=A.B HDR2=V TM G TM EOF1=A.B#1 TM TM", "1", "" },
	{ "no header labels", "VOL1 D TM G TM EOF1=A.B#1 TM TM", "1", "" },
	{ "no labels and no mark before the data", "D G TM EOF1=A.B#1 EOF2=V TM TM", "1", "" },
	{ "no trailer labels", HEAD "G TM D TM " NEXT "G TM EOF1=C.D#1 TM TM", "1 2",
	    "at 0x8: data set has no trailer label (A.B, 1 blocks)\n" },
	{ "no labels of the second", HEAD "G TM EOF1=A.B#1 TM D TM G TM EOF1=C.D#1 TM TM", "1 2",
	    "" },
	{ "labels that cannot be read", HEAD "G TM EOF1=A.B#1 TM 0 0 TM G TM EOF1=C.D#1 TM TM",
	    "1 2", "" },
	{ "damage within the trailer", HEAD "G TM EOF1=A.B#1 D TM " NEXT "G TM EOF1=C.D#1 TM TM",
	    "1 2", "" },

	{ "the first blocks are not GTF's", HEAD "XX GG TM EOF1=A.B#4 TM TM", "3 4",
	    "at 0x6: data set does not begin with GTF records (A.B, 2 blocks left out)\n" },
	{ "eight blocks are enough", HEAD "XXXXXXXX G TM EOF1=A.B#9 TM TM", "",
	    "at 0x11: no data set on the tape holds GTF data (A.B)\n" },
	{ "seven are not", HEAD "XXXXXXX G TM EOF1=A.B#8 TM TM", "8",
	    "at 0xb: data set does not begin with GTF records (A.B, 7 blocks left out)\n" }
};

/* Runs a script and holds blocks and words against what they should be. */
static void
runs(const char *script, const char *gives, const char *words)
{
	struct tape_read t;
	struct buf names = { 0 };

	tape_read_stream(&t, drive_open(script));
	blocks_name(buf_span(&t.blocks), &names);
	ck_assert_msg(t.rc == RC_OK, "%s: reading failed", script);
	ck_assert_str_eq(t.said.words, words);
	ck_assert_msg(strcmp((const char *)names.p, gives) == 0, "%s: blocks %s, not %s", script,
	    (const char *)names.p, gives);
	buf_free(&names);
	tape_read_free(&t);
}

START_TEST(blocks_of_gtf_data_sets_come)
{
	runs(tapes[_i].script, tapes[_i].gives, tapes[_i].words);
}
END_TEST

START_TEST(ascii_labels_are_refused)
{
	struct tape_read t;

	tape_read_stream(&t, drive_open("ASCII G TM"));
	ck_assert_int_eq(t.rc, RC_FAIL);
	ck_assert_str_eq(t.said.words, "at 0x0: tape has ASCII labels (ANSI), which z/OS does not "
	    "write GTF data under and which are not read\n");
	ck_assert_uint_eq(t.n, 0);
	tape_read_free(&t);
	runs("G TM ASCII TM TM", "1", "");
}
END_TEST

/* Many names do not make a message without end. */
START_TEST(names_are_cut_short)
{
	struct buf script = { 0 };
	struct tape_read t;
	int i;

	for (i = 0; i < 1000; i++)
		buf_str(&script, "C TM ");
	buf_char(&script, '\0');
	tape_read_stream(&t, drive_open((const char *)script.p));
	ck_assert_uint_lt(strlen(t.said.words), 600);
	ck_assert_ptr_nonnull(strstr(t.said.words, "data set 1, data set 2, "));
	ck_assert_ptr_nonnull(strstr(t.said.words, "data set 32, 968 more)"));
	tape_read_free(&t);
	buf_free(&script);
}
END_TEST

START_TEST(notes_say_what_is_done)
{
	struct said said;
	struct stream *s = drive_open(HEAD "G TM EOF1=A.B#1 TM " NEXT
	    "CC TM EOF1=C.D#2 C TM TM X");
	struct span v;

	said_start(&said);
	while (stream_peek(s, 1, &v, &said.diag) == RC_OK && v.n > 0)
		stream_consume(s, v.n);
	stream_close(s);
	said_is(&said,
	    "at 0x4: data set begins (A.B)\n"
	    "at 0x6: data set ends (A.B, 1 blocks)\n"
	    "at 0xe: data set is left out, it is not GTF data (C.D, 2 blocks)\n"
	    "at 0xf: a block among the labels is no label\n"
	    "at 0x12: data behind the end of the tape are ignored\n");
}
END_TEST

/* Volumes that come as files of their own; NULL is a file that is no tape. */
static const struct {
	const char	*what;
	const char	*scripts[3];
	size_t		 n;
	const char	*words;
} sets[] = {
	{ "one", { HEAD "G TM EOF1=A.B#1 TM TM" }, 1, "" },
	{ "two that belong together", { HEAD "G TM EOV1=A.B#1 TM",
	    "VOL1 HDR1=A.B@2 TM G TM EOF1=A.B@2#1" }, 2, "" },
	{ "three that belong together", { HEAD "G TM EOV1=A.B#1 TM",
	    "VOL1 HDR1=A.B@2 TM G TM EOV1=A.B@2#1",
	    "VOL1 HDR1=A.B@3 TM G TM EOF1=A.B@3#1" }, 3, "" },
	{ "the last is missing", { HEAD "G TM EOV1=A.B#1 TM" }, 1,
	    "a volume is missing (A.B, volume 2)\n" },
	{ "one between is missing", { HEAD "G TM EOV1=A.B#1 TM",
	    "VOL1 HDR1=A.B@3 TM G TM EOF1=A.B@3#1" }, 2,
	    "a volume is missing (A.B, volume 2)\n" },
	{ "another tape between", { HEAD "G TM EOV1=A.B#1 TM",
	    HEAD "G TM EOF1=A.B#1", "VOL1 HDR1=A.B@2 TM G TM EOF1=A.B@2#1" }, 3,
	    "a volume is missing (A.B, volume 2)\n"
	    "the volumes before this one have not been read (A.B, volume 2)\n" },
	{ "something else behind", { HEAD "G TM EOV1=A.B#1 TM", NULL }, 2,
	    "a volume is missing (A.B, volume 2)\n" },
	{ "the first is missing", { "VOL1 HDR1=A.B@2 TM G TM EOF1=A.B@2#1" }, 1,
	    "the volumes before this one have not been read (A.B, volume 2)\n" },
	{ "of a data set that is not wanted", { HEAD "X TM EOV1=A.B#1 TM" }, 1,
	    "at 0x8: no data set on the tape holds GTF data (A.B)\n" },
	{ "without labels", { "G TM", "G TM TM" }, 2, "" }
};

START_TEST(volumes_are_missed)
{
	struct tape_set set = { 0 };
	struct stream *s;
	struct said said;
	struct span v;
	size_t i;

	said_start(&said);
	said.diag.least = DIAG_WARN;
	for (i = 0; i < sets[_i].n; i++) {
		s = sets[_i].scripts[i] != NULL ? drive_open(sets[_i].scripts[i]) :
		    stream_open_memory((struct span){ 0 }, 0);
		while (stream_peek(s, 1, &v, &said.diag) == RC_OK && v.n > 0)
			stream_consume(s, v.n);
		tape_set_add(&set, s, &said.diag);
		stream_close(s);
	}
	tape_set_end(&set, &said.diag);
	ck_assert_msg(strcmp(said.words, sets[_i].words) == 0, "%s: %s", sets[_i].what,
	    said.words);
}
END_TEST

Suite *
volume_suite(void)
{
	enum {
		TAPES = sizeof(tapes) / sizeof(tapes[0]),
		SETS = sizeof(sets) / sizeof(sets[0])
	};
	Suite *s = suite_create("volume");
	TCase *tc = tcase_create("tapes");

	tcase_add_loop_test(tc, blocks_of_gtf_data_sets_come, 0, TAPES);
	tcase_add_test(tc, ascii_labels_are_refused);
	tcase_add_test(tc, names_are_cut_short);
	tcase_add_test(tc, notes_say_what_is_done);
	tcase_add_loop_test(tc, volumes_are_missed, 0, SETS);
	suite_add_tcase(s, tc);
	return s;
}
