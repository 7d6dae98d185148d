/* progress.h - how far a long run is, on standard error */
#ifndef ZTRACE_PROGRESS_H
#define ZTRACE_PROGRESS_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ztrace/run.h"

/*
 *     db2gtf: 1.2 GiB, 34 %, 310 MiB/s, 0:12 left
 *
 * One line, drawn over and over by the thread that reads, and taken away
 * before anything else is said. Where it was asked for, a last one stays at
 * the end; where standard error is no terminal, that is the only one but for
 * a line every ten seconds.
 */
struct progress {
	const char	*program;	/* NULL: nothing is to be shown */
	bool		 asked, terminal;
	bool		 shown;		/* there is a line to be taken away */
	uint64_t	 total;		/* bytes of all files; 0: not known */
	uint64_t	 read;
	uint64_t	 begun, next;	/* microseconds: of the beginning, and of the next line */
	pthread_mutex_t	 lock;		/* of standard error, and of all above */
};

/* `apart`: the output goes elsewhere than to standard output. Files as input_open has them. */
void	progress_begin(struct progress *, const struct run_program *, const struct run_options *,
	    const char *const *files, bool apart);

/* For a stream_meter. */
void	progress_read(void *progress, size_t n);

/* Says something else on standard error. */
void	progress_line(struct progress *, const char *line);

void	progress_end(struct progress *);

/* The line, without the program's name; us: microseconds that the run has taken. */
enum { PROGRESS_TEXT = 72 };
void	progress_text(uint64_t read, uint64_t total, uint64_t us, char text[PROGRESS_TEXT]);

#endif
