/* le_columns.h - what the formats json and csv say of an event */
#ifndef ZTRACE_LE_COLUMNS_H
#define ZTRACE_LE_COLUMNS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ztrace/buf.h"
#include "ztrace/ebcdic.h"
#include "ztrace/le_event.h"

/* An event with its parts, as the columns look at it. */
struct le_view {
	const struct le_event *ev;
	const struct codepage *codepage;
	struct le_call	 call;
	struct le_return result;
	struct le_switch names;
	bool		 called, returned, switched;
};

void	le_view_fill(struct le_view *, const struct le_event *,
	    const struct codepage *);

/* What a column gives. */
enum le_cell {
	LE_CELL_NONE, LE_CELL_TEXT, LE_CELL_NUMBER, LE_CELL_TRUE, LE_CELL_FALSE
};

struct le_column {
	const char	*name;
	const char	*schema;	/* of its value; a quote stands as ' */
	const char	*help;
	/* Appends text, or sets the number. */
	enum le_cell   (*cell)(const struct le_view *, struct buf *, uint64_t *);
};

extern const struct le_column le_columns[];
extern const size_t le_columns_count;

#endif
