/* writer.c - the only thing that holds an output descriptor */

#define _GNU_SOURCE		/* O_TMPFILE, F_SETPIPE_SZ */

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ztrace/writer.h"

enum {
	PIPE_SIZE = 256 * 1024,
	TRIES = 100,
	NAME_KEPT = 200,	/* bytes of the final name in a temporary one (255 at most) */
	NAME_EXTRA = 32
};

struct writer {
	int	 fd;
	char	*path;		/* final name; NULL: written where it goes */
	char	*temp;		/* name until then; NULL: it has none yet (O_TMPFILE) */
	bool	 failed;	/* said already */
};

static enum rc
writer_fail(struct writer *w, const char *what, struct diag *d)
{
	static const struct place nowhere = { .file = "" };
	int err = errno;

	if (w->failed)
		return RC_FAIL;
	w->failed = true;
	if (w->path != NULL)
		return diag_fail(d, &nowhere, "cannot %s output file %s: %s", what, w->path,
		    strerror(err));
	return diag_fail(d, &nowhere, "cannot %s output: %s", what, strerror(err));
}

/* The length of the folder part of a path, with its slash. */
static size_t
writer_folder(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash == NULL ? 0 : (size_t)(slash - path) + 1;
}

/* A name beside the final one that is not in use. Fills w->temp. */
static bool
writer_name(struct writer *w, int try)
{
	size_t folder = writer_folder(w->path), room = strlen(w->path) + NAME_EXTRA;

	if (w->temp == NULL)
		w->temp = malloc(room);
	if (w->temp == NULL)
		return false;
	(void)snprintf(w->temp, room, "%.*s.%.*s.%ld-%d", (int)folder, w->path,
	    NAME_KEPT, w->path + folder, (long)getpid() % 100000000, try);
	return true;
}

/*
 * A file without a name, which a killed run cannot leave behind; where the
 * system has none, one with a name of its own.
 */
