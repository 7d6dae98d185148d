/* sql.c - a small trace with SQL text and lock waits, for the examples of the README */

#include <stdio.h>
#include <string.h>

#include "ztrace/ebcdic.h"
#include "ztrace/span.h"

#include "make_gtf.h"

enum { SEED = 1983, ROUNDS = 4, LONG = 20, FIRST_SECTION = 48 };
enum { CCSID_EBCDIC = 37, CCSID_UTF8 = 1208 };

static const char *const statements[ROUNDS] = {
	"SELECT EMPNO, LASTNAME FROM DSN8.EMP WHERE WORKDEPT = ?",
	"UPDATE DSN8.DEPT SET MGRNO = ? WHERE DEPTNO = 'D11'",
	"DELETE FROM DSN8.ACT WHERE ACTNO > 190",
	"INSERT INTO DSN8.PROJ VALUES (?, ?, ?, ?)"
};

/* The bytes of the first data section, which are to be filled. */
static uint8_t *
section(struct buf *b)
{
	return b->p + span_u32(buf_span(b), FIRST_SECTION);
}

/* IFCID 63: 2 length text statement-id ccsid. */
static void
statement(struct maker *m, struct buf *out, const char *text)
{
	const size_t n = strlen(text);
	struct make_section s = { .length = (uint16_t)(4 + n + 12), .count = 1 };
	struct buf b = { 0 };
	uint8_t *p;
	size_t i;

	make_db2(m, &b, 63, &s, 1);
	p = section(&b);
	put_u16(p, 0);
	put_u16(p + 2, (uint16_t)(n + 2));
	for (i = 0; i < n; i++)
		p[4 + i] = ebcdic_from_ascii(text[i]);
	put_u16(p + 4 + n, 0);
	put_u64(p + 6 + n, m->seq);
	put_u16(p + 14 + n, CCSID_EBCDIC);
	make_segments(m, out, buf_span(&b));
	buf_free(&b);
}

/* IFCID 350: a statement too long for one record of the old kind, in UTF-8. */
static void
long_statement(struct maker *m, struct buf *out)
{
	static const char begin[] = "SELECT * FROM DSN8.EMP WHERE LASTNAME IN ('M\xc3\xbcller'",
	    more[] = ", 'O''BRIEN'";
	const size_t n = sizeof(begin) - 1 + LONG * (sizeof(more) - 1) + 1;
	struct make_section s = { .length = (uint16_t)(22 + n), .count = 1 };
	struct buf b = { 0 };
	uint8_t *p, *text;
	size_t i;

	make_db2(m, &b, 350, &s, 1);
	p = section(&b);
	put_u32(p, 0);
	put_u32(p + 4, (uint32_t)n);
	put_u16(p + 8, 0x8000);
	put_u64(p + 10, m->seq);
	put_u16(p + 18, CCSID_UTF8);
	put_u16(p + 20, (uint16_t)(n + 2));
	text = p + 22;
	memcpy(text, begin, sizeof(begin) - 1);
	text += sizeof(begin) - 1;
	for (i = 0; i < LONG; i++, text += sizeof(more) - 1)
		memcpy(text, more, sizeof(more) - 1);
	*text = ')';
	make_segments(m, out, buf_span(&b));
	buf_free(&b);
}

/* A record whose data section is of no known layout. */
static void
plain(struct maker *m, struct buf *out, uint16_t ifcid, uint16_t length)
{
	struct make_section s = { .length = length, .count = 1 };
	struct buf b = { 0 };

	make_db2(m, &b, ifcid, &s, 1);
	make_segments(m, out, buf_span(&b));
	buf_free(&b);
}

int
main(void)
{
	struct maker m = maker_of(SEED);
	struct buf out = { 0 };
	int i;

	maker_ssid(&m, "DB2A");
	make_control(&m, &out, 0);
	for (i = 0; i < ROUNDS; i++) {
		statement(&m, &out, statements[i]);
		plain(&m, &out, 44, 40);
		m.clock += (uint64_t)(20 + 30 * i) * 1000000 << 12;
		plain(&m, &out, 45, 24);
	}
	long_statement(&m, &out);
	make_foreign(&m, &out, 0xEF6C, 60);
	if (out.failed || fwrite(out.p, 1, out.n, stdout) != out.n || fflush(stdout) != 0)
		return 1;
	buf_free(&out);
	return 0;
}
