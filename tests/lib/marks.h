/* marks.h - four agents of two subsystems, and the marks that their records get on a timeline */
#ifndef TESTS_MARKS_H
#define TESTS_MARKS_H

#include "make_agent.h"
#include "ztrace/record.h"

enum { AGENTS = 4 };

/* The first and the third have the same address. */
extern const struct make_agent agents[AGENTS];

/* The mark of the next record of a timeline; as zeros when there is none. */
struct mark next_mark(struct source *, struct diag *);

#endif
