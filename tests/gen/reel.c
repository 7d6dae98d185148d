/* reel.c - writes files to a tape image, each a data set, to standard output
 *
 * usage: reel KIND LABELS {LAYOUT FILE} ...
 *
 * KIND is one of reel_names (make_tape.h), or "plain": the bytes of the blocks alone.
 * LABELS: sl (VOL1, HDR1 ...; not with plain) or nl. LAYOUT, where SIZE is that of a block:
 *
 *   b:SIZE          the bytes of the file
 *   f:LENGTH:SIZE   its lines in EBCDIC, ASA control in front, records of one length
 *   v:SIZE          the same with RDWs, blocks with BDWs
 *   r:SIZE          with RDWs, blocks without BDWs
 */
#include <stdio.h>
#include <stdlib.h>	/* strtoul */
#include <string.h>

#include "make_tape.h"
#include "ztrace/ebcdic.h"

enum { PART = 65536 };
#define PLAIN REEL_KINDS

struct layout {
	char	letter;
	size_t	length, size;
};

static bool
layout_read(const char *arg, struct layout *l)
{
	char *end;

	l->letter = arg[0];
	l->length = 0;
	if (arg[0] == '\0' || strchr("bfvr", arg[0]) == NULL || arg[1] != ':')
		return false;
	l->size = strtoul(arg + 2, &end, 10);
	if (l->letter == 'f' && *end == ':') {
		l->length = l->size;
		l->size = strtoul(end + 1, &end, 10);
	}
	return *end == '\0' && l->size >= l->length + (l->letter == 'v' ? 8u : 0u) &&
	    (l->letter != 'f' || l->length > 1);
}

static bool
file_read(const char *path, struct buf *b)
{
	FILE *f = fopen(path, "rb");
	uint8_t part[PART];
	size_t n;

	if (f == NULL)
		return false;
	while ((n = fread(part, 1, sizeof(part), f)) > 0)
		buf_put(b, part, n);
	return fclose(f) == 0 && !b->failed;
}

static void
block_put(struct reel *r, struct span block)
{
	if (r->kind == PLAIN)
		buf_put(&r->image, block.p, block.n);
	else
		reel_block(r, block);
}

/* A line as a record. */
static void
record_put(const struct layout *l, struct span line, bool first, struct buf *to)
{
	uint8_t rdw[4] = { 0 };
	size_t i;

	if (l->letter == 'f')
		line = span_first(line, l->length - 1);
	put_u16(rdw, (uint16_t)(line.n + 5));
	if (l->letter != 'f')
		buf_put(to, rdw, sizeof(rdw));
	buf_char(to, (char)ebcdic_from_ascii(first ? '1' : ' '));
	for (i = 0; i < line.n; i++)
		buf_char(to, (char)ebcdic_from_ascii((char)line.p[i]));
	if (l->letter == 'f')
		buf_fill(to, 0x40, l->length - 1 - line.n);
}

/* What stands in a block so far becomes one. */
static void
records_end(struct reel *r, const struct layout *l, struct buf *block)
{
	if (block->n > 4 && l->letter == 'v')
		put_u16(block->p, (uint16_t)block->n);
	if (block->n > (l->letter == 'v' ? 4 : 0))
		block_put(r, buf_span(block));
	buf_clear(block);
}

/* Returns how many blocks there are. */
static size_t
lines_put(struct reel *r, const struct layout *l, struct span text)
{
	struct buf block = { 0 }, record = { 0 };
	bool first = true;
	struct span line;
	const uint8_t *end;
	size_t blocks = 0;

	while (text.n > 0) {
		end = memchr(text.p, '\n', text.n);
		line = span_first(text, end != NULL ? (size_t)(end - text.p) : text.n);
		text = span_from(text, line.n + 1);
		buf_clear(&record);
		record_put(l, line, first, &record);
		first = false;
		if (block.n > 0 && block.n + record.n > l->size) {
			records_end(r, l, &block);
			blocks++;
		}
		if (block.n == 0 && l->letter == 'v')
			buf_fill(&block, 0, 4);
		buf_put(&block, record.p, record.n);
	}
	blocks += block.n > 0;
	records_end(r, l, &block);
	buf_free(&block);
	buf_free(&record);
	return blocks;
}

static size_t
data_put(struct reel *r, const struct layout *l, struct span data)
{
	struct span part;
	size_t blocks = 0;

	if (l->letter != 'b')
		return lines_put(r, l, data);
	for (; data.n > 0; data = span_from(data, part.n), blocks++) {
		part = span_first(data, l->size);
		block_put(r, part);
	}
	return blocks;
}

/* The labels of a data set: "HDR" or "EOF". */
static void
labels_put(struct reel *r, const char *kind, unsigned n, char format, size_t blocks)
{
	char label[81];
	int from = snprintf(label, sizeof(label), "%s1SYS.DUMP%u", kind, n);

	(void)snprintf(label + from, sizeof(label) - (size_t)from,
	    "%*s0001%04u%19s%06zu", 27 - from, "", n, "", blocks);
	reel_label(r, label);
	(void)snprintf(label, sizeof(label), "%s2%c3276032760", kind, format);
	reel_label(r, label);
	reel_mark(r);
}

static void
set_put(struct reel *r, bool labels, unsigned n, const struct layout *l, struct span data)
{
	char format = l->letter == 'f' ? 'F' : l->letter == 'b' ? 'U' : 'V';
	size_t blocks;

	if (labels && n == 1)
		reel_label(r, "VOL1TAPE01");
	if (labels)
		labels_put(r, "HDR", n, format, 0);
	blocks = data_put(r, l, data);
	if (r->kind != PLAIN)
		reel_mark(r);
	if (labels)
		labels_put(r, "EOF", n, format, blocks);
}

static bool
kind_find(const char *name, struct reel *r)
{
	unsigned k;

	for (k = 0; k < REEL_KINDS; k++)
		if (strcmp(reel_names[k], name) == 0)
			break;
	r->kind = k;
	return k < REEL_KINDS || strcmp(name, "plain") == 0;
}

int
main(int argc, char *argv[])
{
	struct reel r = { 0 };
	struct buf data = { 0 };
	struct layout l;
	bool good;
	int i;

	good = argc >= 5 && argc % 2 == 1 && kind_find(argv[1], &r);
	for (i = 3; good && i < argc; i += 2) {
		buf_clear(&data);
		good = layout_read(argv[i], &l) && file_read(argv[i + 1], &data);
		if (good)
			set_put(&r, strcmp(argv[2], "sl") == 0, (unsigned)i / 2, &l,
			    buf_span(&data));
	}
	if (good && r.kind != PLAIN)
		reel_mark(&r);
	good = good && fwrite(r.image.p, 1, r.image.n, stdout) == r.image.n &&
	    fflush(stdout) == 0;
	buf_free(&data);
	buf_free(&r.image);
	if (!good)
		(void)fprintf(stderr, "usage: reel KIND sl|nl {LAYOUT FILE} ...\n");
	return good ? 0 : 1;
}
