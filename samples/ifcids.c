/* ifcids.c - prints the IFCIDs of Db2 trace data; shows how libztrace is used
 *
 * cc ifcids.c $(pkg-config --cflags --libs ztrace) -o ifcids && ./ifcids trace.vb
 */
#include <stdio.h>
#include <ztrace.h>

static void
say(void *to, const char *line)
{
	fprintf(to, "ifcids: %s\n", line);
}

int
main(int argc, char *argv[])
{
	const struct ztrace_record *r;
	const char *wrong, *plan;
	struct ztrace *z = ztrace_new();
	int status;

	if (argc < 2 || z == NULL)
		return 1;
	ztrace_messages(z, say, stderr);
	wrong = ztrace_set(z, "ssid", "DB2A,SSOP");
	if (wrong != NULL)
		fprintf(stderr, "ifcids: ssid: %s\n", wrong);
	if (ztrace_open(z, (const char *const *)argv + 1) == 0)
		while ((r = ztrace_next(z)) != NULL) {
			plan = ztrace_text(z, "plan");
			printf("%u\t%s\t%s\t%u segments, %u sections, %zu bytes\n", r->ifcid,
			    r->ssid, plan != NULL ? plan : "-", r->segments, r->sections,
			    r->length);
		}
	status = ztrace_status(z);
	ztrace_free(z);
	return status;
}
