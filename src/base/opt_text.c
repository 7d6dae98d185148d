/* opt_text.c - the table of options as --help, as the man page's list, and for programs */
#include "ztrace/opt.h"

#include <string.h>

enum {
	WIDTH = 80,
	WIDEST = 26	/* columns of an option that still has its text beside it */
};

static bool
is_heading(const struct opt *o)
{
	return o->letter == 0 && o->name == NULL;
}

/* "  -f, --from=FORMAT"; gives its width. */
static size_t
put_usage(struct buf *b, const struct opt *o)
{
	size_t start = b->n;

	if (o->letter != 0)
		buf_printf(b, "  -%c", o->letter);
	else
		buf_str(b, "    ");
	if (o->name != NULL)
		buf_printf(b, "%s--%s", o->letter != 0 ? ", " : "  ", o->name);
	switch (opt_argument(o)) {
	case OPT_ARG_NONE:
		break;
	case OPT_ARG_NEEDED:
		buf_printf(b, "%c%s", o->name != NULL ? '=' : ' ', o->arg);
		break;
	case OPT_ARG_OPTIONAL:
		buf_printf(b, "[=%s", o->arg + 1);
		break;
	}
	return b->n - start;
}

/*
 * Where the texts begin: behind the widest option that is not too wide. The
 * options are put into b to be measured, and dropped again.
 */
static size_t
text_column(const struct opt *o, struct buf *b)
{
	size_t start = b->n, widest = 0, n;

	for (; o->help != NULL; o++) {
		if (is_heading(o))
			continue;
		n = put_usage(b, o);
		if (n > widest && n <= WIDEST)
			widest = n;
	}
	b->n = start;
	return widest + 2;
}

/*
 * Puts the words of a text into lines that begin at `column`, where the
 * present line stands at column `at`. Ends the last line.
 */
static void
put_text(struct buf *b, const char *text, size_t column, size_t at)
{
	size_t n, gap;

	if (at != 0 && at + 2 > column) {
		buf_char(b, '\n');
		at = 0;
	}
	for (; *text != '\0'; text += n) {
		n = strcspn(text, " \n");
		if (*text == '\n' || (at > column && at + 1 + n > WIDTH)) {
			buf_char(b, '\n');
			at = 0;
		}
		if (n == 0) {
			n = 1;
			continue;
		}
		gap = at > column ? 1 : column - at;
		buf_fill(b, ' ', gap);
		buf_put(b, text, n);
		at += gap + n;
	}
	buf_char(b, '\n');
}

void
opt_help(const struct opt *rows, struct buf *b)
{
	size_t column = text_column(rows, b);
	const struct opt *o;

	for (o = rows; o->help != NULL; o++) {
		if (is_heading(o))
			buf_printf(b, "%s%s\n", o == rows ? "" : "\n", o->help);
		else
			put_text(b, o->help, column, put_usage(b, o));
	}
}

/* How mdoc writes a character where it would mean something else to it. */
static void
put_escaped(struct buf *b, char c)
{
	static const struct {
		char		 c;
		const char	*mdoc;
	} escapes[] = {
		{ '\\', "\\e" }, { '"', "\\(dq" }, { '\'', "\\(aq" },
		{ '`', "\\(ga" }, { '^', "\\(ha" }, { '~', "\\(ti" }
	};
	size_t i;

	for (i = 0; i < sizeof(escapes) / sizeof(escapes[0]); i++)
		if (escapes[i].c == c) {
			buf_str(b, escapes[i].mdoc);
			return;
		}
	buf_char(b, c);
}

/* Whether mdoc would take a word for a macro, a request or punctuation. */
static bool
is_special(const char *word, size_t n)
{
	if (n == 0 || word[0] == '.' || word[0] == '%')
		return true;
	if (n == 1)
		return strchr(",:;()[]?!|", word[0]) != NULL;
	return n <= 3 && word[0] >= 'A' && word[0] <= 'Z' &&
	    (word[1] < 'A' || word[1] > 'Z');
}

static void
put_word(struct buf *b, const char *word, size_t n)
{
	if (is_special(word, n))
		buf_str(b, "\\&");
	/* An option's dash is not a hyphen. */
	if (n > 0 && word[0] == '-')
		buf_char(b, '\\');
	for (; n > 0; n--, word++)
		put_escaped(b, *word);
}

/* A text word by word; a sentence begins on a line of its own. */
static void
put_words(struct buf *b, const char *text)
{
	bool ended = false;
	size_t n;

	for (; *text != '\0'; text += n) {
		n = strcspn(text, " \n");
		if (n == 0) {
			n = 1;
			continue;
		}
		if (b->n > 0)
			buf_char(b, ended && *text >= 'A' && *text <= 'Z' ? '\n' : ' ');
		put_word(b, text, n);
		ended = text[n - 1] == '.';
	}
}

static void
put_paragraph(struct buf *b, const char *text)
{
	struct buf words = { 0 };

	put_words(&words, text);
	if (buf_char(&words, '\0'))
		put_text(b, (const char *)words.p, 0, 0);
	else
		b->failed = true;
	buf_free(&words);
}

/* ".It Fl f Ar FORMAT , Fl -from Ns = Ns Ar FORMAT" */
static void
put_item(struct buf *b, const struct opt *o)
{
	enum opt_argument kind = opt_argument(o);

	buf_str(b, ".It");
	if (o->letter != 0) {
		buf_str(b, " Fl ");
		put_word(b, &o->letter, 1);
		if (kind == OPT_ARG_NEEDED) {
			buf_str(b, " Ar ");
			put_word(b, o->arg, strlen(o->arg));
		}
	}
	if (o->name != NULL)
		buf_printf(b, "%s Fl -%s", o->letter != 0 ? " ," : "", o->name);
	if (o->name != NULL && kind == OPT_ARG_NEEDED) {
		buf_str(b, " Ns = Ns Ar ");
		put_word(b, o->arg, strlen(o->arg));
	}
	if (o->name != NULL && kind == OPT_ARG_OPTIONAL) {
		buf_str(b, " Ns Op = Ns Ar ");
		put_word(b, o->arg + 1, strlen(o->arg) - 2);
	}
	buf_char(b, '\n');
}

void
opt_mdoc(const struct opt *rows, struct buf *b)
{
	const struct opt *o;
	bool list = false;

	for (o = rows; o->help != NULL; o++) {
		if (list == is_heading(o)) {
			buf_str(b, list ? ".El\n" : ".Bl -tag -width Ds\n");
			list = !list;
		}
		if (is_heading(o)) {
			buf_str(b, ".Ss ");
			put_paragraph(b, o->help);
		} else {
			put_item(b, o);
			put_paragraph(b, o->help);
		}
	}
	if (list)
		buf_str(b, ".El\n");
}

void
opt_table(const struct opt *rows, struct buf *b)
{
	static const char *const kinds[] = {
		[OPT_ARG_NONE] = "none", [OPT_ARG_NEEDED] = "needed",
		[OPT_ARG_OPTIONAL] = "optional"
	};
	const struct opt *o;
	const char *text;

	for (o = rows; o->help != NULL; o++) {
		if (is_heading(o))
			continue;
		buf_printf(b, "option\t%c\t%s\t%s\t%s\t", o->letter != 0 ? o->letter : '-',
		    o->name != NULL ? o->name : "-", kinds[opt_argument(o)],
		    o->arg != NULL ? o->arg : "-");
		for (text = o->help; *text != '\0'; text++)
			buf_char(b, *text == '\n' ? ' ' : *text);
		buf_char(b, '\n');
	}
}
