/* sections_table.c - layouts of data sections, as far as they are known; table file
 *
 * IBM publishes the mapping macros (DSNDQWxx) with the product only. What
 * stands here was read off the documentation's records, or is how public
 * programs read these records; a member shorter than a program relies on gets
 * no layout. A field whose name in IBM's macro is not known is called by its
 * place: +48 (hexadecimal) from the start of the section, text+2 behind the
 * text before it.
 *
 * Codes that are EBCDIC letters: C1 is A, C9 I, D1 J, D9 R, E2 S, E9 Z.
 */
#include "ztrace/db2.h"

#include "ztrace/layouts.h"

enum { BEHIND = FIELD_BEHIND };

/*
 * IFCID 1: address spaces, destinations, and records written by IFCID. What
 * stands behind 28 bytes of an address space is as a program reads it.
 */
static const struct field address_space[] = {
	{  0, 4, FIELD_TEXT,     "QWSAPROC",      "name",             NULL },
	{  4, 8, FIELD_INTERVAL, "QWSAEJST",      "tcb_time",         NULL },
	{ 12, 8, FIELD_INTERVAL, "QWSASRBT",      "srb_time",         NULL },
	{ 20, 2, FIELD_HEX,      "+14",           "asid",             NULL },
	{ 22, 2, FIELD_HEX,      "+16",           "asid_2",           NULL },
	{ 24, 4, FIELD_HEX,      "+18",           "ascb",             NULL },
	{ 28, 8, FIELD_INTERVAL, "QWSAPSRB",      "preemptible_time", NULL },
	{ 36, 8, FIELD_INTERVAL, "QWSAPSRB_ZIIP", "ziip_time",        NULL },
	{ 0 }
};

static const struct field destination[] = {
	{  0, 4, FIELD_TEXT, "+00", "name",    NULL },
	{  4, 4, FIELD_UINT, "+04", "count_1", NULL },
	{  8, 4, FIELD_UINT, "+08", "count_2", NULL },
	{ 12, 4, FIELD_UINT, "+0C", "count_3", NULL },
	{ 16, 4, FIELD_UINT, "+10", "count_4", NULL },
	{ 20, 4, FIELD_HEX,  "+14", "word_5",  NULL },
	{ 24, 4, FIELD_HEX,  "+18", "word_6",  NULL },
	{ 0 }
};

/* The first count is that of the standard header (QWHSISEQ). */
static const struct field by_ifcid[] = {
	{  0, 2, FIELD_UINT, "+00", "ifcid",   NULL },
	{  4, 4, FIELD_UINT, "+04", "count",   NULL },
	{  8, 4, FIELD_UINT, "+08", "count_2", NULL },
	{ 12, 4, FIELD_UINT, "+0C", "count_3", NULL },
	{ 16, 4, FIELD_UINT, "+10", "count_4", NULL },
	{ 20, 4, FIELD_UINT, "+14", "count_5", NULL },
	{ 0 }
};

/* IFCID 4 and 5: the length of all to the text's end, the length of the text, the text. */
static const struct field trace_command[] = {
	{ 0,          2, FIELD_UINT,  "+00",    "length",    NULL },
	{ 2,          2, FIELD_WHOLE, "+02",    "command",   NULL },
	{ BEHIND + 0, 4, FIELD_HEX,   "text+0", "trailer_1", NULL },
	{ BEHIND + 4, 4, FIELD_HEX,   "text+4", "trailer_2", NULL },
	{ 0 }
};

/* IFCID 29 to 31, about objects of the EDM pool: data bases, cursor tables, package tables. */
#define DATABASE(n) \
	{  0,  2, FIELD_TEXT, "QW00" n "ID", "type",       NULL }, \
	{  2,  2, FIELD_UINT, "QW00" n "DB", "dbid",       NULL }
#define CURSOR_TABLE(n) \
	{  0,  2, FIELD_TEXT, "QW00" n "ID", "type",       NULL }, \
	{  2,  8, FIELD_TEXT, "QW00" n "PL", "plan",       NULL }
#define PACKAGE_TABLE(n) \
	{  0,  2, FIELD_TEXT, "QW00" n "ID", "type",       NULL }, \
	{  2, 16, FIELD_TEXT, "QW00" n "LN", "location",   NULL }, \
	{ 20, 18, FIELD_TEXT, "QW00" n "CI", "collection", NULL }, \
	{ 38, 18, FIELD_TEXT, "QW00" n "PI", "package",    NULL }, \
	{ 56,  8, FIELD_HEX,  "QW00" n "CT", "token",      NULL }

