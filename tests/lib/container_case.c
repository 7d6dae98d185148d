/* container_case.c - what a container makes of an input, held against a table */
#include "container_case.h"

#include <check.h>
#include <stdlib.h>	/* calloc, free, getenv, malloc */
#include <string.h>	/* memcpy, strcspn */

#include "gather.h"
#include "hex.h"
#include "make_container.h"
#include "make_gtf.h"

const size_t chunks[CHUNKS] = { 4096, 1, 2, 3, 7 };

/* Bytes of a table's input; *image is set where it has borders. */
static struct buf
case_input(const char *in, bool *image)
{
	struct buf all = { 0 }, part;
	char text[4096];
	size_t n;

	*image = strchr(in, '|') != NULL;
	while (*in != '\0') {
		n = strcspn(in, "|");
		ck_assert(n < sizeof(text));
		memcpy(text, in, n);
		text[n] = '\0';
		part = hex_bytes(text);
		if (*image)
			image_put(&all, buf_span(&part));
		else
			buf_put(&all, part.p, part.n);
		buf_free(&part);
		in += in[n] == '|' ? n + 1 : n;
	}
	return all;
}

/* Bytes that a stream over the image gives. */
static size_t
image_size(struct span image)
{
	struct cursor c = cursor_at(image, 0);
	size_t n = 0;

	while (cursor_left(&c) > 0)
		n += cursor_take(&c, cursor_u32(&c)).n;
	return n;
}

static void
case_check(const struct container_case *t, const struct gathered *g, size_t chunk)
{
	struct buf out = hex_bytes(t->out);

	ck_assert_msg(g->wrong == NULL, "%s, chunks of %zu: %s", t->what, chunk, g->wrong);
	ck_assert_msg(span_equal(buf_span(&out), buf_span(&g->records)),
	    "%s, chunks of %zu: other records (%zu of them, %zu bytes)", t->what, chunk, g->n,
	    g->records.n);
	ck_assert_str_eq((const char *)g->words.p, t->words);
	ck_assert_uint_eq(g->ledger.n[BYTES_DESCRIPTOR], t->descriptor);
	ck_assert_uint_eq(g->ledger.n[BYTES_PADDING], t->padding);
	ck_assert_uint_eq(g->ledger.n[BYTES_SKIPPED], t->skipped);
	buf_free(&out);
}

void
case_run(const struct container *c, const struct container_case *t)
{
	struct stream *stream;
	struct gathered g;
	struct buf in;
	size_t i;
	bool image;

	in = case_input(t->in, &image);
	for (i = 0; i < CHUNKS; i++) {
		if (image)
			stream = stream_open_blocks(buf_span(&in), chunks[i]);
		else
			stream = stream_open_memory(buf_span(&in), chunks[i]);
		gather(&g, c, stream, image ? image_size(buf_span(&in)) : in.n);
		case_check(t, &g, chunks[i]);
		gathered_free(&g);
	}
	buf_free(&in);
}

void
case_reads(const struct container *c, struct span in, struct span records)
{
	struct gathered g;
	size_t i;

	for (i = 0; i < CHUNKS; i++) {
		gather(&g, c, stream_open_memory(in, chunks[i]), in.n);
		ck_assert_msg(g.wrong == NULL, "chunks of %zu: %s", chunks[i], g.wrong);
		ck_assert_str_eq((const char *)g.words.p, "");
		ck_assert_msg(span_equal(records, buf_span(&g.records)),
		    "chunks of %zu: other records (%zu)", chunks[i], g.n);
		gathered_free(&g);
	}
}

void
case_truncated(const struct container *c, struct span in, struct span records)
{
	struct gathered g;
	size_t n;

	for (n = 0; n < in.n; n++) {
		gather(&g, c, stream_open_memory(span_first(in, n), 7), n);
		ck_assert_msg(g.wrong == NULL, "%zu of %zu bytes: %s", n, in.n, g.wrong);
		ck_assert_msg(g.records.n <= records.n &&
		    span_equal(span_first(records, g.records.n), buf_span(&g.records)),
		    "%zu of %zu bytes: other records", n, in.n);
		gathered_free(&g);
	}
}

void
case_flipped(const struct container *c, struct span in)
{
	static const uint8_t masks[] = { 0xFF, 0x01, 0x80 };
	size_t i, k, step = getenv("QUICK") != NULL ? 7 : 1;
	uint8_t *copy = malloc(in.n);
	struct gathered g, other;

	ck_assert_ptr_nonnull(copy);
	for (i = 0; i < in.n; i += step)
		for (k = 0; k < sizeof(masks); k++) {
			memcpy(copy, in.p, in.n);
			copy[i] ^= masks[k];
			gather(&g, c, stream_open_memory(span_of(copy, in.n), 0), in.n);
			gather(&other, c, stream_open_memory(span_of(copy, in.n), 7), in.n);
			ck_assert_msg(g.wrong == NULL, "byte %zu: %s", i, g.wrong);
			ck_assert_str_eq((const char *)g.words.p, (const char *)other.words.p);
			ck_assert_msg(span_equal(buf_span(&g.records), buf_span(&other.records)),
			    "byte %zu: other records in chunks of 7", i);
			gathered_free(&g);
			gathered_free(&other);
		}
	free(copy);
}

/* A stream that fails where a pipe would make its reader wait. */
static enum rc
prompt_fill(void *self, uint8_t *to, size_t room, size_t *got, struct diag *d)
{
	struct span *left = self;

	(void)room;
	if (left->n == 0)
		return diag_fail(d, NULL, "a pipe would wait here");
	*to = left->p[0];
	*left = span_from(*left, 1);
	*got = 1;
	return RC_OK;
}

void
case_prompt(const struct container *c, struct span in, struct span records)
{
	static const struct feeder feeder = { .fill = prompt_fill, .close = free };
	struct cursor at = cursor_at(records, 0);
	struct span *left = calloc(1, sizeof(*left)), record;
	struct gathered g;
	size_t n;

	ck_assert_ptr_nonnull(left);
	*left = span_first(in, in.n - 1);
	gather(&g, c, stream_open(&feeder, left), in.n);
	ck_assert_str_eq((const char *)g.words.p, "a pipe would wait here\n");
	for (n = 0; make_each(&at, &record); n++)
		;
	ck_assert_uint_eq(g.n, n - 1);
	gathered_free(&g);
}
