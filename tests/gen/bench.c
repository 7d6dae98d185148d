/* bench.c - writes a large trace, as a busy system makes it, to standard output
 *
 * usage: bench vb|gz|listing KIB [SEED]
 *
 * KIB is the size of the records with their RDWs, whatever the form. The same
 * arguments give the same bytes on every host.
 */
#include <stdio.h>
#include <stdlib.h>	/* strtoul */
#include <string.h>
#include <zlib.h>

#include "make_gtf.h"
#include "make_listing.h"
#include "ztrace/ebcdic.h"

enum {
	AGENTS = 6, SUBSYSTEMS = 4,
	FOREIGN = 13,			/* of 100 records */
	BLOCK = 27900,			/* a control record at the beginning of each */
	CHUNK = 1024 * 1024,
	DATA = 40, TRIPLET = 8, MOST = 8,
	SQL = 16			/* bytes about the text of a statement */
};

/* Records of an IFCID: how often of 1000, and their data sections. */
static const struct kind {
	uint16_t	 ifcid, often;
	struct make_section section[MOST];
} kinds[] = {
	{   1,   4, { { 44, 4 }, { 28, 10 }, { 24, 40 }, { 200, 1 }, { 432, 1 }, { 148, 1 } } },
	{   2,   4, { { 244, 1 }, { 1000, 1 }, { 120, 4 }, { 512, 1 }, { 64, 1 }, { 600, 1 } } },
	{   3,  40, { { 328, 1 }, { 120, 1 }, { 400, 1 }, { 312, 2 }, { 256, 1 } } },
	{   6, 130, { { 24, 1 } } },
	{   7, 130, { { 28, 1 } } },
	{   8,  20, { { 16, 1 } } },
	{   9,  20, { { 16, 1 } } },
	{  20,  30, { { 96, 1 } } },
	{  21, 160, { { 56, 1 } } },
	{  44,  30, { { 40, 1 } } },
	{  45,  30, { { 24, 1 } } },
	{  58,  80, { { 64, 1 } } },
	{  59, 120, { { 56, 1 } } },
	{  60,  40, { { 56, 1 } } },
	{  61,  40, { { 60, 1 } } },
	{  63,  40, { { 380, 1 } } },
	{  65,  30, { { 80, 1 } } },
	{  66,  30, { { 40, 1 } } },
	{ 199,   2, { { 60, 40 } } },
	{ 239,  20, { { 324, 4 }, { 88, 4 } } }
};

/* A record whose segments are on their way. */
struct agent {
	struct buf	whole;
	size_t		k;		/* segment that comes next */
};

struct bench {
	struct maker	maker[SUBSYSTEMS];
	struct dice	dice;
	uint64_t	clock;		/* of the record made last, of any subsystem */
	struct agent	agent[AGENTS];
	size_t		block;		/* bytes since the last control record */
	struct buf	out;
};

/* Data as it is: mostly zeros and small numbers, some names and times, little that is random. */
static void
fill_data(struct bench *b, uint8_t *p, size_t n)
{
	static const char *const names[] = {
		"DSNDB06 ", "DSN8D81A", "PAYROLL ", "TSCUST01", "IXORDER2", "SYSLGRNX", "USER01  "
	};
	const char *name;
	uint64_t r;
	size_t i;

	for (; n >= 8; p += 8, n -= 8) {
		r = dice_u64(&b->dice);
		put_u64(p, r % 16 < 7 ? 0 : r >> 20 & 0x3FF);
		if (r % 16 == 13)
			put_u64(p, b->clock);
		else if (r % 16 == 14)
			put_u64(p, r);
		if (r % 16 < 15)
			continue;
		name = names[(r >> 8) % (sizeof(names) / sizeof(names[0]))];
		for (i = 0; i < 8; i++)
			p[i] = ebcdic_from_ascii(name[i]);
	}
}

/* IFCID 63: 2 length text statement-id ccsid. */
static void
fill_sql(struct bench *b, uint8_t *p, size_t n)
{
	static const char text[] = "SELECT EMPNO, LASTNAME FROM DSN8.EMP WHERE WORKDEPT = ? AND ";
	size_t i;

	n -= SQL;
	put_u32(p, (uint32_t)n + 2);
	for (i = 0; i < n; i++)
		p[4 + i] = ebcdic_from_ascii(text[i % (sizeof(text) - 1)]);
	put_u16(p + 4 + n, 0);
	put_u64(p + 6 + n, dice_u64(&b->dice) & 0xFFFF);
	put_u16(p + 14 + n, 37);
}

static const struct kind *
pick_kind(struct bench *b)
{
	const struct kind *k = kinds;
	size_t left = dice_below(&b->dice, 1000);

	for (; left >= k->often; k++)
		left -= k->often;
	return k;
}

