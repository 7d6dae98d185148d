/* map.h - a hash table keyed by bytes that also knows which entry is oldest */
#ifndef ZTRACE_MAP_H
#define ZTRACE_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ztrace/span.h"

enum { MAP_KEY = 16 };		/* longest key, bytes */

/*
 * The caller puts a node at the head of its own struct, allocates and frees
 * that; the map only links nodes.
 *
 *     bucket[hash] -> node -> node      chain of one bucket
 *     oldest <-> ... <-> newest         age: order of map_put
 */
struct map_words {
	uint64_t	 a, b;		/* bytes 0 to 7 and 8 to 15 of a key, as numbers */
};

struct map_node {
	struct map_node	*chain;		/* next in the bucket; the map's */
	struct map_node	*older, *newer;	/* neighbours in age; the map's */
	uint64_t	 hash;		/* of the key; the map's */
	struct map_words words;		/* the key; the map's */
	uint8_t		 len;		/* of the key; the map's */
	uint8_t		 key[MAP_KEY];	/* the map's copy */
};

struct map {
	struct map_node	**bucket;	/* owned; size is a power of two */
	size_t		 size;		/* buckets, 0 before the first put */
	size_t		 n;		/* nodes */
	struct map_node	*oldest, *newest;
	uint64_t	 seed;		/* makes hashes differ from run to run */
};

/* Starts as zeros, or as map_init leaves it (a seed of its own). */
void	 map_init(struct map *);
void	 map_free(struct map *);	/* the buckets; nodes are the caller's */

/* The hash of any bytes. */
uint64_t map_hash(uint64_t seed, struct span);

/* The node with this key (at most MAP_KEY bytes), or NULL. */
struct map_node *map_find(const struct map *, struct span key);

/*
 * Links a node under a key that is not in the map, as the newest. False when
 * memory ran out; the node is then not in the map.
 */
bool	 map_put(struct map *, struct span key, struct map_node *);

/* Unlinks a node that is in the map. */
void	 map_take(struct map *, struct map_node *);

#endif
