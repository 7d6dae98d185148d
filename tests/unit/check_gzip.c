/* check_gzip.c - gzip and zlib data, whole, in pieces and broken */
#include <check.h>
#include <inttypes.h>
#include <string.h>

#include "dice.h"
#include "make_gzip.h"
#include "said.h"
#include "ztrace/unwrap.h"

static struct said said;
static struct buf packed, got, wanted;

static void
set_up(void)
{
	said_start(&said);
}

static void
tear_down(void)
{
	buf_free(&packed);
	buf_free(&got);
	buf_free(&wanted);
}

static const size_t chunks[] = { 0, 1, 2, 3, 7, 4096 };
enum { CHUNKS = sizeof(chunks) / sizeof(chunks[0]) };

/*
 * Inflates `packed` into `got`. Whatever is said, is said when all data before
 * the place it is about have been shown: `before` bytes.
 */
static void
unpack(size_t chunk, size_t before)
{
	struct stream *s = unwrapper_gzip.open(stream_open_memory(buf_span(&packed), chunk),
	    &said.diag);
	struct span v;

	ck_assert_ptr_nonnull(s);
	buf_clear(&got);
	for (;;) {
		ck_assert_int_eq(stream_peek(s, 1, &v, &said.diag), RC_OK);
		ck_assert_msg(said.diag.count[DIAG_DAMAGE] == 0 || got.n >= before,
		    "after %zu bytes of %zu: %s", got.n, before, said.words);
		if (v.n == 0)
			break;
		buf_put(&got, v.p, v.n);
		stream_consume(s, v.n);
	}
	stream_close(s);
}

static void
got_is(struct span data)
{
	ck_assert_uint_eq(got.n, data.n);
	ck_assert(span_equal(buf_span(&got), data));
}

/* Two texts, so that it shows which of them came out. */
static struct span
text_of(char which)
{
	static const char a[] = "in in in in the first member, member, member";
	static const char b[] = "and this is what the other one holds";

	return which == 'A' ? span_of(a, sizeof(a) - 1) : span_of(b, sizeof(b) - 1);
}

/*
 * A recipe has a letter for each thing that is put behind what is there:
 *   A B   a member with that text       E  a member with nothing
 *   Z     text A in zlib's form         H  seven bytes of another member's head
 *   0     512 zeros   1  one zero       g  bytes that are nothing
 *   c     spoils the data check of the member before, l its length check
 *   -     takes one byte away           !  is where the message will point
 */
static size_t
make(const char *recipe)
{
	size_t mark = 0;

	for (; *recipe != '\0'; recipe++) {
		switch (*recipe) {
		case 'A': case 'B':
			make_gzip(text_of(*recipe), &packed);
			break;
		case 'E':
			make_gzip((struct span){ 0 }, &packed);
			break;
		case 'Z':
			make_zlib(text_of('A'), &packed);
			break;
		case 'H':
			buf_put(&packed, "\x1f\x8b\x08\0\0\0\0", 7);
			break;
		case '0':
			buf_fill(&packed, 0, 512);
			break;
		case '1':
			buf_fill(&packed, 0, 1);
			break;
		case 'g':
			buf_str(&packed, "garbage");
			break;
		case 'c':
			packed.p[packed.n - 5] ^= 0x10;
			mark = packed.n - 4;
			break;
		case 'l':
			packed.p[packed.n - 1] ^= 0x10;
			mark = packed.n;
			break;
		case '-':
			packed.n--;
			break;
		case '!':
			mark = packed.n;
			break;
		default:
			ck_abort_msg("no such ingredient: %c", *recipe);
		}
	}
	return mark;
}

#define NOT_GZIP "bytes behind the gzip data are not gzip and were not read"
#define CUT "gzip data end early (the file is cut)"
#define CHECK(which, at) "gzip check does not fit the data (incorrect " which \
	" check, member at " at ")"

static const struct {
	const char	*recipe;
	const char	*gives;		/* texts that come out */
	const char	*before;	/* of them, those that come out before anything is said */
	const char	*said;		/* behind the place; NULL: nothing */
} rows[] = {
	{ "A", "A", "", NULL },
	{ "AB", "AB", "", NULL },
	{ "A0B", "AB", "", NULL },
	{ "A1B", "AB", "", NULL },
	{ "A1110B00A0", "ABA", "", NULL },
	{ "A00", "A", "", NULL },
	{ "A1", "A", "", NULL },
	{ "E", "", "", NULL },
	{ "EEAEEBE", "AB", "", NULL },
	{ "E0", "", "", NULL },
	{ "A!g", "A", "A", NOT_GZIP },
	{ "A0!g", "A", "A", NOT_GZIP },
	{ "A!gB", "A", "A", NOT_GZIP },
	{ "AB1!g", "AB", "AB", NOT_GZIP },
	{ "!", "", "", CUT },
	{ "A-!", "A", "A", CUT },
	{ "A--------!", "A", "A", CUT },
	{ "AH!", "A", "A", CUT },
	{ "AB-!", "AB", "AB", CUT },
	{ "A0B-!", "AB", "AB", CUT },
	/* what is behind a failed check is read all the same */
	{ "Ac", "A", "A", CHECK("data", "0x0") },
	{ "AcB", "AB", "A", CHECK("data", "0x0") },
	{ "Ac0B", "AB", "A", CHECK("data", "0x0") },
	{ "Al", "A", "A", CHECK("length", "0x0") },
	{ "AlB", "AB", "A", CHECK("length", "0x0") },
	{ "Al0B", "AB", "A", CHECK("length", "0x0") },
	{ "Z", "A", "", NULL },
	{ "Z00", "A", "", NULL },
	{ "Z!g", "A", "A", NOT_GZIP },
	{ "Z-!", "A", "A", CUT },
};

