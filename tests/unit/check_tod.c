/* check_tod.c - clock values, packed times and ISO 8601 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dice.h"
#include "ztrace/tod.h"

#define ROWS(table) (int)(sizeof(table) / sizeof((table)[0]))

static const uint64_t second = 1000000, day = UINT64_C(86400000000);

static const struct {
	uint64_t	 stck;
	const char	*text;
} clocks[] = {
	{ 0xA6E9C33E28F7DD03, "1993-01-18T17:28:51.545981Z" },
	{ 0xA6E9C33E29011303, "1993-01-18T17:28:51.546129Z" },
	{ 0xA6E9C33E2948E203, "1993-01-18T17:28:51.547278Z" },
	{ 0xA6E9C33E2957D103, "1993-01-18T17:28:51.547517Z" },
	{ 0xA6E9BD6636FA5C02, "1993-01-18T17:02:42.933669Z" },
	{ 0xBCF2310D2130666C, "2005-05-01T22:10:56.825094Z" },
	/* the top bit: on from 1971, off after 2042 */
	{ 0x8000000000000000, "1971-05-11T11:56:53.685248Z" },
	{ 0xFFFFFFFFFFFFFFFF, "2042-09-17T23:53:47.370495Z" },
	{ 0x0000000000000000, "2042-09-17T23:53:47.370496Z" },
	{ 0x7FFFFFFFFFFFFFFF, "2114-01-26T11:50:41.055743Z" },
	/* bits right of the microsecond are not time */
	{ 0x8000000000000FFF, "1971-05-11T11:56:53.685248Z" },
	{ 0x8000000000001000, "1971-05-11T11:56:53.685249Z" },
};

START_TEST(clock_is_text)
{
	char text[TOD_TEXT];

	ck_assert_uint_eq(tod_text(clocks[_i].stck, text), strlen(clocks[_i].text));
	ck_assert_str_eq(text, clocks[_i].text);
}
END_TEST

START_TEST(epoch_is_1900)
{
	char text[TOD_TEXT];

	ck_assert(tod_us(0x8000000000000000) == UINT64_C(1) << 51);
	ck_assert(tod_us(0) == UINT64_C(1) << 52);
	ck_assert_uint_eq(tod_us_text(0, text), 27);
	ck_assert_str_eq(text, "1900-01-01T00:00:00.000000Z");
	/* a number that is no time stays within its text, too */
	ck_assert_uint_lt(tod_us_text(UINT64_MAX, text), TOD_TEXT);
	ck_assert_uint_eq(strlen(text), 29);
	ck_assert_str_eq(text + 27, "5Z");
	ck_assert_int_eq(memcmp(text, "586454-", 7), 0);
}
END_TEST

/* Counts the days as a calendar on the wall does. */
START_TEST(every_day_is_the_calendars)
{
	static const int length[] = {
		31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31
	};
	uint64_t us = 0;
	int year, month, d, yearday, last;
	struct tod_parts p;

	for (year = 1900; year <= 2114; year++) {
		yearday = 0;
		for (month = 1; month <= 12; month++) {
			last = length[month - 1];
			if (month == 2 && year % 4 == 0 && year != 1900 && year != 2100)
				last++;
			for (d = 1; d <= last; d++, us += day) {
				p = tod_parts(us + day - 1);
				ck_assert_msg(p.year == year && p.month == month &&
				    p.day == d && p.yearday == ++yearday,
				    "%d-%d-%d is %d-%d-%d, day %d", year, month, d,
				    p.year, p.month, p.day, p.yearday);
			}
		}
	}
	p = tod_parts(us - 1);
	ck_assert_int_eq(p.hour, 23);
	ck_assert_int_eq(p.minute, 59);
	ck_assert_int_eq(p.second, 59);
	ck_assert_uint_eq(p.us, 999999);
}
END_TEST