static const struct field edm_database_29[] = { DATABASE("29"), { 0 } };
static const struct field edm_plan_29[] = { CURSOR_TABLE("29"), { 0 } };
static const struct field edm_package_29[] = { PACKAGE_TABLE("29"), { 0 } };
static const struct field edm_database_30[] = {
	DATABASE("30"),
	{  4, 4, FIELD_UINT, "QW0030DC", "calls", NULL },
	{ 0 }
};
static const struct field edm_plan_30[] = {
	CURSOR_TABLE("30"),
	{ 16, 4, FIELD_UINT, "QW0030CC", "calls", NULL },
	{ 0 }
};
static const struct field edm_package_30[] = {
	PACKAGE_TABLE("30"),
	{ 76, 4, FIELD_UINT, "QW0030GC", "calls", NULL },
	{ 0 }
};
static const struct field edm_database_31[] = { DATABASE("31"), { 0 } };
static const struct field edm_plan_31[] = { CURSOR_TABLE("31"), { 0 } };
static const struct field edm_package_31[] = { PACKAGE_TABLE("31"), { 0 } };

/* IFCID 53 and 58: the end of a statement, with its SQLCA (Db2 SQL Reference). */
static const struct code statement_calls[] = {
	{ 0x01, "FETCH" },
	{ 0x10, "INSERT" },
	{ 0x11, "SELECT INTO" },
	{ 0x20, "UPDATE without cursor" },
	{ 0x21, "UPDATE with cursor" },
	{ 0x30, "MERGE" },
	{ 0x40, "DELETE without cursor" },
	{ 0x41, "DELETE with cursor" },
	{ 0x50, "TRUNCATE" },
	{ 0x80, "PREPARE without cursor" },
	{ 0x81, "PREPARE with cursor" },
	{ 0x91, "OPEN" },
	{ 0xA1, "CLOSE" },
	{ 0, NULL }
};

#define STATEMENT_END(n) \
	{   0, 16, FIELD_TEXT,    "QW00" n "LN",  "location",         NULL }, \
	{  16, 18, FIELD_TEXT,    "QW00" n "PC",  "collection",       NULL }, \
	{  34, 18, FIELD_TEXT,    "QW00" n "PN",  "package",          NULL }, \
	{  52,  8, FIELD_HEX,     "+34",          "token",            NULL }, \
	{  62,  8, FIELD_TEXT,    "SQLCAID",      "sqlcaid",          NULL }, \
	{  70,  4, FIELD_INT,     "SQLCABC",      "sqlcabc",          NULL }, \
	{  74,  4, FIELD_INT,     "SQLCODE",      "sqlcode",          NULL }, \
	{  78,  2, FIELD_COUNTED, "SQLERRM",      "sqlerrm",          NULL }, \
	{ 150,  8, FIELD_TEXT,    "SQLERRP",      "sqlerrp",          NULL }, \
	{ 158,  4, FIELD_INT,     "SQLERRD1",     "sqlerrd_1",        NULL }, \
	{ 162,  4, FIELD_INT,     "SQLERRD2",     "sqlerrd_2",        NULL }, \
	{ 166,  4, FIELD_INT,     "SQLERRD3",     "sqlerrd_3",        NULL }, \
	{ 170,  4, FIELD_INT,     "SQLERRD4",     "sqlerrd_4",        NULL }, \
	{ 174,  4, FIELD_INT,     "SQLERRD5",     "sqlerrd_5",        NULL }, \
	{ 178,  4, FIELD_INT,     "SQLERRD6",     "sqlerrd_6",        NULL }, \
	{ 182, 11, FIELD_TEXT,    "SQLWARN",      "sqlwarn",          NULL }, \
	{ 193,  5, FIELD_TEXT,    "SQLSTATE",     "sqlstate",         NULL }, \
	{ 200,  4, FIELD_UINT,    "QW00" n "SN",  "statement_number", NULL }, \
	{ 226,  1, FIELD_CODE,    "QW00" n "TOS", "statement_type",   statement_calls }

static const struct field statement_end_53[] = { STATEMENT_END("53"), { 0 } };
static const struct field statement_end_58[] = { STATEMENT_END("58"), { 0 } };

