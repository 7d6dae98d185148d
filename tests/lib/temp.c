/* temp.c - a folder for the files of one test */
#include "temp.h"

#include <check.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void
temp_begin(struct temp *t)
{
	const char *where = getenv("TMPDIR");

	(void)snprintf(t->folder, sizeof(t->folder), "%s/ztrace-XXXXXX",
	    where != NULL && strlen(where) < 200 ? where : "/tmp");
	ck_assert_msg(mkdtemp(t->folder) != NULL, "%s: %s", t->folder, strerror(errno));
}

const char *
temp_path(struct temp *t, const char *name)
{
	int n = snprintf(t->path, sizeof(t->path), "%s/%s", t->folder, name);

	ck_assert_int_lt(n, (int)sizeof(t->path));
	return t->path;
}

const char *
temp_put(struct temp *t, const char *name, struct span s)
{
	FILE *f = fopen(temp_path(t, name), "wb");

	ck_assert_msg(f != NULL, "%s: %s", t->path, strerror(errno));
	ck_assert_uint_eq(fwrite(s.p != NULL ? s.p : (const uint8_t *)"", 1, s.n, f), s.n);
	ck_assert_int_eq(fclose(f), 0);
	return t->path;
}

void
temp_get(struct temp *t, const char *name, struct buf *to)
{
	FILE *f = fopen(temp_path(t, name), "rb");
	int c;

	ck_assert_msg(f != NULL, "%s: %s", t->path, strerror(errno));
	while ((c = getc(f)) != EOF)
		(void)buf_char(to, (char)c);
	ck_assert(!to->failed);
	(void)fclose(f);
}

/* Goes through the names in the folder; answers how many there are. */
static size_t
each_name(struct temp *t, void (*with)(const char *path))
{
	DIR *dir = opendir(t->folder);
	struct dirent *entry;
	size_t n = 0;

	ck_assert_msg(dir != NULL, "%s: %s", t->folder, strerror(errno));
	while ((entry = readdir(dir)) != NULL) {
		if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
			continue;
		n++;
		if (with != NULL)
			with(temp_path(t, entry->d_name));
	}
	(void)closedir(dir);
	return n;
}

size_t
temp_count(struct temp *t)
{
	return each_name(t, NULL);
}

static void
remove_name(const char *path)
{
	if (unlink(path) != 0)
		(void)rmdir(path);
}

void
temp_end(struct temp *t)
{
	(void)each_name(t, remove_name);
	ck_assert_msg(rmdir(t->folder) == 0, "%s: %s", t->folder, strerror(errno));
}
