/* ztrace.c - the chain of db2gtf up to whole records, for other programs */
#include "ztrace/ztrace.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "ztrace/container.h"
#include "ztrace/db2.h"
#include "ztrace/filter.h"
#include "ztrace/gtf.h"
#include "ztrace/join.h"
#include "ztrace/opt.h"
#include "ztrace/run.h"
#include "ztrace/tod.h"
#include "ztrace/version.h"

/* From 1900 to 1970, in microseconds. */
#define UNIX_EPOCH	UINT64_C(2208988800000000)

/* An argument that is kept, for the setters borrow. */
struct kept {
	struct kept	*next;
	char		 text[];
};

struct ztrace {
	const struct container	*from;		/* NULL: by bids */
	struct codepage		 codepage;
	struct eid_match	 eid;
	struct filter		 filter;
	uint64_t		 hold, max_age;
	const char		*path;		/* of layouts; NULL: only those built in */
	struct kept		*kept;

	struct diag		 diag;
	struct ledger		 ledger;
	struct layouts		*layouts;
	struct source		*source;	/* NULL: not open, or at the end */
	struct stream		*stream;	/* of memory; the source's */
	struct style		 style;
	bool			 opened;
	struct event		 event;
	struct ztrace_record	 record;
	struct buf		 text, out;	/* of ztrace_text, of ztrace_render */
};

static const char *
set_from(void *to, const char *arg)
{
	struct ztrace *z = to;
	size_t i;

	z->from = NULL;
	if (strcmp(arg, "auto") == 0)
		return NULL;
	for (i = 0; gtf_containers[i] != NULL; i++)
		if (strcmp(gtf_containers[i]->name, arg) == 0)
			z->from = gtf_containers[i];
	return z->from != NULL ? NULL : "no such input format";
}

static const char *
set_codepage(void *to, const char *arg)
{
	return codepage_load(to, arg) ? NULL :
	    "not a single-byte EBCDIC code page that iconv knows";
}

static const char *
set_event_id(void *to, const char *arg)
{
	return eid_parse(arg, to) ? NULL : "not 4 hex digits, x for any, or the word any";
}

/* As db2gtf has them; help is not asked for. */
static const struct opt options[] = {
	{ 0, "codepage", "NAME", "", set_codepage, offsetof(struct ztrace, codepage) },
	{ 0, "event-id", "HEX", "", set_event_id, offsetof(struct ztrace, eid) },
	{ 0, "from", "FORMAT", "", set_from, 0 },
	{ 0, "hold", "SIZE", "", run_set_size, offsetof(struct ztrace, hold) },
	{ 0, "ifcid", "LIST", "", filter_add_ifcids, offsetof(struct ztrace, filter) },
	{ 0, "layouts", "FILE", "", opt_string, offsetof(struct ztrace, path) },
	{ 0, "max-age", "SECONDS", "", run_set_seconds, offsetof(struct ztrace, max_age) },
	{ 0, "since", "TIME", "", filter_set_since, offsetof(struct ztrace, filter) },
	{ 0, "ssid", "LIST", "", filter_add_ssids, offsetof(struct ztrace, filter) },
	{ 0, "until", "TIME", "", filter_set_until, offsetof(struct ztrace, filter) },
	{ 0, "where", "FIELD=GLOB", "", filter_add_where, offsetof(struct ztrace, filter) },
	{ 0 }
};

static void
say_nothing(void *to, const char *line)
{
	(void)to;
	(void)line;
}

const char *
ztrace_version(void)
{
	return ZTRACE_VERSION;
}

struct ztrace *
ztrace_new(void)
{
	struct ztrace *z = calloc(1, sizeof(*z));

	if (z == NULL)
		return NULL;
	z->codepage = codepage_1047;
	z->eid = (struct eid_match){ .value = EID_DB2, .mask = 0xffff };
	z->hold = 64 * 1024 * 1024;
	z->diag.least = DIAG_WARN;
	z->diag.print = say_nothing;
	z->style.codepage = &z->codepage;
	return z;
}