/* IFCID 63, 350: statements. */
static const struct code statement_kinds[] = {
	{ 0x8000, "dynamic" },
	{ 0x4000, "static" },
	{ 0, NULL }
};

static const struct field statement_text[] = {
	{ 2,           2, FIELD_SQL_WHOLE, "QW0063ST", "statement",      NULL },
	{ BEHIND +  0, 2, FIELD_CODE,      "text+0",   "statement_kind", statement_kinds },
	{ BEHIND +  2, 8, FIELD_UINT,      "QW0063SI", "statement_id",   NULL },
	{ BEHIND + 10, 2, FIELD_CCSID,     "text+A",   "ccsid",          NULL },
	{ 0 }
};

static const struct field long_statement_text[] = {
	{  4, 4, FIELD_UINT,      "QW0350TL", "total_length",   NULL },
	{  8, 2, FIELD_CODE,      "QW0350TY", "statement_kind", statement_kinds },
	{ 10, 8, FIELD_UINT,      "QW0350SI", "statement_id",   NULL },
	{ 18, 2, FIELD_CCSID,     "+12",      "ccsid",          NULL },
	{ 20, 2, FIELD_SQL_WHOLE, "QW0350SP", "statement",      NULL },
	{ 0 }
};

/* IFCID 90, 108, 109: a command, and a bind from its begin to its end. */
static const struct field command[] = {
	{ 0, 2, FIELD_WHOLE, "QW0090CT", "command", NULL },
	{ 0 }
};

static const struct code explain_codes[] = {
	{ 0x00, "no" },
	{ 0x80, "yes" },
	{ 0, NULL }
};

static const struct field bind_begin[] = {
	{  0,  8, FIELD_TEXT, "QW0108PN", "plan",      NULL },
	{ 10,  1, FIELD_TEXT, "QW0108T",  "bind_type", NULL },
	{ 18,  1, FIELD_CODE, "QW0108X",  "explain",   explain_codes },
	{ 20,  8, FIELD_TEXT, "QW0108OW", "owner",     NULL },
	{ 28,  8, FIELD_TEXT, "QW0108TY", "object",    NULL },
	{ 62, 36, FIELD_TEXT, "QW0108PK", "package",   NULL },
	{ 0 }
};

static const struct field bind_end[] = {
	{ 0, 4, FIELD_UINT, "QW0109RC", "return_code", NULL },
	{ 0 }
};

/* IFCID 224, 247, 258: invalid column procedures, input variables, an extended data set. */
static const struct field column_procedures[] = {
	{  0,  4, FIELD_UINT, "QW0224CL", "columns",    NULL },
	{  4,  8, FIELD_TEXT, "QW0224PN", "program",    NULL },
	{ 12, 18, FIELD_TEXT, "QW0224CI", "collection", NULL },
	{ 0 }
};

/* What each variable has differs by its type: no table holds that. */
static const struct field variables[] = {
	{  0, 16, FIELD_TEXT, "QW0247LN", "location",         NULL },
	{ 16, 18, FIELD_TEXT, "QW0247PC", "collection",       NULL },
	{ 34, 18, FIELD_TEXT, "QW0247PN", "package",          NULL },
	{ 52,  8, FIELD_HEX,  "+34",      "token",            NULL },
	{ 62,  2, FIELD_UINT, "QW0247NE", "entries",          NULL },
	{ 64,  2, FIELD_UINT, "QW0247LE", "entry_length",     NULL },
	{ 68,  4, FIELD_UINT, "QW0247SN", "statement_number", NULL },
	{ 0 }
};

/* Quantities in units of 4 KiB. */
static const struct field data_set_extend[] = {
	{  0, 44, FIELD_TEXT, "QW0258DS", "data_set",         NULL },
	{ 72,  4, FIELD_UINT, "QW0258PQ", "primary",          NULL },
	{ 76,  4, FIELD_UINT, "QW0258SQ", "secondary",        NULL },
	{ 80,  4, FIELD_UINT, "QW0258MS", "maximum",          NULL },
	{ 84,  4, FIELD_UINT, "QW0258HB", "allocated_before", NULL },
	{ 88,  4, FIELD_UINT, "QW0258HA", "allocated_after",  NULL },
	{ 0 }
};

