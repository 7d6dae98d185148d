/* fuzz_transfer.c - prefixes, FTP's modes, stripped records; refusals see the same bytes
 *
 * The first byte says which of the four.
 */
#include <stdio.h>
#include <stdlib.h>

#include "ztrace/container.h"
#include "ztrace/refuse.h"

#include "gather.h"

int LLVMFuzzerTestOneInput(const uint8_t *, size_t);

static void
fail(const char *what)
{
	fprintf(stderr, "fuzz_transfer: %s\n", what);
	abort();
}

static void
refuse(struct span in)
{
	struct head head = { in, true };
	struct buf words = { 0 };
	const struct refusal *r;

	for (r = refusals; r->name != NULL; r++)
		(void)r->bid(head);
	refuse_unknown(head, gtf_containers, &words);
	buf_free(&words);
}

int
LLVMFuzzerTestOneInput(const uint8_t *p, size_t n)
{
	static const struct container *const forms[] = {
		&container_record, &container_ftp_block, &container_ftp_record, &container_stripped
	};
	static const size_t sizes[] = { 0, 5 };
	const struct container *c;
	struct gathered g[2];
	struct span in;
	size_t i;

	if (n == 0)
		return 0;
	c = forms[p[0] % 4];
	in = span_of(p + 1, n - 1);
	(void)c->bid((struct head){ in, true });
	(void)c->bid((struct head){ in, false });
	refuse(in);
	for (i = 0; i < 2; i++) {
		gather(&g[i], c, stream_open_memory(in, sizes[i]), in.n);
		if (g[i].wrong != NULL)
			fail(g[i].wrong);
	}
	if (!span_equal(buf_span(&g[0].records), buf_span(&g[1].records)))
		fail("other records when they come in small pieces");
	gathered_free(&g[0]);
	gathered_free(&g[1]);
	return 0;
}
