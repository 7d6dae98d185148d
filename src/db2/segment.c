/* segment.c - what a Db2 segment is, and when a whole record holds together
 *
 * Db2 for z/OS, "GTF writer header section" (DSNDQWGT). GTF writes it in three
 * layouts; the data length tells them apart, record by record:
 *
 *   normal   LEN 0 AID FID TIME EFB9     ASCB JOBNAME DLEN DSCC 0 SSID WSEQ   LEN = 28 + DLEN
 *   merged   LEN 0 AID FID TIME EFB9 SID ASCB JOBNAME DLEN DSCC 0 SSID WSEQ   LEN = 30 + DLEN
 *   no time  LEN 0 AID FID      EFB9     ASCB JOBNAME DLEN DSCC 0 SSID WSEQ   LEN = 20 + DLEN
 *
 * The merged one comes from COPYTRC, the one without time from TIME=NO.
 */
#include "ztrace/db2.h"

#include <stdio.h>	/* snprintf */
#include <string.h>	/* memcpy, memset */

#include "ztrace/ebcdic.h"
#include "ztrace/gtf.h"

enum {
	AID_TRACE = 0xFF,
	TAIL = 24,		/* ASCB to WSEQ, alike in all layouts */
	KEY = 8,		/* SSID and WSEQ, its last bytes */
	LONGEST = 0xFFFF	/* what the 16-bit length can say */
};

struct variant {
	uint8_t	eid;		/* offset of the event ID */
	uint8_t	sid;		/* of the source system ID; 0: none */
	uint8_t	ascb;		/* of the ASCB address; what follows is alike */
};

static const struct variant variants[] = {
	{ 14,  0, 16 },		/* normal: must stand first */
	{ 14, 16, 18 },		/* merged */
	{  6,  0,  8 }		/* no time */
};

/* The layout whose arithmetic a record fits, or NULL. Its header must all be there. */
static const struct variant *
variant_of(const struct record *rec)
{
	struct span data = rec->data;
	size_t length = span_u16(data, 0), i, dlen;

	if (rec->cut ? data.n > length : data.n != length)
		return NULL;
	for (i = 0; i < sizeof(variants) / sizeof(variants[0]); i++) {
		const struct variant *v = &variants[i];

		dlen = (size_t)v->ascb + 12;
		if (data.n >= (size_t)v->ascb + TAIL &&
		    span_u8(data, 4) == AID_TRACE && span_u16(data, v->eid) == EID_DB2 &&
		    length == dlen + span_u16(data, dlen))
			return v;
	}
	return NULL;
}

static bool
part_of(uint8_t code, enum join_part *part)
{
	static const enum join_part parts[] = {
		JOIN_WHOLE, JOIN_FIRST, JOIN_LAST, JOIN_MIDDLE
	};

	if (code >= sizeof(parts) / sizeof(parts[0]))
		return false;
	*part = parts[code];
	return true;
}

static bool
segment_tag(const struct record *rec, struct join_tag *tag)
{
	const struct variant *v = variant_of(rec);
	struct span sid = { 0 }, key;

	if (v == NULL || !part_of(span_u8(rec->data, (size_t)v->ascb + 14), &tag->part))
		return false;
	if (v->sid != 0)
		span_cut(rec->data, v->sid, 2, &sid);
	span_cut(rec->data, (size_t)v->ascb + TAIL - KEY, KEY, &key);

	if (sid.n > 0)
		memcpy(tag->key, sid.p, sid.n);
	memcpy(tag->key + sid.n, key.p, key.n);
	tag->keylen = (uint8_t)(sid.n + key.n);
	tag->normal = v == &variants[0];
	tag->payload = span_from(rec->data, (size_t)v->ascb + TAIL);
	return true;
}

static void
segment_name(struct span key, char out[JOIN_NAME])
{
	struct cursor c = cursor_at(key, 0);
	char source[sizeof("SID 0000 ")] = "", ssid[5] = "", number[sizeof(" 00000000")] = "";
	size_t i;

	if (key.n % 4 == 2)
		snprintf(source, sizeof(source), "SID %04X ", cursor_u16(&c));
	for (i = 0; i < 4; i++)
		ssid[i] = (char)ebcdic_print[cursor_u8(&c)];
	if (cursor_left(&c) >= 4)
		snprintf(number, sizeof(number), " %08X", (unsigned)cursor_u32(&c));
	snprintf(out, JOIN_NAME, "%s%s%s", source, ssid, number);
}

static void
segment_begin(const struct record *first, struct buf *whole)
{
	const struct variant *v = variant_of(first);
	uint8_t *p;

	if (v == NULL || (p = buf_room(whole, DB2_HEADER)) == NULL)
		return;
	memset(p, 0, DB2_HEADER);
	memcpy(p, first->data.p, 2);
	memcpy(p + 4, first->data.p + 4, (size_t)v->eid - 4);
	put_u16(p + 14, EID_DB2);
	memcpy(p + 16, first->data.p + v->ascb, TAIL);
	whole->n += DB2_HEADER;
}

static const char *
segment_check(struct span whole)
{
	struct event_section section;
	struct db2_start start;
	const char *wrong;
	size_t k;

	if ((wrong = db2_start(whole, &start)) != NULL)
		return wrong;
	if (start.sections == 0)
		return "standard header counts no sections";
	if (DB2_HEADER + (size_t)DB2_TRIPLET * start.sections > whole.n)
		return "self-defining section is longer than the record (a segment is missing)";
	for (k = 1; k < start.sections; k++) {
		db2_section(whole, k, &section);
		if (section.present && !section.inside)
			return "section lies outside the record (a segment is missing)";
	}
	return NULL;
}

/*
 * Lengths of a record over 65,535 bytes have no room in their fields. They
 * then say 65,535: a form that relies on them cannot hold such a record.
 */
static void
segment_seal(uint8_t *whole, size_t n)
{
	uint16_t length = (uint16_t)(n < LONGEST ? n : LONGEST);

	if (n < DB2_HEADER)
		return;
	put_u16(whole, length);
	put_u16(whole + 28, (uint16_t)(length - 28));
	whole[30] = 0;
}

const struct join_rules db2_join = {
	.tag = segment_tag,
	.name = segment_name,
	.numbered = 4,
	.begin = segment_begin,
	.seal = segment_seal,
	.check = segment_check
};
