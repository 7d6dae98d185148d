/* check_map.c - the table of keys, held against a list that does the same slowly */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "dice.h"
#include "oom.h"
#include "ztrace/map.h"

enum { POOL = 600 };

struct item {
	struct map_node	 node;
	struct span	 key;
	uint8_t		 bytes[MAP_KEY];
	size_t		 at;		/* in the model */
	bool		 in;
};

/* The model: keys in order of age. */
struct model {
	struct map	 map;
	struct item	 pool[POOL];
	struct item	*order[POOL];	/* oldest first */
	size_t		 n;
};

/* Different keys of all lengths; many share their first bytes. */
static void
model_start(struct model *m)
{
	struct item *item;
	size_t i;

	memset(m, 0, sizeof(*m));
	map_init(&m->map);
	for (i = 0; i < POOL; i++) {
		item = &m->pool[i];
		item->bytes[0] = (uint8_t)i;
		item->bytes[1] = (uint8_t)(i >> 8);
		item->key = span_of(item->bytes, i < 1 ? 0 : 2 + i % (MAP_KEY - 1));
	}
}

static void
model_put(struct model *m, struct item *item)
{
	ck_assert(map_put(&m->map, item->key, &item->node));
	item->in = true;
	m->order[m->n++] = item;
}

static void
model_take(struct model *m, size_t at)
{
	struct item *item = m->order[at];

	map_take(&m->map, &item->node);
	item->in = false;
	m->n--;
	memmove(m->order + at, m->order + at + 1,
	    (m->n - at) * sizeof(m->order[0]));
}

/* The map's age list, both ways, and its keys are the model's. */
static void
model_check(const struct model *m, const struct dice *d)
{
	const struct map_node *node = m->map.oldest, *before = NULL;
	size_t i;

	ck_assert_uint_eq(m->map.n, m->n);
	for (i = 0; i < m->n; i++) {
		ck_assert_msg(node == &m->order[i]->node,
		    "age %zu is another (SEED=%llu)", i, (unsigned long long)d->seed);
		ck_assert_ptr_eq(node->older, before);
		before = node;
		node = node->newer;
	}
	ck_assert_ptr_null(node);
	ck_assert_ptr_eq(m->map.newest, before);
	for (i = 0; i < POOL; i++)
		ck_assert_msg(map_find(&m->map, m->pool[i].key) ==
		    (m->pool[i].in ? &m->pool[i].node : NULL),
		    "key %zu (SEED=%llu)", i, (unsigned long long)d->seed);
}

START_TEST(map_does_as_its_model)
{
	static struct model m;
	struct dice d = dice_new();
	int i, rounds = getenv("QUICK") != NULL ? 3000 : 30000;
	struct item *item;

	model_start(&m);
	model_check(&m, &d);
	for (i = 0; i < rounds; i++) {
		item = &m.pool[dice_below(&d, POOL)];
		if (!item->in)
			model_put(&m, item);
		else
			model_take(&m, dice_below(&d, m.n));
		if (i % 97 == 0)
			model_check(&m, &d);
	}
	while (m.n > 0)
		model_take(&m, dice_below(&d, 2) ? m.n - 1 : 0);
	model_check(&m, &d);
	map_free(&m.map);
	ck_assert_uint_eq(m.map.size, 0);
	ck_assert_ptr_null(map_find(&m.map, m.pool[0].key));
}
END_TEST

/* Starts as zeros too, keeps its own copy of the key, and can be used anew. */
START_TEST(map_starts_as_zeros)
{
	struct map m = { 0 };
	struct map_node a, b;
	char key[] = "SSOP";

	ck_assert_ptr_null(map_find(&m, span_of(key, 4)));
	ck_assert(map_put(&m, span_of(key, 4), &a));
	key[0] = 'X';
	ck_assert_ptr_eq(map_find(&m, span_of("SSOP", 4)), &a);
	ck_assert_ptr_null(map_find(&m, span_of(key, 4)));
	ck_assert_ptr_null(map_find(&m, span_of("SSO", 3)));
	ck_assert_ptr_null(map_find(&m, span_of("SSOP\0", 5)));

	ck_assert(map_put(&m, span_of(NULL, 0), &b));
	ck_assert_ptr_eq(map_find(&m, span_of(NULL, 0)), &b);
	map_free(&m);
	ck_assert_ptr_null(m.oldest);
	ck_assert_uint_eq(m.n, 0);
	ck_assert(map_put(&m, span_of("SSOP", 4), &b));
	ck_assert_ptr_eq(map_find(&m, span_of("SSOP", 4)), &b);
	map_free(&m);
}
END_TEST

