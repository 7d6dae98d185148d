/* field.h - what stands where in a section: tables, and the walk over one */
#ifndef ZTRACE_FIELD_H
#define ZTRACE_FIELD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ztrace/buf.h"
#include "ztrace/ebcdic.h"
#include "ztrace/span.h"

enum kind {
	FIELD_UINT,		/* unsigned number, 1 to 8 bytes */
	FIELD_INT,		/* signed number, 1 to 8 bytes */
	FIELD_HEX,		/* address, token, flags: hex digits */
	FIELD_TEXT,		/* EBCDIC, blanks at the end cut */
	FIELD_STCK,		/* 8 bytes; recognises a packed local date and time */
	FIELD_INTERVAL,		/* 8 bytes in units of the clock, shown in seconds */
	FIELD_CODE,		/* unsigned number with names in `codes` */
	FIELD_LONG,		/* 2 bytes: where in the section the 2-byte length and
				 * the text of a long name stand; 0: absent */
	FIELD_KINDS
};

struct code {
	uint32_t	 value;
	const char	*text;	/* NULL ends a list */
};

/*
 * A field beyond the end of its section is absent, never zero: that is the
 * whole of version handling.
 */
struct field {
	uint16_t	 at, len;	/* bytes, from the section's start */
	enum kind	 kind;
	const char	*name;		/* IBM's; NULL ends a layout */
	const char	*label;		/* ours: lower case, unique in its layout */
	const struct code *codes;	/* FIELD_CODE only; ended by text NULL */
};

struct layout {
	const char	*name;		/* IBM's name of the mapping: "QWHS" */
	const char	*label;		/* ours: "standard" */
	const struct field *fields;	/* in order of `at` */
};

/*
 * The bytes of a field, if all of it lies inside the section. For FIELD_LONG
 * these are the bytes of the name that it points at.
 */
bool	field_bytes(const struct field *, struct span section, struct span *out);

/*
 * A field's bytes as text for people, UTF-8, no line ends or control
 * characters. Nothing for blank text and for a clock that is zero.
 */
void	field_text(const struct field *, struct span bytes, const struct codepage *,
	    struct buf *);

/* Bytes in EBCDIC as field_text shows text. */
void	field_text_put(struct span, const struct codepage *, struct buf *);

/* The name of a coded value, or NULL. */
const char *field_code(const struct code *, uint64_t value);

/* The field with this label, or NULL. */
const struct field *layout_find(const struct layout *, const char *label);

#endif
