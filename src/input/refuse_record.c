/* refuse_record.c - records in forms that are not read, or not of GTF
 *
 *  0     2     4
 *  LEN   0000  data        LEN counts itself and the zeros: an RDW
 *  LEN   0000  data        it counts only the data
 *  len   0000  data        little-endian, either way
 *  0000  len   data        the same, zeros first
 *  0000  LEN   data        big-endian: counts the data (FILEDATA=RECORD) or all
 *  '0080'      data        four digits, ASCII (ANSI format D) or EBCDIC
 */

#include "ztrace/rdw.h"
#include "ztrace/refuse.h"

/* The length of a record with all that belongs to it; 0: none starts here. */
typedef size_t length_fn(struct span);

enum {
	SIZE = 4,		/* bytes of any length */
	ROW = 4,		/* so many records in a row settle it, */
	ROW_WHOLE = 2,		/* or so many that end with the file */
	TEXT_MARKS = 8		/* signs of a conversion, and of no text */
};

static int
row(struct head head, length_fn *length)
{
	size_t at = 0, n = 1;
	int seen;

	for (seen = 0; seen < 4 * ROW && at < head.s.n; seen++, at += n) {
		n = length(span_from(head.s, at));
		if (n == 0)
			break;
	}
	if (n == 0 && (head.whole || head.s.n - at >= SIZE))
		return 0;
	if (head.whole && at == head.s.n)
		return seen >= ROW_WHOLE ? BID_SURE : 0;
	return seen >= ROW ? BID_SURE : 0;
}

/* A length of some data, and of no more than a record can have; else 0. */
static size_t
plausible(size_t number, size_t uncounted)
{
	size_t n = number + uncounted;

	return n > SIZE && n <= RDW_LONGEST + SIZE ? n : 0;
}

static size_t
length_rdw(struct span s)
{
	return span_u16(s, 2) == 0 ? plausible(span_u16(s, 0), 0) : 0;
}

static size_t
length_short(struct span s)
{
	return span_u16(s, 2) == 0 ? plausible(span_u16(s, 0), SIZE) : 0;
}

static size_t
swapped(struct span s, size_t at)
{
	struct cursor c = cursor_at(s, at);

	return cursor_u16le(&c);
}

static size_t
length_little(struct span s)
{
	return span_u16(s, 2) == 0 ? plausible(swapped(s, 0), 0) : 0;
}

static size_t
length_little_short(struct span s)
{
	return span_u16(s, 2) == 0 ? plausible(swapped(s, 0), SIZE) : 0;
}

static size_t
length_little_twisted(struct span s)
{
	return span_u16(s, 0) == 0 ? plausible(swapped(s, 2), 0) : 0;
}

static size_t
length_little_twisted_short(struct span s)
{
	return span_u16(s, 0) == 0 ? plausible(swapped(s, 2), SIZE) : 0;
}

static size_t
length_twisted(struct span s)
{
	return span_u16(s, 0) == 0 ? plausible(span_u16(s, 2), 0) : 0;
}

static size_t
length_prefix(struct span s)
{
	return span_u16(s, 0) == 0 ? plausible(span_u16(s, 2), SIZE) : 0;
}

/* Four decimal digits whose high halves are `zone`. */
static size_t
digits(struct span s, uint8_t zone)
{
	size_t i, n = 0;
	uint8_t digit;

	for (i = 0; i < SIZE; i++) {
		digit = (uint8_t)(span_u8(s, i) - zone);
		if (digit > 9)
			return 0;
		n = 10 * n + digit;
	}
	return n;
}

static size_t
length_ascii(struct span s)
{
	return plausible(digits(s, 0x30), 0);
}

static size_t
length_ebcdic(struct span s)
{
	return plausible(digits(s, 0xF0), 0);
}

/* A block is taken only where its records can be seen to fill it. */
static size_t
length_block(struct span s)
{
	size_t n = length_rdw(s), one;

	if (n == 0 || !span_cut(s, SIZE, n - SIZE, &s))
		return 0;
	for (; s.n > 0; s = span_from(s, one)) {
		one = length_rdw(s);
		if (one == 0 || one > s.n)
			return 0;
	}
	return n;
}

int
refuse_not_gtf(struct head head)
{
	return row(head, length_rdw);
}

/* BDWs look like RDWs, so this has to say a little more. */
int
refuse_block_not_gtf(struct head head)
{
	size_t first = length_block(head.s);
	bool alone = head.whole && first != 0 && first == head.s.n;

	return alone || row(head, length_block) != 0 ? BID_SURE + 1 : 0;
}

