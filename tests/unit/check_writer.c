/* check_writer.c - files written whole or not at all */
#include <check.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "oom.h"
#include "said.h"
#include "temp.h"
#include "ztrace/writer.h"

static struct said said;
static struct temp temp;
static struct buf got;

static void
set_up(void)
{
	said_start(&said);
	temp_begin(&temp);
}

static void
tear_down(void)
{
	temp_end(&temp);
	buf_free(&got);
}

static struct span
text(const char *s)
{
	return span_of(s, strlen(s));
}

static struct writer *
open_new(const char *name)
{
	struct writer *w = writer_open(temp_path(&temp, name), &said.diag);

	ck_assert_msg(w != NULL, "%s", said.words);
	return w;
}

static void
file_is(const char *name, const char *wanted)
{
	buf_clear(&got);
	temp_get(&temp, name, &got);
	ck_assert_msg(span_equal(buf_span(&got), text(wanted)), "%s holds \"%.*s\"", name,
	    (int)got.n, (const char *)got.p);
}

static mode_t
mode_of(const char *name)
{
	struct stat st;

	ck_assert_int_eq(stat(temp_path(&temp, name), &st), 0);
	return st.st_mode & 0777;
}

START_TEST(file_appears_at_commit)
{
	struct writer *w = open_new("new");

	ck_assert_int_eq(writer_put(w, text("all "), &said.diag), RC_OK);
	ck_assert_int_eq(writer_put(w, (struct span){ 0 }, &said.diag), RC_OK);
	ck_assert_int_eq(writer_put(w, text("of it"), &said.diag), RC_OK);
	ck_assert_int_eq(access(temp_path(&temp, "new"), F_OK), -1);
	ck_assert_int_eq(writer_commit(w, &said.diag), RC_OK);
	file_is("new", "all of it");
	ck_assert_uint_eq(temp_count(&temp), 1);
	said_is(&said, "");
}
END_TEST

START_TEST(file_is_replaced_at_commit)
{
	struct writer *w;

	temp_put(&temp, "old", text("old"));
	w = open_new("old");
	ck_assert_int_eq(writer_put(w, text("new"), &said.diag), RC_OK);
	file_is("old", "old");
	ck_assert_int_eq(writer_commit(w, &said.diag), RC_OK);
	file_is("old", "new");
	ck_assert_uint_eq(temp_count(&temp), 1);
}
END_TEST

START_TEST(abort_leaves_things_as_they_were)
{
	struct writer *w;

	temp_put(&temp, "old", text("old"));
	w = open_new("old");
	ck_assert_int_eq(writer_put(w, text("new"), &said.diag), RC_OK);
	writer_abort(w);
	file_is("old", "old");
	writer_abort(open_new("new"));
	writer_abort(NULL);
	ck_assert_uint_eq(temp_count(&temp), 1);
}
END_TEST

START_TEST(permissions_stay)
{
	mode_t mask = umask(027);

	temp_put(&temp, "old", text("old"));
	ck_assert_int_eq(chmod(temp.path, 0604), 0);
	ck_assert_int_eq(writer_commit(open_new("old"), &said.diag), RC_OK);
	ck_assert_int_eq(writer_commit(open_new("new"), &said.diag), RC_OK);
	umask(mask);
	ck_assert_uint_eq(mode_of("old"), 0604);
	ck_assert_uint_eq(mode_of("new"), 0640);
}
END_TEST

START_TEST(links_are_followed)
{
	char link[TEMP_PATH];
	struct writer *w;
	struct stat st;

	(void)snprintf(link, sizeof(link), "%s", temp_path(&temp, "link"));
	ck_assert_int_eq(symlink("file", link), 0);
	temp_put(&temp, "file", text("old"));
	w = open_new("link");
	ck_assert_int_eq(writer_put(w, text("new"), &said.diag), RC_OK);
	ck_assert_int_eq(writer_commit(w, &said.diag), RC_OK);
	ck_assert_int_eq(lstat(link, &st), 0);
	ck_assert(S_ISLNK(st.st_mode));
	file_is("file", "new");
	ck_assert_uint_eq(temp_count(&temp), 2);
}
END_TEST

/* As a path that has no folder in it, and with the longest name there can be. */
START_TEST(names_of_any_kind)
{
	char name[256];
	int here = open(".", O_RDONLY);
	struct writer *w;

	memset(name, 'n', 255);
	name[255] = '\0';
	ck_assert_int_eq(chdir(temp.folder), 0);
	w = writer_open(name, &said.diag);
	ck_assert_msg(w != NULL, "%s", said.words);
	ck_assert_int_eq(writer_put(w, text("long"), &said.diag), RC_OK);
	ck_assert_int_eq(writer_commit(w, &said.diag), RC_OK);
	ck_assert_int_eq(fchdir(here), 0);
	close(here);
	file_is(name, "long");
	ck_assert_uint_eq(temp_count(&temp), 1);
}
END_TEST

