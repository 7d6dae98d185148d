/* check_agree.c - all formats say the same of a field, whatever the record is like */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "csv_read.h"
#include "json_read.h"
#include "make_odd.h"
#include "ztrace/db2.h"
#include "ztrace/format.h"

/* Not on the stack: it is large. */
static struct event ev;

static const struct style style = { .codepage = &codepage_1047 };

/* One random record, decoded, with its JSON (without line end) and its line of csv. */
struct trial {
	unsigned long long seed;
	struct buf	 record, json, csv;
};

static struct trial
trial_of(struct dice *dice, int round, bool broken)
{
	struct trial t = { .seed = dice->seed };
	struct maker m = maker_of(dice_u64(dice));
	const char *wrong;

	make_odd(&m, &t.record, broken);
	db2_decode(NULL, &(struct record){ .data = buf_span(&t.record), .timed = true,
	    .tod = span_u64(buf_span(&t.record), 6), .eid = 0xEFB9, .segments = 1 }, &ev);
	ck_assert_ptr_null(format_json.render(&ev, &style, &t.json));
	ck_assert_ptr_null(format_csv.render(&ev, &style, &t.csv));
	ck_assert_int_eq(t.json.p[--t.json.n], '\n');
	wrong = json_wrong(buf_span(&t.json));
	ck_assert_msg(wrong == NULL, "SEED=%llu round %d: %s", t.seed, round, wrong);
	return t;
}

static void
trial_free(struct trial *t)
{
	buf_free(&t->record);
	buf_free(&t->json);
	buf_free(&t->csv);
}

/* The key of header i: its label or type, and its number from the second of a type on. */
static void
key_of(size_t i, char key[64])
{
	const struct event_header *h = &ev.header[i];
	size_t k, number = 1;
	char name[16], more[24] = "";

	for (k = 0; k < i; k++)
		number += ev.header[k].type == h->type;
	snprintf(name, sizeof(name), "unknown_%02X", h->type);
	if (number > 1)
		snprintf(more, sizeof(more), "_%zu", number);
	snprintf(key, 64, "headers.%.24s%s", h->layout != NULL ? h->layout->label : name, more);
}

/* A JSON value as field_text has it: a code with its number behind it, no null. */
static void
text_of(struct span json, const char *path, struct buf *out)
{
	struct span value = json_at(json, path), code;
	char code_path[200];

	buf_clear(out);
	snprintf(code_path, sizeof(code_path), "%s_code", path);
	code = json_at(json, code_path);
	if (value.n != 4 || memcmp(value.p, "null", 4) != 0)
		json_unquote(value, out);
	if (code.n > 0 && !(value.n == code.n + 2 && memcmp(value.p + 1, code.p, code.n) == 0)) {
		buf_str(out, " (");
		json_unquote(code, out);
		buf_char(out, ')');
	}
}

/* What a listing shows of a field. False when it is absent. */
static bool
shown_of(const struct layout *l, const struct field *f, struct span section, struct buf *out)
{
	struct value_out v = { .text = out };
	struct span bytes;

	buf_clear(out);
	if (!layout_bytes(l, f, section, &bytes))
		return false;
	if (f->kind < FIELD_SQL)
		field_text(f, bytes, style.codepage, out);
	else
		field_value(l, f, section, style.codepage, &v);
	return true;
}

/* Every field says the same in JSON as in a listing, or is absent. */
static void
check_fields(const struct trial *t, const struct layout *l, struct span section, const char *key)
{
	struct buf want = { 0 }, got = { 0 };
	const struct field *f;
	struct span value;
	char path[160];
	bool present;

	for (f = l->fields; f->name != NULL; f++) {
		snprintf(path, sizeof(path), "%s.%s", key, f->label);
		present = shown_of(l, f, section, &want);
		value = json_at(buf_span(&t->json), path);
		ck_assert_msg((value.n > 0) == present, "SEED=%llu: %s is %s", t->seed, path,
		    present ? "missing" : "there");
		if (!present)
			continue;
		text_of(buf_span(&t->json), path, &got);
		ck_assert_msg(span_equal(buf_span(&want), buf_span(&got)),
		    "SEED=%llu: %s: %.*s or %.*s", t->seed, path, (int)want.n,
		    (char *)want.p, (int)got.n, (char *)got.p);
	}
	buf_free(&want);
	buf_free(&got);
}