static int
writer_create(struct writer *w)
{
	size_t folder = writer_folder(w->path);
	int fd = -1, try;
#ifdef O_TMPFILE
	char *name = strdup(folder > 0 ? w->path : ".");

	if (name == NULL)
		return -1;
	if (folder > 0)
		name[folder] = '\0';
	/* without /proc it could not be given a name at the end */
	if (access("/proc/self/fd", X_OK) == 0)
		fd = open(name, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
	free(name);
	if (fd >= 0)
		return fd;
#else
	(void)folder;
#endif
	for (try = 0; fd < 0 && try < TRIES && writer_name(w, try); try++) {
		fd = open(w->temp, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
		if (fd < 0 && errno != EEXIST)
			break;
	}
	if (fd < 0) {
		free(w->temp);
		w->temp = NULL;
	}
	return fd;
}

/* Gives a file without a name one. */
static bool
writer_link(struct writer *w)
{
	char self[64];
	int try;

	(void)snprintf(self, sizeof(self), "/proc/self/fd/%d", w->fd);
	for (try = 0; try < TRIES && writer_name(w, try); try++) {
		if (linkat(AT_FDCWD, self, AT_FDCWD, w->temp, AT_SYMLINK_FOLLOW) == 0)
			return true;
		if (errno != EEXIST)
			break;
	}
	free(w->temp);
	w->temp = NULL;
	return false;
}

static void
writer_free(struct writer *w)
{
	free(w->path);
	free(w->temp);
	free(w);
}

/* What a path leads to: a link is followed, so that it stays a link. */
static char *
writer_target(const char *path)
{
	char *real = realpath(path, NULL);

	return real != NULL ? real : strdup(path);
}

/* Opens what w->path is; NULL in it then if the output goes straight there. */
static int
writer_descriptor(struct writer *w)
{
	struct stat st;
	int fd;

	if (*w->path == '\0') {
		errno = ENOENT;
		return -1;
	}
	if (lstat(w->path, &st) != 0)
		return writer_create(w);
	if (S_ISLNK(st.st_mode)) {
		/* left by realpath: it leads nowhere, and stat says why, or to what has no name */
		if (stat(w->path, &st) != 0)
			return -1;
	} else if (S_ISREG(st.st_mode)) {
		/* what replaces a file is no more open to others than that was */
		fd = writer_create(w);
		if (fd >= 0)
			(void)fchmod(fd, st.st_mode & 0777);
		return fd;
	}
	/* a device or a pipe cannot be replaced, nor what has no name: it is written to */
	fd = open(w->path, O_WRONLY | O_CLOEXEC);
	if (fd >= 0) {
		free(w->path);
		w->path = NULL;
	}
	return fd;
}

/*
 * The descriptor that a path names, or -1. What is behind it is not replaced:
 * whoever opened it may have written to it, and may go on.
 */
static int
writer_named(const char *path)
{
	static const char *const names[] = { "/dev/stdin", "/dev/stdout", "/dev/stderr" };
	static const char *const folders[] = { "/dev/fd/", "/proc/self/fd/" };
	struct stat out, st;
	size_t i, n;

	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (strcmp(path, names[i]) == 0)
			return (int)i;
	for (i = 0; i < sizeof(folders) / sizeof(folders[0]); i++) {
		n = strlen(folders[i]);
		if (strncmp(path, folders[i], n) == 0 && path[n] != '\0' &&
		    strspn(path + n, "0123456789") == strlen(path + n))
			return atoi(path + n);
	}
	if (fstat(STDOUT_FILENO, &out) == 0 && stat(path, &st) == 0 && S_ISREG(st.st_mode) &&
	    st.st_dev == out.st_dev && st.st_ino == out.st_ino)
		return STDOUT_FILENO;
	return -1;
}

struct writer *
writer_open(const char *path, struct diag *d)
{
	struct writer *w = calloc(1, sizeof(*w));
	int named = path == NULL ? -1 : writer_named(path);

	if (w == NULL || (path != NULL && named < 0 && (w->path = writer_target(path)) == NULL)) {
		free(w);
		(void)diag_memory(d);
		return NULL;
	}
	if (path == NULL) {
		w->fd = STDOUT_FILENO;
#ifdef F_SETPIPE_SZ
		(void)fcntl(w->fd, F_SETPIPE_SZ, PIPE_SIZE);
#endif
	} else if (named >= 0) {
		w->fd = fcntl(named, F_DUPFD_CLOEXEC, 0);
	} else {
		w->fd = writer_descriptor(w);
	}
	if (w->fd < 0) {
		(void)writer_fail(w, "create", d);
		writer_free(w);
		return NULL;
	}
	return w;
}

/* What is at a path ("-": at the descriptor), or, if that is nothing yet, its folder. */
static bool
writer_stat(const char *path, int fd, struct stat *st, bool *there)
{
	size_t folder = writer_folder(path);
	char *name;
	bool good;

	*there = strcmp(path, "-") == 0 ? fstat(fd, st) == 0 : stat(path, st) == 0;
	if (*there)
		return true;
	name = strdup(folder > 0 ? path : ".");
	if (name == NULL)
		return false;
	if (folder > 0)
		name[folder] = '\0';
	good = stat(name, st) == 0;
	free(name);
	return good;
}

/*
 * Whether an output and a path, whose "-" is the descriptor, are one file or
 * disk. Other devices and pipes never are: what goes there replaces nothing.
 */
static bool
writer_same(const char *out, const char *path, int fd)
{
	struct stat a, b;
	bool has_a, has_b;

	if (!writer_stat(out, STDOUT_FILENO, &a, &has_a) || !writer_stat(path, fd, &b, &has_b) ||
	    has_a != has_b)
		return false;
	if (has_a && S_ISBLK(a.st_mode) && S_ISBLK(b.st_mode))
		return a.st_rdev == b.st_rdev;
	if (a.st_dev != b.st_dev || a.st_ino != b.st_ino)
		return false;
	return has_a ? S_ISREG(a.st_mode) :
	    strcmp(out + writer_folder(out), path + writer_folder(path)) == 0;
}

struct writer_target
writer_output(const char *path)
{
	return path != NULL ? (struct writer_target){ "--output", path } :
	    (struct writer_target){ "standard output", "-" };
}

enum rc
writer_apart(const struct writer_target *out, const char *const *files, struct diag *d)
{
	const struct writer_target *other;
	const char *const *file;

	for (; out->what != NULL; out++) {
		if (out->path == NULL)
			continue;
		for (other = out + 1; other->what != NULL; other++)
			if (other->path != NULL &&
			    writer_same(out->path, other->path, STDOUT_FILENO))
				return diag_fail(d, NULL, "%s and %s are the same file (%s)",
				    out->what, other->what, out->path);
		for (file = files; *file != NULL; file++)
			if (writer_same(out->path, *file, STDIN_FILENO))
				return diag_fail(d, NULL, "%s: this file is read as input too (%s)",
				    out->what, strcmp(*file, "-") == 0 ? "standard input" : *file);
	}
	return RC_OK;
}

enum rc
writer_put(struct writer *w, struct span s, struct diag *d)
{
	struct pollfd ready = { .fd = w->fd, .events = POLLOUT };
	ssize_t n;

	while (s.n > 0) {
		n = write(w->fd, s.p, s.n);
		if (n >= 0)
			s = span_from(s, (size_t)n);
		else if (errno == EPIPE)
			return RC_END;
		else if (errno == EAGAIN || errno == EWOULDBLOCK)
			(void)poll(&ready, 1, -1);
		else if (errno != EINTR)
			return writer_fail(w, "write", d);
	}
	return RC_OK;
}

/* So that the name outlives a power failure too; a system that cannot is no error. */
static void
writer_sync_folder(const struct writer *w)
{
	size_t folder = writer_folder(w->path);
	int fd;

	w->temp[folder] = '\0';
	fd = open(folder > 0 ? w->temp : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd >= 0) {
		(void)fsync(fd);
		(void)close(fd);
	}
}

enum rc
writer_commit(struct writer *w, struct diag *d)
{
	enum rc rc = w->failed ? RC_FAIL : RC_OK;

	if (w->path != NULL && rc == RC_OK &&
	    (fsync(w->fd) != 0 || (w->temp == NULL && !writer_link(w))))
		rc = writer_fail(w, "write", d);
	/* some file systems tell only now that the disk is full */
	if (close(w->fd) != 0 && rc == RC_OK)
		rc = errno == EPIPE ? RC_END : writer_fail(w, "write", d);
	if (w->path != NULL && rc == RC_OK && rename(w->temp, w->path) != 0)
		rc = writer_fail(w, "rename", d);
	if (w->path != NULL && rc == RC_OK)
		writer_sync_folder(w);
	else if (w->temp != NULL)
		(void)unlink(w->temp);
	writer_free(w);
	return rc;
}

void
writer_abort(struct writer *w)
{
	if (w == NULL)
		return;
	if (w->fd != STDOUT_FILENO)
		(void)close(w->fd);
	if (w->temp != NULL)
		(void)unlink(w->temp);
	writer_free(w);
}
