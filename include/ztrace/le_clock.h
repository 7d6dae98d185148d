/* le_clock.h - dates and times as a CEEDUMP prints them */
#ifndef ZTRACE_LE_CLOCK_H
#define ZTRACE_LE_CLOCK_H

#include <stdint.h>

enum { LE_DATE = 10, LE_TIME = 15 };	/* characters */

/* Midnight of "2001.08.26", in microseconds since 1900. 0: no such date can be. */
uint64_t le_date_us(const uint8_t date[LE_DATE]);

/* Microseconds of the day at "20.52.46.666280". UINT64_MAX: no such time can be. */
uint64_t le_time_us(const uint8_t time[LE_TIME]);

#endif
