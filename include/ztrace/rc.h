/* rc.h - the four return codes of everything that can fail */
#ifndef ZTRACE_RC_H
#define ZTRACE_RC_H

/*
 * The words that go with a code live in struct diag (diag.h).
 */
enum rc {
	RC_OK = 0,	/* done; there is a result */
	RC_END = 1,	/* nothing more will come */
	RC_SKIP = -1,	/* something was damaged and has been stepped over: call again */
	RC_FAIL = -2	/* cannot go on */
};

#endif
