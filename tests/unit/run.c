/* run.c - runs every unit suite
 *
 * The Makefile lists them in suites.inc: one SUITE(topic) for each check_<topic>.c.
 */
#include <check.h>
#include <stdio.h>	/* printf, fflush */
#include <stdlib.h>	/* setenv */

#define SUITE(topic) Suite *topic##_suite(void);
#include "suites.inc"
#undef SUITE

static Suite *(*const suites[])(void) = {
#define SUITE(topic) topic##_suite,
#include "suites.inc"
#undef SUITE
	NULL
};

int
main(void)
{
	SRunner *runner;
	size_t i;
	int run, failed;

	/* Check's own limit of 4 seconds for a test is too tight for a busy machine. */
	setenv("CK_DEFAULT_TIMEOUT", "120", 0);

	runner = srunner_create(NULL);
	for (i = 0; suites[i] != NULL; i++)
		srunner_add_suite(runner, suites[i]());
	srunner_run_all(runner, CK_ENV);
	run = srunner_ntests_run(runner);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);

	printf("unit: %d passed, %d failed\n", run - failed, failed);
	return fflush(stdout) != 0 || failed != 0;
}
