/* le_heap.c - the format heap: what was not freed, and what was freed oddly
 *
 * A table shows a window of what happened. A block that is not freed in it may
 * be freed later, and one that is freed without having been allocated may have
 * been so before: neither is called a fault.
 */
#include <stdlib.h>
#include <string.h>

#include "ztrace/le_format.h"
#include "ztrace/le_names.h"
#include "ztrace/map.h"

/* An address, since it was first seen. */
struct block {
	struct map_node	 node;		/* first */
	uint64_t	 address, number;	/* in order of allocation */
	uint64_t	 size, time, thread;
	bool		 live, sized;
	uint32_t	 call;		/* number of the line that says who allocated it */
	uint8_t		 operator[8];	/* EBCDIC, zeros behind it */
	struct block	*next;		/* in the list of all; owned by it */
};

struct heap {
	const struct codepage *codepage;
	struct le_names	 calls;
	struct map	 blocks;	/* by table and address */
	struct block	*all;
	uint64_t	 allocations, frees, bytes, failed;
	struct buf	 odd;		/* lines on what was freed oddly */
	struct buf	 room;
	bool		 lacks;		/* memory ran out */
};

/* The words of parameters, as numbers. */
struct parameters {
	uint64_t	 value[2];
	bool		 hex[2];
	unsigned	 n;
};

static void *
heap_open(const struct codepage *cp)
{
	struct heap *h = calloc(1, sizeof(*h));

	if (h != NULL) {
		h->codepage = cp;
		map_init(&h->blocks);
	}
	return h;
}

static void
heap_close(void *state)
{
	struct heap *h = state;
	struct block *next;

	for (; h->all != NULL; h->all = next) {
		next = h->all->next;
		free(h->all);
	}
	map_free(&h->blocks);
	le_names_free(&h->calls);
	buf_free(&h->odd);
	buf_free(&h->room);
	free(h);
}

static bool
is_name(struct span name, const char *text)
{
	size_t i;

	for (i = 0; i < name.n; i++)
		if (text[i] == '\0' || ebcdic_from_ascii(text[i]) != name.p[i])
			return false;
	return text[i] == '\0';
}

/*
 * "2068" or "0x24004C20", parted by commas; what is neither counts as absent.
 */
static struct parameters
parameters_read(struct heap *h, struct span text)
{
	struct parameters p = { 0 };
	const char *at, *digits;
	char *end;

	buf_clear(&h->room);
	le_put_text(&h->room, text, h->codepage);
	if (!buf_char(&h->room, '\0'))
		return p;
	for (at = (const char *)h->room.p; p.n < 2; at = end + 1) {
		digits = at + strspn(at, " ");
		p.hex[p.n] = digits[0] == '0' && (digits[1] | 0x20) == 'x';
		if (*digits < '0' || *digits > '9')
			break;
		p.value[p.n] = strtoull(digits, &end, p.hex[p.n] ? 16 : 10);
		p.n++;
		end += strspn(end, " ");
		if (*end != ',')
			break;
	}
	return p;
}

static struct block *
heap_find(struct heap *h, const struct le_event *ev, uint64_t address,
    uint8_t key[12])
{
	put_u32(key, ev->table);
	put_u64(key + 4, address);
	return (struct block *)map_find(&h->blocks, span_of(key, 12));
}

/* The block at an address, if need be a new one; NULL: out of memory. */
static struct block *
heap_block(struct heap *h, const struct le_event *ev, uint64_t address)
{
	uint8_t key[12];
	struct block *block = heap_find(h, ev, address, key);

	if (block != NULL)
		return block;
	block = calloc(1, sizeof(*block));
	if (block == NULL)
		return NULL;
	if (!map_put(&h->blocks, span_of(key, 12), &block->node)) {
		free(block);
		return NULL;
	}
	block->address = address;
	block->next = h->all;
	h->all = block;
	return block;
}

static void
odd_begin(struct heap *h, const struct le_event *ev, const struct le_call *c,
    uint64_t address, const char *what)
{
	le_put_time(&h->odd, ev->start);
	buf_printf(&h->odd, "  %08llX  %s: ", (unsigned long long)address,
	    what);
	le_put_call(&h->odd, c, h->codepage);
}

/* Whether memory got by one operator may be given back by the other. */
static bool
operators_match(const struct block *block, struct span with)
{
	static const uint8_t pairs[][2][8] = {
		{ { 0x95, 0x85, 0xa6 }, { 0x84, 0x85, 0x93, 0x85, 0xa3, 0x85 } },
		{ { 0x95, 0x85, 0xa6, 0xad, 0xbd },
		    { 0x84, 0x85, 0x93, 0x85, 0xa3, 0x85, 0xad, 0xbd } },
		{ { 0x95, 0x85, 0xa6, 0xba, 0xbb },
		    { 0x84, 0x85, 0x93, 0x85, 0xa3, 0x85, 0xba, 0xbb } },
		{ { 0 }, { 0 } }
	};
	uint8_t operator[8] = { 0 };
	size_t i;

	if (with.n > 0)
		memcpy(operator, with.p, with.n);
	for (i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++)
		if (memcmp(block->operator, pairs[i][0], 8) == 0)
			return memcmp(operator, pairs[i][1], 8) == 0;
	return true;
}

