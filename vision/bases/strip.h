// vision/bases/strip -- a base's outline unrolled: one column for each step along it, from outside to inside, as the networks see it that look at
// rims and at edges. Columns run counter-clockwise from the middle of the supposed front. Pure.
#ifndef VEDETTE_VISION_BASES_STRIP_H
#define VEDETTE_VISION_BASES_STRIP_H

#include "vision/bases/closer.h"
#include "vision/bases/crop.h"

// How a network wants its strips.
typedef struct {
    double step_mm, outside_mm, inside_mm;  // from column to column; what a column shows to either side of the outline
    int deep;                               // places of a column
} strip_shape;

typedef struct {
    double length_mm, across_mm;
    bool round;
    int columns;  // a multiple of 4; 0: too few to look at, or more than were admitted
} strip_outline;

// The outline of a base of that form, in at most so many columns.
strip_outline strip_outline_of(const strip_shape *shape, const supposed_base *b, int most);
// Where the outline of a base shows; has its colours made, before several threads read them. False where it can't be seen.
bool strip_aim(const strip_shape *shape, const strip_outline *o, const vision_view *view, const frame *f, const supposed_base *b, local_axes *out);
// The place on the outline at a share 0..1 of its length from the middle of the front, mm forward and left of the base's middle, and its outward
// normal. Shares beyond are taken round.
vec2 strip_outline_at(const strip_outline *o, double share, vec2 *normal);
// Blue, green, red as shares of white paper of a column, which may lie beyond the strip's ends: out[colour * deep + place].
void strip_fill_column(const strip_shape *shape, const strip_outline *o, const frame *f, const print_tones *tones, const local_axes *axes, int column,
                       float *out);
// A stated paint as shares of white paper, -1 (ink) to 1, and whether it is one: NO_COLOUR is none, and 0.
void strip_fill_paint(uint32_t rgb, float out[3], float *known);

#endif
