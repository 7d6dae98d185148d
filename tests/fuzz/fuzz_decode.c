/* fuzz_decode.c - any bytes as a whole record: checked, decoded, and shown in every form */
#include <stdint.h>
#include <stdlib.h>

#include "ztrace/db2.h"
#include "ztrace/format.h"

int
LLVMFuzzerTestOneInput(const uint8_t *p, size_t n)
{
	static struct event ev;
	struct style style = { .codepage = &codepage_1047 };
	struct record rec = { .data = span_of(p, n), .timed = true };
	struct join_tag tag;
	struct buf out = { 0 };
	size_t i;

	/* Other inputs than segments are decoded as Db2's too, each second one. */
	rec.segments = db2_join.tag(&rec, &tag) ? 1 : (uint32_t)(n % 2);
	db2_decode(NULL, &rec, &ev);
	if (rec.segments > 0 && db2_join.check(rec.data) == NULL &&
	    (ev.nheaders == 0 || !ev.section[0].inside))
		abort();
	for (i = 0; formats[i] != NULL; i++) {
		buf_clear(&out);
		formats[i]->render(&ev, &style, &out);
	}
	buf_free(&out);
	return 0;
}
