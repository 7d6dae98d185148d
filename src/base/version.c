/* version.c - which ztrace this is */
#include "ztrace/version.h"

/* The Makefile gives what scripts/commit.sh says, where that is known. */
#ifdef ZTRACE_COMMIT
#define COMMIT	" (commit " ZTRACE_COMMIT ")"
#else
#define COMMIT	""
#endif

const char ztrace_build[] = ZTRACE_VERSION COMMIT;
