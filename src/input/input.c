/* input.c - several files, read one after the other as one trace */

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>	/* snprintf */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ztrace/container.h"
#include "ztrace/tape.h"

/* "FILE (DATA SET)": what messages call a data set that is not the first of its tape. */
struct input_name {
	struct input_name *next;
	char		 text[];
};

struct input_source {
	struct source	 source;	/* first: what the caller holds */
	struct input	 in;
	struct ledger	*ledger;
	size_t		 next;		/* index of the file to open next */
	const char	*name;		/* of the file in work, as messages have it */
	struct source	*file;		/* open, or NULL; owned */
	struct stream	*stream;	/* what it reads; its own */
	struct stream_idle idle;	/* of its descriptor */
	struct tape_set	 tapes;		/* volumes of a data set come as files */
	struct input_name *names;	/* all of them; owned */
};

/* Opens a file by name; a directory is refused here, with the system's words. */
static int
input_descriptor(const char *name, struct diag *d)
{
	struct stat st;
	int fd;

	if (strcmp(name, "-") == 0)
		return STDIN_FILENO;
	fd = open(name, O_RDONLY | O_CLOEXEC);
	if (fd >= 0 && fstat(fd, &st) == 0 && S_ISDIR(st.st_mode)) {
		(void)close(fd);
		fd = -1;
		errno = EISDIR;
	}
	if (fd < 0)
		(void)diag_fail(d, NULL, "cannot open: %s", strerror(errno));
	return fd;
}

/* Opens what is wanted of a stream, as input_next_file does a file. */
static enum rc
input_detect(struct input_source *i, struct stream *s, struct diag *d)
{
	bool empty;

	i->file = detect_open(&s, &i->in, i->ledger, &empty, d);
	i->stream = s;
	if (i->file != NULL)
		return RC_OK;
	if (!empty)
		return RC_FAIL;
	/* no damage, a blank tape is one; but a transfer that failed looks so too */
	(void)diag_warn(d, NULL, "input holds no data");
	return RC_SKIP;
}

static enum rc
input_rename(struct input_source *i, const char *set, struct diag *d)
{
	const char *file = i->in.files[i->next - 1];
	size_t n = strlen(file) + strlen(set) + sizeof(" ()");
	struct input_name *name = malloc(sizeof(*name) + n);

	if (name == NULL)
		return diag_memory(d);
	(void)snprintf(name->text, n, "%s (%s)", file, set);
	name->next = i->names;
	i->names = name;
	d->file = i->name = name->text;
	return RC_OK;
}

/* What was read has ended. RC_OK: its tape goes on, with another data set. */
static enum rc
input_end(struct input_source *i, struct diag *d)
{
	struct stream *rest;
	enum rc rc = tape_rest(i->stream, &rest, d);

	if (rc == RC_OK && rest == NULL) {
		tape_set_add(&i->tapes, i->stream, d);
		rc = RC_END;
	}
	i->file->close(i->file);
	i->file = NULL;
	if (rc != RC_OK)
		return rc;
	if (input_rename(i, tape_name(rest), d) == RC_FAIL) {
		stream_close(rest);
		return RC_FAIL;
	}
	return input_detect(i, rest, d);
}

/* Opens the next file. RC_SKIP when there is nothing in it, which is said. */
static enum rc
input_next_file(struct input_source *i, struct diag *d)
{
	const char *name = i->in.files[i->next];
	struct stream *s;
	int fd;

	if (name == NULL) {
		tape_set_end(&i->tapes, d);
		return RC_END;
	}
	i->next++;
	i->name = strcmp(name, "-") == 0 ? "standard input" : name;
	d->file = i->name;
	fd = input_descriptor(name, d);
	if (fd < 0)
		return RC_FAIL;
	i->idle = i->in.idle;
	i->in.bottom = &i->idle;
	s = stream_open_fd(fd, &i->idle);
	if (s == NULL)
		return diag_memory(d);
	stream_fd_meter(s, &i->in.meter);
	return input_detect(i, s, d);
}

static enum rc
input_next(struct source *source, struct record *rec, struct diag *d)
{
	struct input_source *i = (struct input_source *)source;
	enum rc rc;

	for (;;) {
		if (i->file == NULL) {
			rc = input_next_file(i, d);
			if (rc == RC_SKIP)
				continue;
			if (rc != RC_OK)
				return rc;
		}
		/* with several inputs at work another may have been named last */
		d->file = i->name;
		rc = i->file->next(i->file, rec, d);
		/* a record may be spoken of when another file is in work */
		if (rc == RC_OK)
			rec->at.file = i->name;
		if (rc != RC_END)
			return rc;
		if (input_end(i, d) == RC_FAIL)
			return RC_FAIL;
	}
}

static void
input_close(struct source *source)
{
	struct input_source *i = (struct input_source *)source;
	struct input_name *name;

	if (i->file != NULL)
		i->file->close(i->file);
	while ((name = i->names) != NULL) {
		i->names = name->next;
		free(name);
	}
	free(i);
}

struct source *
input_open(const struct input *in, struct ledger *ledger, struct diag *d)
{
	struct input_source *i = calloc(1, sizeof(*i));

	if (i == NULL) {
		(void)diag_memory(d);
		return NULL;
	}
	*i = (struct input_source){
		.source = { .next = input_next, .close = input_close },
		.in = *in,
		.ledger = ledger
	};
	return &i->source;
}
