/* check_damage.c - every input there is, cut at every byte, and with every byte changed
 *
 * Whatever is done to it: the run ends, with status 0 to 2; the ledger adds
 * up; what is written and what is rejected can be read again.
 */
#include <check.h>
#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chain.h"
#include "dice.h"
#include "make_container.h"
#include "make_gtf.h"
#include "make_gzip.h"
#include "make_listing.h"
#include "make_tape.h"

enum { GTF = 2, AGAIN = 16, NAME = 300 };

static struct chain chain, base;
static struct dice dice;
static struct buf input;
static char name[NAME];

static void
set_up(void)
{
	dice = dice_new();
}

static void
tear_down(void)
{
	chain_free(&chain);
	chain_free(&base);
	buf_free(&input);
}

/* One place in so many is tried: every one, unless time is short or the input is not ours. */
static size_t
stride(void)
{
	size_t n = getenv("QUICK") != NULL ? 97 : 1;

	return base.status == 1 ? 16 * n : n;
}

static void
run(struct span s, const char *what, size_t at, bool again)
{
	chain_run(&chain, s);
	if (chain.wrong == NULL && again)
		chain.wrong = chain_again(&chain);
	/* an assertion that holds takes longer than all of the above */
	if (chain.wrong != NULL || chain.status < 0 || chain.status > 2)
		ck_abort_msg("SEED=%" PRIu64 " %s, %s %zu: status %d, %s\n%s", dice.seed, name,
		    what, at, chain.status, chain.wrong != NULL ? chain.wrong : "",
		    (const char *)chain.words.p);
}

/* What is written of a part are the first of the records that are written of the whole. */
static void
cut_everywhere(void)
{
	struct buf *part = &chain.out[GTF], *whole = &base.out[GTF];
	size_t n;

	for (n = dice_below(&dice, stride()); n < input.n; n += stride()) {
		run(span_first(buf_span(&input), n), "cut at", n, n % AGAIN == 0);
		if (part->n > whole->n ||
		    (part->n > 0 && memcmp(part->p, whole->p, part->n) != 0))
			ck_abort_msg("%s, cut at %zu: other records than of the whole", name, n);
	}
}

static void
change_everywhere(uint8_t bits)
{
	size_t at;
	uint8_t mask;

	for (at = dice_below(&dice, stride()); at < input.n; at += stride()) {
		mask = (uint8_t)(bits != 0 ? bits : 1 << dice_below(&dice, 8));
		input.p[at] ^= mask;
		run(buf_span(&input), "changed at", at, at % AGAIN == 0);
		input.p[at] ^= mask;
	}
}

/* All that is done with `input`. */
static void
damage(void)
{
	run(buf_span(&input), "whole", 0, true);
	chain_run(&base, buf_span(&input));
	cut_everywhere();
	change_everywhere(0xff);
	change_everywhere(0);
}

/* File number k of a folder, in any order; how many there are. */
static int
read_file(const char *folder, int k)
{
	DIR *dir = opendir(folder);
	struct dirent *entry;
	FILE *f;
	int n = 0, c;

	ck_assert_msg(dir != NULL, "no folder %s here", folder);
	while ((entry = readdir(dir)) != NULL) {
		if (entry->d_name[0] == '.' || n++ != k)
			continue;
		(void)snprintf(name, sizeof(name), "%s/%s", folder, entry->d_name);
		f = fopen(name, "rb");
		ck_assert_msg(f != NULL, "cannot open %s", name);
		while ((c = getc(f)) != EOF)
			buf_char(&input, (char)c);
		(void)fclose(f);
	}
	(void)closedir(dir);
	return n;
}

static const char *const folders[] = { "samples", "tests/data" };

/* Among the samples are some for other programs, which are refused. */
START_TEST(files)
{
	int k, n = 1;

	for (k = 0; k < n; k++) {
		buf_clear(&input);
		n = read_file(folders[_i], k);
		damage();
	}
	ck_assert_int_ge(n, 3);
}
END_TEST

static void
as_tape(enum reel_kind kind, struct span records)
{
	struct reel reel = { .kind = kind };
	struct buf blocks = { 0 }, image = { 0 };

	make_block(records, &(struct make_form){ .block = 1000 }, &blocks);
	image_blocks(&image, buf_span(&blocks));
	reel_data_set(&reel, buf_span(&image), 0);
	input = reel.image;
	buf_free(&blocks);
	buf_free(&image);
}

static void
as_aws(struct span records)
{
	as_tape(REEL_AWS, records);
}

static void
as_het(struct span records)
{
	as_tape(REEL_ZLIB, records);
}

static void
as_faketape(struct span records)
{
	as_tape(REEL_FAKETAPE, records);
}

static void
as_simh(struct span records)
{
	as_tape(REEL_SIMH, records);
}

static void
as_vb(struct span records)
{
	make_vb(records, &(struct make_form){ 0 }, &input);
}

static void
as_block(struct span records)
{
	make_block(records, &(struct make_form){ .block = 700 }, &input);
}

static void
as_spanned(struct span records)
{
	make_block(records, &(struct make_form){ .block = 700, .segment = 200, .null = true },
	    &input);
}

static void
as_record(struct span records)
{
	make_record(records, &(struct make_form){ 0 }, &input);
}

static void
as_ftp_block(struct span records)
{
	make_ftp_block(records, &(struct make_form){ .piece = 100 }, &input);
}

static void
as_ftp_record(struct span records)
{
	make_ftp_record(records, &(struct make_form){ 0 }, &input);
}

static void
as_stripped(struct span records)
{
	make_stripped(records, &(struct make_form){ 0 }, &input);
}

static void
as_gzip(struct span records)
{
	make_gzip(records, &input);
}

static void
as_listing(struct span records)
{
	print_trace(&print_styles[0], records, &input);
}

static const struct {
	const char	*name;
	void	       (*make)(struct span records);
} forms[] = {
	{ "vb", as_vb },
	{ "block", as_block },
	{ "spanned", as_spanned },
	{ "record", as_record },
	{ "ftp-block", as_ftp_block },
	{ "ftp-record", as_ftp_record },
	{ "stripped", as_stripped },
	{ "gzip", as_gzip },
	{ "aws", as_aws },
	{ "het", as_het },
	{ "faketape", as_faketape },
	{ "simh", as_simh },
	{ "listing", as_listing },
};

/* A small trace in every form there is. */
START_TEST(form)
{
	struct maker m = maker_of(dice.seed);
	struct buf trace = { 0 };

	make_trace(&m, &trace, NULL, 2);
	(void)snprintf(name, sizeof(name), "%s", forms[_i].name);
	forms[_i].make(buf_span(&trace));
	damage();
	ck_assert_int_eq(base.status, 0);
	buf_free(&trace);
}
END_TEST

Suite *
damage_suite(void)
{
	Suite *suite = suite_create("damage");
	TCase *tc = tcase_create("core");

	tcase_add_checked_fixture(tc, set_up, tear_down);
	tcase_add_loop_test(tc, files, 0, 2);
	tcase_add_loop_test(tc, form, 0, sizeof(forms) / sizeof(forms[0]));
	suite_add_tcase(suite, tc);
	return suite;
}
