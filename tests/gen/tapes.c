/* tapes.c - writes a trace to several tapes, and its Db2 records uncut to standard output
 *
 * usage: tapes SEED TAPES RECORDS FOLDER
 *
 * The trace holds RECORDS Db2 records; most of their segments stand mixed with
 * those of others, so nearly every tape ends within some. The tapes are FOLDER's
 * tape01.vb (plain), tape02.vb.gz, tape03.aws (tape image), tape04.vb, ...
 */
#include <stdio.h>
#include <stdlib.h>	/* strtoul */

#include "make_container.h"
#include "make_gtf.h"
#include "make_gzip.h"

enum { PATH = 1024, TAPES = 99 };

static void
make_plain(struct span records, struct buf *out)
{
	buf_put(out, records.p, records.n);
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
make_aws(struct span records, struct buf *out)
{
	struct make_form form = { 0 };
	struct buf blocks = { 0 }, image = { 0 };
	struct cursor c;
	size_t before = 0;
	struct span block;

	make_block(records, &form, &blocks);
	image_blocks(&image, buf_span(&blocks));
	for (c = cursor_at(buf_span(&image), 0); cursor_left(&c) > 0; before = block.n) {
		block = cursor_take(&c, cursor_u32(&c));
		aws_header(out, block.n, before, (char)0xa0);
		buf_put(out, block.p, block.n);
	}
	aws_header(out, 0, before, 0x40);
	aws_header(out, 0, 0, 0x40);
	buf_free(&blocks);
	buf_free(&image);
}

static const struct tape_kind {
	const char	*ext;
	void	       (*make)(struct span records, struct buf *out);
} kinds[] = {
	{ "vb", make_plain },
	{ "vb.gz", make_gzip },
	{ "aws", make_aws }
};
enum { KINDS = sizeof(kinds) / sizeof(kinds[0]) };

static bool
put_bytes(struct span s, FILE *f)
{
	return f != NULL && fwrite(s.p, 1, s.n, f) == s.n && fflush(f) == 0;
}

static bool
put_tape(const char *folder, size_t k, struct span records)
{
	const struct tape_kind *kind = &kinds[k % KINDS];
	struct buf tape = { 0 };
	char path[PATH];
	bool good;
	FILE *f;

	kind->make(records, &tape);
	(void)snprintf(path, sizeof(path), "%s/tape%02zu.%s", folder, k + 1, kind->ext);
	f = fopen(path, "wb");
	good = !tape.failed && put_bytes(buf_span(&tape), f);
	if (f != NULL && fclose(f) != 0)
		good = false;
	buf_free(&tape);
	return good;
}

static size_t
count_records(struct span trace)
{
	struct cursor c = cursor_at(trace, 0);
	struct span record;
	size_t n;

	for (n = 0; make_each(&c, &record); n++)
		;
	return n;
}

/* Cuts the trace in parts of about the same number of records. */
static bool
put_tapes(struct maker *m, const char *folder, size_t tapes, struct span trace)
{
	struct cursor c = cursor_at(trace, 0);
	size_t each = count_records(trace) / tapes, n = 0, from, to, k;
	struct span record;
	bool good = each > 1;

	for (k = 0; k < tapes && good; k++) {
		from = c.at;
		to = each * (k + 1) - dice_below(&m->dice, each / 2);
		for (; (n < to || k + 1 == tapes) && make_each(&c, &record); n++)
			;
		good = put_tape(folder, k, span_of(trace.p + from, c.at - from));
	}
	return good;
}

int
main(int argc, char *argv[])
{
	struct buf trace = { 0 }, whole = { 0 };
	struct maker m;
	size_t tapes;
	bool good;

	tapes = argc == 5 ? strtoul(argv[2], NULL, 10) : 0;
	if (tapes < 1 || tapes > TAPES) {
		(void)fprintf(stderr, "usage: tapes SEED TAPES RECORDS FOLDER\n");
		return 1;
	}
	m = maker_of(strtoul(argv[1], NULL, 10));
	make_trace(&m, &trace, &whole, strtoul(argv[3], NULL, 10));
	good = !trace.failed && !whole.failed &&
	    put_tapes(&m, argv[4], tapes, buf_span(&trace)) &&
	    put_bytes(buf_span(&whole), stdout);
	buf_free(&trace);
	buf_free(&whole);
	if (!good)
		(void)fprintf(stderr, "tapes: cannot write them (or too few records)\n");
	return good ? 0 : 1;
}
