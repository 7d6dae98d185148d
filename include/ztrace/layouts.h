/* layouts.h - which layout a section has: built-in rules, and users' files of more */
#ifndef ZTRACE_LAYOUTS_H
#define ZTRACE_LAYOUTS_H

#include <stddef.h>
#include <stdint.h>

#include "ztrace/buf.h"
#include "ztrace/diag.h"
#include "ztrace/field.h"
#include "ztrace/span.h"

/* How much a layout can be relied on. */
enum evidence {
	EVIDENCE_USER,		/* given by the user */
	EVIDENCE_CERTAIN,	/* documented, or read off documented records */
	EVIDENCE_PROGRAM,	/* a public program reads it so */
	EVIDENCE_RECALLED,	/* common knowledge of the mapping macros */
	EVIDENCES
};
extern const char *const evidence_names[EVIDENCES];	/* "user", "certain", ... */

/* A layout of a section's members, and which members it fits. */
struct layout_rule {
	uint16_t	 record;	/* IFCID */
	uint8_t		 section;	/* 1: the first behind the product section */
	uint16_t	 begins;	/* members' first 2 bytes; 0: any */
	uint16_t	 least;		/* bytes a member has at least */
	enum evidence	 evidence;
	struct layout	 layout;
};

/* Sorted by record, section and begins, no two alike. */
struct layouts {
	const struct layout_rule *rule;
	size_t		 rules;
};

/* The first rule for a section, or NULL; the others stand behind it. */
const struct layout_rule *layouts_find(const struct layouts *, uint16_t record, uint8_t section);

/* The rule that fits a member, of those for its section; `first` is one of them. NULL: none. */
const struct layout_rule *layouts_fit(const struct layouts *, const struct layout_rule *first,
	    struct span member);

/*
 * A layout file has a line for each field, of columns with tabs between:
 *
 *     record  section  offset  length  kind     name      label  codes
 *     63      1        2       2       whole    QW0063ST  text
 *     63      1        +0      2       code     TYPE      type   32768=dynamic;16384=static
 *
 * Empty lines and those that begin with # say nothing. The record is the
 * IFCID. An offset with + counts from the end of the last text of its own
 * length before it. Kinds are those of field_kinds. Lines of one section
 * stand together. A line of kind `section` before them tells more of it, and
 * begins another layout for the same section:
 *
 *     30      1        C4C2    4       section  QW0030    edm    program
 *
 * that is, what members begin with (- for anything), how long they are at
 * least, names of the layout, and how much it can be relied on.
 */

/*
 * Reads a layout file. NULL when it cannot be read or something in it is
 * wrong: that is said with its line and column.
 */
struct layouts *layouts_load(const char *path, struct diag *);

/* The same from memory; `name` stands for the file in messages. */
struct layouts *layouts_parse(struct span text, const char *name, struct diag *);

void	layouts_free(struct layouts *);		/* what those two gave, or NULL */

/*
 * Appends rules as a layout file: those of `over` (may be NULL), and those of
 * `under` for sections that `over` has none for. Reading it back gives the
 * same rules.
 */
void	layouts_print(const struct layouts *over, const struct layouts *under, struct buf *);

#endif
