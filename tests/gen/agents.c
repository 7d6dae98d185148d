/* agents.c - a tenth of a second of a performance trace: SQL, I/O and waits of five agents
 *
 * usage: agents [MINUTES]
 *
 * With MINUTES the same again and again, more often around noon; what each
 * time has in it is left to dice.
 */
#include <stdio.h>
#include <stdlib.h>	/* strtoul */
#include <string.h>

#include "ztrace/ebcdic.h"
#include "ztrace/span.h"

#include "make_agent.h"

enum { SEED = 1993, LONGEST = 200, CCSID = 37, STATEMENT = 63, MINUTE = 60000000 };

static const struct make_agent agents[] = {
	{ "DB2A", 0x0A3C1018, "PAYR", "PAYROLL1", "BATCH", "PAYROLL", 1 },
	{ "DB2A", 0x0A3C2450, "CICSUSER", "ENTRPL010042", "CICSPROD", "PL01", 4 },
	{ "DB2A", 0x0A3C3888, "WEBAPP", "db2jcc_appli", "SERVER", "DISTSERV", 8 },
	{ "DB2A", 0x0A3C4CC0, "SYSOPR", "020.WRITER", "DB2A", "", 0 },
	{ "DB2B", 0x0B110F08, "BATCH1", "REPORTS", "BATCH", "DSNTEP2", 1 }
};
enum { PAYROLL, CICS, WEB, WRITER, REPORTS };

/* What happens when, in microseconds; in order. */
static const struct {
	uint32_t	 us;
	uint8_t		 agent;
	uint16_t	 ifcid;
	const char	*text;		/* of IFCID 63 */
} steps[] = {
	{      0, PAYROLL, 7, NULL },		/* it had begun before the trace did */
	{    400, PAYROLL, STATEMENT, "UPDATE DSN8.EMP SET SALARY = SALARY * 1.03 WHERE ID = ?" },
	{    900, PAYROLL, 61, NULL },
	{   1500, CICS, 60, NULL },
	{   1800, PAYROLL, 6, NULL },
	{   2100, WEB, STATEMENT, "SELECT PROJNO, PROJNAME FROM DSN8.PROJ ORDER BY PRSTDATE" },
	{   2300, WEB, 64, NULL },
	{   2600, CICS, 6, NULL },
	{   5200, WEB, 58, NULL },
	{   6100, PAYROLL, 7, NULL },
	{   6400, CICS, 7, NULL },
	{   6900, CICS, 58, NULL },
	{   7000, WEB, 65, NULL },
	{   7200, REPORTS, 60, NULL },
	{   7400, WEB, 95, NULL },
	{   7800, WEB, 17, NULL },
	{   8000, REPORTS, 17, NULL },
	{   8200, WEB, 6, NULL },
	{   8800, CICS, 61, NULL },
	{   9600, CICS, 44, NULL },		/* waits for what PAYROLL holds */
	{  12700, WEB, 7, NULL },
	{  13000, REPORTS, 6, NULL },
	{  14100, WEB, 6, NULL },
	{  18900, WEB, 7, NULL },
	{  19400, WEB, 18, NULL },
	{  21000, REPORTS, 7, NULL },
	{  22800, WEB, 96, NULL },
	{  23000, WEB, 58, NULL },
	{  24000, PAYROLL, 6, NULL },
	{  24500, WEB, 59, NULL },
	{  25100, WEB, 58, NULL },
	{  25600, WEB, 59, NULL },
	{  25600, WEB, 58, NULL },		/* in no time */
	{  26000, WEB, 59, NULL },
	{  26700, WEB, 6, NULL },
	{  27300, REPORTS, 6, NULL },		/* its end was lost */
	{  30200, PAYROLL, 7, NULL },
	{  31000, WRITER, 8, NULL },
	{  31800, WEB, 7, NULL },
	{  32000, WEB, 58, NULL },
	{  33600, WEB, 61, NULL },
	{  34400, WEB, 44, NULL },		/* the trace ends before the wait does */
	{  36400, WRITER, 9, NULL },
	{  37000, WRITER, 8, NULL },
	{  40100, PAYROLL, 58, NULL },
	{  40300, PAYROLL, 84, NULL },
	{  40900, PAYROLL, 32, NULL },
	{  43500, PAYROLL, 33, NULL },
	{  44000, PAYROLL, 85, NULL },
	{  44300, PAYROLL, 70, NULL },
	{  44900, WRITER, 9, NULL },
	{  46000, PAYROLL, 71, NULL },
	{  46400, CICS, 45, NULL },
	{  47000, CICS, 6, NULL },
	{  51300, CICS, 7, NULL },
	{  52000, CICS, 58, NULL },
	{  52600, CICS, 88, NULL },
	{  53000, CICS, 32, NULL },
	{  55500, CICS, 33, NULL },
	{  55900, CICS, 89, NULL },
	{  57000, PAYROLL, 3, NULL },
	{  58000, REPORTS, 18, NULL },
	{  58400, REPORTS, 58, NULL },
	{  60000, CICS, 60, NULL },
	{  61000, CICS, 56, NULL },
	{  62100, CICS, 57, NULL },
	{  63000, CICS, 58, NULL },
	{  70000, WRITER, 8, NULL },
	{  77000, WRITER, 9, NULL },
	{ 100000, CICS, 3, NULL }
};

