/* make_agent.c - Db2 records of agents at given times, as a performance trace has them */
#include "make_agent.h"

#include <string.h>

#include "ztrace/ebcdic.h"

enum {
	AT_TIME = 6, AT_PRODUCT = 40, AT_DATA = 48,
	AT_ACE = 0x08, AT_CLOCK = 0x10,		/* in the standard header, ... */
	AT_CORRELATION = 0x4C,			/* ... behind which is the other */
	AT_AUTH = 0x04, AT_CORRELATION_ID = 0x0C, AT_CONNECTION = 0x18, AT_PLAN = 0x20,
	AT_ORIGINAL = 0x28, AT_TYPE = 0x30,
	BEHIND = 20				/* microseconds */
};

static void
put_name(uint8_t *p, const char *name, size_t n)
{
	for (; n > 0; n--)
		*p++ = ebcdic_from_ascii(*name != '\0' ? *name++ : ' ');
}

void
make_agent_data(struct maker *m, struct buf *out, const struct make_agent *a, uint64_t us,
    uint16_t ifcid, struct span data)
{
	struct make_section s = { .length = (uint16_t)data.n, .count = 1 };
	uint64_t clock = (MAKE_AGENT_START + us) << 12;
	size_t start = out->n;
	uint8_t *p, *q;

	maker_ssid(m, a->ssid);
	make_db2(m, out, ifcid, &s, 1);
	if (out->failed)
		return;
	p = out->p + start;
	put_u64(p + AT_TIME, clock | m->seq % 4);
	memcpy(p + span_u32(buf_span(out), start + AT_DATA), data.p, data.n);
	q = p + span_u32(buf_span(out), start + AT_PRODUCT);
	put_u32(q + AT_ACE, a->ace);
	put_u64(q + AT_CLOCK, clock - ((uint64_t)BEHIND << 12));
	q += AT_CORRELATION;
	put_name(q + AT_AUTH, a->auth_id, 8);
	put_name(q + AT_CORRELATION_ID, a->correlation_id, 12);
	put_name(q + AT_CONNECTION, a->connection, 8);
	put_name(q + AT_PLAN, a->plan, 8);
	put_name(q + AT_ORIGINAL, a->auth_id, 8);
	put_u32(q + AT_TYPE, a->type);
}

void
make_agent(struct maker *m, struct buf *out, const struct make_agent *a, uint64_t us,
    uint16_t ifcid)
{
	static const uint8_t zeros[12] = { 0 };

	make_agent_data(m, out, a, us, ifcid, span_of(zeros, sizeof(zeros)));
}
