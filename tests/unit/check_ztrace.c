/* check_ztrace.c - the library's own calls give what db2gtf gives */
#include <check.h>
#include <string.h>

#include "make_gtf.h"
#include "oom.h"
#include "temp.h"
#include "ztrace/version.h"
#include "ztrace/ztrace.h"

static struct temp temp;
static struct buf trace, whole;
static char said[4096];

static void
set_up(void)
{
	struct maker m = maker_of(1);

	temp_begin(&temp);
	make_control(&m, &trace, 0);
	make_trace(&m, &trace, &whole, 60);
	said[0] = '\0';
}

static void
tear_down(void)
{
	temp_end(&temp);
	buf_free(&trace);
	buf_free(&whole);
}

static void
say(void *to, const char *line)
{
	ck_assert_ptr_eq(to, &temp);
	strncat(said, line, sizeof(said) - strlen(said) - 2);
	strcat(said, "\n");
}

static struct ztrace *
begin(void)
{
	struct ztrace *z = ztrace_new();

	ck_assert_ptr_nonnull(z);
	ztrace_messages(z, say, &temp);
	return z;
}

/* All records, one behind the other; gives how many. */
static unsigned
drain(struct ztrace *z, struct buf *out)
{
	const struct ztrace_record *r;
	unsigned n = 0;

	while ((r = ztrace_next(z)) != NULL) {
		n++;
		buf_put(out, r->data, r->length);
	}
	ck_assert_ptr_null(ztrace_next(z));
	return n;
}

static void
same(const struct buf *a, const struct buf *b)
{
	ck_assert_uint_eq(a->n, b->n);
	ck_assert_mem_eq(a->p, b->p, a->n);
}

START_TEST(records_are_whole)
{
	const char *files[] = { temp_put(&temp, "trace", buf_span(&trace)), NULL };
	struct ztrace *z = begin();
	struct buf out = { 0 };
	unsigned n;

	ck_assert_int_eq(_i == 0 ? ztrace_open(z, files) :
	    ztrace_open_memory(z, trace.p, trace.n), 0);
	n = drain(z, &out);
	ck_assert_str_eq(said, "");
	ck_assert_int_eq(ztrace_status(z), 0);
	same(&out, &whole);
	ck_assert_uint_eq(ztrace_account(z, "results"), n);
	ck_assert_uint_eq(ztrace_account(z, "written"), n);
	ck_assert_uint_eq(ztrace_account(z, "bytes_read"), trace.n);
	ck_assert_uint_gt(ztrace_account(z, "whole_joined"), 0);
	ck_assert_uint_eq(ztrace_account(z, "no such account"), 0);
	ztrace_free(z);
	buf_free(&out);
}
END_TEST

/* The public sample: its first record is one of IFCID 63. */
START_TEST(record_is_described)
{
	const char *const files[] = { "samples/sql.vb", NULL };
	struct ztrace *z = begin();
	const struct ztrace_record *r;
	struct ztrace_section s;
	const char *text;
	size_t n;

	ck_assert_ptr_null(ztrace_text(z, "plan"));
	ck_assert_ptr_null(ztrace_render(z, "json", &n));
	ck_assert_int_eq(ztrace_section(z, 0, &s), -1);
	ck_assert_int_eq(ztrace_open(z, files), 0);
	r = ztrace_next(z);
	ck_assert_ptr_nonnull(r);
	ck_assert_uint_eq(r->eid, 0xEFB9);
	ck_assert_uint_eq(r->ifcid, 63);
	ck_assert_uint_eq(r->segments, 1);
	ck_assert_str_eq(r->ssid, "DB2A");
	ck_assert_str_eq(r->file, files[0]);
	ck_assert_uint_gt(r->number, 0);
	/* 1993-01-18, by its second */
	ck_assert_uint_eq(r->time / 1000000, 727378131);
	ck_assert_uint_eq(r->sections, 2);
	ck_assert_str_eq(ztrace_text(z, "plan"), "DSNUTIL");
	ck_assert_ptr_null(ztrace_text(z, "no such field"));

	ck_assert_int_eq(ztrace_section(z, 0, &s), 0);
	ck_assert_str_eq(s.name, "product");
	ck_assert_ptr_eq(s.data, r->data + s.offset);
	ck_assert_uint_eq(s.length, s.member * s.members);
	ck_assert_int_eq(ztrace_section(z, 1, &s), 0);
	ck_assert_int_eq(ztrace_section(z, 2, &s), -1);

	text = ztrace_render(z, "json", &n);
	ck_assert_uint_eq(strlen(text), n);
	ck_assert_ptr_nonnull(strstr(text, "\"ifcid\":63,"));
	text = ztrace_render(z, "gtf", &n);
	ck_assert_uint_eq(n, r->length);
	ck_assert_mem_eq(text, r->data, n);
	ck_assert_ptr_null(ztrace_render(z, "smf", &n));
	ck_assert_ptr_null(ztrace_render(z, "no such format", &n));
	ztrace_free(z);
}
END_TEST

static const struct {
	const char	*option, *argument, *wrong;	/* wrong NULL: it is right */
} settings[] = {
	{ "from", "vb", NULL },
	{ "from", "auto", NULL },
	{ "from", "odd", "no such input format" },
	{ "ifcid", "1-9", NULL },
	{ "ifcid", "x", "not a list of IFCIDs (like 1,3,100-199)" },
	{ "event-id", "xFB9", NULL },
	{ "event-id", "q", "not 4 hex digits, x for any, or the word any" },
	{ "codepage", "IBM-1047", NULL },
	{ "codepage", "UTF-8", "not a single-byte EBCDIC code page that iconv knows" },
	{ "hold", "1M", NULL },
	{ "max-age", "0", "not a number of seconds" },
	{ "to", "json", "no such option" },
	{ "", "", "no such option" }
};

