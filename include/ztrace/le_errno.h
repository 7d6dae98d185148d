/* le_errno.h - names of z/OS error numbers */
#ifndef ZTRACE_LE_ERRNO_H
#define ZTRACE_LE_ERRNO_H

#include <stddef.h>
#include <stdint.h>

struct le_errno {
	uint16_t	 number;
	const char	*name;
};

/* In order of number. They are not those of Linux. */
extern const struct le_errno le_errnos[];
extern const size_t le_errnos_count;

/* "EBADF", or NULL. */
const char *le_errno_name(uint64_t number);

/*
 * What an errno2 says: its high half is a qualifier, its low half a reason.
 * The component that wrote it, or NULL; and the reason's name, or NULL.
 */
const char *le_errno2_component(uint64_t errno2);
const char *le_errno2_reason(uint64_t errno2);

#endif
