// stream/public_view -- the part of a line that players and viewers may see. Pure.
//
// A finding, alert or obligation with a `behaviour` is for judges alone: its rule is not announced. The ruling of a move is then the gravest of the
// findings that are left. In shadow mode nothing that is judged is public.
#ifndef VEDETTE_STREAM_PUBLIC_VIEW_H
#define VEDETTE_STREAM_PUBLIC_VIEW_H

#include <stdbool.h>

typedef enum { PUBLIC_ALL, PUBLIC_PART, PUBLIC_NOTHING } public_share;

// How much of a line of that kind is public. PUBLIC_PART: *out is the line for them, which the caller frees; else it is NULL. A line that can't be
// read, and one for which memory ran out, is PUBLIC_NOTHING.
public_share public_view_of(const char *kind, const char *json, bool shadow, char **out);

#endif
