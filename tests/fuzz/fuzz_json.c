/* fuzz_json.c - any bytes as a whole record: always valid JSON, and one whole line of csv */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "csv_read.h"
#include "json_read.h"
#include "ztrace/db2.h"
#include "ztrace/format.h"

/* The columns of a text that must be one line. */
static size_t
columns_of(struct span text)
{
	struct cursor c = cursor_at(text, 0);
	struct csv_row row = { 0 };
	const char *wrong = csv_take(&c, &row);

	buf_free(&row.text);
	if (wrong != NULL || cursor_left(&c) > 0)
		abort();
	return row.n;
}

int
LLVMFuzzerTestOneInput(const uint8_t *p, size_t n)
{
	static struct event ev;
	struct style style = { .codepage = &codepage_1047 };
	struct record rec = {
		.data = span_of(p, n), .timed = n % 5 != 0, .tod = span_u64(span_of(p, n), 6),
		.eid = 0xEFB9, .segments = n % 7 != 0
	};
	struct buf out = { 0 };

	db2_decode(NULL, &rec, &ev);
	format_json.render(&ev, &style, &out);
	if (out.p[out.n - 1] != '\n' || json_wrong(span_first(buf_span(&out), out.n - 1)) != NULL)
		abort();
	buf_clear(&out);
	format_csv.render(&ev, &style, &out);
	if (columns_of(buf_span(&out)) !=
	    columns_of(span_of(format_csv.open, strlen(format_csv.open))))
		abort();
	buf_free(&out);
	return 0;
}
