/* check_cpmerge.c - traces of several CPUs as one */
#include <check.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "ztrace/cpintake.h"
#include "ztrace/cpmerge.h"

#include "cp_read.h"
#include "said.h"
#include "temp.h"

enum { CPUS = 4, ENTRIES = 2000 };

/* Who comes first: by time, then CPU. */
static int
order(const void *a, const void *b)
{
	const struct cp_made *p = a, *q = b;
	uint64_t tp = cptime_order(p->tod), tq = cptime_order(q->tod);

	if (tp != tq)
		return tp < tq ? -1 : 1;
	if (p->fine != q->fine)
		return p->fine < q->fine ? -1 : 1;
	return (p->cpu > q->cpu) - (p->cpu < q->cpu);
}

/* What a CPU's trace stands in. */
enum stand {
	STAND_RUN,		/* TRACE with a full clock in front; TRACG; or saved blocks */
	STAND_NEAR,		/* TRACE without one */
	STAND_CIRCLE		/* the same, in a table that does not begin with its oldest entry */
};

/* Writes a table of pages that begins somewhere. */
static void
put_circle(struct dice *d, struct buf *b, const struct cp_made *made, size_t n)
{
	struct cp_made *table = calloc(n, sizeof(*table));
	size_t i, seam = dice_below(d, n);

	ck_assert_ptr_nonnull(table);
	for (i = 0; i < n; i++)
		table[(i + seam) % n] = made[i];
	cp_put_pages(b, table, n);
	free(table);
}

/* Each CPU's trace, made alone; all of them in order in `made`. */
static void
make_traces(struct dice *d, enum cpform form, enum stand stand, uint64_t from, uint64_t step,
    struct cp_made *made, struct buf file[CPUS])
{
	size_t cpu, i, n = 0;
	uint64_t tod;

	for (cpu = 0; cpu < CPUS; cpu++) {
		tod = from;
		for (i = 0; i < ENTRIES / CPUS; i++) {
			made[n] = cp_random(d, form, tod, step);
			/* some come at the same time on several CPUs, and on one */
			if (dice_below(d, 3) == 0)
				made[n].tod = tod;
			tod = made[n].tod;
			made[n].fine = 0;
			made[n].cpu = (uint16_t)cpu;
			made[n].code = (uint16_t)i;
			if (form == CPFORM_TRACE && stand == STAND_RUN && i == 0)
				made[n].form = CPFORM_TRACG;
			if (form == CPFORM_SAVED || stand == STAND_CIRCLE)
				made[n].n = 5;
			n++;
		}
		if (form == CPFORM_SAVED)
			cp_put_blocks(&file[cpu], &made[n - i], i, 0);
		else if (stand == STAND_CIRCLE)
			put_circle(d, &file[cpu], &made[n - i], i);
		else
			while (i > 0)
				cp_put(&file[cpu], &made[n - i--]);
	}
	qsort(made, n, sizeof(*made), order);
}

static void
merges(const char *const *names, const struct cp_made *made, size_t wanted, uint64_t seed)
{
	/* of use only where nothing else tells */
	const struct cpclock_options o = {
		.operand = true, .near = true, .near_us = made[wanted - 1].tod >> 12
	};
	struct input in = { .list = cp_containers, .files = names };
	struct ledger ledger = { { 0 } };
	struct record rec;
	struct cpwalk w;
	struct source *s;
	struct said said;
	size_t n = 0;

	said_start(&said);
	s = cpmerge_open(&in, &o, 0, &ledger, &said.diag);
	ck_assert_ptr_nonnull(s);
	while (s->next(s, &rec, &said.diag) == RC_OK) {
		w = cpwalk_of(&rec);
		while (cpwalk_next(&w)) {
			ck_assert_uint_lt(n, wanted);
			ck_assert_msg(w.time.tod == made[n].tod && w.cpu == made[n].cpu,
			    "entry %zu: %016" PRIX64 ".%u for %016" PRIX64 ".%u (SEED=%" PRIu64
			    ")", n, w.time.tod, w.cpu, made[n].tod, made[n].cpu, seed);
			n++;
		}
		ck_assert_uint_eq(w.n, rec.entries);
	}
	ck_assert_uint_eq(n, wanted);
	ck_assert_uint_eq(ledger.n[CP_READ], wanted);
	s->close(s);
}

