/* gzip.c - gzip and zlib data: all members, and what is left of broken ones */

/*
 * RFC 1952, RFC 1950:
 *
 *  1F 8B 08 flags mtime(4) xfl os ... deflate ... crc(4) size(4)   a member
 *  78 level ... deflate ... adler(4)                               zlib
 *
 * Members can stand back to back or with zeros between them (blocked tapes).
 * zlib's gzread hides a cut end and drops a member behind zeros, so inflate
 * is driven here. What was inflated before damage is delivered first.
 */

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define ZLIB_CONST
#include <zlib.h>

#include "ztrace/stream.h"
#include "ztrace/unwrap.h"

enum {
	WINDOW_EITHER = 15 + 32,	/* inflateInit2: gzip or zlib by the header */
	MEMBER_HEAD = 10,
	TRIAL = 512			/* bytes a zlib head must inflate to be believed */
};

enum gzip_state { GZIP_MEMBER, GZIP_BETWEEN, GZIP_DONE };

struct gzip {
	struct stream	*below;		/* owned */
	z_stream	 z;
	enum gzip_state	 state;
	uint64_t	 start;		/* of the present member, in the stream below */
	bool		 again;		/* inflate has more to give or to say without more input */
};

static bool
gzip_is_member(struct span s)
{
	return s.n >= 4 && s.p[0] == 0x1f && s.p[1] == 0x8b && s.p[2] == 8 &&
	    (s.p[3] & 0xe0) == 0;
}

/* Bits: two magic bytes, method, three reserved flags, and an ordinary xfl. */
static int
gzip_bid_member(struct span s)
{
	int bits = 27;

	if (!gzip_is_member(s))
		return 0;
	if (s.n >= MEMBER_HEAD && (s.p[8] == 0 || s.p[8] == 2 || s.p[8] == 4))
		bits += 6;
	return bits;
}

/* A zlib header is 16 bits with a checksum: believed only when the data behind it inflate. */
static int
gzip_bid_zlib(struct head head)
{
	uint8_t out[TRIAL];
	z_stream z = { 0 };
	int bits = 16, rc;

	if (head.s.n < 2 || (head.s.p[0] & 0x0f) != 8 || (head.s.p[0] >> 4) > 7 ||
	    (head.s.p[1] & 0x20) != 0 || span_u16(head.s, 0) % 31 != 0)
		return 0;
	if (inflateInit(&z) != Z_OK)
		return 0;
	z.next_in = head.s.p;
	z.avail_in = (uInt)span_first(head.s, BID_HEAD).n;
	z.next_out = out;
	z.avail_out = sizeof(out);
	rc = inflate(&z, Z_SYNC_FLUSH);
	if (rc != Z_OK && rc != Z_STREAM_END && rc != Z_BUF_ERROR)
		bits = 0;
	else if (rc == Z_STREAM_END || z.avail_out == 0)
		bits += 24;
	(void)inflateEnd(&z);
	return bits;
}

static int
gzip_bid(struct head head)
{
	int bits = gzip_bid_member(head.s);

	return bits > 0 ? bits : gzip_bid_zlib(head);
}

/*
 * Behind a member: steps over zeros to the next one. RC_OK when there is one,
 * RC_END when nothing or only garbage follows.
 */
static enum rc
gzip_between(struct gzip *g, struct diag *d)
{
	struct span s;
	size_t n;

	do {
		if (stream_peek(g->below, 4, &s, d) == RC_FAIL)
			return RC_FAIL;
		for (n = 0; n < s.n && s.p[n] == 0; n++)
			;
		stream_consume(g->below, n);
	} while (n > 0 && s.n > 0);
	if (s.n == 0)
		return RC_END;
	if (!gzip_is_member(s)) {
		struct place at = { .offset = stream_at(g->below), .known = true };

		(void)diag_damage(d, &at, "bytes behind the gzip data are not gzip and were "
		    "not read");
		return RC_END;
	}
	g->start = stream_at(g->below);
	g->again = false;
	return inflateReset(&g->z) == Z_OK ? RC_OK : RC_END;
}

/* Steps over up to n bytes of what is below. */
static void
gzip_pass(struct gzip *g, size_t n, struct diag *d)
{
	struct span s;

	if (n > 0 && stream_peek(g->below, n, &s, d) == RC_OK)
		stream_consume(g->below, span_first(s, n).n);
}

/*
 * Says what broke a member, and settles how to go on: a check that fails
 * leaves the border known, broken deflate data do not.
 */