/* IFCID 314: what the authorization exit said. */
static const struct field authorization_exit[] = {
	{  12,   2, FIELD_UINT, "QW0314RC", "return_code",      NULL },
	{  16,   4, FIELD_UINT, "QW0314RS", "reason_code",      NULL },
	{  36, 256, FIELD_HEX,  "QW0314PL", "parameter_list",   NULL },
	{ 294,   2, FIELD_LONG, "QW0314UO", "user",             NULL },
	{ 296,   2, FIELD_LONG, "QW0314BO", "object",           NULL },
	{ 298,   2, FIELD_LONG, "QW0314OO", "object_qualifier", NULL },
	{ 300,   2, FIELD_LONG, "QW03141O", "other_1",          NULL },
	{ 302,   2, FIELD_LONG, "QW03142O", "other_2",          NULL },
	{ 304,   2, FIELD_LONG, "QW0314NO", "object_owner",     NULL },
	{ 306,   2, FIELD_LONG, "QW0314LO", "role",             NULL },
	{ 404,   4, FIELD_UINT, "QW0314DS", "databases",        NULL },
	{ 0 }
};

/* IFCID 316, 401: statements in the cache, dynamic and static. */
static const struct code cache_states[] = {
	{ 0x00, "valid" },
	{ 0x80, "invalid by DROP or ALTER" },
	{ 0x40, "invalid by REVOKE" },
	{ 0x20, "removed, least used" },
	{ 0x10, "invalid by RUNSTATS" },
	{ 0, NULL }
};

static const struct field cached_statement[] = {
	{   0, 16, FIELD_HEX,      "+00",      "statement_name",   NULL },
	{  16,  4, FIELD_UINT,     "QW0316TK", "statement_id",     NULL },
	{  24,  8, FIELD_UINT,     "QW0316US", "users",            NULL },
	{  32,  4, FIELD_UINT,     "QW0316CP", "copies",           NULL },
	{  36,  1, FIELD_CODE,     "QW0316FL", "state",            cache_states },
	{  37,  1, FIELD_TEXT,     "QW0316LR", "literals_as",      NULL },
	{  38, 10, FIELD_HEX,      "QW0316TM", "inserted",         NULL },
	{  48,  8, FIELD_UINT,     "QW0316NE", "executions",       NULL },
	{  56,  8, FIELD_UINT,     "QW0316NB", "sync_reads",       NULL },
	{  64,  8, FIELD_UINT,     "QW0316NG", "getpages",         NULL },
	{  72,  8, FIELD_UINT,     "+48",      "rows_examined",    NULL },
	{  80,  8, FIELD_UINT,     "+50",      "rows_processed",   NULL },
	{  88,  8, FIELD_UINT,     "+58",      "sorts",            NULL },
	{  96,  8, FIELD_UINT,     "+60",      "index_scans",      NULL },
	{ 104,  8, FIELD_UINT,     "+68",      "table_scans",      NULL },
	{ 112,  8, FIELD_UINT,     "+70",      "parallel_groups",  NULL },
	{ 120,  8, FIELD_UINT,     "QW0316NW", "sync_writes",      NULL },
	{ 128,  8, FIELD_INTERVAL, "QW0316AE", "elapsed_time",     NULL },
	{ 198,  2, FIELD_COUNTED,  "QW0316T1", "program",          NULL },
	{ 244, 32, FIELD_TEXT,     "QW0316T2", "transaction",      NULL },
	{ 276, 16, FIELD_TEXT,     "QW0316XE", "end_user",         NULL },
	{ 292, 18, FIELD_TEXT,     "QW0316XF", "workstation",      NULL },
	{ 352,  8, FIELD_HEX,      "QW0316TS", "counted_since",    NULL },
	{ 392,  8, FIELD_INTERVAL, "QW0316CT", "cpu_time",         NULL },
	{ 448,  8, FIELD_UINT,     "QW0316RT", "rid_over_limit",   NULL },
	{ 456,  8, FIELD_UINT,     "QW0316RS", "rid_no_storage",   NULL },
	{ 464,  8, FIELD_TEXT,     "+1D0",     "subsystem",        NULL },
	{ 556, 60, FIELD_SQL,      "QW0316ST", "statement",        NULL },
	{ 0 }
};

