/* oom.h - makes one allocation of the code under test fail */
#ifndef TESTS_OOM_H
#define TESTS_OOM_H

#include <stdbool.h>

/*
 * The use, so that each allocation of `work` fails once:
 *
 *     for (n = 0, failed = true; failed; n++) {
 *             oom_arm(n);
 *             ... work ...
 *             failed = oom_disarm();
 *             ... looks at what work left ...
 *     }
 *
 * Check allocates too: nothing is asserted while it is armed.
 */
void	oom_arm(long n);	/* after n more allocations, one gives NULL */
bool	oom_disarm(void);	/* none will fail any more; true when one did */

#endif
