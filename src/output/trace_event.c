/* trace_event.c - events of the Trace Event Format, which timeline viewers open
 *
 * "Trace Event Format", as Perfetto, chrome://tracing and speedscope read it.
 */
#include "ztrace/trace_event.h"

#include <inttypes.h>

#include "ztrace/json.h"

const char trace_open[] = "{\"traceEvents\":[\n", trace_between[] = ",\n",
    trace_close[] = "\n],\"displayTimeUnit\":\"ms\","
    "\"otherData\":{\"ts\":\"microseconds since 1970-01-01T00:00:00Z\"}}\n";

/* Microseconds from 1900 to 1970. */
static const uint64_t unix_epoch = UINT64_C(2208988800000000);

uint64_t
trace_us(uint64_t us)
{
	return us > unix_epoch ? us - unix_epoch : 0;
}

void
trace_event(struct buf *b, char phase, const struct trace_track *track, uint64_t us)
{
	buf_printf(b, "{\"ph\":\"%c\",\"pid\":%" PRIu32 ",\"tid\":%" PRIu32 ",\"ts\":%" PRIu64 ",",
	    phase, track->process, track->thread, us);
	if (phase == 'i')
		buf_str(b, "\"s\":\"t\",");
}

void
trace_args(struct buf *b)
{
	buf_str(b, "\"args\":{");
}

void
trace_args_end(struct buf *b)
{
	json_end(b, '}');
}

void
trace_event_end(struct buf *b)
{
	json_end(b, '}');
}

size_t
trace_name_begin(struct buf *b, const char *kind, const struct trace_track *track)
{
	buf_printf(b, "{\"ph\":\"M\",\"pid\":%" PRIu32 ",\"tid\":%" PRIu32 ",\"name\":\"%s\",",
	    track->process, track->thread, kind);
	trace_args(b);
	return json_string_begin(b, "name");
}

void
trace_name_end(struct buf *b, size_t start)
{
	json_string_end(b, start);
	trace_args_end(b);
	trace_event_end(b);
	/* behind it goes the event that needs the name */
	buf_char(b, '\n');
}