void
ztrace_free(struct ztrace *z)
{
	struct kept *next;

	if (z == NULL)
		return;
	if (z->source != NULL)
		z->source->close(z->source);
	layouts_free(z->layouts);
	for (; z->kept != NULL; z->kept = next) {
		next = z->kept->next;
		free(z->kept);
	}
	buf_free(&z->text);
	buf_free(&z->out);
	free(z);
}

const char *
ztrace_set(struct ztrace *z, const char *option, const char *argument)
{
	const struct opt *o;
	struct kept *k;
	size_t n;

	if (z->opened)
		return "is set too late: the input is open";
	for (o = options; o->help != NULL; o++)
		if (strcmp(o->name, option) == 0)
			break;
	if (o->help == NULL)
		return "no such option";
	n = strlen(argument) + 1;
	k = malloc(sizeof(*k) + n);
	if (k == NULL)
		return "out of memory";
	memcpy(k->text, argument, n);
	k->next = z->kept;
	z->kept = k;
	return o->set((char *)z + o->at, k->text);
}

void
ztrace_messages(struct ztrace *z, void (*print)(void *to, const char *line), void *to)
{
	z->diag.print = print;
	z->diag.to = to;
}

/* Puts selection and join over what has been opened. */
static int
open_chain(struct ztrace *z, struct source *source)
{
	struct join_options join = {
		.rules = db2_join, .hold = (size_t)z->hold, .max_age = z->max_age
	};

	source = select_open(source, z->eid, &z->ledger);
	if (source != NULL)
		source = join_open(source, &join, &z->ledger);
	z->source = source;
	if (source == NULL)
		(void)diag_memory(&z->diag);
	return source != NULL ? 0 : -1;
}

/* What is looked at before anything is read. */
static int
open_begin(struct ztrace *z)
{
	struct buf words = { 0 };

	if (z->opened) {
		(void)diag_fail(&z->diag, NULL, "the input is open already");
		return -1;
	}
	z->opened = true;
	if (!db2_where(&z->filter, &words))
		(void)diag_fail(&z->diag, NULL, "%.*s", (int)words.n, (const char *)words.p);
	buf_free(&words);
	if (z->path != NULL)
		z->layouts = layouts_load(z->path, &z->diag);
	return diag_status(&z->diag) == 0 ? 0 : -1;
}

int
ztrace_open(struct ztrace *z, const char *const *files)
{
	struct input in = { .list = gtf_containers, .forced = z->from, .files = files };
	struct source *source;

	if (open_begin(z) != 0)
		return -1;
	source = input_open(&in, &z->ledger, &z->diag);
	return source != NULL ? open_chain(z, source) : -1;
}

int
ztrace_open_memory(struct ztrace *z, const void *data, size_t length)
{
	struct input in = { .list = gtf_containers, .forced = z->from };
	struct source *source;
	bool empty;

	if (open_begin(z) != 0)
		return -1;
	z->stream = stream_open_memory(span_of(data, length), 0);
	if (z->stream == NULL) {
		(void)diag_memory(&z->diag);
		return -1;
	}
	source = detect_open(&z->stream, &in, &z->ledger, &empty, &z->diag);
	if (source == NULL)
		return empty ? 0 : -1;
	return open_chain(z, source);
}

/* The end, good or bad. */
static void
end(struct ztrace *z)
{
	struct buf words = { 0 };

	z->source->close(z->source);
	z->source = NULL;
	z->diag.file = NULL;
	diag_sum(&z->diag);
	if (diag_status(&z->diag) != 1 && !ledger_check(&z->ledger, &words)) {
		buf_char(&words, '\0');
		(void)diag_fail(&z->diag, NULL, "internal error, the ledger does not add up: %s",
		    words.failed ? "" : (const char *)words.p);
	}
	buf_free(&words);
}