static const struct field static_statement[] = {
	{   0, 8, FIELD_UINT,     "+00",      "statement_id",    NULL },
	{   8, 8, FIELD_UINT,     "+08",      "executions",      NULL },
	{  16, 8, FIELD_UINT,     "+10",      "sync_reads",      NULL },
	{  24, 8, FIELD_UINT,     "+18",      "getpages",        NULL },
	{  32, 8, FIELD_UINT,     "+20",      "rows_examined",   NULL },
	{  40, 8, FIELD_UINT,     "+28",      "rows_processed",  NULL },
	{  48, 8, FIELD_UINT,     "+30",      "sorts",           NULL },
	{  56, 8, FIELD_UINT,     "+38",      "index_scans",     NULL },
	{  64, 8, FIELD_UINT,     "+40",      "table_scans",     NULL },
	{  72, 8, FIELD_UINT,     "+48",      "buffer_writes",   NULL },
	{  80, 8, FIELD_UINT,     "+50",      "parallel_groups", NULL },
	{  88, 8, FIELD_INTERVAL, "+58",      "elapsed_time",    NULL },
	{  96, 8, FIELD_INTERVAL, "QW0401CP", "cpu_time",        NULL },
	{ 104, 8, FIELD_INTERVAL, "+68",      "wait_sync_io",    NULL },
	{ 112, 8, FIELD_INTERVAL, "+70",      "wait_2",          NULL },
	{ 120, 8, FIELD_INTERVAL, "+78",      "wait_3",          NULL },
	{ 128, 8, FIELD_INTERVAL, "+80",      "wait_4",          NULL },
	{ 136, 8, FIELD_INTERVAL, "+88",      "wait_5",          NULL },
	{ 144, 8, FIELD_INTERVAL, "+90",      "wait_6",          NULL },
	{ 152, 8, FIELD_UINT,     "+98",      "rid_over_limit",  NULL },
	{ 160, 8, FIELD_UINT,     "+A0",      "rid_no_storage",  NULL },
	{ 208, 8, FIELD_HEX,      "+D0",      "token",           NULL },
	{ 216, 2, FIELD_LONG,     "QW0401CL", "collection",      NULL },
	{ 218, 2, FIELD_LONG,     "QW0401PK", "package",         NULL },
	{ 220, 8, FIELD_STCK,     "QW0401TM", "time_1",          NULL },
	{ 238, 8, FIELD_STCK,     "+EE",      "time_2",          NULL },
	{ 0 }
};

/* IFCID 342: work file space; the amounts are KiB. */
static const struct field work_file[] = {
	{  0, 4, FIELD_TEXT, "QW0342TY", "type",        NULL },
	{  4, 2, FIELD_UINT, "QW0342DB", "dbid",        NULL },
	{  6, 2, FIELD_UINT, "QW0342PS", "psid",        NULL },
	{  8, 8, FIELD_UINT, "QW0342CT", "current_kb",  NULL },
	{ 16, 8, FIELD_UINT, "QW0342MT", "maximum_kb",  NULL },
	{ 40, 8, FIELD_HEX,  "QW0342AT", "agent_token", NULL },
	{ 0 }
};

/* IFCID 361: an administrative authority was used. */
static const struct code authorities[] = {
	{ 0xC2, "SYSTEM DBADM" },
	{ 0xC3, "DBCTRL" },
	{ 0xC4, "DBADM" },
	{ 0xC5, "SECADM" },
	{ 0xC7, "ACCESSCTRL" },
	{ 0xC9, "installation SYSADM" },
	{ 0xD2, "SQLADM" },
	{ 0xD3, "SYSCTRL" },
	{ 0xD4, "DBMAINT" },
	{ 0xD6, "SYSOPR" },
	{ 0xD7, "PACKADM" },
	{ 0xD9, "installation SYSOPR" },
	{ 0xE2, "SYSADM" },
	{ 0xE3, "DATAACCESS" },
	{ 0xE4, "user" },
	{ 0, NULL }
};

static const struct code id_types[] = {
	{ 0x40, "authorization ID" },
	{ 0xD3, "role" },
	{ 0, NULL }
};

