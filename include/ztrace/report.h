/* report.h - parts of the format listing */
#ifndef ZTRACE_REPORT_H
#define ZTRACE_REPORT_H

#include <stddef.h>

#include "ztrace/buf.h"
#include "ztrace/ebcdic.h"
#include "ztrace/field.h"
#include "ztrace/span.h"

/*
 * The fields of a section that stand at `from` or behind it, two to a line.
 * Values too wide for a line, and text of several lines, get lines of their
 * own below their names.
 */
void	report_fields(const struct layout *, struct span section, size_t from,
	    const struct codepage *, struct buf *);

#endif
