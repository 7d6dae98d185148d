/* cpshow.h - the forms in which trace entries are written */
#ifndef ZTRACE_CPSHOW_H
#define ZTRACE_CPSHOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ztrace/buf.h"
#include "ztrace/cpcode.h"
#include "ztrace/cppick.h"
#include "ztrace/cprun.h"
#include "ztrace/format.h"
#include "ztrace/tod.h"

/* Times of one second look alike: what the last one looked like. Starts as zeros. */
struct cpshow_time {
	uint64_t	second;		/* since 1900, and 1; 0: none yet */
	char		text[TOD_TEXT];	/* "2005-05-01T22:10:56." */
	size_t		n;
};

/* What is kept from entry to entry by a form that adds up; see cptotal.h. */
struct cptotal;

struct cpshow {
	const struct cpformat *format;
	const struct cppick *pick;
	const struct cpcodes *codes;
	bool		 all;		/* pick lets everything pass */
	struct cptotal	*total;		/* of a form that adds up; else NULL */
};

struct cpformat {
	struct format	 format;	/* its name, help, and what stands first */
	bool		 adds;		/* adds up: one thread, in order */
	/*
	 * Appends one entry. The name is NULL where the code is not in the list.
	 */
	void	       (*entry)(const struct cpshow *, const struct cpwalk *, const struct cpname *,
			    struct cpshow_time *, struct buf *);
	bool		 whole;		/* runs are written as they are where nothing is left out */
	void	       (*end)(const struct cpshow *, struct buf *);	/* NULL: nothing */
};

extern const struct cpformat *const cpformats[];
extern const struct cpformat cpformat_entries, cpformat_json, cpformat_csv, cpformat_raw,
	    cpformat_summary, cpformat_trace, cpformat_none;

/* The form of that name, or NULL. */
const struct cpformat *cpformat_find(const char *name);

/* Parts of lines. The time as UTC, "2005-05-01T22:10:56.825094Z". */
void	cpshow_utc(uint64_t tod, struct cpshow_time *, struct buf *);
/* A time that is relative: "+14:58:05.640064". */
void	cpshow_relative(uint64_t tod, struct buf *);
void	cpshow_hex(struct buf *, uint64_t, unsigned digits);
const char *cpshow_form(enum cpform);		/* "trace", "tracg", "saved" */

/* The JSON Schema of the form json. */
void	cpshow_schema(struct buf *);

#endif
