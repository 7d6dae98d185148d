/* ahead.h - a stream that is read ahead by a thread of its own */
#ifndef ZTRACE_AHEAD_H
#define ZTRACE_AHEAD_H

#include "ztrace/diag.h"
#include "ztrace/stream.h"

/*
 * For a stream whose filling is work: inflating, above all. Takes `below`
 * over, also on failure (NULL, words said). *idle is that of the descriptor at
 * the bottom, which the thread will read: from now on it is the consumer that
 * does what was to be done before waiting.
 */
struct stream *ahead_open(struct stream *below, struct stream_idle *idle, struct diag *);

#endif
