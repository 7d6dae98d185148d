/* make_le.c - trace tables of Language Environment, in storage and in print */
#include "make_le.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ztrace/ebcdic.h"
#include "ztrace/le_line.h"
#include "ztrace/tod.h"

enum { ROOM = 256, THREADS = 5, DEPTH = 4 };

/* Text in EBCDIC, cut or filled with blanks to n bytes. */
static void
put_text(uint8_t *to, const char *text, size_t n)
{
	size_t i, length = strlen(text);

	for (i = 0; i < n; i++)
		to[i] = ebcdic_from_ascii(i < length ? text[i] : ' ');
}

static void
put_entry(struct buf *b, struct le_made m, uint8_t member,
    const uint8_t area[LE_AREA_SIZE])
{
	uint8_t head[LE_AREA];

	put_u64(head, m.us << 12);
	put_u64(head + 8, m.thread);
	put_u32(head + 16, (uint32_t)member << 24);
	put_u32(head + 20, m.type);
	buf_put(b, head, sizeof(head));
	buf_put(b, area, LE_AREA_SIZE);
}

void
le_make_call(struct buf *b, struct le_made m, const char *caller,
    const char *text, const char *operator)
{
	uint8_t area[LE_AREA_SIZE] = { 0 };

	put_text(area, caller, 32);
	put_text(area + 32, text, m.type == LE_POSIX_CALL ? 57 : 64);
	if (m.type != LE_POSIX_CALL)
		put_text(area + 96, operator, 8);
	put_entry(b, m, LE_C, area);
}

void
le_make_return(struct buf *b, struct le_made m, const char *text)
{
	uint8_t area[LE_AREA_SIZE] = { 0 };

	put_text(area, text, strlen(text));
	put_entry(b, m, LE_C, area);
}

void
le_make_part(struct buf *b, struct le_made m, const char *const name[4],
    int part)
{
	uint8_t area[LE_AREA_SIZE];

	put_text(area, "", sizeof(area));
	put_text(area, name[0], 16);
	put_text(area + 16, ":", 1);
	put_text(area + 17, name[1], 32);
	put_text(area + 49, "-->", 3);
	put_text(area + 52, name[2], 16);
	put_text(area + 68, ":", 1);
	put_text(area + 69, name[3], 32);
	put_text(area + 103, part == 1 ? "1" : "2", 1);
	put_entry(b, m, LE_C, area);
}

void
le_make_other(struct buf *b, struct le_made m, uint8_t member, struct span area)
{
	uint8_t all[LE_AREA_SIZE] = { 0 };

	if (area.n > 0)
		memcpy(all, area.p, area.n < sizeof(all) ? area.n : sizeof(all));
	put_entry(b, m, member, all);
}

/* What a thread of the made program is in. */
struct made_thread {
	uint64_t	 id;
	unsigned	 depth;
	uint32_t	 type[DEPTH];
	unsigned	 number[DEPTH];
	uint64_t	 value[DEPTH];	/* that it will give back */
	uint64_t	 block;		/* of the heap, that it has; 0: none */
	unsigned	 code;		/* errno */
};

static void
run_call(struct dice *d, struct le_made m, struct made_thread *t, struct buf *b)
{
	static const char *const names[] = {
		"strcpy", "isatty", "getenv", "fopen", "pthread_mutex_lock",
		    "write", "read",
		"printf"
	};
	static const char *const callers[] = {
		"main", "Igetparms", "Isetup", "IRTLResource::~IRTLResource()",
		    "worker(int)"
	};
	const char *caller = callers[dice_below(d,
	    sizeof(callers) / sizeof(callers[0]))];
	unsigned which = (unsigned)dice_below(d, 10), number = 100 + which;
	uint32_t type = LE_BASE_CALL + 2 * (uint32_t)dice_below(d, 3);
	char name[64], text[ROOM];
	const char *operator = "";

	t->value[t->depth] = which < 8 && dice_below(d, 9) == 0 ? UINT32_MAX :
	    dice_below(d, 2);
	if (which >= 8 && t->block == 0) {
		(void)snprintf(name, sizeof(name), "malloc(%u)",
		    (unsigned)dice_below(d, 5000));
		t->value[t->depth] = t->block =
		    0x24000000 + 8 * dice_below(d, 100000);
		operator = dice_below(d, 2) == 0 ? "new" : "";
	} else if (which >= 8) {
		(void)snprintf(name, sizeof(name), "free(0x%08" PRIX64 ")",
		    t->block);
		operator = dice_below(d, 2) == 0 ? "delete" : "";
		t->block = 0;
	} else {
		(void)snprintf(name, sizeof(name), "%s()", names[which]);
	}
	(void)snprintf(text, sizeof(text), "-->(%0*u) %s",
	    type == LE_XPLINK_CALL ? 4 : 3, number, name);
	m.type = t->type[t->depth] = type;
	t->number[t->depth++] = number;
	le_make_call(b, m, caller, text, operator);
}

