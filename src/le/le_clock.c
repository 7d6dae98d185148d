/* le_clock.c - dates and times as a CEEDUMP prints them */
#include "ztrace/le_clock.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "ztrace/tod.h"

/* A number of decimal digits; false where there are others. */
static bool
number(const uint8_t *p, size_t n, unsigned *value)
{
	for (*value = 0; n > 0; n--, p++) {
		if (*p < '0' || *p > '9')
			return false;
		*value = *value * 10 + (unsigned)(*p - '0');
	}
	return true;
}

uint64_t
le_date_us(const uint8_t date[LE_DATE])
{
	char text[LE_DATE + 1];
	unsigned year;
	uint64_t us;

	memcpy(text, date, LE_DATE);
	text[LE_DATE] = '\0';
	if (text[4] != '.' || text[7] != '.' || !number(date, 4, &year) ||
	    year < 1972 || year > 2113)
		return 0;
	text[4] = text[7] = '-';
	return tod_parse(text, &us) ? us : 0;
}

uint64_t
le_time_us(const uint8_t time[LE_TIME])
{
	unsigned hour, minute, second, us;

	if (!number(time, 2, &hour) || !number(time + 3, 2, &minute) ||
	    !number(time + 6, 2, &second) || !number(time + 9, 6, &us) ||
	    time[2] != '.' || time[5] != '.' || time[8] != '.' || hour > 23 ||
	    minute > 59 || second > 59)
		return UINT64_MAX;
	return ((hour * 60 + minute) * (uint64_t)60 + second) * 1000000 + us;
}
