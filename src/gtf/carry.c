/* carry.c - segments that the run before left open */

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ztrace/carry.h"
#include "ztrace/gtf.h"
#include "ztrace/rdw.h"

enum { CARRY_READ = 64 * 1024 };

/* The record at `at`, if there is one of those that a run leaves. */
static bool
carry_record(struct span all, size_t at, struct span *record)
{
	size_t n = span_u16(all, at);
	enum gtf_kind kind;

	if (n < RDW_HEAD || span_u16(all, at + 2) != 0 || !span_cut(all, at, n, record))
		return false;
	kind = gtf_head(*record).kind;
	return kind == GTF_TRACE || kind == GTF_CONTROL;
}

static enum rc
carry_check(const char *path, struct span all, struct diag *d)
{
	struct place at = { .file = path, .known = true };
	struct span record;
	size_t n;

	for (n = 0; n < all.n; n += record.n) {
		at.number++;
		at.offset = n;
		if (!carry_record(all, n, &record))
			return diag_fail(d, &at, "carry file holds something that is no GTF "
			    "record: it was not written by a run before this one, or is damaged");
	}
	return RC_OK;
}

static enum rc
carry_read(int fd, const char *path, size_t limit, struct buf *b, struct diag *d)
{
	struct place at = { .file = path };
	uint8_t *p;
	ssize_t n;

	for (;;) {
		p = buf_room(b, CARRY_READ);
		if (p == NULL)
			return diag_memory(d);
		n = read(fd, p, CARRY_READ);
		if (n == 0)
			return RC_OK;
		if (n < 0 && errno != EINTR)
			return diag_fail(d, &at, "cannot read carry file: %s", strerror(errno));
		b->n += n > 0 ? (size_t)n : 0;
		if (b->n > limit)
			return diag_fail(d, &at, "carry file is larger than can be held "
			    "(%zu bytes; --hold sets the limit)", limit);
	}
}

enum rc
carry_load(const char *path, size_t limit, struct buf *b, struct diag *d)
{
	struct place at = { .file = path };
	enum rc rc;
	struct stat st;
	int fd;

	/* a pipe must not be waited for */
	fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	if (fd < 0 && errno == ENOENT)
		return RC_OK;
	if (fd < 0)
		return diag_fail(d, &at, "cannot open carry file: %s", strerror(errno));
	/* what is written to a device is not there for the next run */
	if (fstat(fd, &st) == 0 && !S_ISREG(st.st_mode))
		rc = diag_fail(d, &at, "cannot read carry file: it is no plain file");
	else
		rc = carry_read(fd, path, limit, b, d);
	(void)close(fd);
	return rc == RC_OK ? carry_check(path, buf_span(b), d) : rc;
}

struct carry {
	struct source	 source;	/* first: what the caller holds */
	struct source	*below;		/* owned */
	struct span	 all;
	const char	*path;
	struct ledger	*ledger;
	size_t		 at;		/* of the next record in `all` */
	uint64_t	 number;
};

static enum rc
carry_next(struct source *source, struct record *rec, struct diag *d)
{
	struct carry *c = (struct carry *)source;

	*rec = (struct record){ 0 };
	if (!carry_record(c->all, c->at, &rec->data))
		return c->below->next(c->below, rec, d);
	rec->at = (struct place){
		.file = c->path, .number = ++c->number, .offset = c->at, .known = true
	};
	rec->carried = true;
	c->at += rec->data.n;
	c->ledger->n[BYTES_READ] += rec->data.n;
	c->ledger->n[BYTES_RECORD] += rec->data.n;
	return RC_OK;
}

static void
carry_close(struct source *source)
{
	struct carry *c = (struct carry *)source;

	c->below->close(c->below);
	free(c);
}

struct source *
carry_open(const struct buf *b, const char *path, struct source *below, struct ledger *ledger)
{
	struct carry *c = calloc(1, sizeof(*c));

	if (c == NULL) {
		below->close(below);
		return NULL;
	}
	*c = (struct carry){
		.source = { .next = carry_next, .close = carry_close },
		.below = below, .all = buf_span(b), .path = path, .ledger = ledger
	};
	return &c->source;
}