static void
run_return(struct dice *d, struct le_made m, struct made_thread *t,
    struct buf *b)
{
	unsigned i = --t->depth, number = t->number[i];
	uint32_t value = (uint32_t)t->value[i];
	char text[ROOM];

	if (value == UINT32_MAX)
		t->code = 111 + (unsigned)dice_below(d, 30);
	m.type = t->type[i] + 1;
	if (m.type == LE_XPLINK_RETURN)
		(void)snprintf(text, sizeof(text),
		    "<--(%04u) R1=%08X R2=%08X R3=%08X "
		    "ERRNO=%08X ERRNO2=%08X", number, 0x23FFCAB0, 0x23C589D0,
		    value, t->code, 0x05FC0100 + t->code);
	else if (m.type == LE_POSIX_RETURN)
		(void)snprintf(text, sizeof(text),
		    "<--(%03u) R15=%08X ERRNO=%08X ERRNO2=%08X", number, value,
		    t->code, 0x05FC0100 + t->code);
	else
		(void)snprintf(text, sizeof(text),
		    "<--(%03u) R15=%08X ERRNO=%08X", number, value, t->code);
	le_make_return(b, m, text);
}

static void
run_switch(struct dice *d, struct le_made m, struct buf *b)
{
	static const char *const first[] = {
		"a859c41fnl34", "function_name_length_equals_to_0", "CELHV003",
		    "printf"
	};
	static const char *const second[] = { "", "34", "", "" };
	bool two = dice_below(d, 2) == 0;

	m.type = LE_FROM_XPLINK + (uint32_t)dice_below(d, 2);
	le_make_part(b, m, first, 1);
	if (two)
		le_make_part(b, m, second, 2);
}

void
le_make_run(struct dice *d, size_t n, struct buf *b)
{
	static const uint8_t area[] = { 0x01, 0x25, 0xD2, 0x3C };
	struct made_thread threads[THREADS] =
	    { { .id = UINT64_C(0x21DEC83000000000) } }, *t;
	struct le_made m = { .us = LE_MADE_TIME };
	size_t i, end = b->n + n * LE_SIZE;

	for (i = 1; i < THREADS; i++)
		threads[i].id = threads[0].id + ((uint64_t)i << 32);
	while (b->n < end && !b->failed) {
		t = &threads[dice_below(d, THREADS)];
		m.thread = t->id;
		m.us += dice_below(d, 50);
		switch (dice_below(d, 40)) {
		case 0:
			run_switch(d, m, b);
			break;
		case 1:
			m.type = 0x1800;
			le_make_other(b, m, LE_CEL,
			    span_of(area, sizeof(area)));
			break;
		default:
			if (t->depth < DEPTH &&
			    (t->depth == 0 || dice_below(d, 3) == 0))
				run_call(d, m, t, b);
			else
				run_return(d, m, t, b);
		}
	}
	b->n = b->failed ? b->n : end;
}

/* A print in work. */
struct printing {
	const struct print_style *style;
	const struct le_print	*form;
	struct buf		*out;
	size_t			 lines;
};

static void
print_raw(struct printing *p, const char *text)
{
	char line[2 * ROOM];

	(void)snprintf(line, sizeof(line), "%*s%.*s", (int)p->form->indent, "",
	    ROOM, text);
	print_text(p->style, line, p->out);
}