enum { ROWS = sizeof(rows) / sizeof(rows[0]) };

static void
put_texts(const char *letters, struct buf *to)
{
	for (; *letters != '\0'; letters++)
		buf_put(to, text_of(*letters).p, text_of(*letters).n);
}

START_TEST(members_and_what_is_between_them)
{
	struct buf words = { 0 };
	size_t mark, before, i;

	mark = make(rows[_i].recipe);
	put_texts(rows[_i].before, &wanted);
	before = wanted.n;
	buf_clear(&wanted);
	put_texts(rows[_i].gives, &wanted);
	if (rows[_i].said != NULL)
		buf_printf(&words, "at 0x%zx: %s\n", mark, rows[_i].said);
	buf_char(&words, '\0');
	for (i = 0; i < CHUNKS; i++) {
		said_start(&said);
		unpack(chunks[i], before);
		ck_assert_msg(span_equal(buf_span(&got), buf_span(&wanted)),
		    "%s in chunks of %zu gives \"%.*s\"", rows[_i].recipe, chunks[i],
		    (int)got.n, (const char *)got.p);
		said_is(&said, (const char *)words.p);
		ck_assert_int_eq(diag_status(&said.diag), rows[_i].said != NULL ? 2 : 0);
	}
	buf_free(&words);
}
END_TEST

/* The second member is named by where it starts. */
START_TEST(broken_member_is_named_by_its_place)
{
	struct buf words = { 0 };
	size_t start, mark;

	make("A0");
	start = packed.n;
	mark = make("Bc");
	buf_printf(&words, "at 0x%zx: gzip check does not fit the data (incorrect data check, "
	    "member at 0x%zx)\n", mark, start);
	buf_char(&words, '\0');
	unpack(0, text_of('A').n + text_of('B').n);
	said_is(&said, (const char *)words.p);
	buf_free(&words);
}
END_TEST

START_TEST(broken_data_end_it)
{
	/* a block of the reserved type 3 behind a member's head */
	static const char member[] = "\x1f\x8b\x08\0\0\0\0\0\0\3\x07";
	/* a zlib head that asks for a dictionary */
	static const char dictionary[] = "\x78\xbb\0\0\0\0....";

	make("A");
	buf_put(&packed, member, sizeof(member));
	make("B");
	unpack((size_t)_i, text_of('A').n);
	got_is(text_of('A'));
	ck_assert_ptr_nonnull(strstr(said.words, ": gzip data are broken, nothing behind "
	    "this place is read (invalid block type)\n"));

	said_start(&said);
	buf_clear(&packed);
	buf_put(&packed, dictionary, sizeof(dictionary));
	unpack((size_t)_i, 0);
	ck_assert_uint_eq(got.n, 0);
	said_is(&said, "at 0x6: gzip data are broken, nothing behind this place is read "
	    "(a dictionary is needed)\n");
}
END_TEST

START_TEST(gzip_in_gzip_in_gzip)
{
	struct stream *s;
	struct span v;

	make_gzip(text_of('A'), &wanted);
	make_gzip(buf_span(&wanted), &got);
	make_gzip(buf_span(&got), &packed);
	s = stream_open_memory(buf_span(&packed), (size_t)_i);
	s = unwrapper_gzip.open(s, &said.diag);
	s = unwrapper_gzip.open(s, &said.diag);
	s = unwrapper_gzip.open(s, &said.diag);
	ck_assert_int_eq(stream_peek(s, 1000, &v, &said.diag), RC_OK);
	ck_assert(span_equal(v, text_of('A')));
	stream_close(s);
	said_is(&said, "");
}
END_TEST

/* Random bytes and long runs: data that pack badly and well, longer than every buffer. */
START_TEST(large_data)
{
	struct dice dice = dice_new();
	size_t n, from = 0;

	while (wanted.n < 3 * STREAM_READ) {
		n = 1 + dice_below(&dice, 20000);
		if (dice_below(&dice, 2) == 0)
			dice_fill(&dice, buf_room(&wanted, n), n);
		else
			memset(buf_room(&wanted, n), (int)dice_below(&dice, 256), n);
		wanted.n += n;
		if (dice_below(&dice, 8) == 0 || wanted.n >= 3 * STREAM_READ) {
			make_gzip(span_from(buf_span(&wanted), from), &packed);
			from = wanted.n;
		}
	}
	unpack(1 + dice_below(&dice, 10000), 0);
	ck_assert_msg(span_equal(buf_span(&got), buf_span(&wanted)), "seed %" PRIu64, dice.seed);
	said_is(&said, "");
}
END_TEST

Suite *
gzip_suite(void)
{
	Suite *suite = suite_create("gzip");
	TCase *tc = tcase_create("core");

	tcase_add_checked_fixture(tc, set_up, tear_down);
	tcase_add_loop_test(tc, members_and_what_is_between_them, 0, ROWS);
	tcase_add_test(tc, broken_member_is_named_by_its_place);
	tcase_add_loop_test(tc, broken_data_end_it, 0, 4);
	tcase_add_loop_test(tc, gzip_in_gzip_in_gzip, 0, 3);
	tcase_add_test(tc, large_data);
	suite_add_tcase(suite, tc);
	return suite;
}
