/* refuse.h - forms that are known but cannot be read, and what to do about them */
#ifndef ZTRACE_REFUSE_H
#define ZTRACE_REFUSE_H

#include "ztrace/buf.h"
#include "ztrace/container.h"
#include "ztrace/unwrap.h"

struct refusal {
	const char	*name;		/* what the file is: "tersed by AMATERSE (PACK)" */
	int	       (*bid)(struct head);	/* see unwrap.h */
	const char	*advice;	/* the step that helps, a sentence part */
};

/* All of them, ended by NULL. */
extern const struct refusal *const refusals[];

/*
 * One line about a head that nothing bids for: what its first bytes look
 * like, what it may be, and which forms are read (from `list`).
 */
void	refuse_unknown(struct head, const struct container *const *list, struct buf *);

#endif
