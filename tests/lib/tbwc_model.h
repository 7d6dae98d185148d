/* tbwc_model.h - all that can happen to a few buffers, whoever comes first */
#ifndef TESTS_TBWC_MODEL_H
#define TESTS_TBWC_MODEL_H

#include <stdbool.h>
#include <stddef.h>

enum {
	MODEL_BUFFERS = 3,	/* at most */
	MODEL_ACTORS = 6,	/* at most, of all roles together */
	MODEL_BITS = 4		/* of a sequence number, at most */
};

/* What must not happen: a bit each. */
enum model_harm {
	MODEL_STOLEN = 1,	/* a buffer is changed by another than who fills it */
	MODEL_DISTURBED = 2,	/* ... than who captures it */
	MODEL_DROPPED = 4,	/* full, and thrown away by one who has not seen it full */
	MODEL_HOLLOW = 8,	/* captured, but not full */
	MODEL_REFUSED = 16,	/* who fills or captures cannot finish */
	MODEL_STUCK = 32	/* nobody can do anything, and not all is done */
};

/* The tests that a change is made with. */
enum model_tests { MODEL_NO_TEST = 0, MODEL_TESTMODE = 1, MODEL_TESTSEQ = 2, MODEL_BOTH = 3 };

/*
 * Each actor looks for a buffer in the state it needs, and changes it later:
 * anything may have happened between. Fillers fill AVAILABLE buffers; writers
 * (external ones) capture FULL ones; recyclers make FULL ones AVAILABLE, as an
 * application does that believes to have no external writer.
 */
struct model {
	unsigned	 buffers, fillers, writers, recyclers;
	unsigned	 bits;		/* of a sequence number */
	unsigned	 uses;		/* of buffers in all; 0: for ever, numbers come again */
	enum model_tests tests;		/* of fillers and writers */
	enum model_tests recycling;	/* of recyclers */
	bool		 bare;		/* not by tbwc_move: by tests alone, as CTRACECS */
	bool		 forgetful;	/* writers never give back what they captured */
};

struct model_found {
	unsigned	harm;		/* all that can happen */
	size_t		states;		/* looked at */
	size_t		steps;		/* to the nearest harm; 0: there is none */
};

/* Looks at every state that can be reached. Ends the test when there is no memory for them. */
struct model_found model_search(const struct model *);

#endif
