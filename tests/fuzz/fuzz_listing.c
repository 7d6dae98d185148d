/* fuzz_listing.c - any bytes as a listing: sums agree, whole records are as long as they say */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>	/* abort */

#include "ztrace/container.h"

int LLVMFuzzerTestOneInput(const uint8_t *, size_t);

static void
must(bool holds)
{
	if (!holds)
		abort();
}

static void
run(struct span s, size_t chunk)
{
	struct ledger ledger = { { 0 } };
	struct buf words = { 0 };
	struct diag d = { 0 };
	struct record rec;
	struct source *source;
	uint64_t n = 0;
	enum rc rc;

	source = container_listing.open(stream_open_memory(s, chunk), &ledger, &d);
	must(source != NULL);
	while ((rc = source->next(source, &rec, &d)) != RC_END) {
		must(rc == RC_OK);
		must(rec.at.number == ++n && rec.at.line > 0 && rec.at.offset < s.n);
		must(rec.data.n > 0 && rec.unknown <= rec.data.n);
		must(rec.cut || rec.data.n == span_u16(rec.data, 0));
		must(!rec.cut || d.count[DIAG_DAMAGE] > 0);
	}
	source->close(source);
	must(ledger.n[BYTES_READ] == s.n);
	must(ledger_check(&ledger, &words));
	must(ledger.n[BYTES_SKIPPED] == 0 || d.count[DIAG_DAMAGE] > 0);
	buf_free(&words);
}

int
LLVMFuzzerTestOneInput(const uint8_t *p, size_t n)
{
	struct span s = span_of(p, n);

	must(container_listing.bid((struct head){ s, true }) >= 0);
	must(container_listing.bid((struct head){ s, false }) >= 0);
	run(s, 0);
	run(s, 13);
	return 0;
}
