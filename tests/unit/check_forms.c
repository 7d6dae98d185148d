/* check_forms.c - all forms of binary records beside each other */
#include <check.h>

#include "ztrace/container.h"

#include "dice.h"
#include "gather.h"
#include "hex.h"
#include "make_container.h"
#include "make_gtf.h"
#include "oom.h"

static const struct {
	const struct container	*container;
	make_fn			*make;
} forms[] = {
	{ &container_vb, make_vb },
	{ &container_block, make_block },
	{ &container_record, make_record },
	{ &container_ftp_block, make_ftp_block },
	{ &container_ftp_record, make_ftp_record },
	{ &container_stripped, make_stripped },
};
enum { FORMS = sizeof(forms) / sizeof(forms[0]) };

static int
bid(size_t form, struct span in, size_t n)
{
	return forms[form].container->bid((struct head){ span_first(in, n), n >= in.n });
}

/* A form is sure of its own data, and none of the others is as sure, whatever is shown. */
START_TEST(bids_are_for_ones_own)
{
	struct dice dice = dice_new();
	struct maker m = maker_of(dice.seed);
	struct buf trace = { 0 }, in = { 0 };
	size_t n, i, own = (size_t)_i;

	make_trace(&m, &trace, NULL, 10);
	forms[own].make(buf_span(&trace), &(struct make_form){ 0 }, &in);
	for (n = 1; n <= in.n; n = n < 2000 ? n + 1 : n + 977)
		for (i = 0; i < FORMS; i++)
			ck_assert_msg(i == own || bid(i, buf_span(&in), n) < BID_SURE ||
			    bid(i, buf_span(&in), n) < bid(own, buf_span(&in), n),
			    "%s bids %d on %zu bytes of %s, which bids %d (SEED=%llu)",
			    forms[i].container->name, bid(i, buf_span(&in), n), n,
			    forms[own].container->name, bid(own, buf_span(&in), n),
			    (unsigned long long)dice.seed);
	ck_assert_msg(bid(own, buf_span(&in), in.n) >= BID_SURE,
	    "%s bids %d for its own (SEED=%llu)", forms[own].container->name,
	    bid(own, buf_span(&in), in.n), (unsigned long long)dice.seed);
	buf_free(&trace);
	buf_free(&in);
}
END_TEST

static const char *const others[] = {
	"", "00", "FF", "FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF",
	"00000000000000000000000000000000000000000000000000000000",
	"F0F0F0F0F0F0404040F0F0F1C1F0F0F0F040F0F0F0F1C6C6C6C640",
	"504B030414000000080000002100", "FFD8FFE000104A46494600010100000100010000FFDB",
};

START_TEST(bids_nothing_for_other_things)
{
	struct buf b = hex_bytes(others[_i]);
	size_t i;

	for (i = 0; i < FORMS; i++)
		ck_assert_msg(bid(i, buf_span(&b), b.n) == 0, "%s bids for %s",
		    forms[i].container->name, others[_i]);
	buf_free(&b);
}
END_TEST

START_TEST(bids_nothing_for_random_bytes)
{
	struct dice dice = dice_new();
	uint8_t random[64];
	size_t i, k;

	for (k = 0; k < 20000; k++) {
		dice_fill(&dice, random, sizeof(random));
		for (i = 0; i < FORMS; i++)
			ck_assert_msg(bid(i, span_of(random, sizeof(random)),
			    sizeof(random)) == 0, "%s (SEED=%llu)", forms[i].container->name,
			    (unsigned long long)dice.seed);
	}
}
END_TEST

/* Wherever memory runs out, it is said, and nothing is lost or left. */
START_TEST(memory_runs_out)
{
	struct maker m = maker_of(9);
	struct buf trace = { 0 }, in = { 0 };
	struct ledger ledger;
	struct diag diag;
	struct record rec;
	struct stream *stream;
	struct source *s;
	bool failed = true;
	long n;

	make_trace(&m, &trace, NULL, 3);
	forms[_i].make(buf_span(&trace), &(struct make_form){ .segment = 300 }, &in);
	for (n = 0; failed; n++) {
		ledger = (struct ledger){ { 0 } };
		diag = (struct diag){ 0 };
		stream = stream_open_memory(buf_span(&in), 0);
		oom_arm(n);
		s = forms[_i].container->open(stream, &ledger, &diag);
		while (s != NULL && s->next(s, &rec, &diag) == RC_OK)
			;
		failed = oom_disarm();
		ck_assert_uint_eq(diag.count[DIAG_FAIL], failed);
		if (s != NULL)
			s->close(s);
	}
	ck_assert_int_gt(n, 1);
	buf_free(&trace);
	buf_free(&in);
}
END_TEST

Suite *
forms_suite(void)
{
	Suite *s = suite_create("forms");
	TCase *t = tcase_create("forms");

	tcase_add_loop_test(t, bids_are_for_ones_own, 0, FORMS);
	tcase_add_loop_test(t, bids_nothing_for_other_things, 0,
	    (int)(sizeof(others) / sizeof(others[0])));
	tcase_add_test(t, bids_nothing_for_random_bytes);
	tcase_add_loop_test(t, memory_runs_out, 0, FORMS);
	suite_add_tcase(s, t);
	return s;
}
