/* raw.c - the records as they are, or not at all: the formats gtf and none */
#include "ztrace/format.h"

enum { LONGEST_RDW = 32760 };	/* what the RDW of a variable record may say */

static const char *
gtf_render(const struct event *ev, const struct style *style, struct buf *out)
{
	(void)style;
	buf_put(out, ev->raw.p, ev->raw.n);
	return NULL;
}

static const char *
none_render(const struct event *ev, const struct style *style, struct buf *out)
{
	(void)ev;
	(void)style;
	(void)out;
	return NULL;
}

const struct format format_gtf = {
	.name = "gtf",
	.help = "GTF records, each with its RDW",
	.longest = LONGEST_RDW,
	.render = gtf_render
};

const struct format format_none = {
	.name = "none",
	.help = "nothing: reads and joins only, for the report",
	.render = none_render
};