/* What is decoded and what is not add up: nothing behind the last field is lost. */
static void
check_rest(const struct trial *t, size_t i, const char *key)
{
	const struct event_header *h = &ev.header[i];
	const struct field *f;
	size_t end = 0, to;
	char path[128];

	for (f = h->layout->fields; f->name != NULL; f++) {
		to = (size_t)f->at + f->len;
		if (to <= h->bytes.n && to > end)
			end = to;
	}
	snprintf(path, sizeof(path), "%s.rest", key);
	ck_assert_msg(json_at(buf_span(&t->json), path).n == (end < h->bytes.n ?
	    2 * (h->bytes.n - end) + 2 : 0), "SEED=%llu: %s", t->seed, path);
}

static int
rounds(void)
{
	return getenv("QUICK") != NULL ? 20 : 400;
}

START_TEST(json_says_what_a_listing_says)
{
	struct dice dice = dice_new();
	struct trial t;
	char key[64];
	size_t i;
	int k;

	for (k = 0; k < rounds(); k++) {
		t = trial_of(&dice, k, k % 4 == 3);
		for (i = 0; i < ev.nheaders; i++) {
			key_of(i, key);
			if (ev.header[i].layout != NULL) {
				check_fields(&t, ev.header[i].layout, ev.header[i].bytes, key);
				check_rest(&t, i, key);
			} else {
				ck_assert_uint_eq(json_at(buf_span(&t.json), key).n,
				    2 * ev.header[i].bytes.n + 2);
			}
		}
		trial_free(&t);
	}
}
END_TEST

/* All members of a section: field by field, or digit by digit. */
static void
check_members(const struct trial *t, const struct event_section *s, size_t data)
{
	struct cursor c = cursor_at(s->bytes, 0);
	struct buf got = { 0 }, want = { 0 };
	struct span json = buf_span(&t->json), member;
	char path[64];
	size_t k;

	snprintf(path, sizeof(path), "data[%zu].members", data);
	ck_assert_uint_eq(json_count(json_at(json, path)), s->count);
	for (k = 0; k < s->count && k < 100; k++) {
		ck_assert(event_member(&c, s->length, &member));
		snprintf(path, sizeof(path), "data[%zu].members[%zu]", data, k);
		if (s->layout != NULL) {
			check_fields(t, s->layout, member, path);
			continue;
		}
		buf_clear(&got);
		buf_clear(&want);
		json_unquote(json_at(json, path), &got);
		buf_hex(&want, member);
		ck_assert_msg(span_equal(buf_span(&got), buf_span(&want)), "SEED=%llu: %s",
		    t->seed, path);
	}
	buf_free(&got);
	buf_free(&want);
}

START_TEST(json_has_all_members)
{
	struct dice dice = dice_new();
	size_t i, data, known = 0;
	int n;

	for (n = 0; n < rounds(); n++) {
		struct trial t = trial_of(&dice, n, n % 4 == 3);

		ck_assert_uint_eq(json_count(json_at(buf_span(&t.json), "sections")), ev.nsections);
		for (data = 0, i = 1; i < ev.nsections; i++) {
			if (!ev.section[i].inside)
				continue;
			known += ev.section[i].layout != NULL;
			check_members(&t, &ev.section[i], data++);
		}
		ck_assert_uint_eq(json_count(json_at(buf_span(&t.json), "data")), data);
		trial_free(&t);
	}
	ck_assert_msg(known > 0 || n < 100, "SEED=%llu: no layout fits",
	    (unsigned long long)dice.seed);
}
END_TEST

