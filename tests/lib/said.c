/* said.c - keeps what a diag says, for tests */
#include "said.h"

static void
keep_line(void *to, const char *line)
{
	struct said *s = to;

	buf_str(&s->words, line);
	buf_char(&s->words, '\n');
}

void
said_start(struct said *s)
{
	*s = (struct said){ .diag = { .least = DIAG_NOTE, .print = keep_line, .to = s } };
}

void
said_free(struct said *s)
{
	buf_free(&s->words);
}

const char *
said_words(struct said *s)
{
	buf_char(&s->words, '\0');
	if (s->words.failed)
		return "no memory for the messages";
	s->words.n--;
	return (const char *)s->words.p;
}
