/* play_tape.c - writes tapes that are told in words */
#include <stdio.h>	/* snprintf */

#include "make_container.h"
#include "make_tape.h"

void
reel_play(struct reel *r, const char *words, struct buf *blocks)
{
	struct script script = { .left = words };
	struct script_item item;

	while (script_next(&script, &item)) {
		if (item.what == SCRIPT_MARK)
			reel_mark(r);
		else if (item.what == SCRIPT_BLOCK && item.n > 0)
			reel_block(r, span_of(item.bytes, item.n));
		if (item.gtf && blocks != NULL)
			image_put(blocks, span_of(item.bytes, item.n));
	}
}

void
reel_data_set(struct reel *r, struct span blocks, unsigned users)
{
	struct cursor c = cursor_at(blocks, 0);
	char words[80];
	unsigned n, i;

	reel_play(r, "VOL1 HDR1=OPS.TRACE.GTF HDR2=V", NULL);
	for (i = 0; i < users; i++)
		reel_label(r, "UHL1");
	reel_mark(r);
	for (n = 0; cursor_left(&c) > 0; n++)
		reel_block(r, cursor_take(&c, cursor_u32(&c)));
	(void)snprintf(words, sizeof(words), "TM EOF1=OPS.TRACE.GTF#%u EOF2=V", n);
	reel_play(r, words, NULL);
	for (i = 0; i < users; i++)
		reel_label(r, "UTL1");
	reel_mark(r);
	reel_mark(r);
}
