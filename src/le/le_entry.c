/* le_entry.c - one entry of a Language Environment trace table */
#include "ztrace/le_entry.h"

#include <stddef.h>
#include <string.h>

const struct container *const le_containers[] = {
	&container_le_listing,
	&container_le_raw,
	NULL
};

static bool
wanted(struct head head)
{
	return container_bid(le_containers, head) >= BID_SURE;
}

const struct wanted wanted_le = {
	.what = "Language Environment trace",
	.text = wanted
};

struct le_entry
le_entry_read(struct span record)
{
	uint32_t word = span_u32(record, 16);

	return (struct le_entry){
		.tod = span_u64(record, 0),
		.thread = span_u64(record, 8),
		.member = (uint8_t)(word >> 24),
		.flags = word & 0xffffff,
		.type = span_u32(record, 20),
		.area = span_first(span_from(record, LE_AREA), LE_AREA_SIZE),
		.where = le_where_read(record)
	};
}

void
le_where_put(uint8_t record[LE_RECORD], struct le_where where)
{
	memcpy(record + LE_SIZE, &where, sizeof(where));
}

struct le_where
le_where_read(struct span record)
{
	struct le_where where = { .displacement = LE_NOWHERE };

	if (record.n == LE_RECORD)
		memcpy(&where, record.p + LE_SIZE, sizeof(where));
	return where;
}

bool
le_entry_has(uint32_t have, size_t at, size_t n)
{
	size_t word;

	for (word = at / 4; 4 * word < at + n && word < LE_WORDS; word++)
		if ((have >> word & 1) == 0)
			return false;
	return true;
}

bool
le_entry_timed(const struct le_entry *e)
{
	return le_entry_has(e->where.have, 0, 8);
}

bool
le_entry_known(const struct le_entry *e)
{
	return le_entry_has(e->where.have, 8, LE_AREA - 8);
}

/*
 * The IDs are listed in decimal, and shown in hexadecimal: 10 and more are
 * taken both ways.
 */
const char *
le_member_name(uint8_t member)
{
	switch (member) {
	case 0x01:
		return "CEL";
	case 0x03:
		return "C/C++";
	case 0x04:
		return "COBOL V5";
	case 0x05:
		return "COBOL";
	case 0x07:
		return "Fortran";
	case 0x08:
		return "reserved";
	case 0x0a:
	case 0x10:
		return "PL/I";
	case 0x0b:
	case 0x11:
		return "Enterprise PL/I";
	case 0x0c:
	case 0x12:
		return "sockets";
	}
	return NULL;
}

struct type_name {
	uint32_t	 type;
	const char	*name;	/* NULL ends a list */
};

/* Debugging Guide, "Understanding the trace table entry": what LE=2 writes. */
static const struct type_name cel_types[] = {
	{ 0x101, "latch acquire" },
	{ 0x102, "latch release" },
	{ 0x103, "latch wait" },
	{ 0x104, "latch acquire after wait" },
	{ 0x106, "latch increment" },
	{ 0x107, "latch decrement" },
	{ 0x2fc, "latch error: not owned" },
	{ 0x2fd, "latch error: already owned" },
	{ 0x301, "mutex acquire" },
	{ 0x302, "mutex release" },
	{ 0x303, "mutex wait" },
	{ 0x304, "mutex acquire after wait" },
	{ 0x305, "mutex busy" },
	{ 0x306, "mutex increment" },
	{ 0x307, "mutex decrement" },
	{ 0x315, "mutex init" },
	{ 0x316, "mutex destroy" },
	{ 0x31d, "shared lock init" },
	{ 0x31e, "shared lock destroy" },
	{ 0x31f, "shared lock obtain" },
	{ 0x320, "shared lock conditional obtain" },
	{ 0x321, "shared lock release" },
	{ 0x324, "shared mutex service init" },
	{ 0x325, "shared mutex service destroy" },
	{ 0x326, "shared mutex resource obtain" },
	{ 0x327, "shared mutex resource release" },
	{ 0x328, "shared mutex set up wait" },
	{ 0x329, "shared mutex post" },
	{ 0x4cc, "mutex error: forced release" },
	{ 0x4cd, "mutex error: forced decrement" },
	{ 0x4ce, "mutex error: destroy" },
	{ 0x4cf, "mutex error: busy" },
	{ 0x4d0, "mutex error: EINVAL" },
	{ 0x4d4, "mutex error: destroy, not initialized" },
	{ 0x4d5, "mutex error: program check" },
	{ 0x4db, "mutex error: service" },
	{ 0x4de, "mutex error: deadlock" },
	{ 0x4df, "mutex error: invalid" },
	{ 0x4e0, "mutex error: EPERM" },
	{ 0x4e1, "mutex error: EAGAIN" },
	{ 0, NULL }
};

static const struct type_name c_types[] = {
	{ LE_BASE_CALL, "call" },
	{ LE_BASE_RETURN, "return" },
	{ LE_POSIX_CALL, "POSIX call" },
	{ LE_POSIX_RETURN, "POSIX return" },
	{ LE_XPLINK_CALL, "XPLINK call" },
	{ LE_XPLINK_RETURN, "XPLINK return" },
	{ LE_FROM_XPLINK, "XPLINK calls non-XPLINK" },
	{ LE_TO_XPLINK, "non-XPLINK calls XPLINK" },
	{ 0, NULL }
};

/*
 * The second byte of a type is its class, where the type itself is not listed.
 */
static const struct type_name cel_classes[] = {
	{ 1, "latch" },
	{ 2, "latch error" },
	{ 3, "mutex" },
	{ 4, "mutex error" },
	{ 5, "condition variable" },
	{ 6, "condition variable error" },
	{ 0, NULL }
};

static const char *
type_find(const struct type_name *t, uint32_t type)
{
	while (t->name != NULL && t->type != type)
		t++;
	return t->name;
}

const char *
le_type_name(uint8_t member, uint32_t type)
{
	const char *name;

	if (member == LE_C)
		return type_find(c_types, type);
	if (member != LE_CEL)
		return NULL;
	name = type_find(cel_types, type);
	return name != NULL ? name : type_find(cel_classes, type >> 8);
}
