/* held.c - the first blocks of a data set, kept until it is known if it is wanted */
#include "ztrace/held.h"

void
held_free(struct held *h)
{
	buf_free(&h->data);
	buf_free(&h->sizes);
}

void
held_clear(struct held *h)
{
	buf_clear(&h->data);
	buf_clear(&h->sizes);
	h->judged = 0;
}

bool
held_put(struct held *h, struct span block)
{
	uint8_t *size = buf_room(&h->sizes, 4);

	if (size == NULL || !buf_put(&h->data, block.p, block.n))
		return false;
	put_u32(size, (uint32_t)block.n);
	h->sizes.n += 4;
	return true;
}

bool
held_full(const struct held *h)
{
	return h->data.n >= BID_HEAD;
}

bool
held_wanted(struct held *h, const struct wanted *wanted, bool whole)
{
	struct head head = { buf_span(&h->data), whole };

	if (wanted->text == NULL || head.s.n == 0 ||
	    (!whole && !held_full(h) && head.s.n < 2 * h->judged))
		return false;
	h->judged = head.s.n;
	return wanted->text(head);
}
