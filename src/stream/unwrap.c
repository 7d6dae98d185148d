/* unwrap.c - the table of wrappings; a new one is a file here and a row */

#include <stddef.h>

#include "ztrace/unwrap.h"

const struct unwrapper *const unwrappers[] = {
	&unwrapper_gzip,
	&unwrapper_aws,
	&unwrapper_faketape,
	&unwrapper_simh,
	NULL
};