static const struct code privileges[] = {
	{   9, "DISPLAY PROFILE" },
	{  10, "START PROFILE" },
	{  11, "STOP PROFILE" },
	{  12, "START RLIMIT" },
	{  13, "STOP RLIMIT" },
	{  14, "DISPLAY RLIMIT" },
	{  15, "CREATE ALIAS" },
	{  16, "MONITOR1" },
	{  17, "MONITOR2" },
	{  19, "CHECK utility" },
	{  20, "DROP ALIAS" },
	{  21, "DDF commands" },
	{  50, "SELECT" },
	{  51, "INSERT" },
	{  52, "DELETE" },
	{  53, "UPDATE" },
	{  54, "REFERENCES" },
	{  55, "TRIGGER" },
	{  56, "CREATE INDEX" },
	{  58, "TERM UTILITY on database" },
	{  60, "ALL on packages" },
	{  61, "ALTER" },
	{  62, "DISPLAY THREAD, DATABASE" },
	{  64, "EXECUTE" },
	{  65, "BIND, REBIND or FREE" },
	{  66, "CREATEDBA" },
	{  67, "CREATE STOGROUP" },
	{  68, "DBCTRL" },
	{  69, "DBMAINT" },
	{  72, "RECOVER INDOUBT" },
	{  73, "DROP" },
	{  74, "COPY" },
	{  75, "LOAD" },
	{  76, "explicit qualifier" },
	{  77, "REORG" },
	{  78, "REPAIR" },
	{  79, "START DATABASE" },
	{  80, "START or STOP DB2, all" },
	{  82, "RUNSTATS utility" },
	{  83, "STOP DATABASE" },
	{  84, "START or STOP TRACE" },
	{  85, "SYSADM" },
	{  86, "SYSOPR" },
	{  87, "USE" },
	{  88, "BINDADD" },
	{  89, "RECOVER" },
	{  92, "CREATEDBC" },
	{  93, "RECOVER BSDS" },
	{  94, "CREATE TABLE" },
	{  95, "CREATE TABLESPACE" },
	{  96, "DISPLAY UTILITY" },
	{  97, "COMMENT ON" },
	{  98, "LOCK TABLE" },
	{  99, "DISPLAY DATABASE" },
	{ 102, "CREATE SYNONYM" },
	{ 103, "ALTER INDEX" },
	{ 104, "DROP SYNONYM" },
	{ 105, "DROP INDEX" },
	{ 107, "STOSPACE utility" },
	{ 108, "CREATE VIEW" },
	{ 109, "TERM UTILITY" },
	{ 112, "DISPLAY BUFFERPOOL" },
	{ 113, "ALTER BUFFERPOOL" },
	{ 224, "SYSCTRL" },
	{ 225, "COPY package" },
	{ 226, "CREATE IN" },
	{ 227, "BINDAGENT" },
	{ 228, "ALLPKAUT" },
	{ 229, "SUBPKAUT" },
	{ 231, "ARCHIVE" },
	{ 233, "DESCRIBE TABLE" },
	{ 236, "DIAGNOSE utility" },
	{ 237, "MERGECOPY utility" },
	{ 238, "MODIFY utility" },
	{ 239, "QUIESCE utility" },
	{ 240, "REPORT utility" },
	{ 241, "REPAIR DBD utility" },
	{ 242, "PACKADM" },
	{ 243, "SET ARCHIVE" },
	{ 244, "DISPLAY ARCHIVE" },
	{ 248, "CREATE GLOBAL TEMP TABLE" },
	{ 251, "RENAME TABLE" },
	{ 252, "ALTERIN" },
	{ 261, "CREATEIN" },
	{ 262, "DROPIN" },
	{ 263, "USAGE" },
	{ 265, "START" },
	{ 266, "STOP" },
	{ 267, "DISPLAY" },
	{ 274, "COMMENT ON INDEX" },
	{ 280, "VALIDATE SECLABEL" },
	{ 281, "MLS READWRITE" },
	{ 282, "DEBUG SESSION" },
	{ 283, "RENAME INDEX" },
	{ 284, "SECADM" },
	{ 285, "CREATE SECURE OBJECT" },
	{ 286, "EXPLAIN" },
	{ 287, "SYSTEM DBADM" },
	{ 289, "ACCESSCTRL" },
	{ 290, "SQLADM" },
	{ 293, "EXPLAIN MONITORED" },
	{ 294, "QUERY TUNING" },
	{ 295, "CHECK DATA" },
	{ 296, "SYSOPR to SECADM" },
	{ 0, NULL }
};

