/* cppick.h - which trace entries are wanted */
#ifndef ZTRACE_CPPICK_H
#define ZTRACE_CPPICK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ztrace/cprun.h"
#include "ztrace/ledger.h"

enum { CPPICK_WORDS = 32 };

/* A condition on a data word, or on any of them. */
struct cppick_word {
	unsigned	place;		/* from 1; 0: any */
	uint64_t	value, mask;
};

/* A time, or a relative one: entries with times of the other kind do not fit. */
struct cppick_time {
	uint64_t	us;		/* since 1900, or since the unknown moment */
	bool		relative;
};

/* Starts as zeros, which let everything pass. All that is set must fit. */
struct cppick {
	bool		by_code, by_cpu, by_since, by_until;
	uint8_t		code[65536 / 8];	/* a bit for each that passes */
	uint8_t		cpu[65536 / 8];
	struct cppick_time since, until;
	size_t		words;
	struct cppick_word word[CPPICK_WORDS];
};

/* Setters for an option table: `pick` is a struct cppick. NULL, or what is wrong. */
const char *cppick_add_codes(void *pick, const char *list);	/* "0A00,0Dxx,7F00-7FFF" */
const char *cppick_add_cpus(void *pick, const char *list);	/* "0,2,4-7" */
const char *cppick_set_since(void *pick, const char *time);	/* or "+HH:MM:SS.ffffff" */
const char *cppick_set_until(void *pick, const char *time);
const char *cppick_add_word(void *pick, const char *text);	/* "N:HEX[/MASK]" */
const char *cppick_add_any(void *pick, const char *text);	/* "HEX[/MASK]" */

/* The same for one CPU number, a uint16_t. */
const char *cppick_set_cpu(void *number, const char *text);

/* Whether everything passes. */
bool	cppick_all(const struct cppick *);

/* The account of what the entry is left out by, or ACCOUNTS when it passes. */
enum account cppick_account(const struct cppick *, const struct cpwalk *);

#endif
