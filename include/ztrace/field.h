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
	FIELD_CODE,		/* unsigned number with names in `codes` */
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

/* The bytes of a field, if all of it lies inside the section. */
bool	field_bytes(const struct field *, struct span section, struct span *out);

/* A field's bytes as text for people, UTF-8, no line ends or control characters. */
void	field_text(const struct field *, struct span bytes, const struct codepage *,
	    struct buf *);

/* The name of a coded value, or NULL. */
const char *field_code(const struct code *, uint64_t value);

#endif
