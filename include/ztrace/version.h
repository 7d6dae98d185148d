/* version.h - what --version says */
#ifndef ZTRACE_VERSION_H
#define ZTRACE_VERSION_H

#define ZTRACE_VERSION "0.1"

/* The same, and of which commit: "0.1 (commit 73057b4acde0)"; "... with changes)" where it is not quite. */
extern const char ztrace_build[];

#endif
