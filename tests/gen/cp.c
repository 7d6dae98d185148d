/* cp.c - makes samples of CP trace entries
 *
 * usage: cp page|saved|tracg >FILE
 *
 * page: a page of a trace table. saved: a tape (AWSTAPE) of saved blocks. tracg:
 * a run of TRACG entries. All of them show the same minute of a made-up system.
 */
#include <stdio.h>
#include <string.h>

#include "make_cp.h"

enum { BLOCK = 4096, PAGE_ENTRIES = 127, TAPE_ENTRIES = 400, RUN_ENTRIES = 40 };

/* A guest is run, asks for input, and gets it. */
static const struct step {
	uint16_t	code;
	uint32_t	word[5];
} steps[] = {
	{ 0x0A00, { 0x00000000, 0xD9E4D540, 0x0123F000, 0x03EC1000, 0x80001234 } },
	{ 0x0D90, { 0xB2332000, 0x00000191, 0x00045000, 0x02046000, 0x40000050 } },
	{ 0x0500, { 0x00000191, 0x01456000, 0x00000000, 0x03EC1000, 0x80001240 } },
	{ 0x0C00, { 0x03EC1000, 0x80001240, 0x00000191, 0x00010003, 0x00000000 } },
	{ 0x0702, { 0x01234560, 0x00000010, 0x00000000, 0x00000000, 0x00000000 } },
	{ 0x3600, { 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000 } },
	{ 0x7F01, { 0xDEADBEEF, 0x00000001, 0x00000002, 0x00000003, 0x00000004 } },
};
enum { STEPS = sizeof(steps) / sizeof(steps[0]) };

static void
make(struct cp_made *made, size_t n, enum cpform form, uint64_t tod)
{
	struct dice d = { .seed = 1, .state = 1 };
	const struct step *s;
	size_t i, k;

	for (i = 0; i < n; i++) {
		s = &steps[i % STEPS];
		tod += (20 + dice_below(&d, 4000)) << 12;
		made[i] = (struct cp_made){ .form = form, .tod = tod, .code = s->code, .n = 5 };
		if (form == CPFORM_SAVED)
			made[i].cpu = (uint16_t)dice_below(&d, 3);
		for (k = 0; k < 5; k++)
			made[i].word[k] = s->word[k];
		if (form == CPFORM_TRACG)
			made[i].fine = 0xA5F0;
	}
}

static void
aws_header(struct buf *out, size_t length, size_t before, char flags)
{
	buf_char(out, (char)(length & 0xff));
	buf_char(out, (char)(length >> 8));
	buf_char(out, (char)(before & 0xff));
	buf_char(out, (char)(before >> 8));
	buf_char(out, flags);
	buf_char(out, 0);
}

/* Without labels: blocks, and two tape marks. */
static void
make_tape(struct buf *out, const struct cp_made *made, size_t n)
{
	struct buf blocks = { 0 };
	size_t at;

	cp_put_blocks(&blocks, made, n, 0);
	for (at = 0; at < blocks.n; at += BLOCK) {
		aws_header(out, BLOCK, at > 0 ? BLOCK : 0, (char)0xa0);
		buf_put(out, blocks.p + at, BLOCK);
	}
	aws_header(out, 0, BLOCK, 0x40);
	aws_header(out, 0, 0, 0x40);
	buf_free(&blocks);
}

int
main(int argc, char *argv[])
{
	static struct cp_made made[TAPE_ENTRIES];
	const char *what = argc == 2 ? argv[1] : "";
	struct buf out = { 0 };
	bool good;
	size_t i;

	if (strcmp(what, "page") == 0) {
		make(made, PAGE_ENTRIES, CPFORM_TRACE, UINT64_C(0xBCF2310D00000000));
		cp_put_pages(&out, made, PAGE_ENTRIES);
	} else if (strcmp(what, "saved") == 0) {
		make(made, TAPE_ENTRIES, CPFORM_SAVED, UINT64_C(0xBCF2310D00000000));
		make_tape(&out, made, TAPE_ENTRIES);
	} else if (strcmp(what, "tracg") == 0) {
		make(made, RUN_ENTRIES, CPFORM_TRACG, UINT64_C(0xBCF2310D00800000));
		for (i = 0; i < RUN_ENTRIES; i++)
			cp_put(&out, &made[i]);
	} else {
		(void)fprintf(stderr, "usage: cp page|saved|tracg >FILE\n");
		return 1;
	}
	good = !out.failed && fwrite(out.p, 1, out.n, stdout) == out.n && fflush(stdout) == 0;
	buf_free(&out);
	return good ? 0 : 1;
}
