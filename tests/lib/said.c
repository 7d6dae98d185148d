/* said.c - keeps what a diag says, for tests */
#include "said.h"

#include <string.h>

/* Allocates nothing: what was said when memory ran out is kept too. */
static void
keep_line(void *to, const char *line)
{
	struct said *s = to;
	size_t n = strlen(line);

	if (n + 2 > SAID_SIZE - s->n)
		return;
	memcpy(s->words + s->n, line, n);
	s->n += n;
	memcpy(s->words + s->n, "\n", 2);
	s->n++;
}

void
said_start(struct said *s)
{
	s->diag = (struct diag){ .least = DIAG_NOTE, .print = keep_line, .to = s };
	said_clear(s);
}

void
said_clear(struct said *s)
{
	s->n = 0;
	s->words[0] = '\0';
}
