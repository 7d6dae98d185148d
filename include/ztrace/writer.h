/* writer.h - the only thing that holds an output descriptor */
#ifndef ZTRACE_WRITER_H
#define ZTRACE_WRITER_H

#include <stdbool.h>

#include "ztrace/buf.h"
#include "ztrace/diag.h"
#include "ztrace/rc.h"
#include "ztrace/span.h"

/*
 * Output to a file is written whole or not at all: to a temporary file in the
 * same folder, which is synced and renamed when all is done. A file that was
 * there keeps its permissions, a link stays a link. Output to standard output,
 * a descriptor (/dev/stdout, /dev/fd/3), a device or a named pipe goes where it
 * goes.
 */
struct writer;

/* path NULL: standard output. NULL on failure (words said). */
struct writer *writer_open(const char *path, struct diag *);

/* An output as messages call it, like "--rejects"; its path: NULL for none, "-" standard output. */
struct writer_target {
	const char	*what;
	const char	*path;
};

/* That of -o; NULL: standard output. */
struct writer_target writer_output(const char *path);

/*
 * Refuses outputs, the last of which has no what, that lead to one file, or to
 * one of the input files ("-": standard input): that would be lost. They need
 * not be there yet. RC_OK or RC_FAIL (words said).
 */
enum rc	writer_apart(const struct writer_target *, const char *const *files, struct diag *);

/*
 * Writes all of the bytes. RC_END when nobody reads the pipe any more (the
 * run should end quietly), RC_FAIL otherwise (words said).
 */
enum rc	writer_put(struct writer *, struct span, struct diag *);

/*
 * Makes it final, unless a put has failed, and frees the writer. RC_OK, RC_END
 * or RC_FAIL as above.
 */
enum rc	writer_commit(struct writer *, struct diag *);

/* Removes what was written to a file and frees the writer. NULL is allowed. */
void	writer_abort(struct writer *);

#endif