static void
print_one(struct printing *p, const char *text)
{
	char line[ROOM];

	if (p->form->page > 0 && p->lines % p->form->page == 0) {
		(void)snprintf(line, sizeof(line),
		    "CEE3DMP V1 R9.0: Condition processing resulted "
		    "in the unhandled condition.        05/01/05 10:10:57 PM   Page: %4zu",
		    p->lines / p->form->page + 1);
		print_raw(p, line);
		print_raw(p,
		    "ASID: 003C   Job ID: JOB00042   Job name: CELJOB   Step name: GO");
		print_raw(p, "");
	}
	p->lines++;
	print_raw(p, text);
}

static void
print_row(struct printing *p, uint32_t at, struct span bytes)
{
	const char *bar = p->form->bars ? "\xe2\x94\x82" : "|";
	char line[ROOM];
	size_t i, n = 0;

	n += (size_t)snprintf(line, sizeof(line), "+%06" PRIX32 "    ", at);
	for (i = 0; i < 32; i++) {
		if (i < bytes.n)
			n += (size_t)snprintf(line + n, sizeof(line) - n,
			    "%02X", bytes.p[i]);
		else
			n += (size_t)snprintf(line + n, sizeof(line) - n, "  ");
		if (i % 4 == 3)
			line[n++] = ' ';
		if (i == 15 || i == 31)
			line[n++] = ' ';
	}
	n += (size_t)snprintf(line + n, sizeof(line) - n, "%s", bar);
	for (i = 0; i < 32; i++)
		line[n++] = i < bytes.n ? (char)ebcdic_print[bytes.p[i]] : ' ';
	(void)snprintf(line + n, sizeof(line) - n, "%s", bar);
	print_one(p, line);
}

static void
print_entry(struct printing *p, uint32_t at, struct span entry)
{
	struct tod_parts t = tod_parts(tod_us(span_u64(entry, 0)));
	char line[ROOM];
	unsigned row;

	(void)snprintf(line, sizeof(line), "+%06" PRIX32 "    Time %02d.%02d.%02d.%06" PRIu32
	    "    Date %04d.%02d.%02d    Thread ID... %016" PRIX64, at, t.hour, t.minute, t.second,
	    t.us, t.year, t.month, t.day, span_u64(entry, 8));
	print_one(p, line);
	(void)snprintf(line, sizeof(line),
	    "+%06" PRIX32 "    Member ID.... %02X    Flags..... "
	    "%06" PRIX32 "    Entry Type..... %08" PRIX32, at + 16,
	    span_u8(entry, 16), span_u32(entry, 16) & 0xffffff,
	    span_u32(entry, 20));
	print_one(p, line);
	for (row = 2; row < LE_ROWS; row++)
		print_row(p, at + le_row_at[row],
		    span_first(span_from(entry, le_row_at[row]),
		    le_row_bytes[row]));
	print_one(p, "");
}

void
le_print_table(const struct print_style *style, const struct le_print *form,
    struct span entries, struct buf *out)
{
	struct printing p = { .style = style, .form = form, .out = out };
	uint32_t at = form->from;
	char line[ROOM];

	if (!form->bare) {
		print_one(&p, "Language Environment Trace Table:");
		print_one(&p, "");
		if (form->recent != LE_NOWHERE) {
			(void)snprintf(line, sizeof(line),
			    "Most recent trace entry is at "
			    "displacement: %06" PRIX32, form->recent);
			print_one(&p, line);
			print_one(&p, "");
		}
		print_one(&p,
		    "    Displacement              Trace Entry in Hexadecimal     "
		    "                 Trace Entry in EBCDIC");
		print_one(&p,
		    "    ------------ ------------------------------------------   ------");
	}
	for (; entries.n >= LE_SIZE; entries = span_from(entries, LE_SIZE),
	    at += LE_SIZE)
		print_entry(&p, at, span_first(entries, LE_SIZE));
}

struct buf
le_sample(const char *name)
{
	struct buf b = { 0 };
	char path[ROOM];
	uint8_t *to;
	FILE *f;
	size_t n;

	(void)snprintf(path, sizeof(path), "samples/%s", name);
	f = fopen(path, "rb");
	if (f == NULL) {
		(void)fprintf(stderr, "cannot open %s\n", path);
		abort();
	}
	while ((to = buf_room(&b, 65536)) != NULL &&
	    (n = fread(to, 1, 65536, f)) > 0)
		b.n += n;
	(void)fclose(f);
	return b;
}
