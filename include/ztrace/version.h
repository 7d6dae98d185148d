/* version.h - what --version says */
#ifndef ZTRACE_VERSION_H
#define ZTRACE_VERSION_H

#define ZTRACE_VERSION "0.1"

/* The same with the commit: "0.1 (commit 73057b4acde0)", or "... with changes)" behind it. */
extern const char ztrace_build[];

#endif