static const struct code object_types[] = {
	{ 0xC1, "ACEE" },
	{ 0xC2, "buffer pool" },
	{ 0xC3, "collection" },
	{ 0xC4, "database" },
	{ 0xC5, "distinct type" },
	{ 0xC6, "function" },
	{ 0xC8, "global variable" },
	{ 0xD1, "JAR" },
	{ 0xD2, "package" },
	{ 0xD3, "role" },
	{ 0xD4, "schema" },
	{ 0xD5, "trusted context" },
	{ 0xD6, "procedure" },
	{ 0xD7, "plan" },
	{ 0xD8, "sequence" },
	{ 0xD9, "table space" },
	{ 0xE2, "storage group" },
	{ 0xE3, "table or view" },
	{ 0xE4, "user authority" },
	{ 0xE6, "row" },
	{ 0xE9, "subsystem parameter" },
	{ 0, NULL }
};

static const struct field authority_used[] = {
	{  0, 1, FIELD_CODE,        "QW0361AT",     "authority",        authorities },
	{  1, 1, FIELD_CODE,        "QW0361IT",     "id_type",          id_types },
	{  2, 2, FIELD_LONG,        "QW0361ID_Off", "id",               NULL },
	{  4, 2, FIELD_CODE,        "QW0361PR",     "privilege",        privileges },
	{  6, 2, FIELD_LONG,        "QW0361SC_Off", "source_qualifier", NULL },
	{  8, 2, FIELD_LONG,        "QW0361SN_Off", "source_name",      NULL },
	{ 14, 1, FIELD_CODE,        "QW0361OT",     "object_type",      object_types },
	{ 20, 4, FIELD_UINT,        "QW0361LL",     "total_length",     NULL },
	{ 24, 2, FIELD_SQL_COUNTED, "QW0361SQ",     "statement",        NULL },
	{ 0 }
};

/* IFCID 366 and 376: a function behaves otherwise than in another release. */
static const struct code functions[] = {
	{    1, "CHAR(decimal)" },
	{    2, "VARCHAR(decimal), CAST" },
	{    3, "string as timestamp" },
	{    7, "unsupported CAST" },
	{    8, "SP_PARMS_xJV output" },
	{    9, "TIMEZONE ignored" },
	{   10, "old LTRIM, RTRIM, STRIP" },
	{   11, "SELECT INTO with UNION etc." },
	{ 1103, "ASUTIME" },
	{ 1104, "CLIENT_ACCTNG" },
	{ 1105, "CLIENT_APPLNAME" },
	{ 1106, "CLIENT_USERID" },
	{ 1107, "CLIENT_WRKSTNNAME" },
	{ 1108, "CLIENT_ value too long" },
	{ 1109, "CAST string as timestamp" },
	{ 1110, "SPACE argument over 32K" },
	{ 1111, "VARCHAR argument over 32K" },
	{ 1112, "empty XML element" },
	{ 0, NULL }
};

#define INCOMPATIBLE(n) \
	{   0, 4, FIELD_CODE,     "QW0" n "FN",      "function",         functions }, \
	{   4, 4, FIELD_UINT,     "QW0" n "SN",      "statement_number", NULL }, \
	{   8, 8, FIELD_TEXT,     "QW0" n "PL",      "plan",             NULL }, \
	{  16, 8, FIELD_HEX,      "QW0" n "TS",      "token",            NULL }, \
	{  24, 8, FIELD_UINT,     "QW0" n "SI",      "statement_id",     NULL }, \
	{  32, 2, FIELD_CODE,     "QW0" n "TY",      "statement_kind",   statement_kinds }, \
	{  34, 2, FIELD_UINT,     "QW0" n "SE",      "section_number",   NULL }, \
	{  36, 2, FIELD_LONG,     "QW0" n "PC_Off",  "collection",       NULL }, \
	{  38, 2, FIELD_LONG,     "QW0" n "PN_Off",  "package",          NULL }, \
	{  40, 2, FIELD_COUNTED,  "QW0" n "VN",      "version",          NULL }, \
	{ 110, 2, FIELD_LONG,     "QW0" n "INC_Off", "details",          NULL }, \
	{ 112, 2, FIELD_SQL_LONG, "QW0" n "SQL_Off", "statement",        NULL }

static const struct field incompatible_366[] = { INCOMPATIBLE("366"), { 0 } };
static const struct field incompatible_376[] = { INCOMPATIBLE("376"), { 0 } };