static void
heap_allocate(struct heap *h, const struct le_event *ev,
    const struct le_call *c, uint64_t address, uint64_t size, bool sized)
{
	struct block *block;

	if (address == 0) {
		h->failed += !sized || size > 0;
		return;
	}
	block = heap_block(h, ev, address);
	buf_clear(&h->room);
	le_put_call(&h->room, c, h->codepage);
	if (block == NULL || h->room.failed) {
		h->lacks = true;
		return;
	}
	block->call = le_name_get(&h->calls, buf_span(&h->room));
	h->lacks |= block->call == LE_NO_NAME;
	block->live = true;
	block->number = ++h->allocations;
	block->size = size;
	block->sized = sized;
	block->time = ev->start;
	block->thread = ev->thread;
	memset(block->operator, 0, sizeof(block->operator));
	if (c->operator.n > 0)
		memcpy(block->operator, c->operator.p, c->operator.n);
	h->bytes += size;
}

static void
heap_free(struct heap *h, const struct le_event *ev, const struct le_call *c,
    uint64_t address)
{
	uint8_t key[12];
	struct block *block = heap_find(h, ev, address, key);
	struct span line;

	if (address == 0)
		return;
	h->frees++;
	if (block == NULL) {
		odd_begin(h, ev, c, address,
		    "allocated before the table begins, or never");
		buf_char(&h->odd, '\n');
		block = heap_block(h, ev, address);
		h->lacks |= block == NULL;
		return;
	}
	if (!block->live) {
		odd_begin(h, ev, c, address, "freed twice");
		buf_char(&h->odd, '\n');
		return;
	}
	block->live = false;
	if (operators_match(block, c->operator))
		return;
	line = le_name_text(&h->calls, block->call);
	odd_begin(h, ev, c, address, "freed by another kind of operator");
	buf_str(&h->odd, ", allocated by ");
	buf_put(&h->odd, line.p, line.n);
	buf_char(&h->odd, '\n');
}

/* realloc(address, size): the address is the one in hex, if only one is. */
static void
heap_reallocate(struct heap *h, const struct le_event *ev,
    const struct le_call *c, uint64_t address, const struct parameters *p)
{
	unsigned old = p->n == 2 && p->hex[1] && !p->hex[0];

	if (address == 0 && p->n == 2 && p->value[!old] > 0) {
		h->failed++;	/* the old block is as it was */
		return;
	}
	if (p->n > 0)
		heap_free(h, ev, c, p->value[old]);
	heap_allocate(h, ev, c, address, p->n == 2 ? p->value[!old] : 0,
	    p->n == 2);
}

static bool
heap_add(void *state, const struct le_event *ev)
{
	struct heap *h = state;
	struct parameters p;
	struct le_return r;
	struct le_call c;
	uint64_t address;
	bool given;

	if (ev->kind == LE_OPEN || !le_event_call(ev, &c))
		return true;
	given = le_event_return(ev, &r) && le_return_digits(&r, &address).n > 0;
	p = parameters_read(h, c.parameters);
	if (is_name(c.name, "free")) {
		if (p.n > 0)
			heap_free(h, ev, &c, p.value[0]);
	} else if (!given) {
		return !h->lacks;
	} else if (is_name(c.name, "malloc")) {
		heap_allocate(h, ev, &c, address, p.value[0], p.n > 0);
	} else if (is_name(c.name, "calloc")) {
		heap_allocate(h, ev, &c, address,
		    p.n == 2 ? p.value[0] * p.value[1] : p.value[0], p.n > 0);
	} else if (is_name(c.name, "realloc")) {
		heap_reallocate(h, ev, &c, address, &p);
	}
	return !h->lacks && !h->odd.failed;
}

static int
block_compare(const void *a, const void *b)
{
	const struct block *const *x = a, *const *y = b;

	return (*x)->number < (*y)->number ? -1 : 1;
}

static void
block_line(const struct heap *h, const struct block *block, struct buf *b)
{
	struct span line = le_name_text(&h->calls, block->call);

	le_put_time(b, block->time);
	buf_printf(b, "  %08llX  ", (unsigned long long)block->address);
	if (block->sized)
		buf_printf(b, "%10llu  ", (unsigned long long)block->size);
	else
		buf_str(b, "         ?  ");
	le_put_thread(b, block->thread);
	buf_str(b, "  ");
	buf_put(b, line.p, line.n);
	buf_char(b, '\n');
}

/* Blocks that live, in the order in which they were allocated. */
static void
heap_live(const struct heap *h, struct buf *b)
{
	const struct block **list, *block;
	size_t i, n = 0;

	for (block = h->all; block != NULL; block = block->next)
		n += block->live;
	if (n == 0)
		return;
	list = calloc(n, sizeof(*list));
	if (list == NULL) {
		b->failed = true;
		return;
	}
	for (n = 0, block = h->all; block != NULL; block = block->next)
		if (block->live)
			list[n++] = block;
	qsort(list, n, sizeof(*list), block_compare);
	buf_printf(b, "\nnot freed as far as the table goes: %zu\n", n);
	for (i = 0; i < n; i++)
		block_line(h, list[i], b);
	free(list);
}

static void
heap_end(void *state, struct buf *b)
{
	struct heap *h = state;

	buf_printf(b,
	    "allocated: %llu blocks, %llu bytes; freed: %llu; without success: %llu\n",
	    (unsigned long long)h->allocations, (unsigned long long)h->bytes,
	    (unsigned long long)h->frees, (unsigned long long)h->failed);
	heap_live(h, b);
	if (h->odd.n > 0)
		buf_str(b, "\nto look at\n");
	buf_put(b, h->odd.p, h->odd.n);
}

static const struct le_report report = {
	.open = heap_open, .add = heap_add, .end = heap_end, .close = heap_close
};

const struct le_format le_format_heap = {
	.form = {
		.name = "heap",
		.help = "what was allocated and not freed, or freed oddly"
	},
	.report = &report
};
