/* progress.c - how far a long run is, on standard error */

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "ztrace/progress.h"

enum {
	SECOND = 1000000,
	LONGEST = 100 * 3600,	/* seconds: more is no use to know */
	LONG = 2 * SECOND,	/* a run is long that takes more than this */
	EACH = SECOND / 4,	/* between two lines on a terminal */
	EACH_LOG = 10 * SECOND	/* and elsewhere */
};

static uint64_t
progress_now(void)
{
	struct timespec t = { 0 };

	(void)clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * SECOND + (uint64_t)t.tv_nsec / 1000;
}

/* Bytes of all files together; 0 when one of them does not tell. */
static uint64_t
progress_total(const char *const *files)
{
	uint64_t total = 0;
	struct stat st;
	int failed;

	for (; *files != NULL; files++) {
		failed = strcmp(*files, "-") == 0 ? fstat(STDIN_FILENO, &st) : stat(*files, &st);
		if (failed || !S_ISREG(st.st_mode))
			return 0;
		total += (uint64_t)st.st_size;
	}
	return total;
}

void
progress_begin(struct progress *p, const struct run_program *program, const struct run_options *o,
    const char *const *files, bool apart)
{
	*p = (struct progress){
		.asked = o->progress, .terminal = isatty(STDERR_FILENO) == 1
	};
	(void)pthread_mutex_init(&p->lock, NULL);
	/* output on a terminal shows by itself that the run goes on, and would be drawn over */
	if (o->quiet || !(p->asked || (p->terminal && (apart || isatty(STDOUT_FILENO) != 1))))
		return;
	p->program = program->name;
	p->total = progress_total(files);
	p->begun = progress_now();
	p->next = p->begun + (p->terminal ? (p->asked ? 0 : LONG) : EACH_LOG);
}

/* A size with three digits at most before its unit. */
static void
progress_size(double n, char text[16])
{
	static const char *const units[] = { "B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB" };
	size_t i = 0;

	while (n >= 999.5 && i + 1 < sizeof(units) / sizeof(units[0])) {
		n /= 1024;
		i++;
	}
	(void)snprintf(text, 16, "%.*f %s", i > 0 && n < 9.95 ? 1 : 0, n, units[i]);
}

/* How long it will take yet, if that can be told. */
static void
progress_left(double seconds, char text[24])
{
	unsigned s;

	text[0] = '\0';
	if (seconds >= LONGEST)
		return;
	s = (unsigned)(seconds + 0.5);
	if (s < 3600)
		(void)snprintf(text, 24, ", %u:%02u left", s / 60, s % 60);
	else
		(void)snprintf(text, 24, ", %u h %02u left", s / 3600, s / 60 % 60);
}

void
progress_text(uint64_t read, uint64_t total, uint64_t us, char text[PROGRESS_TEXT])
{
	double rate = us > 0 ? (double)read * SECOND / (double)us : 0;
	char size[16], speed[16], part[8] = "", left[24] = "";

	progress_size((double)read, size);
	progress_size(rate, speed);
	/* a file that is read twice, or grows, has no size that helps */
	if (total > 0 && read <= total)
		(void)snprintf(part, sizeof(part), ", %u %%",
		    (unsigned)((double)read / (double)total * 100) % 1000);
	if (read < total && rate > 0)
		progress_left((double)(total - read) / rate, left);
	(void)snprintf(text, PROGRESS_TEXT, "%s%s, %s/s%s", size, part, speed, left);
}

/* Takes the line away. */
static void
progress_clear(struct progress *p)
{
	if (p->shown)
		(void)fprintf(stderr, "\r%*s\r", PROGRESS_TEXT + (int)strlen(p->program), "");
	p->shown = false;
}

static void
progress_draw(struct progress *p, uint64_t now, bool stays)
{
	char text[PROGRESS_TEXT];

	progress_text(p->read, p->total, now - p->begun, text);
	if (p->terminal && !stays) {
		(void)fprintf(stderr, "\r%s: %-*s", p->program, PROGRESS_TEXT - 4, text);
		p->shown = true;
	} else {
		progress_clear(p);
		(void)fprintf(stderr, "%s: %s\n", p->program, text);
	}
	(void)fflush(stderr);
	p->next = now + (p->terminal ? EACH : EACH_LOG);
}

void
progress_read(void *progress, size_t n)
{
	struct progress *p = progress;
	uint64_t now;

	if (p->program == NULL)
		return;
	(void)pthread_mutex_lock(&p->lock);
	p->read += n;
	now = progress_now();
	if (now >= p->next)
		progress_draw(p, now, false);
	(void)pthread_mutex_unlock(&p->lock);
}

void
progress_line(struct progress *p, const char *line)
{
	(void)pthread_mutex_lock(&p->lock);
	progress_clear(p);
	(void)fprintf(stderr, "%s\n", line);
	(void)pthread_mutex_unlock(&p->lock);
}

void
progress_end(struct progress *p)
{
	(void)pthread_mutex_lock(&p->lock);
	if (p->program != NULL && p->asked)
		progress_draw(p, progress_now(), true);
	progress_clear(p);
	p->program = NULL;
	(void)pthread_mutex_unlock(&p->lock);
}
