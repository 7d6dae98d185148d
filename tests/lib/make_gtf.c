/* make_gtf.c - random GTF records as Db2 and others write them
 *
 *  0    2    4   5   6         14    16     20        28     30    31   32     36     40
 *  LEN  0    FF  FID TIME      EFB9  ASCB   JOBNAME   DLEN   DSCC  0    SSID   WSEQ   triplets ...
 *  LEN  0    FF  FID TIME      EID   ASCB   JOBNAME   data                      (user event)
 *  LEN  0    FF  FID TIME      EID   data                                       (system event)
 *  LEN  0    00  FID ZONE      TIME(10)               (18) options or number
 */
#include "make_gtf.h"

#include <string.h>	/* memcpy */

#include "ztrace/ebcdic.h"

enum {
	HEADER = 40,
	TRIPLET = 8,
	DLEN = 28,
	PRODUCT_HEADER = 0x4C,
	LONGEST = 32000
};

void
make_bytes(struct maker *m, struct buf *b, size_t n)
{
	uint8_t *to = buf_room(b, n);

	if (to == NULL)
		return;
	dice_fill(&m->dice, to, n);
	b->n += n;
}

static void
put8(struct buf *b, unsigned v)
{
	uint8_t byte = (uint8_t)v;

	buf_put(b, &byte, 1);
}

static void
put16(struct buf *b, size_t v)
{
	uint8_t bytes[2];

	put_u16(bytes, (uint16_t)v);
	buf_put(b, bytes, sizeof(bytes));
}

static void
put32(struct buf *b, uint32_t v)
{
	put16(b, v >> 16);
	put16(b, v & 0xFFFF);
}

static void
put64(struct buf *b, uint64_t v)
{
	put32(b, (uint32_t)(v >> 32));
	put32(b, (uint32_t)v);
}

/* In EBCDIC, blank padded to n bytes. */
static void
text_of(uint8_t *to, const char *s, size_t n)
{
	for (; n > 0; n--)
		*to++ = ebcdic_from_ascii(*s != '\0' ? *s++ : ' ');
}

static void
put_text(struct buf *b, const char *s, size_t n)
{
	uint8_t text[32];

	text_of(text, s, n);
	buf_put(b, text, n);
}

struct maker
maker_of(uint64_t seed)
{
	struct maker m = {
		.dice = { .seed = seed, .state = seed },
		.clock = 0xA6E9C33E00000000,
		.zone = -27466
	};

	maker_ssid(&m, "DB2A");
	return m;
}

void
maker_ssid(struct maker *m, const char *ssid)
{
	text_of(m->ssid, ssid, sizeof(m->ssid));
	memcpy(m->job, m->ssid, sizeof(m->ssid));
	text_of(m->job + sizeof(m->ssid), "MSTR", 4);
}

/* Up to 4 ms later; the low 12 bits, which are no time, say which processor it was. */
static uint64_t
make_time(struct maker *m)
{
	uint64_t unique = dice_below(&m->dice, 15) << 8;

	unique |= 2 + dice_below(&m->dice, 3);
	m->clock += (uint64_t)(1 + dice_below(&m->dice, 4000)) << 12;
	return m->clock | unique;
}

/* RDW, AID, FID; answers where the record starts, for make_end. */
static size_t
make_begin(struct buf *b, uint8_t aid, uint8_t fid)
{
	size_t start = b->n;

	put32(b, 0);
	put8(b, aid);
	put8(b, fid);
	return start;
}

static void
make_end(struct buf *b, size_t start)
{
	if (!b->failed)
		put_u16(b->p + start, (uint16_t)(b->n - start));
}

void
make_control(struct maker *m, struct buf *b, size_t sources)
{
	size_t start = make_begin(b, 0x00, 0x01);

	put32(b, (uint32_t)m->zone);
	put64(b, make_time(m));
	put64(b, 0x1000000100000000);
	make_bytes(m, b, sources);
	make_end(b, start);
}

static void
make_lost(struct maker *m, struct buf *b, uint8_t fid, uint32_t count)
{
	size_t start = make_begin(b, 0x00, fid);

	put32(b, (uint32_t)m->zone);
	put64(b, make_time(m));
	put32(b, count);
	make_end(b, start);
}

void
make_lost_events(struct maker *m, struct buf *b, uint32_t count)
{
	make_lost(m, b, 0x02, count);
}

void
make_lost_block(struct maker *m, struct buf *b)
{
	make_lost(m, b, 0x03, 0);
}

void
make_foreign(struct maker *m, struct buf *b, uint16_t eid, size_t data)
{
	size_t start = make_begin(b, 0xFF, eid >= 0xE000 ? 0xD9 : 0x01);

	put64(b, make_time(m));
	put16(b, eid);
	if (eid >= 0xE000) {
		put32(b, 0x00FA1400);
		put_text(b, "MQ1AMSTR", 8);
	}
	make_bytes(m, b, data);
	make_end(b, start);
}

