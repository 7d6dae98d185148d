/* tod.h - the time-of-day clock (z/Architecture Principles of Operation, "TOD clock") */
#ifndef ZTRACE_TOD_H
#define ZTRACE_TOD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * STORE CLOCK gives 64 bits; bit 51 is a microsecond, bits right of it only
 * make the value unique and are never time here. The epoch is 1900-01-01
 * 00:00 UTC; a value with its top bit off is after the wrap of 2042.
 */
enum { TOD_TEXT = 32 };		/* room for any text below, with its NUL */

/* Microseconds since 1900-01-01 00:00 UTC (1971 to 2114). */
uint64_t tod_us(uint64_t stck);

/* "1993-01-18T17:28:51.545981Z", and the length. */
size_t	tod_text(uint64_t stck, char out[TOD_TEXT]);

/* The same for microseconds since 1900. */
size_t	tod_us_text(uint64_t us, char out[TOD_TEXT]);

/*
 * A local time offset as GTF's control record has it: signed units of
 * 1.048576 s, rounded to whole minutes.
 */
int	tod_zone_minutes(int32_t units);

/*
 * A date and time as SMF has them, packed: 0cyydddF hhmmssth (local time).
 * False when the digits are not that; else the text "1993-01-18T11:22:33.10".
 */
bool	tod_packed_text(uint32_t date, uint32_t time, char out[TOD_TEXT]);

/* A time in UTC by its parts, for what must be written in other forms. */
struct tod_parts {
	int	year;		/* 1900 to 2114 */
	int	month, day;	/* from 1 */
	int	yearday;	/* from 1 */
	int	hour, minute, second;
	uint32_t us;		/* microseconds of the second */
};
struct tod_parts tod_parts(uint64_t us);

/*
 * Reads ISO 8601: YYYY-MM-DD, with Thh:mm[:ss[.ffffff]] and Z or +hh:mm
 * behind it (none: UTC). Microseconds since 1900; false when it is not that.
 */
bool	tod_parse(const char *text, uint64_t *us);

#endif
