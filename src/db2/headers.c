/* headers.c - layouts of the writer header and the product section's headers; table file
 *
 * Db2 for z/OS, "GTF writer header section" and "Product section". Offsets
 * count from the start of each header. Beyond QWHS and QWHC up to X'34' no
 * public document was at hand: those fields follow programs that read them,
 * and QWHT, QWHU and QWHA common knowledge of the mapping macros.
 */
#include "ztrace/db2.h"

#include "ztrace/field.h"
#include "ztrace/span.h"

#define PICTURE(s)	{ (s), sizeof(s) - 1 }

static const struct code segment_codes[] = {
	{ 0, "complete" },
	{ 1, "first" },
	{ 2, "last" },
	{ 3, "middle" },
	{ 0, NULL }
};

static const struct field writer_fields[] = {
	{  0,  2, FIELD_UINT, "QWGTLEN",  "length",       NULL },
	{  4,  1, FIELD_HEX,  "QWGTAID",  "aid",          NULL },
	{  5,  1, FIELD_HEX,  "QWGTFID",  "fid",          NULL },
	{  6,  8, FIELD_STCK, "QWGTTIME", "time",         NULL },
	{ 14,  2, FIELD_HEX,  "QWGTEID",  "eid",          NULL },
	{ 16,  4, FIELD_HEX,  "QWGTASCB", "ascb",         NULL },
	{ 20,  8, FIELD_TEXT, "QWGTJOBN", "job",          NULL },
	{ 28,  2, FIELD_UINT, "QWGTDLEN", "data_length",  NULL },
	{ 30,  1, FIELD_CODE, "QWGTDSCC", "segment_code", segment_codes },
	{ 32,  4, FIELD_TEXT, "QWGTSSID", "ssid",         NULL },
	{ 36,  4, FIELD_UINT, "QWGTWSEQ", "seq",          NULL },
	{ 0 }
};

const struct layout db2_writer_header = { "QWGT", "writer", writer_fields };
const struct db2_texts db2_writer_texts = PICTURE(
    "....................TTTTTTTT....TTTT....");

/* Other events: z/OS MVS Diagnosis, "User data records" and "System data records". */
static const struct field user_fields[] = {
	{  0,  2, FIELD_UINT, "LEN",  "length", NULL },
	{  4,  1, FIELD_HEX,  "AID",  "aid",    NULL },
	{  5,  1, FIELD_HEX,  "FID",  "fid",    NULL },
	{  6,  8, FIELD_STCK, "TIME", "time",   NULL },
	{ 14,  2, FIELD_HEX,  "EID",  "eid",    NULL },
	{ 16,  4, FIELD_HEX,  "ASCB", "ascb",   NULL },
	{ 20,  8, FIELD_TEXT, "JOBN", "job",    NULL },
	{ 0 }
};

static const struct field untimed_user_fields[] = {
	{  0,  2, FIELD_UINT, "LEN",  "length", NULL },
	{  4,  1, FIELD_HEX,  "AID",  "aid",    NULL },
	{  5,  1, FIELD_HEX,  "FID",  "fid",    NULL },
	{  6,  2, FIELD_HEX,  "EID",  "eid",    NULL },
	{  8,  4, FIELD_HEX,  "ASCB", "ascb",   NULL },
	{ 12,  8, FIELD_TEXT, "JOBN", "job",    NULL },
	{ 0 }
};

static const struct field system_fields[] = {
	{  0,  2, FIELD_UINT, "LEN",  "length", NULL },
	{  4,  1, FIELD_HEX,  "AID",  "aid",    NULL },
	{  5,  1, FIELD_HEX,  "FID",  "fid",    NULL },
	{  6,  8, FIELD_STCK, "TIME", "time",   NULL },
	{ 14,  2, FIELD_HEX,  "EID",  "eid",    NULL },
	{ 0 }
};

