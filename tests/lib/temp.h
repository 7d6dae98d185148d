/* temp.h - a folder for the files of one test */
#ifndef TESTS_TEMP_H
#define TESTS_TEMP_H

#include <stddef.h>

#include "ztrace/buf.h"
#include "ztrace/span.h"

enum { TEMP_PATH = 512 };

/* All end the test when the system does not do as told. */
struct temp {
	char	folder[TEMP_PATH / 2];
	char	path[TEMP_PATH];	/* temp_path's answer */
};

void	temp_begin(struct temp *);
void	temp_end(struct temp *);	/* removes the folder and the files in it */

/* The path of a name in it; good until the next call. */
const char *temp_path(struct temp *, const char *name);

/* Makes a file, and gives its path. */
const char *temp_put(struct temp *, const char *name, struct span);

/* Appends what is in a file. */
void	temp_get(struct temp *, const char *name, struct buf *);

size_t	temp_count(struct temp *);	/* names in the folder, hidden ones too */

#endif
