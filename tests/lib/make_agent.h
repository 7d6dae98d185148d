/* make_agent.h - Db2 records of agents at given times, as a performance trace has them */
#ifndef TESTS_MAKE_AGENT_H
#define TESTS_MAKE_AGENT_H

#include <stdint.h>

#include "make_gtf.h"

struct make_agent {
	const char	*ssid;
	uint32_t	 ace;
	const char	*auth_id, *correlation_id, *connection, *plan;
	uint32_t	 type;		/* of its connection: 1 TSO or batch, 4 CICS, 8 DRDA */
};

/*
 * Appends a record that is not cut, with one small data section. us:
 * microseconds from the start of 1993-01-18T17:30:00Z; Db2's own clock is 20
 * of them behind.
 */
void	make_agent(struct maker *, struct buf *, const struct make_agent *, uint64_t us,
	    uint16_t ifcid);

/* The same behind this data section (borrowed; up to 255 bytes). */
void	make_agent_data(struct maker *, struct buf *, const struct make_agent *, uint64_t us,
	    uint16_t ifcid, struct span data);

/* What make_agent's us count from: microseconds since 1900, and since 1970. */
#define MAKE_AGENT_START (UINT64_C(727378200000000) + UINT64_C(2208988800000000))

#endif