static void
fill_record(struct ztrace *z, const struct record *rec)
{
	const struct event *ev = &z->event;
	struct span bytes;
	const char *ssid;

	z->record = (struct ztrace_record){
		.data = ev->raw.p, .length = ev->raw.n,
		.file = rec->at.file, .number = rec->at.number, .offset = rec->at.offset,
		.time = ev->timed ? tod_us(ev->tod) - UNIX_EPOCH : 0,
		.eid = ev->eid, .segments = ev->segments, .ifcid = ev->ifcid,
		.title = ev->title, .sections = (unsigned)ev->nsections
	};
	ssid = ztrace_text(z, "ssid");
	if (ssid != NULL)
		(void)strncpy(z->record.ssid, ssid, sizeof(z->record.ssid) - 1);
	if (event_field(ev, "seq", &bytes) != NULL && bytes.n == 4)
		z->record.sequence = span_u32(bytes, 0);
}

/* Books a decoded record; the account of what it is left out by, or ACCOUNTS. */
static enum account
account(struct ztrace *z)
{
	enum account left;

	buf_clear(&z->text);
	left = filter_account(&z->filter, &z->event, &z->codepage, &z->text);
	if (z->text.failed) {
		(void)diag_memory(&z->diag);
		left = FILTERED_WHERE;
	}
	z->ledger.n[RESULTS]++;
	z->ledger.n[NOTED] += z->event.nnotes > 0;
	z->ledger.n[left == ACCOUNTS ? WRITTEN : left]++;
	return left;
}

const struct ztrace_record *
ztrace_next(struct ztrace *z)
{
	struct record rec;
	enum account left;
	enum rc rc;

	z->event.raw = span_of(NULL, 0);
	while (z->source != NULL) {
		rc = z->source->next(z->source, &rec, &z->diag);
		if (rc == RC_SKIP)
			continue;
		if (rc != RC_OK || diag_status(&z->diag) == 1) {
			end(z);
			break;
		}
		db2_decode(z->layouts, &rec, &z->event);
		left = account(z);
		if (left == ACCOUNTS) {
			fill_record(z, &rec);
			return &z->record;
		}
	}
	return NULL;
}

int
ztrace_section(const struct ztrace *z, unsigned k, struct ztrace_section *out)
{
	const struct event_section *s;

	if (z->event.raw.p == NULL || k >= z->event.nsections)
		return -1;
	s = &z->event.section[k];
	*out = (struct ztrace_section){
		.name = s->name, .data = s->inside && s->present ? s->bytes.p : NULL,
		.length = s->bytes.n, .offset = s->offset, .member = s->length,
		.members = s->count
	};
	return 0;
}

const char *
ztrace_text(struct ztrace *z, const char *label)
{
	const struct field *field;
	struct span bytes;

	if (z->event.raw.p == NULL)
		return NULL;
	field = event_field(&z->event, label, &bytes);
	if (field == NULL)
		return NULL;
	buf_clear(&z->text);
	field_text(field, bytes, &z->codepage, &z->text);
	return buf_char(&z->text, '\0') ? (const char *)z->text.p : NULL;
}

const char *
ztrace_render(struct ztrace *z, const char *name, size_t *length)
{
	const struct format *f = format_find(name);

	buf_clear(&z->out);
	if (f == NULL || z->event.raw.p == NULL ||
	    (f->longest > 0 && z->event.raw.n > f->longest) ||
	    f->render(&z->event, &z->style, &z->out) != NULL)
		return NULL;
	*length = z->out.n;
	return buf_char(&z->out, '\0') ? (const char *)z->out.p : NULL;
}

int
ztrace_status(const struct ztrace *z)
{
	return diag_status(&z->diag);
}

uint64_t
ztrace_account(const struct ztrace *z, const char *name)
{
	const struct ledger_group *g;
	enum account a;

	for (g = ledger_gtf.groups; g->title != NULL; g++)
		for (a = g->first; a <= g->last; a++)
			if (strcmp(ledger_gtf.names[a].key, name) == 0)
				return z->ledger.n[a];
	return 0;
}
