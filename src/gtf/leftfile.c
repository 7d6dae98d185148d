/* leftfile.c - a file of raw segments: rejects, or what is carried to the next run */

#include <stddef.h>

#include "ztrace/gtf.h"
#include "ztrace/leftfile.h"

static enum rc
leftfile_write(void *to, struct span segment, struct diag *d)
{
	struct leftfile *l = to;
	enum rc rc = RC_OK;

	if (!l->begun)
		rc = writer_put(l->writer, select_control(l->selection), d);
	l->begun = true;
	if (rc == RC_OK)
		rc = writer_put(l->writer, segment, d);
	/* the run must not end as if its input had */
	if (rc == RC_END)
		return diag_fail(d, NULL, "cannot write segments: nobody reads them any more");
	return rc;
}

enum rc
leftfile_open(struct leftfile *l, const char *path, const struct source *selection,
    struct leftover_sink *sink, struct diag *d)
{
	if (path == NULL)
		return RC_OK;
	*l = (struct leftfile){ .writer = writer_open(path, d), .selection = selection };
	*sink = (struct leftover_sink){ .write = leftfile_write, .to = l };
	return l->writer != NULL ? RC_OK : RC_FAIL;
}

enum rc
leftfile_commit(struct leftfile *l, struct diag *d)
{
	struct writer *w = l->writer;

	l->writer = NULL;
	return w != NULL ? writer_commit(w, d) : RC_OK;
}

void
leftfile_abort(struct leftfile *l)
{
	writer_abort(l->writer);
	l->writer = NULL;
}
