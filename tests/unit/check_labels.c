/* check_labels.c - standard labels of tapes */
#include <check.h>
#include <string.h>

#include "ztrace/ebcdic.h"
#include "ztrace/labels.h"

/* Labels in ASCII here; they are read in EBCDIC. */
static const struct {
	const char	*text;
	struct label	 label;
} labels[] = {
	{ "VOL1GTF001", { .kind = LABEL_VOLUME, .number = 1, .sure = true } },
	{ "VOL2", { .kind = LABEL_VOLUME, .number = 2 } },
	{ "HDR1OPS.TRACE.GTF    GTF00100010001     "
	    "  260150000000000000IBM OS/VS 370   0000",
	    { .kind = LABEL_HEADER, .number = 1, .sure = true, .name = "OPS.TRACE.GTF",
	    .volume = 1, .counted = true } },
	{ "EOF134567890123456789GTF0010025?...     "
	    "  260150000000123456IBM OS/VS 370   0012",
	    { .kind = LABEL_END, .number = 1, .sure = true, .name = "34567890123456789",
	    .volume = 25, .counted = true, .high = true, .blocks = 12123456 } },
	{ "EOF1ABCDEFGH.IJKLMNOPGTF00100020003     "
	    "  260150000000123456IBM OS/VS 370       ",
	    { .kind = LABEL_END, .number = 1, .sure = true, .name = "ABCDEFGH.IJKLMNOP",
	    .volume = 2, .counted = true, .blocks = 123456 } },
	{ "EOV1A.B", { .kind = LABEL_GOES_ON, .number = 1, .name = "A.B" } },
	{ "HDR2V0409604092", { .kind = LABEL_HEADER, .number = 2, .sure = true, .format = 'V' } },
	{ "HDR2V", { .kind = LABEL_HEADER, .number = 2, .format = 'V' } },
	{ "EOV2F3276000080",
	    { .kind = LABEL_GOES_ON, .number = 2, .sure = true, .format = 'F' } },
	{ "HDR1U3276000000", { .kind = LABEL_HEADER, .number = 2, .sure = true, .format = 'U' } },
	{ "HDR3", { .kind = LABEL_HEADER, .number = 3 } },
	{ "UHL1", { .kind = LABEL_USER, .number = 1 } },
	{ "UTL8", { .kind = LABEL_USER, .number = 8 } },
	{ "UVL1", { .kind = LABEL_USER, .number = 1 } },
	{ "HDR0", { .kind = LABEL_NONE } },
	{ "HDRA", { .kind = LABEL_NONE } },
	{ "hdr1", { .kind = LABEL_NONE } },
	{ "", { .kind = LABEL_NONE } }
};

START_TEST(a_label_is_read)
{
	uint8_t block[LABEL_SIZE];
	const struct label *want = &labels[_i].label;
	const char *text = labels[_i].text;
	struct label l;
	size_t i, n = strlen(text);

	for (i = 0; i < LABEL_SIZE; i++)
		block[i] = ebcdic_from_ascii(i < n ? text[i] : ' ');
	ck_assert_int_eq(label_read(span_of(block, LABEL_SIZE), &l), want->kind != LABEL_NONE);
	ck_assert_int_eq(l.kind, want->kind);
	if (want->kind == LABEL_NONE)
		return;
	ck_assert_uint_eq(l.number, want->number);
	ck_assert_int_eq(l.sure, want->sure);
	ck_assert_str_eq(l.name, want->name);
	ck_assert_uint_eq(l.volume, want->volume);
	ck_assert_int_eq(l.counted, want->counted);
	ck_assert_uint_eq(l.blocks, want->blocks);
	ck_assert_int_eq(l.high, want->high);
	ck_assert_int_eq(l.format, want->format);
	ck_assert(!label_read(span_of(block, LABEL_SIZE - 1), &l));
	ck_assert(!label_read(span_of(block, 0), &l));
}
END_TEST

Suite *
labels_suite(void)
{
	enum { LABELS = sizeof(labels) / sizeof(labels[0]) };
	Suite *s = suite_create("labels");
	TCase *tc = tcase_create("labels");

	tcase_add_loop_test(tc, a_label_is_read, 0, LABELS);
	suite_add_tcase(s, tc);
	return s;
}
