/* caught.c - keeps what goes to standard output or standard error, for tests */
#include "caught.h"

#include <check.h>
#include <string.h>
#include <unistd.h>

void
caught_begin(struct caught *c, FILE *stream)
{
	c->stream = stream;
	c->file = tmpfile();
	ck_assert_ptr_nonnull(c->file);
	(void)fflush(stream);
	c->kept = dup(fileno(stream));
	ck_assert_int_ge(c->kept, 0);
	ck_assert_int_ge(dup2(fileno(c->file), fileno(stream)), 0);
}

void
caught_end(struct caught *c)
{
	size_t n;

	(void)fflush(c->stream);
	ck_assert_int_ge(dup2(c->kept, fileno(c->stream)), 0);
	(void)close(c->kept);
	rewind(c->file);
	n = fread(c->words, 1, sizeof(c->words) - 1, c->file);
	c->words[n] = '\0';
	(void)fclose(c->file);
}

void
caught_begins(const struct caught *c, const char *words)
{
	ck_assert_msg(strncmp(c->words, words, strlen(words)) == 0, "%s", c->words);
}
