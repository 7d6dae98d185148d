/* check_detect_bids.c - containers that bid against each other for a stream */
#include <check.h>
#include <string.h>

#include "said.h"
#include "ztrace/container.h"

static struct said said;
static struct ledger ledger;
static struct buf packed;

static void
set_up(void)
{
	said_start(&said);
}

static void
tear_down(void)
{
	buf_free(&packed);
}

static struct source *
detect(const struct input *in, struct span s, size_t chunk, bool *empty)
{
	struct stream *stream = stream_open_memory(s, chunk);

	return detect_open(&stream, in, &ledger, empty, &said.diag);
}

/* Containers whose bids are given, to see who wins and what each was shown. */
static int
bid_sure(struct head h)
{
	return h.s.n >= 16 && h.s.p[0] == 'S' ? BID_SURE : 0;
}

static int
bid_low(struct head h)
{
	return h.s.n > 0 ? 5 : 0;
}

/* Has matched much after a while, unless the whole is short. */
static int
bid_late(struct head h)
{
	if (h.s.n < 1000)
		return h.whole ? 0 : 1;
	return 6;
}

/* Takes its bid back when it sees more. */
static int
bid_withdrawn(struct head h)
{
	return h.s.n < 1000 && !h.whole ? BID_SURE - 1 : 0;
}

static struct source *
open_nothing(struct stream *s, struct ledger *l, struct diag *d)
{
	(void)l;
	(void)d;
	stream_close(s);
	return NULL;
}

static const struct container
	sure = { "sure", "", bid_sure, open_nothing, false },
	low = { "low", "", bid_low, open_nothing, false },
	same = { "same", "", bid_low, open_nothing, false },
	late = { "late", "", bid_late, open_nothing, false },
	withdrawn = { "withdrawn", "", bid_withdrawn, open_nothing, false };

static const struct container *const faked[] = { &withdrawn, &late, &low, &same, &sure, NULL };

static const struct {
	char		first;
	size_t		n;
	const char	*said;
} contests[] = {
	{ '.', 10, "read as low:  (5 bits of the first 10 bytes fit)\n" },
	{ '.', 500, "read as low:  (5 bits of the first 500 bytes fit)\n" },
	{ '.', 2000, "read as late:  (6 bits of the first 2000 bytes fit)\n" },
	{ 'S', 2000, "read as sure:  (32 bits of the first 16 bytes fit)\n" },
};

START_TEST(highest_bid_wins)
{
	const struct input in = { .list = faked };
	bool empty;

	buf_char(&packed, contests[_i].first);
	buf_fill(&packed, '.', contests[_i].n - 1);
	ck_assert_ptr_null(detect(&in, buf_span(&packed), 1, &empty));
	said_is(&said, contests[_i].said);
}
END_TEST

/* A head is never larger than it needs to be, however much there is. */
START_TEST(head_has_a_limit)
{
	const struct input in = { .list = faked };
	bool empty;

	buf_fill(&packed, '.', 2 * BID_HEAD);
	ck_assert_ptr_null(detect(&in, buf_span(&packed), 1000, &empty));
	ck_assert_ptr_nonnull(strstr(said.words, "read as late: "));
}
END_TEST

Suite *
detect_bids_suite(void)
{
	Suite *suite = suite_create("detect_bids");
	TCase *tc = tcase_create("core");

	tcase_add_checked_fixture(tc, set_up, tear_down);
	tcase_add_loop_test(tc, highest_bid_wins, 0, sizeof(contests) / sizeof(contests[0]));
	tcase_add_test(tc, head_has_a_limit);
	suite_add_tcase(suite, tc);
	return suite;
}
