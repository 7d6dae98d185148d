/* stream.c - peek and consume over a descriptor, memory, or another stream */

#define _GNU_SOURCE		/* F_SETPIPE_SZ */

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ztrace/stream.h"

enum { IDLE_EACH = 250 };		/* milliseconds */

struct stream {
	struct feeder	 feeder;
	void		*self;		/* the feeder's; closed with the stream */
	uint8_t		*buf;		/* owned */
	size_t		 cap;
	size_t		 at, end;	/* what is buffered and not consumed */
	uint64_t	 consumed;
	uint64_t	 extent;
	bool		 border;	/* the extent ends behind what is buffered */
	bool		 ended;		/* the feeder has no more */
};

struct stream *
stream_open(const struct feeder *feeder, void *self)
{
	struct stream *s = calloc(1, sizeof(*s));

	if (s != NULL)
		s->buf = malloc(STREAM_READ);
	if (s == NULL || s->buf == NULL) {
		free(s);
		feeder->close(self);
		return NULL;
	}
	s->feeder = *feeder;
	s->self = self;
	s->cap = STREAM_READ;
	return s;
}

void
stream_close(struct stream *s)
{
	if (s == NULL)
		return;
	s->feeder.close(s->self);
	free(s->buf);
	free(s);
}

void *
stream_self(const struct stream *s, const struct feeder *feeder)
{
	return s->feeder.fill == feeder->fill ? s->self : NULL;
}

/* Room behind `end`: moves what is left to the front, grows if that is not enough. */
static bool
stream_room(struct stream *s)
{
	uint8_t *buf;

	if (s->at > 0) {
		memmove(s->buf, s->buf + s->at, s->end - s->at);
		s->end -= s->at;
		s->at = 0;
	}
	if (s->end < s->cap)
		return true;
	buf = realloc(s->buf, s->cap * 2);
	if (buf == NULL)
		return false;
	s->buf = buf;
	s->cap *= 2;
	return true;
}

static enum rc
stream_fill(struct stream *s, struct diag *d)
{
	size_t got = 0;
	enum rc rc;

	if (!stream_room(s))
		return diag_memory(d);
	rc = s->feeder.fill(s->self, s->buf + s->end, s->cap - s->end, &got, d);
	switch (rc) {
	case RC_OK:
		s->end += got;
		break;
	case RC_SKIP:
		s->border = true;
		break;
	case RC_END:
		s->ended = true;
		break;
	case RC_FAIL:
		return RC_FAIL;
	}
	return RC_OK;
}

enum rc
stream_peek(struct stream *s, size_t min, struct span *out, struct diag *d)
{
	if (min > STREAM_PEEK)
		min = STREAM_PEEK;
	while (s->end - s->at < min && !s->ended) {
		if (s->border) {
			if (s->at < s->end)
				break;
			s->border = false;
			s->extent++;
		}
		if (stream_fill(s, d) == RC_FAIL)
			return RC_FAIL;
	}
	*out = span_of(s->buf + s->at, s->end - s->at);
	return RC_OK;
}

void
stream_consume(struct stream *s, size_t n)
{
	s->at += n;
	s->consumed += n;
}

uint64_t
stream_at(const struct stream *s)
{
	return s->consumed;
}

uint64_t
stream_extent(const struct stream *s)
{
	return s->extent;
}

bool
stream_bordered(const struct stream *s)
{
	return s->feeder.bordered;
}

/* A descriptor. */

struct fd_feeder {
	int			  fd;
	const struct stream_idle *idle;
	const struct stream_meter *meter;	/* NULL: none */
};

/* Waits until there is something to read, or the end. False: told not to. */
static bool
fd_wait(const struct fd_feeder *f)
{
	struct pollfd ready = { .fd = f->fd, .events = POLLIN };
	int timeout = 0;

	if (f->idle == NULL || f->idle->idle == NULL)
		return true;
	/* what is no pipe or terminal is always ready */
	while (poll(&ready, 1, timeout) == 0) {
		if (!f->idle->idle(f->idle->to))
			return false;
		timeout = IDLE_EACH;
	}
	return true;
}

static enum rc
fd_fill(void *self, uint8_t *to, size_t room, size_t *got, struct diag *d)
{
	struct fd_feeder *f = self;
	struct pollfd ready = { .fd = f->fd, .events = POLLIN };
	ssize_t n;

	if (room > STREAM_READ)
		room = STREAM_READ;
	if (!fd_wait(f))
		return RC_FAIL;
	for (;;) {
		n = read(f->fd, to, room);
		if (n >= 0)
			break;
		if (errno == EAGAIN || errno == EWOULDBLOCK)
			(void)poll(&ready, 1, -1);
		else if (errno != EINTR)
			return diag_fail(d, NULL, "cannot read: %s", strerror(errno));
	}
	if (n > 0 && f->meter != NULL && f->meter->read != NULL)
		f->meter->read(f->meter->to, (size_t)n);
	*got = (size_t)n;
	return n > 0 ? RC_OK : RC_END;
}

static void
fd_close(void *self)
{
	struct fd_feeder *f = self;

	if (f->fd != STDIN_FILENO)
		(void)close(f->fd);
	free(f);
}

struct stream *
stream_open_fd(int fd, const struct stream_idle *idle)
{
	static const struct feeder feeder = { .fill = fd_fill, .close = fd_close };
	struct fd_feeder *f = calloc(1, sizeof(*f));

	if (f == NULL) {
		if (fd != STDIN_FILENO)
			(void)close(fd);
		return NULL;
	}
	*f = (struct fd_feeder){ .fd = fd, .idle = idle };
#ifdef F_SETPIPE_SZ
	/* writes larger than the pipe make the default of 64 KiB slow */
	(void)fcntl(fd, F_SETPIPE_SZ, STREAM_READ);
#endif
	(void)posix_fadvise(fd, 0, 0, POSIX_FADV_SEQUENTIAL);
	return stream_open(&feeder, f);
}

void
stream_fd_meter(struct stream *s, const struct stream_meter *meter)
{
	struct fd_feeder *f = s->self;

	f->meter = meter;
}

/* Memory. */

struct memory_feeder {
	struct span	left;
	size_t		chunk;
};

static enum rc
memory_fill(void *self, uint8_t *to, size_t room, size_t *got, struct diag *d)
{
	struct memory_feeder *f = self;
	size_t n = f->left.n < room ? f->left.n : room;

	(void)d;
	if (f->chunk > 0 && n > f->chunk)
		n = f->chunk;
	if (n == 0)
		return RC_END;
	memcpy(to, f->left.p, n);
	f->left = span_from(f->left, n);
	*got = n;
	return RC_OK;
}

struct stream *
stream_open_memory(struct span s, size_t chunk)
{
	static const struct feeder feeder = { .fill = memory_fill, .close = free };
	struct memory_feeder *f = calloc(1, sizeof(*f));

	if (f == NULL)
		return NULL;
	*f = (struct memory_feeder){ .left = s, .chunk = chunk };
	return stream_open(&feeder, f);
}
