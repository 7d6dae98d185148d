/* container.c - the table of containers; a new one is a file here and a row */

#include <stddef.h>

#include "ztrace/container.h"

const struct container *const gtf_containers[] = {
	&container_listing,
	&container_vb,
	&container_block,
	&container_record,
	&container_ftp_block,
	&container_ftp_record,
	&container_stripped,
	NULL
};
