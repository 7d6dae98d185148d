/* fuzz_le_listing.c - any bytes as a CEEDUMP: it ends, and sums agree */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>	/* abort */

#include "le_run.h"
#include "ztrace/lines.h"

int LLVMFuzzerTestOneInput(const uint8_t *, size_t);

static void
must(bool holds)
{
	if (!holds)
		abort();
}

enum { CHUNK = 13 };

/*
 * Whether the form of lines is found to be the same when the text comes in
 * chunks.
 */
static bool
form_alike(struct span s)
{
	struct head all = { s, true }, head =
	    { span_first(s, CHUNK), s.n < CHUNK };
	struct lines_form form, first;

	while (!lines_form(head, &first))
		head = (struct head){ span_first(s, head.s.n + CHUNK),
		    head.s.n + CHUNK > s.n };
	(void)lines_form(all, &form);
	return form.frame == first.frame && form.ebcdic == first.ebcdic &&
	    form.end == first.end && form.length == first.length;
}

/*
 * Then entries come out the same: whole ones at once are read as line by line.
 */
static void
run_chunks(struct span s)
{
	struct le_run run = { .forced = &container_le_listing,
	    .to = &le_format_entries };
	struct buf first = { 0 };

	le_run(&run, s);
	must(run.wrong == NULL);
	buf_put(&first, run.out.p, run.out.n);
	run.chunk = CHUNK;
	le_run(&run, s);
	must(run.wrong == NULL && span_equal(buf_span(&first),
	    buf_span(&run.out)));
	buf_free(&first);
	le_run_free(&run);
}

int
LLVMFuzzerTestOneInput(const uint8_t *p, size_t n)
{
	struct le_run run = { .forced = &container_le_listing };
	struct span s = span_of(p, n);
	size_t i;

	must(container_le_listing.bid((struct head){ s, true }) >= 0);
	must(container_le_listing.bid((struct head){ s, false }) >= 0);
	if (form_alike(s))
		run_chunks(s);
	for (i = 0; le_formats[i] != NULL; i++) {
		run.to = le_formats[i];
		le_run(&run, s);
		must(run.wrong == NULL);
	}
	le_run_free(&run);
	return 0;
}