static void
gzip_broken(struct gzip *g, int rc, struct diag *d)
{
	static const struct {
		const char	*why;	/* zlib's words */
		size_t		 left;	/* bytes of the member it has not taken yet */
	} checks[] = {
		{ "incorrect data check", 4 },
		{ "incorrect length check", 0 }
	};
	struct place at = { .offset = stream_at(g->below), .known = true };
	const char *why = g->z.msg != NULL ? g->z.msg : "unknown reason";
	size_t i;

	g->state = GZIP_DONE;
	if (rc == Z_NEED_DICT)
		why = "a dictionary is needed";
	for (i = 0; i < sizeof(checks) / sizeof(checks[0]); i++) {
		if (strcmp(why, checks[i].why) != 0)
			continue;
		(void)diag_damage(d, &at, "gzip check does not fit the data (%s, "
		    "member at 0x%" PRIx64 ")", why, g->start);
		gzip_pass(g, checks[i].left, d);
		g->state = GZIP_BETWEEN;
		return;
	}
	(void)diag_damage(d, &at,
	    "gzip data are broken, nothing behind this place is read (%s)", why);
}

static void
gzip_cut(struct gzip *g, struct diag *d)
{
	struct place at = { .offset = stream_at(g->below), .known = true };

	g->state = GZIP_DONE;
	(void)diag_damage(d, &at, "gzip data end early (the file is cut)");
}

/*
 * Inflates once. RC_SKIP: look again (a state has changed, or nothing came out
 * yet). What came out goes first: inflate tells the same damage again.
 */
static enum rc
gzip_inflate(struct gzip *g, uint8_t *to, size_t room, size_t *got, struct diag *d)
{
	bool more = !g->again, bad;
	struct span s;
	int rc;

	if (stream_peek(g->below, more ? 1 : 0, &s, d) == RC_FAIL)
		return RC_FAIL;
	s = span_first(s, BID_HEAD);
	g->z.next_in = s.p;
	g->z.avail_in = (uInt)s.n;
	g->z.next_out = to;
	g->z.avail_out = (uInt)room;
	rc = inflate(&g->z, Z_NO_FLUSH);
	stream_consume(g->below, s.n - g->z.avail_in);
	*got = room - g->z.avail_out;
	if (rc == Z_MEM_ERROR)
		return diag_memory(d);
	bad = rc != Z_OK && rc != Z_BUF_ERROR && rc != Z_STREAM_END;
	g->again = bad || g->z.avail_out == 0;
	if (rc == Z_STREAM_END)
		g->state = GZIP_BETWEEN;
	if (*got > 0)
		return RC_OK;
	if (bad)
		gzip_broken(g, rc, d);
	else if (rc != Z_STREAM_END && more && s.n == 0)
		gzip_cut(g, d);
	return RC_SKIP;
}

static enum rc
gzip_fill(void *self, uint8_t *to, size_t room, size_t *got, struct diag *d)
{
	struct gzip *g = self;
	enum rc rc = RC_SKIP;

	if (room > STREAM_PEEK)
		room = STREAM_PEEK;
	while (rc == RC_SKIP) {
		switch (g->state) {
		case GZIP_MEMBER:
			rc = gzip_inflate(g, to, room, got, d);
			break;
		case GZIP_BETWEEN:
			rc = gzip_between(g, d);
			g->state = rc == RC_OK ? GZIP_MEMBER : GZIP_DONE;
			if (rc != RC_FAIL)
				rc = RC_SKIP;
			break;
		case GZIP_DONE:
			return RC_END;
		}
	}
	return rc;
}

static void
gzip_close(void *self)
{
	struct gzip *g = self;

	(void)inflateEnd(&g->z);
	stream_close(g->below);
	free(g);
}

static struct stream *
gzip_open(struct stream *below, struct diag *d)
{
	static const struct feeder feeder = { .fill = gzip_fill, .close = gzip_close };
	struct gzip *g = calloc(1, sizeof(*g));
	struct stream *s;

	if (g == NULL || inflateInit2(&g->z, WINDOW_EITHER) != Z_OK) {
		free(g);
		stream_close(below);
		(void)diag_memory(d);
		return NULL;
	}
	g->below = below;
	s = stream_open(&feeder, g);
	if (s == NULL)
		(void)diag_memory(d);
	return s;
}

const struct unwrapper unwrapper_gzip = {
	.name = "gzip",
	.help = "gzip and zlib, several members, zeros between them",
	.slow = true,
	.bid = gzip_bid,
	.open = gzip_open
};
