/* version.h - what --version says */
#ifndef ZTRACE_VERSION_H
#define ZTRACE_VERSION_H

#define ZTRACE_VERSION "0.1"

#endif