enum { DB = 0xC4C2, CT = 0xC3E3, PT = 0xD7E3 };	/* the letters in EBCDIC */

static const struct layout_rule rules[] = {
	{   1, 1,  0,  28, EVIDENCE_CERTAIN, { "QWSA",   "address_space", address_space } },
	{   1, 2,  0,  28, EVIDENCE_CERTAIN, { "QWSB",   "destination",   destination } },
	{   1, 3,  0,  24, EVIDENCE_CERTAIN, { "QWSC",   "ifcid_count",   by_ifcid } },
	{   4, 1,  0,   4, EVIDENCE_CERTAIN, { "QW0004", "start_trace",   trace_command } },
	{   5, 1,  0,   4, EVIDENCE_CERTAIN, { "QW0005", "stop_trace",    trace_command } },
	{  29, 1, CT,  10, EVIDENCE_PROGRAM, { "QW0029", "edm_plan",      edm_plan_29 } },
	{  29, 1, DB,   4, EVIDENCE_PROGRAM, { "QW0029", "edm_database",  edm_database_29 } },
	{  29, 1, PT,  64, EVIDENCE_PROGRAM, { "QW0029", "edm_package",   edm_package_29 } },
	{  30, 1, CT,  10, EVIDENCE_PROGRAM, { "QW0030", "edm_plan",      edm_plan_30 } },
	{  30, 1, DB,   4, EVIDENCE_PROGRAM, { "QW0030", "edm_database",  edm_database_30 } },
	{  30, 1, PT,  64, EVIDENCE_PROGRAM, { "QW0030", "edm_package",   edm_package_30 } },
	{  31, 1, CT,  10, EVIDENCE_PROGRAM, { "QW0031", "edm_plan",      edm_plan_31 } },
	{  31, 1, DB,   4, EVIDENCE_PROGRAM, { "QW0031", "edm_database",  edm_database_31 } },
	{  31, 1, PT,  64, EVIDENCE_PROGRAM, { "QW0031", "edm_package",   edm_package_31 } },
	{  53, 1,  0, 198, EVIDENCE_PROGRAM, { "QW0053", "statement_end", statement_end_53 } },
	{  58, 1,  0, 198, EVIDENCE_PROGRAM, { "QW0058", "statement_end", statement_end_58 } },
	{  63, 1,  0,   4, EVIDENCE_PROGRAM, { "QW0063", "sql_text",      statement_text } },
	{  90, 1,  0,   2, EVIDENCE_PROGRAM, { "QW0090", "command",       command } },
	{ 108, 1,  0,  36, EVIDENCE_PROGRAM, { "QW0108", "bind_begin",    bind_begin } },
	{ 109, 1,  0,   4, EVIDENCE_PROGRAM, { "QW0109", "bind_end",      bind_end } },
	{ 224, 1,  0,  30, EVIDENCE_PROGRAM, { "QW0224", "procedures",    column_procedures } },
	{ 247, 1,  0,  72, EVIDENCE_PROGRAM, { "QW0247", "variables",     variables } },
	{ 258, 1,  0,  92, EVIDENCE_PROGRAM, { "QW0258", "extend",        data_set_extend } },
	{ 314, 1,  0,  20, EVIDENCE_PROGRAM, { "QW0314", "exit",          authorization_exit } },
	{ 316, 1,  0,  56, EVIDENCE_PROGRAM, { "QW0316", "cached",        cached_statement } },
	{ 342, 1,  0,  24, EVIDENCE_PROGRAM, { "QW0342", "work_file",     work_file } },
	{ 350, 1,  0,  22, EVIDENCE_PROGRAM, { "QW0350", "sql_text",      long_statement_text } },
	{ 361, 1,  0,  15, EVIDENCE_PROGRAM, { "QW0361", "authority",     authority_used } },
	{ 366, 1,  0,  40, EVIDENCE_PROGRAM, { "QW0366", "incompatible",  incompatible_366 } },
	{ 376, 1,  0,  40, EVIDENCE_PROGRAM, { "QW0376", "incompatible",  incompatible_376 } },
	{ 401, 1,  0, 104, EVIDENCE_PROGRAM, { "QW0401", "static_sql",    static_statement } }
};

const struct layouts db2_layouts = {
	.rule = rules, .rules = sizeof(rules) / sizeof(rules[0])
};