/* Text, parts and what reads text again agree about any time. */
START_TEST(text_is_read_again)
{
	struct dice dice = dice_new();
	char text[TOD_TEXT], wanted[80];
	uint64_t us, back;
	struct tod_parts p;
	int i, n = getenv("QUICK") != NULL ? 2000 : 50000;

	for (i = 0; i < n; i++) {
		us = dice_u64(&dice) % (UINT64_C(3) << 51);
		p = tod_parts(us);
		snprintf(wanted, sizeof(wanted), "%04d-%02d-%02dT%02d:%02d:%02d.%06uZ",
		    p.year, p.month, p.day, p.hour, p.minute, p.second, p.us);
		tod_us_text(us, text);
		ck_assert_msg(strcmp(text, wanted) == 0, "%s is not %s (SEED=%llu)",
		    text, wanted, (unsigned long long)dice.seed);
		ck_assert(tod_parse(text, &back));
		ck_assert_msg(back == us, "%s is read as %llu (SEED=%llu)", text,
		    (unsigned long long)back, (unsigned long long)dice.seed);
	}
}
END_TEST

static const struct {
	const char *text, *same;
} times[] = {
	{ "2005-05-01", "2005-05-01T00:00:00.000000Z" },
	{ "2005-05-01T22:10", "2005-05-01T22:10:00.000000Z" },
	{ "2005-05-01T22:10Z", "2005-05-01T22:10:00.000000Z" },
	{ "2005-05-01T22:10:56", "2005-05-01T22:10:56.000000Z" },
	{ "2005-05-01T22:10:56.8", "2005-05-01T22:10:56.800000Z" },
	{ "2005-05-01T22:10:56.825094", "2005-05-01T22:10:56.825094Z" },
	{ "2005-05-01T22:10:56.00001Z", "2005-05-01T22:10:56.000010Z" },
	{ "2005-05-01T22:10+02:30", "2005-05-01T19:40:00.000000Z" },
	{ "2005-05-01T22:10:56-02:00", "2005-05-02T00:10:56.000000Z" },
	{ "2000-03-01T00:30:00.5+01:00", "2000-02-29T23:30:00.500000Z" },
	{ "1900-01-01T01:00+01:00", "1900-01-01T00:00:00.000000Z" },
	{ "2004-02-29", "2004-02-29T00:00:00.000000Z" },
	{ "2114-12-31T23:59:59.999999-23:59", "2115-01-01T23:58:59.999999Z" },
};

START_TEST(iso_is_read)
{
	char text[TOD_TEXT];
	uint64_t us;

	ck_assert_msg(tod_parse(times[_i].text, &us), "%s", times[_i].text);
	tod_us_text(us, text);
	ck_assert_str_eq(text, times[_i].same);
}
END_TEST

static const char *const no_times[] = {
	"", "2005", "2005-05", "2005-5-1", "2005-05-1", "05-05-01", "2005/05/01",
	"2005-05-01 22:10", "2005-05-01T", "2005-05-01T22", "2005-05-01T22:1",
	"2005-05-01T22:10:", "2005-05-01T22:10:5", "2005-05-01T22:10:56.",
	"2005-05-01T22:10:56.Z", "2005-05-01T22:10:56.1234567", "2005-05-01T22:10:56,5",
	"2005-05-01T22:10z", "2005-05-01T22:10ZZ", "2005-05-01Z", "2005-05-01T22:10+2",
	"2005-05-01T22:10+0200", "2005-05-01T22:10+02:60", "2005-05-01T22:10+24:00",
	"2005-05-01T22:10 +02:00", " 2005-05-01", "2005-05-01 ", "-005-05-01",
	"2005-00-01", "2005-13-01", "2005-05-00", "2005-05-32", "2005-04-31",
	"2005-02-29", "1900-02-29", "2100-02-29", "2005-05-01T24:00", "2005-05-01T22:60",
	"2005-05-01T22:10:60", "1899-12-31", "1900-01-01T00:00+00:01", "20050501",
};

START_TEST(other_texts_are_no_times)
{
	uint64_t us = 77;

	ck_assert_msg(!tod_parse(no_times[_i], &us), "\"%s\"", no_times[_i]);
	ck_assert(us == 77);
}
END_TEST