void
make_split(struct maker *m, struct buf *b, uint8_t aid, size_t data)
{
	size_t start = make_begin(b, aid, 0xEF);

	put64(b, make_time(m));
	put16(b, 0xEF6C);
	put16(b, aid & 0x0F);
	put32(b, 3000);
	put32(b, 0x00FA0000);
	put_text(b, "CICSA", 8);
	make_bytes(m, b, data);
	make_end(b, start);
}

static void
make_standard(struct maker *m, struct buf *b, uint16_t ifcid, size_t sections)
{
	put16(b, PRODUCT_HEADER);
	put8(b, 0x01);
	put8(b, 0x1A);
	put16(b, ifcid);
	put8(b, (unsigned)sections);
	put8(b, 0xC1);
	put32(b, 0x00B3ADB8);
	buf_put(b, m->ssid, sizeof(m->ssid));
	put64(b, m->clock - ((uint64_t)100 << 12));
	put32(b, m->seq);
	put32(b, m->seq);
	put32(b, 1);
	put_text(b, "SAN_JOSE", 16);
	put_text(b, "DB2NET", 8);
	put_text(b, "LUND0", 8);
	make_bytes(m, b, 6);
	put16(b, 1);
}

static void
make_correlation(struct maker *m, struct buf *b)
{
	static const char *const plans[] = { "DSNTEP2", "DISTSERV", "DSNUTIL", "PAYROLL" };

	put16(b, PRODUCT_HEADER);
	put16(b, 0x0200);
	put_text(b, "USER01", 8);
	put_text(b, "BATCHJOB", 12);
	put_text(b, "BATCH", 8);
	put_text(b, plans[dice_below(&m->dice, 4)], 8);
	put_text(b, "USER01", 8);
	put32(b, 1 + (uint32_t)dice_below(&m->dice, 12));
	buf_fill(b, 0, 24);
}

/* The members of a section; of length 0: each behind a length of its own. */
static void
make_data(struct maker *m, struct buf *b, struct make_section s)
{
	size_t k, n;

	for (k = 0; k < s.count; k++) {
		n = s.length;
		if (n == 0) {
			n = 1 + dice_below(&m->dice, 40);
			put16(b, n);
		}
		make_bytes(m, b, n);
	}
}

/* Fills in triplet k, once it is known where its section stands. */
static void
set_triplet(struct buf *b, size_t start, size_t k, struct make_section s, size_t at)
{
	uint8_t *p;

	if (b->failed || s.count == 0)
		return;
	p = b->p + start + HEADER + k * TRIPLET;
	put_u32(p, (uint32_t)(at - start));
	put_u16(p + 4, s.length);
	put_u16(p + 6, s.count);
}

static void
make_header(struct maker *m, struct buf *b)
{
	put64(b, make_time(m));
	put16(b, 0xEFB9);
	put32(b, 0x00F91400);
	buf_put(b, m->job, sizeof(m->job));
	put32(b, 0);
	buf_put(b, m->ssid, sizeof(m->ssid));
	put32(b, ++m->seq);
}

void
make_db2(struct maker *m, struct buf *b, uint16_t ifcid, const struct make_section *sections,
    size_t n)
{
	size_t k, at, start = make_begin(b, 0xFF, 0x00);

	make_header(m, b);
	buf_fill(b, 0, (n + 1) * TRIPLET);
	for (k = 0; k < n; k++) {
		at = b->n;
		make_data(m, b, sections[k]);
		set_triplet(b, start, k + 1, sections[k], at);
	}
	at = b->n;
	make_standard(m, b, ifcid, n + 1);
	make_correlation(m, b);
	set_triplet(b, start, 0, (struct make_section){ (uint16_t)(b->n - at), 1 }, at);
	make_end(b, start);
	if (!b->failed)
		put_u16(b->p + start + DLEN, (uint16_t)(b->n - start - DLEN));
}

void
make_db2_random(struct maker *m, struct buf *b, size_t payload)
{
	static const uint16_t ifcids[] = { 1, 2, 3, 4, 22, 53, 58, 63, 140, 172, 196, 316, 350 };
	struct make_section sections[8] = { { 0 } };
	size_t k, n = 1 + dice_below(&m->dice, 7);

	for (k = 0; k < n; k++) {
		sections[k].count = (uint16_t)dice_below(&m->dice, 4);
		if (dice_below(&m->dice, 6) > 0)
			sections[k].length = (uint16_t)(4 + dice_below(&m->dice, 120));
	}
	if (payload > LONGEST)
		payload = LONGEST;
	sections[n] = (struct make_section){ (uint16_t)(4 + payload), 1 };
	make_db2(m, b, ifcids[dice_below(&m->dice, sizeof(ifcids) / sizeof(ifcids[0]))], sections,
	    payload > 0 ? n + 1 : n);
}
