// app/marker_lines -- reports the declaration markers on the table: the unit that each belongs to, or that the unit is not clear.
//
// {"kind":"ask","t","marker":"tag36h11 500","means":"charge","at":[x,y],"units":["R1","B2"],"message":"..."}: a marker lies as near to one unit as to
// another (units: both; one or none where the others are too far); nothing was entered. The answer is an entry of that meaning for one of them. In
// the state line "markers":[{"marker":"tag36h11 500","means":"charge","at":[x,y],"entry":{...},"unit":"R1","asked":["R1","B2"]}]; `entry`: what it
// enters, but for the unit.
#ifndef VEDETTE_APP_MARKER_LINES_H
#define VEDETTE_APP_MARKER_LINES_H

#include "pipeline/declared_markers.h"

// The line, and the same in words (`capacity` bytes). The caller frees the line. NULL: out of memory.
char *marker_lines_ask(const game *g, const marker_question *q, char *words, size_t capacity);
// "\"markers\":[...]" of those places, which the caller frees; NULL: out of memory.
char *marker_lines_member(const game *g, const marker_place *places, int count);

#endif
