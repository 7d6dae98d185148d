/* ztrace.h - for other programs: complete Db2 trace records out of GTF trace data */
#ifndef ZTRACE_ZTRACE_H
#define ZTRACE_ZTRACE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * The library's only header, and all that it exports; every name begins with
 * ztrace_ or ZTRACE_. What db2gtf(1) tells of input, joining and damage holds
 * here too.
 *
 *     z = ztrace_new();
 *     ztrace_set(z, "ifcid", "3,239");
 *     if (ztrace_open(z, files) == 0)
 *             while ((r = ztrace_next(z)) != NULL)
 *                     ... r->ifcid, ztrace_text(z, "plan"), ztrace_render(z, "json", &n) ...
 *     status = ztrace_status(z);
 *     ztrace_free(z);
 *
 * Nothing is printed, no signal is touched, no thread is made. Each struct
 * ztrace is one thread's at a time; any number of them can be in use.
 */
struct ztrace;

/* A whole record. Later versions may have more members at its end. */
struct ztrace_record {
	const unsigned char *data;	/* from its RDW on, as if GTF had never cut it */
	size_t		 length;
	const char	*file;		/* of its first segment; NULL: memory */
	uint64_t	 number;	/* in that file, from 1; 0: not known */
	uint64_t	 offset;	/* bytes from the start of its unwrapped data */
	uint64_t	 time;		/* GTF's stamp: microseconds since 1970, UTC; 0: none */
	unsigned	 eid;		/* event ID: 0xEFB9, or what "event-id" asks for */
	unsigned	 segments;	/* GTF records it came in; 0: not Db2's, no more is known */
	unsigned	 ifcid;
	const char	*title;		/* of the IFCID; NULL: not known */
	uint32_t	 sequence;	/* Db2's number of the record, for each subsystem */
	char		 ssid[16];	/* subsystem ID, UTF-8 */
	unsigned	 sections;	/* that the self-defining section names, from 0 */
};

/* A section of the record; 0 is the product section. */
struct ztrace_section {
	const char	*name;		/* IBM's, or "data 1", ... */
	const unsigned char *data;	/* all members; NULL: absent, or not inside the record */
	size_t		 length;	/* of data */
	size_t		 offset;	/* from the RDW */
	size_t		 member;	/* bytes of one; 0: each begins with its own length */
	size_t		 members;
};

/* The version, "0.1", of the library that is linked. Constant. */
const char *ztrace_version(void);

struct ztrace *ztrace_new(void);	/* NULL: out of memory */
void	ztrace_free(struct ztrace *);	/* NULL is allowed */

/*
 * Before ztrace_open: an option of db2gtf(1) by its long name, with its
 * argument, which is copied: codepage, event-id, from, hold, ifcid, layouts,
 * max-age, since, ssid, until, where. NULL, or a sentence on what is wrong.
 */
const char *ztrace_set(struct ztrace *, const char *option, const char *argument);

/*
 * Before ztrace_open: who gets messages, one call each, without line end. Nobody
 * does where this is not called.
 */
void	ztrace_messages(struct ztrace *, void (*print)(void *to, const char *line), void *to);

/*
 * Once: what is read. Files are opened one after the other as their turn
 * comes; "-" is standard input; the array ends in NULL and is borrowed, like
 * memory, until ztrace_free. 0, or -1 with a message.
 */
int	ztrace_open(struct ztrace *, const char *const *files);
int	ztrace_open_memory(struct ztrace *, const void *data, size_t length);

/*
 * The next whole record, borrowed with all that it points to until the next
 * call. NULL at the end, or when the run failed: see ztrace_status.
 */
const struct ztrace_record *ztrace_next(struct ztrace *);

/* Of the present record: section k of it. 0, or -1 where it has no such section. */
int	ztrace_section(const struct ztrace *, unsigned k, struct ztrace_section *);

/*
 * Of the present record: a header field by its label in db2gtf's output ("plan",
 * "correlation_id", ...) as UTF-8 text, until the next call. NULL: it has none.
 */
const char *ztrace_text(struct ztrace *, const char *label);

/*
 * The present record in one of db2gtf's output formats (csv, dump, gtf, json,
 * listing), with a NUL behind its bytes, until the next call. NULL: no such
 * format, too long for it, or out of memory.
 */
const char *ztrace_render(struct ztrace *, const char *format, size_t *length);

/* The exit status that db2gtf would have: 0 clean, 2 input was damaged or incomplete, 1 failed. */
int	ztrace_status(const struct ztrace *);

/* An account of db2gtf's report, "segments_joined", ...; 0 where there is no such account. */
uint64_t ztrace_account(const struct ztrace *, const char *name);

#ifdef __cplusplus
}
#endif

#endif
