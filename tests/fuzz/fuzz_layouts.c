/* fuzz_layouts.c - any bytes as a layout file: refused, or printed so that it reads back alike
 *
 * What follows a line "!" is a record's section, decoded by the first layout.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "ztrace/diag.h"
#include "ztrace/layouts.h"
#include "ztrace/report.h"

/* Prints rules, reads that, prints again: both must be the same. */
static void
print_and_back(const struct layouts *l)
{
	static const struct layouts none = { 0 };
	struct diag d = { .least = DIAG_LEVELS };
	struct buf first = { 0 }, second = { 0 };
	struct layouts *back;

	layouts_print(l, &none, &first);
	back = layouts_parse(buf_span(&first), "print", &d);
	if (back == NULL && first.n <= 1024 * 1024)
		abort();
	if (back != NULL) {
		layouts_print(back, &none, &second);
		if (!span_equal(buf_span(&first), buf_span(&second)))
			abort();
	}
	layouts_free(back);
	buf_free(&first);
	buf_free(&second);
}

static void
decode(const struct layouts *l, struct span section)
{
	const struct layout_rule *rule;
	struct buf out = { 0 };
	size_t i;

	for (i = 0; i < l->rules && i < 8; i++) {
		rule = layouts_find(l, l->rule[i].record, l->rule[i].section);
		if (rule == NULL)
			abort();
		rule = layouts_fit(l, rule, section);
		if (rule == NULL)
			continue;
		(void)layout_overrun(&rule->layout, section);
		report_fields(&rule->layout, section, 0, &codepage_1047, &out);
	}
	buf_free(&out);
}

int
LLVMFuzzerTestOneInput(const uint8_t *p, size_t n)
{
	struct diag d = { .least = DIAG_LEVELS };
	struct span text = span_of(p, n), section = { 0 };
	struct layouts *l;
	size_t i;

	for (i = 0; i + 2 < n; i++) {
		if (memcmp(p + i, "\n!\n", 3) != 0)
			continue;
		text.n = i;
		section = span_of(p + i + 3, n - i - 3);
		break;
	}
	l = layouts_parse(text, "fuzz", &d);
	if (l != NULL) {
		print_and_back(l);
		decode(l, section);
	}
	layouts_free(l);
	return 0;
}
