/* oom.c - makes one allocation of the code under test fail
 *
 * The unit tests are linked with ld's --wrap: malloc, calloc and realloc in
 * our objects come here first. Those in shared libraries do not.
 */
#include "oom.h"

#include <stdatomic.h>
#include <stddef.h>

enum { NEVER = -1 };

static atomic_long left = NEVER;	/* allocations that still succeed */
static atomic_bool failed;

/* The names are ld's. */
void	*__real_malloc(size_t);
void	*__real_calloc(size_t, size_t);
void	*__real_realloc(void *, size_t);
void	*__wrap_malloc(size_t);
void	*__wrap_calloc(size_t, size_t);
void	*__wrap_realloc(void *, size_t);

void
oom_arm(long n)
{
	atomic_store(&failed, false);
	atomic_store(&left, n);
}

bool
oom_disarm(void)
{
	atomic_store(&left, NEVER);
	return atomic_load(&failed);
}

static bool
is_refused(void)
{
	long n = atomic_load(&left);

	/* Taken from only while armed, so that it cannot wrap. */
	while (n != NEVER)
		if (atomic_compare_exchange_weak(&left, &n, n - 1)) {
			if (n == 0)
				atomic_store(&failed, true);
			return n == 0;
		}
	return false;
}

void *
__wrap_malloc(size_t n)
{
	return is_refused() ? NULL : __real_malloc(n);
}

void *
__wrap_calloc(size_t n, size_t size)
{
	return is_refused() ? NULL : __real_calloc(n, size);
}

void *
__wrap_realloc(void *p, size_t n)
{
	return is_refused() ? NULL : __real_realloc(p, n);
}
