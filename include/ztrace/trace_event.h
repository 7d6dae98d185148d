/* trace_event.h - writes events of the Trace Event Format, which timeline viewers open */
#ifndef ZTRACE_TRACE_EVENT_H
#define ZTRACE_TRACE_EVENT_H

#include <stddef.h>
#include <stdint.h>

#include "ztrace/buf.h"
#include "ztrace/span.h"

/*
 *   {"traceEvents":[
 *   {"ph":"M","pid":1,"tid":1,"name":"thread_name","args":{"name":"SYSOPR, ACE 00B3ADB8"}},
 *   {"ph":"B","pid":1,"tid":1,"ts":727378131545981,"name":"Read I/O"},
 *   {"ph":"E","pid":1,"tid":1,"ts":727378131546129,"name":"Read I/O","args":{"ifcid":7}},
 *   {"ph":"i","pid":1,"tid":1,"ts":727378131546130,"s":"t","name":"Thread accounting","args":{}}
 *   ],"displayTimeUnit":"ms","otherData":{"ts":"microseconds since 1970-01-01T00:00:00Z"}}
 *
 * Times are exact as the doubles that viewers hold them in. A span is two
 * events, and only its end has arguments: speedscope takes those of a begin
 * for a part of the name, so that no two spans would be of the same thing.
 */
extern const char trace_open[], trace_between[], trace_close[];

struct trace_track {
	uint32_t	process, thread;
};

/* Viewers count time from here. Microseconds since 1900 to since 1970; 0 for what is earlier. */
uint64_t trace_us(uint64_t us);

/*
 * Each event ends with trace_event_end; behind it stands a comma and nothing
 * else, as behind every value of json.h. Between begin and end go the name
 * and, if any, the arguments:
 *
 *	trace_event(b, 'i', &track, us);
 *	json_key(b, "name");
 *	json_str(b, "Read I/O");
 *	trace_args(b);
 *	json_key(b, "ifcid");
 *	json_uint(b, 6);
 *	trace_args_end(b);
 *	trace_event_end(b);
 *
 * us are since 1970.
 */
void	trace_event(struct buf *, char phase, const struct trace_track *, uint64_t us);
void	trace_args(struct buf *);
void	trace_args_end(struct buf *);
void	trace_event_end(struct buf *);

/* "process_name" or "thread_name": between the two goes text, as for json_string_begin. */
size_t	trace_name_begin(struct buf *, const char *kind, const struct trace_track *);
void	trace_name_end(struct buf *, size_t start);

#endif
