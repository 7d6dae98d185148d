/* marks.c - four agents of two subsystems, and the marks that their records get on a timeline */
#include "marks.h"

#include <check.h>

const struct make_agent agents[AGENTS] = {
	{ "DB2A", 0x100, "USER01", "JOB1", "BATCH", "PLAN1", 1 },
	{ "DB2A", 0x200, "USER02", "JOB2", "BATCH", "PLAN2", 1 },
	{ "DB2B", 0x100, "USER03", "JOB3", "BATCH", "PLAN3", 1 },
	{ "DB2B", 0x300, "USER04", "JOB4", "BATCH", "PLAN4", 1 }
};

struct mark
next_mark(struct source *timeline, struct diag *d)
{
	struct record rec = { .data = { 0 } };
	enum rc rc = timeline->next(timeline, &rec, d);

	ck_assert(rc == RC_OK || rc == RC_END);
	return rec.mark != NULL ? *rec.mark : (struct mark){ 0 };
}