static const struct layout user_header = { "USR", "event", user_fields };
static const struct layout untimed_user_header = { "USR", "event", untimed_user_fields };
static const struct layout system_header = { "SYS", "event", system_fields };

/* As START TRACE's RMID has them; not all numbers are documented. */
static const struct code resource_managers[] = {
	{  1, "initialization" },
	{  2, "agent services" },
	{  3, "recovery" },
	{  4, "recovery log" },
	{  6, "storage management" },
	{  7, "allied memories" },
	{  8, "subsystem interface" },
	{ 12, "system parameters" },
	{ 16, "instrumentation commands" },
	{ 23, "general command processing" },
	{ 24, "message generator" },
	{ 26, "accounting and statistics" },
	{  0, NULL }
};

static const struct code releases[] = {
	{ 0x31, "V3" },
	{ 0x41, "V4" },
	{ 0x51, "V5" },
	{ 0x61, "V6" },
	{ 0x71, "V7" },
	{ 0x81, "V8" },
	{ 0x91, "V9" },
	{ 0xA1, "V10" },
	{ 0xB1, "V11" },
	{ 0xC1, "V12" },
	{ 0xD1, "V13" },
	{ 0, NULL }
};

/* What lies behind X'50' differs by release, and its places are not public. */
static const struct field standard_fields[] = {
	{ 0x00,  2, FIELD_UINT, "QWHSLEN",      "length",           NULL },
	{ 0x02,  1, FIELD_HEX,  "QWHSTYP",      "type",             NULL },
	{ 0x03,  1, FIELD_CODE, "QWHSRMID",     "resource_manager", resource_managers },
	{ 0x04,  2, FIELD_UINT, "QWHSIID",      "ifcid",            NULL },
	{ 0x06,  1, FIELD_UINT, "QWHSNSDA",     "sections",         NULL },
	{ 0x07,  1, FIELD_CODE, "QWHSRN",       "release",          releases },
	{ 0x08,  4, FIELD_HEX,  "QWHSACE",      "ace",              NULL },
	{ 0x0C,  4, FIELD_TEXT, "QWHSSSID",     "ssid",             NULL },
	{ 0x10,  8, FIELD_STCK, "QWHSSTCK",     "time",             NULL },
	{ 0x18,  4, FIELD_UINT, "QWHSISEQ",     "ifcid_seq",        NULL },
	{ 0x1C,  4, FIELD_UINT, "QWHSWSEQ",     "seq",              NULL },
	{ 0x20,  4, FIELD_HEX,  "QWHSMTN",      "trace_mask",       NULL },
	{ 0x24, 16, FIELD_TEXT, "QWHSLOCN",     "location",         NULL },
	{ 0x34,  8, FIELD_TEXT, "QWHSNID",      "network_id",       NULL },
	{ 0x3C,  8, FIELD_TEXT, "QWHSLUNM",     "lu_name",          NULL },
	{ 0x44,  6, FIELD_HEX,  "QWHSLUUV",     "luw_instance",     NULL },
	{ 0x4A,  2, FIELD_UINT, "QWHSLUCC",     "commit_count",     NULL },
	{ 0x4C,  2, FIELD_HEX,  "QWHSFLAG",     "flags",            NULL },
	{ 0x4E,  2, FIELD_LONG, "QWHSLOCN_Off", "long_location",    NULL },
	{ 0 }
};

/* IBM MQ has a field of this name too, with other values. */
static const struct code connection_types[] = {
	{  0, "none" },
	{  1, "TSO or batch" },
	{  2, "call attachment" },
	{  3, "DL/I batch" },
	{  4, "CICS" },
	{  5, "IMS attachment BMP" },
	{  6, "IMS attachment MPP" },
	{  7, "Db2 private protocol" },
	{  8, "DRDA" },
	{  9, "IMS control region" },
	{ 10, "IMS transaction BMP" },
	{ 11, "utility" },
	{ 12, "RRSAF" },
	{  0, NULL }
};

