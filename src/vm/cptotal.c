/* cptotal.c - what is kept of all entries by forms that add up */
#include "ztrace/cptotal.h"

#include <stdlib.h>
#include <string.h>

#include "ztrace/tod.h"

enum { SLOTS_FIRST = 1024 };

static uint32_t
kind(uint16_t code, uint16_t cpu)
{
	return (uint32_t)code << 16 | cpu;
}

/* The slot of a kind, or the free one where it belongs. */
static struct cptotal_count *
total_slot(const struct cptotal *t, uint16_t code, uint16_t cpu)
{
	uint64_t hash = kind(code, cpu) * UINT64_C(0x9E3779B97F4A7C15);
	size_t i = (size_t)(hash >> 32);
	struct cptotal_count *c;

	for (;; i++) {
		c = &t->count[i & (t->size - 1)];
		if (c->n == 0 || (c->code == code && c->cpu == cpu))
			return c;
	}
}

static bool
total_grow(struct cptotal *t)
{
	struct cptotal old = *t;
	size_t i;

	t->size = old.size == 0 ? SLOTS_FIRST : 2 * old.size;
	t->count = calloc(t->size, sizeof(*t->count));
	if (t->count == NULL) {
		t->count = old.count;
		t->size = old.size;
		t->failed = true;
		return false;
	}
	for (i = 0; i < old.size; i++)
		if (old.count[i].n > 0)
			*total_slot(t, old.count[i].code, old.count[i].cpu) = old.count[i];
	free(old.count);
	return true;
}

static void
total_gap(struct cptotal *t, const struct cptime *from, uint64_t us)
{
	size_t i = CPTOTAL_GAPS;

	while (i > 0 && us > t->gap[i - 1].us)
		i--;
	if (i == CPTOTAL_GAPS)
		return;
	memmove(&t->gap[i + 1], &t->gap[i], (CPTOTAL_GAPS - 1 - i) * sizeof(t->gap[0]));
	t->gap[i] = (struct cptotal_gap){ us, from->tod, from->known };
}

static void
total_time(struct cptotal *t, const struct cptime *time)
{
	bool back = cptime_order(time->tod) < cptime_order(t->last.tod);

	if (t->n == 0)
		t->first = *time;
	else if (t->last.known == time->known && back)
		t->back++;
	else if (t->last.known == time->known)
		total_gap(t, &t->last, (time->tod - t->last.tod) >> 12);
	t->last = *time;
}

void
cptotal_add(struct cptotal *t, const struct cptime *time, uint16_t code, uint16_t cpu)
{
	struct cptotal_count *c;

	total_time(t, time);
	t->n++;
	if (t->used * 2 >= t->size && !total_grow(t))
		return;
	c = total_slot(t, code, cpu);
	if (c->n == 0 && t->used == CPTOTAL_KINDS) {
		t->others++;
		return;
	}
	t->used += c->n == 0;
	c->code = code;
	c->cpu = cpu;
	c->n++;
}

struct cptotal_cpu *
cptotal_cpu(struct cptotal *t, uint16_t cpu)
{
	uint8_t key[sizeof(cpu)];
	struct map_node *node;
	struct cptotal_cpu *c;

	put_u16(key, cpu);
	node = map_find(&t->cpus, span_of(key, sizeof(key)));
	if (node != NULL)
		return (struct cptotal_cpu *)node;
	c = calloc(1, sizeof(*c));
	if (c == NULL || !map_put(&t->cpus, span_of(key, sizeof(key)), &c->node)) {
		free(c);
		return NULL;
	}
	c->cpu = cpu;
	return c;
}

const struct cptotal_cpu *
cptotal_next(const struct cptotal *t, const struct cptotal_cpu *c)
{
	return (const struct cptotal_cpu *)(c == NULL ? t->cpus.oldest : c->node.newer);
}

static int
count_order(const void *a, const void *b)
{
	const struct cptotal_count *p = a, *q = b;
	uint32_t pk = kind(p->code, p->cpu), qk = kind(q->code, q->cpu);

	return (pk > qk) - (pk < qk);
}

size_t
cptotal_sort(struct cptotal *t)
{
	size_t i, n = 0;

	for (i = 0; i < t->size; i++)
		if (t->count[i].n > 0)
			t->count[n++] = t->count[i];
	if (n > 0)
		qsort(t->count, n, sizeof(*t->count), count_order);
	return n;
}

void
cptotal_free(struct cptotal *t)
{
	struct map_node *node;

	free(t->count);
	t->count = NULL;
	while ((node = t->cpus.oldest) != NULL) {
		buf_free(&((struct cptotal_cpu *)node)->args);
		map_take(&t->cpus, node);
		free(node);
	}
	map_free(&t->cpus);
}
