/* le.c - writes a CEEDUMP with trace tables, made by dice, to standard output
 *
 * usage: le SEED ENTRIES [raw]
 *
 * Tables have up to 125000 entries each, which is nearly as many as there can be.
 */
#include <stdio.h>
#include <stdlib.h>	/* strtoul */

#include "make_le.h"

enum { TABLE = 125000 };

int
main(int argc, char *argv[])
{
	struct le_print form = { .indent = 10 };
	struct dice d = { 0 };
	struct buf entries = { 0 }, out = { 0 };
	unsigned long left, n;
	bool good = true;

	if (argc != 3 && argc != 4) {
		(void)fprintf(stderr, "usage: le SEED ENTRIES [raw]\n");
		return 1;
	}
	d.seed = d.state = strtoul(argv[1], NULL, 10);
	for (left = strtoul(argv[2], NULL, 10); left > 0 && good; left -= n) {
		n = left < TABLE ? left : TABLE;
		buf_clear(&entries);
		buf_clear(&out);
		le_make_run(&d, n, &entries);
		form.recent = (uint32_t)(n - 1) * LE_SIZE;
		if (argc == 4)
			buf_put(&out, entries.p, entries.n);
		else
			le_print_table(&print_styles[0], &form,
			    buf_span(&entries), &out);
		good = !entries.failed && !out.failed &&
		    fwrite(out.p, 1, out.n, stdout) == out.n;
	}
	good = good && fflush(stdout) == 0;
	buf_free(&entries);
	buf_free(&out);
	return good ? 0 : 1;
}
