/* map.c - a hash table keyed by bytes that also knows which entry is oldest */
#include "ztrace/map.h"

#include <fcntl.h>	/* open */
#include <stdlib.h>
#include <string.h>	/* memcpy */
#include <time.h>	/* clock_gettime */
#include <unistd.h>	/* read */

enum { SMALLEST = 64 };		/* buckets */

static const uint64_t odd1 = 0x9E3779B97F4A7C15;	/* 2^64 / golden ratio */
static const uint64_t odd2 = 0xD6E8FEB86659FD93;

static uint64_t
mix(uint64_t v)
{
	v = (v ^ v >> 32) * odd2;
	v = (v ^ v >> 32) * odd2;
	return v ^ v >> 32;
}

/* In the host's order: a hash never leaves the program. */
static uint64_t
word(const uint8_t *p)
{
	uint64_t v;

	memcpy(&v, p, sizeof(v));
	return v;
}

/* The multiplication carries a bit upwards, the shift back down. */
static uint64_t
stir(uint64_t h, uint64_t v)
{
	h = (h ^ v) * odd1;
	return h ^ h >> 29;
}

uint64_t
map_hash(uint64_t seed, struct span s)
{
	struct cursor c = cursor_at(s, 0);
	uint64_t h = seed ^ (uint64_t)s.n * odd1;

	while (cursor_left(&c) >= 8)
		h = stir(h, word(cursor_take(&c, 8).p));
	return mix(h ^ span_uint(cursor_take(&c, cursor_left(&c))));
}

void
map_init(struct map *m)
{
	uint64_t seed = 0;
	struct timespec now;
	int fd = open("/dev/urandom", O_RDONLY | O_CLOEXEC);

	*m = (struct map){ 0 };
	if (fd < 0 || read(fd, &seed, sizeof(seed)) != (ssize_t)sizeof(seed)) {
		clock_gettime(CLOCK_REALTIME, &now);
		seed = mix((uint64_t)now.tv_sec << 30 ^ (uint64_t)now.tv_nsec);
	}
	if (fd >= 0)
		close(fd);
	m->seed = seed;
}

void
map_free(struct map *m)
{
	free(m->bucket);
	*m = (struct map){ .seed = m->seed };
}

/* A key as two numbers, which is quicker to hash and to compare. */
static struct map_words
words_of(struct span key)
{
	struct map_words w = { 0 };

	if (key.n == 8) {
		w.a = span_u64(key, 0);
	} else {
		w.a = span_uint(span_first(key, 8));
		w.b = span_uint(span_from(key, 8));
	}
	return w;
}

static uint64_t
hash_of(const struct map *m, struct map_words w, size_t n)
{
	return mix(stir(stir(m->seed ^ (uint64_t)n * odd1, w.a), w.b));
}

static struct map_node **
bucket_of(const struct map *m, uint64_t hash)
{
	return &m->bucket[hash & (m->size - 1)];
}

struct map_node *
map_find(const struct map *m, struct span key)
{
	struct map_words w = words_of(key);
	struct map_node *node;

	if (m->n == 0 || key.n > MAP_KEY)
		return NULL;
	node = *bucket_of(m, hash_of(m, w, key.n));
	while (node != NULL && (node->words.a != w.a || node->words.b != w.b ||
	    node->len != key.n))
		node = node->chain;
	return node;
}

static void
chain_put(struct map *m, struct map_node *node)
{
	struct map_node **bucket = bucket_of(m, node->hash);

	node->chain = *bucket;
	*bucket = node;
}

/* Doubles the buckets, if memory allows, and spreads the nodes over them. */
static void
grow(struct map *m)
{
	size_t size = m->size == 0 ? SMALLEST : m->size * 2;
	struct map_node **bucket, *node;

	if (size > SIZE_MAX / sizeof(struct map_node *))
		return;
	bucket = calloc(size, sizeof(struct map_node *));
	if (bucket == NULL)
		return;
	free(m->bucket);
	m->bucket = bucket;
	m->size = size;
	for (node = m->oldest; node != NULL; node = node->newer)
		chain_put(m, node);
}

bool
map_put(struct map *m, struct span key, struct map_node *node)
{
	if (key.n > MAP_KEY)
		return false;
	if (m->n >= m->size)
		grow(m);
	/* Where there are buckets, longer chains will do. */
	if (m->size == 0)
		return false;

	node->older = m->newest;
	node->newer = NULL;
	node->words = words_of(key);
	node->len = (uint8_t)key.n;
	node->hash = hash_of(m, node->words, key.n);
	if (key.n != 0)
		memcpy(node->key, key.p, key.n);
	if (m->newest != NULL)
		m->newest->newer = node;
	else
		m->oldest = node;
	m->newest = node;
	chain_put(m, node);
	m->n++;
	return true;
}

void
map_take(struct map *m, struct map_node *node)
{
	struct map_node **at = bucket_of(m, node->hash);

	while (*at != node)
		at = &(*at)->chain;
	*at = node->chain;
	if (node->older != NULL)
		node->older->newer = node->newer;
	else
		m->oldest = node->newer;
	if (node->newer != NULL)
		node->newer->older = node->older;
	else
		m->newest = node->older;
	node->chain = node->older = node->newer = NULL;
	m->n--;
}