static const struct {
	int32_t	units;
	int	minutes;
} zones[] = {
	{ -27466, -480 }, { 0, 0 }, { 27466, 480 }, { 3433, 60 }, { -3433, -60 },
	{ 18883, 330 }, { 28, 0 }, { 29, 1 }, { -28, 0 }, { -29, -1 },
	{ INT32_MAX, 37529997 }, { INT32_MIN, -37529997 },
};

START_TEST(zone_is_whole_minutes)
{
	ck_assert_int_eq(tod_zone_minutes(zones[_i].units), zones[_i].minutes);
}
END_TEST

static const struct {
	uint32_t	 date, time;
	const char	*text;	/* NULL: not packed */
} packed[] = {
	{ 0x0093018F, 0x11223310, "1993-01-18T11:22:33.10" },
	{ 0x0093018F, 0x11223324, "1993-01-18T11:22:33.24" },
	{ 0x0105121F, 0x00000000, "2005-05-01T00:00:00.00" },
	{ 0x0100366F, 0x23595999, "2000-12-31T23:59:59.99" },
	{ 0x0100060F, 0x01020304, "2000-02-29T01:02:03.04" },
	{ 0x0000001F, 0x00000000, "1900-01-01T00:00:00.00" },
	{ 0x0199365F, 0x00000000, "2099-12-31T00:00:00.00" },
	{ 0x0000366F, 0, NULL },		/* 1900 had no leap day */
	{ 0x0099366F, 0, NULL }, { 0x0100367F, 0, NULL }, { 0x0093000F, 0, NULL },
	{ 0x0200001F, 0, NULL }, { 0x1093018F, 0, NULL },
	{ 0x0093018C, 0, NULL }, { 0x00930180, 0, NULL },
	{ 0x00A3018F, 0, NULL }, { 0x009301AF, 0, NULL },
	{ 0x0093018F, 0x24000000, NULL }, { 0x0093018F, 0x23600000, NULL },
	{ 0x0093018F, 0x23596000, NULL }, { 0x0093018F, 0x1122331A, NULL },
	{ 0x0093018F, 0xA1223310, NULL },
	{ 0xA6E9C33E, 0x28F7DD03, NULL },	/* a clock value */
};

START_TEST(packed_time_is_text)
{
	char text[TOD_TEXT] = "";
	bool good = tod_packed_text(packed[_i].date, packed[_i].time, text);

	ck_assert_msg(good == (packed[_i].text != NULL), "%08X %08X",
	    packed[_i].date, packed[_i].time);
	if (good)
		ck_assert_str_eq(text, packed[_i].text);
}
END_TEST

START_TEST(parts_are_apart)
{
	uint64_t us = (UINT64_C(93) * 365 + 23) * day + 17 * day + 62931 * second + 545981;
	struct tod_parts p = tod_parts(us);

	ck_assert_int_eq(p.year, 1993);
	ck_assert_int_eq(p.month, 1);
	ck_assert_int_eq(p.day, 18);
	ck_assert_int_eq(p.yearday, 18);
	ck_assert_int_eq(p.hour, 17);
	ck_assert_int_eq(p.minute, 28);
	ck_assert_int_eq(p.second, 51);
	ck_assert_uint_eq(p.us, 545981);
}
END_TEST

Suite *
tod_suite(void)
{
	Suite *s = suite_create("tod");
	TCase *t = tcase_create("tod");

	tcase_add_loop_test(t, clock_is_text, 0, ROWS(clocks));
	tcase_add_test(t, epoch_is_1900);
	tcase_add_test(t, every_day_is_the_calendars);
	tcase_add_test(t, text_is_read_again);
	tcase_add_loop_test(t, iso_is_read, 0, ROWS(times));
	tcase_add_loop_test(t, other_texts_are_no_times, 0, ROWS(no_times));
	tcase_add_loop_test(t, zone_is_whole_minutes, 0, ROWS(zones));
	tcase_add_loop_test(t, packed_time_is_text, 0, ROWS(packed));
	tcase_add_test(t, parts_are_apart);
	suite_add_tcase(s, t);
	return s;
}
