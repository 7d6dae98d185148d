/* check_vmtrace.c - reading CP trace entries when memory runs out */
#include <check.h>
#include <string.h>

#include "ztrace/cpcode.h"
#include "ztrace/cpintake.h"
#include "ztrace/cpmerge.h"

#include "make_cp.h"
#include "oom.h"
#include "said.h"
#include "temp.h"

/* Reads two files to their end, merged. Whether they came whole. */
static bool
read_two(const char *const *names, struct diag *d)
{
	const struct input in = {
		.list = cp_containers, .wrappings = cp_wrappings, .wanted = &wanted_cp,
		.files = names
	};
	const struct cpclock_options o = { .quiet = true };
	struct cpcodes *codes = cpcodes_open(NULL, d);
	struct ledger ledger = { { 0 } };
	struct source *s = NULL;
	struct record rec;
	enum rc rc = RC_FAIL;

	if (codes != NULL)
		s = cpmerge_open(&in, &o, 0, &ledger, d);
	if (s != NULL) {
		do
			rc = s->next(s, &rec, d);
		while (rc == RC_OK || rc == RC_SKIP);
		s->close(s);
	}
	cpcodes_close(codes);
	return rc == RC_END && ledger.n[CP_READ] == 40;
}

/* Each allocation fails once: nothing is lost or freed twice, and it is said. */
START_TEST(memory_runs_out)
{
	static const char print[] =
	    "01234000  7580BCF2 310D2130 666CA5F0 00000A00  *....*\n"
	    "01234010  00000000 00000000 00000000 D9E4D540  *....*\n"
	    "01234020  00000001 0123F000 0705C001 80000000  *....*\n"
	    "01234030  00000000 00012340 00000000 00000007  *....*\n";
	const char *names[3] = { 0 };
	char name[2][TEMP_PATH];
	struct buf b = { 0 };
	struct dice d = dice_new();
	struct cp_made e;
	struct said said;
	struct temp temp;
	bool failed, whole;
	long n;

	temp_begin(&temp);
	for (n = 0; n < 39; n++) {
		e = cp_random(&d, CPFORM_TRACG, UINT64_C(0xBCF2310D2130666C), 1 << 20);
		cp_put(&b, &e);
	}
	strcpy(name[0], temp_put(&temp, "run", buf_span(&b)));
	strcpy(name[1], temp_put(&temp, "print", span_of(print, strlen(print))));
	names[0] = name[0];
	names[1] = name[1];
	for (n = 0, failed = true; failed; n++) {
		said_start(&said);
		oom_arm(n);
		whole = read_two(names, &said.diag);
		failed = oom_disarm();
		ck_assert_int_eq(whole, !failed);
		ck_assert_int_eq(failed, strstr(said.words, "out of memory\n") != NULL);
	}
	ck_assert_int_gt(n, 8);
	buf_free(&b);
	temp_end(&temp);
}
END_TEST

Suite *
vmtrace_suite(void)
{
	Suite *s = suite_create("vmtrace");
	TCase *t = tcase_create("vmtrace");

	tcase_add_test(t, memory_runs_out);
	suite_add_tcase(s, t);
	return s;
}