/* IFCID 63: 2 length text 2 statement-id ccsid. */
static struct span
statement(const char *text, uint8_t data[LONGEST])
{
	const size_t n = strlen(text);
	size_t i;

	memset(data, 0, LONGEST);
	put_u16(data + 2, (uint16_t)(n + 2));
	for (i = 0; i < n; i++)
		data[4 + i] = ebcdic_from_ascii(text[i]);
	put_u16(data + 14 + n, CCSID);
	return span_of(data, 16 + n);
}

static void
make_step(struct maker *makers, struct buf *out, size_t i, uint64_t at)
{
	const struct make_agent *a = &agents[steps[i].agent];
	struct maker *m = &makers[steps[i].agent == REPORTS];
	uint8_t data[LONGEST];

	if (steps[i].text != NULL)
		make_agent_data(m, out, a, at + steps[i].us, steps[i].ifcid,
		    statement(steps[i].text, data));
	else
		make_agent(m, out, a, at + steps[i].us, steps[i].ifcid);
}

/* A day's load in little: a base, and a peak of either kind of work. */
static size_t
rounds(struct dice *d, size_t minute, size_t minutes)
{
	size_t from_middle = minute * 2 > minutes ? minute * 2 - minutes : minutes - minute * 2;

	return 2 + 10 * (minutes - from_middle) / minutes + dice_below(d, 4);
}

static void
make_minutes(struct maker *makers, struct buf *out, size_t minutes)
{
	struct dice d = { .seed = SEED, .state = SEED };
	const size_t n = sizeof(steps) / sizeof(steps[0]);
	size_t minute, round, of, i, agent;

	for (minute = 0; minute < minutes; minute++) {
		of = rounds(&d, minute, minutes);
		for (round = 0; round < of; round++) {
			agent = dice_below(&d, sizeof(agents) / sizeof(agents[0]));
			for (i = 0; i < n; i++)
				if (steps[i].agent == agent || dice_below(&d, 4) == 0)
					make_step(makers, out, i,
					    minute * MINUTE + round * (MINUTE / of));
		}
	}
}

int
main(int argc, char *argv[])
{
	struct maker makers[] = { maker_of(SEED), maker_of(SEED) };	/* of each subsystem */
	struct buf out = { 0 };
	size_t i;

	make_control(&makers[0], &out, 0);
	if (argc > 1)
		make_minutes(makers, &out, strtoul(argv[1], NULL, 10));
	for (i = 0; argc == 1 && i < sizeof(steps) / sizeof(steps[0]); i++)
		make_step(makers, &out, i, 0);
	if (out.failed || fwrite(out.p, 1, out.n, stdout) != out.n || fflush(stdout) != 0)
		return 1;
	buf_free(&out);
	return 0;
}
