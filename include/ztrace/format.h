/* format.h - the forms in which decoded records are written */
#ifndef ZTRACE_FORMAT_H
#define ZTRACE_FORMAT_H

#include "ztrace/buf.h"
#include "ztrace/ebcdic.h"
#include "ztrace/event.h"

/* What the user asked for, alike for all records. */
struct style {
	const struct codepage *codepage;	/* of names in headers */
	uint8_t		 sid[4];	/* SMF system ID, EBCDIC */
	bool		 blocked;	/* put block descriptor words in front */
	int		 zone;		/* minutes east of UTC where a record brings none */
	bool		 zoned;		/* zone is meant */
};

/*
 * Renderers write into memory and know nothing of files. Adding a format is a
 * file in src/output and a row in the table of format.c.
 */
struct format {
	const char	*name;		/* as in --to */
	const char	*help;
	size_t		 longest;	/* longest record it can hold; 0: any */
	bool		 local;		/* writes local times: needs a zone */
	const char	*open;		/* text before the first record; NULL: none */
	const char	*between;	/* text between two records; NULL: none */
	const char	*close;		/* text behind the last record; NULL: none */
	/*
	 * Appends one record. NULL, or a sentence on why this form cannot hold
	 * the record; nothing is appended then.
	 */
	const char    *(*render)(const struct event *, const struct style *, struct buf *);
};

/* All of them, ended by NULL. */
extern const struct format *const formats[];

/* The rows of the table. */
extern const struct format format_listing, format_dump, format_gtf, format_none;
extern const struct format format_json, format_csv;

/* The format of that name, or NULL. */
const struct format *format_find(const char *name);

/* The dump lines of bytes, as DFSERA10 prints them; with the EBCDIC text column if wanted. */
void	dump_lines(struct span, bool text, struct buf *);

#endif