START_TEST(options_are_checked)
{
	struct ztrace *z = begin();

	ck_assert_pstr_eq(ztrace_set(z, settings[_i].option, settings[_i].argument),
	    settings[_i].wrong);
	ztrace_free(z);
}
END_TEST

START_TEST(records_are_selected)
{
	char plan[] = "plan=PAY*";
	struct ztrace *z = begin();
	const char *const files[] = { "samples/sql.vb", NULL };
	struct buf out = { 0 };

	ck_assert_ptr_null(ztrace_set(z, "ifcid", "44,45"));
	ck_assert_ptr_null(ztrace_set(z, "where", plan));
	plan[5] = 'X';		/* it was copied */
	ck_assert_int_eq(ztrace_open(z, files), 0);
	ck_assert_uint_eq(drain(z, &out), 3);
	ck_assert_uint_eq(ztrace_account(z, "filtered_ifcid"), 5);
	ck_assert_uint_eq(ztrace_account(z, "filtered_where"), 5);
	ck_assert_pstr_eq(ztrace_set(z, "ifcid", "1"), "is set too late: the input is open");
	ztrace_free(z);
	buf_free(&out);
}
END_TEST

/* What cannot be begun, and what is said. */
START_TEST(failures_are_said)
{
	static const char *const nowhere[] = { "/nowhere/at/all", NULL };
	static const uint8_t text[] = "no trace data, but plain text of some length";
	struct ztrace *z = begin();

	ck_assert_int_eq(ztrace_open(z, nowhere), 0);
	ck_assert_ptr_null(ztrace_next(z));
	ck_assert_int_eq(ztrace_status(z), 1);
	ck_assert_str_eq(said, "/nowhere/at/all: cannot open: No such file or directory\n");
	said[0] = '\0';
	ck_assert_int_eq(ztrace_open(z, nowhere), -1);
	ck_assert_str_eq(said, "the input is open already\n");
	ztrace_free(z);

	z = begin();
	said[0] = '\0';
	ck_assert_int_eq(ztrace_open_memory(z, text, sizeof(text)), -1);
	ck_assert_int_eq(ztrace_status(z), 1);
	ck_assert_str_ne(said, "");
	ztrace_free(z);

	z = begin();
	ck_assert_ptr_null(ztrace_set(z, "where", "plam=X"));
	said[0] = '\0';
	ck_assert_int_eq(ztrace_open_memory(z, trace.p, trace.n), -1);
	ck_assert_str_eq(said, "no header field is called plam; near it are plan\n");
	ck_assert_ptr_null(ztrace_next(z));
	ztrace_free(z);

	z = begin();
	ck_assert_int_eq(ztrace_open_memory(z, text, 0), 0);
	ck_assert_ptr_null(ztrace_next(z));
	ck_assert_int_eq(ztrace_status(z), 0);
	ztrace_free(z);
	ztrace_free(NULL);
}
END_TEST

START_TEST(damage_is_status_2)
{
	struct ztrace *z = begin();
	struct buf out = { 0 };

	ck_assert_int_eq(ztrace_open_memory(z, trace.p, trace.n - 1), 0);
	(void)drain(z, &out);
	ck_assert_int_eq(ztrace_status(z), 2);
	ck_assert_str_ne(said, "");
	ztrace_free(z);
	buf_free(&out);
}
END_TEST

/* Wherever memory runs out, it is status 1 or nothing begins at all. */
START_TEST(memory_may_run_out_anywhere)
{
	struct ztrace *z;
	struct buf out = { 0 };
	bool failed = true;
	int status;
	size_t n;
	long k;

	for (k = 0; failed; k++) {
		status = 1;
		buf_clear(&out);
		oom_arm(k);
		z = ztrace_new();
		if (z != NULL && ztrace_set(z, "where", "ssid=*") == NULL &&
		    ztrace_open_memory(z, trace.p, trace.n) == 0)
			while (ztrace_next(z) != NULL)
				(void)ztrace_render(z, "gtf", &n);
		if (z != NULL)
			status = ztrace_status(z);
		failed = oom_disarm();
		ck_assert_msg(status == 1 || status == 0, "status %d", status);
		if (!failed) {
			ck_assert_int_eq(status, 0);
			ck_assert_uint_eq(ztrace_account(z, "records_event"), 0);
		}
		ztrace_free(z);
	}
	ck_assert_int_gt(k, 10);
	buf_free(&out);
}
END_TEST

START_TEST(version_is_told)
{
	ck_assert_str_eq(ztrace_version(), ZTRACE_VERSION);
}
END_TEST

Suite *
ztrace_suite(void)
{
	Suite *s = suite_create("ztrace");
	TCase *t = tcase_create("ztrace");

	tcase_add_checked_fixture(t, set_up, tear_down);
	tcase_add_loop_test(t, records_are_whole, 0, 2);
	tcase_add_test(t, record_is_described);
	tcase_add_loop_test(t, options_are_checked, 0, sizeof(settings) / sizeof(settings[0]));
	tcase_add_test(t, records_are_selected);
	tcase_add_test(t, failures_are_said);
	tcase_add_test(t, damage_is_status_2);
	tcase_add_test(t, memory_may_run_out_anywhere);
	tcase_add_test(t, version_is_told);
	suite_add_tcase(s, t);
	return s;
}