/* Where each column of csv stands in JSON. */
static const char *const paths[][2] = {
	{ "time", "time" }, { "ssid", "ssid" }, { "seq", "seq" }, { "ifcid", "ifcid" },
	{ "title", "title" }, { "length", "length" }, { "segments", "segments" }, { "job", "job" },
	{ "eid", "eid" }, { "ascb", "ascb" },
	{ "resource_manager", "headers.standard.resource_manager" },
	{ "release", "headers.standard.release" }, { "ace", "headers.standard.ace" },
	{ "db2_time", "headers.standard.time" }, { "ifcid_seq", "headers.standard.ifcid_seq" },
	{ "location", "headers.standard.location" },
	{ "network_id", "headers.standard.network_id" },
	{ "lu_name", "headers.standard.lu_name" },
	{ "luw_instance", "headers.standard.luw_instance" },
	{ "commit_count", "headers.standard.commit_count" },
	{ "long_location", "headers.standard.long_location" },
	{ "auth_id", "headers.correlation.auth_id" },
	{ "correlation_id", "headers.correlation.correlation_id" },
	{ "connection", "headers.correlation.connection" }, { "plan", "headers.correlation.plan" },
	{ "original_id", "headers.correlation.original_id" },
	{ "connection_type", "headers.correlation.connection_type" },
	{ "end_user", "headers.correlation.end_user" },
	{ "transaction", "headers.correlation.transaction" },
	{ "workstation", "headers.correlation.workstation" },
	{ "long_auth_id", "headers.correlation.long_auth_id" },
	{ "long_original_id", "headers.correlation.long_original_id" },
	{ "requester", "headers.distributed.requester" },
	{ "server", "headers.distributed.server" }, { "product", "headers.distributed.product" },
	{ "member", "headers.data_sharing.member" },
	{ "group", "headers.data_sharing.group" }, { "notes", "notes" }
};

enum { COLUMNS = sizeof(paths) / sizeof(paths[0]) };

static void
want_of(struct span json, const char *path, struct buf *out)
{
	struct span value = json_at(json, path);
	char element[32];
	size_t i;

	buf_clear(out);
	if (value.n > 0 && value.p[0] != '[' && value.p[0] != 'n')
		json_unquote(value, out);
	for (i = 0; i < json_count(value); i++) {
		snprintf(element, sizeof(element), "[%zu]", i);
		buf_str(out, i > 0 ? "; " : "");
		json_unquote(json_at(value, element), out);
	}
	buf_char(out, '\0');
}

START_TEST(csv_says_what_json_says)
{
	struct dice dice = dice_new();
	struct buf want = { 0 };
	struct csv_row row = { 0 };
	struct cursor c = cursor_at(span_of(format_csv.open, strlen(format_csv.open)), 0);
	size_t k;
	int n;

	ck_assert_ptr_null(csv_take(&c, &row));
	ck_assert_uint_eq(row.n, COLUMNS);
	for (k = 0; k < COLUMNS; k++)
		ck_assert_str_eq(csv_value(&row, k), paths[k][0]);

	for (n = 0; n < rounds(); n++) {
		struct trial t = trial_of(&dice, n, n % 4 == 3);
		const char *wrong;

		c = cursor_at(buf_span(&t.csv), 0);
		wrong = csv_take(&c, &row);
		ck_assert_msg(wrong == NULL, "SEED=%llu: %s", t.seed, wrong);
		ck_assert_uint_eq(cursor_left(&c), 0);
		ck_assert_uint_eq(row.n, COLUMNS);
		for (k = 0; k < COLUMNS; k++) {
			want_of(buf_span(&t.json), paths[k][1], &want);
			ck_assert_msg(strcmp(csv_value(&row, k), (char *)want.p) == 0,
			    "SEED=%llu: %s: %s or %s", t.seed, paths[k][0],
			    csv_value(&row, k), (char *)want.p);
		}
		trial_free(&t);
	}
	buf_free(&want);
	buf_free(&row.text);
}
END_TEST

Suite *
agree_suite(void)
{
	Suite *s = suite_create("agree");
	TCase *t = tcase_create("agree");

	tcase_add_test(t, json_says_what_a_listing_says);
	tcase_add_test(t, json_has_all_members);
	tcase_add_test(t, csv_says_what_json_says);
	suite_add_tcase(s, t);
	return s;
}
