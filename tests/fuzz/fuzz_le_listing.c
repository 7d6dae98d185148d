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

enum { CHUNK = 13, FORM_LOOK = 10000 };

/*
 * Whether the form of lines is found to be the same, however much of the text
 * is there when it is looked for.
 */
static bool
form_alike(struct span s)
{
	struct lines_form form = { 0 }, part;
	size_t n;

	(void)lines_form((struct head){ s, true }, &form);
	for (n = CHUNK; n < s.n && n < FORM_LOOK; n += CHUNK) {
		if (!lines_form((struct head){ span_first(s, n), false }, &part))
			continue;
		if (form.frame != part.frame || form.ebcdic != part.ebcdic ||
		    form.end != part.end || form.length != part.length)
			return false;
	}
	return true;
}

/*
 * Entries come out the same however their bytes come: whole ones at once are
 * read as line by line.
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
	must(form_alike(s));
	run_chunks(s);
	for (i = 0; le_formats[i] != NULL; i++) {
		run.to = le_formats[i];
		le_run(&run, s);
		must(run.wrong == NULL);
	}
	le_run_free(&run);
	return 0;
}
