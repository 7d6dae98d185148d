/* schema.h - what the format json writes, as a JSON Schema */
#ifndef ZTRACE_SCHEMA_H
#define ZTRACE_SCHEMA_H

#include <stdint.h>

#include "ztrace/buf.h"
#include "ztrace/field.h"

/*
 * Appends the schema (draft 2020-12) that every line of the format satisfies.
 * The fields of the product section's headers come from the layouts that
 * `header` gives for types 0 to 255 (NULL: of no known type).
 */
void	json_schema(const struct layout *(*header)(uint8_t type), struct buf *);

#endif
