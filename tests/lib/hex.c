/* hex.c - test bytes that are written as hex text */
#include "hex.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

enum { FIRST_DIGIT = 10 };	/* column of a dump line's first word */

static int
digit(char c)
{
	const char *digits = "0123456789ABCDEF", *at;

	if (c == 'x')
		return 0;
	at = strchr(digits, c);
	ck_assert_msg(c != '\0' && at != NULL, "not a hex digit: %c", c);
	return (int)(at - digits);
}

static void
put_bytes(struct buf *out, const char *text)
{
	for (;;) {
		text += strspn(text, " \n");
		if (*text == '\0')
			return;
		buf_char(out, (char)(digit(text[0]) << 4 | digit(text[1])));
		text += 2;
	}
}

struct buf
hex_bytes(const char *text)
{
	struct buf out = { 0 };

	put_bytes(&out, text);
	return out;
}

/* Hands each line of the file, without comments, to put. */
static struct buf
read_lines(const char *name, void (*put)(struct buf *, const char *line))
{
	struct buf out = { 0 };
	char path[256], line[256], *x;
	FILE *f;

	snprintf(path, sizeof(path), "tests/data/%s", name);
	f = fopen(path, "r");
	ck_assert_msg(f != NULL, "cannot open %s", path);
	while (fgets(line, sizeof(line), f) != NULL) {
		while ((x = strstr(line, "xx")) != NULL)
			memcpy(x, "00", 2);
		if (line[0] != '#')
			put(&out, line);
	}
	fclose(f);
	return out;
}

static void
put_line(struct buf *out, const char *line)
{
	buf_str(out, line);
}

static void
put_digits(struct buf *out, const char *line)
{
	put_bytes(out, line + FIRST_DIGIT);
}

struct buf
hex_lines(const char *name)
{
	return read_lines(name, put_line);
}

struct buf
hex_record(const char *name)
{
	return read_lines(name, put_digits);
}
