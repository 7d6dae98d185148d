/* tod.c - the time-of-day clock, packed SMF times, and ISO 8601
 *
 *  bit 0                                51 52         63
 *      microseconds since 1900-01-01      │ uniqueness
 *
 * z/Architecture Principles of Operation (SA22-7832), "TOD clock".
 *
 * Dates are worked out in years that begin in March, so that the leap day is
 * the last one, and in eras of 400 years, which all have the same days.
 */
#include "ztrace/tod.h"

enum {
	ERA = 146097,		/* days of 400 years */
	BEFORE_1900 = 693901,	/* days from 0000-03-01 to 1900-01-01 */
	DAY = 86400,		/* seconds */
	SECOND = 1000000	/* microseconds */
};

struct date {
	unsigned year, month, day;	/* month and day from 1 */
};

uint64_t
tod_us(uint64_t stck)
{
	/* The clock wraps in 2042; before 1971 nobody traced. */
	return (stck >> 12) + (stck >> 63 ? 0 : UINT64_C(1) << 52);
}

static bool
is_leap(unsigned year)
{
	return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

/* The date so many days after 1900-01-01. */
static struct date
date_of(uint64_t days)
{
	uint64_t all = days + BEFORE_1900;
	unsigned d = (unsigned)(all % ERA);		/* day of the era */
	unsigned y = (d - d / 1460 + d / 36524 - d / 146096) / 365;
	unsigned left = d - (365 * y + y / 4 - y / 100);	/* day since 1 March */
	unsigned m = (5 * left + 2) / 153;		/* month since March */

	return (struct date){
		.year = (unsigned)(all / ERA) * 400 + y + (m >= 10),
		.month = m < 10 ? m + 3 : m - 9,
		.day = left - (153 * m + 2) / 5 + 1
	};
}

/* Days from 1900-01-01 to a date that is not before it. */
static uint64_t
days_to(struct date t)
{
	unsigned y = t.year - (t.month <= 2);
	unsigned m = t.month > 2 ? t.month - 3 : t.month + 9;

	return (uint64_t)y * 365 + y / 4 - y / 100 + y / 400 +
	    (153 * m + 2) / 5 + t.day - 1 - BEFORE_1900;
}

struct tod_parts
tod_parts(uint64_t us)
{
	uint64_t s = us / SECOND, days = s / DAY;
	unsigned left = (unsigned)(s % DAY);
	struct date t = date_of(days);
	struct date first = { .year = t.year, .month = 1, .day = 1 };

	return (struct tod_parts){
		.year = (int)t.year,
		.month = (int)t.month,
		.day = (int)t.day,
		.yearday = (int)(days - days_to(first)) + 1,
		.hour = (int)(left / 3600),
		.minute = (int)(left / 60 % 60),
		.second = (int)(left % 60),
		.us = (uint32_t)(us % SECOND)
	};
}

/* Two decimal digits and what follows them; gives the place behind. */
static char *
put_two(char *p, unsigned v, char after)
{
	static const char two[] =
	    "00010203040506070809" "10111213141516171819" "20212223242526272829"
	    "30313233343536373839" "40414243444546474849" "50515253545556575859"
	    "60616263646566676869" "70717273747576777879" "80818283848586878889"
	    "90919293949596979899";

	p[0] = two[2 * v];
	p[1] = two[2 * v + 1];
	p[2] = after;
	return p + 3;
}

/* "1993-01-18T" */
static char *
put_date(char *p, struct date t)
{
	if (t.year >= 10000)
		p = put_two(p, t.year / 10000 % 100, '\0') - 1;
	p = put_two(p, t.year / 100 % 100, '\0') - 1;
	p = put_two(p, t.year % 100, '-');
	p = put_two(p, t.month, '-');
	return put_two(p, t.day, 'T');
}

size_t
tod_us_text(uint64_t us, char out[TOD_TEXT])
{
	uint64_t s = us / SECOND;
	unsigned left = (unsigned)(s % DAY), part = (unsigned)(us % SECOND);
	char *p = put_date(out, date_of(s / DAY));

	p = put_two(p, left / 3600, ':');
	p = put_two(p, left / 60 % 60, ':');
	p = put_two(p, left % 60, '.');
	p = put_two(p, part / 10000, '\0') - 1;
	p = put_two(p, part / 100 % 100, '\0') - 1;
	p = put_two(p, part % 100, 'Z');
	*p = '\0';
	return (size_t)(p - out);
}

size_t
tod_text(uint64_t stck, char out[TOD_TEXT])
{
	return tod_us_text(tod_us(stck), out);
}

int
tod_zone_minutes(int32_t units)
{
	const int64_t minute = 60 * (int64_t)SECOND;
	int64_t us = (int64_t)units * 1048576;

	return (int)((us + (us < 0 ? -minute : minute) / 2) / minute);
}

/* Reads a number of packed digits; false when one is not decimal. */
static bool
unpack(uint32_t packed, unsigned digits, unsigned *v)
{
	unsigned digit;

	for (*v = 0; digits > 0; digits--) {
		digit = packed >> 4 * (digits - 1) & 15;
		if (digit > 9)
			return false;
		*v = *v * 10 + digit;
	}
	return true;
}

bool
tod_packed_text(uint32_t date, uint32_t time, char out[TOD_TEXT])
{
	struct date first = { .month = 1, .day = 1 };
	unsigned years, yearday, t;
	char *p;

	/* 0cyyddd and F: c is 0 for 19yy, 1 for 20yy */
	if ((date & 15) != 15 || !unpack(date >> 16, 4, &years) || years > 199 ||
	    !unpack(date >> 4, 3, &yearday) || !unpack(time, 8, &t))
		return false;
	first.year = 1900 + years;
	if (yearday < 1 || yearday > 365u + is_leap(first.year))
		return false;
	if (t / 1000000 > 23 || t / 10000 % 100 > 59 || t / 100 % 100 > 59)
		return false;

	p = put_date(out, date_of(days_to(first) + yearday - 1));
	p = put_two(p, t / 1000000, ':');
	p = put_two(p, t / 10000 % 100, ':');
	p = put_two(p, t / 100 % 100, '.');
	put_two(p, t % 100, '\0');
	return true;
}

/* Reads exactly so many digits and steps over them. */
static bool
read_number(const char **s, int digits, unsigned *v)
{
	for (*v = 0; digits > 0; digits--, (*s)++) {
		if (**s < '0' || **s > '9')
			return false;
		*v = *v * 10 + (unsigned)(**s - '0');
	}
	return true;
}

static bool
read_char(const char **s, char c)
{
	if (**s != c)
		return false;
	(*s)++;
	return true;
}

static bool
read_date(const char **s, struct date *t)
{
	static const unsigned char length[] = {
		31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31
	};

	if (!read_number(s, 4, &t->year) || !read_char(s, '-') ||
	    !read_number(s, 2, &t->month) || !read_char(s, '-') ||
	    !read_number(s, 2, &t->day))
		return false;
	if (t->year < 1900 || t->month < 1 || t->month > 12 || t->day < 1)
		return false;
	return t->day <= length[t->month - 1] +
	    (unsigned)(t->month == 2 && is_leap(t->year));
}

/* hh:mm, in minutes */
static bool
read_minutes(const char **s, unsigned *minutes)
{
	unsigned hour, minute;

	if (!read_number(s, 2, &hour) || !read_char(s, ':') ||
	    !read_number(s, 2, &minute) || hour > 23 || minute > 59)
		return false;
	*minutes = hour * 60 + minute;
	return true;
}

/* [:ss[.f...]], up to six digits of a fraction, in microseconds */
static bool
read_seconds(const char **s, uint64_t *us)
{
	unsigned v, digit, unit = SECOND;

	*us = 0;
	if (!read_char(s, ':'))
		return true;
	if (!read_number(s, 2, &v) || v > 59)
		return false;
	*us = (uint64_t)v * SECOND;
	if (!read_char(s, '.'))
		return true;
	for (; unit > 1 && read_number(s, 1, &digit); unit /= 10)
		*us += digit * (unit / 10);
	return unit < SECOND;
}

/* Z, +hh:mm, -hh:mm or nothing, in minutes */
static bool
read_zone(const char **s, int *zone)
{
	unsigned minutes;
	bool west;

	*zone = 0;
	if (**s == '\0' || read_char(s, 'Z'))
		return true;
	west = **s == '-';
	if (!read_char(s, west ? '-' : '+') || !read_minutes(s, &minutes))
		return false;
	*zone = west ? -(int)minutes : (int)minutes;
	return true;
}

bool
tod_parse(const char *text, uint64_t *us)
{
	const char *s = text;
	unsigned minutes = 0;
	uint64_t part = 0;
	int64_t all;
	struct date t;
	int zone = 0;

	if (!read_date(&s, &t))
		return false;
	if (read_char(&s, 'T') && (!read_minutes(&s, &minutes) ||
	    !read_seconds(&s, &part) || !read_zone(&s, &zone)))
		return false;
	all = (int64_t)(days_to(t) * 1440 + minutes) - zone;
	if (*s != '\0' || all < 0)
		return false;
	*us = (uint64_t)all * 60 * SECOND + part;
	return true;
}
