/* check_schema.c - the schema of the format json: that it is JSON, and made from the layouts */
#include <check.h>
#include <stdio.h>

#include "json_read.h"
#include "oom.h"
#include "ztrace/db2.h"
#include "ztrace/schema.h"

/* Without the blanks and line ends between values, which json_wrong takes for faults. */
static struct buf
squeezed_schema(void)
{
	struct buf b = { 0 }, out = { 0 };
	bool quoted = false;
	size_t i;

	json_schema(db2_header_layout, &b);
	ck_assert(!b.failed);
	ck_assert_int_eq(b.p[b.n - 1], '\n');
	for (i = 0; i < b.n; i++) {
		quoted ^= b.p[i] == '"';
		if (quoted || (b.p[i] != ' ' && b.p[i] != '\n'))
			buf_put(&out, b.p + i, 1);
	}
	buf_free(&b);
	return out;
}

START_TEST(schema_is_json)
{
	struct buf b = squeezed_schema();
	const char *wrong = json_wrong(buf_span(&b));

	ck_assert_msg(wrong == NULL, "%s", wrong);
	buf_free(&b);
}
END_TEST

/* A path ends before a dot or a bracket, so keys with brackets in them are looked for in a part. */
static struct span
pattern_properties(const struct buf *b)
{
	return json_at(buf_span(b), "properties.headers.patternProperties");
}

static bool
contains(struct span s, const char *text)
{
	size_t i, n;

	for (n = 0; text[n] != '\0'; n++)
		continue;
	for (i = 0; i + n <= s.n; i++)
		if (span_equal(span_of(s.p + i, n), span_of(text, n)))
			return true;
	return false;
}

START_TEST(every_field_is_in_it)
{
	struct buf b = squeezed_schema();
	const struct layout *l;
	const struct field *f;
	char text[128];
	unsigned type, known = 0;

	for (type = 0; type <= UINT8_MAX; type++) {
		if ((l = db2_header_layout((uint8_t)type)) == NULL)
			continue;
		known++;
		snprintf(text, sizeof(text), "\"^%s(_[0-9]{1,2})?$\":{\"description\":\"%s\"",
		    l->label, l->name);
		ck_assert_msg(contains(pattern_properties(&b), text), "no %s", text);
		for (f = l->fields; f->name != NULL; f++) {
			snprintf(text, sizeof(text), "\"description\":\"%s\"", f->name);
			ck_assert_msg(contains(pattern_properties(&b), text), "no %s", text);
		}
	}
	ck_assert_uint_ge(known, 6);
	ck_assert(contains(pattern_properties(&b), "\"ifcid\":{\"$ref\":\"#/$defs/u16\""));
	ck_assert(contains(pattern_properties(&b), "\"seq\":{\"$ref\":\"#/$defs/u32\""));
	ck_assert(contains(pattern_properties(&b),
	    "\"release\":{\"$ref\":\"#/$defs/text\",\"description\":\"QWHSRN\"},"
	    "\"release_code\":{\"$ref\":\"#/$defs/u8\"},"
	    "\"ace\":{\"$ref\":\"#/$defs/hex\",\"description\":\"QWHSACE\",\"minLength\":8,"
	    "\"maxLength\":8}"));
	buf_free(&b);
}
END_TEST

/* Keys that are not labels: a label alike would stand twice in an object. */
static void
check_labels(const struct layout *l)
{
	const struct field *f;
	char key[128];

	ck_assert_ptr_null(layout_find(l, "rest"));
	for (f = l->fields; f->name != NULL; f++) {
		snprintf(key, sizeof(key), "%s_code", f->label);
		ck_assert_msg(f->kind != FIELD_CODE || layout_find(l, key) == NULL, "%s has %s",
		    l->label, key);
	}
}

START_TEST(labels_leave_room_for_other_keys)
{
	unsigned type;
	size_t i;

	for (type = 0; type <= UINT8_MAX; type++)
		if (db2_header_layout((uint8_t)type) != NULL)
			check_labels(db2_header_layout((uint8_t)type));
	for (i = 0; i < db2_layouts.rules; i++)
		check_labels(&db2_layouts.rule[i].layout);
}
END_TEST

START_TEST(failed_memory_is_remembered)
{
	bool failed, told;
	long n;

	for (n = 0, failed = true; failed; n++) {
		struct buf b = { 0 };

		oom_arm(n);
		json_schema(db2_header_layout, &b);
		failed = oom_disarm();
		told = b.failed;
		buf_free(&b);
		ck_assert_int_eq(told, failed);
	}
	ck_assert_int_gt(n, 1);
}
END_TEST

Suite *
schema_suite(void)
{
	Suite *s = suite_create("schema");
	TCase *t = tcase_create("schema");

	tcase_add_test(t, schema_is_json);
	tcase_add_test(t, every_field_is_in_it);
	tcase_add_test(t, labels_leave_room_for_other_keys);
	tcase_add_test(t, failed_memory_is_remembered);
	suite_add_tcase(s, t);
	return s;
}
