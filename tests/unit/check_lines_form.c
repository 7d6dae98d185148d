/* check_lines_form.c - in which form a text has come */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "dice.h"
#include "ztrace/buf.h"
#include "ztrace/lines.h"

/* Bytes of which the form of a text can be made, or be in doubt. */
static const char *const doubts[] = {
	"\x40\x40\x40\x40\xf0\xc1\x4b\x60", "\x40\xf0\xc1\x15", "\x40\x40\xf1\x25\x40\x40",
	"@@@@ABC 012\n", "\x60\x60\x60\x60", "\xc1\xc2 A\n", "\x40\xc1\x01\x02\xf0",
	"0123 \x80\xff"
};

/* What the form is does not depend on how many bytes are there to see. */
START_TEST(form_is_of_the_text)
{
	enum { RUN = 700, LONGEST = 9000 };
	struct dice dice = dice_new();
	int i, rounds = getenv("QUICK") != NULL ? 20 : 300;
	struct lines_form whole, part;
	struct buf text = { 0 };
	const char *from;
	size_t n, k;

	for (i = 0; i < rounds; i++) {
		buf_clear(&text);
		if (dice_below(&dice, 3) == 0)
			buf_put(&text, "\0\205\0\0", 4);
		do {
			from = doubts[dice_below(&dice, sizeof(doubts) / sizeof(doubts[0]))];
			for (k = dice_below(&dice, RUN); k > 0; k--)
				buf_char(&text, from[dice_below(&dice, strlen(from))]);
		} while (text.n < LONGEST && dice_below(&dice, 4) > 0);
		ck_assert(lines_form((struct head){ buf_span(&text), true }, &whole));
		for (n = 0; n <= text.n; n += n < 1100 ? 1 : 97) {
			if (!lines_form((struct head){ span_first(buf_span(&text), n), false },
			    &part))
				continue;
			ck_assert_msg(part.frame == whole.frame &&
			    part.ebcdic == whole.ebcdic && part.end == whole.end &&
			    part.length == whole.length, "%zu of %zu bytes (SEED=%llu)", n, text.n,
			    (unsigned long long)dice.seed);
		}
	}
	buf_free(&text);
}
END_TEST

Suite *
lines_form_suite(void)
{
	Suite *s = suite_create("lines_form");
	TCase *t = tcase_create("lines_form");

	tcase_add_test(t, form_is_of_the_text);
	suite_add_tcase(s, t);
	return s;
}
