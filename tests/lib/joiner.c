/* joiner.c - runs records through selection and join, and keeps what becomes of each */
#include "joiner.h"

#include <stdlib.h>

enum { HOLD = 1 << 30 };

void
joiner_start(struct joiner *j, const struct join_rules *rules)
{
	*j = (struct joiner){
		.opt = { .rules = *rules, .hold = HOLD },
		.eids = { .value = EID_DB2, .mask = 0xffff }
	};
	said_start(&j->said);
}

void
joiner_free(struct joiner *j)
{
	buf_free(&j->whole);
	buf_free(&j->rejected);
	buf_free(&j->carried);
}

static enum rc
keep(void *to, struct span record, struct diag *d)
{
	return buf_put(to, record.p, record.n) ? RC_OK : diag_memory(d);
}

static void
clear(struct joiner *j)
{
	struct diag *d = &j->said.diag;
	enum diag_level least = d->least;

	j->ledger = (struct ledger){ { 0 } };
	said_start(&j->said);
	d->least = least;
	buf_clear(&j->whole);
	buf_clear(&j->rejected);
	buf_clear(&j->carried);
	if (j->opt.rejects.write == NULL)
		j->opt.rejects = (struct leftover_sink){ .write = keep, .to = &j->rejected };
	if (j->carrying)
		j->opt.carry = (struct leftover_sink){ .write = keep, .to = &j->carried };
}

static void
result(struct joiner *j, const struct record *rec)
{
	j->ledger.n[RESULTS]++;
	j->ledger.n[WRITTEN]++;
	buf_put(&j->whole, rec->data.p, rec->data.n);
	if (j->got != NULL)
		j->got(j->to, rec);
}

enum rc
joiner_run(struct joiner *j, const struct feed *feed, size_t n)
{
	struct buf sums = { 0 };
	struct source *s;
	struct record rec;
	enum rc rc = RC_OK;

	clear(j);
	s = feed_open(feed, n, NULL);
	if (s != NULL)
		s = select_open(s, j->eids, &j->ledger);
	if (s != NULL)
		s = join_open(s, &j->opt, &j->ledger);
	if (s == NULL)
		return RC_FAIL;
	while (rc == RC_OK || rc == RC_SKIP) {
		rc = s->next(s, &rec, &j->said.diag);
		if (rc == RC_OK)
			result(j, &rec);
	}
	s->close(s);
	if (rc == RC_END && !ledger_check(&j->ledger, &sums))
		rc = diag_fail(&j->said.diag, NULL, "%.*s", (int)sums.n, (const char *)sums.p);
	buf_free(&sums);
	return rc;
}

enum rc
joiner_run_all(struct joiner *j, struct span records)
{
	size_t most = records.n / 4 + 1, n;
	struct feed *feed = calloc(most, sizeof(*feed));
	enum rc rc;

	if (feed == NULL)
		return RC_FAIL;
	n = feed_split(records, feed, most);
	rc = joiner_run(j, feed, n);
	free(feed);
	return rc;
}
