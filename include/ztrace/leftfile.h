/* leftfile.h - a file of raw segments: rejects, or what is carried to the next run */
#ifndef ZTRACE_LEFTFILE_H
#define ZTRACE_LEFTFILE_H

#include <stdbool.h>

#include "ztrace/diag.h"
#include "ztrace/leftover.h"
#include "ztrace/rc.h"
#include "ztrace/record.h"
#include "ztrace/writer.h"

/*
 * An ordinary file of GTF records, each with its RDW. It begins with the last
 * control record of the trace, so that the zone is known where it is read
 * again. Starts as zeros: not wanted.
 */
struct leftfile {
	struct writer		*writer;	/* owned; NULL: not wanted */
	const struct source	*selection;	/* of select_open: has the control record */
	bool			 begun;
};

/* Opens it if path is not NULL, and makes *sink lead there. RC_OK or RC_FAIL (words said). */
enum rc	leftfile_open(struct leftfile *, const char *path, const struct source *selection,
	    struct leftover_sink *sink, struct diag *);

/* Makes it final, or removes it; either way it is not wanted any more then. */
enum rc	leftfile_commit(struct leftfile *, struct diag *);
void	leftfile_abort(struct leftfile *);

#endif