static void
nothing(void)
{
}

static void
make_folder(void)
{
	ck_assert_int_eq(mkdir(temp_path(&temp, "a"), 0700), 0);
}

static void
make_dangling(void)
{
	ck_assert_int_eq(symlink("nowhere", temp_path(&temp, "a")), 0);
}

static void
make_loop(void)
{
	ck_assert_int_eq(symlink("a", temp_path(&temp, "a")), 0);
}

static const struct {
	const char	*name;
	void	       (*make)(void);
	const char	*why;
} refused[] = {
	{ "a", make_folder, "Is a directory" },
	{ "a", make_dangling, "No such file or directory" },
	{ "a", make_loop, "Too many levels of symbolic links" },
	{ "a/b", nothing, "No such file or directory" },
};

START_TEST(impossible_output_is_refused)
{
	char words[2 * TEMP_PATH];
	size_t names;

	refused[_i].make();
	names = temp_count(&temp);
	ck_assert_ptr_null(writer_open(temp_path(&temp, refused[_i].name), &said.diag));
	(void)snprintf(words, sizeof(words), "cannot create output file %s: %s\n", temp.path,
	    refused[_i].why);
	said_is(&said, words);
	ck_assert_int_eq(diag_status(&said.diag), 1);
	ck_assert_uint_eq(temp_count(&temp), names);
}
END_TEST

/* A disk that is full in the middle: nothing of the output stays, and what was there does. */
START_TEST(disk_is_full)
{
	struct rlimit limit, small;
	static uint8_t bytes[20000];
	struct writer *w;
	char words[2 * TEMP_PATH];
	enum rc put, again, end;

	(void)signal(SIGXFSZ, SIG_IGN);
	temp_put(&temp, "old", text("old"));
	w = open_new("old");
	ck_assert_int_eq(getrlimit(RLIMIT_FSIZE, &limit), 0);
	small = limit;
	small.rlim_cur = 10000;
	ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &small), 0);
	put = writer_put(w, span_of(bytes, sizeof(bytes)), &said.diag);
	again = writer_put(w, span_of(bytes, sizeof(bytes)), &said.diag);
	end = _i == 0 ? writer_commit(w, &said.diag) : RC_FAIL;
	if (_i == 1)
		writer_abort(w);
	ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
	ck_assert_int_eq(put, RC_FAIL);
	ck_assert_int_eq(again, RC_FAIL);
	ck_assert_int_eq(end, RC_FAIL);
	file_is("old", "old");
	ck_assert_uint_eq(temp_count(&temp), 1);
	(void)snprintf(words, sizeof(words), "cannot write output file %s: File too large\n",
	    temp_path(&temp, "old"));
	said_is(&said, words);
}
END_TEST

START_TEST(rename_fails)
{
	char words[2 * TEMP_PATH];
	struct writer *w = open_new("a");

	ck_assert_int_eq(writer_put(w, text("all"), &said.diag), RC_OK);
	make_folder();
	ck_assert_int_eq(writer_commit(w, &said.diag), RC_FAIL);
	(void)snprintf(words, sizeof(words), "cannot rename output file %s: Is a directory\n",
	    temp_path(&temp, "a"));
	said_is(&said, words);
	ck_assert_uint_eq(temp_count(&temp), 1);
}
END_TEST

START_TEST(without_memory)
{
	oom_arm(0);
	ck_assert_ptr_null(writer_open(temp.folder, &said.diag));
	ck_assert(oom_disarm());
	said_is(&said, "out of memory\n");
}
END_TEST

Suite *
writer_suite(void)
{
	Suite *suite = suite_create("writer");
	TCase *tc = tcase_create("core");

	tcase_add_checked_fixture(tc, set_up, tear_down);
	tcase_add_test(tc, file_appears_at_commit);
	tcase_add_test(tc, file_is_replaced_at_commit);
	tcase_add_test(tc, abort_leaves_things_as_they_were);
	tcase_add_test(tc, permissions_stay);
	tcase_add_test(tc, links_are_followed);
	tcase_add_test(tc, names_of_any_kind);
	tcase_add_loop_test(tc, impossible_output_is_refused, 0,
	    sizeof(refused) / sizeof(refused[0]));
	tcase_add_loop_test(tc, disk_is_full, 0, 2);
	tcase_add_test(tc, rename_fails);
	tcase_add_test(tc, without_memory);
	suite_add_tcase(suite, tc);
	return suite;
}
