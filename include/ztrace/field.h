/* field.h - what stands where in a section: tables, and the walk over one */
#ifndef ZTRACE_FIELD_H
#define ZTRACE_FIELD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ztrace/buf.h"
#include "ztrace/ebcdic.h"
#include "ztrace/span.h"

/*
 * Text is EBCDIC but for statements (kinds SQL): those follow the CCSID that
 * a field of kind CCSID in the same layout holds, wherever it stands.
 */
enum kind {
	FIELD_UINT,		/* unsigned number, 1 to 8 bytes */
	FIELD_INT,		/* signed number, 1 to 8 bytes */
	FIELD_HEX,		/* address, token, flags: hex digits */
	FIELD_TEXT,		/* blanks at the end cut */
	FIELD_STCK,		/* 8 bytes; recognises a packed local date and time */
	FIELD_INTERVAL,		/* 8 bytes in units of the clock, shown in seconds */
	FIELD_CODE,		/* unsigned number with names in `codes` */
	FIELD_LONG,		/* 2 bytes: where in the section the 2-byte length and
				 * the text of a long name stand; 0: absent */
	FIELD_COUNTED,		/* 2 bytes: how many bytes of text follow them */
	FIELD_WHOLE,		/* the same, but they count themselves too */
	FIELD_CCSID,		/* unsigned number, 2 or 4 bytes */
	FIELD_SQL,		/* as TEXT, ... */
	FIELD_SQL_LONG,		/* ... LONG, ... */
	FIELD_SQL_COUNTED,	/* ... COUNTED, ... */
	FIELD_SQL_WHOLE,	/* ... and WHOLE */
	FIELD_KINDS
};

/* What stands at a field's place. */
enum field_form {
	FORM_PLAIN,		/* its bytes */
	FORM_OFFSET,		/* where in the section its 2-byte length and its bytes are */
	FORM_COUNTED,		/* how many bytes follow */
	FORM_WHOLE		/* the same, but it counts itself too */
};

struct field_kind {
	const char	*name;		/* in layout files */
	enum field_form	 form;
	uint16_t	 least, most;	/* bytes at its place; 0: all to the section's end */
};
extern const struct field_kind field_kinds[FIELD_KINDS];

struct code {
	uint32_t	 value;
	const char	*text;	/* NULL ends a list */
};

/*
 * Added to `at`: it counts from the end of the last text of form COUNTED or
 * WHOLE that stands before the field in its layout.
 */
enum { FIELD_BEHIND = 0x8000 };

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
 * The bytes of a field, if all of it lies inside the section. For another
 * form than PLAIN these are the bytes of the text alone.
 */
bool	layout_bytes(const struct layout *, const struct field *, struct span section,
	    struct span *out);

/* The same for a field that stands behind no text of its own length. */
bool	field_bytes(const struct field *, struct span section, struct span *out);

/* Whether a length or an offset leads out of the section. */
bool	layout_overrun(const struct layout *, struct span section);

/* What a value is, and what is in its text (UTF-8). */
enum value {
	VALUE_ABSENT,		/* the field does not lie in its section: nothing */
	VALUE_UINT,		/* digits */
	VALUE_INT,		/* digits, perhaps with - before them */
	VALUE_SECONDS,		/* digits, a point, six digits */
	VALUE_TEXT,		/* without control characters; statements may have tabs
				 * and line feeds */
	VALUE_HEX,		/* pairs of digits */
	VALUE_TIME,		/* "1993-01-18T17:28:51.545981Z", or
				 * "1993-01-18T11:22:33.10 local"; nothing for zero */
	VALUE_CODE		/* the value's name, or digits where it has none */
};

struct value_out {
	struct buf	*text;		/* set by the caller: the text is appended */
	uint64_t	 number;	/* UINT, CODE; INT: as two's complement;
					 * SECONDS: microseconds */
	const char	*name;		/* CODE: NULL: it has none */
};

/*
 * The value of a field of a section. All formats take it from here, so that
 * they agree.
 */
enum value field_value(const struct layout *, const struct field *, struct span section,
	    const struct codepage *, struct value_out *);

/* The value of a field whose bytes are known; a statement is read as EBCDIC. */
enum value field_value_of(const struct field *, struct span bytes, const struct codepage *,
	    struct value_out *);

/* The same as text for people: names of codes with their numbers in brackets. */
void	field_text(const struct field *, struct span bytes, const struct codepage *,
	    struct buf *);

/* Bytes in EBCDIC as VALUE_TEXT. */
void	field_text_put(struct span, const struct codepage *, struct buf *);

/* The name of a coded value, or NULL. */
const char *field_code(const struct code *, uint64_t value);

/* The field with this label, or NULL. */
const struct field *layout_find(const struct layout *, const char *label);

#endif
