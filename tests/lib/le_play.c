/* le_play.c - a trace table that a test makes entry by entry, and what is read of it */
#include <check.h>

#include "le_play.h"
#include "ztrace/le_entry.h"

void
le_play_begin(struct le_play *p)
{
	*p = (struct le_play){
		.run = { .forced = &container_le_raw, .quiet = true },
		.now = LE_MADE_TIME
	};
}

void
le_play_end(struct le_play *p)
{
	le_run_free(&p->run);
	buf_free(&p->entries);
	buf_free(&p->other);
}

struct le_made
le_play_made(struct le_play *p, int thread, uint32_t type)
{
	p->now += 10;
	return (struct le_made){ .us = p->now, .type = type,
	    .thread = UINT64_C(0x21DEC83000000000) + ((uint64_t)thread << 32) };
}

void
le_play_call(struct le_play *p, int thread, const char *text)
{
	le_make_call(&p->entries, le_play_made(p, thread, LE_BASE_CALL), "main", text, "");
}

void
le_play_return(struct le_play *p, int thread, const char *text)
{
	le_make_return(&p->entries, le_play_made(p, thread, LE_BASE_RETURN), text);
}

void
le_play_run(struct le_play *p)
{
	le_run(&p->run, buf_span(&p->entries));
	ck_assert_msg(p->run.wrong == NULL, "%s: %s", p->run.wrong, p->run.words.p);
}
