/* replay.c - runs a fuzz entry over files, so that `make check` needs no fuzzer
 *
 * Arguments are files, and folders whose files are taken.
 * Each input is copied to a block of exactly its size: a read past its end is seen by ASan and
 * valgrind.
 */
#include <dirent.h>	/* opendir, readdir */
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum {
	DEPTH = 8,	/* folders within folders */
	PATH = 4096	/* bytes of a path, its end included */
};

int LLVMFuzzerTestOneInput(const uint8_t *, size_t);

static int
complain(const char *path)
{
	fprintf(stderr, "replay: %s: %s\n", path, strerror(errno));
	return -1;
}

/* Reads a whole file of known size into a block that is not a byte larger. */
static int
run_file(const char *path, size_t size)
{
	uint8_t *block = malloc(size);
	FILE *f = fopen(path, "rb");
	int rc = -1;

	if (f == NULL || (block == NULL && size != 0) || fread(block, 1, size, f) != size) {
		complain(path);
		goto out;
	}
	LLVMFuzzerTestOneInput(block, size);
	rc = 0;
out:
	if (f != NULL)
		fclose(f);
	free(block);
	return rc;
}

/* Puts folder and name together, where that fits. */
static bool
join(char path[PATH], const char *folder, const char *name)
{
	int n = snprintf(path, PATH, "%s/%s", folder, name);

	return n > 0 && n < PATH;
}

/* Runs a file, or all files below a folder.  Answers how many files ran, or -1. */
static long
run_path(const char *path, int depth)
{
	char below[PATH];
	struct dirent *entry;
	struct stat st;
	DIR *dir;
	long files = 0, more;

	if (stat(path, &st) != 0)
		return complain(path);
	if (!S_ISDIR(st.st_mode))
		return run_file(path, (size_t)st.st_size) == 0 ? 1 : -1;
	if (depth == DEPTH)
		return 0;
	dir = opendir(path);
	if (dir == NULL)
		return complain(path);
	while (files >= 0 && (entry = readdir(dir)) != NULL) {
		if (entry->d_name[0] == '.')
			continue;
		if (!join(below, path, entry->d_name))
			continue;
		more = run_path(below, depth + 1);
		files = more < 0 ? -1 : files + more;
	}
	closedir(dir);
	return files;
}

int
main(int argc, char **argv)
{
	const char *name = strrchr(argv[0], '/') != NULL ? strrchr(argv[0], '/') + 1 : argv[0];
	long files = 0, more;
	int i;

	for (i = 1; i < argc; i++) {
		more = run_path(argv[i], 0);
		if (more < 0)
			return 1;
		files += more;
	}
	if (files == 0) {
		fprintf(stderr, "%s: no inputs\n", name);
		return 1;
	}
	printf("%s: %ld passed, 0 failed\n", name, files);
	return 0;
}