static const struct field correlation_fields[] = {
	{ 0x00,  2, FIELD_UINT, "QWHCLEN",      "length",           NULL },
	{ 0x02,  1, FIELD_HEX,  "QWHCTYP",      "type",             NULL },
	{ 0x04,  8, FIELD_TEXT, "QWHCAID",      "auth_id",          NULL },
	{ 0x0C, 12, FIELD_TEXT, "QWHCCV",       "correlation_id",   NULL },
	{ 0x18,  8, FIELD_TEXT, "QWHCCN",       "connection",       NULL },
	{ 0x20,  8, FIELD_TEXT, "QWHCPLAN",     "plan",             NULL },
	{ 0x28,  8, FIELD_TEXT, "QWHCOPID",     "original_id",      NULL },
	{ 0x30,  4, FIELD_CODE, "QWHCATYP",     "connection_type",  connection_types },
	{ 0x34, 22, FIELD_HEX,  "QWHCTOKN",     "accounting_token", NULL },
	{ 0x4C, 16, FIELD_TEXT, "QWHCEUID",     "end_user",         NULL },
	{ 0x5C, 32, FIELD_TEXT, "QWHCEUTX",     "transaction",      NULL },
	{ 0x7C, 18, FIELD_TEXT, "QWHCEUWN",     "workstation",      NULL },
	{ 0x8E,  2, FIELD_LONG, "QWHCAID_Off",  "long_auth_id",     NULL },
	{ 0x90,  2, FIELD_LONG, "QWHCOPID_Off", "long_original_id", NULL },
	{ 0 }
};

static const struct field trace_fields[] = {
	{ 0x00,  2, FIELD_UINT, "QWHTLEN",  "length",         NULL },
	{ 0x02,  1, FIELD_HEX,  "QWHTTYP",  "type",           NULL },
	{ 0x04,  2, FIELD_UINT, "QWHTEID",  "event_id",       NULL },
	{ 0x06,  1, FIELD_HEX,  "QWHTTAG",  "tag",            NULL },
	{ 0x07,  1, FIELD_HEX,  "QWHTFUNC", "function",       NULL },
	{ 0x08,  4, FIELD_HEX,  "QWHTEB",   "eb",             NULL },
	{ 0x0C,  2, FIELD_HEX,  "QWHTPASI", "prior_asid",     NULL },
	{ 0x0E,  2, FIELD_HEX,  "QWHTHASI", "home_asid",      NULL },
	{ 0x10,  4, FIELD_HEX,  "QWHTR14",  "r14",            NULL },
	{ 0x14,  4, FIELD_HEX,  "QWHTR15",  "r15",            NULL },
	{ 0x18,  4, FIELD_HEX,  "QWHTR0",   "r0",             NULL },
	{ 0x1C,  4, FIELD_HEX,  "QWHTR1",   "r1",             NULL },
	{ 0x20,  4, FIELD_HEX,  "QWHTEU",   "execution_unit", NULL },
	{ 0x24,  2, FIELD_UINT, "QWHTDIM",  "item_count",     NULL },
	{ 0x26,  2, FIELD_HEX,  "QWHTASID", "asid",           NULL },
	{ 0x28,  4, FIELD_HEX,  "QWHTDATA", "data_address",   NULL },
	{ 0x2C,  2, FIELD_HEX,  "QWHTFLAG", "flags",          NULL },
	{ 0x2E,  2, FIELD_UINT, "QWHTDCHA", "list_length",    NULL },
	{ 0 }
};

static const struct field cpu_fields[] = {
	{ 0x00,  2, FIELD_UINT,     "QWHULEN", "length",   NULL },
	{ 0x02,  1, FIELD_HEX,      "QWHUTYP", "type",     NULL },
	{ 0x04,  8, FIELD_INTERVAL, "QWHUCPU", "cpu_time", NULL },
	{ 0x0C,  2, FIELD_UINT,     "QWHUCNT", "count",    NULL },
	{ 0 }
};