/* Steps that stay within a wrap, and some that cross it again and again. */
static const struct {
	enum cpform	form;
	enum stand	stand;
	uint64_t	from, step;
} traces[] = {
	{ CPFORM_TRACG, STAND_RUN, UINT64_C(0xE0F2310D2130666C), 1 << 20 },
	{ CPFORM_TRACG, STAND_RUN, UINT64_C(0xFFFFFFFFFFF00000), 1 << 20 },
	{ CPFORM_TRACE, STAND_RUN, UINT64_C(0xE0F2310D2130666C), 1 << 20 },
	{ CPFORM_TRACE, STAND_RUN, UINT64_C(0xE0F2FFFFFF000000), 1 << 20 },
	{ CPFORM_TRACE, STAND_RUN, UINT64_C(0xE0F2310D2130666C), UINT64_C(0xFFFFFFFFFFFF) },
	{ CPFORM_TRACE, STAND_NEAR, UINT64_C(0xE0F2FF0000000000), UINT64_C(1) << 36 },
	{ CPFORM_TRACE, STAND_NEAR, UINT64_C(0xE0F2310D2130666C), UINT64_C(1) << 40 },
	{ CPFORM_TRACE, STAND_CIRCLE, UINT64_C(0xE0F2310D2130666C), 1 << 24 },
	{ CPFORM_TRACE, STAND_CIRCLE, UINT64_C(0xE0F2FFFFFF000000), 1 << 24 },
	{ CPFORM_SAVED, STAND_RUN, UINT64_C(0xE0F2310D2130666C), 1 << 24 },
	{ CPFORM_SAVED, STAND_RUN, UINT64_C(0xE0F2310D2130666C), UINT32_MAX },
};

START_TEST(four_cpus_in_any_order)
{
	struct dice d = dice_new();
	struct cp_made *made = calloc(ENTRIES, sizeof(*made));
	struct buf file[CPUS] = { { 0 } };
	const char *names[CPUS + 1] = { 0 };
	struct temp temp;
	char name[CPUS][TEMP_PATH];
	size_t i, k;

	ck_assert_ptr_nonnull(made);
	temp_begin(&temp);
	make_traces(&d, traces[_i].form, traces[_i].stand, traces[_i].from, traces[_i].step,
	    made, file);
	for (i = 0; i < CPUS; i++) {
		static const char *const cpu[CPUS] = { "c0", "c1", "c2", "c3" };

		strcpy(name[i], temp_put(&temp, cpu[i], buf_span(&file[i])));
	}
	for (k = 0; k < 6; k++) {
		for (i = 0; i < CPUS; i++)
			names[i] = name[i];
		for (i = CPUS; i > 1; i--) {
			size_t other = dice_below(&d, i);
			const char *last = names[i - 1];

			names[i - 1] = names[other];
			names[other] = last;
		}
		merges(names, made, ENTRIES, d.seed);
	}
	for (i = 0; i < CPUS; i++)
		buf_free(&file[i]);
	temp_end(&temp);
	free(made);
}
END_TEST

/* A trace without a full clock takes it from another; one with none says so. */
START_TEST(clocks_are_shared)
{
	struct cp_made made[4];
	struct dice d = dice_new();
	struct buf with = { 0 }, without = { 0 };
	const char *names[3] = { 0 }, *alone[2] = { 0 };
	struct input in = { .list = cp_containers, .files = alone };
	const struct cpclock_options o = { 0 };
	char name[2][TEMP_PATH];
	struct ledger ledger = { { 0 } };
	struct record rec;
	struct source *s;
	struct said said;
	struct temp temp;
	size_t i;

	temp_begin(&temp);
	for (i = 0; i < 4; i++) {
		made[i] = cp_random(&d, i == 1 ? CPFORM_TRACG : CPFORM_TRACE,
		    UINT64_C(0xE0F2FFFFFFF00000) + (i << 20), 1);
		made[i].fine = 0;
		made[i].cpu = i % 2 == 1;
		cp_put(i % 2 == 1 ? &with : &without, &made[i]);
	}
	strcpy(name[0], temp_put(&temp, "without", buf_span(&without)));
	strcpy(name[1], temp_put(&temp, "with", buf_span(&with)));
	names[0] = name[0];
	names[1] = name[1];
	merges(names, made, 4, d.seed);

	alone[0] = name[0];
	said_start(&said);
	said.diag.least = DIAG_WARN;
	s = cpmerge_open(&in, &o, 0, &ledger, &said.diag);
	ck_assert_ptr_nonnull(s);
	ck_assert_int_eq(s->next(s, &rec, &said.diag), RC_OK);
	ck_assert(!rec.timed);
	ck_assert_ptr_nonnull(strstr(said.words, "without: record 1 at 0x0: nothing tells the "
	    "high part of the clock: times are relative (--near gives it)\n"));
	s->close(s);
	buf_free(&with);
	buf_free(&without);
	temp_end(&temp);
}
END_TEST

START_TEST(too_many_files)
{
	const char *names[CPMERGE_FILES + 2] = { 0 };
	struct input in = { .list = cp_containers, .files = names };
	const struct cpclock_options o = { 0 };
	struct ledger ledger = { { 0 } };
	struct said said;
	size_t i;

	for (i = 0; i <= CPMERGE_FILES; i++)
		names[i] = "x";
	said_start(&said);
	ck_assert_ptr_null(cpmerge_open(&in, &o, 0, &ledger, &said.diag));
	said_is(&said, "too many files to merge (256 at most)\n");
}
END_TEST

Suite *
cpmerge_suite(void)
{
	Suite *s = suite_create("cpmerge");
	TCase *t = tcase_create("cpmerge");

	tcase_add_loop_test(t, four_cpus_in_any_order, 0,
	    (int)(sizeof(traces) / sizeof(traces[0])));
	tcase_add_test(t, clocks_are_shared);
	tcase_add_test(t, too_many_files);
	suite_add_tcase(s, t);
	return s;
}
