/* odd.c - writes a GTF file of odd Db2 records and other programs' events to standard output
 *
 * usage: odd SEED RECORDS
 */
#include <stdio.h>
#include <stdlib.h>	/* strtoul */

#include "make_odd.h"

int
main(int argc, char *argv[])
{
	struct maker m;
	struct buf b = { 0 };
	unsigned long i, n;
	bool good;

	if (argc != 3) {
		(void)fprintf(stderr, "usage: odd SEED RECORDS\n");
		return 1;
	}
	m = maker_of(strtoul(argv[1], NULL, 10));
	n = strtoul(argv[2], NULL, 10);
	make_control(&m, &b, 0);
	for (i = 0; i < n; i++) {
		make_odd(&m, &b, false);
		if (i % 16 == 0)
			make_foreign(&m, &b, (uint16_t)(i % 32 == 0 ? 0xE5EA : 0x1003), i % 50);
	}
	good = !b.failed && fwrite(b.p, 1, b.n, stdout) == b.n && fflush(stdout) == 0;
	buf_free(&b);
	return good ? 0 : 1;
}