static const struct field distributed_fields[] = {
	{ 0x00,  2, FIELD_UINT, "QWHDLEN",  "length",    NULL },
	{ 0x02,  1, FIELD_HEX,  "QWHDTYP",  "type",      NULL },
	{ 0x04, 16, FIELD_TEXT, "QWHDRQNM", "requester", NULL },
	{ 0x14,  8, FIELD_STCK, "QWHDTSTP", "time",      NULL },
	{ 0x1C, 16, FIELD_TEXT, "QWHDSVNM", "server",    NULL },
	{ 0x2C,  8, FIELD_TEXT, "QWHDPRID", "product",   NULL },
	{ 0 }
};

static const struct field sharing_fields[] = {
	{ 0x00,  2, FIELD_UINT, "QWHALEN",  "length", NULL },
	{ 0x02,  1, FIELD_HEX,  "QWHATYP",  "type",   NULL },
	{ 0x04,  8, FIELD_TEXT, "QWHAMEMN", "member", NULL },
	{ 0x0C,  8, FIELD_TEXT, "QWHADSGN", "group",  NULL },
	{ 0 }
};

static const struct {
	uint8_t		type;
	struct layout	layout;
	struct db2_texts texts;
} headers[] = {
	{ 0x01, { "QWHS", "standard", standard_fields }, PICTURE(
	    "............TTTT....................TTTTTTTTTTTTTTTTTTTTTTTTTTTT"
	    "TTTT..........") },
	{ 0x02, { "QWHC", "correlation", correlation_fields }, PICTURE(
	    "....TTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTT................"
	    "............TTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTT"
	    "TTTTTTTTTTTTTT") },
	{ 0x04, { "QWHT", "trace", trace_fields }, PICTURE(
	    "................................................") },
	{ 0x08, { "QWHU", "cpu", cpu_fields }, PICTURE(
	    "..............") },
	{ 0x10, { "QWHD", "distributed", distributed_fields }, PICTURE(
	    "....TTTTTTTTTTTTTTTT........TTTTTTTTTTTTTTTTTTTTTTTT") },
	{ 0x20, { "QWHA", "data_sharing", sharing_fields }, PICTURE(
	    "....TTTTTTTTTTTTTTTT") }
};

const struct layout *
db2_header_layout(uint8_t type)
{
	size_t i;

	for (i = 0; i < sizeof(headers) / sizeof(headers[0]); i++)
		if (headers[i].type == type)
			return &headers[i].layout;
	return NULL;
}

const struct db2_texts *
db2_header_texts(uint8_t type)
{
	size_t i;

	for (i = 0; i < sizeof(headers) / sizeof(headers[0]); i++)
		if (headers[i].type == type)
			return &headers[i].texts;
	return NULL;
}

bool
db2_where(const struct filter *f, struct buf *words)
{
	const struct layout *layouts[sizeof(headers) / sizeof(headers[0]) + 2];
	size_t i, n = 0;

	layouts[n++] = &db2_writer_header;
	for (i = 0; i < sizeof(headers) / sizeof(headers[0]); i++)
		layouts[n++] = &headers[i].layout;
	layouts[n] = NULL;
	return filter_check(f, layouts, words);
}

/*
 * The job name of a merged record stands two bytes further on, and nothing in
 * the record says so: where the bytes are no name, no name is shown.
 */
static bool
is_name(struct span record, size_t at)
{
	struct span s;
	size_t i;

	if (!span_cut(record, at, 8, &s))
		return false;
	for (i = 0; i < s.n; i++)
		if (s.p[i] != 0x40 && s.p[i] < 0x5B)
			return false;
	return s.p[0] != 0x40;
}

const struct layout *
db2_event_header(struct span record, bool timed)
{
	if (!timed)
		return is_name(record, 12) ? &untimed_user_header : NULL;
	if (span_u16(record, 14) >> 12 == 0xE && is_name(record, 20))
		return &user_header;
	return record.n >= 16 ? &system_header : NULL;
}