int
refuse_prefix_not_gtf(struct head head)
{
	return row(head, length_prefix);
}

int
refuse_rdw_short(struct head head)
{
	return row(head, length_short);
}

int
refuse_rdw_little(struct head head)
{
	return row(head, length_little) | row(head, length_little_short) |
	    row(head, length_little_twisted) |
	    row(head, length_little_twisted_short);
}

int
refuse_rdw_twisted(struct head head)
{
	return row(head, length_twisted);
}

int
refuse_digits_ascii(struct head head)
{
	return row(head, length_ascii);
}

int
refuse_digits_ebcdic(struct head head)
{
	return row(head, length_ebcdic);
}

/*
 *  0    2    4    5     6     10
 *  LEN  0    FLG  TYPE  TIME  0cyydddF        time in 0.01 s since midnight
 *
 * (z/OS MVS System Management Facilities, "Standard SMF record header")
 */
enum { SMF_HEADER = 18, SMF_DAY = 24 * 60 * 60 * 100 };

static bool
smf_date(struct span s)
{
	uint32_t date = span_u32(s, 10);
	unsigned shift;

	if (date >> 24 > 1 || (date & 0x0F) != 0x0F)
		return false;
	for (shift = 4; shift < 24; shift += 4)
		if ((date >> shift & 0x0F) > 9)
			return false;
	return true;
}

/* The type of the SMF record that s starts with, or -1. */
static int
smf_type(struct span s)
{
	if (s.n < SMF_HEADER || length_rdw(s) < SMF_HEADER)
		return -1;
	return span_u32(s, 6) < SMF_DAY && smf_date(s) ? span_u8(s, 5) : -1;
}

static int
smf_bits(struct head head, bool db2)
{
	int type = smf_type(head.s);

	if (type < 0 && length_rdw(head.s) != 0)
		type = smf_type(span_from(head.s, SIZE));
	if (type < 0 || db2 != (type >= 100 && type <= 102))
		return 0;
	return 16 + 8 + 15;
}

int
refuse_smf(struct head head)
{
	return smf_bits(head, false);
}

int
refuse_db2_smf(struct head head)
{
	return smf_bits(head, true);
}

/* A job name, blank padded, that begins s. */
static bool
job_name(struct span s)
{
	size_t i;
	uint8_t c;

	for (i = 0; i < 8; i++) {
		c = span_u8(s, i);
		if (c >= 'A' && c <= 'Z')
			continue;
		if (i == 0 || (c != ' ' && !(c >= '0' && c <= '9')))
			return false;
	}
	return true;
}

/* Event ID EFB9 in Latin-1 or UTF-8, and behind the ASCB the job name. */
static bool
text_event(struct span s)
{
	size_t at;

	if (span_u16(s, 0) == 0xD5BE)
		return job_name(span_from(s, 6));
	if (span_u32(s, 0) != 0xC395C2BE)
		return false;
	for (at = 8; at <= 12; at++)
		if (job_name(span_from(s, at)))
			return true;
	return false;
}

int
refuse_text_mode(struct head head)
{
	size_t at;

	for (at = 0; at < head.s.n; at++)
		if (text_event(span_from(head.s, at)))
			return 16 + 8 * 2;
	return 0;
}

/* Bytes that were no UTF-8 have become U+FFFD. Text has no zeros with them. */
int
refuse_utf8(struct head head)
{
	size_t at, lost = 0, zeros = 0;

	for (at = 0; at < head.s.n; at++) {
		zeros += head.s.p[at] == 0;
		lost += head.s.p[at] == 0xEF &&
		    span_u16(head.s, at + 1) == 0xBFBD;
	}
	return lost >= TEXT_MARKS && zeros >= TEXT_MARKS ? BID_SURE : 0;
}

/* Each byte from 80 up has become two, C2 or C3 first. */
int
refuse_latin1(struct head head)
{
	size_t at, doubled = 0, zeros = 0;

	for (at = 0; at < head.s.n; at++) {
		zeros += head.s.p[at] == 0;
		if (head.s.p[at] < 0x80 || at + 1 == head.s.n)
			continue;
		if (head.s.p[at] >> 1 != 0xC2 >> 1 ||
		    head.s.p[at + 1] >> 6 != 2)
			return 0;
		doubled++;
		at++;
	}
	return doubled >= TEXT_MARKS && zeros >= TEXT_MARKS ? BID_SURE : 0;
}
