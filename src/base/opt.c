/* opt.c - goes through the command line with a table of options */
#include "ztrace/opt.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

/* getopt's value for the long name of row i is LONG + i. */
enum { LONG = 256 };

enum opt_argument
opt_argument(const struct opt *o)
{
	if (o->arg == NULL)
		return OPT_ARG_NONE;
	/* "[+-]HH:MM" is needed: the brackets are not around all of it. */
	if (o->arg[0] == '[' && o->arg[strlen(o->arg) - 1] == ']')
		return OPT_ARG_OPTIONAL;
	return OPT_ARG_NEEDED;
}

const char *
opt_flag(void *to, const char *arg)
{
	bool *flag = to;

	(void)arg;
	*flag = true;
	return NULL;
}

const char *
opt_string(void *to, const char *arg)
{
	const char **string = to;

	*string = arg;
	return NULL;
}

static size_t
count(const struct opt *rows)
{
	size_t n = 0;

	while (rows[n].help != NULL)
		n++;
	return n;
}

struct opt *
opt_join(const struct opt *own, const struct opt *shared)
{
	size_t n = count(own), more = count(shared);
	struct opt *rows = calloc(n + more + 1, sizeof(*rows));

	if (rows != NULL) {
		memcpy(rows, own, n * sizeof(*rows));
		memcpy(rows + n, shared, more * sizeof(*rows));
	}
	return rows;
}

/* The table as getopt_long wants it. */
struct tables {
	struct option	*names;		/* owned; ends in zeros */
	char		*letters;	/* owned; ":" tells missing arguments apart */
};

static bool
tables_make(struct tables *t, const struct opt *rows)
{
	static const int has_arg[] = {
		[OPT_ARG_NONE] = no_argument,
		[OPT_ARG_NEEDED] = required_argument,
		[OPT_ARG_OPTIONAL] = optional_argument
	};
	const struct opt *o;
	struct option *name;
	size_t n = count(rows);
	char *letter;

	t->names = name = calloc(n + 1, sizeof(*t->names));
	t->letters = letter = calloc(2 * n + 2, 1);
	if (name == NULL || letter == NULL)
		return false;
	*letter++ = ':';
	for (o = rows; o->help != NULL; o++) {
		if (o->name != NULL)
			*name++ = (struct option){
				.name = o->name,
				.has_arg = has_arg[opt_argument(o)],
				.val = LONG + (int)(o - rows)
			};
		if (o->letter != 0) {
			*letter++ = o->letter;
			if (opt_argument(o) == OPT_ARG_NEEDED)
				*letter++ = ':';
		}
	}
	return true;
}

static void
tables_free(struct tables *t)
{
	free(t->names);
	free(t->letters);
}

/* The row of a value that getopt gave; NULL when it is of none. */
static const struct opt *
row_of(const struct opt *rows, int val)
{
	const struct opt *o;

	if (val >= LONG)
		return &rows[val - LONG];
	for (o = rows; o->help != NULL; o++)
		if (val != 0 && o->letter == val)
			return o;
	return NULL;
}

/* The option as the user wrote it, by letter or by name. */
static void
put_option(struct buf *b, const struct opt *o, int val)
{
	if (val >= LONG)
		buf_printf(b, "--%s", o->name);
	else
		buf_printf(b, "-%c", val);
}

/* How many long names begin like the n characters at `name`. */
static int
candidates(const struct opt *o, const char *name, size_t n)
{
	int found = 0;

	for (; o->help != NULL; o++)
		if (o->name != NULL && strncmp(o->name, name, n) == 0)
			found++;
	return found;
}

/* Words for a long option that is not one name of the table. */
static void
put_unknown(struct buf *err, const struct opt *rows, const char *word)
{
	size_t n = strcspn(word, "=");
	const char *what = "unknown";

	if (candidates(rows, word + 2, n - 2) > 1)
		what = "ambiguous";
	buf_printf(err, "%s option ", what);
	buf_put(err, word, n);
}

/* Words for what getopt did not like: c is ':' or '?'. */
static void
put_error(struct buf *err, const struct opt *rows, int c, const char *word)
{
	const struct opt *o = row_of(rows, optopt);

	if (optopt == 0) {
		put_unknown(err, rows, word);
		return;
	}
	if (o == NULL) {
		buf_printf(err, optopt > ' ' && optopt <= '~' ?
		    "unknown option -%c" : "unknown option -\\x%02X",
		    (unsigned char)optopt);
		return;
	}
	buf_str(err, "option ");
	put_option(err, o, optopt);
	if (c == ':')
		buf_printf(err, " needs an argument (%s)", o->arg);
	else
		buf_str(err, " takes no argument");
}

/* Goes through the options; false with words in err. */
static bool
walk(const struct opt *rows, const struct tables *t, int argc, char *argv[],
    void *to, struct buf *err)
{
	const struct opt *o;
	const char *wrong;
	int c;

	opterr = 0;
	optind = 0;	/* begins anew, also in the middle of -abc */
	while ((c = getopt_long(argc, argv, t->letters, t->names, NULL)) != -1) {
		if (c == '?' || c == ':') {
			put_error(err, rows, c, argv[optind - 1]);
			return false;
		}
		o = row_of(rows, c);
		/* no name, number or pattern is empty */
		if (opt_argument(o) == OPT_ARG_NEEDED && optarg[0] == '\0') {
			buf_str(err, "option ");
			put_option(err, o, c);
			buf_printf(err, " needs an argument that is not empty (%s)", o->arg);
			return false;
		}
		wrong = o->set((char *)to + o->at, optarg);
		if (wrong == NULL)
			continue;
		buf_str(err, "option ");
		put_option(err, o, c);
		if (optarg != NULL)
			buf_printf(err, " %s", optarg);
		buf_printf(err, ": %s", wrong);
		return false;
	}
	return true;
}

int
opt_parse(const struct opt *rows, int argc, char *argv[], void *to,
    struct buf *err)
{
	struct tables t = { NULL, NULL };
	int first = -1;

	if (!tables_make(&t, rows))
		buf_str(err, "out of memory");
	else if (argc == 0)
		first = 0;
	else if (walk(rows, &t, argc, argv, to, err))
		first = optind;
	tables_free(&t);
	return first;
}
