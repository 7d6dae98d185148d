/* fuzz_tape.c - tape images of every kind: they end, and chunk sizes change nothing */
#include <stdint.h>
#include <stdlib.h>	/* abort */
#include <string.h>

#include "ztrace/map.h"
#include "ztrace/tape.h"
#include "ztrace/unwrap.h"

int LLVMFuzzerTestOneInput(const uint8_t *, size_t);

/* What came of an image. */
struct outcome {
	uint64_t	hash;		/* of all blocks */
	uint64_t	extents, bytes;
	uint64_t	count[DIAG_LEVELS];
};

static struct outcome
read_all(const struct unwrapper *u, struct span image, size_t chunk)
{
	struct stream *s = u->open(stream_open_memory(image, chunk), &(struct diag){ 0 });
	struct tape_set set = { 0 };
	struct outcome o = { 0 };
	struct diag d = { 0 };
	struct span v;

	if (s == NULL)
		abort();
	while (stream_peek(s, STREAM_PEEK, &v, &d) == RC_OK && v.n > 0) {
		if (v.n > 2 * 1024 * 1024)
			abort();
		o.hash = map_hash(o.hash, v);
		stream_consume(s, v.n);
	}
	o.extents = stream_extent(s);
	o.bytes = stream_at(s);
	tape_set_add(&set, s, &d);
	tape_set_end(&set, &d);
	memcpy(o.count, d.count, sizeof(o.count));
	stream_close(s);
	return o;
}

int
LLVMFuzzerTestOneInput(const uint8_t *p, size_t n)
{
	static const struct unwrapper *const kinds[] = {
		&unwrapper_aws, &unwrapper_faketape, &unwrapper_simh
	};
	struct head head = { .s = span_of(p, n), .whole = true };
	struct outcome a, b;
	size_t i;

	for (i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		if (kinds[i]->bid(head) < 0)
			abort();
		a = read_all(kinds[i], head.s, 0);
		b = read_all(kinds[i], head.s, 13);
		if (memcmp(&a, &b, sizeof(a)) != 0)
			abort();
	}
	return 0;
}