START_TEST(long_keys_are_refused)
{
	struct map m = { 0 };
	struct map_node node, other;
	uint8_t key[MAP_KEY + 1] = { 0 };

	ck_assert(map_put(&m, span_of(key, MAP_KEY), &node));
	ck_assert_ptr_eq(map_find(&m, span_of(key, MAP_KEY)), &node);
	ck_assert(!map_put(&m, span_of(key, MAP_KEY + 1), &other));
	ck_assert_ptr_null(map_find(&m, span_of(key, MAP_KEY + 1)));
	ck_assert_uint_eq(m.n, 1);
	map_free(&m);
}
END_TEST

/* It needs memory once; where it cannot grow later, it only gets slower. */
START_TEST(map_lives_without_growing)
{
	static struct map_node node[1000];
	struct map m = { 0 };
	uint8_t key[4];
	size_t i;
	bool put;

	oom_arm(0);
	put = map_put(&m, span_of("a", 1), &node[0]);
	ck_assert(oom_disarm());
	ck_assert(!put);
	ck_assert_uint_eq(m.n, 0);
	ck_assert_ptr_null(m.oldest);
	map_free(&m);

	for (i = 0; i < 1000; i++) {
		put_u32(key, (uint32_t)i);
		oom_arm(i == 0 ? 1 : 0);
		put = map_put(&m, span_of(key, 4), &node[i]);
		oom_disarm();
		ck_assert(put);
	}
	ck_assert_uint_lt(m.size, 1000);
	for (i = 0; i < 1000; i++) {
		put_u32(key, (uint32_t)i);
		ck_assert_ptr_eq(map_find(&m, span_of(key, 4)), &node[i]);
	}
	map_free(&m);
}
END_TEST

/* Chains stay short for keys as Db2 has them: a name and a counter. */
START_TEST(chains_are_short)
{
	const size_t keys = getenv("QUICK") != NULL ? 2000 : 20000;
	struct map_node *node = calloc(keys, sizeof(*node)), *in;
	uint8_t key[8] = { 0xE2, 0xE2, 0xD6, 0xD7 };
	size_t i, n, longest = 0;
	struct map m;

	ck_assert_ptr_nonnull(node);
	map_init(&m);
	for (i = 0; i < keys; i++) {
		put_u32(key + 4, (uint32_t)(i << _i));
		ck_assert(map_put(&m, span_of(key, 8), &node[i]));
	}
	ck_assert_uint_ge(m.size, keys);
	for (i = 0; i < m.size; i++) {
		for (n = 0, in = m.bucket[i]; in != NULL; in = in->chain)
			n++;
		if (n > longest)
			longest = n;
	}
	/* With chance alone, one map in 10^9 has such a chain. */
	ck_assert_msg(longest < 16, "%zu in one bucket (seed %llu)", longest,
	    (unsigned long long)m.seed);
	map_free(&m);
	free(node);
}
END_TEST

/* Each bit of the input, its length and the seed change about half the hash. */
START_TEST(hash_hangs_on_every_bit)
{
	uint8_t block[41] = { 0 };
	uint64_t was, flip;
	size_t n, bit, changed, all;

	for (n = 1; n <= sizeof(block); n++) {
		was = map_hash(1, span_of(block, n));
		ck_assert(was != map_hash(1, span_of(block, n - 1)));
		ck_assert(was != map_hash(2, span_of(block, n)));
		ck_assert(was == map_hash(1, span_of(block, n)));
		all = 0;
		for (bit = 0; bit < 8 * n; bit++) {
			block[bit / 8] ^= (uint8_t)(1u << bit % 8);
			flip = was ^ map_hash(1, span_of(block, n));
			for (changed = 0; flip != 0; flip &= flip - 1)
				changed++;
			ck_assert_msg(changed > 8, "bit %zu of %zu bytes: %zu",
			    bit, n, changed);
			all += changed;
			block[bit / 8] ^= (uint8_t)(1u << bit % 8);
		}
		ck_assert_uint_gt(all / (8 * n), 26);
		ck_assert_uint_lt(all / (8 * n), 38);
	}
}
END_TEST

START_TEST(seeds_differ)
{
	struct map a, b;

	map_init(&a);
	map_init(&b);
	ck_assert(a.seed != b.seed);
	ck_assert_uint_eq(a.n, 0);
	ck_assert_ptr_null(a.bucket);
}
END_TEST

Suite *
map_suite(void)
{
	Suite *s = suite_create("map");
	TCase *t = tcase_create("map");

	tcase_add_test(t, map_does_as_its_model);
	tcase_add_test(t, map_starts_as_zeros);
	tcase_add_test(t, long_keys_are_refused);
	tcase_add_test(t, map_lives_without_growing);
	tcase_add_loop_test(t, chains_are_short, 0, 17);
	tcase_add_test(t, hash_hangs_on_every_bit);
	tcase_add_test(t, seeds_differ);
	suite_add_tcase(s, t);
	return s;
}