static void
agent_begin(struct bench *b, struct agent *a, struct maker *m)
{
	const struct kind *kind = pick_kind(b);
	size_t n = 0, start, length;

	while (n < MOST && kind->section[n].count > 0)
		n++;
	buf_clear(&a->whole);
	make_db2(m, &a->whole, kind->ifcid, kind->section, n);
	a->k = 0;
	start = DATA + (n + 1) * TRIPLET;
	if (a->whole.failed)
		return;
	/* the product section is the last, as the first triplet says */
	length = span_u32(buf_span(&a->whole), DATA) - start;
	(kind->ifcid == 63 ? fill_sql : fill_data)(b, a->whole.p + start, length);
}

/* The next segment of some agent's record; with `last`, no new record is begun. */
static void
agent_step(struct bench *b, bool last)
{
	size_t i = dice_below(&b->dice, AGENTS);
	struct maker *m = &b->maker[i % SUBSYSTEMS];
	struct agent *a = &b->agent[i];

	m->clock = b->clock;
	if (!make_segment(m, &b->out, buf_span(&a->whole), a->k++)) {
		buf_clear(&a->whole);
		if (!last) {
			agent_begin(b, a, m);
			(void)make_segment(m, &b->out, buf_span(&a->whole), a->k++);
		}
	}
	b->clock = m->clock;
}

static void
bench_foreign(struct bench *b)
{
	static const uint16_t eids[] = { 0xEF6C, 0xE5E9, 0xE5EA, 0xEFF5, 0x1000, 0x5201 };
	struct maker *m = &b->maker[0];
	size_t n = 8 + dice_below(&b->dice, 250);

	m->clock = b->clock;
	make_foreign(m, &b->out, eids[dice_below(&b->dice, 6)], n);
	b->clock = m->clock;
}

static bool
bench_busy(const struct bench *b)
{
	size_t i;

	for (i = 0; i < AGENTS; i++)
		if (b->agent[i].whole.n > 0)
			return true;
	return false;
}

/* Fills b->out with about a chunk; with `last`, only with what is to be ended. */
static void
bench_chunk(struct bench *b, size_t size, bool last)
{
	size_t before;

	while ((last ? bench_busy(b) : b->out.n < size) && !b->out.failed) {
		before = b->out.n;
		if (b->block == 0)
			make_control(&b->maker[0], &b->out, 0);
		else if (dice_below(&b->dice, 100) < FOREIGN)
			bench_foreign(b);
		else
			agent_step(b, last);
		b->block += b->out.n - before;
		if (b->block > BLOCK)
			b->block = 0;
	}
}

/* In the form that is wanted; gz is NULL unless that is it. */
static bool
bench_put(struct bench *b, gzFile gz, bool listing)
{
	struct buf print = { 0 };
	struct buf *out = &b->out;
	bool good;

	if (listing) {
		print_trace(&print_styles[0], buf_span(&b->out), &print);
		out = &print;
	}
	if (gz != NULL)
		good = out->n == 0 || gzwrite(gz, out->p, (unsigned)out->n) == (int)out->n;
	else
		good = !out->failed && fwrite(out->p, 1, out->n, stdout) == out->n;
	buf_free(&print);
	buf_clear(&b->out);
	return good && !b->out.failed;
}

int
main(int argc, char *argv[])
{
	static const char *const ssids[SUBSYSTEMS] = { "DB2A", "DB2B", "DBP1", "DBT2" };
	static struct bench b;
	uint64_t left, seed = argc > 3 ? strtoul(argv[3], NULL, 10) : 1983;
	bool good = true, listing, last = false;
	gzFile gz = NULL;
	size_t i, size;

	if (argc < 3 || argc > 4 || (strcmp(argv[1], "vb") != 0 && strcmp(argv[1], "gz") != 0 &&
	    strcmp(argv[1], "listing") != 0)) {
		(void)fprintf(stderr, "usage: bench vb|gz|listing KIB [SEED]\n");
		return 1;
	}
	listing = strcmp(argv[1], "listing") == 0;
	if (strcmp(argv[1], "gz") == 0)
		gz = gzdopen(fileno(stdout), "wb6");
	b.dice = (struct dice){ .seed = seed, .state = seed };
	for (i = 0; i < SUBSYSTEMS; i++) {
		b.maker[i] = maker_of(seed + i);
		maker_ssid(&b.maker[i], ssids[i]);
	}
	b.clock = b.maker[0].clock;
	for (left = strtoul(argv[2], NULL, 10) * 1024; good && !last; left -= size) {
		size = left < CHUNK ? (size_t)left : CHUNK;
		last = size == 0;
		bench_chunk(&b, size, last);
		good = bench_put(&b, gz, listing);
	}
	if (gz != NULL)
		good = gzclose(gz) == Z_OK && good;
	for (i = 0; i < AGENTS; i++)
		buf_free(&b.agent[i].whole);
	buf_free(&b.out);
	return good && fflush(stdout) == 0 ? 0 : 1;
}
