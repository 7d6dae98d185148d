/* fuzz_le_raw.c - any bytes as tables in storage: it ends, and sums agree */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>	/* abort */

#include "le_run.h"

int LLVMFuzzerTestOneInput(const uint8_t *, size_t);

static void
must(bool holds)
{
	if (!holds)
		abort();
}

int
LLVMFuzzerTestOneInput(const uint8_t *p, size_t n)
{
	struct le_run run = { .forced = &container_le_raw,
	    .select = { .slower = 0 } };
	struct span s = span_of(p, n);
	size_t i;

	must(container_le_raw.bid((struct head){ s, true }) >= 0);
	must(container_le_raw.bid((struct head){ s, false }) >= 0);
	for (i = 0; le_formats[i] != NULL; i++) {
		run.to = le_formats[i];
		run.chunk = i % 2 == 0 ? 0 : 13;
		run.select.errors = i % 3 == 2;
		le_run(&run, s);
		must(run.wrong == NULL);
	}
	le_run_free(&run);
	return 0;
}
